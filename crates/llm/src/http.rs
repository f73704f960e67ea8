//! One HTTP request: its deadline, its size, its row in the outbound log, and what its failure is called.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use atelier_core::model::OutboundRequest;
use futures::{Stream, StreamExt};
use reqwest::{Client, RequestBuilder, Response};
use rustls::ClientConfig;
use rustls_platform_verifier::BuilderVerifierExt;
use secrecy::{ExposeSecret, SecretString};
use url::Url;

use crate::assembly;
use crate::endpoint::Outbound;
use crate::error::LlmError;
use crate::redact::Redactor;

/// Longest text of a server that is repeated in an error, in characters.
const SAID_MAX: usize = 300;
/// Most bytes of an error's body that are read.
const ERROR_BODY: u64 = 64 << 10;
const CONNECT: Duration = Duration::from_secs(10);

/// A client that reads no environment, follows no redirect and trusts whom the system trusts.
pub(crate) fn client(base: &Url) -> Result<Client, LlmError> {
    let tls = |error: &dyn std::fmt::Display| LlmError::Tls(error.to_string());
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let builder = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| tls(&error))?;
    let config = if base.scheme() == "https" {
        builder.with_platform_verifier().map_err(|error| tls(&error))?.with_no_client_auth()
    } else {
        // Nothing is encrypted, so nothing needs the system's certificates.
        builder.with_root_certificates(rustls::RootCertStore::empty()).with_no_client_auth()
    };
    Client::builder()
        .no_proxy()
        .redirect(reqwest::redirect::Policy::none())
        .tls_backend_preconfigured(config)
        .connect_timeout(CONNECT)
        .user_agent(concat!("atelier/", env!("CARGO_PKG_VERSION")))
        .build()
        .map_err(|error| tls(&error))
}

/// Host with port, as people know it.
pub(crate) fn host(url: &Url) -> String {
    let name = url.host_str().unwrap_or_default();
    url.port().map_or_else(|| name.to_owned(), |port| format!("{name}:{port}"))
}

/// The row of a request. It is written when this is dropped, so that an abandoned request has one too.
pub(crate) struct Logged {
    pub row: OutboundRequest,
    received: Arc<AtomicU64>,
    outbound: Arc<dyn Outbound>,
}

impl Logged {
    pub(crate) fn new(row: OutboundRequest, outbound: Arc<dyn Outbound>) -> Self {
        Self { row, received: Arc::new(AtomicU64::new(0)), outbound }
    }
}

impl Drop for Logged {
    fn drop(&mut self) {
        self.row.received_bytes = self.received.load(Ordering::Relaxed);
        self.outbound.sent(&self.row);
    }
}

/// Sends; an answer of any status is an answer.
pub(crate) async fn send(
    request: RequestBuilder,
    key: Option<&SecretString>,
    host: &str,
    silence: Duration,
    logged: &mut Logged,
) -> Result<Response, LlmError> {
    let request = match key {
        Some(key) => request.bearer_auth(key.expose_secret()),
        None => request,
    };
    let response = tokio::time::timeout(silence, request.send())
        .await
        .map_err(|_| LlmError::Silent { host: host.to_owned(), seconds: silence.as_secs() })?
        .map_err(|error| unreachable(host, &error))?;
    logged.row.status = Some(response.status().as_u16());
    Ok(response)
}

fn unreachable(host: &str, error: &reqwest::Error) -> LlmError {
    if error.is_connect() {
        LlmError::Unreachable { host: host.to_owned(), what: innermost(error) }
    } else {
        // It took the connection and then dropped it.
        LlmError::HalfAnswer { host: host.to_owned() }
    }
}

fn innermost(error: &dyn std::error::Error) -> String {
    let mut at = error;
    while let Some(source) = at.source() {
        at = source;
    }
    at.to_string()
}

/// The body as it comes, at most `limit` bytes, each piece within `silence`.
pub(crate) fn body(
    response: Response,
    host: &str,
    silence: Duration,
    limit: u64,
    logged: &Logged,
) -> impl Stream<Item = Result<Vec<u8>, LlmError>> + Send + use<> {
    let stream = Box::pin(response.bytes_stream());
    let received = Arc::clone(&logged.received);
    let host = host.to_owned();
    futures::stream::try_unfold((stream, received, host), move |(mut stream, received, host)| async move {
        let next = tokio::time::timeout(silence, stream.next()).await;
        match next {
            Err(_) => Err(LlmError::Silent { host, seconds: silence.as_secs() }),
            Ok(None) => Ok(None),
            Ok(Some(Err(_))) => Err(LlmError::HalfAnswer { host }),
            Ok(Some(Ok(bytes))) => {
                let all = received.fetch_add(bytes.len() as u64, Ordering::Relaxed) + bytes.len() as u64;
                if all > limit {
                    return Err(LlmError::TooLarge { host, limit });
                }
                Ok(Some((bytes.to_vec(), (stream, received, host))))
            }
        }
    })
}

/// The whole body.
pub(crate) async fn whole(
    response: Response,
    host: &str,
    silence: Duration,
    limit: u64,
    logged: &Logged,
) -> Result<Vec<u8>, LlmError> {
    let mut stream = Box::pin(body(response, host, silence, limit, logged));
    let mut out = Vec::new();
    while let Some(bytes) = stream.next().await {
        out.extend(bytes?);
    }
    Ok(out)
}

/// What an answer that is no success says.
pub(crate) struct Refusal {
    pub status: u16,
    pub said: String,
    pub wait: Option<Duration>,
    to: Option<String>,
    kind: Option<&'static str>,
}

/// Reads the answer that is no success.
pub(crate) async fn refusal(
    response: Response,
    host: &str,
    silence: Duration,
    now: i64,
    redactor: &mut Redactor<'_>,
    logged: &Logged,
) -> Refusal {
    let status = response.status().as_u16();
    let header = |name: &str| response.headers().get(name).and_then(|v| v.to_str().ok()).map(str::to_owned);
    let wait = wait(header("retry-after-ms").as_deref(), header("retry-after").as_deref(), now);
    let to = header("location").map(|to| atelier_core::secrets::clean_url(&to).unwrap_or(to));
    let body = whole(response, host, silence, ERROR_BODY, logged).await.unwrap_or_default();
    let text = String::from_utf8_lossy(&body);
    let kind = other_kind(&text);
    let said = match serde_json::from_str(&text) {
        Ok(json) => assembly::said(&json),
        Err(_) if kind.is_some() => "it shows a web page".to_owned(),
        Err(_) if text.trim().is_empty() => "it does not say why".to_owned(),
        Err(_) => text.trim().to_owned(),
    };
    Refusal { status, said: short(&redactor.text(&said)), wait, to, kind }
}

/// Cut to the length that errors have.
pub(crate) fn short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(SAID_MAX) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line,
    }
}

/// What a body is that is not JSON and no stream.
pub(crate) fn other_kind(text: &str) -> Option<&'static str> {
    let start = text.trim_start().get(..200.min(text.trim_start().len())).unwrap_or_default().to_lowercase();
    let html = ["<!doctype", "<html", "<head", "<body"].iter().any(|tag| start.starts_with(tag));
    if html {
        Some("a web page")
    } else if start.starts_with('<') {
        Some("XML")
    } else {
        None
    }
}

/// How long to wait, from seconds, milliseconds or a date.
fn wait(milliseconds: Option<&str>, seconds: Option<&str>, now: i64) -> Option<Duration> {
    let positive = |n: f64| (n.is_finite() && (0.0..1e9).contains(&n)).then_some(n);
    if let Some(ms) = milliseconds.and_then(|t| t.trim().parse().ok()).and_then(positive) {
        return Some(Duration::from_secs_f64(ms / 1_000.0));
    }
    let text = seconds?.trim();
    if let Some(seconds) = text.parse().ok().and_then(positive) {
        return Some(Duration::from_secs_f64(seconds));
    }
    let date = httpdate::parse_http_date(text).ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
    let then = i64::try_from(date.as_millis()).ok()?;
    u64::try_from(then - now).ok().map(Duration::from_millis).or(Some(Duration::ZERO))
}

impl Refusal {
    /// The error it is.
    pub(crate) fn error(&self, url: &Url, model: &str, needed: u64, context: u64) -> LlmError {
        let host = host(url);
        let (status, said) = (self.status, self.said.clone());
        let lower = said.to_lowercase();
        let says = |words: &[&str]| words.iter().any(|word| lower.contains(word));
        let too_long = says(&[
            "context length",
            "context size",
            "context window",
            "context_length",
            "maximum context",
            "too many tokens",
            "prompt is too long",
            "n_ctx",
        ]);
        let no_model = says(&["model"])
            && says(&["not found", "does not exist", "no such", "not loaded", "unknown model"]);
        match status {
            300..=399 => LlmError::Redirected {
                host,
                to: self.to.clone().unwrap_or_else(|| "an address it does not name".into()),
            },
            401 | 403 => LlmError::Unauthorized { host, status },
            402 => LlmError::Unpaid { host, said },
            429 if says(&["insufficient_quota", "exceeded your current quota", "billing", "credit"]) => {
                LlmError::Unpaid { host, said }
            }
            429 => LlmError::RateLimited { host, wait: self.wait },
            413 => LlmError::TooLong { needed, context },
            400 | 404 | 422 | 500 if too_long => LlmError::TooLong { needed, context },
            400 | 404 if no_model => LlmError::NoSuchModel { host, model: model.to_owned() },
            404 | 405 => match self.kind {
                Some(kind) => LlmError::NotAnEndpoint { host, kind: kind.to_owned() },
                None => LlmError::NoSuchPath { host, path: url.path().to_owned() },
            },
            408 | 409 | 425 | 500.. => LlmError::ServerFault { host, status, said },
            _ => LlmError::Rejected { host, status, said },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_in_all_their_forms() {
        let at = |seconds: u64| Some(Duration::from_secs(seconds));
        assert_eq!(wait(None, Some("7"), 0), at(7));
        assert_eq!(wait(Some("1500"), Some("7"), 0), Some(Duration::from_millis(1_500)));
        assert_eq!(wait(None, Some("Thu, 01 Jan 1970 00:01:00 GMT"), 20_000), at(40));
        assert_eq!(wait(None, Some("Thu, 01 Jan 1970 00:01:00 GMT"), 90_000), at(0));
        assert_eq!(wait(None, Some("soon"), 0), None);
        assert_eq!(wait(None, Some("-3"), 0), None);
    }
}
