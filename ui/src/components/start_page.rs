//! The page that a task or a recording begins on.

use leptos::prelude::*;

use crate::state::use_app;

/// Known sites as choices, or any address.
#[component]
pub fn StartPage(url: RwSignal<String>) -> impl IntoView {
    let app = use_app();
    let sites = Memo::new(move |_| {
        let overview = app.overview.get();
        let all = overview.iter().flat_map(|overview| overview.sites.iter());
        let choice = |site: &atelier_core::site::Site| {
            let origin = site.origins.first()?;
            let kind = if site.test_site { " · practice" } else { "" };
            Some((format!("{origin}/"), format!("{}{kind}", site.alias)))
        };
        all.filter_map(choice).collect::<Vec<_>>()
    });
    let other = RwSignal::new(false);
    Effect::new(move || {
        if url.with(String::is_empty)
            && !other.get()
            && let Some((first, _)) = sites.with(|sites| sites.first().cloned())
        {
            url.set(first);
        }
    });
    let known = Memo::new(move |_| sites.with(|sites| sites.iter().any(|(origin, _)| *origin == url.get())));
    let choose = move |event| {
        let value = event_target_value(&event);
        other.set(value.is_empty());
        url.set(value);
    };
    view! {
        <label class="inline-field">
            <span class="muted">"Start page"</span>
            <select on:change=choose>
                {move || sites.get().into_iter().map(|(origin, name)| {
                    let own = origin.clone();
                    view! { <option value=origin selected=move || !other.get() && url.get() == own>{name}</option> }
                }).collect_view()}
                <option value="" selected=move || other.get() || !known.get()>"Another address…"</option>
            </select>
        </label>
        {move || (other.get() || !known.get()).then(|| view! {
            <input type="url" class="grow" aria-label="Address of the start page" placeholder="https://"
                prop:value=move || url.get()
                on:input=move |event| { other.set(true); url.set(event_target_value(&event)); }/>
        })}
    }
}
