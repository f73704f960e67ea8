//! What was and what is, a field a line.

use atelier_core::healing::Difference;
use leptos::prelude::*;

use crate::words;

/// Longest text of one side.
const LONG: usize = 240;

pub fn differences(list: &[Difference]) -> impl IntoView + use<> {
    let lines: Vec<_> = list
        .iter()
        .map(|difference| {
            let text = |value: &Option<String>| value.as_deref().map(|value| words::short(value, LONG));
            view! {
                <dt>{difference.what.clone()}</dt>
                <dd>
                    {text(&difference.old).map(|old| view! { <del><span class="visually-hidden">"was "</span>{old}</del> })}
                    {text(&difference.new).map(|new| view! { <ins><span class="visually-hidden">"is "</span>{new}</ins> })}
                </dd>
            }
        })
        .collect();
    (!lines.is_empty()).then(|| view! { <dl class="facts changes">{lines}</dl> })
}
