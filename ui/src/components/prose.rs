//! Sentences of the shell: what stands in `backticks` is set as code.

use leptos::prelude::*;

/// The sentence as a view.
pub fn prose(text: &str) -> AnyView {
    let pieces = text.split('`').enumerate().map(|(at, piece)| {
        let piece = piece.to_owned();
        if at % 2 == 1 { view! { <code>{piece}</code> }.into_any() } else { piece.into_any() }
    });
    pieces.collect_view().into_any()
}
