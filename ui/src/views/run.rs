//! Run: what should be done, and how is it going?
//!
//! | module | holds |
//! |---|---|
//! | [`composer`] | the task, where it starts, and suggestions |
//! | [`stage`] | a run on screen: steps, live page, foot; the same for one that goes on and one of the past |
//! | [`steps`] | the timeline |
//! | [`approval`] | the card that asks before something is sent |
//! | [`result`] | how it ended, and what comes next |
//! | [`history`] | earlier runs |

pub mod approval;
mod composer;
mod history;
mod result;
mod stage;
pub mod steps;

use leptos::prelude::*;

use crate::components::header::Header;
use crate::components::icon::{Icon, Sign};
use crate::components::notice::{Trouble, Waiting};
use crate::route::{Route, Screen};
use crate::state::timeline::Timeline;
use crate::state::{App, use_app};

/// What the screen shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Showing {
    Composer,
    History,
    Live,
    Past,
}

fn showing(app: App) -> Showing {
    if matches!(app.route.get(), Route::Task(_)) {
        return Showing::Past;
    }
    if app.history.get() {
        return Showing::History;
    }
    let begun = app.run.running.get() || app.run.request.with(Option::is_some);
    if begun { Showing::Live } else { Showing::Composer }
}

#[component]
pub fn Run() -> impl IntoView {
    let app = use_app();
    let showing = Memo::new(move |_| showing(app));
    let toggle_history = move |_| {
        let shown = showing.get_untracked() == Showing::History;
        app.go(Route::Run);
        app.history.set(!shown);
    };
    let new_task = move |_| {
        app.run.clear();
        app.history.set(false);
        app.go(Route::Run);
        crate::dom::focus("intent");
    };
    view! {
        <Header screen=Screen::Run>
            <button class="button" aria-pressed=move || (showing.get() == Showing::History).to_string() on:click=toggle_history>
                <Sign icon=Icon::History/> "History"
            </button>
            {move || (showing.get() != Showing::Composer).then(|| view! {
                <button class="button primary" on:click=new_task disabled=move || app.run.running.get()>
                    "New task" <kbd>"N"</kbd>
                </button>
            })}
        </Header>
        {move || match showing.get() {
            Showing::Composer => view! { <composer::Composer/> }.into_any(),
            Showing::History => view! { <history::History/> }.into_any(),
            Showing::Live => {
                let timeline = Signal::derive(move || app.run.timeline.get());
                view! { <stage::Stage timeline live=true/> }.into_any()
            }
            Showing::Past => view! { <Past/> }.into_any(),
        }}
    }
}

/// A run of the past, put together from its stored events.
#[component]
fn Past() -> impl IntoView {
    let app = use_app();
    let timeline = Signal::derive(move || {
        app.past.get().map(|detail| {
            let mut timeline = Timeline::of(&detail.events);
            timeline.intent.clone_from(&detail.record.intent);
            timeline.start_url.clone_from(&detail.record.start_url);
            timeline.record = Some(detail.record.clone());
            timeline
        })
    });
    move || {
        if let Some(error) = app.past.error() {
            let retry = Callback::new(move |()| {
                if let Route::Task(id) = app.route.get_untracked() {
                    app.load_past(id);
                }
            });
            return view! { <div class="body"><Trouble error retry/></div> }.into_any();
        }
        if app.past.get().is_none() {
            return view! { <div class="body"><Waiting what="Opening the run"/></div> }.into_any();
        }
        let timeline = Signal::derive(move || timeline.get().unwrap_or_default());
        view! { <stage::Stage timeline live=false/> }.into_any()
    }
}
