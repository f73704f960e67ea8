//! Pipeline: which skills came out of your recordings, which were dropped, and why?
//!
//! | module | holds |
//! |---|---|
//! | [`flow`], [`drawing`] | the funnel: its geometry, and its drawing |
//! | [`band`] | what is selected in the drawing |
//! | [`thresholds`] | the sliders with their preview |
//! | [`list`] | the skills or pairs of the selected band |
//! | [`map`] | all skills as points, those of the band in front |
//! | [`why`] | the reasons of one of them |

mod band;
mod drawing;
mod flow;
mod list;
mod map;
mod thresholds;
mod why;

use std::collections::BTreeSet;
use std::sync::Arc;

use atelier_core::ids::SkillId;
use atelier_core::ipc::PipelineView;
use leptos::prelude::*;

use band::Band;

use crate::components::header::Header;
use crate::components::icon::{Icon, Sign};
use crate::components::notice::{Empty, Trouble, Waiting};
use crate::components::progress::Ladder;
use crate::dom;
use crate::route::{Route, Screen};
use crate::state::importing::From;
use crate::state::{App, Loaded, use_app};
use crate::words;

/// What is chosen on this screen; its parts share it.
#[derive(Clone, Copy)]
struct Chosen {
    band: RwSignal<Band>,
    /// The dropped skill of a pair, or the skill of a verdict.
    skill: RwSignal<Option<SkillId>>,
    /// Dropped skills of pairs that were called no duplicates since the last run.
    apart: RwSignal<BTreeSet<SkillId>>,
    /// The map instead of the list.
    mapped: RwSignal<bool>,
    /// Counts under thresholds that are not applied yet.
    preview: Loaded<PipelineView>,
}

#[component]
pub fn Pipeline() -> impl IntoView {
    let app = use_app();
    let chosen = Chosen {
        band: RwSignal::new(Band::Duplicates),
        skill: RwSignal::new(None),
        apart: RwSignal::new(BTreeSet::new()),
        mapped: RwSignal::new(false),
        preview: Loaded::default(),
    };
    provide_context(chosen);
    let running = move || app.tailoring.running.get();
    view! {
        <Header screen=Screen::Pipeline>
            <span class="muted num header-note">{move || app.pipeline.get().map(|view| last_run(&view))}</span>
            <button class="button" aria-pressed=move || chosen.mapped.get().to_string()
                disabled=move || app.pipeline.get().is_none_or(|view| view.ran_at.is_none())
                on:click=move |_| chosen.mapped.update(|on| *on = !*on)><Sign icon=Icon::Map/>"Cluster map"</button>
            <button class="button primary" disabled=running on:click=move |_| app.tailoring.start(app)>
                {move || if app.pipeline.get().is_some_and(|view| view.ran_at.is_some()) { "Run again" } else { "Run" }} <kbd>"P"</kbd>
            </button>
        </Header>
        <div class="body pipeline-body">
            {move || app.tailoring.error.get().map(|error| {
                view! { <Trouble error retry=Callback::new(move |()| app.tailoring.start(app))/> }
            })}
            {move || app.pipeline.error().map(|error| {
                view! { <Trouble error retry=Callback::new(move |()| app.load_pipeline())/> }
            })}
            {move || running().then(|| view! {
                <section class="card" aria-label="The pipeline runs"><Ladder/></section>
                <Growing/>
            })}
            {move || match app.pipeline.get() {
                _ if running() => ().into_any(),
                None => app.pipeline.error().is_none().then(|| view! { <Waiting what="Reading the last run"/> }).into_any(),
                Some(view) if view.ran_at.is_none() => nothing_yet(app).into_any(),
                Some(_) => view! { <Last/> }.into_any(),
            }}
        </div>
    }
}

fn last_run(view: &PipelineView) -> String {
    let Some(at) = view.ran_at else { return String::new() };
    let judge = if view.judge == "local" { "local rules" } else { &view.judge };
    format!("{judge} · {} · {}", words::counted(view.trajectories, "trajectory"), words::ago(dom::now(), at))
}

fn nothing_yet(app: App) -> impl IntoView {
    let has = app.overview.get().is_some_and(|overview| overview.trajectories > 0);
    if has {
        view! {
            <Empty icon=Icon::Pipeline title="The pipeline has not run yet"
                text="It cuts skills from your trajectories, drops what is too small, too big or twice there, tries the rest on \
                      the page, and keeps the ones you are likely to need.">
                <button class="button primary" on:click=move |_| app.tailoring.start(app)>"Run the pipeline"</button>
            </Empty>
        }
        .into_any()
    } else {
        view! {
            <Empty icon=Icon::Trajectories title="Nothing to cut skills from"
                text="The pipeline works on trajectories, and there are none yet.">
                <button class="button primary" on:click=move |_| { app.go(Route::Trajectories); app.importing.start(app, From::Samples); }>
                    "Load the samples"</button>
                <button class="button" on:click=move |_| { app.go(Route::Trajectories); app.importing.start(app, From::Choice); }>
                    "Choose files…"</button>
            </Empty>
        }
        .into_any()
    }
}

/// The funnel while it is decided.
#[component]
pub fn Growing() -> impl IntoView {
    let app = use_app();
    let view = Signal::derive(move || Arc::new(app.tailoring.funnel.get()));
    let band = RwSignal::new(Band::Active);
    view! {
        <section class="card flow" aria-label="Funnel so far">
            <drawing::Drawing view before=view band preview=Signal::derive(|| false)/>
        </section>
    }
}

/// The last run: drawing, thresholds, list, reasons.
#[component]
fn Last() -> impl IntoView {
    let app = use_app();
    let chosen = expect_context::<Chosen>();
    let view =
        Signal::derive(move || app.pipeline.get().unwrap_or_else(|| Arc::new(PipelineView::default())));
    let drawn = Signal::derive(move || chosen.preview.get().unwrap_or_else(|| view.get()));
    if view.with_untracked(|view| view.duplicates.is_empty()) {
        chosen.band.set(Band::Active);
    }
    view! {
        <section class="card flow" aria-label="Funnel">
            <drawing::Drawing view=drawn before=view band=chosen.band preview=Signal::derive(move || chosen.preview.get().is_some())/>
        </section>
        <div class="three">
            <thresholds::Thresholds/>
            <list::List view/>
            <why::Why view/>
        </div>
    }
}
