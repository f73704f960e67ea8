//! The right inspector, and sections to fold.

use leptos::prelude::*;

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
