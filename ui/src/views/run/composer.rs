//! What to do, where to start, by what means; beside it what was done lately.

use atelier_core::task::{Mode, STEP_BUDGET, TaskRequest};
use atelier_core::template::Bindings;
use leptos::prelude::*;

use super::history::Recent;
use crate::components::fields::Segments;
use crate::components::icon::{Icon, Sign};
use crate::components::notice::Empty;
use crate::components::start_page::StartPage;
use crate::route::Route;
use crate::state::importing::From;
use crate::state::{App, use_app};

/// The request that stands in the composer.
fn request(app: App) -> TaskRequest {
    TaskRequest {
        intent: app.intent.get_untracked().trim().to_owned(),
        start_url: app.start_url.get_untracked().trim().to_owned(),
        model: "local".to_owned(),
        mode: Mode::Grounded,
        fallback: false,
        max_steps: STEP_BUDGET,
        inputs: Bindings::new(),
    }
}

#[component]
pub fn Composer() -> impl IntoView {
    let app = use_app();
    let missing = Memo::new(move |_| {
        if app.intent.with(|text| text.trim().is_empty()) {
            return Some("Write what should be done.");
        }
        let start = app.start_url.get();
        let web = start.starts_with("http://") || start.starts_with("https://");
        (!web).then_some("Choose the page to start on; an address begins with http:// or https://.")
    });
    let tried = RwSignal::new(false);
    let start = move || {
        tried.set(true);
        if missing.get_untracked().is_none() {
            app.run.run(app, request(app));
        }
    };
    let keys = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Enter" && !event.shift_key() && !event.is_composing() {
            event.prevent_default();
            start();
        }
    };
    view! {
        <div class="body compose">
            <section class="column">
                <form class="card composer" aria-label="New task"
                    on:submit=move |event| { event.prevent_default(); start(); }>
                    <label class="visually-hidden" for="intent">"Task"</label>
                    <textarea id="intent" rows="3" placeholder="What should be done? For example: subscribe to the forum about books"
                        aria-describedby="intent-hint" prop:value=move || app.intent.get()
                        on:input=move |event| app.intent.set(event_target_value(&event)) on:keydown=keys></textarea>
                    <div class="row wrap">
                        <StartPage url=app.start_url/>
                        <span class="chip" title="Chooses among your active skills on this machine, without a model endpoint">
                            <Sign icon=Icon::Skills/>{move || app.overview.get().map_or_else(|| "local planner".to_owned(), |o| o.model.clone())}
                        </span>
                        <Segments label="Mode" value=Signal::derive(|| Mode::Grounded) choose=Callback::new(|_| ())
                            choices=vec![
                                (Mode::Grounded, "Grounded".to_owned()),
                                (Mode::Guided, "Guided".to_owned()),
                                (Mode::Mixed, "Mixed".to_owned()),
                            ]
                            closed=vec![Mode::Guided, Mode::Mixed]/>
                        <span class="chip">"fallback off"</span>
                    </div>
                    <div class="row">
                        <p class="muted small grow" id="intent-hint">
                            "Guided, mixed and the fallback need a model endpoint; the local planner runs skills as programs."
                        </p>
                        <button class="button primary" type="submit">"Start" <kbd>"↵"</kbd></button>
                    </div>
                    <p class="field-error" role="alert">{move || tried.get().then(|| missing.get()).flatten()}</p>
                </form>
                <Suggestions/>
            </section>
            <Recent/>
        </div>
    }
}

/// Tasks that the active skills can do; or what to do to have some.
#[component]
fn Suggestions() -> impl IntoView {
    let app = use_app();
    let none = move || app.suggestions.get().is_none_or(|all| all.is_empty());
    view! {
        <section class="suggestions" aria-label="Suggestions">
            {move || if none() { view! { <NoSkills/> }.into_any() } else {
                let all = app.suggestions.get().unwrap_or_default();
                view! {
                    <h2 class="quiet-title">"Your skills can do these now"</h2>
                    <ul class="suggestion-list">
                        {all.iter().cloned().map(|suggestion| view! {
                            <li>
                                <button class="suggestion card" on:click=move |_| {
                                    app.intent.set(suggestion.intent.clone());
                                    app.start_url.set(suggestion.start_url.clone());
                                    app.run.run(app, request(app));
                                }>
                                    <Sign icon=Icon::Run/>
                                    <span class="grow">{suggestion.intent.clone()}</span>
                                    <span class="muted mono">{crate::words::place(&suggestion.start_url)}</span>
                                </button>
                            </li>
                        }).collect_view()}
                    </ul>
                }.into_any()
            }}
        </section>
    }
}

#[component]
fn NoSkills() -> impl IntoView {
    let app = use_app();
    move || {
        let overview = app.overview.get()?;
        if overview.trajectories == 0 {
            return Some(view! {
                <Empty icon=Icon::Trajectories title="No skills yet"
                    text="Skills are cut from trajectories. The samples hold some for two practice sites on this machine.">
                    <button class="button" on:click=move |_| { app.go(Route::Trajectories); app.importing.start(app, From::Samples); }>
                        "Load the samples"
                    </button>
                </Empty>
            }.into_any());
        }
        if overview.active == 0 {
            return Some(view! {
                <Empty icon=Icon::Pipeline title="No active skills yet"
                    text="Your trajectories are here; the pipeline cuts skills from them and keeps the ones worth having.">
                    <button class="button" on:click=move |_| { app.go(Route::Pipeline); app.tailoring.start(app); }>
                        "Run the pipeline"
                    </button>
                </Empty>
            }.into_any());
        }
        overview.practice.is_none().then(|| view! {
            <Empty icon=Icon::Page title="The practice sites are not running"
                text="Start them to try your skills on a forum and a shop that live on this machine only.">
                <button class="button" on:click=move |_| app.start_practice()>"Start the practice sites"</button>
            </Empty>
        }.into_any())
    }
}
