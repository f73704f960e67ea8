//! Where to begin, and what you are about to do.

use leptos::prelude::*;

use crate::components::icon::{Icon, Sign};
use crate::components::notice::Trouble;
use crate::components::start_page::StartPage;
use crate::dom;
use crate::state::recording::Phase;
use crate::state::use_app;

#[component]
pub fn Form() -> impl IntoView {
    let app = use_app();
    let recording = app.recording;
    let missing = Memo::new(move |_| {
        let url = recording.url.get();
        let web = url.starts_with("http://") || url.starts_with("https://");
        (!web).then_some("Choose the page to begin on; an address begins with http:// or https://.")
    });
    let tried = RwSignal::new(false);
    let starting = move || recording.phase.get() == Phase::Starting;
    let start = move || {
        tried.set(true);
        if missing.get_untracked().is_none() {
            recording.start(app);
        }
    };
    dom::focus("record-name");
    view! {
        <section class="card record-form" aria-label="New recording">
            <div class="card-head">
                <h2>"New recording"</h2>
                <span class="grow"></span>
                <button class="button icon-only" aria-label="Close" title="Close" disabled=starting
                    on:click=move |_| recording.phase.set(Phase::Off)><Sign icon=Icon::Close/></button>
            </div>
            <form class="stack pad" on:submit=move |event| { event.prevent_default(); start(); }>
                <p class="muted">
                    "Atelier opens a Chromium window with a profile of its own. What you do there is written down step by step: what \
                     you click, type and choose, never a password."
                </p>
                <div class="field">
                    <label for="record-name">"What are you about to do?"</label>
                    <input id="record-name" type="text" placeholder="For example: post a link to the forum about books" autocomplete="off"
                        prop:value=move || recording.name.get()
                        on:input=move |event| recording.name.set(event_target_value(&event))/>
                    <span class="muted small">"One sentence with the values you will use: they become the parameters of the skill."</span>
                </div>
                <div class="row wrap">
                    <StartPage url=recording.url/>
                    <span class="grow"></span>
                    <button class="button primary" type="submit" disabled=starting>
                        <Sign icon=Icon::Record/>{move || if starting() { "Opening Chromium…" } else { "Start recording" }}
                    </button>
                </div>
                <p class="field-error" role="alert">{move || tried.get().then(|| missing.get()).flatten()}</p>
                {move || recording.error.get().map(|error| {
                    view! { <Trouble error retry=Callback::new(move |()| start())/> }
                })}
            </form>
        </section>
    }
}
