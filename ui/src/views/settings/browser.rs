//! The browser that is recorded and acted in: Atelier's own under an identity, or the user's.

use atelier_core::ipc::BrowserChoices;
use atelier_core::settings::BrowserInUse;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::bindings::frame;
use crate::components::notice::Waiting;
use crate::state::use_app;

#[component]
pub fn Browser() -> impl IntoView {
    let app = use_app();
    let choices = RwSignal::new(None::<BrowserChoices>);
    let look = move || {
        spawn_local(async move {
            match frame::browsers().await {
                Ok(found) => choices.set(Some(found)),
                Err(error) => app.toasts.failed(&error),
            }
        });
    };
    // What is in use changes elsewhere too.
    Effect::new(move || {
        app.overview.get();
        look();
    });
    view! {
        <section class="card" aria-label="Browser">
            <div class="card-head"><h2>"Browser"</h2></div>
            {move || match choices.get() {
                None => view! { <Waiting what="Looking for browsers"/> }.into_any(),
                Some(choices) => view! {
                    <Own choices=choices.clone()/>
                    <Users choices look=Callback::new(move |()| look())/>
                }.into_any(),
            }}
        </section>
    }
}

/// Atelier's own browser, with a profile for each identity.
#[component]
fn Own(choices: BrowserChoices) -> impl IntoView {
    let app = use_app();
    let in_use = match &choices.in_use {
        BrowserInUse::Own { identity } => Some(identity.clone()),
        BrowserInUse::Users { .. } => None,
    };
    let wanted = RwSignal::new(String::new());
    let trouble = Memo::new(move |_| {
        let name = wanted.get();
        if name.is_empty() {
            None
        } else {
            BrowserInUse::check_identity(&name).err().map(|why| why.replace('`', ""))
        }
    });
    let add = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let identity = wanted.get_untracked();
        if !identity.is_empty() && trouble.get_untracked().is_none() {
            app.use_browser(BrowserInUse::Own { identity });
        }
    };
    let line = |identity: String| {
        let chosen = in_use.as_ref() == Some(&identity);
        let choose = identity.clone();
        view! {
            <label class="choice-line">
                <input type="radio" name="browser" prop:checked=chosen
                    on:change=move |_| app.use_browser(BrowserInUse::Own { identity: choose.clone() })/>
                <span class="mono">{identity}</span>
            </label>
        }
    };
    view! {
        <div class="setting top">
            <div class="grow"><strong>"Atelier's own"</strong>
                <p class="muted">"A Chromium with a profile of its own for each identity. What you sign in to there stays signed in, and other identities do not see it."</p></div>
            <fieldset class="choice-list"><legend class="visually-hidden">"Identity"</legend>
                {choices.identities.into_iter().map(line).collect_view()}
                <form class="row" on:submit=add>
                    <input type="text" id="new-identity" aria-label="Name of a new identity" placeholder="new identity" autocomplete="off"
                        aria-describedby="identity-trouble" prop:value=move || wanted.get() on:input=move |event| wanted.set(event_target_value(&event))/>
                    <button class="button" disabled=move || wanted.get().is_empty() || trouble.get().is_some()>"Add"</button>
                </form>
                <p id="identity-trouble" class="bad" role="status">{move || trouble.get()}</p>
            </fieldset>
        </div>
    }
}

/// The user's own browsers, where they allow it.
#[component]
fn Users(choices: BrowserChoices, look: Callback<()>) -> impl IntoView {
    let app = use_app();
    let in_use = match &choices.in_use {
        BrowserInUse::Users { address } => Some(address.clone()),
        BrowserInUse::Own { .. } => None,
    };
    let nothing = choices.users.is_empty();
    // The address changes with each start of the browser; the first that is found is meant.
    let chosen = in_use.is_some();
    let named =
        choices.users.first().map_or_else(|| "Your Chrome".to_owned(), |(name, _)| format!("Your {name}"));
    view! {
        <div class="setting top">
            <div class="grow"><strong>"Your own Chrome"</strong>
                <p class="muted">"Atelier opens tabs of its own in the browser you use, with everything you are signed in to there. Its other tabs are left alone. Chrome asks you at each connection."</p>
                {nothing.then(|| view! {
                    <p class="muted">"None allows it right now. In Chrome 144 or newer open "
                        <span class="mono">"chrome://inspect/#remote-debugging"</span>", allow remote debugging there, and look again."</p>
                })}</div>
            <div class="choice-list">
                <label class="choice-line">
                    <input type="radio" name="browser" prop:checked=chosen disabled=nothing && !chosen
                        on:change=move |_| app.use_browser(BrowserInUse::Users { address: String::new() })/>
                    <span>{named}</span>
                </label>
                <button class="button" on:click=move |_| look.run(())>"Look again"</button>
            </div>
        </div>
    }
}
