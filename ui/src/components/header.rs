//! The head of a screen: title, what it answers, its actions and its menu.

use leptos::prelude::*;

use super::icon::{Icon, Sign};
use crate::action::{self, ACTIONS};
use crate::dom;
use crate::route::Screen;
use crate::state::use_app;

#[component]
pub fn Header(screen: Screen, #[prop(optional)] children: Option<Children>) -> impl IntoView {
    view! {
        <header class="header">
            <div class="grow">
                <h1>{screen.title()}</h1>
                <p>{screen.question()}</p>
            </div>
            <div class="row header-actions">
                {children.map(|children| children())}
                <Menu screen/>
            </div>
        </header>
    }
}

/// The actions of the screen that have no button, and those of every screen.
#[component]
fn Menu(screen: Screen) -> impl IntoView {
    let app = use_app();
    let open = RwSignal::new(false);
    let actions = move || {
        let here = |action: &&action::Action| action.screen == Some(screen) || action.keys == "Mod+K";
        ACTIONS.iter().filter(here).filter(|action| (action.ready)(app)).collect::<Vec<_>>()
    };
    let close = move || {
        open.set(false);
        dom::focus("menu-button");
    };
    let keys = move |event: web_sys::KeyboardEvent| {
        let forward = match event.key().as_str() {
            "ArrowDown" => true,
            "ArrowUp" => false,
            "Escape" => {
                event.prevent_default();
                event.stop_propagation();
                return close();
            }
            "Tab" => return open.set(false),
            _ => return,
        };
        event.prevent_default();
        dom::focus_sibling(forward);
    };
    view! {
        <div class="menu" on:keydown=keys>
            <button id="menu-button" class="button icon-only" aria-haspopup="menu" aria-label="More actions" title="More actions"
                aria-expanded=move || open.get().to_string()
                on:click=move |_| {
                    open.update(|open| *open = !*open);
                    if open.get_untracked() { dom::focus("menu-first"); }
                }>
                <Sign icon=Icon::More/>
            </button>
            {move || open.get().then(|| view! {
                <div class="menu-veil" on:click=move |_| open.set(false)></div>
                <div class="menu-list" role="menu" aria-label="More actions">
                    {actions().into_iter().enumerate().map(|(at, action)| view! {
                        <button role="menuitem" tabindex="-1" id=(at == 0).then_some("menu-first")
                            on:click=move |_| { open.set(false); (action.run)(app); }>
                            <span class="grow">{action.title}</span>
                            {(!action.keys.is_empty()).then(|| view! { <kbd>{action::keys_in_words(action.keys)}</kbd> })}
                        </button>
                    }).collect_view()}
                </div>
            })}
        </div>
    }
}
