//! The right inspector, and sections to fold.

use leptos::children::{ViewFn, ViewFnOnce};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::icon::{Icon, Sign};

/// The inspector of the selected thing; Escape closes it, as an action of the app.
#[component]
pub fn Inspector(
    #[prop(into)] label: String,
    #[prop(into)] close: Callback<()>,
    children: Children,
) -> impl IntoView {
    view! {
        <aside class="inspector card" aria-label=label>
            <button class="button icon-only inspector-close" aria-label="Close the inspector" title="Close (Esc)"
                on:click=move |_| close.run(())>
                <Sign icon=Icon::Close/>
            </button>
            {children()}
        </aside>
    }
}

/// A titled part of a panel.
#[component]
pub fn Section(
    #[prop(into)] title: String,
    #[prop(optional, into)] note: String,
    children: Children,
) -> impl IntoView {
    view! {
        <section class="section">
            <h3>{title} {(!note.is_empty()).then(|| view! { <span class="muted">{note}</span> })}</h3>
            {children()}
        </section>
    }
}

/// A part that opens on demand.
#[component]
pub fn Fold(#[prop(into)] title: String, children: Children) -> impl IntoView {
    view! {
        <details class="fold">
            <summary><Sign icon=Icon::Open/>{title}</summary>
            <div class="fold-body">{children()}</div>
        </details>
    }
}

/// A line that opens to more; what is inside is made when it is opened, so that long lists stay quick.
#[component]
pub fn Unfold(
    class: &'static str,
    #[prop(optional)] open: bool,
    #[prop(into)] head: ViewFnOnce,
    #[prop(into)] body: ViewFn,
) -> impl IntoView {
    let shown = RwSignal::new(open);
    let toggled = move |event: web_sys::Event| {
        let details = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        shown.set(details.is_some_and(|details| details.has_attribute("open")));
    };
    view! {
        <details open=open on:toggle=toggled>
            <summary class=class>{head.run()}</summary>
            {move || shown.get().then(|| body.run())}
        </details>
    }
}
