//! What stands where data would stand: an error with its way out, an empty state with the action that fills
//! it, a quiet line while it loads.

use atelier_core::ipc::UiError;
use leptos::prelude::*;

use super::icon::{Icon, Sign};
use super::prose::prose;
use crate::state::toasts::sentence;

/// An error where the thing is. `retry` is offered where another try makes sense.
#[component]
pub fn Trouble(error: UiError, #[prop(optional, into)] retry: Option<Callback<()>>) -> impl IntoView {
    view! {
        <div class="trouble" role="alert">
            <Sign icon=Icon::Warning/>
            <div class="trouble-text">
                <strong>{prose(&sentence(&error.message))}</strong>
                {(!error.hint.is_empty()).then(|| view! { <span>{prose(&error.hint)}</span> })}
            </div>
            {retry.map(|retry| {
                view! { <button class="button" on:click=move |_| retry.run(())>"Try again"</button> }
            })}
        </div>
    }
}

/// Nothing here yet: why, and what fills it.
#[component]
pub fn Empty(
    icon: Icon,
    #[prop(into)] title: String,
    #[prop(into)] text: String,
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    view! {
        <div class="empty">
            <span class="empty-sign"><Sign icon/></span>
            <h2>{title}</h2>
            <p>{text}</p>
            {children.map(|children| view! { <div class="row center">{children()}</div> })}
        </div>
    }
}

/// While something loads for the first time.
#[component]
pub fn Waiting(#[prop(into)] what: String) -> impl IntoView {
    view! { <p class="waiting" role="status">{what}"…"</p> }
}
