//! The practice site: samples are read, become skills, and one of them does a task.

use atelier_core::ipc::UiError;
use atelier_core::task::{Mode, STEP_BUDGET, TaskRequest};
use atelier_core::template::Bindings;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::leave;
use crate::bindings::frame;
use crate::components::icon::{Icon, Sign};
use crate::components::notice::{Trouble, Waiting};
use crate::components::progress::Ladder;
use crate::route::Route;
use crate::state::importing::From;
use crate::state::{App, use_app};
use crate::views::pipeline::Growing;
use crate::words;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    Sites,
    Samples,
    Skills,
    Ready,
}

#[component]
pub fn Practice() -> impl IntoView {
    let app = use_app();
    let phase = RwSignal::new(Phase::Sites);
    let error = RwSignal::new(None::<UiError>);
    let go = move || {
        error.set(None);
        spawn_local(prepare(app, phase, error));
    };
    go();
    let read = move || app.importing.results.with(Vec::len);
    let active = move || app.pipeline.get().map_or(0, |view| view.active);
    let rung = move |of: Phase, what: &'static str, text: Signal<String>| {
        let class = move || {
            if phase.get() > of {
                "done"
            } else if phase.get() == of {
                "now"
            } else {
                ""
            }
        };
        let icon = move || if phase.get() > of { Icon::Done } else { Icon::Going };
        view! {
            <li class=class>{move || view! { <Sign icon=icon()/> }}<strong>{what}</strong>
                <span class="muted num grow">{move || (phase.get() >= of).then(|| text.get())}</span></li>
        }
    };
    view! {
        <h1 id="intro-title" tabindex="-1">{move || if phase.get() == Phase::Ready { "Your first skills are ready" } else { "Recordings become skills" }}</h1>
        <ol class="phases">
            {rung(Phase::Sites, "Practice sites", Signal::derive(move || {
                let practice = app.overview.get().and_then(|overview| overview.practice.clone());
                practice.map_or_else(|| "starting".to_owned(), |sites| format!("{} · {}", words::place(&sites.forum), words::place(&sites.shop)))
            }))}
            {rung(Phase::Samples, "Sample recordings", Signal::derive(move || {
                if app.importing.running.get() { words::share(read(), app.importing.files.get()) } else {
                    app.overview.get().map(|overview| words::counted(overview.trajectories, "trajectory")).unwrap_or_default()
                }
            }))}
            {rung(Phase::Skills, "Skills", Signal::derive(move || {
                if phase.get() == Phase::Ready { format!("{} active", words::count(active())) } else { "cutting, sorting and trying them".to_owned() }
            }))}
        </ol>
        {move || (phase.get() == Phase::Skills && app.tailoring.running.get()).then(|| view! { <Ladder/> <Growing/> })}
        {move || error.get().map(|error| view! { <Trouble error retry=Callback::new(move |()| go())/> })}
        {move || (phase.get() == Phase::Ready).then(|| view! { <Tasks/> })}
        <div class="row">
            <span class="grow"></span>
            {move || (phase.get() == Phase::Ready || error.get().is_some()).then(|| view! {
                <button class="button" on:click=move |_| leave(app, Route::Pipeline)>"Look at the pipeline"</button>
            })}
        </div>
    }
}

async fn prepare(app: App, phase: RwSignal<Phase>, error: RwSignal<Option<UiError>>) {
    phase.try_set(Phase::Sites);
    if let Err(fault) = frame::practice_start().await {
        error.try_set(Some(fault));
        return;
    }
    app.load_overview();
    phase.try_set(Phase::Samples);
    if !app.importing.run(app, From::Samples).await {
        error.try_set(app.importing.error.get_untracked());
        return;
    }
    app.importing.shown.set(false);
    phase.try_set(Phase::Skills);
    if app.tailoring.run(app).await {
        phase.try_set(Phase::Ready);
    } else {
        let stopped = || {
            UiError::new(
                atelier_core::ipc::ErrorCode::Stopped,
                "The pipeline was stopped before it had skills ready",
                "Try again, or look at what is there.",
            )
        };
        error.try_set(Some(app.tailoring.error.get_untracked().unwrap_or_else(stopped)));
    }
}

/// One click runs a task.
#[component]
fn Tasks() -> impl IntoView {
    let app = use_app();
    let run = move |intent: String, start_url: String| {
        app.intent.set(intent.clone());
        app.start_url.set(start_url.clone());
        leave(app, Route::Run);
        let request = TaskRequest {
            intent,
            start_url,
            model: "local".to_owned(),
            mode: Mode::Grounded,
            fallback: false,
            max_steps: STEP_BUDGET,
            inputs: Bindings::new(),
        };
        app.run.run(app, request);
    };
    move || {
        match app.suggestions.get() {
        None => view! { <Waiting what="Looking for a task"/> }.into_any(),
        Some(all) if all.is_empty() => view! { <p class="muted">"No task can be suggested yet; the pipeline shows what became of each skill."</p> }.into_any(),
        Some(all) => view! {
            <p>"Let one of them work: choose a task, and watch it on the page."</p>
            <ul class="suggestion-list">
                {all.iter().cloned().map(|suggestion| view! {
                    <li><button class="suggestion card" on:click=move |_| run(suggestion.intent.clone(), suggestion.start_url.clone())>
                        <Sign icon=Icon::Run/><span class="grow">{suggestion.intent.clone()}</span>
                        <span class="muted mono">{words::place(&suggestion.start_url)}</span>
                    </button></li>
                }).collect_view()}
            </ul>
        }.into_any(),
    }
    }
}
