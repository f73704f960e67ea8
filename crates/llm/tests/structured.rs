//! Answers of a type, one repair turn, then a refusal.

use atelier_llm::{ChatRequest, Form, LlmError, ask};
use atelier_testkit::dialect::{Dialect, Said};
use atelier_testkit::endpoint::{ScriptedEndpoint, Turn};
use serde::Deserialize;
use serde_json::json;

use crate::rig::{Rig, question};

#[derive(Debug, PartialEq, Deserialize)]
struct Score {
    score: u8,
}

fn check(score: &Score) -> Result<(), String> {
    if (1..=5).contains(&score.score) {
        Ok(())
    } else {
        Err(format!("`score` is {}, not 1 to 5", score.score))
    }
}

fn asked() -> ChatRequest {
    let schema =
        json!({ "type": "object", "properties": { "score": { "type": "integer" } }, "required": ["score"] });
    ChatRequest { form: Form::Json { name: "score".into(), schema }, ..question() }
}

fn says(text: &str) -> Turn {
    Dialect::OpenAi.stream(&Said::text(text))
}

async fn rig(turns: &[&str]) -> (Rig, ScriptedEndpoint) {
    let endpoint = ScriptedEndpoint::serve(turns.iter().map(|t| says(t))).await.unwrap();
    (Rig::new(&endpoint), endpoint)
}

#[tokio::test]
async fn clean_wrapped_and_almost_json() {
    for (text, repaired) in [
        ("{\"score\": 3}", false),
        ("Here you are:\n```json\n{\"score\": 3}\n```", true),
        ("<think>5? no {\"score\": 5}</think>{'score': 3,}", true),
    ] {
        let (rig, _endpoint) = rig(&[text]).await;
        let answer = ask::<Score>(&rig.client, &asked(), &check).await.unwrap();
        assert_eq!(
            (answer.value, answer.repaired, answer.requests),
            (Score { score: 3 }, repaired, 1),
            "{text}"
        );
    }
}

#[tokio::test]
async fn one_repair_turn_with_the_reason() {
    for (bad, reason) in [
        ("{\"score\": 9}", "`score` is 9"),
        ("I would say three.", "no JSON"),
        ("{\"note\": 1}", "missing field"),
    ] {
        let (rig, endpoint) = rig(&[bad, "{\"score\": 4}"]).await;
        let answer = ask::<Score>(&rig.client, &asked(), &check).await.unwrap();
        assert_eq!((answer.value.score, answer.requests), (4, 2));
        assert_eq!(answer.usage.request, 40, "both turns count");
        let second = endpoint.asked()[1].words();
        assert!(second.contains(bad) && second.contains(reason), "{second}");
    }
}

#[tokio::test]
async fn then_a_refusal() {
    let (rig, endpoint) = rig(&["nonsense", "{\"score\": 0}", "{\"score\": 3}"]).await;
    let refused = ask::<Score>(&rig.client, &asked(), &check).await.unwrap_err();
    assert!(matches!(&refused.error, LlmError::Unusable { what, .. } if what.contains("`score` is 0")));
    assert!(refused.error.hint().contains("larger model"));
    assert_eq!((endpoint.asked().len(), refused.usage.request), (2, 40));
}

#[tokio::test]
async fn a_cut_off_value_is_not_completed() {
    let cut = Said { finish: Some("length".into()), ..Said::text("{\"score\": 3") };
    let endpoint = ScriptedEndpoint::serve([Dialect::OpenAi.stream(&cut)]).await.unwrap();
    let refused = ask::<Score>(&Rig::new(&endpoint).client, &asked(), &check).await.unwrap_err();
    assert!(matches!(refused.error, LlmError::CutOff { .. }));
    assert!(refused.error.hint().contains("answer tokens"));
}
