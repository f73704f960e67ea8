//! The bridge that the shell puts into its page, `window.__TAURI_INTERNALS__`.
//!
//! Values cross as JSON text: the engine's own parser and writer are faster than walking JavaScript objects
//! field by field.

use atelier_core::ipc::{ErrorCode, UiError};
use js_sys::{Function, JSON, Promise, Reflect};
use serde::de::DeserializeOwned;
use serde_json::Value;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use super::Reply;

fn internals() -> Option<JsValue> {
    let window = web_sys::window()?;
    let found = Reflect::get(&window, &"__TAURI_INTERNALS__".into()).ok()?;
    found.is_object().then_some(found)
}

fn method(name: &str) -> Result<(JsValue, Function), UiError> {
    let bridge = internals().ok_or_else(|| broken("the interface runs outside the app"))?;
    let found =
        Reflect::get(&bridge, &name.into()).map_err(|_| broken("the bridge to the app is incomplete"))?;
    let function = found.dyn_into::<Function>().map_err(|_| broken("the bridge to the app is incomplete"))?;
    Ok((bridge, function))
}

fn broken(what: &str) -> UiError {
    UiError::new(ErrorCode::Internal, what, "Close the window and start Atelier again.")
}

/// True inside the window of the app.
pub fn is_there() -> bool {
    internals().is_some()
}

/// Calls a command with named arguments.
pub async fn invoke<T: DeserializeOwned>(name: &str, arguments: Value) -> Reply<T> {
    let text = arguments.to_string();
    let arguments = JSON::parse(&text).map_err(|_| broken("the arguments of a command are not readable"))?;
    let (bridge, function) = method("invoke")?;
    let promise = function
        .call2(&bridge, &name.into(), &arguments)
        .ok()
        .and_then(|value| value.dyn_into::<Promise>().ok())
        .ok_or_else(|| broken("a command could not be sent"))?;
    match JsFuture::from(promise).await {
        Ok(value) => {
            read(&value).map_err(|why| broken(&format!("the answer to `{name}` is not readable: {why}")))
        }
        Err(error) => Err(read::<UiError>(&error).unwrap_or_else(|_| {
            let what = error.as_string().unwrap_or_else(|| format!("`{name}` failed"));
            UiError::new(ErrorCode::Internal, what, "Try again; if it stays, start Atelier again.")
                .retryable()
        })),
    }
}

/// A JavaScript value as a type of ours.
pub fn read<T: DeserializeOwned>(value: &JsValue) -> Result<T, String> {
    let text = if value.is_undefined() {
        "null".to_owned()
    } else {
        JSON::stringify(value).map_err(|_| "no JSON".to_owned())?.into()
    };
    serde_json::from_str(&text).map_err(|why| why.to_string())
}

/// Arguments from pairs of a name and a value.
pub fn arguments<const N: usize>(pairs: [(&str, Value); N]) -> Value {
    Value::Object(pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

/// Registers a function that the shell can call, and gives its number.
pub fn register(callback: impl FnMut(JsValue) + 'static) -> Option<f64> {
    let (bridge, function) = method("transformCallback").ok()?;
    let closure = Closure::<dyn FnMut(JsValue)>::new(callback).into_js_value();
    function.call1(&bridge, &closure).ok()?.as_f64()
}

/// Forgets a registered function.
pub fn unregister(id: f64) {
    if let Ok((bridge, function)) = method("unregisterCallback") {
        function.call1(&bridge, &id.into()).ok();
    }
}
