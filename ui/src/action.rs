//! Every action of the app in one list: the palette, the menu of each screen and the shortcuts are made of it.

use atelier_core::settings::Theme;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

use crate::dom;
use crate::route::{Route, Screen};
use crate::state::App;
use crate::state::importing::From;
use crate::state::recording::Phase;

/// One action.
pub struct Action {
    pub title: &'static str,
    /// `Mod+K`, `N`, `/`; empty where it has no shortcut. `Mod` is ⌘ on a Mac, Ctrl elsewhere.
    pub keys: &'static str,
    /// The screen whose menu shows it; none for those that belong everywhere.
    pub screen: Option<Screen>,
    pub run: fn(App),
    /// False where it would do nothing now.
    pub ready: fn(App) -> bool,
}

const fn always(_: App) -> bool {
    true
}

const CLOSE: &str = "Close the inspector";

/// The list.
pub static ACTIONS: &[Action] = &[
    Action {
        title: "Find an action",
        keys: "Mod+K",
        screen: None,
        run: |app| app.palette.set(true),
        ready: always,
    },
    Action { title: "Go to Run", keys: "Mod+1", screen: None, run: |app| app.go(Route::Run), ready: always },
    Action {
        title: "Go to Trajectories",
        keys: "Mod+2",
        screen: None,
        run: |app| app.go(Route::Trajectories),
        ready: always,
    },
    Action {
        title: "Go to Pipeline",
        keys: "Mod+3",
        screen: None,
        run: |app| app.go(Route::Pipeline),
        ready: always,
    },
    Action {
        title: "Go to Skills",
        keys: "Mod+4",
        screen: None,
        run: |app| app.go(Route::Skills),
        ready: always,
    },
    Action {
        title: "Go to Settings",
        keys: "Mod+,",
        screen: None,
        run: |app| app.go(Route::Settings),
        ready: always,
    },
    Action {
        title: "New task",
        keys: "N",
        screen: Some(Screen::Run),
        run: new_task,
        ready: |app| !app.run.running.get(),
    },
    Action {
        title: CLOSE,
        keys: "Escape",
        screen: None,
        run: |app| app.go(app.route.get_untracked().screen().route()),
        ready: |app| {
            let open = matches!(app.route.get(), Route::Skill(_) | Route::Trajectory(_));
            open && !app.trial.running.get()
        },
    },
    Action {
        title: "Stop what is running",
        keys: "Escape",
        screen: None,
        run: stop,
        // Escape stops what the screen shows, nothing out of sight.
        ready: |app| match app.route.get().screen() {
            Screen::Run => app.run.running.get(),
            Screen::Pipeline => app.tailoring.running.get(),
            Screen::Skills => app.trial.running.get(),
            Screen::Trajectories | Screen::Settings => false,
        },
    },
    Action {
        title: "Show the history",
        keys: "H",
        screen: Some(Screen::Run),
        run: |app| {
            app.go(Route::Run);
            app.history.set(true);
        },
        ready: always,
    },
    Action {
        title: "Record a trajectory",
        keys: "R",
        screen: Some(Screen::Trajectories),
        run: |app| {
            app.go(Route::Trajectories);
            app.recording.ask();
        },
        ready: |app| app.recording.phase.get() == Phase::Off,
    },
    Action {
        title: "Pause the recording, or go on",
        keys: ".",
        screen: Some(Screen::Trajectories),
        run: |app| app.recording.pause(),
        ready: |app| app.recording.phase.get() == Phase::Live,
    },
    Action {
        title: "Finish the recording and keep it",
        keys: "",
        screen: Some(Screen::Trajectories),
        run: |app| app.recording.finish(app, true),
        ready: |app| app.recording.phase.get() == Phase::Live,
    },
    Action {
        title: "Import trajectories from files",
        keys: "I",
        screen: Some(Screen::Trajectories),
        run: |app| import(app, From::Choice),
        ready: |app| !app.importing.running.get(),
    },
    Action {
        title: "Load the sample trajectories",
        keys: "",
        screen: Some(Screen::Trajectories),
        run: |app| import(app, From::Samples),
        ready: |app| !app.importing.running.get(),
    },
    Action {
        title: "Run the pipeline",
        keys: "P",
        screen: Some(Screen::Pipeline),
        run: |app| {
            app.go(Route::Pipeline);
            app.tailoring.start(app);
        },
        ready: |app| !app.tailoring.running.get(),
    },
    Action {
        title: "Start the practice sites",
        keys: "",
        screen: Some(Screen::Run),
        run: App::start_practice,
        ready: |app| app.overview.get().is_some_and(|overview| overview.practice.is_none()),
    },
    Action {
        title: "Filter this list",
        keys: "/",
        screen: None,
        run: |_| dom::focus("filter"),
        ready: always,
    },
    Action {
        title: "Light colours",
        keys: "",
        screen: Some(Screen::Settings),
        run: |app| app.appearance.choose(app, Theme::Light),
        ready: |app| app.appearance.theme.get() != Theme::Light,
    },
    Action {
        title: "Dark colours",
        keys: "",
        screen: Some(Screen::Settings),
        run: |app| app.appearance.choose(app, Theme::Dark),
        ready: |app| app.appearance.theme.get() != Theme::Dark,
    },
    Action {
        title: "Colours of the system",
        keys: "",
        screen: Some(Screen::Settings),
        run: |app| app.appearance.choose(app, Theme::System),
        ready: |app| app.appearance.theme.get() != Theme::System,
    },
    Action {
        title: "Show the introduction",
        keys: "",
        screen: Some(Screen::Settings),
        run: |app| app.intro.set(true),
        ready: always,
    },
    Action { title: "Larger", keys: "Mod+=", screen: None, run: |app| app.zoom(1), ready: always },
    Action { title: "Smaller", keys: "Mod+-", screen: None, run: |app| app.zoom(-1), ready: always },
    Action { title: "Natural size", keys: "Mod+0", screen: None, run: |app| app.zoom(0), ready: always },
    Action { title: "Load everything again", keys: "Mod+R", screen: None, run: App::load_all, ready: always },
];

fn new_task(app: App) {
    app.run.clear();
    app.history.set(false);
    app.go(Route::Run);
    dom::focus("intent");
}

fn stop(app: App) {
    match app.route.get_untracked().screen() {
        Screen::Run => app.run.stop(app),
        Screen::Pipeline => app.tailoring.stop(app),
        _ => app.trial.stop(app),
    }
}

fn import(app: App, from: From) {
    app.go(Route::Trajectories);
    app.importing.start(app, from);
}

/// The shortcut as people read it.
pub fn keys_in_words(keys: &str) -> String {
    let control = if dom::is_mac() { "⌘" } else { "Ctrl " };
    keys.replace("Mod+", control).replace("Escape", "Esc")
}

/// Runs the action of a key press, if there is one.
pub fn on_key(app: App, event: &KeyboardEvent) {
    if event.default_prevented() || event.alt_key() {
        return;
    }
    let with_control = if dom::is_mac() { event.meta_key() } else { event.ctrl_key() };
    let bare = !event.ctrl_key() && !event.meta_key();
    let typing = dom::takes_text(event);
    if bare && event.key() != "Escape" && (typing || app.palette.get_untracked()) {
        return;
    }
    let pressed = |action: &&Action| match action.keys.strip_prefix("Mod+") {
        // `+` needs the shift key on many keyboards, on others it has a key of its own.
        Some(key) => {
            with_control && (event.key().eq_ignore_ascii_case(key) || (key == "=" && event.key() == "+"))
        }
        None => bare && !action.keys.is_empty() && event.key().eq_ignore_ascii_case(action.keys),
    };
    let ready = |action: &&Action| untrack(|| (action.ready)(app));
    let Some(action) = ACTIONS.iter().filter(pressed).find(ready) else { return };
    // While the introduction or the palette is open, they have the keys.
    let busy = app.intro.get_untracked() || (app.palette.get_untracked() && action.keys != "Mod+K");
    if busy {
        return;
    }
    event.prevent_default();
    if typing && action.title == CLOSE {
        // The first Escape leaves the field, the next closes what is open.
        dom::blur();
    } else {
        (action.run)(app);
    }
}
