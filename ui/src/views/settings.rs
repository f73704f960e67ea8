//! Settings: appearance, the browser, privacy, readiness, shortcuts.

mod browser;

use atelier_core::ipc::Overview;
use atelier_core::settings::Theme;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::action::{self, ACTIONS};
use crate::bindings::frame;
use crate::components::fields::Segments;
use crate::components::header::Header;
use crate::components::icon::{Icon, Sign};
use crate::components::notice::Waiting;
use crate::route::Screen;
use crate::state::{App, use_app};
use crate::words;

#[component]
pub fn Settings() -> impl IntoView {
    let app = use_app();
    view! {
        <Header screen=Screen::Settings/>
        <div class="body settings">
            {move || match app.overview.get() {
                None => view! { <Waiting what="Reading the settings"/> }.into_any(),
                Some(overview) => view! {
                    <section class="card" aria-label="Appearance">
                        <div class="card-head"><h2>"Appearance"</h2></div>
                        <div class="setting">
                            <div class="grow"><strong>"Colours"</strong><p class="muted">"Light, dark, or as the system has it."</p></div>
                            <Segments label="Colours" value=app.appearance.theme choose=Callback::new(move |to| app.appearance.choose(app, to))
                                choices=vec![(Theme::System, "System".into()), (Theme::Light, "Light".into()), (Theme::Dark, "Dark".into())]/>
                        </div>
                        <ShowBrowser shown=overview.settings.show_browser/>
                        <div class="setting">
                            <div class="grow"><strong>"Introduction"</strong><p class="muted">"What Atelier does and where your data lives, in three steps."</p></div>
                            <button class="button" on:click=move |_| app.intro.set(true)>"Show it again"</button>
                        </div>
                    </section>
                    <browser::Browser/>
                    {privacy(&overview)}
                    {readiness(app, &overview)}
                    {shortcuts()}
                }.into_any(),
            }}
        </div>
    }
}

#[component]
fn ShowBrowser(shown: bool) -> impl IntoView {
    let app = use_app();
    let set = move |event| {
        let show = event_target_checked(&event);
        spawn_local(async move {
            if let Err(error) = frame::set_show_browser(show).await {
                app.toasts.failed(&error);
            }
            app.load_overview();
        });
    };
    view! {
        <div class="setting">
            <label class="grow" for="show-browser"><strong>"Show Chromium while a task runs"</strong>
                <span class="muted block">"Otherwise it works out of sight, and its page is shown under Run."</span></label>
            <input type="checkbox" id="show-browser" prop:checked=shown on:change=set/>
        </div>
    }
}

fn privacy(overview: &Overview) -> impl IntoView + use<> {
    let left = match overview.outbound_today {
        0 => "Nothing left this machine today. There is no account, no telemetry and no update check."
            .to_owned(),
        n => {
            format!("{} left this machine today, all to the endpoint you set.", words::counted(n, "request"))
        }
    };
    view! {
        <section class="card" aria-label="Privacy">
            <div class="card-head"><h2>"Privacy"</h2></div>
            <div class="setting">
                <div class="grow"><strong>"Where your data lives"</strong>
                    <p class="muted">"Trajectories, skills, the task log and pictures of pages. Only your user can read the folder."</p>
                    <p class="mono path" tabindex="0">{overview.home.clone()}</p></div>
            </div>
            <div class="setting"><div class="grow"><strong>"What left this machine"</strong><p class="muted">{left}</p></div></div>
        </section>
    }
}

fn readiness(app: App, overview: &Overview) -> impl IntoView + use<> {
    let line = |good: bool, what: &'static str, text: String| {
        let (tone, icon, word) =
            if good { ("good", Icon::Done, "ready") } else { ("caution", Icon::Warning, "missing") };
        view! {
            <li><span class=tone><Sign icon/></span><strong>{what}</strong><span class="grow muted">{text}</span><span class=tone>{word}</span></li>
        }
    };
    let browser = overview.browser.clone();
    let browser_text = browser
        .clone()
        .unwrap_or_else(|| "Install Chromium or Chrome, then load everything again.".to_owned());
    let model_text = if overview.embedding_ready {
        "all-MiniLM-L6-v2, on this machine"
    } else {
        "The files of the embedding model are missing or damaged; install Atelier anew or fetch them with its set-up."
    };
    let practice = overview.practice.clone();
    let off = practice.is_none();
    let practice_text = practice.map_or_else(
        || "A forum and a shop to try things on, served by this app only.".to_owned(),
        |sites| format!("{} · {}", words::place(&sites.forum), words::place(&sites.shop)),
    );
    view! {
        <section class="card" aria-label="Readiness">
            <div class="card-head"><h2>"Readiness"</h2><span class="grow"></span>
                <span class="muted num">"Atelier "{overview.version.clone()}</span></div>
            <ul class="ready">
                {line(browser.is_some(), "Chromium", browser_text)}
                {line(overview.embedding_ready, "Embedding model", model_text.to_owned())}
                {line(true, "Planner", overview.model.clone())}
                {line(!off, "Practice sites", practice_text)}
            </ul>
            <div class="setting">
                <span class="grow"></span>
                {off.then(|| view! { <button class="button" on:click=move |_| app.start_practice()>"Start the practice sites"</button> })}
                <button class="button" on:click=move |_| app.load_all()>"Check again"</button>
            </div>
        </section>
    }
}

fn shortcuts() -> impl IntoView {
    let lines = ACTIONS.iter().filter(|action| !action.keys.is_empty()).map(|action| {
        view! { <div class="shortcut"><dt>{action.title}</dt><dd><kbd>{action::keys_in_words(action.keys)}</kbd></dd></div> }
    });
    view! {
        <section class="card" aria-label="Shortcuts">
            <div class="card-head"><h2>"Shortcuts"</h2></div>
            <dl class="shortcuts">{lines.collect_view()}</dl>
        </section>
    }
}
