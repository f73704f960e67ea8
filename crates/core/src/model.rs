//! Model profiles, what asking costs, and the rows of the outbound log. A key is never part of these types: a
//! profile holds the name of its keychain entry.

use serde::{Deserialize, Serialize};
use thiserror::Error;
use url::Url;

use crate::task::Mode;

/// Longest name of a profile, in characters.
pub const PROFILE_NAME_MAX: usize = 60;

/// One model behind one OpenAI-compatible address.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModelProfile {
    /// What people and `--model` call it; unique, never `local`.
    pub name: String,
    /// `http://127.0.0.1:11434/v1`, or any address whose `/chat/completions` answers.
    pub address: String,
    /// The model's name at that address.
    pub model: String,
    /// Name of the keychain entry with the key; none where the server asks for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    #[serde(default)]
    pub calling: Calling,
    /// Tokens that question and answer may have together.
    #[serde(default = "default_context")]
    pub context: u32,
    /// How skills are put before it.
    #[serde(default)]
    pub mode: Mode,
    /// It reads pictures.
    #[serde(default)]
    pub sees: bool,
    #[serde(default)]
    pub budgets: Budgets,
    /// None where it is not known; costs are not shown then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Price>,
}

const fn default_context() -> u32 {
    8_192
}

/// How tool calls are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Calling {
    /// Also from the text of the answer, for models that write them there.
    #[default]
    Lenient,
    /// Only where the protocol has its place for them.
    Strict,
}

/// What asking may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Budgets {
    /// Tokens of one answer.
    pub answer_tokens: u32,
    /// Tokens of all requests and answers of one task; none is no limit.
    pub task_tokens: Option<u64>,
    /// Longest silence of the server, in seconds.
    pub silence_s: u32,
    /// Longest time for one answer, in seconds.
    pub answer_s: u32,
}

impl Default for Budgets {
    fn default() -> Self {
        // A small machine reads some 90 tokens a second before it says its first word.
        Self { answer_tokens: 1_024, task_tokens: None, silence_s: 180, answer_s: 600 }
    }
}

/// Price of a million tokens, in the currency of the endpoint's bill.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Price {
    pub request: f64,
    pub completion: f64,
    /// Of request tokens that the server had cached; the full price where none is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cached: Option<f64>,
}

/// Tokens of one or more answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    pub request: u64,
    pub completion: u64,
    /// Of the request, what the server had cached.
    #[serde(default)]
    pub cached: u64,
    /// Counted here with a margin, because the server did not say.
    #[serde(default)]
    pub estimated: bool,
}

impl Usage {
    /// Both together; an estimate where one of them is.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            request: self.request.saturating_add(other.request),
            completion: self.completion.saturating_add(other.completion),
            cached: self.cached.saturating_add(other.cached),
            estimated: self.estimated || other.estimated,
        }
    }
}

impl Price {
    /// What these tokens cost.
    pub fn of(&self, usage: Usage) -> f64 {
        let cached = usage.cached.min(usage.request);
        let fresh = usage.request - cached;
        let parts = [
            (fresh, self.request),
            (cached, self.cached.unwrap_or(self.request)),
            (usage.completion, self.completion),
        ];
        parts.into_iter().map(|(tokens, price)| tokens as f64 * price / 1e6).sum()
    }
}

/// One request that left the app: never what was in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutboundRequest {
    /// Unix milliseconds at which it was sent.
    pub at: i64,
    /// Host with port.
    pub host: String,
    pub path: String,
    /// Why it was made, for example `worker step` or `granularity`.
    pub purpose: String,
    /// Empty for requests that ask no model.
    pub model: String,
    /// Size of what was sent and of what came back.
    pub sent_bytes: u64,
    pub received_bytes: u64,
    /// HTTP status; none where no answer came.
    pub status: Option<u16>,
    /// Secrets that were taken out of it before it was sent.
    #[serde(default)]
    pub redacted: u32,
}

/// Why a profile cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProfileFault {
    #[error(
        "the profile name `{0}` is empty, longer than {PROFILE_NAME_MAX} characters, or `local`; choose another"
    )]
    Name(String),
    #[error("`{0}` is no http(s) address; write it like `http://127.0.0.1:11434/v1`")]
    Address(String),
    #[error(
        "`{0}` holds a name, password or query; put the key into the key field, the address ends with its path"
    )]
    Extras(String),
    #[error("`{0}` would send the key unencrypted over the network; use https, or no key")]
    PlainKey(String),
    #[error("the profile `{0}` names no model; take one of the list the server gives")]
    NoModel(String),
    #[error(
        "the answer budget of {answer} tokens leaves no room in a context of {context}; lower it or raise the context"
    )]
    NoRoom { answer: u32, context: u32 },
    #[error("the price of `{0}` is below zero or no number")]
    Price(String),
}

impl ModelProfile {
    /// A profile with defaults for the rest.
    pub fn new(name: impl Into<String>, address: impl Into<String>, model: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            address: address.into(),
            model: model.into(),
            key: None,
            calling: Calling::default(),
            context: default_context(),
            mode: Mode::default(),
            sees: false,
            budgets: Budgets::default(),
            price: None,
        }
    }

    /// Checks that it can be used.
    ///
    /// # Errors
    /// The first [`ProfileFault`].
    pub fn check(&self) -> Result<(), ProfileFault> {
        let name = self.name.trim();
        if name.is_empty() || name.chars().count() > PROFILE_NAME_MAX || name.eq_ignore_ascii_case("local") {
            return Err(ProfileFault::Name(self.name.clone()));
        }
        let base = base(&self.address)?;
        if self.key.is_some() && base.scheme() == "http" && !is_near(&base) {
            return Err(ProfileFault::PlainKey(self.address.clone()));
        }
        if self.model.trim().is_empty() {
            return Err(ProfileFault::NoModel(self.name.clone()));
        }
        let Budgets { answer_tokens, .. } = self.budgets;
        if answer_tokens == 0 || answer_tokens >= self.context {
            return Err(ProfileFault::NoRoom { answer: answer_tokens, context: self.context });
        }
        let numbers = self.price.iter().flat_map(|p| [Some(p.request), Some(p.completion), p.cached]);
        if numbers.flatten().any(|n| !n.is_finite() || n < 0.0) {
            return Err(ProfileFault::Price(self.name.clone()));
        }
        Ok(())
    }
}

/// The base of an endpoint's paths: what a person typed, without `/chat/completions` or `/models`, and with
/// `/v1` where they typed no path.
///
/// # Errors
/// [`ProfileFault::Address`], [`ProfileFault::Extras`].
pub fn base(address: &str) -> Result<Url, ProfileFault> {
    let typed = address.trim();
    let whole = if typed.contains("://") { typed.to_owned() } else { format!("http://{typed}") };
    let wrong =
        || ProfileFault::Address(crate::secrets::clean_url(&whole).unwrap_or_else(|| typed.to_owned()));
    let mut url = Url::parse(&whole).map_err(|_| wrong())?;
    if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
        return Err(wrong());
    }
    if !url.username().is_empty()
        || url.password().is_some()
        || url.query().is_some()
        || url.fragment().is_some()
    {
        let mut plain = url;
        let _ = plain.set_password(None);
        let _ = plain.set_username("");
        plain.set_query(None);
        plain.set_fragment(None);
        return Err(ProfileFault::Extras(plain.into()));
    }
    let path = url.path().trim_end_matches('/').to_owned();
    let path =
        ["/chat/completions", "/models"].iter().find_map(|end| path.strip_suffix(end)).unwrap_or(&path);
    let path = if path.is_empty() { "/v1" } else { path }.to_owned();
    url.set_path(&path);
    Ok(url)
}

/// On this machine or in a private network, where a name of one part is too.
fn is_near(url: &Url) -> bool {
    match url.host() {
        Some(url::Host::Ipv4(ip)) => ip.is_loopback() || ip.is_private() || ip.is_link_local(),
        Some(url::Host::Ipv6(ip)) => ip.is_loopback() || ip.is_unique_local(),
        Some(url::Host::Domain(name)) => {
            name == "localhost"
                || name.ends_with(".local")
                || name.ends_with(".localhost")
                || !name.contains('.')
        }
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_as_people_type_them() {
        for (typed, meant) in [
            ("127.0.0.1:8080", "http://127.0.0.1:8080/v1"),
            ("http://localhost:11434/", "http://localhost:11434/v1"),
            ("http://localhost:1234/v1/chat/completions", "http://localhost:1234/v1"),
            ("https://api.example.com/v1/models/", "https://api.example.com/v1"),
            ("https://gateway.example.com/team/openai", "https://gateway.example.com/team/openai"),
        ] {
            assert_eq!(base(typed).unwrap().as_str(), meant, "{typed}");
        }
        for typed in ["", "ftp://a.example", "https://", "file:///etc/passwd"] {
            assert!(matches!(base(typed), Err(ProfileFault::Address(_))), "{typed}");
        }
        let error = base("https://bob:hunter2@api.example.com/v1?key=abc").unwrap_err();
        assert!(matches!(&error, ProfileFault::Extras(at) if at == "https://api.example.com/v1"));
        assert!(!error.to_string().contains("hunter2"));
    }

    #[test]
    fn keys_do_not_travel_in_the_clear() {
        let with_key = |address: &str| {
            let profile = ModelProfile { key: Some("k".into()), ..ModelProfile::new("a", address, "m") };
            profile.check()
        };
        assert_eq!(with_key("http://127.0.0.1:8000"), Ok(()));
        assert_eq!(with_key("http://192.168.1.20:8000"), Ok(()));
        assert_eq!(with_key("https://api.example.com"), Ok(()));
        assert!(matches!(with_key("http://api.example.com"), Err(ProfileFault::PlainKey(_))));
    }

    #[test]
    fn cached_tokens_have_their_own_price() {
        let price = Price { request: 2.0, completion: 8.0, cached: Some(0.5) };
        let usage = Usage { request: 1_000_000, completion: 500_000, cached: 400_000, estimated: false };
        assert!((price.of(usage) - (1.2 + 0.2 + 4.0)).abs() < 1e-9);
    }
}
