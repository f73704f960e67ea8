//! What can go wrong before a task has an outcome.

use thiserror::Error;

/// Errors of this crate. Failures of a skill are no errors; they are outcomes of the task.
#[derive(Debug, Error)]
pub enum AgentError {
    #[error("the intent could not be embedded: {0}")]
    Embed(#[from] atelier_embed::EmbedError),
    #[error(
        "the model `{model}` has no endpoint: endpoints are part of the settings and none is set; use `--model local`"
    )]
    NoEndpoint { model: String },
    #[error("`{url}` is no http or https address; give the page to start on")]
    StartUrl { url: String },
}
