//! The one implementation of [`ChatModel`]: an OpenAI-compatible endpoint over HTTP.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use atelier_core::model::{ModelProfile, OutboundRequest, base};
use backon::{BackoffBuilder, ExponentialBuilder};
use eventsource_stream::Eventsource;
use futures::StreamExt;
use reqwest::header::{ACCEPT, CONTENT_TYPE};
use reqwest::{Client, Response};
use serde_json::Value;
use url::Url;

use crate::assembly::Assembly;
use crate::chat::{ChatModel, ChatReply, ChatRequest, Delta, Finish};
use crate::concede::Concessions;
use crate::endpoint::{Endpoint, Surroundings};
use crate::error::LlmError;
use crate::http::{self, Logged};
use crate::redact::Redactor;
use crate::{reply, usage, wire};

/// Tries after the first one.
const RETRIES: usize = 3;
const FIRST_WAIT: Duration = Duration::from_millis(500);
/// A server that asks for more is not waited for.
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// Concessions in one request; there are no more kinds of them.
const CONCESSIONS: usize = 8;
/// Most bytes of an answer: text, thinking and arguments.
const ANSWER: usize = 1 << 20;
/// Most bytes of a body; a stream wraps every few characters in some hundred bytes.
const BODY: u64 = 64 << 20;

/// A client of one endpoint. It remembers what the endpoint does not know.
#[derive(Debug)]
pub struct OpenAiCompatible {
    endpoint: Endpoint,
    surroundings: Surroundings,
    base: Url,
    http: Client,
    learned: Mutex<Concessions>,
}

impl OpenAiCompatible {
    /// A client for the endpoint; nothing is sent yet.
    ///
    /// # Errors
    /// [`LlmError::Profile`], [`LlmError::Tls`].
    pub fn new(endpoint: Endpoint, surroundings: Surroundings) -> Result<Self, LlmError> {
        endpoint.profile.check()?;
        let base = base(&endpoint.profile.address)?;
        let http = http::client(&base)?;
        Ok(Self { endpoint, surroundings, base, http, learned: Mutex::default() })
    }

    /// Names of the models that the server lists.
    pub async fn models(&self) -> Result<Vec<String>, LlmError> {
        let url = self.url("models");
        let host = http::host(&url);
        let mut logged = self.logged(&url, "list of models", 0, 0);
        let request = self.http.get(url.clone()).header(ACCEPT, "application/json");
        let key = self.endpoint.key.as_ref();
        let response = http::send(request, key, &host, self.silence(), &mut logged).await?;
        if !response.status().is_success() {
            return Err(self.refused(response, &url, 0, &logged).await.0);
        }
        let body = http::whole(response, &host, self.silence(), BODY, &logged).await?;
        let text = String::from_utf8_lossy(&body);
        let list: Value = serde_json::from_str(&text).map_err(|_| not_json(&host, &text))?;
        let items = list.get("data").or_else(|| list.get("models")).and_then(Value::as_array);
        let items = items.ok_or_else(|| LlmError::BadAnswer { host, what: "it has no `data`".into() })?;
        let name =
            |item: &Value| ["id", "name"].iter().find_map(|key| item.get(*key)?.as_str().map(str::to_owned));
        Ok(items.iter().filter_map(name).collect())
    }

    fn url(&self, path: &str) -> Url {
        let mut url = self.base.clone();
        url.set_path(&format!("{}/{path}", self.base.path().trim_end_matches('/')));
        url
    }

    fn silence(&self) -> Duration {
        Duration::from_secs(u64::from(self.endpoint.profile.budgets.silence_s.max(1)))
    }

    fn redactor(&self) -> Redactor<'_> {
        Redactor::new(self.surroundings.secrets.iter().chain(&self.endpoint.key))
    }

    fn logged(&self, url: &Url, purpose: &str, bytes: usize, redacted: u32) -> Logged {
        let row = OutboundRequest {
            at: self.surroundings.time.now(),
            host: http::host(url),
            path: url.path().to_owned(),
            purpose: purpose.to_owned(),
            model: self.endpoint.profile.model.clone(),
            sent_bytes: bytes as u64,
            received_bytes: 0,
            status: None,
            redacted,
        };
        Logged::new(row, std::sync::Arc::clone(&self.surroundings.outbound))
    }

    async fn refused(
        &self,
        response: Response,
        url: &Url,
        needed: u64,
        logged: &Logged,
    ) -> (LlmError, String) {
        let host = http::host(url);
        let now = self.surroundings.time.now();
        let refusal = http::refusal(response, &host, self.silence(), now, &mut self.redactor(), logged).await;
        let profile = &self.endpoint.profile;
        let error = refusal.error(url, &profile.model, needed, u64::from(profile.context));
        (error, refusal.said)
    }

    /// One request and its answer.
    async fn attempt(
        &self,
        request: &ChatRequest,
        give: Concessions,
        tell: &mut (dyn FnMut(Delta) + Send),
    ) -> Result<ChatReply, (LlmError, Option<Concessions>)> {
        let profile = &self.endpoint.profile;
        let url = self.url("chat/completions");
        let host = http::host(&url);
        let mut redactor = self.redactor();
        let body = wire::body(request, profile, give, &mut redactor).to_string();
        let mut logged = self.logged(&url, &request.purpose, body.len(), redactor.found);
        let sending = self
            .http
            .post(url.clone())
            .header(CONTENT_TYPE, "application/json")
            .header(ACCEPT, "text/event-stream, application/json")
            .body(body);
        let plain = |error| (error, None);
        let key = self.endpoint.key.as_ref();
        let response = http::send(sending, key, &host, self.silence(), &mut logged).await.map_err(plain)?;
        let status = response.status();
        if !status.is_success() {
            let needed = usage::of_request(request);
            let (error, said) = self.refused(response, &url, needed, &logged).await;
            let may = matches!(error, LlmError::Rejected { .. } | LlmError::ServerFault { .. });
            let next = give.after(request, profile.calling, status.as_u16(), &said).filter(|_| may);
            return Err((error, next));
        }
        let assembly = self.read(response, &host, &logged, tell).await.map_err(plain)?;
        if let Some(said) = assembly.fault {
            let said = http::short(&self.redactor().text(&said));
            return Err(plain(LlmError::ServerFault { host, status: status.as_u16(), said }));
        }
        if assembly.finish == Some(Finish::Filter) {
            return Err(plain(LlmError::Withheld { host, model: profile.model.clone() }));
        }
        Ok(reply::read(assembly, request, profile.calling))
    }

    /// Reads a stream, or the whole answer of a server that does not stream.
    async fn read(
        &self,
        response: Response,
        host: &str,
        logged: &Logged,
        tell: &mut (dyn FnMut(Delta) + Send),
    ) -> Result<Assembly, LlmError> {
        let kind = response.headers().get(CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or_default();
        let streams = kind.starts_with("text/event-stream");
        let mut assembly = Assembly::default();
        if !streams {
            let body = http::whole(response, host, self.silence(), 2 * ANSWER as u64, logged).await?;
            let text = String::from_utf8_lossy(&body);
            // Some proxies lose the content type of a stream on the way.
            if !text.trim_start().starts_with("data:") {
                let json: Value = serde_json::from_str(&text).map_err(|_| not_json(host, &text))?;
                assembly.take(&json, tell);
                return whole_of(assembly, host);
            }
            let lines = text.lines().filter_map(|line| line.strip_prefix("data:"));
            for line in lines.map(str::trim).filter(|line| *line != "[DONE]") {
                let json: Value = serde_json::from_str(line).map_err(|_| not_json(host, line))?;
                assembly.take(&json, tell);
            }
            return whole_of(assembly, host);
        }
        let bytes = Box::pin(http::body(response, host, self.silence(), BODY, logged));
        let mut events = bytes.eventsource();
        while let Some(event) = events.next().await {
            let event = match event {
                Ok(event) => event,
                Err(eventsource_stream::EventStreamError::Transport(error)) => return Err(error),
                Err(error) => {
                    return Err(LlmError::BadAnswer { host: host.to_owned(), what: error.to_string() });
                }
            };
            let data = event.data.trim();
            if data.is_empty() {
                continue;
            }
            if data == "[DONE]" {
                assembly.finish = assembly.finish.or(Some(Finish::Stop));
                break;
            }
            let json: Value = serde_json::from_str(data).map_err(|_| not_json(host, data))?;
            if event.event == "error" && json.get("error").is_none() {
                assembly.fault = Some(crate::assembly::said(&json));
            } else {
                assembly.take(&json, tell);
            }
            if assembly.fault.is_some() {
                return Ok(assembly);
            }
            if assembly.size() > ANSWER {
                return Err(LlmError::TooLarge { host: host.to_owned(), limit: ANSWER as u64 });
            }
        }
        // A stream that closes without saying that it is done has lost its end.
        if assembly.finish.is_none() {
            return Err(LlmError::HalfAnswer { host: host.to_owned() });
        }
        whole_of(assembly, host)
    }

    /// One answer, with what the server does not know left out, and after passing faults once more.
    async fn tries(
        &self,
        request: &ChatRequest,
        tell: &mut (dyn FnMut(Delta) + Send),
    ) -> Result<ChatReply, LlmError> {
        let mut give = *self.learned.lock().unwrap_or_else(PoisonError::into_inner);
        let mut waits = ExponentialBuilder::default()
            .with_min_delay(FIRST_WAIT)
            .with_factor(3.0)
            .with_max_delay(LONGEST_WAIT)
            .with_max_times(RETRIES)
            .build();
        let mut requests = 0;
        let mut conceded = 0;
        loop {
            requests += 1;
            let mut told = false;
            let mut listen = |delta: Delta| {
                told = true;
                tell(delta);
            };
            let (error, next) = match self.attempt(request, give, &mut listen).await {
                Ok(reply) => {
                    // Only what helped is remembered.
                    *self.learned.lock().unwrap_or_else(PoisonError::into_inner) = give;
                    return Ok(ChatReply { requests, ..reply });
                }
                Err(failed) => failed,
            };
            if told {
                tell(Delta::Again);
            }
            if let Some(next) = next.filter(|_| conceded < CONCESSIONS) {
                tracing::debug!(%error, "asked again with less");
                conceded += 1;
                give = next;
                continue;
            }
            let asked = match &error {
                LlmError::RateLimited { wait, .. } => *wait,
                _ => None,
            };
            let wait = waits.next().filter(|_| error.is_passing());
            let wait = wait.map(|wait| asked.unwrap_or(wait)).filter(|wait| *wait <= LONGEST_WAIT);
            match wait {
                Some(wait) => self.surroundings.time.sleep(wait).await,
                None => return Err(error),
            }
        }
    }
}

#[async_trait]
impl ChatModel for OpenAiCompatible {
    fn profile(&self) -> &ModelProfile {
        &self.endpoint.profile
    }

    async fn chat(
        &self,
        request: &ChatRequest,
        tell: &mut (dyn FnMut(Delta) + Send),
    ) -> Result<ChatReply, LlmError> {
        let profile = &self.endpoint.profile;
        let context = u64::from(profile.context);
        let needed = usage::of_request(request) + u64::from(wire::answer_tokens(request, profile));
        if needed > context {
            return Err(LlmError::TooLong { needed, context });
        }
        let longest = Duration::from_secs(u64::from(profile.budgets.answer_s.max(1)));
        let late = |_| LlmError::TooSlow { host: http::host(&self.base), seconds: longest.as_secs() };
        tokio::time::timeout(longest, self.tries(request, tell)).await.map_err(late)?
    }
}

fn whole_of(assembly: Assembly, host: &str) -> Result<Assembly, LlmError> {
    if !assembly.is_answer && assembly.fault.is_none() {
        return Err(LlmError::BadAnswer { host: host.to_owned(), what: "it has no `choices`".into() });
    }
    if assembly.size() > ANSWER {
        return Err(LlmError::TooLarge { host: host.to_owned(), limit: ANSWER as u64 });
    }
    Ok(assembly)
}

fn not_json(host: &str, text: &str) -> LlmError {
    let kind = http::other_kind(text);
    let kind = kind.or_else(|| text.trim().is_empty().then_some("nothing")).unwrap_or("text");
    LlmError::NotAnEndpoint { host: host.to_owned(), kind: kind.to_owned() }
}
