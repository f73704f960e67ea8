//! Stored pictures of pages: loaded by content hash when they are first shown.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::icon::{Icon, Sign};
use crate::state::use_app;

/// Shows the picture of a hash; the one before stays until the next is there.
#[component]
pub fn Picture(
    #[prop(into)] hash: Signal<Option<String>>,
    #[prop(into)] alt: Signal<String>,
) -> impl IntoView {
    let app = use_app();
    let url = RwSignal::new(None::<String>);
    let lost = RwSignal::new(false);
    Effect::new(move || {
        let Some(wanted) = hash.get() else {
            url.set(None);
            return;
        };
        spawn_local(async move {
            let found = app.picture(wanted.clone()).await;
            // The view may be gone, or show another picture by now.
            if hash.try_get_untracked().flatten().as_ref() == Some(&wanted) {
                lost.try_set(found.is_none());
                url.try_set(found);
            }
        });
    });
    let there = Memo::new(move |_| url.with(Option::is_some));
    move || {
        if there.get() {
            return Some(
                view! { <img class="picture" src=move || url.get() alt=move || alt.get() draggable="false"/> }.into_any(),
            );
        }
        lost.get().then(|| {
            view! { <p class="muted small">"The picture is no longer in the data folder."</p> }.into_any()
        })
    }
}

/// One picture with when it was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shot {
    when: &'static str,
    hash: String,
}

impl Shot {
    pub fn new(when: &'static str, hash: Option<String>) -> Option<Self> {
        hash.map(|hash| Self { when, hash })
    }
}

/// Pictures side by side; each can be made as wide as the panel.
#[component]
pub fn Pair(shots: Vec<Shot>) -> impl IntoView {
    let large = RwSignal::new(false);
    let figures: Vec<_> = shots
        .into_iter()
        .map(|Shot { when, hash }| {
            let alt = format!("The page {} the step", when.to_lowercase());
            view! {
                <figure>
                    <figcaption class="muted small">{when}</figcaption>
                    <Picture hash=Signal::derive(move || Some(hash.clone())) alt=alt/>
                </figure>
            }
        })
        .collect();
    (!figures.is_empty()).then(|| {
        view! {
            <div class="row">
                <button class="button quiet small-button" aria-pressed=move || large.get().to_string() on:click=move |_| large.update(|on| *on = !*on)>
                    <Sign icon=Icon::Search/>{move || if large.get() { "Side by side" } else { "Larger pictures" }}
                </button>
            </div>
            <div class="pictures" class:large=large>{figures}</div>
        }
    })
}
