//! Skills: what can Atelier do on these sites, and how sure is it?
//!
//! | module | holds |
//! |---|---|
//! | [`tree`] | the skills by the pages they start on |
//! | [`detail`] | one skill: signature, steps, parameters, history |
//! | [`trial`] | Try it |

mod detail;
mod tree;
mod trial;

pub use detail::score;

use std::str::FromStr;
use std::sync::Arc;

use atelier_core::ids::SkillId;
use atelier_core::ipc::SkillRow;
use atelier_core::sets::Stage;
use leptos::prelude::*;

use crate::components::badge::{EffectBadge, Held, MarkBadge, StageBadge};
use crate::components::fields::{Filter, Segments};
use crate::components::grid::{Column, Grid, Rows};
use crate::components::header::Header;
use crate::components::icon::Icon;
use crate::components::notice::{Empty, Trouble, Waiting};
use crate::components::panel::Inspector;
use crate::route::{Route, Screen};
use crate::state::use_app;
use crate::words;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Table,
    Tree,
    /// The proposals to heal targets.
    Proposals,
}

#[component]
pub fn Skills() -> impl IntoView {
    let app = use_app();
    view! {
        <Header screen=Screen::Skills>
            <button class="button primary" disabled=move || app.tailoring.running.get()
                on:click=move |_| { app.go(Route::Pipeline); app.tailoring.start(app); }>"Run the pipeline"</button>
        </Header>
        <div class="body list-body">
            {move || app.skills.error().map(|error| {
                let retry = Callback::new(move |()| app.load_skills());
                view! { <Trouble error retry/> }
            })}
            {move || match app.skills.get().map(|rows| rows.is_empty()) {
                None => app.skills.error().is_none().then(|| view! { <Waiting what="Reading the skills"/> }).into_any(),
                Some(true) => view! {
                    <Empty icon=Icon::Skills title="No skills yet"
                        text="The pipeline cuts skills from your trajectories, drops what is too small, too big or twice there, and tries the rest on the page.">
                        <button class="button primary" on:click=move |_| { app.go(Route::Pipeline); app.tailoring.start(app); }>"Run the pipeline"</button>
                        <button class="button" on:click=move |_| app.go(Route::Trajectories)>"Look at the trajectories"</button>
                    </Empty>
                }.into_any(),
                Some(false) => view! { <List/> }.into_any(),
            }}
        </div>
    }
}

fn columns() -> Vec<Column<SkillRow>> {
    vec![
        Column {
            title: "Skill",
            class: "main mono",
            cell: |row| {
                view! { <span class="clip" title=row.signature.clone()>{row.name.clone()}</span> }.into_any()
            },
            order: |a, b| a.name.cmp(&b.name),
        },
        Column {
            title: "What it does",
            class: "main wide",
            cell: |row| {
                view! { <span class="clip" title=row.description.clone()>{row.description.clone()}</span> }
                    .into_any()
            },
            order: |a, b| a.description.cmp(&b.description),
        },
        Column {
            title: "Stage",
            class: "",
            cell: |row| {
                view! { <StageBadge stage=row.stage/>{row.mark.map(|mark| view! { " " <MarkBadge mark/> })} }
                    .into_any()
            },
            order: |a, b| rank(a.stage).cmp(&rank(b.stage)),
        },
        Column {
            title: "Effect",
            class: "",
            cell: |row| view! { <EffectBadge effect=row.effect/> }.into_any(),
            order: |a, b| a.effect.cmp(&b.effect),
        },
        Column {
            title: "Site",
            class: "wide",
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
            title: "Verified",
            class: "wide",
            cell: |row| match row.verified {
                Some(held) => view! { <Held held yes="held" no="failed"/> }.into_any(),
                None => view! { <span class="muted">"not tried"</span> }.into_any(),
            },
            order: |a, b| a.verified.cmp(&b.verified),
        },
        Column {
            title: "Likely",
            class: "num",
            cell: |row| {
                row.likelihood.map_or_else(|| "–".to_owned(), |rating| format!("{rating:.0}")).into_any()
            },
            order: |a, b| a.likelihood.unwrap_or(0.0).total_cmp(&b.likelihood.unwrap_or(0.0)),
        },
        Column {
            title: "Used",
            class: "num wide",
            cell: |row| {
                if row.calls == 0 { "–".to_owned() } else { words::share(row.succeeded, row.calls) }
                    .into_any()
            },
            order: |a, b| a.calls.cmp(&b.calls),
        },
    ]
}

/// What is offered first, what failed last.
const fn rank(stage: Stage) -> u8 {
    match stage {
        Stage::Active => 0,
        Stage::Pool => 1,
        Stage::Generated => 2,
        Stage::Quarantine => 3,
    }
}

#[component]
fn List() -> impl IntoView {
    let app = use_app();
    let filter = RwSignal::new(String::new());
    let stage = RwSignal::new(None::<Stage>);
    let shape = RwSignal::new(Shape::Table);
    let all = Signal::derive(move || app.skills.get().unwrap_or_else(|| Arc::new(Vec::new())));
    let rows = Memo::new(move |_| {
        let stage = stage.get();
        let kept = |row: &&SkillRow| stage.is_none_or(|stage| row.stage == stage);
        let mut rows = all.with(|all| all.iter().filter(kept).cloned().collect::<Vec<_>>());
        rows.sort_by(|a, b| rank(a.stage).cmp(&rank(b.stage)).then_with(|| a.name.cmp(&b.name)));
        Arc::new(rows)
    });
    let selected = Signal::derive(move || match app.route.get() {
        Route::Skill(id) => Some(id.to_string()),
        _ => None,
    });
    let open = Callback::new(move |key: String| {
        if let Ok(id) = SkillId::from_str(&key) {
            app.go(Route::Skill(id));
        }
    });
    let text = |row: &SkillRow| {
        format!(
            "{} {} {} {} {}",
            row.name.replace('_', " "),
            row.name,
            row.description,
            row.site,
            row.effect.name()
        )
    };
    let look = move || Rows { columns: columns(), key: |row: &SkillRow| row.id.to_string(), text };
    let is_open = Memo::new(move |_| selected.with(Option::is_some));
    let stages = Memo::new(move |_| {
        let of = |stage: Stage| all.with(|all| all.iter().filter(|row| row.stage == stage).count());
        let every = (None, format!("All {}", all.with(|all| all.len())));
        let each = [Stage::Active, Stage::Pool, Stage::Generated, Stage::Quarantine];
        std::iter::once(every)
            .chain(each.map(|stage| (Some(stage), format!("{} {}", words::capital(stage.name()), of(stage)))))
            .collect::<Vec<_>>()
    });
    let shapes = Memo::new(move |_| {
        let waiting = app.healings.get().map_or(0, |all| all.len());
        let proposals = if waiting == 0 { "Proposals".to_owned() } else { format!("Proposals {waiting}") };
        vec![
            (Shape::Table, "Table".to_owned()),
            (Shape::Tree, "Pages".to_owned()),
            (Shape::Proposals, proposals),
        ]
    });
    view! {
        <div class="row wrap">
            <Filter text=filter label="Filter skills"/>
            {move || view! { <Segments label="Stage" choices=stages.get() value=stage choose=Callback::new(move |to| stage.set(to))/> }}
            <span class="grow"></span>
            {move || view! { <Segments label="View" choices=shapes.get() value=shape choose=Callback::new(move |to| shape.set(to))/> }}
        </div>
        <div class="split" class:open=is_open>
            <div class="card grid-card">
                {move || match shape.get() {
                    Shape::Table => view! { <Grid label="Skills" rows look=look() filter selected open/> }.into_any(),
                    Shape::Tree => view! { <tree::Tree rows filter selected open/> }.into_any(),
                    Shape::Proposals => view! { <detail::healings::All/> }.into_any(),
                }}
            </div>
            {move || is_open.get().then(|| view! {
                <Inspector label="Skill" close=Callback::new(move |()| app.go(Route::Skills))><detail::Detail/></Inspector>
            })}
        </div>
    }
}
