//! A thin connection of our own to Chromium's debugging socket.
//!
//! Methods and parameters are plain names and JSON, so a field or an event that a newer Chromium adds does no
//! harm. Every call has a deadline; a socket that ends, a session that is detached and a renderer that crashes
//! end every call that waits on them with an error that says so. Commands leave in the order in which they were
//! given, whether or not anybody waits for their answers: a tab that is held at its start answers only once it
//! was let go.
//!
//! Events come with the id of the session they belong to, in order, to one listener.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use async_tungstenite::tungstenite::protocol::WebSocketConfig;
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::timeout;

use crate::CALL_LIMIT;
use crate::error::BrowserError;

mod pump;

use pump::{Order, Refusal};

/// One event from Chromium.
#[derive(Clone, Debug, PartialEq)]
pub struct CdpEvent {
    /// None for events of the browser itself.
    pub session: Option<String>,
    pub method: String,
    pub params: Value,
}

/// The events of a connection, in order. Events that nobody takes wait here; dropping it drops them.
pub type CdpEvents = mpsc::UnboundedReceiver<CdpEvent>;

/// The connection. Clones share it; it ends with the last of them, or with Chromium.
#[derive(Clone, Debug)]
pub struct Cdp {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    orders: mpsc::UnboundedSender<Order>,
    next: AtomicU64,
    closed: watch::Receiver<bool>,
    unreadable: Arc<AtomicU64>,
}

/// An answer on its way. It may be dropped: the command is carried out all the same.
#[derive(Debug)]
pub struct Pending {
    method: String,
    answer: oneshot::Receiver<Result<Value, Refusal>>,
}

impl Pending {
    /// Waits for the answer within [`CALL_LIMIT`].
    ///
    /// # Errors
    /// [`BrowserError::Deadline`], [`BrowserError::BrowserGone`], [`BrowserError::PageGone`],
    /// [`BrowserError::Replaced`] or [`BrowserError::Protocol`].
    pub async fn answer(self) -> Result<Value, BrowserError> {
        self.within(CALL_LIMIT).await
    }

    /// As [`Pending::answer`] with another limit.
    pub async fn within(self, limit: Duration) -> Result<Value, BrowserError> {
        let during = self.method;
        match timeout(limit, self.answer).await {
            Ok(Ok(Ok(value))) => Ok(value),
            Ok(Ok(Err(refusal))) => Err(refusal.explain(during)),
            Ok(Err(_)) => Err(BrowserError::BrowserGone),
            Err(_) => Err(BrowserError::Deadline { during, limit }),
        }
    }
}

impl Cdp {
    /// Connects to a browser's debugging socket (`ws://127.0.0.1:PORT/devtools/browser/…`).
    ///
    /// # Errors
    /// [`BrowserError::Protocol`] where nothing answers there.
    pub async fn connect(address: &str) -> Result<(Self, CdpEvents), BrowserError> {
        Self::connect_within(CALL_LIMIT, address).await
    }

    /// As [`Cdp::connect`], with another limit: a user may be asked first.
    pub(crate) async fn connect_within(
        limit: Duration,
        address: &str,
    ) -> Result<(Self, CdpEvents), BrowserError> {
        let refused =
            |reason: String| BrowserError::Protocol { during: "connecting to Chromium".into(), reason };
        let config = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
        let opening = async_tungstenite::tokio::connect_async_with_config(address, Some(config));
        let (socket, _) = timeout(limit, opening)
            .await
            .map_err(|_| refused("it does not answer".into()))?
            .map_err(|error| refused(error.to_string()))?;
        let (orders, inbox) = mpsc::unbounded_channel();
        let (tell, events) = mpsc::unbounded_channel();
        let (closing, closed) = watch::channel(false);
        let unreadable = Arc::new(AtomicU64::new(0));
        pump::start(socket, inbox, tell, closing, Arc::clone(&unreadable));
        let shared = Shared { orders, next: AtomicU64::new(1), closed, unreadable };
        Ok((Self { shared: Arc::new(shared) }, events))
    }

    /// Writes a command now; the answer can be waited for later, or never. `session` is none for the browser.
    pub fn send(&self, session: Option<&str>, method: &str, params: Value) -> Pending {
        let id = self.shared.next.fetch_add(1, Ordering::Relaxed);
        let mut message = json!({ "id": id, "method": method, "params": params });
        if let Some(session) = session {
            message["sessionId"] = json!(session);
        }
        let (tell, answer) = oneshot::channel();
        let order =
            Order { id, session: session.map(str::to_owned), text: message.to_string(), answer: tell };
        // Where the connection has ended the order is dropped, which ends the wait.
        let _ = self.shared.orders.send(order);
        Pending { method: method.to_owned(), answer }
    }

    /// One command and its answer within [`CALL_LIMIT`].
    pub async fn call(
        &self,
        session: Option<&str>,
        method: &str,
        params: Value,
    ) -> Result<Value, BrowserError> {
        self.send(session, method, params).answer().await
    }

    /// As [`Cdp::call`] with another limit.
    pub async fn call_within(
        &self,
        session: Option<&str>,
        method: &str,
        params: Value,
        limit: Duration,
    ) -> Result<Value, BrowserError> {
        self.send(session, method, params).within(limit).await
    }

    /// A session with a target.
    pub async fn attach(&self, target: &str) -> Result<String, BrowserError> {
        let params = json!({ "targetId": target, "flatten": true });
        let answer = self.call(None, "Target.attachToTarget", params).await?;
        answer["sessionId"]
            .as_str()
            .map(str::to_owned)
            .ok_or_else(|| BrowserError::PageGone { during: "reaching a tab".into() })
    }

    /// True once the socket has ended.
    pub fn is_closed(&self) -> bool {
        *self.shared.closed.borrow()
    }

    /// Resolves when the socket has ended.
    pub async fn closed(&self) {
        let mut closed = self.shared.closed.clone();
        let _ = closed.wait_for(|closed| *closed).await;
    }

    /// Messages that were no readable JSON, or nested too deep, since the start.
    pub fn unreadable(&self) -> u64 {
        self.shared.unreadable.load(Ordering::Relaxed)
    }
}
