//! The frame, and what is drawn where.

use atelier_core::settings::BrowserInUse;
use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::action;
use crate::bindings::{bridge, frame};
use crate::components::icon::{Icon, Sign};
use crate::components::notice::Trouble;
use crate::components::palette::Palette;
use crate::components::rail::Rail;
use crate::components::toasts::ToastHost;
use crate::dom;
use crate::route::{Route, Screen};
use crate::state;
use crate::views::{intro, pipeline, run, settings, skills, trajectories};

#[component]
pub fn App() -> impl IntoView {
    let app = state::App::new();
    provide_context(app);
    app.appearance.follow();
    if !bridge::is_there() {
        return view! { <Outside/> }.into_any();
    }
    listen(app);
    app.load_all();
    Effect::new(move |known: Option<bool>| {
        let Some(overview) = app.overview.get() else { return known.unwrap_or_default() };
        app.appearance.theme.set(overview.settings.theme);
        if !known.unwrap_or_default() {
            app.intro.set(!overview.settings.introduced);
            app.opened.set(true);
        }
        true
    });
    Effect::new(move || open(app, app.route.get()));
    Effect::new(move || {
        dom::document().set_title(&format!("{} · Atelier", app.route.get().screen().title()))
    });
    view! { <Frame/> }.into_any()
}

/// Follows the address, the keys, and files that are dropped.
fn listen(app: state::App) {
    let here = || Route::of_hash(&dom::window().location().hash().unwrap_or_default());
    app.route.set(here());
    let moved = window_event_listener(ev::hashchange, move |_| app.route.set(here()));
    let keys = window_event_listener(ev::keydown, move |event| action::on_key(app, &event));
    on_cleanup(move || {
        moved.remove();
        keys.remove();
    });
    spawn_local(async move {
        let hears = frame::on_imported(move |event| {
            app.go(Route::Trajectories);
            app.importing.hear(app, event);
        });
        // Without it dropping files does nothing; the Import button still works.
        hears.await.ok();
    });
}

/// Loads what the address names.
fn open(app: state::App, route: Route) {
    match route {
        Route::Task(id) => {
            app.past.clear();
            app.load_past(id);
        }
        Route::Trajectory(id) => app.load_trajectory(id),
        Route::Skill(id) => app.load_skill(id),
        _ => {}
    }
}

#[component]
fn Frame() -> impl IntoView {
    let app = state::use_app();
    let screen = Memo::new(move |_| app.route.get().screen());
    view! {
        <a class="skip" href="#main" on:click=|event| { event.prevent_default(); dom::focus("main"); }>"Skip to the content"</a>
        {move || if !app.opened.get() && app.overview.error().is_none() {
            // Neither the introduction nor a screen before it is known which of them comes first.
            view! { <p class="visually-hidden" role="status">"Opening Atelier…"</p> }.into_any()
        } else if app.intro.get() {
            view! { <intro::Intro/> }.into_any()
        } else {
            view! {
                <div class="app">
                    <Rail/>
                    <main id="main" tabindex="-1">
                        {move || unreachable(app)}
                        {move || in_users_browser(app)}
                        {move || match screen.get() {
                            Screen::Run => view! { <run::Run/> }.into_any(),
                            Screen::Trajectories => view! { <trajectories::Trajectories/> }.into_any(),
                            Screen::Pipeline => view! { <pipeline::Pipeline/> }.into_any(),
                            Screen::Skills => view! { <skills::Skills/> }.into_any(),
                            Screen::Settings => view! { <settings::Settings/> }.into_any(),
                        }}
                    </main>
                </div>
            }.into_any()
        }}
        <Palette/>
        <ToastHost/>
    }
}

/// The frame's own trouble: without the overview nothing on the screens can be relied on.
fn unreachable(app: state::App) -> Option<impl IntoView> {
    let error = app.overview.error()?;
    let retry = Callback::new(move |()| app.load_all());
    Some(view! { <div class="frame-trouble"><Trouble error retry/></div> })
}

/// Said on every screen: what runs there has all that the user is signed in to within its reach.
fn in_users_browser(app: state::App) -> Option<impl IntoView> {
    let overview = app.overview.get()?;
    if !matches!(overview.settings.browser_in_use, BrowserInUse::Users { .. }) {
        return None;
    }
    let back = move |_| app.use_browser(BrowserInUse::default());
    Some(view! {
        <div class="frame-banner" role="status">
            <Sign icon=Icon::Warning/>
            <p class="grow"><strong>"Atelier acts in your own Chrome. "</strong>
                "Everything you are signed in to there is within reach of what you record and run."</p>
            <button class="button" on:click=back>"Use Atelier's own browser"</button>
        </div>
    })
}

/// Shown in a plain browser, where there is no shell to talk to.
#[component]
fn Outside() -> impl IntoView {
    view! {
        <main class="outside">
            <img src="/icon.svg" alt="" width="64" height="64"/>
            <h1>"This page belongs to the Atelier app"</h1>
            <p>
                "It only works in Atelier's own window, because your trajectories and skills are kept by the app \
                and never by a web page. Start the app to use it."
            </p>
            <p class="mono">"cargo xtask run"</p>
        </main>
    }
}
