//! Requests as they are sent.

use atelier_core::model::ModelProfile;
use serde_json::{Map, Value, json};

use crate::chat::{ChatRequest, Form, Message, ToolCall, ToolSpec};
use crate::concede::{Concessions, SchemaBy};
use crate::redact::Redactor;

/// The body of a request, secrets taken out. The same request gives the same bytes.
pub(crate) fn body(
    request: &ChatRequest,
    profile: &ModelProfile,
    give: Concessions,
    redactor: &mut Redactor<'_>,
) -> Value {
    let mut tools: Vec<&ToolSpec> = request.tools.iter().collect();
    tools.sort_by(|a, b| a.name.cmp(&b.name));
    let mut body = Map::new();
    body.insert("model".into(), json!(profile.model));
    body.insert("messages".into(), messages(request, &tools, give, redactor));
    body.insert("stream".into(), json!(true));
    if !give.no_usage {
        body.insert("stream_options".into(), json!({ "include_usage": true }));
    }
    let limit = if give.newer_limit { "max_completion_tokens" } else { "max_tokens" };
    body.insert(limit.into(), json!(answer_tokens(request, profile)));
    if let Some(temperature) = request.temperature.filter(|_| !give.no_temperature) {
        body.insert("temperature".into(), json!(temperature));
    }
    if let Some(seed) = request.seed.filter(|_| !give.no_seed) {
        body.insert("seed".into(), json!(seed));
    }
    if !tools.is_empty() && !give.tools_in_words {
        let tools: Vec<Value> = tools
            .iter()
            .map(|tool| {
                let mut parameters = tool.parameters.clone();
                redactor.json(&mut parameters);
                let description = redactor.text(&tool.description);
                json!({ "type": "function", "function": { "name": tool.name, "description": description, "parameters": parameters } })
            })
            .collect();
        body.insert("tools".into(), Value::Array(tools));
    }
    if let Form::Json { name, schema } = &request.form {
        match give.schema {
            SchemaBy::Format => {
                let format = json!({ "name": name, "strict": true, "schema": schema });
                body.insert(
                    "response_format".into(),
                    json!({ "type": "json_schema", "json_schema": format }),
                );
            }
            SchemaBy::AnyJson => {
                body.insert("response_format".into(), json!({ "type": "json_object" }));
            }
            SchemaBy::Words => {}
        }
    }
    Value::Object(body)
}

/// Tokens that the answer may have.
pub(crate) fn answer_tokens(request: &ChatRequest, profile: &ModelProfile) -> u32 {
    request.answer_tokens.unwrap_or(profile.budgets.answer_tokens).max(1)
}

fn messages(
    request: &ChatRequest,
    tools: &[&ToolSpec],
    give: Concessions,
    redactor: &mut Redactor<'_>,
) -> Value {
    let mut system = redactor.text(&request.stable);
    if give.tools_in_words && !tools.is_empty() {
        system.push_str("\n\n");
        system.push_str(&redactor.text(&in_words(tools)));
    }
    if let (Form::Json { schema, .. }, SchemaBy::AnyJson | SchemaBy::Words) = (&request.form, give.schema) {
        system.push_str("\n\nAnswer with one JSON value of this schema and with nothing else:\n");
        system.push_str(&schema.to_string());
    }
    let mut out = Vec::new();
    if !system.trim().is_empty() {
        out.push(json!({ "role": "system", "content": system.trim() }));
    }
    for message in &request.messages {
        out.push(match message {
            Message::User { text, pictures } if pictures.is_empty() => {
                json!({ "role": "user", "content": redactor.text(text) })
            }
            Message::User { text, pictures } => {
                let mut parts = vec![json!({ "type": "text", "text": redactor.text(text) })];
                parts.extend(pictures.iter().map(|picture| {
                    let url = format!("data:{};base64,{}", picture.mime, picture.base64);
                    json!({ "type": "image_url", "image_url": { "url": url } })
                }));
                json!({ "role": "user", "content": parts })
            }
            Message::Assistant { text, calls } if calls.is_empty() => {
                json!({ "role": "assistant", "content": redactor.text(text) })
            }
            Message::Assistant { text, calls } if give.tools_in_words => {
                let written: String = calls.iter().map(|call| written(call, redactor)).collect();
                json!({ "role": "assistant", "content": format!("{}{written}", redactor.text(text)) })
            }
            Message::Assistant { text, calls } => {
                let calls: Vec<Value> = calls
                    .iter()
                    .map(|call| {
                        let arguments = arguments(call, redactor).to_string();
                        json!({ "id": call.id, "type": "function", "function": { "name": call.name, "arguments": arguments } })
                    })
                    .collect();
                json!({ "role": "assistant", "content": redactor.text(text), "tool_calls": calls })
            }
            Message::Tool { name, text, .. } if give.tools_in_words => {
                json!({ "role": "user", "content": format!("Result of `{name}`:\n{}", redactor.text(text)) })
            }
            Message::Tool { call, text, .. } => {
                json!({ "role": "tool", "tool_call_id": call, "content": redactor.text(text) })
            }
        });
    }
    Value::Array(out)
}

fn arguments(call: &ToolCall, redactor: &mut Redactor<'_>) -> Value {
    let mut arguments = Value::Object(call.arguments.clone());
    redactor.json(&mut arguments);
    arguments
}

fn written(call: &ToolCall, redactor: &mut Redactor<'_>) -> String {
    let call = json!({ "name": call.name, "arguments": arguments(call, redactor) });
    format!("\n<tool_call>{call}</tool_call>")
}

/// The tools for a server that takes none.
fn in_words(tools: &[&ToolSpec]) -> String {
    let mut text = String::from(
        "You have tools. To use one, write a line of this form and end your answer with it:\n\
         <tool_call>{\"name\": \"…\", \"arguments\": {…}}</tool_call>\nThe tools, with the JSON schema of their arguments:",
    );
    for tool in tools {
        text.push_str(&format!("\n- {}: {} {}", tool.name, tool.description, tool.parameters));
    }
    text
}
