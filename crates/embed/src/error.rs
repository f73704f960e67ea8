//! What can go wrong, and what to do about it.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Every failure of embedding.
#[derive(Debug, Error)]
pub enum EmbedError {
    #[error(
        "the embedding model's file `{}` is missing; from a checkout run `cargo xtask run`, which fetches it, otherwise install Atelier again",
        file.display()
    )]
    Missing { file: PathBuf },

    #[error("the embedding model's file `{}` cannot be read: {source}; check its rights", file.display())]
    Unreadable { file: PathBuf, source: io::Error },

    #[error(
        "the embedding model's file `{}` is damaged ({detail}); delete it and run `cargo xtask run`, or install Atelier again",
        file.display()
    )]
    Damaged { file: PathBuf, detail: String },

    #[error("a text could not be cut into tokens: {0}; this is a fault of Atelier, please report it")]
    Tokens(String),

    #[error(
        "the embedding model failed: {0}; if memory is short close other programs, else please report it"
    )]
    Compute(#[from] candle_core::Error),

    #[error("the threads of the embedding model cannot be started: {0}; close other programs and try again")]
    Threads(String),
}

impl EmbedError {
    pub(crate) fn from_io(file: PathBuf, source: io::Error) -> Self {
        if source.kind() == io::ErrorKind::NotFound {
            Self::Missing { file }
        } else {
            Self::Unreadable { file, source }
        }
    }
}
