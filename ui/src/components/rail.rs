//! The left rail: the screens, their counts, and the state of the machine in three lines.

use leptos::prelude::*;

use super::icon::{Icon, Sign};
use crate::action;
use crate::route::Screen;
use crate::state::{App, use_app};
use crate::words;

#[component]
pub fn Rail() -> impl IntoView {
    let app = use_app();
    let links = Screen::ALL.map(|screen| {
        view! {
            <a href=screen.route().hash() title=screen.title()
                aria-current=move || (app.route.get().screen() == screen).then_some("page")>
                <Sign icon=icon(screen)/>
                <span class="rail-word">{screen.title()}</span>
                {move || note(app, screen)}
            </a>
        }
    });
    view! {
        <nav class="rail" aria-label="Screens">
            <div class="brand">
                <img src="/icon.svg" alt="" width="24" height="24"/>
                <span class="rail-word">"Atelier"</span>
            </div>
            {links.collect_view()}
            <div class="rail-foot">
                <button class="button quiet palette-button" on:click=move |_| app.palette.set(true) title="Find an action">
                    <Sign icon=Icon::Search/>
                    <span class="rail-word">"Actions"</span>
                    <kbd class="rail-word">{action::keys_in_words("Mod+K")}</kbd>
                </button>
                {move || app.overview.get().map(|overview| {
                    let (ready, browser) = match &overview.browser {
                        Some(name) => (true, format!("{} ready", short_version(name))),
                        None => (false, "No Chromium found".to_owned()),
                    };
                    let left = match overview.outbound_today {
                        0 => "Nothing left this machine today".to_owned(),
                        n => format!("{} left this machine today", words::counted(n, "request")),
                    };
                    view! {
                        <ul class="machine rail-word">
                            <li class:bad=!ready><span class="dot" aria-hidden="true"></span>{browser}</li>
                            <li>"Model: "{overview.model.clone()}</li>
                            <li>{left}</li>
                        </ul>
                    }
                })}
            </div>
        </nav>
    }
}

const fn icon(screen: Screen) -> Icon {
    match screen {
        Screen::Run => Icon::Run,
        Screen::Trajectories => Icon::Trajectories,
        Screen::Pipeline => Icon::Pipeline,
        Screen::Skills => Icon::Skills,
        Screen::Settings => Icon::Settings,
    }
}

/// A count, or that something is going on there.
fn note(app: App, screen: Screen) -> Option<AnyView> {
    if screen == Screen::Trajectories && app.recording.is_on() {
        return Some(view! { <span class="rail-note going rail-word"><span aria-hidden="true">"rec"</span><span class="visually-hidden">"recording"</span></span> }.into_any());
    }
    let going = match screen {
        Screen::Run => app.run.running.get(),
        Screen::Pipeline => app.tailoring.running.get(),
        Screen::Trajectories => app.importing.running.get(),
        Screen::Skills => app.trial.running.get(),
        Screen::Settings => false,
    };
    if going {
        return Some(view! { <span class="rail-note going rail-word">"running"</span> }.into_any());
    }
    let overview = app.overview.get()?;
    let count = match screen {
        Screen::Trajectories => overview.trajectories,
        Screen::Skills => overview.active,
        _ => return None,
    };
    let what = if screen == Screen::Skills { "active" } else { "recorded" };
    (count > 0).then(|| {
        view! {
            <span class="rail-note num rail-word">{words::count(count)}</span>
            <span class="visually-hidden">{what}</span>
        }
        .into_any()
    })
}

/// `Chromium 156` of a longer version.
fn short_version(name: &str) -> String {
    name.split('.').next().unwrap_or(name).to_owned()
}
