//! The same words and calls in each dialect.

use atelier_core::model::Usage;
use atelier_llm::{Delta, Finish, ServerKind as Kind};
use atelier_testkit::dialect::{Dialect, Said};
use atelier_testkit::endpoint::{ScriptedEndpoint, Turn};
use serde_json::{Value, json};

use crate::rig::{Rig, question, with_tools};

fn calls(reply: &atelier_llm::ChatReply) -> Vec<(String, Value)> {
    reply.calls.iter().map(|c| (c.name.clone(), Value::Object(c.arguments.clone()))).collect()
}

#[tokio::test]
async fn words_and_thinking_come_apart() {
    for dialect in Dialect::ALL {
        let said = Said { thinking: "Shall I? Yes.".into(), ..Said::text("Yes, änd 👍 gladly.") };
        for turn in [dialect.stream(&said), dialect.whole(&said)] {
            let endpoint = ScriptedEndpoint::serve([turn]).await.unwrap();
            let (reply, heard) = Rig::new(&endpoint).heard(&question()).await;
            let reply = reply.unwrap();
            assert_eq!(
                (reply.text.as_str(), reply.thinking.as_str()),
                ("Yes, änd 👍 gladly.", "Shall I? Yes.")
            );
            assert_eq!(reply.finish, Finish::Stop, "{dialect:?}");
            let text: String = heard
                .iter()
                .filter_map(|d| if let Delta::Text(t) = d { Some(t.as_str()) } else { None })
                .collect();
            assert_eq!(text, reply.text, "{dialect:?}");
        }
    }
}

#[tokio::test]
async fn several_calls_at_once() {
    for dialect in Dialect::ALL {
        let said = Said { usage: Some((30, 9)), ..Said::default() }
            .call("fill", json!({ "ref": "e2", "text": "a \"b\" {c}" }))
            .call("click", json!({ "ref": "e3" }))
            .call("click", json!({ "ref": "e4" }));
        for turn in [dialect.stream(&said), dialect.whole(&said)] {
            let endpoint = ScriptedEndpoint::serve([turn]).await.unwrap();
            let reply = Rig::new(&endpoint).say(&with_tools()).await.unwrap();
            assert_eq!(calls(&reply), said.calls, "{dialect:?}");
            assert!(reply.calls.iter().all(|c| c.fault.is_none() && !c.repaired), "{dialect:?}");
            assert_eq!(reply.finish, Finish::Calls);
            let ids: std::collections::BTreeSet<_> = reply.calls.iter().map(|c| &c.id).collect();
            assert_eq!(ids.len(), 3, "{dialect:?}");
        }
    }
}

#[tokio::test]
async fn usage_is_the_servers_or_an_estimate_that_says_so() {
    for dialect in Dialect::ALL {
        let counted = Said { usage: Some((120, 7)), ..Said::text("Yes.") };
        let silent = Said { usage: None, ..counted.clone() };
        let endpoint =
            ScriptedEndpoint::serve([dialect.stream(&counted), dialect.stream(&silent)]).await.unwrap();
        let rig = Rig::new(&endpoint);
        let cached = if dialect == Dialect::OpenAi { 60 } else { 0 };
        let usage = rig.say(&question()).await.unwrap().usage;
        assert_eq!(usage, Usage { request: 120, completion: 7, cached, estimated: false }, "{dialect:?}");
        let usage = rig.say(&question()).await.unwrap().usage;
        assert!(usage.estimated && usage.request > 5 && usage.completion > 0, "{dialect:?} {usage:?}");
    }
}

#[tokio::test]
async fn a_llama_server_that_gives_timings_only_has_counted_all_the_same() {
    let piece = json!({ "choices": [{ "delta": { "content": "Yes." }, "finish_reason": "stop" }], "timings": { "prompt_n": 10, "cache_n": 90, "predicted_n": 3 } });
    let endpoint = ScriptedEndpoint::serve([Turn::stream([format!("data: {piece}\n\n")])]).await.unwrap();
    let usage = Rig::new(&endpoint).say(&question()).await.unwrap().usage;
    assert_eq!(usage, Usage { request: 100, completion: 3, cached: 90, estimated: false });
}

#[tokio::test]
async fn odd_shapes_of_calls() {
    let stream = |deltas: &[Value]| {
        let mut pieces: Vec<String> = deltas
            .iter()
            .map(|d| format!("data: {}\n\n", json!({ "choices": [{ "delta": d, "finish_reason": null }] })))
            .collect();
        pieces.push("data: [DONE]\n\n".into());
        Turn::stream(pieces)
    };
    // No index, no id, arguments as an object.
    let bare = stream(&[
        json!({ "tool_calls": [{ "function": { "name": "click", "arguments": { "ref": "e1" } } }] }),
        json!({ "tool_calls": [{ "function": { "name": "click", "arguments": { "ref": "e2" } } }] }),
    ]);
    // The old single call.
    let old = stream(&[
        json!({ "function_call": { "name": "click", "arguments": "{\"ref\":" } }),
        json!({ "function_call": { "arguments": "\"e1\"}" } }),
    ]);
    // Content in parts.
    let parts =
        stream(&[json!({ "content": [{ "type": "text", "text": "Yes" }, { "type": "text", "text": "." }] })]);
    let endpoint = ScriptedEndpoint::serve([bare, old, parts]).await.unwrap();
    let rig = Rig::new(&endpoint);
    let e = |n: &str| ("click".to_owned(), json!({ "ref": n }));
    assert_eq!(calls(&rig.say(&with_tools()).await.unwrap()), vec![e("e1"), e("e2")]);
    assert_eq!(calls(&rig.say(&with_tools()).await.unwrap()), vec![e("e1")]);
    assert_eq!(rig.say(&with_tools()).await.unwrap().text, "Yes.");
}

#[tokio::test]
async fn servers_on_this_machine_are_told_apart() {
    let list = |owner: &str| {
        Turn::json(
            200,
            &json!({ "object": "list", "data": [{ "id": "m1", "owned_by": owner }, { "id": "m2" }] }),
        )
    };
    let ollama = ScriptedEndpoint::serve([list("library")]).await.unwrap();
    let llama = ScriptedEndpoint::serve([list("llamacpp")]).await.unwrap();
    let page = ScriptedEndpoint::serve([Turn::text(200, "text/html", "<html>")]).await.unwrap();
    let (kept, surroundings) = crate::rig::surroundings();
    let ports = [(Kind::LmStudio, ollama.port()), (Kind::Vllm, llama.port()), (Kind::Other, page.port())];
    let found = atelier_llm::local_servers(&ports, &surroundings).await.unwrap();
    let kinds: Vec<_> = found.iter().map(|s| s.kind).collect();
    assert_eq!(kinds, vec![Kind::Ollama, Kind::LlamaCpp]);
    assert_eq!(found[0].address, ollama.address());
    assert_eq!(found[0].models, vec!["m1", "m2"]);
    assert_eq!(kept.rows.lock().unwrap().len(), 3, "also looking is in the log");
}
