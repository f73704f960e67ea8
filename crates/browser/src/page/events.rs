//! Listening to one tab: requests, navigations, dialogs, crashes. One task drains every listener.

use std::sync::{Arc, Weak};

use atelier_core::trajectory::Signal;
use chromiumoxide::cdp::browser_protocol::inspector::EventTargetCrashed;
use chromiumoxide::cdp::browser_protocol::network::{
    EventLoadingFailed, EventLoadingFinished, EventRequestWillBeSent, EventResponseReceived, ResourceType,
};
use chromiumoxide::cdp::browser_protocol::page::{
    EventFrameNavigated, EventFrameStartedLoading, EventFrameStoppedLoading, EventJavascriptDialogOpening,
    EventLifecycleEvent, EventNavigatedWithinDocument,
};
use futures::StreamExt;
use futures::stream::{BoxStream, select_all};
use serde_json::json;

use super::journal;
use super::{Session, Tab};
use crate::CALL_LIMIT;
use crate::browser::{Inner, lock};
use crate::error::BrowserError;

enum Event {
    Request(Arc<EventRequestWillBeSent>),
    Response(Arc<EventResponseReceived>),
    Finished(Arc<EventLoadingFinished>),
    Failed(Arc<EventLoadingFailed>),
    Navigated(Arc<EventFrameNavigated>),
    Moved(Arc<EventNavigatedWithinDocument>),
    Lifecycle(Arc<EventLifecycleEvent>),
    Started(Arc<EventFrameStartedLoading>),
    Stopped(Arc<EventFrameStoppedLoading>),
    Dialog(Arc<EventJavascriptDialogOpening>),
    Crashed,
}

/// Starts listening; ends with the tab.
pub(crate) async fn listen(
    inner: &Inner,
    session: Weak<Session>,
    tab: &Arc<Tab>,
) -> Result<(), BrowserError> {
    let page = &tab.driver;
    let mut streams: Vec<BoxStream<'static, Event>> = Vec::new();
    macro_rules! on {
        ($event:ty, $make:expr) => {
            streams.push(
                inner
                    .bounded("listening to a tab", CALL_LIMIT, page.event_listener::<$event>())
                    .await?
                    .map($make)
                    .boxed(),
            );
        };
    }
    on!(EventRequestWillBeSent, Event::Request);
    on!(EventResponseReceived, Event::Response);
    on!(EventLoadingFinished, Event::Finished);
    on!(EventLoadingFailed, Event::Failed);
    on!(EventFrameNavigated, Event::Navigated);
    on!(EventNavigatedWithinDocument, Event::Moved);
    on!(EventLifecycleEvent, Event::Lifecycle);
    on!(EventFrameStartedLoading, Event::Started);
    on!(EventFrameStoppedLoading, Event::Stopped);
    on!(EventJavascriptDialogOpening, Event::Dialog);
    on!(EventTargetCrashed, |_| Event::Crashed);
    let mut events = select_all(streams);
    let weak_tab = Arc::downgrade(tab);
    tokio::spawn(async move {
        while let Some(event) = events.next().await {
            let (Some(session), Some(tab)) = (session.upgrade(), weak_tab.upgrade()) else {
                return;
            };
            take(&session, &tab, event);
        }
        if let Some(tab) = weak_tab.upgrade() {
            tab.state.send_modify(|state| state.closed = true);
        }
    });
    Ok(())
}

fn take(session: &Arc<Session>, tab: &Arc<Tab>, event: Event) {
    match event {
        Event::Request(event) => on_request(session, tab, &event),
        Event::Response(event) => {
            lock(&session.journal).answered(event.request_id.inner(), status_of(event.response.status));
        }
        Event::Finished(event) => ended(tab, event.request_id.inner()),
        Event::Failed(event) => ended(tab, event.request_id.inner()),
        Event::Navigated(event) => {
            let frame = &event.frame;
            if frame.parent_id.is_some() {
                return;
            }
            let url = format!("{}{}", frame.url, frame.url_fragment.as_deref().unwrap_or_default());
            lock(&session.journal).signal(Signal::Navigation { url, same_document: false });
            tab.forget_worlds();
            tab.state.send_modify(|state| {
                state.commits += 1;
                frame.loader_id.inner().clone_into(&mut state.loader);
            });
        }
        Event::Moved(event) => {
            if event.frame_id.inner() == &tab.target {
                lock(&session.journal)
                    .signal(Signal::Navigation { url: event.url.clone(), same_document: true });
                tab.state.send_modify(|state| state.moves += 1);
            }
        }
        Event::Lifecycle(event) => {
            if event.frame_id.inner() == &tab.target {
                let loader = event.loader_id.inner();
                match event.name.as_str() {
                    "DOMContentLoaded" => {
                        tab.state.send_modify(|state| loader.clone_into(&mut state.parsed));
                    }
                    "load" => tab.state.send_modify(|state| loader.clone_into(&mut state.loaded)),
                    _ => {}
                }
            }
        }
        Event::Started(event) => {
            if event.frame_id.inner() == &tab.target {
                tab.state.send_modify(|state| state.started += 1);
            }
        }
        Event::Stopped(event) => {
            if event.frame_id.inner() == &tab.target {
                tab.state.send_modify(|state| state.stopped += 1);
            }
        }
        Event::Dialog(event) => on_dialog(session, tab, &event),
        Event::Crashed => tab.state.send_modify(|state| state.crashed = true),
    }
}

fn status_of(status: i64) -> u16 {
    u16::try_from(status).unwrap_or_default()
}

fn on_request(session: &Session, tab: &Tab, event: &EventRequestWillBeSent) {
    let id = event.request_id.inner();
    let wanted =
        matches!(event.r#type, Some(ResourceType::Document | ResourceType::Xhr | ResourceType::Fetch));
    if !wanted {
        return;
    }
    let content_type = event
        .request
        .headers
        .inner()
        .as_object()
        .and_then(|map| map.iter().find(|(name, _)| name.eq_ignore_ascii_case("content-type")))
        .and_then(|(_, value)| value.as_str())
        .unwrap_or_default();
    let bodies: Vec<&str> = event
        .request
        .post_data_entries
        .iter()
        .flatten()
        .filter_map(|entry| entry.bytes.as_ref().map(AsRef::as_ref))
        .collect();
    let shape = journal::shape(&event.request.method, &event.request.url, content_type, &bodies);
    {
        let mut journal = lock(&session.journal);
        if let Some(response) = &event.redirect_response {
            journal.redirected(id, status_of(response.status));
        }
        if let Some(shape) = shape {
            journal.request(id, shape);
        }
    }
    tab.state.send_modify(|state| {
        state.requests += 1;
        if !state.in_flight.contains(id) {
            state.in_flight.push(id.clone());
        }
    });
}

fn ended(tab: &Tab, id: &str) {
    tab.state.send_if_modified(|state| {
        let before = state.in_flight.len();
        state.in_flight.retain(|known| known != id);
        state.in_flight.len() != before
    });
}

/// Answers a dialog at once by the session's policy: the page stands still until then.
fn on_dialog(session: &Session, tab: &Arc<Tab>, event: &EventJavascriptDialogOpening) {
    let kind = event.r#type.as_ref().to_ascii_lowercase();
    let (accept, text) = session.answer_to_dialog(&kind);
    lock(&session.journal).signal(Signal::Dialog { kind, message: event.message.clone() });
    let mut params = json!({ "accept": accept });
    if let Some(text) = text.or_else(|| event.default_prompt.clone()) {
        params["promptText"] = json!(text);
    }
    let tab = Arc::clone(tab);
    tokio::spawn(async move {
        if let Err(error) = tab.call("Page.handleJavaScriptDialog", params).await {
            tracing::debug!(%error, "a dialog was gone before it was answered");
        }
    });
}
