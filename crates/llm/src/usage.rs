//! Tokens, where the server does not count them. No tokenizer is loaded for this: the figures are estimates that
//! err upwards (about a quarter on English text), and say that they are.

use atelier_core::model::Usage;

use crate::chat::{ChatRequest, Message};

/// Words around every message in the templates of models.
const PER_MESSAGE: u64 = 6;
/// What a picture takes at the sizes we send.
const PER_PICTURE: u64 = 1_200;

/// Tokens of a text, estimated upwards: a token for every 3.2 ASCII characters, and one for each other character.
pub fn of_text(text: &str) -> u64 {
    let ascii = text.bytes().filter(u8::is_ascii).count() as u64;
    let other = text.chars().filter(|c| !c.is_ascii()).count() as u64;
    (ascii * 10).div_ceil(32) + other
}

/// Tokens of a whole request, estimated upwards.
pub fn of_request(request: &ChatRequest) -> u64 {
    let tools: u64 = request
        .tools
        .iter()
        .map(|t| {
            of_text(&t.name) + of_text(&t.description) + of_text(&t.parameters.to_string()) + PER_MESSAGE * 2
        })
        .sum();
    let messages: u64 = request.messages.iter().map(of_message).sum();
    let form = match &request.form {
        crate::Form::Text => 0,
        crate::Form::Json { schema, .. } => of_text(&schema.to_string()) + PER_MESSAGE,
    };
    of_text(&request.stable) + PER_MESSAGE + tools + messages + form
}

fn of_message(message: &Message) -> u64 {
    PER_MESSAGE
        + match message {
            Message::User { text, pictures } => of_text(text) + PER_PICTURE * pictures.len() as u64,
            Message::Assistant { text, calls } => {
                let call = |c: &crate::ToolCall| {
                    of_text(&c.name)
                        + of_text(&serde_json::Value::from(c.arguments.clone()).to_string())
                        + PER_MESSAGE
                };
                of_text(text) + calls.iter().map(call).sum::<u64>()
            }
            Message::Tool { name, text, .. } => of_text(name) + of_text(text),
        }
}

/// The estimate for an answered request.
pub(crate) fn estimated(request: &ChatRequest, answered: &str) -> Usage {
    Usage { request: of_request(request), completion: of_text(answered), cached: 0, estimated: true }
}
