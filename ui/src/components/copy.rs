//! A text that can be copied.

use leptos::prelude::*;

use super::icon::{Icon, Sign};
use crate::dom;
use crate::state::use_app;

/// Copies the text; `what` says which one to screen readers.
#[component]
pub fn Copy(#[prop(into)] text: String, #[prop(into)] what: String) -> impl IntoView {
    let toasts = use_app().toasts;
    let label = format!("Copy {what}");
    let copy = move |_| {
        if dom::copy(&text) {
            toasts.say(format!("Copied: {}", crate::words::short(&text, 80)));
        } else {
            toasts.say("It could not be copied; select the text and press Ctrl C.");
        }
    };
    view! {
        <button class="button quiet icon-only copy" aria-label=label.clone() title=label on:click=copy><Sign icon=Icon::Copy/></button>
    }
}
