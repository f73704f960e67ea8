//! What leaves: the order, what is left out for whom, no secrets, a row for everything.

use atelier_core::model::ModelProfile;
use atelier_llm::{ChatRequest, Form, Message, Picture, ToolCall};
use atelier_testkit::dialect::{Dialect, Said};
use atelier_testkit::endpoint::{Asked, ScriptedEndpoint, Turn};
use serde_json::{Map, Value, json};

use crate::rig::{KEY, Rig, profile, question, tool, with_tools};

fn yes() -> Turn {
    Dialect::OpenAi.stream(&Said::text("Yes."))
}

/// A server that knows only these fields and names the first other one, or none.
async fn picky(known: &'static [&'static str], names_it: bool, status: u16) -> ScriptedEndpoint {
    ScriptedEndpoint::serve_with(move |asked: &Asked, _| {
        let fields = asked.body.as_object().unwrap();
        match fields.keys().find(|key| !known.contains(&key.as_str())) {
            Some(field) if names_it => {
                Turn::error(status, &format!("Unrecognized request argument supplied: {field}"))
            }
            Some(_) => Turn::error(status, "Bad Request"),
            None => yes(),
        }
    })
    .await
    .unwrap()
}

fn everything() -> ChatRequest {
    let schema = json!({ "type": "object" });
    let form = Form::Json { name: "answer".into(), schema };
    ChatRequest { form, seed: Some(7), temperature: Some(0.0), ..with_tools() }
}

#[tokio::test]
async fn unknown_fields_are_left_out_and_that_is_remembered() {
    const BASICS: &[&str] = &["model", "messages", "stream", "max_tokens"];
    const NEWER: &[&str] = &["model", "messages", "stream", "max_completion_tokens", "tools"];
    for (known, names_it, status) in [(BASICS, true, 400), (NEWER, true, 422)] {
        let endpoint = picky(known, names_it, status).await;
        let rig = Rig::new(&endpoint);
        let first = rig.say(&everything()).await.unwrap();
        assert!(first.requests > 1);
        assert!(rig.slept().is_empty(), "it asks again at once");
        let second = rig.say(&everything()).await.unwrap();
        assert_eq!(second.requests, 1);
        let last = endpoint.asked().pop().unwrap();
        assert!(last.words().contains("one JSON value of this schema"), "the schema is put in words");
        assert_eq!(
            last.words().contains("<tool_call>"),
            known == BASICS,
            "and so are tools that it does not take"
        );
    }
}

#[tokio::test]
async fn a_server_that_does_not_say_what_it_minds() {
    let endpoint = picky(&["model", "messages", "stream", "max_tokens"], false, 400).await;
    let rig = Rig::new(&endpoint);
    let asked = ChatRequest { temperature: None, ..everything() };
    assert_eq!(rig.say(&asked).await.unwrap().text, "Yes.");
}

#[tokio::test]
async fn a_server_that_fails_on_a_schema() {
    let endpoint =
        ScriptedEndpoint::serve_with(|asked: &Asked, _| {
            match asked.body["response_format"]["type"].as_str() {
                Some("json_schema") => Turn::text(500, "text/plain", "Internal Server Error"),
                _ => Dialect::LlamaCpp.stream(&Said::json(&json!({ "a": 1 }))),
            }
        })
        .await
        .unwrap();
    let rig = Rig::new(&endpoint);
    let asked = ChatRequest { form: Form::Json { name: "a".into(), schema: json!({}) }, ..question() };
    assert_eq!(rig.say(&asked).await.unwrap().text, "{\"a\":1}");
    assert!(rig.slept().is_empty());
    rig.say(&asked).await.unwrap();
    assert_eq!(endpoint.asked().len(), 3, "it is not tried again");
}

#[tokio::test]
async fn a_rejection_for_another_reason_teaches_nothing() {
    let endpoint =
        ScriptedEndpoint::serve((0..6).map(|_| Turn::error(400, "messages must alternate")).chain([yes()]))
            .await
            .unwrap();
    let rig = Rig::new(&endpoint);
    assert!(rig.say(&question()).await.is_err());
    let before = endpoint.asked().len();
    let _ = rig.say(&question()).await;
    assert!(endpoint.asked()[before].body.get("stream_options").is_some());
}

#[tokio::test]
async fn what_stays_the_same_comes_first_and_is_the_same_bytes() {
    let endpoint = ScriptedEndpoint::serve_with(|_, _| yes()).await.unwrap();
    let rig = Rig::new(&endpoint);
    let mut asked = with_tools();
    rig.say(&asked).await.unwrap();
    asked.tools.reverse();
    rig.say(&asked).await.unwrap();
    asked.messages.push(Message::assistant("Yes."));
    asked.messages.push(Message::user("And now?"));
    rig.say(&asked).await.unwrap();
    let seen = endpoint.asked();
    assert_eq!(seen[0].raw, seen[1].raw, "the order of the tools is not the caller's");
    let messages = |n: usize| seen[n].body["messages"].as_array().unwrap().clone();
    assert_eq!(messages(2)[..2], messages(0)[..]);
    assert_eq!(messages(0)[0]["role"], "system");
}

#[tokio::test]
async fn a_conversation_with_calls_and_pictures_keeps_its_shape() {
    let endpoint = ScriptedEndpoint::serve([yes()]).await.unwrap();
    let mut arguments = Map::new();
    arguments.insert("ref".into(), json!("e1"));
    let call = ToolCall { id: "c1".into(), name: "click".into(), arguments, fault: None, repaired: false };
    let picture = Picture { mime: "image/png".into(), base64: "AAAA".into() };
    let asked = ChatRequest {
        tools: vec![tool("click")],
        messages: vec![
            Message::User { text: "Look.".into(), pictures: vec![picture] },
            Message::Assistant { text: String::new(), calls: vec![call] },
            Message::Tool { call: "c1".into(), name: "click".into(), text: "done".into() },
        ],
        ..question()
    };
    Rig::new(&endpoint).say(&asked).await.unwrap();
    insta::assert_json_snapshot!(endpoint.asked()[0].body);
}

#[tokio::test]
async fn no_secret_leaves() {
    let token = format!("ghp_{}", "a1B2".repeat(9));
    let endpoint = ScriptedEndpoint::serve([yes()]).await.unwrap();
    let rig = Rig::new(&endpoint);
    let mut arguments = Map::new();
    arguments.insert("password".into(), json!("hunter2"));
    let call = ToolCall { id: "c1".into(), name: "fill".into(), arguments, fault: None, repaired: false };
    let asked = ChatRequest {
        stable: format!("Use {token}."),
        messages: vec![
            Message::user("Log in with correct horse at https://a.example/?api_key=abc123"),
            Message::Assistant { text: format!("the key is {KEY}"), calls: vec![call] },
            Message::Tool { call: "c1".into(), name: "fill".into(), text: "card 4111 1111 1111 1111".into() },
        ],
        ..with_tools()
    };
    rig.say(&asked).await.unwrap();
    let seen = endpoint.asked().remove(0);
    for secret in [token.as_str(), "correct horse", "abc123", "hunter2", KEY, "4111 1111"] {
        assert!(!seen.raw.contains(secret), "{secret}");
    }
    assert_eq!(
        seen.authorization.as_deref(),
        Some(format!("Bearer {KEY}").as_str()),
        "but the key in its place"
    );
    assert_eq!(rig.rows()[0].redacted, 6);
    assert!(!format!("{:?}", rig.client).contains(KEY));
}

#[tokio::test]
async fn every_request_has_a_row_without_its_content() {
    let endpoint = ScriptedEndpoint::serve([Turn::error(503, "busy"), yes()]).await.unwrap();
    let rig = Rig::of(ModelProfile { name: "mine".into(), ..profile(&endpoint.address()) });
    rig.say(&question()).await.unwrap();
    let rows = rig.rows();
    assert_eq!(rows.len(), 2);
    let seen = endpoint.asked();
    for (row, (asked, status)) in rows.iter().zip(seen.iter().zip([503, 200])) {
        assert_eq!(
            (row.host.clone(), row.path.as_str()),
            (format!("127.0.0.1:{}", endpoint.port()), "/v1/chat/completions")
        );
        assert_eq!((row.status, row.sent_bytes), (Some(status), asked.raw.len() as u64));
        assert_eq!((row.purpose.as_str(), row.model.as_str(), row.at), ("test", "small-1", 1_000));
        assert!(row.received_bytes > 0);
        assert!(!serde_json::to_string(row).unwrap().contains("Say yes"));
    }
}

#[tokio::test]
async fn models_are_listed() {
    let list = Turn::json(200, &json!({ "data": [{ "id": "a" }, { "id": "b" }] }));
    let endpoint = ScriptedEndpoint::serve([list, Turn::json(200, &Value::Null)]).await.unwrap();
    let rig = Rig::new(&endpoint);
    assert_eq!(rig.client.models().await.unwrap(), vec!["a", "b"]);
    assert!(rig.client.models().await.is_err());
    assert_eq!(endpoint.asked()[0].path, "/v1/models");
}
