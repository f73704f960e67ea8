//! Short notes at the edge of the window, with Undo where there is one.

use std::fmt::Display;
use std::time::Duration;

use atelier_core::ipc::UiError;
use leptos::prelude::*;

/// How long a note stays, unless the pointer or the focus rests on it.
const STAY: Duration = Duration::from_secs(8);

#[derive(Clone)]
pub struct Toast {
    pub id: u32,
    pub text: String,
    pub bad: bool,
    pub undo: Option<Undo>,
}

#[derive(Clone)]
pub struct Undo {
    /// The thing that is put back as it was.
    about: String,
    pub run: Callback<()>,
}

#[derive(Clone, Copy)]
pub struct Toasts {
    pub list: RwSignal<Vec<Toast>>,
    /// The pointer or the focus is on the notes.
    pub held: RwSignal<bool>,
    next: StoredValue<u32>,
}

impl Default for Toasts {
    fn default() -> Self {
        Self { list: RwSignal::new(Vec::new()), held: RwSignal::new(false), next: StoredValue::new(0) }
    }
}

impl Toasts {
    pub fn say(self, text: impl Into<String>) {
        self.push(text.into(), false, None);
    }

    /// A note on what was done to a thing. Only the newest action on it can be undone: the Undo of an older one would
    /// take the newer one along.
    pub fn undoable(
        self,
        about: impl Display,
        text: impl Into<String>,
        undo: impl Fn() + Send + Sync + 'static,
    ) {
        let about = about.to_string();
        self.list.update(|list| {
            list.retain(|toast| toast.undo.as_ref().is_none_or(|undo| undo.about != about));
        });
        self.push(text.into(), false, Some(Undo { about, run: Callback::new(move |()| undo()) }));
    }

    /// For actions that have no place of their own on the screen; errors of a place are shown there.
    pub fn failed(self, error: &UiError) {
        self.push(format!("{} {}", sentence(&error.message), error.hint).replace('`', ""), true, None);
    }

    pub fn dismiss(self, id: u32) {
        self.list.update(|list| list.retain(|toast| toast.id != id));
        if self.list.with_untracked(Vec::is_empty) {
            self.held.set(false);
        }
    }

    fn push(self, text: String, bad: bool, undo: Option<Undo>) {
        self.next.update_value(|next| *next += 1);
        let id = self.next.get_value();
        self.list.update(|list| {
            list.push(Toast { id, text, bad, undo });
            if list.len() > 4 {
                list.remove(0);
            }
        });
        self.expire(id);
    }

    fn expire(self, id: u32) {
        set_timeout(
            move || {
                if self.held.get_untracked() { self.expire(id) } else { self.dismiss(id) }
            },
            STAY,
        );
    }
}

/// A message as a sentence of its own.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let mut out: String =
        letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default();
    if !out.ends_with(['.', '!', '?']) {
        out.push('.');
    }
    out
}
