//! Overview, settings, practice sites.

use atelier_core::ipc::{BrowserChoices, ImportEvent, Overview, PracticeView};
use atelier_core::settings::{BrowserInUse, Theme};
use serde_json::{Value, json};
use wasm_bindgen::JsValue;

use super::Reply;
use super::bridge::{self, invoke};

pub async fn overview() -> Reply<Overview> {
    invoke("overview", json!({})).await
}

pub async fn set_theme(theme: Theme) -> Reply<()> {
    invoke::<Value>("set_theme", json!({ "theme": theme })).await.map(drop)
}

pub async fn set_introduced(introduced: bool) -> Reply<()> {
    invoke::<Value>("set_introduced", json!({ "introduced": introduced })).await.map(drop)
}

pub async fn set_show_browser(show: bool) -> Reply<()> {
    invoke::<Value>("set_show_browser", json!({ "show": show })).await.map(drop)
}

pub async fn set_browser_in_use(wanted: &BrowserInUse) -> Reply<()> {
    invoke::<Value>("set_browser_in_use", json!({ "wanted": wanted })).await.map(drop)
}

pub async fn browsers() -> Reply<BrowserChoices> {
    invoke("browsers", json!({})).await
}

pub async fn practice_start() -> Reply<PracticeView> {
    invoke("practice_start", json!({})).await
}

/// Zooms the whole window; 1 is its natural size.
pub async fn set_zoom(factor: f64) -> Reply<()> {
    invoke::<Value>("plugin:webview|set_webview_zoom", json!({ "label": "main", "value": factor }))
        .await
        .map(drop)
}

/// Hears of files that were dropped on the window; the shell imports them itself.
pub async fn on_imported(each: impl Fn(ImportEvent) + 'static) -> Reply<()> {
    let handler = bridge::register(move |event: JsValue| {
        let payload = js_sys::Reflect::get(&event, &"payload".into()).unwrap_or(JsValue::NULL);
        if let Ok(event) = bridge::read::<ImportEvent>(&payload) {
            each(event);
        }
    });
    let target = json!({ "kind": "Any" });
    let arguments = json!({ "event": "imported", "target": target, "handler": handler });
    invoke::<Value>("plugin:event|listen", arguments).await.map(drop)
}
