//! What can go wrong in a use-case, and how it reads on screen.

use atelier_core::ipc::{ErrorCode, UiError};
use thiserror::Error;

/// A failed use-case. Messages name the thing; [`UiError`] adds what to do next.
#[derive(Debug, Error)]
pub enum WorkshopError {
    #[error(transparent)]
    Store(#[from] atelier_store::StoreError),
    #[error(transparent)]
    Embedding(#[from] atelier_embed::EmbedError),
    #[error(transparent)]
    Browser(#[from] atelier_browser::BrowserError),
    #[error("no Chromium was found")]
    NoBrowser,
    #[error("none of your own browsers allows remote debugging")]
    NoUsersBrowser,
    #[error("{reason}")]
    BadIdentity { reason: String },
    #[error("{0}")]
    Practice(String),
    #[error("`{what}` does not exist")]
    NotFound { what: String },
    #[error("`{name}` names skills of several sites: {sites}")]
    SeveralSkills { name: String, sites: String },
    #[error("{what} is going on already")]
    Busy { what: &'static str },
    #[error("nothing is being recorded")]
    NoRecording,
    #[error("there are no trajectories to cut skills from")]
    NothingToTailor,
    #[error("stopped")]
    Stopped,
    #[error("`{url}` is no http or https address")]
    BadUrl { url: String },
    #[error("the skill is not well formed: {0}")]
    BadSkill(String),
    #[error("{0}")]
    Arguments(#[from] atelier_core::skill::ArgumentFault),
    #[error("{0}")]
    Secret(#[from] atelier_browser::SecretFault),
    #[error("`{name}` is no name for a secret")]
    SecretName { name: String },
    #[error("the skill has no step {step}")]
    NoStep { step: usize },
    #[error("the proposal is for another version of the step")]
    Outdated,
    #[error("standard input cannot be read: {0}")]
    Input(std::io::Error),
    #[error("a part of the program ended unexpectedly: {0}")]
    Internal(String),
}

impl From<atelier_practice::PracticeError> for WorkshopError {
    fn from(error: atelier_practice::PracticeError) -> Self {
        Self::Practice(error.to_string())
    }
}

impl From<tokio::task::JoinError> for WorkshopError {
    fn from(error: tokio::task::JoinError) -> Self {
        Self::Internal(error.to_string())
    }
}

impl From<WorkshopError> for UiError {
    fn from(error: WorkshopError) -> Self {
        use WorkshopError as E;
        let (code, hint, retryable) = match &error {
            E::Store(_) => {
                (ErrorCode::Store, "See that the data folder is writable and the disk is not full.", true)
            }
            E::Embedding(_) => (
                ErrorCode::Model,
                "Run `cargo xtask run` once more, or install Atelier again: it brings the model's files.",
                true,
            ),
            E::Browser(_) => {
                (ErrorCode::Browser, "Try again; `atelier doctor` says whether Chromium starts.", true)
            }
            E::NoBrowser => (
                ErrorCode::Browser,
                "Install Chromium or Chrome, or name the program in ATELIER_BROWSER.",
                true,
            ),
            E::NoUsersBrowser => (
                ErrorCode::Browser,
                "Open chrome://inspect/#remote-debugging in Chrome 144 or newer, allow it there, and try again.",
                true,
            ),
            E::BadIdentity { .. } => (ErrorCode::BadInput, "For example `work`.", false),
            E::Practice(_) => (ErrorCode::Practice, "Start the practice sites again.", true),
            E::NotFound { .. } => {
                (ErrorCode::NotFound, "It may have been deleted; list what is there.", false)
            }
            E::SeveralSkills { .. } => (ErrorCode::BadInput, "Write `site/name`.", false),
            E::Busy { .. } => (ErrorCode::Busy, "Wait until it ends, or stop it.", true),
            E::NoRecording => (ErrorCode::BadInput, "Start a recording first.", false),
            E::NothingToTailor => {
                (ErrorCode::BadInput, "Import recordings first, for example the samples.", false)
            }
            E::Stopped => (ErrorCode::Stopped, "", true),
            E::BadUrl { .. } => {
                (ErrorCode::BadInput, "Write a whole address such as `https://example.org/page`.", false)
            }
            E::BadSkill(_) => (ErrorCode::BadInput, "Mend it and save again; nothing was changed.", false),
            E::Arguments(_) => (ErrorCode::BadInput, "`atelier skill NAME` shows the parameters.", false),
            E::Secret(_) => (
                ErrorCode::Keychain,
                "On Linux a secret service such as GNOME Keyring or KWallet has to run and be unlocked.",
                true,
            ),
            E::SecretName { .. } => (
                ErrorCode::BadInput,
                "Write a name such as `password/shop`, of at most 200 characters.",
                false,
            ),
            E::NoStep { .. } => (ErrorCode::BadInput, "`atelier skill NAME` shows the steps.", false),
            E::Outdated => (ErrorCode::BadInput, "Replay the skill again, which proposes anew.", false),
            E::Input(_) => (ErrorCode::BadInput, "Give UTF-8 text, one a line.", false),
            E::Internal(_) => (ErrorCode::Internal, "Try again; if it returns, the log tells more.", true),
        };
        let built = Self::new(code, error.to_string(), hint);
        if retryable { built.retryable() } else { built }
    }
}
