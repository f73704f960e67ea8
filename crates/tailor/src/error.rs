//! The one error of this crate.

use thiserror::Error;

/// Why a selection could not be finished. What was stored before it stays as it is.
#[derive(Debug, Error)]
pub enum TailorError {
    #[error("there are no recordings yet; import or record some first")]
    NoTrajectories,
    #[error("the docstrings cannot be compared: {0}; run `atelier doctor` to check the embedding model")]
    Embed(String),
    #[error(
        "the judge `{judge}` gave no usable answer about `{skill}`: {what}; try again or use the local judge"
    )]
    Judge { judge: String, skill: String, what: String },
    #[error("the selection was stopped; nothing was changed, start it again when you like")]
    Stopped,
}
