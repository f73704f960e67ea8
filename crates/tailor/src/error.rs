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
        "the judge `{judge}` cannot be asked about `{skill}`: {what}; nothing was changed, and what it has answered is kept"
    )]
    Judge { judge: String, skill: String, what: String },
    #[error("the judge `{judge}` has not decided about `{skill}`: {what}; it stays where it was")]
    Undecided { judge: String, skill: String, what: String },
    #[error("the answers of the judge cannot be kept: {0}; run `atelier doctor` to check the database")]
    Answers(String),
    #[error("the selection was stopped; nothing was changed, start it again when you like")]
    Stopped,
}
