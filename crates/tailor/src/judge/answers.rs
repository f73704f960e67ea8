//! What a judge has said before, kept by content; and what asking came to.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use atelier_core::model::Usage;
use atelier_core::verdict::Rule;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::error::TailorError;

/// Answers of models by a hash of model, question and wording. What is kept is never asked again, so that a run
/// that was stopped goes on where it was.
#[async_trait]
pub trait Answers: Send + Sync {
    async fn get(&self, key: &str) -> Result<Option<String>, TailorError>;

    /// Kept as soon as it was given.
    async fn put(&self, key: &str, answer: &str) -> Result<(), TailorError>;
}

/// The key of an answer: a hash of everything that it depends on.
pub(crate) fn key(parts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part.len().to_le_bytes());
        hash.update(part);
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Kept for as long as this lives.
#[derive(Debug, Default)]
pub struct InMemory(Mutex<BTreeMap<String, String>>);

#[async_trait]
impl Answers for InMemory {
    async fn get(&self, key: &str) -> Result<Option<String>, TailorError> {
        Ok(self.0.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned())
    }

    async fn put(&self, key: &str, answer: &str) -> Result<(), TailorError> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(key.to_owned(), answer.to_owned());
        Ok(())
    }
}

/// What asking will take at most: fewer questions come where one answer makes others needless.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Forecast {
    pub questions: usize,
    /// Of them, answered before.
    pub known: usize,
    pub requests: usize,
    /// Estimated with a margin.
    pub tokens: Usage,
    /// None without a known price.
    pub cost: Option<f64>,
}

/// What asking came to.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Account {
    pub requests: u32,
    pub tokens: Usage,
    /// None without a known price.
    pub cost: Option<f64>,
    /// Questions answered by the model, and those answered before.
    pub answered: usize,
    pub known: usize,
    /// Questions without an answer, in the order in which they came up.
    pub undecided: Vec<Open>,
}

/// A question that the model did not answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Open {
    /// Name of the skill; of both, where it was about two.
    pub skill: String,
    pub rule: Rule,
    /// Why there is no answer, and what to do.
    pub what: String,
}
