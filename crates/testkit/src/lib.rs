//! Fixtures for tests: a server of given pages on the loopback address with an access log, a [`pool`] of
//! recordings with known truth, and a model endpoint that answers by script ([`endpoint`]) in the dialects of real
//! servers ([`dialect`]).
//!
//! For tests only; it speaks to nobody but this machine and ends with its handle.

pub mod dialect;
pub mod endpoint;
pub mod pool;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// One answer of the server.
#[derive(Clone, Debug)]
pub struct Reply {
    status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
    delay: Duration,
}

impl Reply {
    /// A page.
    pub fn html(body: impl Into<String>) -> Self {
        Self::new(200, "text/html; charset=utf-8", body.into())
    }

    /// Any text of a content type.
    pub fn new(status: u16, content_type: &str, body: impl Into<Vec<u8>>) -> Self {
        Self {
            status,
            headers: vec![("content-type".into(), content_type.into())],
            body: body.into(),
            delay: Duration::ZERO,
        }
    }

    /// A redirect after a post.
    pub fn see_other(location: &str) -> Self {
        Self::new(303, "text/plain", "").header("location", location)
    }

    /// A file that browsers save instead of showing it.
    pub fn download(name: &str, body: impl Into<Vec<u8>>) -> Self {
        Self::new(200, "application/octet-stream", body)
            .header("content-disposition", &format!("attachment; filename=\"{name}\""))
    }

    /// With one more header.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// With another status.
    #[must_use]
    pub const fn status(mut self, status: u16) -> Self {
        self.status = status;
        self
    }

    /// Sent only after a while.
    #[must_use]
    pub const fn after(mut self, delay: Duration) -> Self {
        self.delay = delay;
        self
    }
}

/// One request that came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    pub method: String,
    pub path: String,
    pub query: String,
    pub body: String,
}

#[derive(Debug, Default)]
struct Shared {
    replies: Mutex<BTreeMap<String, Reply>>,
    log: Mutex<Vec<Hit>>,
}

/// A running server. It ends when it is dropped.
#[derive(Debug)]
pub struct Pages {
    address: SocketAddr,
    shared: Arc<Shared>,
    task: JoinHandle<()>,
}

impl Pages {
    /// Serves the replies by path, or by `METHOD /path`; everything else is answered with 404.
    ///
    /// # Errors
    /// What the operating system said where no port could be opened.
    pub async fn serve<K: Into<String>>(
        replies: impl IntoIterator<Item = (K, Reply)>,
    ) -> std::io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let address = listener.local_addr()?;
        let app = Router::new().fallback(answer).with_state(Arc::clone(&shared));
        let task = tokio::spawn(async move {
            // Ends only with the task.
            let _ = axum::serve(listener, app).await;
        });
        let pages = Self { address, shared, task };
        for (path, reply) in replies {
            pages.put(path, reply);
        }
        Ok(pages)
    }

    /// Adds or replaces a reply.
    pub fn put(&self, path: impl Into<String>, reply: Reply) {
        lock(&self.shared.replies).insert(path.into(), reply);
    }

    /// `http://127.0.0.1:PORT`.
    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The same server under another host name, for pages of another site.
    pub fn other_origin(&self) -> String {
        format!("http://localhost:{}", self.address.port())
    }

    /// URL of a path.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.origin())
    }

    /// Requests so far, without those for icons.
    pub fn log(&self) -> Vec<Hit> {
        lock(&self.shared.log).clone()
    }

    /// Requests of a method and path so far.
    pub fn hits(&self, method: &str, path: &str) -> usize {
        self.log().iter().filter(|hit| hit.method == method && hit.path == path).count()
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn answer(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let method = request.method().to_string();
    let path = request.uri().path().to_owned();
    let query = request.uri().query().unwrap_or_default().to_owned();
    let body = to_bytes(request.into_body(), 4 << 20).await.unwrap_or_default();
    if path != "/favicon.ico" {
        let body = String::from_utf8_lossy(&body).into_owned();
        lock(&shared.log).push(Hit { method: method.clone(), path: path.clone(), query, body });
    }
    let reply = {
        let replies = lock(&shared.replies);
        replies.get(&format!("{method} {path}")).or_else(|| replies.get(&path)).cloned()
    };
    let reply = reply.unwrap_or_else(|| Reply::new(404, "text/plain", "no such page"));
    if !reply.delay.is_zero() {
        tokio::time::sleep(reply.delay).await;
    }
    let mut response = Response::new(Body::from(reply.body));
    *response.status_mut() = StatusCode::from_u16(reply.status).unwrap_or(StatusCode::OK);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    for (name, value) in reply.headers {
        if let (Ok(name), Ok(value)) = (header::HeaderName::try_from(name), HeaderValue::try_from(value)) {
            response.headers_mut().insert(name, value);
        }
    }
    response
}
