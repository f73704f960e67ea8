//! A stream of progress from the shell, in the order it was sent.
//!
//! The shell answers a channel with `{index, message}` and, when it lets go of it, `{end, index}`. Short and
//! long messages travel by different ways, so they may overtake each other: what comes early waits here.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use js_sys::Reflect;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsValue;

use super::bridge;

/// A channel that was registered with the bridge.
pub struct Channel {
    id: f64,
}

struct Queue {
    next: u32,
    early: BTreeMap<u32, JsValue>,
    end: Option<u32>,
    id: Option<f64>,
}

impl Channel {
    /// Opens a channel; `each` gets every message that is of the expected type.
    pub fn open<T: DeserializeOwned>(each: impl Fn(T) + 'static) -> Self {
        let queue = Rc::new(RefCell::new(Queue { next: 0, early: BTreeMap::new(), end: None, id: None }));
        let own = Rc::clone(&queue);
        let id = bridge::register(move |packet| {
            // Taken out first: what a message sets off must find the queue free.
            let ready = own.borrow_mut().take(&packet);
            for message in ready {
                match bridge::read::<T>(&message) {
                    Ok(message) => each(message),
                    Err(why) => leptos::logging::warn!("a message of the app is not readable: {why}"),
                }
            }
        })
        .unwrap_or(-1.0);
        queue.borrow_mut().id = Some(id);
        Self { id }
    }

    /// The form in which a channel is passed as an argument.
    pub fn argument(&self) -> serde_json::Value {
        format!("__CHANNEL__:{}", self.id).into()
    }
}

impl Queue {
    /// Takes one packet in; gives the messages whose turn has come.
    fn take(&mut self, packet: &JsValue) -> Vec<JsValue> {
        let field = |name: &str| Reflect::get(packet, &name.into()).unwrap_or(JsValue::UNDEFINED);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an index counts from 0")]
        let index = field("index").as_f64().unwrap_or(0.0) as u32;
        if field("end").is_truthy() {
            self.end = Some(index);
        } else {
            self.early.insert(index, field("message"));
        }
        let mut ready = Vec::new();
        while let Some(message) = self.early.remove(&self.next) {
            self.next += 1;
            ready.push(message);
        }
        if self.end == Some(self.next)
            && let Some(id) = self.id.take()
        {
            bridge::unregister(id);
        }
        ready
    }
}
