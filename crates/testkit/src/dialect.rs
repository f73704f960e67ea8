//! Answers in the dialects of real servers.

use serde_json::{Value, json};

use crate::endpoint::Turn;

/// A server that calls itself OpenAI-compatible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Calls in pieces by index; usage in a piece of its own.
    OpenAi,
    /// Calls whole, all with index 0; `reasoning`.
    Ollama,
    /// `reasoning_content`; usage and timings in the last piece.
    LlamaCpp,
    /// `reasoning_content`; comments to keep the line open.
    Vllm,
    /// `reasoning_content`; closes without `[DONE]`.
    LmStudio,
}

impl Dialect {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::OpenAi, Self::Ollama, Self::LlamaCpp, Self::Vllm, Self::LmStudio];
}

/// What the model says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Said {
    pub text: String,
    pub thinking: String,
    /// Name and arguments of each call.
    pub calls: Vec<(String, Value)>,
    /// Request and completion tokens; none from servers that do not count.
    pub usage: Option<(u64, u64)>,
    /// `stop`, or `tool_calls` with calls, where none is given.
    pub finish: Option<String>,
}

impl Said {
    /// Plain words, counted.
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), usage: Some((20, 5)), ..Self::default() }
    }

    /// A value as JSON.
    pub fn json(value: &Value) -> Self {
        Self::text(value.to_string())
    }

    /// One more call.
    #[must_use]
    pub fn call(mut self, name: &str, arguments: Value) -> Self {
        self.calls.push((name.into(), arguments));
        self
    }

    fn finish(&self) -> &str {
        let usual = if self.calls.is_empty() { "stop" } else { "tool_calls" };
        self.finish.as_deref().unwrap_or(usual)
    }
}

impl Dialect {
    /// As a stream.
    pub fn stream(self, said: &Said) -> Turn {
        let mut pieces = Vec::new();
        let mut delta = |delta: Value| pieces.push(self.piece(&delta, None, None));
        delta(match self {
            Self::LlamaCpp => json!({ "role": "assistant", "content": null }),
            _ => json!({ "role": "assistant", "content": "" }),
        });
        let thought = if self == Self::Ollama { "reasoning" } else { "reasoning_content" };
        for part in parts(&said.thinking) {
            delta(json!({ thought: part }));
        }
        for part in parts(&said.text) {
            delta(match self {
                Self::Ollama => json!({ "role": "assistant", "content": part }),
                _ => json!({ "content": part }),
            });
        }
        for (at, (name, arguments)) in said.calls.iter().enumerate() {
            let id = match self {
                Self::LmStudio => format!("{}", 300_000 + at),
                _ => format!("call_{at}x"),
            };
            let arguments = arguments.to_string();
            if self == Self::Ollama {
                let call = json!({ "index": 0, "id": id, "type": "function", "function": { "name": name, "arguments": arguments } });
                delta(json!({ "role": "assistant", "content": "", "tool_calls": [call] }));
                continue;
            }
            let call = json!({ "index": at, "id": id, "type": "function", "function": { "name": name, "arguments": "" } });
            delta(json!({ "tool_calls": [call] }));
            for part in parts(&arguments) {
                delta(json!({ "tool_calls": [{ "index": at, "function": { "arguments": part } }] }));
            }
        }
        let usage = said.usage.map(|usage| self.usage(usage));
        if self == Self::LlamaCpp {
            pieces.push(self.piece(&json!({}), Some(said.finish()), usage));
        } else {
            pieces.push(self.piece(&json!({}), Some(said.finish()), None));
            if let Some(usage) = usage {
                let piece = json!({ "id": "chatcmpl-1", "object": "chat.completion.chunk", "choices": [], "usage": usage });
                pieces.push(format!("data: {piece}\n\n"));
            }
        }
        if self == Self::Vllm {
            pieces.insert(1, ": ping\n\n".into());
        }
        if self != Self::LmStudio {
            pieces.push("data: [DONE]\n\n".into());
        }
        Turn::stream(pieces)
    }

    /// As one piece, from servers that do not stream.
    pub fn whole(self, said: &Said) -> Turn {
        let calls: Vec<Value> = said
            .calls
            .iter()
            .enumerate()
            .map(|(at, (name, arguments))| {
                json!({ "id": format!("call_{at}x"), "type": "function", "function": { "name": name, "arguments": arguments.to_string() } })
            })
            .collect();
        let mut message = json!({ "role": "assistant", "content": said.text });
        if !calls.is_empty() {
            message["tool_calls"] = json!(calls);
        }
        if !said.thinking.is_empty() {
            message["reasoning_content"] = json!(said.thinking);
        }
        let choice = json!({ "index": 0, "message": message, "finish_reason": said.finish() });
        let mut body = json!({ "id": "chatcmpl-1", "object": "chat.completion", "choices": [choice] });
        if let Some(usage) = said.usage {
            body["usage"] = self.usage(usage);
        }
        Turn::json(200, &body)
    }

    fn usage(self, (request, completion): (u64, u64)) -> Value {
        let mut usage = json!({ "prompt_tokens": request, "completion_tokens": completion, "total_tokens": request + completion });
        if self == Self::OpenAi {
            usage["prompt_tokens_details"] = json!({ "cached_tokens": request / 2 });
        }
        usage
    }

    fn piece(self, delta: &Value, finish: Option<&str>, usage: Option<Value>) -> String {
        let choice = json!({ "index": 0, "delta": delta, "finish_reason": finish });
        let mut piece = json!({ "id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice] });
        if self == Self::OpenAi {
            piece["usage"] = Value::Null;
        }
        if let Some(usage) = usage {
            piece["timings"] = json!({ "prompt_n": usage["prompt_tokens"], "predicted_n": usage["completion_tokens"], "cache_n": 0 });
            piece["usage"] = usage;
        }
        format!("data: {piece}\n\n")
    }
}

/// A text in pieces of a few characters.
fn parts(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    letters.chunks(7).map(|chunk| chunk.iter().collect()).collect()
}
