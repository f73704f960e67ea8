//! Answers of a type: a schema, a check, one repair turn, then a refusal. Nothing is guessed.

use atelier_core::model::Usage;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::chat::{ChatModel, ChatReply, ChatRequest, Finish, Form, Message};
use crate::error::LlmError;
use crate::repair::{self, Open};

/// A usable answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer<T> {
    pub value: T,
    /// The value as JSON, to be kept.
    pub json: Value,
    /// Of all turns.
    pub usage: Usage,
    pub requests: u32,
    /// The first answer was not usable, or no clean JSON.
    pub repaired: bool,
}

/// What asking for a value came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Refused {
    pub error: LlmError,
    /// What was used up all the same.
    pub usage: Usage,
    pub requests: u32,
}

/// Asks for a value of `T`. `check` says what is wrong with one beyond its type; that goes back to the model
/// once.
///
/// # Errors
/// [`LlmError::Unusable`] after two answers that cannot be used, [`LlmError::CutOff`], or what the endpoint said;
/// with the tokens that it took.
pub async fn ask<T: DeserializeOwned + Send>(
    model: &dyn ChatModel,
    request: &ChatRequest,
    check: &(dyn Fn(&T) -> Result<(), String> + Sync),
) -> Result<Answer<T>, Refused> {
    let mut used = Usage::default();
    let mut requests = 0;
    let mut turn = request.clone();
    let mut first_fault: Option<String> = None;
    loop {
        let reply = match model.chat(&turn, &mut |_| {}).await {
            Ok(reply) => reply,
            Err(error) => return Err(Refused { error, usage: used, requests: requests + 1 }),
        };
        used = used.plus(reply.usage);
        requests += reply.requests;
        let profile = model.profile();
        if reply.finish == Finish::Length {
            let error = LlmError::CutOff { model: profile.model.clone(), tokens: reply.usage.completion };
            return Err(Refused { error, usage: used, requests });
        }
        match read(&reply, request, check) {
            Ok((value, json, repaired)) => {
                let repaired = repaired || first_fault.is_some();
                return Ok(Answer { value, json, usage: used, requests, repaired });
            }
            Err(what) if first_fault.is_some() => {
                let what = crate::http::short(&what);
                let error = LlmError::Unusable {
                    model: profile.model.clone(),
                    purpose: request.purpose.clone(),
                    what,
                };
                return Err(Refused { error, usage: used, requests });
            }
            Err(what) => {
                turn.messages.push(Message::assistant(clip(&reply.text)));
                turn.messages.push(Message::user(format!(
                    "That cannot be used: {what}. Give the whole answer once more, as one JSON value that fits the schema, and nothing else."
                )));
                first_fault = Some(what);
            }
        }
    }
}

type ReadValue<T> = (T, Value, bool);

fn read<T: DeserializeOwned>(
    reply: &ChatReply,
    request: &ChatRequest,
    check: &(dyn Fn(&T) -> Result<(), String> + Sync),
) -> Result<ReadValue<T>, String> {
    let wants_array = matches!(&request.form, Form::Json { schema, .. } if schema["type"] == "array");
    let text = reply.text.trim();
    let begin = if wants_array { text.find('[') } else { text.find('{') };
    let read = begin.and_then(|at| repair::within(&text[at..], Open::Close));
    let read = read.ok_or_else(|| "it holds no JSON".to_owned())?;
    let repaired = read.repaired || begin != Some(0);
    let value: T = serde_json::from_value(read.value.clone())
        .map_err(|error| format!("it does not fit the schema, {error}"))?;
    check(&value)?;
    Ok((value, read.value, repaired))
}

/// As much of a bad answer as the model needs to see again.
fn clip(text: &str) -> String {
    text.chars().take(2_000).collect()
}
