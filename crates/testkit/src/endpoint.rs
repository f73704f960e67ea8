//! A model endpoint that answers by script, also as badly as real ones do.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::Response;
use futures::stream::{self, StreamExt};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// What the endpoint does with one request.
#[derive(Clone, Debug)]
pub struct Turn {
    status: u16,
    headers: Vec<(String, String)>,
    /// Sent one by one.
    pieces: Vec<String>,
    end: End,
}

/// How an answer ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// As it should.
    Close,
    /// The connection breaks.
    Break,
    /// Nothing more comes, and the connection stays.
    Silence,
}

impl Turn {
    /// A whole answer.
    pub fn json(status: u16, body: &Value) -> Self {
        Self::text(status, "application/json", body.to_string())
    }

    /// Any text.
    pub fn text(status: u16, content_type: &str, body: impl Into<String>) -> Self {
        Self {
            status,
            headers: vec![("content-type".into(), content_type.into())],
            pieces: vec![body.into()],
            end: End::Close,
        }
    }

    /// An error as most servers put it.
    pub fn error(status: u16, message: &str) -> Self {
        Self::json(status, &serde_json::json!({ "error": { "message": message, "type": "error" } }))
    }

    /// A stream of events, each piece as it is to stand on the wire.
    pub fn stream(pieces: impl IntoIterator<Item = String>) -> Self {
        Self { pieces: pieces.into_iter().collect(), ..Self::text(200, "text/event-stream", "") }
    }

    /// No answer at all, not even a status.
    pub fn silence() -> Self {
        Self { status: 0, ..Self::text(200, "text/plain", "") }
    }

    /// With one more header.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Cut after so many pieces, ending like this.
    #[must_use]
    pub fn cut(mut self, pieces: usize, end: End) -> Self {
        self.pieces.truncate(pieces);
        self.end = end;
        self
    }

    /// Number of pieces.
    pub const fn len(&self) -> usize {
        self.pieces.len()
    }

    /// True without pieces.
    pub const fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }
}

/// One request that came in.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    pub method: String,
    pub path: String,
    pub authorization: Option<String>,
    /// As it was sent.
    pub raw: String,
    /// As JSON; null where it is none.
    pub body: Value,
}

impl Asked {
    /// The texts of all messages, one after the other.
    pub fn words(&self) -> String {
        let messages = self.body["messages"].as_array().cloned().unwrap_or_default();
        messages.iter().filter_map(|m| m["content"].as_str()).collect::<Vec<_>>().join("\n")
    }
}

type Answers = dyn Fn(&Asked, usize) -> Turn + Send + Sync;

struct Script {
    answers: Box<Answers>,
    log: Mutex<Vec<Asked>>,
}

/// A running endpoint. It ends when it is dropped.
pub struct ScriptedEndpoint {
    address: SocketAddr,
    script: Arc<Script>,
    task: JoinHandle<()>,
}

impl std::fmt::Debug for ScriptedEndpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ScriptedEndpoint").field("address", &self.address).finish_non_exhaustive()
    }
}

impl ScriptedEndpoint {
    /// Gives the turns in their order; a request past the last is refused with 418.
    ///
    /// # Errors
    /// What the operating system said where no port could be opened.
    pub async fn serve(turns: impl IntoIterator<Item = Turn>) -> std::io::Result<Self> {
        let turns = Mutex::new(turns.into_iter().collect::<VecDeque<_>>());
        Self::serve_with(move |_, _| {
            let next = turns.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
            next.unwrap_or_else(|| Turn::error(418, "the script is over"))
        })
        .await
    }

    /// Answers by a rule over the request and its number, from 0.
    ///
    /// # Errors
    /// As [`Self::serve`].
    pub async fn serve_with(
        answers: impl Fn(&Asked, usize) -> Turn + Send + Sync + 'static,
    ) -> std::io::Result<Self> {
        let script = Arc::new(Script { answers: Box::new(answers), log: Mutex::default() });
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let address = listener.local_addr()?;
        let app = Router::new().fallback(answer).with_state(Arc::clone(&script));
        let task = tokio::spawn(async move {
            // Ends only with the task.
            let _ = axum::serve(listener, app).await;
        });
        Ok(Self { address, script, task })
    }

    /// `http://127.0.0.1:PORT/v1`.
    pub fn address(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// The port.
    pub const fn port(&self) -> u16 {
        self.address.port()
    }

    /// Requests so far.
    pub fn asked(&self) -> Vec<Asked> {
        self.script.log.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for ScriptedEndpoint {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn answer(State(script): State<Arc<Script>>, request: Request) -> Response {
    let authorization =
        request.headers().get("authorization").and_then(|v| v.to_str().ok()).map(str::to_owned);
    let (method, path) = (request.method().to_string(), request.uri().path().to_owned());
    let raw = to_bytes(request.into_body(), 16 << 20).await.unwrap_or_default();
    let raw = String::from_utf8_lossy(&raw).into_owned();
    let body = serde_json::from_str(&raw).unwrap_or_default();
    let asked = Asked { method, path, authorization, raw, body };
    let number = {
        let mut log = script.log.lock().unwrap_or_else(PoisonError::into_inner);
        log.push(asked.clone());
        log.len() - 1
    };
    let turn = (script.answers)(&asked, number);
    if turn.status == 0 {
        std::future::pending::<Infallible>().await;
    }
    let pieces = stream::iter(turn.pieces.into_iter().map(Ok::<_, std::io::Error>));
    let body = match turn.end {
        End::Close => Body::from_stream(pieces),
        End::Break => {
            let broken = std::io::Error::other("the script breaks the connection");
            // The pieces before the break are on their way before it comes.
            let last = stream::once(async {
                tokio::task::yield_now().await;
                Err(broken)
            });
            Body::from_stream(pieces.chain(last))
        }
        End::Silence => Body::from_stream(pieces.chain(stream::pending())),
    };
    let mut response = Response::new(body);
    *response.status_mut() = StatusCode::from_u16(turn.status).unwrap_or(StatusCode::OK);
    for (name, value) in turn.headers {
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
            response.headers_mut().insert(name, value);
        }
    }
    response
}
