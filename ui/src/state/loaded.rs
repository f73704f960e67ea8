//! A value from the shell: what is known of it, and what went wrong.

use std::future::Future;
use std::sync::Arc;

use atelier_core::ipc::UiError;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::bindings::Reply;

/// The last value stays while it is loaded again, so that nothing flickers.
pub struct Loaded<T: Send + Sync + 'static> {
    value: RwSignal<Option<Arc<T>>>,
    error: RwSignal<Option<UiError>>,
    turn: StoredValue<u32>,
}

impl<T: Send + Sync> Clone for Loaded<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Send + Sync> Copy for Loaded<T> {}

impl<T: Send + Sync> Default for Loaded<T> {
    fn default() -> Self {
        Self { value: RwSignal::new(None), error: RwSignal::new(None), turn: StoredValue::new(0) }
    }
}

impl<T: Send + Sync> Loaded<T> {
    pub fn get(self) -> Option<Arc<T>> {
        self.value.get()
    }

    pub fn get_untracked(self) -> Option<Arc<T>> {
        self.value.get_untracked()
    }

    pub fn error(self) -> Option<UiError> {
        self.error.get()
    }

    pub fn set(self, value: T) {
        self.value.set(Some(Arc::new(value)));
    }

    pub fn clear(self) {
        self.turn.update_value(|turn| *turn += 1);
        self.value.set(None);
        self.error.set(None);
    }

    /// Loads; of several loads that overlap, the last one counts.
    pub fn load(self, reply: impl Future<Output = Reply<T>> + 'static) {
        self.turn.update_value(|turn| *turn += 1);
        let turn = self.turn.get_value();
        spawn_local(async move {
            let reply = reply.await;
            // The screen that asked may be gone, or have asked again.
            if self.turn.try_get_value() != Some(turn) {
                return;
            }
            match reply {
                Ok(value) => {
                    self.error.set(None);
                    self.set(value);
                }
                Err(error) => self.error.set(Some(error)),
            }
        });
    }
}
