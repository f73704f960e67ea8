//! Requests to a chat model and its replies.

use async_trait::async_trait;
use atelier_core::model::{ModelProfile, Usage};
use serde_json::{Map, Value};

use crate::error::LlmError;

/// A model that can be talked to.
#[async_trait]
pub trait ChatModel: Send + Sync {
    /// Name, context, budgets, price.
    fn profile(&self) -> &ModelProfile;

    /// One answer. `tell` hears the pieces as they come; only the reply counts. Dropping the future stops it.
    async fn chat(
        &self,
        request: &ChatRequest,
        tell: &mut (dyn FnMut(Delta) + Send),
    ) -> Result<ChatReply, LlmError>;
}

/// What is asked. The order of the fields is the order in which the model reads them: what stays the same from
/// request to request comes first, so that servers can keep it cached.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChatRequest {
    /// Stands in the outbound log.
    pub purpose: String,
    /// Rules that are the same in all requests of this purpose.
    pub stable: String,
    /// Sent in the order of their names.
    pub tools: Vec<ToolSpec>,
    /// What was said so far, the newest last; only ever added to.
    pub messages: Vec<Message>,
    pub form: Form,
    /// The profile's budget where none is given.
    pub answer_tokens: Option<u32>,
    /// The server's own where none is given.
    pub temperature: Option<f32>,
    pub seed: Option<u32>,
}

/// What the answer is to be.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Form {
    #[default]
    Text,
    /// JSON of this schema, where the server can hold the model to it; in any case it is told.
    Json { name: String, schema: Value },
}

/// One tool on offer.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolSpec {
    pub name: String,
    pub description: String,
    /// JSON schema of an object.
    pub parameters: Value,
}

/// One turn.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    User {
        text: String,
        pictures: Vec<Picture>,
    },
    Assistant {
        text: String,
        calls: Vec<ToolCall>,
    },
    /// What a call came to.
    Tool {
        call: String,
        name: String,
        text: String,
    },
}

impl Message {
    /// Words of the user's side, no pictures.
    pub fn user(text: impl Into<String>) -> Self {
        Self::User { text: text.into(), pictures: Vec::new() }
    }

    /// Words of the model.
    pub fn assistant(text: impl Into<String>) -> Self {
        Self::Assistant { text: text.into(), calls: Vec::new() }
    }
}

/// A picture for models that see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// `image/png` or `image/jpeg`.
    pub mime: String,
    pub base64: String,
}

/// One call that the model makes.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolCall {
    /// Unique in the reply.
    pub id: String,
    pub name: String,
    pub arguments: Map<String, Value>,
    /// Why it cannot be carried out: no such tool, arguments that are no JSON. To be told to the model.
    pub fault: Option<String>,
    /// Its arguments were no clean JSON.
    pub repaired: bool,
}

/// One piece of an answer in the making.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Delta {
    Text(String),
    Thinking(String),
    /// A call to this tool begins.
    Call(String),
    /// What came so far is void: the answer begins anew.
    Again,
}

/// Why the answer ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    Stop,
    /// No room for more; the end is missing.
    Length,
    Calls,
    Filter,
}

/// A whole answer.
#[derive(Clone, Debug, PartialEq)]
pub struct ChatReply {
    /// Without thinking and without the calls.
    pub text: String,
    pub thinking: String,
    /// In the order in which they are to be carried out.
    pub calls: Vec<ToolCall>,
    pub finish: Finish,
    pub usage: Usage,
    /// Requests that were needed, retries included.
    pub requests: u32,
}
