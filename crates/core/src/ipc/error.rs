//! The one error that crosses to the interface.

use serde::{Deserialize, Serialize};

/// What kind of failure it is; screens decide by this, never by the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The input is not what it should be.
    BadInput,
    NotFound,
    /// The file is no trajectory of a known format.
    BadFile,
    /// Chromium is missing or does not start.
    Browser,
    /// The embedding model is missing or damaged.
    Model,
    /// The system's keychain cannot be reached, or has no such entry.
    Keychain,
    /// The database cannot be read or written.
    Store,
    /// The practice sites cannot be started or reached.
    Practice,
    /// Another run of the same kind is going on.
    Busy,
    /// A person stopped it.
    Stopped,
    Internal,
}

/// An error for people: what happened, what to do, and whether trying again makes sense.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{message}")]
pub struct UiError {
    pub code: ErrorCode,
    pub message: String,
    pub hint: String,
    pub retryable: bool,
}

impl UiError {
    /// An error that the user mends before trying again.
    pub fn new(code: ErrorCode, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { code, message: message.into(), hint: hint.into(), retryable: false }
    }

    /// The same error, marked as worth another try.
    #[must_use]
    pub fn retryable(mut self) -> Self {
        self.retryable = true;
        self
    }
}
