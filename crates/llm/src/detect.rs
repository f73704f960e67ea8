//! Model servers on this machine. Looked for only when a person asks; what is found is offered, never used.

use std::time::Duration;

use atelier_core::model::OutboundRequest;
use futures::future::join_all;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use url::Url;

use crate::endpoint::Surroundings;
use crate::error::LlmError;
use crate::http::{self, Logged};

/// A program that serves models.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ServerKind {
    Ollama,
    LmStudio,
    LlamaCpp,
    Vllm,
    Other,
}

impl ServerKind {
    /// Its name on screen.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ollama => "Ollama",
            Self::LmStudio => "LM Studio",
            Self::LlamaCpp => "llama.cpp",
            Self::Vllm => "vLLM",
            Self::Other => "a server",
        }
    }
}

/// The ports that these programs take unless told otherwise.
pub const WELL_KNOWN: [(ServerKind, u16); 4] = [
    (ServerKind::Ollama, 11_434),
    (ServerKind::LmStudio, 1_234),
    (ServerKind::LlamaCpp, 8_080),
    (ServerKind::Vllm, 8_000),
];

/// One server that answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LocalServer {
    pub kind: ServerKind,
    pub address: String,
    pub models: Vec<String>,
}

/// Long enough for a server of this machine.
const PATIENCE: Duration = Duration::from_secs(2);
const LIST: u64 = 1 << 20;

/// Asks the given ports of the loopback address for their models, all at once. In the order of the ports.
///
/// # Errors
/// [`LlmError::Tls`] where no client can be made; a port without a server is no error.
pub async fn local_servers(
    ports: &[(ServerKind, u16)],
    surroundings: &Surroundings,
) -> Result<Vec<LocalServer>, LlmError> {
    let mut bases = Vec::new();
    for (kind, port) in ports {
        if let Ok(url) = Url::parse(&format!("http://127.0.0.1:{port}/v1/models")) {
            bases.push((*kind, *port, url));
        }
    }
    let Some((_, _, first)) = bases.first() else {
        return Ok(Vec::new());
    };
    let client = http::client(first)?;
    let client = &client;
    let asked = bases.iter().map(|(kind, port, url)| async move {
        let list = list(client, url, surroundings).await?;
        let items = list.get("data").and_then(Value::as_array)?;
        let text = |item: &Value, key: &str| item.get(key).and_then(Value::as_str).map(str::to_owned);
        let owner = items.iter().find_map(|item| text(item, "owned_by"));
        Some(LocalServer {
            kind: owner.and_then(|owner| of_owner(&owner)).unwrap_or(*kind),
            address: format!("http://127.0.0.1:{port}/v1"),
            models: items.iter().filter_map(|item| text(item, "id")).collect(),
        })
    });
    Ok(join_all(asked).await.into_iter().flatten().collect())
}

async fn list(client: &reqwest::Client, url: &Url, surroundings: &Surroundings) -> Option<Value> {
    let host = http::host(url);
    let row = OutboundRequest {
        at: surroundings.time.now(),
        host: host.clone(),
        path: url.path().to_owned(),
        purpose: "looking for servers".into(),
        model: String::new(),
        sent_bytes: 0,
        received_bytes: 0,
        status: None,
        redacted: 0,
    };
    let mut logged = Logged::new(row, std::sync::Arc::clone(&surroundings.outbound));
    let response = http::send(client.get(url.clone()), None, &host, PATIENCE, &mut logged).await.ok()?;
    if !response.status().is_success() {
        return None;
    }
    let body = http::whole(response, &host, PATIENCE, LIST, &logged).await.ok()?;
    serde_json::from_slice(&body).ok()
}

/// What servers write as the owner of their models; two of them share a port often enough.
fn of_owner(owner: &str) -> Option<ServerKind> {
    match owner {
        "library" => Some(ServerKind::Ollama),
        "llamacpp" => Some(ServerKind::LlamaCpp),
        "vllm" => Some(ServerKind::Vllm),
        "organization_owner" => Some(ServerKind::LmStudio),
        _ => None,
    }
}
