//! Models that write past the protocol, and the strict profile that does not follow them.

use atelier_core::model::{Calling, ModelProfile};
use atelier_llm::{ChatReply, Finish};
use atelier_testkit::dialect::{Dialect, Said};
use atelier_testkit::endpoint::{ScriptedEndpoint, Turn};
use serde_json::{Value, json};

use crate::rig::{Rig, profile, with_tools};

async fn reply(said: &Said, calling: Calling) -> ChatReply {
    let endpoint = ScriptedEndpoint::serve([Dialect::LlamaCpp.stream(said)]).await.unwrap();
    let rig = Rig::of(ModelProfile { calling, ..profile(&endpoint.address()) });
    rig.say(&with_tools()).await.unwrap()
}

#[tokio::test]
async fn calls_written_as_text() {
    let text = "<think>I should click <tool_call>{\"name\": \"fill\"}</tool_call></think>\nNow:\n```json\n{\"name\": \"click\", \"arguments\": {\"ref\": \"e1\"}}\n```";
    let lenient = reply(&Said::text(text), Calling::Lenient).await;
    assert_eq!(lenient.calls.len(), 1, "thinking calls nothing");
    let call = &lenient.calls[0];
    assert_eq!((call.name.as_str(), call.id.as_str()), ("click", "call_1"));
    assert_eq!(Value::Object(call.arguments.clone()), json!({ "ref": "e1" }));
    assert_eq!((lenient.text.as_str(), lenient.finish), ("Now:", Finish::Calls));
    let strict = reply(&Said::text(text), Calling::Strict).await;
    assert!(strict.calls.is_empty());
    assert!(strict.text.starts_with("Now:"));
}

#[tokio::test]
async fn arguments_that_are_almost_json() {
    let raw = |arguments: &str| {
        let call = json!({ "index": 0, "id": "a", "function": { "name": "functions.fill", "arguments": arguments } });
        let piece =
            json!({ "choices": [{ "delta": { "tool_calls": [call] }, "finish_reason": "tool_calls" }] });
        Turn::stream([format!("data: {piece}\n\n")])
    };
    let broken = "{'ref': 'e1', text: \"two\nlines\",}";
    for calling in [Calling::Lenient, Calling::Strict] {
        let endpoint = ScriptedEndpoint::serve([raw(broken), raw("not at all")]).await.unwrap();
        let rig = Rig::of(ModelProfile { calling, ..profile(&endpoint.address()) });
        let call = rig.say(&with_tools()).await.unwrap().calls.remove(0);
        match calling {
            Calling::Lenient => {
                assert_eq!(call.name, "fill");
                assert_eq!(Value::Object(call.arguments), json!({ "ref": "e1", "text": "two\nlines" }));
                assert!(call.repaired && call.fault.is_none());
            }
            Calling::Strict => assert!(call.fault.unwrap().contains("no tool `functions.fill`")),
        }
        let call = rig.say(&with_tools()).await.unwrap().calls.remove(0);
        assert!(call.fault.is_some());
    }
}

#[tokio::test]
async fn a_tool_that_was_not_offered_is_a_fault() {
    let said = Said::default().call("transfer_funds", json!({})).call("click", json!({ "ref": "e1" }));
    for calling in [Calling::Lenient, Calling::Strict] {
        let reply = reply(&said, calling).await;
        let fault = reply.calls[0].fault.as_deref().unwrap();
        assert_eq!(fault, "there is no tool `transfer_funds`; there are: fill, click");
        assert_eq!(reply.calls[1].fault, None);
    }
}
