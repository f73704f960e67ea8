//! Secrets as a replay gets them: by name, at the moment they are filled in, and never in words.

use std::fmt;

use async_trait::async_trait;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use thiserror::Error;
use zeroize::Zeroizing;

/// What stands for a secret wherever one would be shown.
pub(crate) const VEILED: &str = "•••";

/// One secret. Its memory is overwritten when it is dropped, and it is never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Zeroizing<String>);

impl Secret {
    pub fn new(text: impl Into<String>) -> Self {
        Self(Zeroizing::new(text.into()))
    }

    /// The secret itself.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(•••)")
    }
}

/// Why a secret could not be had. Names the entry, never the value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SecretFault {
    #[error("the keychain has no entry `{name}`; store it with `atelier secret set {name}`")]
    Missing { name: String },
    #[error("the keychain cannot be reached: {reason}")]
    Unreachable { reason: String },
}

/// Where secrets come from.
#[async_trait]
pub trait SecretSource: Send + Sync + fmt::Debug {
    /// The secret of a name.
    async fn get(&self, name: &str) -> Result<Secret, SecretFault>;
}

/// Takes secrets out of everything that is about to be told: each string of the value that holds one, plain or
/// as part of an address.
pub(crate) fn scrubbed<T: Serialize + DeserializeOwned + Clone>(told: &T, secrets: &[Secret]) -> T {
    if secrets.is_empty() {
        return told.clone();
    }
    let Ok(mut value) = serde_json::to_value(told) else {
        return told.clone();
    };
    let mut words: Vec<Zeroizing<String>> = Vec::new();
    for secret in secrets.iter().filter(|secret| secret.reveal().trim().chars().count() >= 3) {
        let text = secret.reveal();
        words.push(Zeroizing::new(text.to_owned()));
        words.push(Zeroizing::new(url::form_urlencoded::byte_serialize(text.as_bytes()).collect()));
        words.push(Zeroizing::new(words[words.len() - 1].replace('+', "%20")));
    }
    words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    scrub(&mut value, &words);
    serde_json::from_value(value).unwrap_or_else(|_| told.clone())
}

fn scrub(value: &mut Value, words: &[Zeroizing<String>]) {
    match value {
        Value::String(text) => {
            for word in words {
                if text.contains(word.as_str()) {
                    *text = text.replace(word.as_str(), VEILED);
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(|one| scrub(one, words)),
        Value::Object(map) => map.values_mut().for_each(|one| scrub(one, words)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_not_printed() {
        let secret = Secret::new("hunter2");
        assert!(!format!("{secret:?}").contains("hunter2"));
        assert_eq!(secret.reveal(), "hunter2");
    }

    #[test]
    fn whatever_holds_a_secret_loses_it() {
        let told = vec!["is it p&ss w0rd?".to_owned(), "/x?pw=p%26ss+w0rd&y=p%26ss%20w0rd".to_owned()];
        let done = scrubbed(&told, &[Secret::new("p&ss w0rd")]);
        assert_eq!(done, ["is it •••?", "/x?pw=•••&y=•••"]);
        assert_eq!(scrubbed(&told, &[]), told);
    }
}
