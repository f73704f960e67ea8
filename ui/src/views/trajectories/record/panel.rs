//! The recording under way: its state and tabs, the steps as they come, and how it ends.

use std::str::FromStr;
use std::sync::Arc;

use atelier_core::ipc::{RecordedStepView, RecordedTab};
use atelier_core::trajectory::Replayable;
use leptos::prelude::*;

use super::step::{self, Step};
use crate::components::badge::Badge;
use crate::components::fields::Filter;
use crate::components::grid::{Column, Grid, Rows};
use crate::components::icon::{Icon, Sign};
use crate::components::notice::Trouble;
use crate::state::recording::Phase;
use crate::state::use_app;
use crate::words;

/// One row of the list.
#[derive(Clone)]
struct Row {
    number: usize,
    step: RecordedStepView,
    dropped: bool,
}

#[component]
pub fn Panel() -> impl IntoView {
    let app = use_app();
    let recording = app.recording;
    let rows = Memo::new_with_compare(
        move |_| {
            let dropped = recording.dropped.get();
            let row = |(at, step): (usize, &RecordedStepView)| Row {
                number: at + 1,
                dropped: dropped.contains(&step.id),
                step: step.clone(),
            };
            recording.steps.with(|steps| Arc::new(steps.iter().enumerate().map(row).collect::<Vec<_>>()))
        },
        |_, _| true,
    );
    let filter = RwSignal::new(String::new());
    let shown = Memo::new(move |_| {
        let chosen = recording.selected.get();
        chosen.or_else(|| recording.steps.with(|steps| steps.last().map(|step| step.id)))
    });
    let selected = Signal::derive(move || shown.get().map(|id| id.to_string()));
    let open = Callback::new(move |key: String| recording.selected.set(u32::from_str(&key).ok()));
    let look = Rows {
        columns: columns(),
        key: |row: &Row| row.step.id.to_string(),
        text: |row: &Row| format!("{} {}", row.step.guidance, step::value_words(&row.step)),
    };
    let empty = Memo::new(move |_| recording.steps.with(|steps| steps.is_empty()));
    view! {
        <section class="card record-head" class:paused=move || recording.paused.get() aria-label="Recording">
            <State/>
            <Ending/>
        </section>
        <p class="visually-hidden" role="status">{move || recording.spoken.get()}</p>
        {move || recording.error.get().map(|error| view! { <Trouble error/> })}
        <div class="split open">
            <div class="card grid-card">
                <div class="card-head">
                    <h2>"Steps"</h2>
                    <span class="muted num">{move || rows.with(|rows| summary(rows))}</span>
                    <span class="grow"></span>
                    <Filter text=filter label="Filter steps"/>
                </div>
                {move || if empty.get() {
                    view! { <p class="waiting">"Do your chore in the Chromium window. Each step appears here."</p> }.into_any()
                } else {
                    view! { <Grid label="Recorded steps" rows look=look.clone() filter selected open follow=true/> }.into_any()
                }}
            </div>
            <aside class="inspector card" aria-label="Step">
                {move || match shown.get() {
                    Some(id) => view! { <Step id/> }.into_any(),
                    None => view! { <p class="waiting">"The newest step is shown here; choose one to look at it, name it, or mark its value."</p> }.into_any(),
                }}
            </aside>
        </div>
    }
}

/// `7 steps · 6 will replay · 1 left out`.
fn summary(rows: &[Row]) -> String {
    let kept = rows.iter().filter(|row| !row.dropped);
    let will = kept.filter(|row| matches!(row.step.mark, Some(Replayable::Yes { .. }))).count();
    let out = rows.iter().filter(|row| row.dropped).count();
    let mut text = format!("{} · {} will replay", words::counted(rows.len(), "step"), words::count(will));
    if out > 0 {
        text.push_str(&format!(" · {} left out", words::count(out)));
    }
    text
}

fn columns() -> Vec<Column<Row>> {
    vec![
        Column {
            title: "#",
            class: "num slim",
            cell: |row| row.number.into_any(),
            order: |a, b| a.number.cmp(&b.number),
        },
        Column {
            title: "Step",
            class: "main",
            cell: |row| {
                let words = row.step.guidance.clone();
                view! {
                    <span class="clip-row" class:out=row.dropped>
                        <Sign icon=step::icon(row.step.action)/>
                        <span class="clip" title=words.clone()>{words.clone()}</span>
                    </span>
                }
                .into_any()
            },
            order: |a, b| words::compare(&a.step.guidance, &b.step.guidance),
        },
        Column {
            title: "Value",
            class: "value",
            cell: |row| {
                let value = step::value_words(&row.step);
                view! { <span class="clip" class:out=row.dropped title=value.clone()>{value.clone()}</span> }
                    .into_any()
            },
            order: |a, b| step::value_words(&a.step).cmp(&step::value_words(&b.step)),
        },
        Column {
            title: "Tab",
            class: "num slim",
            cell: |row| (row.step.tab + 1).into_any(),
            order: |a, b| a.step.tab.cmp(&b.step.tab),
        },
        Column {
            title: "Replay",
            class: "slim",
            cell: |row| {
                if row.dropped {
                    return view! { <Badge icon=Icon::Trash tone="quiet" word="left out"/> }.into_any();
                }
                let (icon, tone, word) = step::mark_look(&row.step);
                view! { <Badge icon tone word/> }.into_any()
            },
            order: |a, b| step::mark_look(&a.step).2.cmp(step::mark_look(&b.step).2),
        },
    ]
}

/// Whether it records, what, and in which tabs.
#[component]
fn State() -> impl IntoView {
    let app = use_app();
    let recording = app.recording;
    let front = move || recording.tabs.with(|tabs| tabs.iter().find(|tab| tab.front).cloned());
    let badge = move || match (recording.phase.get(), recording.paused.get()) {
        (Phase::Starting, _) => view! { <Badge icon=Icon::Going tone="info going" word="opening Chromium"/> },
        (Phase::Ending, _) => view! { <Badge icon=Icon::Going tone="info going" word="ending"/> },
        (_, true) => {
            view! { <Badge icon=Icon::Pause tone="caution" word="paused: nothing is written down"/> }
        }
        _ => view! { <Badge icon=Icon::Record tone="bad" word="recording"/> },
    };
    view! {
        <div class="grow record-state">
            <div class="row wrap">
                {badge}
                <strong>{move || Some(recording.name.get()).filter(|name| !name.is_empty()).unwrap_or_else(|| "A chore without a name".to_owned())}</strong>
            </div>
            <div class="row wrap muted small">
                <span>{move || recording.tabs.with(|tabs| tabs_words(tabs))}</span>
                {move || front().map(|tab| view! { <span class="mono clip" title=tab.url.clone()>{words::place(&tab.url)}</span> })}
            </div>
        </div>
    }
}

/// `2 tabs: Books · Post a link (in front)`.
fn tabs_words(tabs: &[RecordedTab]) -> String {
    if tabs.is_empty() {
        return "No tab is open yet".to_owned();
    }
    let name = |tab: &RecordedTab| {
        let title = if tab.title.is_empty() { words::place(&tab.url) } else { words::short(&tab.title, 40) };
        if tab.front && tabs.len() > 1 { format!("{title} (in front)") } else { title }
    };
    let names: Vec<_> = tabs.iter().map(name).collect();
    format!("{}: {}", words::counted(tabs.len(), "tab"), names.join(" · "))
}

/// Pause, keep, throw away.
#[component]
fn Ending() -> impl IntoView {
    let app = use_app();
    let recording = app.recording;
    let sure = RwSignal::new(false);
    let still = move || recording.phase.get() != Phase::Live;
    let kept = Memo::new(move |_| {
        recording.dropped.with(|dropped| {
            recording.steps.with(|steps| steps.iter().filter(|step| !dropped.contains(&step.id)).count())
        })
    });
    view! {
        <div class="row wrap">
            {move || if sure.get() {
                view! {
                    <span>"Throw "{words::counted(recording.steps.with(|steps| steps.len()), "step")}" away for good?"</span>
                    <button class="button danger" on:click=move |_| { sure.set(false); recording.finish(app, false); }>"Throw away"</button>
                    <button class="button" on:click=move |_| sure.set(false)>"Go on recording"</button>
                }.into_any()
            } else {
                view! {
                    <button class="button" disabled=still aria-pressed=move || recording.paused.get().to_string() on:click=move |_| recording.pause()>
                        {move || if recording.paused.get() {
                            view! { <Sign icon=Icon::Record/>"Go on" }.into_any()
                        } else {
                            view! { <Sign icon=Icon::Pause/>"Pause" }.into_any()
                        }}
                    </button>
                    <button class="button" disabled=still on:click=move |_| {
                        if recording.steps.with_untracked(|steps| steps.is_empty()) { recording.finish(app, false); } else { sure.set(true); }
                    }><Sign icon=Icon::Trash/>"Throw away"</button>
                    <button class="button primary" disabled=move || still() || kept.get() == 0 on:click=move |_| recording.finish(app, true)>
                        <Sign icon=Icon::Done/>{move || if kept.get() == 0 { "Finish and keep".to_owned() } else { format!("Finish and keep {}", words::counted(kept.get(), "step")) }}
                    </button>
                }.into_any()
            }}
        </div>
    }
}
