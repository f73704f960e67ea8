//! Light and dark: what the user set, or what the system says.

use atelier_core::settings::Theme;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use crate::bindings::frame;
use crate::dom;
use crate::state::App;

#[derive(Clone, Copy)]
pub struct Appearance {
    pub theme: RwSignal<Theme>,
    system_dark: RwSignal<bool>,
}

impl Default for Appearance {
    fn default() -> Self {
        Self { theme: RwSignal::new(Theme::System), system_dark: RwSignal::new(false) }
    }
}

impl Appearance {
    /// Follows the system, and keeps the page's colours as they should be.
    pub fn follow(self) {
        if let Ok(Some(query)) = dom::window().match_media("(prefers-color-scheme: dark)") {
            self.system_dark.set(query.matches());
            let watched = query.clone();
            let changed = Closure::<dyn Fn()>::new(move || self.system_dark.set(watched.matches()));
            query.add_event_listener_with_callback("change", changed.as_ref().unchecked_ref()).ok();
            // Listens as long as the window lives.
            changed.forget();
        }
        Effect::new(move || {
            let dark = match self.theme.get() {
                Theme::System => self.system_dark.get(),
                Theme::Light => false,
                Theme::Dark => true,
            };
            if let Some(root) = dom::document().document_element() {
                root.set_attribute("data-theme", if dark { "dark" } else { "light" }).ok();
            }
        });
    }

    /// Sets the theme at once and has it kept.
    pub fn choose(self, app: App, theme: Theme) {
        self.theme.set(theme);
        spawn_local(async move {
            if let Err(error) = frame::set_theme(theme).await {
                app.toasts.failed(&error);
            }
        });
    }
}
