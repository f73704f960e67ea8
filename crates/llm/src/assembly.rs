//! An answer put together from its pieces, in the shapes of the dialects.

use atelier_core::model::Usage;
use serde_json::Value;

use crate::chat::{Delta, Finish};
use crate::thinking::{Lead, Piece};

/// One call in the making.
#[derive(Debug, Default)]
pub(crate) struct PartialCall {
    index: u64,
    pub id: String,
    pub name: String,
    /// JSON as text, in as many pieces as it came.
    pub arguments: String,
}

/// What has come so far.
#[derive(Debug, Default)]
pub(crate) struct Assembly {
    pub text: String,
    pub thinking: String,
    pub calls: Vec<PartialCall>,
    pub finish: Option<Finish>,
    pub usage: Option<Usage>,
    /// What the server says went wrong in the middle.
    pub fault: Option<String>,
    /// At least one piece had the shape of an answer.
    pub is_answer: bool,
    lead: Lead,
}

impl Assembly {
    /// Takes one piece of a stream, or a whole answer.
    pub(crate) fn take(&mut self, chunk: &Value, tell: &mut (dyn FnMut(Delta) + Send)) {
        if let Some(error) = chunk.get("error").filter(|e| !e.is_null()) {
            self.fault = Some(said(error));
            return;
        }
        if let Some(usage) = chunk.get("usage").and_then(usage) {
            self.usage = Some(usage);
        } else if let Some(usage) = chunk.get("timings").and_then(timings) {
            self.usage = Some(usage);
        }
        let Some(choices) = chunk.get("choices").and_then(Value::as_array) else {
            return;
        };
        self.is_answer = true;
        let Some(choice) = choices.first() else {
            return;
        };
        if let Some(finish) = choice.get("finish_reason").and_then(Value::as_str) {
            self.finish = match finish {
                "" => self.finish,
                "length" | "max_tokens" => Some(Finish::Length),
                "tool_calls" | "function_call" => Some(Finish::Calls),
                "content_filter" => Some(Finish::Filter),
                _ => Some(Finish::Stop),
            };
        }
        let Some(piece) = choice.get("delta").or_else(|| choice.get("message")) else {
            return;
        };
        // A server that sends both names sends the same text twice.
        let thought =
            ["reasoning_content", "reasoning", "thinking"].iter().find_map(|key| text_of(piece.get(*key)));
        if let Some(thought) = thought {
            self.thinking.push_str(&thought);
            tell(Delta::Thinking(thought));
        }
        if let Some(text) = text_of(piece.get("content")) {
            self.text.push_str(&text);
            for piece in self.lead.take(&text) {
                tell(match piece {
                    Piece::Text(text) => Delta::Text(text),
                    Piece::Thinking(text) => Delta::Thinking(text),
                });
            }
        }
        for call in piece.get("tool_calls").and_then(Value::as_array).into_iter().flatten() {
            self.call(call, tell);
        }
        if let Some(call) = piece.get("function_call").filter(|c| c.is_object()) {
            self.call(&serde_json::json!({ "index": 0, "function": call }), tell);
        }
    }

    fn call(&mut self, piece: &Value, tell: &mut (dyn FnMut(Delta) + Send)) {
        let text = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
        let function = piece.get("function").unwrap_or(piece);
        let (id, name) = (text(piece.get("id")), text(function.get("name")));
        let index = piece.get("index").and_then(Value::as_u64);
        // Some servers number all calls 0, or none: another id or a second name begins another call.
        let known = match index {
            Some(index) => self.calls.iter().rposition(|c| c.index == index),
            None => self.calls.len().checked_sub(1).filter(|_| name.is_empty()),
        };
        let known = known.filter(|at| {
            let call = &self.calls[*at];
            let other_id = !id.is_empty() && !call.id.is_empty() && call.id != id;
            let begun = !name.is_empty() && !call.name.is_empty() && !call.arguments.is_empty();
            !(other_id || (begun && (id.is_empty() || call.id != id)))
        });
        let at = known.unwrap_or_else(|| {
            let index = index.unwrap_or(self.calls.len() as u64);
            self.calls.push(PartialCall { index, ..PartialCall::default() });
            self.calls.len() - 1
        });
        let call = &mut self.calls[at];
        if !id.is_empty() {
            call.id = id;
        }
        if !name.is_empty() && call.name != name {
            call.name.push_str(&name);
            tell(Delta::Call(call.name.clone()));
        }
        match function.get("arguments") {
            Some(Value::String(piece)) => call.arguments.push_str(piece),
            Some(Value::Null) | None => {}
            Some(whole) => call.arguments = whole.to_string(),
        }
    }

    /// Bytes held.
    pub(crate) fn size(&self) -> usize {
        let calls: usize = self.calls.iter().map(|c| c.arguments.len() + c.name.len()).sum();
        self.text.len() + self.thinking.len() + calls
    }
}

/// Text, also where it comes in parts.
fn text_of(value: Option<&Value>) -> Option<String> {
    let text = match value? {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts
            .iter()
            .filter_map(|part| part.get("text").and_then(Value::as_str).or_else(|| part.as_str()))
            .collect(),
        _ => return None,
    };
    (!text.is_empty()).then_some(text)
}

fn usage(value: &Value) -> Option<Usage> {
    let number = |key: &str| value.get(key).and_then(Value::as_u64);
    let cached =
        value.get("prompt_tokens_details").and_then(|d| d.get("cached_tokens")).and_then(Value::as_u64);
    let request = number("prompt_tokens")?;
    let completion = number("completion_tokens").unwrap_or(0);
    // A server that does not count says nought.
    (request > 0).then(|| Usage { request, completion, cached: cached.unwrap_or(0), estimated: false })
}

/// What a llama.cpp server says where usage was not asked for.
fn timings(value: &Value) -> Option<Usage> {
    let number = |key: &str| value.get(key).and_then(Value::as_u64);
    let (fresh, completion) = (number("prompt_n")?, number("predicted_n")?);
    let cached = number("cache_n").unwrap_or(0);
    Some(Usage { request: fresh + cached, completion, cached, estimated: false })
}

/// What an error of a server says, in whatever shape.
pub(crate) fn said(error: &Value) -> String {
    let text = |value: &Value| value.as_str().filter(|t| !t.trim().is_empty()).map(str::to_owned);
    let inner = ["message", "error", "detail", "msg"].iter().find_map(|key| error.get(*key));
    match (error, inner) {
        (Value::String(text), _) => text.clone(),
        (Value::Array(items), _) => items.iter().map(said).collect::<Vec<_>>().join("; "),
        (_, Some(inner)) => text(inner).unwrap_or_else(|| said(inner)),
        (other, None) => other.to_string(),
    }
}
