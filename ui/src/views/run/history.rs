//! Earlier runs: the latest beside the composer, all of them as a table.

use std::str::FromStr;
use std::sync::Arc;

use atelier_core::ids::TaskId;
use atelier_core::ipc::TaskRow;
use leptos::prelude::*;

use super::stage::model_words;
use crate::components::badge::TaskBadge;
use crate::components::fields::Filter;
use crate::components::grid::{Column, Grid, Rows};
use crate::components::icon::Icon;
use crate::components::notice::{Empty, Trouble, Waiting};
use crate::dom;
use crate::route::Route;
use crate::state::use_app;
use crate::words;

/// Runs beside the composer.
const RECENT: usize = 12;

#[component]
pub fn Recent() -> impl IntoView {
    let app = use_app();
    view! {
        <aside class="card recent" aria-label="Recent runs">
            <div class="card-head"><h2>"Recent runs"</h2></div>
            {move || match app.tasks.get() {
                Some(rows) if !rows.is_empty() => view! {
                    <ul class="recent-list">{rows.iter().take(RECENT).cloned().map(recent).collect_view()}</ul>
                }.into_any(),
                Some(_) => view! {
                    <Empty icon=Icon::History title="Nothing was run yet"
                        text="Each task is kept here with its steps, its pictures and how it ended."/>
                }.into_any(),
                None => app.tasks.error().map(|error| {
                    let retry = Callback::new(move |()| app.load_tasks());
                    view! { <Trouble error retry/> }
                }).into_any(),
            }}
        </aside>
    }
}

fn recent(row: TaskRow) -> impl IntoView {
    view! {
        <li>
            <a href=Route::Task(row.id).hash()>
                <span class="clip-2">{row.intent}</span>
                <span class="row">
                    <TaskBadge outcome=row.outcome/>
                    <span class="muted small num">{words::took(row.latency_ms)}" · "{words::ago(dom::now(), row.started_at)}</span>
                </span>
            </a>
        </li>
    }
}

fn columns() -> Vec<Column<TaskRow>> {
    vec![
        Column {
            title: "Task",
            class: "main",
            cell: |row| {
                view! { <span class="clip" title=row.intent.clone()>{row.intent.clone()}</span> }.into_any()
            },
            order: |a, b| words::compare(&a.intent, &b.intent),
        },
        Column {
            title: "Outcome",
            class: "",
            cell: |row| view! { <TaskBadge outcome=row.outcome.clone()/> }.into_any(),
            order: |a, b| a.outcome.name().cmp(b.outcome.name()),
        },
        Column {
            title: "Site",
            class: "",
            cell: |row| row.site.clone().into_any(),
            order: |a, b| a.site.cmp(&b.site),
        },
        Column {
            title: "Skills",
            class: "mono main",
            cell: |row| view! { <span class="clip">{row.skills.join(", ")}</span> }.into_any(),
            order: |a, b| a.skills.cmp(&b.skills),
        },
        Column {
            title: "Model",
            class: "",
            cell: |row| model_words(&row.model).into_any(),
            order: |a, b| a.model.cmp(&b.model),
        },
        Column {
            title: "Time",
            class: "num",
            cell: |row| words::took(row.latency_ms).into_any(),
            order: |a, b| a.latency_ms.cmp(&b.latency_ms),
        },
        Column {
            title: "Started",
            class: "num",
            cell: |row| words::date(row.started_at).into_any(),
            order: |a, b| a.started_at.cmp(&b.started_at),
        },
    ]
}

#[component]
pub fn History() -> impl IntoView {
    let app = use_app();
    let filter = RwSignal::new(String::new());
    let selected = RwSignal::new(None::<String>);
    let rows = Signal::derive(move || app.tasks.get().unwrap_or_else(|| Arc::new(Vec::new())));
    let look = || Rows {
        columns: columns(),
        key: |row: &TaskRow| row.id.to_string(),
        text: |row: &TaskRow| {
            format!("{} {} {} {}", row.intent, row.site, row.outcome.name(), row.skills.join(" "))
        },
    };
    let open = Callback::new(move |key: String| {
        if let Ok(id) = TaskId::from_str(&key) {
            app.history.set(false);
            app.go(Route::Task(id));
        }
    });
    let pick = Callback::new(move |key: String| selected.set(Some(key)));
    let gaps = move || rows.with(|rows| rows.iter().filter(|row| row.gap).count());
    move || {
        if let Some(error) = app.tasks.error() {
            let retry = Callback::new(move |()| app.load_tasks());
            return view! { <div class="body"><Trouble error retry/></div> }.into_any();
        }
        match app.tasks.get() {
            None => view! { <div class="body"><Waiting what="Reading the history"/></div> }.into_any(),
            Some(all) if all.is_empty() => view! {
                <div class="body"><Empty icon=Icon::History title="Nothing was run yet"
                    text="Each task is kept here with its steps, its pictures and how it ended.">
                    <button class="button primary" on:click=move |_| { app.history.set(false); dom::focus("intent"); }>"Write a task"</button>
                </Empty></div>
            }.into_any(),
            Some(_) => view! {
                <div class="body list-body">
                    <div class="row wrap">
                        <Filter text=filter label="Filter the history"/>
                        <span class="muted num">{move || format!("{} · {} with no skill for it", words::counted(rows.with(|r| r.len()), "task"), words::count(gaps()))}</span>
                    </div>
                    <div class="card grid-card">
                        <Grid label="History of tasks" rows look=look() filter selected open pick/>
                    </div>
                </div>
            }.into_any(),
        }
    }
}
