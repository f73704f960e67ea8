//! Calls that a model writes into the text of its answer instead of their place in the protocol.
//!
//! Taken are calls between the tags that model families were trained on, wherever they stand, and bare JSON
//! where it is the end of the answer. In both only tools that were offered count, so that JSON which is merely
//! talked about stays text.

use serde_json::{Map, Value};

use crate::repair::{self, Open};

/// Tags around JSON.
const TAGS: [(&str, &str); 5] = [
    ("<tool_call>", "</tool_call>"),
    ("<tool_calls>", "</tool_calls>"),
    ("<function_call>", "</function_call>"),
    ("[TOOL_CALLS]", ""),
    ("<|python_tag|>", ""),
];

/// One call as it was found.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Found {
    pub name: String,
    pub arguments: Map<String, Value>,
}

/// The calls, and the text without them.
pub(crate) fn find(text: &str, offered: &[&str], open: Open) -> (Vec<Found>, String) {
    let mut calls = Vec::new();
    let mut rest = text.to_owned();
    for (begin, end) in TAGS {
        let mut from = 0;
        while let Some(at) = rest[from..].find(begin).map(|at| at + from) {
            let body = at + begin.len();
            let close = if end.is_empty() { None } else { rest[body..].find(end).map(|c| c + body) };
            let inner = &rest[body..close.unwrap_or(rest.len())];
            let found = in_tag(inner, offered, open);
            if found.is_empty() {
                from = body;
                continue;
            }
            calls.extend(found);
            rest.replace_range(at..close.map_or(rest.len(), |c| c + end.len()), "");
            from = at;
        }
    }
    if calls.is_empty() {
        (calls, rest) = functions(&rest, offered, open);
    }
    if calls.is_empty() {
        (calls, rest) = at_the_end(&rest, offered, open);
    }
    (calls, rest.trim().to_owned())
}

/// JSON between tags: one call, several in a row, or an array; else the form with parameters as tags.
fn in_tag(inner: &str, offered: &[&str], open: Open) -> Vec<Found> {
    let mut out = Vec::new();
    let mut rest = inner;
    while let Some(read) = repair::within(rest, open) {
        let found = calls(&read.value, offered);
        if found.is_empty() {
            break;
        }
        out.extend(found);
        rest = rest.get(read.end..).unwrap_or("");
    }
    if out.is_empty() { functions(inner, offered, open).0 } else { out }
}

/// `<function=name>…</function>` around JSON or around `<parameter=key>value</parameter>`.
fn functions(text: &str, offered: &[&str], open: Open) -> (Vec<Found>, String) {
    const BEGIN: &str = "<function=";
    let mut calls = Vec::new();
    let mut rest = text.to_owned();
    let mut from = 0;
    while let Some(at) = rest[from..].find(BEGIN).map(|at| at + from) {
        let head = at + BEGIN.len();
        let Some(body) = rest[head..].find('>').map(|b| b + head) else {
            break;
        };
        let close = rest[body..].find("</function>").map(|c| c + body);
        let end = match (close, open) {
            (Some(close), _) => close,
            (None, Open::Close) => rest.len(),
            (None, Open::Refuse) => break,
        };
        let inner = &rest[body + 1..end];
        match offered_name(&rest[head..body], offered) {
            Some(name) => {
                let arguments = match repair::within(inner, open).map(|read| read.value) {
                    Some(Value::Object(arguments)) if !inner.contains("<parameter=") => arguments,
                    _ => parameters(inner),
                };
                calls.push(Found { name, arguments });
                rest.replace_range(at..close.map_or(rest.len(), |c| c + "</function>".len()), "");
                from = at;
            }
            None => from = body,
        }
    }
    (calls, rest)
}

fn parameters(inner: &str) -> Map<String, Value> {
    let mut out = Map::new();
    for part in inner.split("<parameter=").skip(1) {
        if let Some((key, value)) = part.split_once('>') {
            let value = value.split("</parameter>").next().unwrap_or_default().trim_matches('\n');
            let typed = serde_json::from_str::<Value>(value).ok().filter(|v| !v.is_string());
            out.insert(key.trim().to_owned(), typed.unwrap_or_else(|| Value::from(value)));
        }
    }
    out
}

/// Bare JSON that the answer ends with.
fn at_the_end(text: &str, offered: &[&str], open: Open) -> (Vec<Found>, String) {
    let mut from = 0;
    while let Some(at) = text[from..].find(['{', '[']).map(|at| at + from) {
        let mut found = Vec::new();
        let mut end = at;
        while let Some(read) = text.get(end..).and_then(|rest| repair::value(rest.trim_start(), open)) {
            let some = calls(&read.value, offered);
            if some.is_empty() {
                break;
            }
            found.extend(some);
            let spaces = text[end..].len() - text[end..].trim_start().len();
            end += spaces + read.end;
        }
        let tail = text.get(end..).unwrap_or_default();
        if !found.is_empty()
            && tail.trim_matches(|c: char| c.is_whitespace() || c == '`' || c == ';').is_empty()
        {
            let before = text[..at].trim_end().trim_end_matches("json").trim_end_matches('`');
            return (found, before.to_owned());
        }
        from = if end > at { end } else { at + 1 };
    }
    (Vec::new(), text.to_owned())
}

/// The calls that a JSON value means.
fn calls(value: &Value, offered: &[&str]) -> Vec<Found> {
    match value {
        Value::Array(items) => {
            let found: Vec<Vec<Found>> = items.iter().map(|item| calls(item, offered)).collect();
            if found.iter().any(Vec::is_empty) { Vec::new() } else { found.into_iter().flatten().collect() }
        }
        Value::Object(fields) => {
            if let Some(inner) = ["tool_calls", "calls", "tool_call", "function_call", "function"]
                .iter()
                .find_map(|key| fields.get(*key).filter(|v| v.is_array() || v.is_object()))
            {
                return calls(inner, offered);
            }
            let name = ["name", "tool", "tool_name", "function", "action"]
                .iter()
                .find_map(|key| fields.get(*key).and_then(Value::as_str))
                .and_then(|name| offered_name(name, offered));
            let given = ["arguments", "parameters", "args", "input", "action_input", "tool_input"]
                .iter()
                .find_map(|key| fields.get(*key));
            let arguments = match given {
                None => Some(Map::new()),
                Some(Value::Object(arguments)) => Some(arguments.clone()),
                Some(Value::String(text)) => match repair::value(text, Open::Refuse).map(|read| read.value) {
                    Some(Value::Object(arguments)) => Some(arguments),
                    _ => None,
                },
                Some(Value::Null) => Some(Map::new()),
                Some(_) => None,
            };
            name.zip(arguments).map(|(name, arguments)| Found { name, arguments }).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// The offered tool that is meant.
pub(crate) fn offered_name(name: &str, offered: &[&str]) -> Option<String> {
    let plain = name.trim().trim_matches('"');
    let plain = plain.strip_prefix("functions.").unwrap_or(plain);
    let exact = offered.iter().find(|o| **o == plain);
    exact.or_else(|| offered.iter().find(|o| o.eq_ignore_ascii_case(plain))).map(|o| (*o).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const OFFERED: [&str; 2] = ["click", "fill"];

    fn read(text: &str) -> (Vec<(String, Value)>, String) {
        let (calls, rest) = find(text, &OFFERED, Open::Refuse);
        (calls.into_iter().map(|c| (c.name, Value::Object(c.arguments))).collect(), rest)
    }

    #[test]
    fn the_ways_in_which_models_write_calls() {
        let one = vec![("click".to_owned(), json!({ "ref": "e1" }))];
        for text in [
            "<tool_call>\n{\"name\": \"click\", \"arguments\": {\"ref\": \"e1\"}}\n</tool_call>",
            "<tool_call>{'name': 'click', 'arguments': {'ref': 'e1'}}",
            "[TOOL_CALLS] [{\"name\": \"click\", \"arguments\": {\"ref\": \"e1\"}}]",
            "<|python_tag|>{\"name\": \"click\", \"parameters\": {\"ref\": \"e1\"}}",
            "<function=click>{\"ref\": \"e1\"}</function>",
            "<tool_call><function=click><parameter=ref>\ne1\n</parameter></function></tool_call>",
            "```json\n{\"tool\": \"click\", \"args\": {\"ref\": \"e1\"}}\n```",
            "{\"action\": \"click\", \"action_input\": {\"ref\": \"e1\"}}",
            "{\"tool_calls\": [{\"type\": \"function\", \"function\": {\"name\": \"functions.click\", \"arguments\": \"{\\\"ref\\\": \\\"e1\\\"}\"}}]}",
        ] {
            assert_eq!(read(text), (one.clone(), String::new()), "{text}");
        }
    }

    #[test]
    fn several_at_once_in_their_order() {
        let both =
            vec![("fill".to_owned(), json!({ "ref": "e2", "text": "tea" })), ("click".to_owned(), json!({}))];
        for text in [
            "I will.\n<tool_call>{\"name\":\"fill\",\"arguments\":{\"ref\":\"e2\",\"text\":\"tea\"}}</tool_call>\n<tool_call>{\"name\":\"click\"}</tool_call>",
            "I will.\n[{\"name\":\"fill\",\"arguments\":{\"ref\":\"e2\",\"text\":\"tea\"}},{\"name\":\"click\",\"arguments\":{}}]",
            "I will.\n{\"name\":\"fill\",\"arguments\":{\"ref\":\"e2\",\"text\":\"tea\"}}\n{\"name\":\"click\",\"arguments\":{}}",
        ] {
            assert_eq!(read(text), (both.clone(), "I will.".to_owned()), "{text}");
        }
    }

    #[test]
    fn what_is_talked_about_is_no_call() {
        for text in [
            "The page says {\"name\": \"click\", \"arguments\": {}} but I will not do that.",
            "<tool_call>{\"name\": \"transfer_funds\", \"arguments\": {}}</tool_call>",
            "{\"name\": \"transfer_funds\", \"arguments\": {}}",
            "{\"name\": \"click\", \"arguments\": {\"ref\": \"e",
            "{\"answer\": \"click\"}",
        ] {
            assert_eq!(read(text), (Vec::new(), text.to_owned()), "{text}");
        }
    }
}
