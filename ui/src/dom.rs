//! The few things the interface asks of the page directly.

use wasm_bindgen::JsCast;
use web_sys::{Document, Element, HtmlElement, Window};

/// The page's window. There is one: the interface only runs in a page.
pub fn window() -> Window {
    leptos::prelude::window()
}

pub fn document() -> Document {
    leptos::prelude::document()
}

/// Milliseconds since 1970.
#[expect(clippy::cast_possible_truncation, reason = "milliseconds of this age fit")]
pub fn now() -> i64 {
    js_sys::Date::now() as i64
}

/// True where the event comes from something that takes text, so that plain keys are no shortcuts.
pub fn takes_text(event: &web_sys::KeyboardEvent) -> bool {
    let Some(element) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else {
        return false;
    };
    let tag = element.tag_name();
    let input = tag == "INPUT"
        && !matches!(element.get_attribute("type").as_deref(), Some("checkbox" | "radio" | "range"));
    input || tag == "TEXTAREA" || tag == "SELECT"
}

/// True on machines whose command key is ⌘.
pub fn is_mac() -> bool {
    window().navigator().platform().is_ok_and(|name| name.starts_with("Mac"))
}

/// Puts the focus on the element with this id, once the page is drawn.
pub fn focus(id: &'static str) {
    leptos::prelude::set_timeout(
        move || {
            if let Some(element) = document().get_element_by_id(id)
                && let Ok(element) = element.dyn_into::<HtmlElement>()
            {
                element.focus().ok();
            }
        },
        std::time::Duration::from_millis(20),
    );
}

/// Takes the focus from what has it.
pub fn blur() {
    if let Some(element) = document().active_element()
        && let Ok(element) = element.dyn_into::<HtmlElement>()
    {
        element.blur().ok();
    }
}

/// Scrolls the element with this id into view, as little as possible.
pub fn reveal(id: &str) {
    if let Some(element) = document().get_element_by_id(id) {
        let options = web_sys::ScrollIntoViewOptions::new();
        options.set_block(web_sys::ScrollLogicalPosition::Nearest);
        element.scroll_into_view_with_scroll_into_view_options(&options);
    }
}

/// Calls back with the element now and whenever its size changes, as long as the owner lives.
pub fn on_resize(
    node: leptos::prelude::NodeRef<leptos::html::Div>,
    each: impl Fn(&Element) + Clone + 'static,
) {
    use leptos::prelude::*;
    let watcher = StoredValue::new_local(None::<web_sys::ResizeObserver>);
    Effect::new(move || {
        let Some(element) = node.get() else { return };
        each(&element);
        let each = each.clone();
        let watched: Element = element.clone().into();
        let changed = wasm_bindgen::closure::Closure::<dyn Fn()>::new(move || each(&watched)).into_js_value();
        if let Ok(observer) = web_sys::ResizeObserver::new(changed.unchecked_ref()) {
            observer.observe(&element);
            watcher.set_value(Some(observer));
        }
    });
    on_cleanup(move || {
        watcher.try_with_value(|watcher| watcher.as_ref().map(web_sys::ResizeObserver::disconnect));
    });
}

/// Moves the focus to the next or the previous sibling of what has it.
pub fn focus_sibling(forward: bool) {
    let Some(now) = document().active_element() else { return };
    let next = if forward { now.next_element_sibling() } else { now.previous_element_sibling() };
    if let Some(element) = next.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        element.focus().ok();
    }
}

/// Puts a text into the clipboard; false where the engine does not allow it.
pub fn copy(text: &str) -> bool {
    let document = document();
    let before = document.active_element();
    let Some(body) = document.body() else { return false };
    let Ok(area) = document.create_element("textarea") else { return false };
    let Ok(area) = area.dyn_into::<web_sys::HtmlTextAreaElement>() else { return false };
    area.set_class_name("visually-hidden");
    area.set_value(text);
    if body.append_child(&area).is_err() {
        return false;
    }
    area.select();
    let page: &web_sys::HtmlDocument = document.unchecked_ref();
    let copied = page.exec_command("copy").unwrap_or(false);
    area.remove();
    if let Some(element) = before.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        element.focus().ok();
    }
    copied
}
