//! How the skill was used: a sentence, and the latest tasks of its site as a line of marks.

use atelier_core::ipc::{SkillRow, TaskRow};
use atelier_core::task::TaskOutcome;
use leptos::prelude::*;

use crate::components::panel::Section;
use crate::dom;
use crate::state::App;
use crate::words;

/// Tasks on the line.
const TASKS: usize = 60;
/// Distance of two marks, and the height of the drawing.
const STEP: usize = 6;
const HEIGHT: usize = 22;

/// One task of the site: whether this skill was called, and how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tick {
    Other,
    Good,
    Bad,
}

/// The latest tasks of the skill's site, the oldest first.
fn ticks(rows: &[TaskRow], row: &SkillRow) -> Vec<Tick> {
    let tick = |task: &TaskRow| match (task.skills.contains(&row.name), &task.outcome) {
        (false, _) => Tick::Other,
        (true, TaskOutcome::Done) => Tick::Good,
        (true, _) => Tick::Bad,
    };
    let mut all: Vec<&TaskRow> = rows.iter().filter(|task| task.site == row.site).collect();
    all.sort_by_key(|task| task.started_at);
    let from = all.len().saturating_sub(TASKS);
    all[from..].iter().map(|task| tick(task)).collect()
}

pub fn usage(app: App, row: &SkillRow) -> impl IntoView + use<> {
    let row = row.clone();
    move || section(app, &row)
}

fn section(app: App, row: &SkillRow) -> impl IntoView + use<> {
    let tasks = app.tasks.get().unwrap_or_default();
    let last = tasks
        .iter()
        .find(|task| task.site == row.site && task.skills.contains(&row.name))
        .map(|task| task.started_at);
    let line = ticks(&tasks, row);
    let words = match (row.calls, last) {
        (0, _) => "No task called it yet.".to_owned(),
        (calls, last) => {
            let when =
                last.map(|at| format!(" The last time {}.", words::ago(dom::now(), at))).unwrap_or_default();
            format!(
                "{} called it; it did what it promises in {}.{when}",
                words::counted(calls, "task"),
                words::share(row.succeeded, calls)
            )
        }
    };
    let used = line.iter().any(|tick| *tick != Tick::Other);
    view! {
        <Section title="Use"><p>{words}</p>{used.then(|| drawing(&line))}</Section>
    }
}

fn drawing(line: &[Tick]) -> impl IntoView + use<> {
    let width = line.len() * STEP;
    let called = line.iter().filter(|tick| **tick != Tick::Other).count();
    let label = format!(
        "Of the last {} of its site, {} called it",
        words::counted(line.len(), "task"),
        words::count(called)
    );
    let marks: Vec<_> = line
        .iter()
        .enumerate()
        .map(|(at, tick)| {
            let (class, y, height) = match tick {
                Tick::Other => ("tick", 16, 4),
                Tick::Good => ("tick good", 2, 18),
                Tick::Bad => ("tick bad", 9, 11),
            };
            view! { <rect class=class x=(at * STEP).to_string() y=y.to_string() width="3" height=height.to_string() rx="1"></rect> }
        })
        .collect();
    view! {
        <svg class="usage-line" viewBox=format!("0 0 {width} {HEIGHT}") width=width.to_string() height=HEIGHT.to_string() role="img" aria-label=label>{marks}</svg>
        <p class="muted small">"One mark a task of this site, the newest at the right: tall where it was called and did it, half where it failed, a dot where another was called."</p>
    }
}
