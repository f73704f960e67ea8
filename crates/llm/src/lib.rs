//! The chat model behind any OpenAI-compatible endpoint: tools, streaming, retries, usage, redaction.
//!
//! | module | does |
//! |---|---|
//! | [`chat`] | the trait [`ChatModel`], requests and replies |
//! | [`endpoint`] | one profile with its key, and what the surroundings lend: clock, outbound log |
//! | `client`, `http` | the one implementation, over HTTP |
//! | `concede` | what is left out for servers that do not know it |
//! | `wire`, `assembly`, `reply` | requests as sent; answers put together from their pieces, read as calls or text |
//! | [`repair`] | almost-JSON as JSON; `thinking`, `calls_in_text` for models that write past the protocol |
//! | [`structured`] | answers of a type: schema, check, one repair turn, then a refusal |
//! | [`redact`] | secrets taken out of everything that is sent |
//! | [`usage`] | tokens counted where the server does not say |
//! | [`detect`] | servers on this machine, looked for when asked |
//!
//! Invariants
//! - No environment variable is read, no proxy is taken from the surroundings, no redirect is followed.
//! - A request goes to the profile's address only; each one, also a failed or abandoned one, is told to
//!   [`endpoint::Outbound`] with size and status and never with its content.
//! - What looks like a secret by [`atelier_core::secrets`], and the key itself, leaves in no request and
//!   stands in no error.
//! - Only whole answers are handed on: half a stream, an answer that was cut off or one that is no JSON ends in
//!   a named [`LlmError`] whose hint says what to do. Asking again is harmless, so it is done where it may help.
//! - A tool that was not offered is never called, however the answer spells it.
//! - The same request is sent as the same bytes: what stays comes first, so that servers can keep it cached.
//!
//! Not here: what is asked (`tailor`, `agent`), keys at rest, running tools, exact token counts without a
//! server that gives them: [`usage`] estimates with a margin and says so.

mod assembly;
mod calls_in_text;
pub mod chat;
mod client;
mod concede;
pub mod detect;
pub mod endpoint;
mod error;
mod http;
pub mod redact;
pub mod repair;
mod reply;
pub mod structured;
mod thinking;
pub mod usage;
mod wire;

pub use chat::{
    ChatModel, ChatReply, ChatRequest, Delta, Finish, Form, Message, Picture, ToolCall, ToolSpec,
};
pub use client::OpenAiCompatible;
pub use detect::{LocalServer, ServerKind, WELL_KNOWN, local_servers};
pub use endpoint::{Endpoint, Outbound, Surroundings, Time};
pub use error::LlmError;
pub use secrecy::SecretString;
pub use structured::{Answer, ask};
