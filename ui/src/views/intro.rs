//! The introduction at the first start: three steps, each of which can be skipped.

mod picture;
mod practice;

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::bindings::frame;
use crate::components::icon::{Icon, Sign};
use crate::route::Route;
use crate::state::{App, use_app};

/// Steps of the introduction.
const STEPS: usize = 3;

/// Leaves the introduction for good.
fn leave(app: App, to: Route) {
    app.intro.set(false);
    app.go(to);
    spawn_local(async move {
        if let Err(error) = frame::set_introduced(true).await {
            app.toasts.failed(&error);
        }
        app.load_overview();
    });
}

#[component]
pub fn Intro() -> impl IntoView {
    let app = use_app();
    let step = RwSignal::new(0_usize);
    // Once the samples are on their way, the other steps are behind.
    let practising = RwSignal::new(false);
    let next = move |_| step.update(|step| *step += 1);
    Effect::new(move || {
        step.track();
        crate::dom::focus("intro-title");
    });
    view! {
        <main id="main" class="intro" tabindex="-1" aria-label="Introduction">
            <div class="intro-card">
                <div class="intro-top">
                    <img src="/icon.svg" alt="" width="28" height="28"/>
                    <strong class="grow">"Atelier"</strong>
                    <span class="muted num">{move || format!("{} of {STEPS}", step.get() + 1)}</span>
                    <button class="button quiet" on:click=move |_| leave(app, Route::Run)>"Skip the introduction"</button>
                </div>
                {move || match step.get() {
                    0 => view! {
                        <h1 id="intro-title" tabindex="-1">"Web chores, done by skills you can read"</h1>
                        <p class="intro-lead">
                            "Atelier takes recordings of chores on web pages, cuts them into small programs with instructions, keeps \
                            the ones that work, and lets a planner run them in Chromium when you ask for something."
                        </p>
                        <picture::Story/>
                        <div class="row"><span class="grow"></span><button class="button primary" on:click=next>"Next"</button></div>
                    }.into_any(),
                    1 => view! {
                        <h1 id="intro-title" tabindex="-1">"Everything stays on this machine"</h1>
                        <p class="intro-lead">"No account, no key, no telemetry. Your recordings, skills, task log and pictures of pages live in one folder that only your user can read:"</p>
                        <p class="mono path" tabindex="0">{move || app.overview.get().map(|overview| overview.home.clone())}</p>
                        <ul class="promises">
                            <li><Sign icon=Icon::Lock/>"Chromium runs with a profile of its own; yours is never touched."</li>
                            <li><Sign icon=Icon::Irreversible/>"Before something is sent that cannot be taken back, Atelier shows it and asks."</li>
                            <li><Sign icon=Icon::Read/>"Each decision about a skill is kept with its reason."</li>
                        </ul>
                        <div class="row">
                            <button class="button" on:click=move |_| step.set(0)>"Back"</button>
                            <span class="grow"></span>
                            <button class="button primary" on:click=next>"Next"</button>
                        </div>
                    }.into_any(),
                    _ if practising.get() => view! { <practice::Practice/> }.into_any(),
                    _ => view! {
                        <h1 id="intro-title" tabindex="-1">"Where would you like to begin?"</h1>
                        <div class="choices">
                            <button class="choice card" on:click=move |_| practising.set(true)>
                                <Sign icon=Icon::Active/>
                                <strong>"On the practice sites"</strong>
                                <span class="muted">"A forum and a shop that run inside this app. Sample recordings become skills before your eyes, then a skill does a task. About a minute."</span>
                            </button>
                            <button class="choice card" on:click=move |_| leave(app, Route::Trajectories)>
                                <Sign icon=Icon::Import/>
                                <strong>"On a site of my own"</strong>
                                <span class="muted">"Bring recordings from the Recorder of Chrome DevTools, or files of another Atelier."</span>
                            </button>
                        </div>
                        <div class="row">
                            <button class="button" on:click=move |_| step.set(1)>"Back"</button>
                            <span class="grow"></span>
                            <button class="button quiet" on:click=move |_| leave(app, Route::Run)>"Decide later"</button>
                        </div>
                    }.into_any(),
                }}
            </div>
        </main>
    }
}
