//! The two tasks of a connection: one writes, one reads and hands answers and events out.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use async_tungstenite::tokio::ConnectStream;
use async_tungstenite::tungstenite::Message;
use async_tungstenite::{WebSocketReceiver, WebSocketSender, WebSocketStream};
use futures::StreamExt;
use serde_json::Value;
use tokio::sync::{mpsc, oneshot, watch};

use super::CdpEvent;
use crate::browser::{lock, short};
use crate::error::BrowserError;

/// One command to be written.
#[derive(Debug)]
pub(super) struct Order {
    pub id: u64,
    pub session: Option<String>,
    pub text: String,
    pub answer: oneshot::Sender<Result<Value, Refusal>>,
}

/// Why a command was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// Chromium's own words.
    Said(String),
    /// The renderer crashed or the session was detached.
    SessionGone,
    /// The socket ended.
    Closed,
}

impl Refusal {
    pub fn explain(self, during: String) -> BrowserError {
        let text = match self {
            Self::Closed => return BrowserError::BrowserGone,
            Self::SessionGone => return BrowserError::PageGone { during },
            Self::Said(text) => text,
        };
        let any = |parts: &[&str]| parts.iter().any(|part| text.contains(part));
        if any(&["context was destroyed", "navigated or closed", "was collected", "Cannot find context"]) {
            BrowserError::Replaced { during }
        } else if any(&["Session with given id not found", "Target closed", "No target with given id"]) {
            BrowserError::PageGone { during }
        } else {
            BrowserError::Protocol { during, reason: short(&text) }
        }
    }
}

struct Waiting {
    session: Option<String>,
    answer: oneshot::Sender<Result<Value, Refusal>>,
}

/// Calls that wait; none once the socket has ended.
type Open = Arc<Mutex<Option<HashMap<u64, Waiting>>>>;
type Socket = WebSocketStream<ConnectStream>;

pub(super) fn start(
    socket: Socket,
    inbox: mpsc::UnboundedReceiver<Order>,
    events: mpsc::UnboundedSender<CdpEvent>,
    closing: watch::Sender<bool>,
    unreadable: Arc<AtomicU64>,
) {
    let (sink, stream) = socket.split();
    let open: Open = Arc::new(Mutex::new(Some(HashMap::new())));
    let writer = tokio::spawn(write(sink, inbox, Arc::clone(&open)));
    tokio::spawn(async move {
        read(stream, &open, &events, &unreadable).await;
        let left = lock(&open).take().unwrap_or_default();
        for (_, waiting) in left {
            let _ = waiting.answer.send(Err(Refusal::Closed));
        }
        closing.send_replace(true);
        writer.abort();
    });
}

async fn write(
    mut sink: WebSocketSender<ConnectStream>,
    mut inbox: mpsc::UnboundedReceiver<Order>,
    open: Open,
) {
    while let Some(order) = inbox.recv().await {
        {
            let mut open = lock(&open);
            let Some(open) = open.as_mut() else {
                let _ = order.answer.send(Err(Refusal::Closed));
                continue;
            };
            open.insert(order.id, Waiting { session: order.session, answer: order.answer });
        }
        if sink.send(Message::Text(order.text.into())).await.is_err() {
            break;
        }
    }
    let _ = sink.close(None).await;
}

async fn read(
    mut stream: WebSocketReceiver<ConnectStream>,
    open: &Open,
    events: &mpsc::UnboundedSender<CdpEvent>,
    unreadable: &AtomicU64,
) {
    // Which target a session is with: a crash is told by target.
    let mut targets: HashMap<String, String> = HashMap::new();
    while let Some(Ok(message)) = stream.next().await {
        let text = match &message {
            Message::Text(text) => text.as_str(),
            Message::Close(_) => return,
            _ => continue,
        };
        let Ok(mut value) = serde_json::from_str::<Value>(text) else {
            unreadable.fetch_add(1, Ordering::Relaxed);
            if let Some(waiting) = leading_id(text).and_then(|id| take(open, id)) {
                let _ = waiting.answer.send(Err(Refusal::Said("the answer is nested too deep".into())));
            }
            continue;
        };
        if let Some(id) = value["id"].as_u64() {
            if let Some(waiting) = take(open, id) {
                let answer = match value["error"]["message"].as_str() {
                    Some(said) => Err(Refusal::Said(said.to_owned())),
                    None => Ok(value["result"].take()),
                };
                let _ = waiting.answer.send(answer);
            }
            continue;
        }
        let Some(method) = value["method"].as_str().map(str::to_owned) else {
            continue;
        };
        let params = value["params"].take();
        let session = value["sessionId"].as_str().map(str::to_owned);
        match method.as_str() {
            "Target.attachedToTarget" => {
                if let (Some(session), Some(target)) =
                    (params["sessionId"].as_str(), params["targetInfo"]["targetId"].as_str())
                {
                    targets.insert(session.to_owned(), target.to_owned());
                }
            }
            "Target.detachedFromTarget" => {
                if let Some(gone) = params["sessionId"].as_str() {
                    targets.remove(gone);
                    fail(open, |session| session == gone);
                }
            }
            "Target.targetCrashed" => {
                let dead = params["targetId"].as_str().unwrap_or_default();
                fail(open, |session| targets.get(session).is_some_and(|target| target == dead));
            }
            "Inspector.targetCrashed" => {
                if let Some(dead) = &session {
                    fail(open, |session| session == dead);
                }
            }
            _ => {}
        }
        // Nobody may be listening: then events are dropped here.
        let _ = events.send(CdpEvent { session, method, params });
    }
}

fn take(open: &Open, id: u64) -> Option<Waiting> {
    lock(open).as_mut()?.remove(&id)
}

/// Ends every call that waits on one of these sessions.
fn fail(open: &Open, is_gone: impl Fn(&str) -> bool) {
    let mut open = lock(open);
    let Some(open) = open.as_mut() else { return };
    let gone: Vec<u64> = open
        .iter()
        .filter(|(_, waiting)| waiting.session.as_deref().is_some_and(&is_gone))
        .map(|(id, _)| *id)
        .collect();
    for id in gone {
        if let Some(waiting) = open.remove(&id) {
            let _ = waiting.answer.send(Err(Refusal::SessionGone));
        }
    }
}

/// The id of a message that could not be read whole: Chromium writes it first.
fn leading_id(text: &str) -> Option<u64> {
    let rest = text.trim_start().strip_prefix("{\"id\":")?;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_of_an_unreadable_answer_is_found() {
        assert_eq!(leading_id(r#"{"id":417,"result":{"#), Some(417));
        assert_eq!(leading_id(r#"{"method":"Page.x"}"#), None);
    }

    #[test]
    fn refusals_have_names() {
        let said = |text: &str| Refusal::Said(text.into()).explain("x".into());
        assert_eq!(Refusal::Closed.explain("x".into()), BrowserError::BrowserGone);
        assert_eq!(said("Session with given id not found."), BrowserError::PageGone { during: "x".into() });
        assert_eq!(said("Execution context was destroyed."), BrowserError::Replaced { during: "x".into() });
        assert!(matches!(said("Invalid parameters"), BrowserError::Protocol { .. }));
    }
}
