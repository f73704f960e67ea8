//! A second connection for the few commands that the protocol library would take over.
//!
//! It treats `Page.navigate` as a task of its own that ends with the page's `load` event: a download or a move
//! within the document never ends it, and blocks every navigation after it. Here the command is just a command.

use std::collections::HashMap;
use std::time::Duration;

use chromiumoxide::Connection;
use chromiumoxide::cdp::CdpEventMessage;
use chromiumoxide::error::CdpError;
use chromiumoxide::types::{CallId, Message};
use futures::StreamExt;
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use crate::CALL_LIMIT;
use crate::error::BrowserError;

struct Order {
    method: &'static str,
    session: Option<String>,
    params: Value,
    answer: oneshot::Sender<Result<Value, String>>,
}

/// The connection; it ends with Chromium or when it is dropped.
#[derive(Clone, Debug)]
pub(crate) struct Side {
    orders: mpsc::Sender<Order>,
}

impl Side {
    pub async fn connect(address: &str) -> Result<Self, BrowserError> {
        let refused =
            |reason: String| BrowserError::Protocol { during: "connecting to Chromium".into(), reason };
        let connection = timeout(CALL_LIMIT, Connection::<CdpEventMessage>::connect(address))
            .await
            .map_err(|_| refused("it does not answer".into()))?
            .map_err(|error| refused(error.to_string()))?;
        let (orders, inbox) = mpsc::channel(16);
        tokio::spawn(serve(connection, inbox));
        Ok(Self { orders })
    }

    /// A session of this connection with a target.
    pub async fn attach(&self, target: &str) -> Result<String, BrowserError> {
        let params = json!({ "targetId": target, "flatten": true });
        let answer = self.call("Target.attachToTarget", None, params, CALL_LIMIT).await?;
        answer["sessionId"]
            .as_str()
            .map(str::to_owned)
            .ok_or_else(|| BrowserError::PageGone { during: "reaching a tab".into() })
    }

    pub async fn call(
        &self,
        method: &'static str,
        session: Option<String>,
        params: Value,
        limit: Duration,
    ) -> Result<Value, BrowserError> {
        let (answer, answered) = oneshot::channel();
        let gone = || BrowserError::PageGone { during: method.into() };
        self.orders.send(Order { method, session, params, answer }).await.map_err(|_| gone())?;
        match timeout(limit, answered).await {
            Ok(Ok(Ok(value))) => Ok(value),
            Ok(Ok(Err(reason))) => Err(BrowserError::Protocol { during: method.into(), reason }),
            Ok(Err(_)) => Err(gone()),
            Err(_) => Err(BrowserError::Deadline { during: method.into(), limit }),
        }
    }
}

async fn serve(mut connection: Connection<CdpEventMessage>, mut inbox: mpsc::Receiver<Order>) {
    let mut open: HashMap<CallId, oneshot::Sender<Result<Value, String>>> = HashMap::new();
    loop {
        tokio::select! {
            order = inbox.recv() => {
                let Some(order) = order else { return };
                let session = order.session.map(Into::into);
                match connection.submit_command(order.method.into(), session, order.params) {
                    Ok(id) => {
                        open.insert(id, order.answer);
                    }
                    Err(error) => {
                        let _ = order.answer.send(Err(error.to_string()));
                    }
                }
            }
            message = connection.next() => match message {
                Some(Ok(Message::Response(response))) => {
                    if let Some(answer) = open.remove(&response.id) {
                        let result = match (response.result, response.error) {
                            (Some(value), _) => Ok(value),
                            (None, Some(error)) => Err(error.message),
                            (None, None) => Ok(Value::Null),
                        };
                        let _ = answer.send(result);
                    }
                }
                Some(Ok(Message::Event(_)) | Err(CdpError::InvalidMessage(..))) => {}
                Some(Err(_)) | None => return,
            },
        }
    }
}
