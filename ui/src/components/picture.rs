//! A stored picture of a page.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::state::use_app;

/// Shows the picture of a hash; the one before stays until the next is there.
#[component]
pub fn Picture(
    #[prop(into)] hash: Signal<Option<String>>,
    #[prop(into)] alt: Signal<String>,
) -> impl IntoView {
    let app = use_app();
    let url = RwSignal::new(None::<String>);
    Effect::new(move || {
        let Some(wanted) = hash.get() else {
            url.set(None);
            return;
        };
        spawn_local(async move {
            let found = app.picture(wanted.clone()).await;
            // The view may be gone, or show another picture by now.
            if hash.try_get_untracked().flatten().as_ref() == Some(&wanted) {
                url.try_set(found);
            }
        });
    });
    let there = Memo::new(move |_| url.with(Option::is_some));
    move || {
        there.get().then(|| {
            view! { <img class="picture" src=move || url.get() alt=move || alt.get() draggable="false"/> }
        })
    }
}
