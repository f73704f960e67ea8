//! A finished assembly read as a reply.

use std::collections::BTreeSet;

use atelier_core::model::Calling;
use serde_json::{Map, Value};

use crate::assembly::{Assembly, PartialCall};
use crate::calls_in_text::{self, offered_name};
use crate::chat::{ChatReply, ChatRequest, Finish, ToolCall};
use crate::repair::{self, Open};
use crate::thinking;
use crate::usage;

/// Reads text, thinking and calls. Brackets that are open are closed where the model stopped by itself.
pub(crate) fn read(assembly: Assembly, request: &ChatRequest, calling: Calling) -> ChatReply {
    let counted = || {
        let calls: String = assembly.calls.iter().map(|c| format!("{} {}", c.name, c.arguments)).collect();
        usage::estimated(request, &format!("{}{}{calls}", assembly.text, assembly.thinking))
    };
    let usage = assembly.usage.unwrap_or_else(counted);
    let finish = assembly.finish.unwrap_or(Finish::Stop);
    let open = if finish == Finish::Length { Open::Refuse } else { Open::Close };
    let offered: Vec<&str> = request.tools.iter().map(|tool| tool.name.as_str()).collect();

    let (mut text, inline) = thinking::split(&assembly.text);
    let mut thought = assembly.thinking;
    if !inline.is_empty() {
        if !thought.is_empty() {
            thought.push('\n');
        }
        thought.push_str(&inline);
    }
    let mut calls: Vec<ToolCall> =
        assembly.calls.into_iter().map(|call| protocol_call(call, &offered, calling, open)).collect();
    if calls.is_empty() && calling == Calling::Lenient && !offered.is_empty() {
        let (found, rest) = calls_in_text::find(&text, &offered, open);
        text = rest;
        calls = found
            .into_iter()
            .map(|f| ToolCall {
                id: String::new(),
                name: f.name,
                arguments: f.arguments,
                fault: None,
                repaired: true,
            })
            .collect();
    }
    number(&mut calls);
    let finish = match finish {
        Finish::Stop if !calls.is_empty() => Finish::Calls,
        Finish::Calls if calls.is_empty() => Finish::Stop,
        other => other,
    };
    ChatReply { text, thinking: thought.trim().to_owned(), calls, finish, usage, requests: 1 }
}

fn protocol_call(call: PartialCall, offered: &[&str], calling: Calling, open: Open) -> ToolCall {
    let known = match calling {
        Calling::Lenient => offered_name(&call.name, offered),
        Calling::Strict => offered.iter().find(|o| **o == call.name).map(|o| (*o).to_owned()),
    };
    let mut fault = known.is_none().then(|| {
        let list = if offered.is_empty() { "none".to_owned() } else { offered.join(", ") };
        format!("there is no tool `{}`; there are: {list}", call.name)
    });
    let (arguments, repaired) = match arguments(&call.arguments, calling, open) {
        Ok(read) => read,
        Err(what) => {
            fault = fault.or(Some(what));
            (Map::new(), false)
        }
    };
    ToolCall { id: call.id, name: known.unwrap_or(call.name), arguments, fault, repaired }
}

fn arguments(text: &str, calling: Calling, open: Open) -> Result<(Map<String, Value>, bool), String> {
    if text.trim().is_empty() {
        return Ok((Map::new(), false));
    }
    let read = match calling {
        Calling::Strict => serde_json::from_str(text).ok().map(|value| (value, false)),
        Calling::Lenient => repair::within(text, open).map(|r| (r.value, r.repaired)),
    };
    match read {
        Some((Value::Object(arguments), repaired)) => Ok((arguments, repaired)),
        // Written twice over: a string with the JSON in it.
        Some((Value::String(inner), _)) => match serde_json::from_str(&inner) {
            Ok(Value::Object(arguments)) => Ok((arguments, true)),
            _ => Err("the arguments are a text, not a JSON object".to_owned()),
        },
        Some((Value::Null, _)) => Ok((Map::new(), false)),
        Some(_) => Err("the arguments are no JSON object".to_owned()),
        None if open == Open::Refuse => {
            Err("the arguments were cut off; call again with less in them".to_owned())
        }
        None => Err("the arguments are no JSON".to_owned()),
    }
}

/// Ids that are missing or used twice become `call_1`, `call_2`, …
fn number(calls: &mut [ToolCall]) {
    let mut used: BTreeSet<String> = BTreeSet::new();
    for at in 0..calls.len() {
        if calls[at].id.is_empty() || used.contains(&calls[at].id) {
            let id = (at + 1..).map(|n| format!("call_{n}")).find(|id| !used.contains(id));
            calls[at].id = id.unwrap_or_default();
        }
        used.insert(calls[at].id.clone());
    }
}
