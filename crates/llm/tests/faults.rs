//! Everything that goes wrong has a name, and a hint that says what to do.

use std::time::Duration;

use atelier_core::model::{Budgets, ModelProfile};
use atelier_llm::{ChatRequest, Delta, Finish, LlmError, Message};
use atelier_testkit::dialect::{Dialect, Said};
use atelier_testkit::endpoint::{End, ScriptedEndpoint, Turn};
use serde_json::json;

use crate::rig::{KEY, Rig, profile, question, with_tools};

async fn endpoint(turns: impl IntoIterator<Item = Turn>) -> ScriptedEndpoint {
    ScriptedEndpoint::serve(turns).await.unwrap()
}

/// The error of one request, with the client for more questions about it.
async fn fails(turns: impl IntoIterator<Item = Turn>) -> (LlmError, Rig, ScriptedEndpoint) {
    let endpoint = endpoint(turns).await;
    let rig = Rig::new(&endpoint);
    let error = rig.say(&question()).await.unwrap_err();
    let text = format!("{error}; {}", error.hint());
    assert!(!text.contains(KEY) && !text.contains("correct horse"), "{text}");
    (error, rig, endpoint)
}

fn yes() -> Turn {
    Dialect::OpenAi.stream(&Said::text("Yes."))
}

fn impatient(endpoint: &ScriptedEndpoint) -> ModelProfile {
    let budgets = Budgets { silence_s: 1, ..Budgets::default() };
    ModelProfile { budgets, ..profile(&endpoint.address()) }
}

#[tokio::test]
async fn a_key_that_is_not_accepted() {
    for status in [401, 403] {
        let (error, rig, _) =
            fails([Turn::error(status, &format!("Incorrect API key provided: {KEY}"))]).await;
        assert!(matches!(error, LlmError::Unauthorized { status: s, .. } if s == status));
        assert!(error.hint().contains("enter the key"));
        assert_eq!(rig.rows().len(), 1, "not asked again");
    }
}

#[tokio::test]
async fn an_account_that_is_empty() {
    let quota = Turn::error(429, "You exceeded your current quota, please check your plan");
    let (error, rig, _) = fails([quota]).await;
    assert!(matches!(error, LlmError::Unpaid { .. }), "{error}");
    assert!(error.hint().contains("account"));
    assert!(rig.slept().is_empty());
}

#[tokio::test]
async fn paths_and_models_that_are_not_there() {
    let (error, ..) = fails([Turn::json(404, &json!({ "detail": "Not Found" }))]).await;
    assert!(matches!(&error, LlmError::NoSuchPath { path, .. } if path == "/v1/chat/completions"));
    assert!(error.hint().contains("/v1"));
    for (status, text) in [
        (404, "model \"small-1\" not found, try pulling it first"),
        (404, "The model `small-1` does not exist."),
        (400, "model 'small-1' not found"),
    ] {
        let (error, ..) = fails([Turn::error(status, text)]).await;
        assert!(
            matches!(&error, LlmError::NoSuchModel { model, .. } if model == "small-1"),
            "{text}: {error}"
        );
        assert!(error.hint().contains("choose a model"));
    }
}

#[tokio::test]
async fn a_limit_with_and_without_a_time_to_wait() {
    let named = Turn::error(429, "slow down").header("retry-after", "7");
    let unnamed = Turn::error(429, "slow down");
    let endpoint = endpoint([named, unnamed, yes()]).await;
    let rig = Rig::new(&endpoint);
    let reply = rig.say(&question()).await.unwrap();
    assert_eq!((reply.text.as_str(), reply.requests), ("Yes.", 3));
    assert_eq!(rig.slept(), vec![Duration::from_secs(7), Duration::from_millis(1_500)]);
}

#[tokio::test]
async fn a_limit_that_stays() {
    let (error, rig, _) = fails((0..9).map(|_| Turn::error(429, "slow down"))).await;
    assert!(matches!(error, LlmError::RateLimited { wait: None, .. }));
    assert!(error.hint().contains("wait"));
    assert_eq!(rig.rows().len(), 4, "three more tries");
    let (error, rig, _) = fails([Turn::error(429, "tomorrow").header("retry-after", "86400")]).await;
    assert!(matches!(error, LlmError::RateLimited { wait: Some(wait), .. } if wait.as_secs() == 86_400));
    assert!(error.to_string().contains("86400 seconds"), "{error}");
    assert!(rig.slept().is_empty(), "nobody waits for a day");
}

#[tokio::test]
async fn a_server_that_fails_once_and_one_that_keeps_failing() {
    let broken = || Turn::text(500, "text/plain", "Internal Server Error");
    let first = endpoint([broken(), Turn::error(503, "Loading model"), yes()]).await;
    assert_eq!(Rig::new(&first).say(&question()).await.unwrap().text, "Yes.");
    let (error, rig, _) = fails((0..9).map(|_| broken())).await;
    assert!(
        matches!(&error, LlmError::ServerFault { status: 500, said, .. } if said == "Internal Server Error")
    );
    assert!(error.hint().contains("server's own log"));
    assert_eq!(rig.rows().len(), 4);
}

#[tokio::test]
async fn half_a_stream_is_no_answer() {
    let whole = Dialect::Vllm.stream(&Said::text("Yes, but only on Sundays."));
    for end in [End::Close, End::Break] {
        let half = whole.clone().cut(4, end);
        let endpoint = endpoint([half.clone(), yes()]).await;
        assert_eq!(Rig::new(&endpoint).say(&question()).await.unwrap().text, "Yes.");
        let (error, ..) = fails((0..9).map(|_| half.clone())).await;
        assert!(matches!(error, LlmError::HalfAnswer { .. }), "{error}");
        assert!(error.hint().contains("try again"));
    }
}

#[tokio::test]
async fn who_listens_is_told_that_the_answer_begins_anew() {
    let half = Dialect::OpenAi.stream(&Said::text("Yes, but only")).cut(2, End::Close);
    let endpoint = endpoint([half, yes()]).await;
    let (reply, heard) = Rig::new(&endpoint).heard(&question()).await;
    assert_eq!(reply.unwrap().text, "Yes.");
    let text = |t: &str| Delta::Text(t.into());
    assert_eq!(heard, vec![text("Yes, bu"), Delta::Again, text("Yes.")]);
}

#[tokio::test]
async fn silence_before_and_within_the_answer() {
    let within = Dialect::OpenAi.stream(&Said::text("Yes, but only")).cut(2, End::Silence);
    for turn in [Turn::silence(), within] {
        let endpoint = endpoint([turn]).await;
        let rig = Rig::of(impatient(&endpoint));
        let error = rig.say(&question()).await.unwrap_err();
        assert!(matches!(error, LlmError::Silent { seconds: 1, .. }), "{error}");
        assert!(error.hint().contains("longer silence"));
        assert_eq!(rig.rows().len(), 1, "the time was used up already");
    }
}

#[tokio::test]
async fn an_answer_that_takes_too_long_altogether() {
    let endpoint = endpoint([Turn::silence()]).await;
    let budgets = Budgets { answer_s: 1, ..Budgets::default() };
    let rig = Rig::of(ModelProfile { budgets, ..profile(&endpoint.address()) });
    let error = rig.say(&question()).await.unwrap_err();
    assert!(matches!(error, LlmError::TooSlow { seconds: 1, .. }));
    let rows = rig.rows();
    assert_eq!((rows.len(), rows[0].status), (1, None), "an abandoned request is in the log");
}

#[tokio::test]
async fn a_web_page_in_place_of_an_answer() {
    let page = || "<!DOCTYPE html><html><body>Sign in to the hotel network</body></html>";
    for turn in [Turn::text(200, "text/html", page()), Turn::text(404, "text/html", page())] {
        let (error, ..) = fails([turn]).await;
        assert!(matches!(&error, LlmError::NotAnEndpoint { kind, .. } if kind == "a web page"), "{error}");
        assert!(error.hint().contains("check the address"));
    }
    let (error, ..) = fails([Turn::text(200, "text/plain", "It works!")]).await;
    assert!(matches!(error, LlmError::NotAnEndpoint { .. }));
    let (error, ..) = fails([Turn::text(200, "application/json", "")]).await;
    assert!(matches!(error, LlmError::NotAnEndpoint { kind, .. } if kind == "nothing"));
}

#[tokio::test]
async fn json_that_is_no_chat_answer() {
    let (error, ..) = fails([Turn::json(200, &json!({ "ok": true }))]).await;
    assert!(matches!(error, LlmError::BadAnswer { .. }));
    assert!(error.hint().contains("chat protocol"));
}

#[tokio::test]
async fn an_answer_of_two_megabytes() {
    let said = Said::text("again and again ".repeat(130_000));
    for turn in [Dialect::OpenAi.whole(&said), Dialect::LlamaCpp.stream(&said)] {
        let (error, rig, _) = fails([turn]).await;
        assert!(matches!(error, LlmError::TooLarge { .. }), "{error}");
        assert!(error.hint().contains("answer tokens"));
        assert_eq!(rig.rows().len(), 1);
    }
}

#[tokio::test]
async fn errors_within_a_stream_and_within_a_success() {
    let event =
        Turn::stream(["event: error\ndata: {\"error\":{\"message\":\"Model unloaded\"}}\n\n".to_owned()]);
    let bare = Turn::stream(["event: error\ndata: {\"message\":\"Model unloaded\"}\n\n".to_owned()]);
    let plain = Turn::json(200, &json!({ "error": "Model unloaded" }));
    for turn in [event, bare, plain] {
        let (error, ..) = fails((0..4).map(|_| turn.clone())).await;
        assert!(matches!(&error, LlmError::ServerFault { said, .. } if said == "Model unloaded"), "{error}");
    }
}

#[tokio::test]
async fn a_question_that_is_too_long() {
    let endpoint = endpoint([]).await;
    let rig = Rig::new(&endpoint);
    let long = ChatRequest { messages: vec![Message::user("word ".repeat(9_000))], ..question() };
    let error = rig.say(&long).await.unwrap_err();
    assert!(matches!(error, LlmError::TooLong { needed, context: 8_192 } if needed > 8_192));
    assert!(endpoint.asked().is_empty(), "found before it is sent");
    for text in [
        "This model's maximum context length is 4096 tokens.",
        "the request exceeds the available context size, try increasing it",
    ] {
        let (error, rig, _) = fails([Turn::error(400, text)]).await;
        assert!(matches!(error, LlmError::TooLong { .. }), "{text}");
        assert!(error.hint().contains("context"));
        assert_eq!(rig.rows().len(), 1);
    }
}

#[tokio::test]
async fn an_answer_that_is_withheld() {
    let said = Said { finish: Some("content_filter".into()), ..Said::text("") };
    let (error, ..) = fails([Dialect::OpenAi.stream(&said)]).await;
    assert!(matches!(error, LlmError::Withheld { .. }));
}

#[tokio::test]
async fn a_cut_off_answer_says_so_and_makes_no_call_of_a_stump() {
    let piece = json!({ "choices": [{ "delta": { "tool_calls": [{ "index": 0, "id": "a", "function": { "name": "fill", "arguments": "{\"ref\": \"e1\", \"text\": \"half a sen" } }] }, "finish_reason": "length" }] });
    let text = json!({ "choices": [{ "delta": { "content": "<tool_call>{\"name\": \"click\", \"arguments\": {\"ref\": \"e1" }, "finish_reason": "length" }] });
    let stream = |piece: &serde_json::Value| Turn::stream([format!("data: {piece}\n\n")]);
    let endpoint = endpoint([stream(&piece), stream(&text)]).await;
    let rig = Rig::new(&endpoint);
    let reply = rig.say(&with_tools()).await.unwrap();
    assert_eq!(reply.finish, Finish::Length);
    assert!(reply.calls[0].fault.as_deref().unwrap().contains("cut off"));
    let reply = rig.say(&with_tools()).await.unwrap();
    assert!(reply.calls.is_empty());
}

#[tokio::test]
async fn nobody_there_and_somewhere_else() {
    let gone = endpoint([]).await;
    let address = gone.address();
    drop(gone);
    let rig = Rig::of(profile(&address));
    // The port may still be open for a moment; then the answer is cut, which is passing as well.
    let error = rig.say(&question()).await.unwrap_err();
    assert!(matches!(error, LlmError::Unreachable { .. } | LlmError::HalfAnswer { .. }), "{error}");
    let elsewhere =
        Turn::text(307, "text/plain", "").header("location", "https://other.example/v1?token=abc");
    let (error, rig, _) = fails([elsewhere]).await;
    assert!(matches!(&error, LlmError::Redirected { to, .. } if to == "https://other.example/v1?token=***"));
    assert_eq!(rig.rows().len(), 1, "nothing is sent there");
}

#[tokio::test]
async fn a_rejection_that_nothing_helps_against() {
    let (error, ..) = fails((0..9).map(|_| Turn::error(400, "messages must alternate"))).await;
    assert!(
        matches!(&error, LlmError::Rejected { status: 400, said, .. } if said == "messages must alternate")
    );
    assert!(error.hint().contains("what the server says"));
}
