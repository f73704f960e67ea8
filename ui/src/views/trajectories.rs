//! Trajectories: what was recorded, and how much of it will replay?
//!
//! | module | holds |
//! |---|---|
//! | [`record`] | the recording panel |
//! | [`report`] | an import as it goes, and its fidelity report |
//! | [`detail`] | one trajectory, step by step |

mod detail;
mod record;
mod report;

use std::str::FromStr;
use std::sync::Arc;

use atelier_core::ids::TrajectoryId;
use atelier_core::ipc::TrajectoryRow;
use leptos::prelude::*;

use crate::components::badge::OutcomeBadge;
use crate::components::fields::Filter;
use crate::components::grid::{Column, Grid, Rows};
use crate::components::header::Header;
use crate::components::icon::{Icon, Sign};
use crate::components::notice::{Empty, Trouble, Waiting};
use crate::components::panel::Inspector;
use crate::route::{Route, Screen};
use crate::state::importing::From;
use crate::state::recording::Phase;
use crate::state::use_app;
use crate::words;

#[component]
pub fn Trajectories() -> impl IntoView {
    let app = use_app();
    let busy = move || app.importing.running.get();
    let recording = Memo::new(move |_| app.recording.is_on());
    let asking = Memo::new(move |_| matches!(app.recording.phase.get(), Phase::Asking | Phase::Starting));
    view! {
        <Header screen=Screen::Trajectories>
            <button class="button" disabled=busy on:click=move |_| app.importing.start(app, From::Samples)>"Load the samples"</button>
            <button class="button" disabled=busy on:click=move |_| app.importing.start(app, From::Choice)>
                <Sign icon=Icon::Import/>"Import" <kbd>"I"</kbd>
            </button>
            <button class="button primary" disabled=move || app.recording.phase.get() != Phase::Off on:click=move |_| app.recording.ask()>
                <Sign icon=Icon::Record/>"Record" <kbd>"R"</kbd>
            </button>
        </Header>
        <div class="body list-body">
            {move || asking.get().then(|| view! { <record::Form/> })}
            <report::ImportReport/>
            {move || app.trajectories.error().map(|error| {
                let retry = Callback::new(move |()| app.load_trajectories());
                view! { <Trouble error retry/> }
            })}
            {move || match app.trajectories.get().map(|rows| rows.is_empty()) {
                _ if recording.get() && !asking.get() => view! { <record::Panel/> }.into_any(),
                None => app.trajectories.error().is_none().then(|| view! { <Waiting what="Reading the trajectories"/> }).into_any(),
                Some(true) => view! {
                    <Empty icon=Icon::Trajectories title="No trajectories yet"
                        text="A trajectory is a chore on web pages, step by step. Record one of yours, load the samples of the practice \
                              sites, or drop files here: recordings of Chrome DevTools (JSON) or files of Atelier.">
                        <button class="button primary" on:click=move |_| app.recording.ask()>"Record a chore"</button>
                        <button class="button" disabled=busy on:click=move |_| app.importing.start(app, From::Samples)>
                            "Load the samples"</button>
                        <button class="button" disabled=busy on:click=move |_| app.importing.start(app, From::Choice)>
                            "Choose files…"</button>
                    </Empty>
                }.into_any(),
                Some(false) => view! { <List/> }.into_any(),
            }}
        </div>
    }
}

fn columns() -> Vec<Column<TrajectoryRow>> {
    vec![
        Column {
            title: "Task",
            class: "main",
            cell: |row| {
                let task = words::task(row);
                view! { <span class="clip" title=task.clone()>{task.clone()}</span> }.into_any()
            },
            order: |a, b| {
                words::compare(a.task.as_deref().unwrap_or_default(), b.task.as_deref().unwrap_or_default())
            },
        },
        Column {
            title: "Site",
            class: "",
            cell: |row| row.site.clone().into_any(),
            order: |a, b| a.site.cmp(&b.site),
        },
        Column {
            title: "Steps",
            class: "num",
            cell: |row| words::count(row.steps).into_any(),
            order: |a, b| a.steps.cmp(&b.steps),
        },
        Column {
            title: "Replayable",
            class: "num",
            cell: |row| share(row).into_any(),
            order: |a, b| (a.replayable * b.steps.max(1)).cmp(&(b.replayable * a.steps.max(1))),
        },
        Column {
            title: "Outcome",
            class: "",
            cell: |row| view! { <OutcomeBadge outcome=row.outcome/> }.into_any(),
            order: |a, b| words::outcome(a.outcome).cmp(words::outcome(b.outcome)),
        },
        Column {
            title: "Source",
            class: "wide",
            cell: |row| words::source(&row.source).into_any(),
            order: |a, b| words::source(&a.source).cmp(&words::source(&b.source)),
        },
        Column {
            title: "Skills",
            class: "num wide",
            cell: |row| words::count(row.skills).into_any(),
            order: |a, b| a.skills.cmp(&b.skills),
        },
        Column {
            title: "Recorded",
            class: "num wide",
            cell: |row| words::date(row.recorded_at).into_any(),
            order: |a, b| a.recorded_at.cmp(&b.recorded_at),
        },
    ]
}

/// A small bar and the share in figures.
fn share(row: &TrajectoryRow) -> impl IntoView + use<> {
    let part = row.replayable as f64 / row.steps.max(1) as f64;
    let whole = row.replayable == row.steps;
    view! {
        <span class="share">
            <svg class="share-bar" class:whole=whole viewBox="0 0 40 6" width="40" height="6" aria-hidden="true">
                <rect class="share-track" width="40" height="6" rx="3"></rect>
                <rect class="share-part" width=format!("{:.1}", part * 40.0) height="6" rx="3"></rect>
            </svg>
            {words::percent(part)}
        </span>
    }
}

#[component]
fn List() -> impl IntoView {
    let app = use_app();
    let filter = RwSignal::new(String::new());
    let rows = Signal::derive(move || app.trajectories.get().unwrap_or_else(|| Arc::new(Vec::new())));
    let selected = Signal::derive(move || match app.route.get() {
        Route::Trajectory(id) => Some(id.to_string()),
        _ => None,
    });
    let open = Callback::new(move |key: String| {
        if let Ok(id) = TrajectoryId::from_str(&key) {
            app.go(Route::Trajectory(id));
        }
    });
    let look = Rows {
        columns: columns(),
        key: |row: &TrajectoryRow| row.id.to_string(),
        text: |row: &TrajectoryRow| {
            [&words::task(row), &row.site, &words::source(&row.source), words::outcome(row.outcome)]
                .map(String::from)
                .join(" ")
        },
    };
    let summary = move || {
        rows.with(|rows| {
            let steps: usize = rows.iter().map(|row| row.steps).sum();
            let replayable: usize = rows.iter().map(|row| row.replayable).sum();
            let share = words::percent(replayable as f64 / steps.max(1) as f64);
            format!(
                "{} · {} · {share} replayable",
                words::counted(rows.len(), "trajectory"),
                words::counted(steps, "step")
            )
        })
    };
    let is_open = Memo::new(move |_| selected.with(Option::is_some));
    view! {
        <div class="row wrap">
            <Filter text=filter label="Filter trajectories"/>
            <span class="muted num">{summary}</span>
            <span class="grow"></span>
            <span class="muted small">"Drop files anywhere in the window to import them."</span>
        </div>
        <div class="split" class:open=is_open>
            <div class="card grid-card"><Grid label="Trajectories" rows look filter selected open/></div>
            {move || is_open.get().then(|| view! {
                <Inspector label="Trajectory" close=Callback::new(move |()| app.go(Route::Trajectories))><detail::Detail/></Inspector>
            })}
        </div>
    }
}
