//! Where short notes appear.

use leptos::prelude::*;

use super::icon::{Icon, Sign};
use crate::state::toasts::Toast;
use crate::state::use_app;

#[component]
pub fn ToastHost() -> impl IntoView {
    let toasts = use_app().toasts;
    view! {
        <div class="toasts" role="status" aria-live="polite"
            on:mouseenter=move |_| toasts.held.set(true) on:mouseleave=move |_| toasts.held.set(false)
            on:focusin=move |_| toasts.held.set(true) on:focusout=move |_| toasts.held.set(false)>
            <For each=move || toasts.list.get() key=|toast| toast.id let:toast>
                <Note toast/>
            </For>
        </div>
    }
}

#[component]
fn Note(toast: Toast) -> impl IntoView {
    let toasts = use_app().toasts;
    let id = toast.id;
    view! {
        <div class="toast" class:bad=toast.bad>
            <Sign icon=if toast.bad { Icon::Warning } else { Icon::Done }/>
            <span class="grow">{toast.text}</span>
            {toast.undo.map(|undo| view! {
                <button class="button" on:click=move |_| { undo.run.run(()); toasts.dismiss(id); }>"Undo"</button>
            })}
            <button class="button icon-only" aria-label="Dismiss" on:click=move |_| toasts.dismiss(id)>
                <Sign icon=Icon::Close/>
            </button>
        </div>
    }
}
