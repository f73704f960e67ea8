//! The one error of this crate.

use std::time::Duration;

use atelier_core::model::ProfileFault;
use thiserror::Error;

/// Why there is no answer. Texts of servers are cut and free of secrets.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LlmError {
    #[error("the profile cannot be used: {0}")]
    Profile(#[from] ProfileFault),
    #[error("connections cannot be secured on this machine: {0}")]
    Tls(String),
    #[error("nothing answers at `{host}`: {what}")]
    Unreachable { host: String, what: String },
    #[error("`{host}` was silent for {seconds} seconds")]
    Silent { host: String, seconds: u64 },
    #[error("`{host}` was not done after {seconds} seconds")]
    TooSlow { host: String, seconds: u64 },
    #[error("`{host}` does not accept the key (status {status})")]
    Unauthorized { host: String, status: u16 },
    #[error("`{host}` wants to be paid first: {said}")]
    Unpaid { host: String, said: String },
    #[error("`{host}` has no `{path}`")]
    NoSuchPath { host: String, path: String },
    #[error("`{host}` has no model `{model}`")]
    NoSuchModel { host: String, model: String },
    #[error("`{host}` asks to wait{}", wait.map_or_else(String::new, |wait| format!(" {} seconds", wait.as_secs().max(1))))]
    RateLimited { host: String, wait: Option<Duration> },
    #[error("`{host}` failed (status {status}): {said}")]
    ServerFault { host: String, status: u16, said: String },
    #[error("`{host}` does not take the request (status {status}): {said}")]
    Rejected { host: String, status: u16, said: String },
    #[error("`{host}` sends elsewhere, to `{to}`")]
    Redirected { host: String, to: String },
    #[error("the question takes about {needed} tokens and the model has room for {context}")]
    TooLong { needed: u64, context: u64 },
    #[error("the answer of `{host}` ended in the middle")]
    HalfAnswer { host: String },
    #[error("`{host}` answers with {kind} where a chat endpoint answers with JSON")]
    NotAnEndpoint { host: String, kind: String },
    #[error("`{host}` answers with JSON that is no chat answer: {what}")]
    BadAnswer { host: String, what: String },
    #[error("the answer of `{host}` is larger than {limit} bytes")]
    TooLarge { host: String, limit: u64 },
    #[error("`{model}` was cut off after {tokens} tokens")]
    CutOff { model: String, tokens: u64 },
    #[error("`{host}` withheld the answer of `{model}` by its content filter")]
    Withheld { host: String, model: String },
    #[error("`{model}` gave no usable answer for {purpose}, twice: {what}")]
    Unusable { model: String, purpose: String, what: String },
}

impl LlmError {
    /// What to do next.
    pub const fn hint(&self) -> &'static str {
        match self {
            Self::Profile(_) => "correct the profile in Settings, Models",
            Self::Tls(_) => "run `atelier doctor`; the system's certificates cannot be read",
            Self::Unreachable { .. } => "start the server, or check address and port in Settings, Models",
            Self::Silent { .. } => {
                "see whether the server still works; a slow one needs a longer silence in the profile"
            }
            Self::TooSlow { .. } => {
                "allow a longer answer time or fewer answer tokens in the profile, or take a faster model"
            }
            Self::Unauthorized { .. } => "enter the key again in Settings, Models",
            Self::Unpaid { .. } => "look at the account of the endpoint, or take another profile",
            Self::NoSuchPath { .. } => "check the path of the address; for most servers it ends with `/v1`",
            Self::NoSuchModel { .. } => "choose a model that the server lists, or load it there first",
            Self::RateLimited { .. } => "wait and try again, or raise the limit at the endpoint",
            Self::ServerFault { .. } => "try again; if it stays, look into the server's own log",
            Self::Rejected { .. } => {
                "read what the server says; tools that it does not know work with lenient calling"
            }
            Self::Redirected { .. } => "enter that address in the profile, if you trust it",
            Self::TooLong { .. } => {
                "raise the context in the profile if the model has more, or take a larger model"
            }
            Self::HalfAnswer { .. } => "try again; if it stays, look into the server's own log for a crash",
            Self::NotAnEndpoint { .. } => {
                "check the address: it leads to a web page or a proxy, not to `/v1`"
            }
            Self::BadAnswer { .. } => "check that the server offers the OpenAI chat protocol at this address",
            Self::TooLarge { .. } => {
                "lower the answer tokens in the profile; the model may be repeating itself"
            }
            Self::CutOff { .. } => "raise the answer tokens in the profile",
            Self::Withheld { .. } => "reword the task, or take another model",
            Self::Unusable { .. } => "take a larger model for this, or the local judge",
        }
    }

    /// Asking again soon may help.
    pub const fn is_passing(&self) -> bool {
        matches!(
            self,
            Self::Unreachable { .. }
                | Self::RateLimited { .. }
                | Self::ServerFault { .. }
                | Self::HalfAnswer { .. }
        )
    }

    /// This one question failed; others to the same model may do better. False where nothing will come of any.
    pub const fn is_about_the_question(&self) -> bool {
        matches!(
            self,
            Self::Unusable { .. }
                | Self::CutOff { .. }
                | Self::TooLong { .. }
                | Self::TooLarge { .. }
                | Self::Withheld { .. }
                | Self::Silent { .. }
                | Self::TooSlow { .. }
                | Self::HalfAnswer { .. }
        )
    }
}
