//! A client with a clock that does not wait and a log that is kept.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use atelier_core::model::{ModelProfile, OutboundRequest};
use atelier_llm::{
    ChatModel, ChatReply, ChatRequest, Delta, Endpoint, LlmError, Message, OpenAiCompatible, Outbound,
    SecretString, Surroundings, Time, ToolSpec,
};
use atelier_testkit::endpoint::ScriptedEndpoint;
use serde_json::json;

/// What happened beside the answers.
#[derive(Default)]
pub struct Kept {
    pub slept: Mutex<Vec<Duration>>,
    pub rows: Mutex<Vec<OutboundRequest>>,
}

#[async_trait]
impl Time for Kept {
    fn now(&self) -> i64 {
        1_000
    }

    async fn sleep(&self, duration: Duration) {
        self.slept.lock().unwrap().push(duration);
    }
}

impl Outbound for Kept {
    fn sent(&self, request: &OutboundRequest) {
        self.rows.lock().unwrap().push(request.clone());
    }
}

pub struct Rig {
    pub client: OpenAiCompatible,
    pub kept: Arc<Kept>,
}

pub fn profile(address: &str) -> ModelProfile {
    ModelProfile::new("test", address, "small-1")
}

pub fn surroundings() -> (Arc<Kept>, Surroundings) {
    let kept = Arc::new(Kept::default());
    let surroundings = Surroundings {
        time: Arc::clone(&kept) as Arc<dyn Time>,
        outbound: Arc::clone(&kept) as Arc<dyn Outbound>,
        secrets: vec![SecretString::from("correct horse")],
    };
    (kept, surroundings)
}

pub const KEY: &str = "key-of-the-endpoint-1";

impl Rig {
    pub fn of(profile: ModelProfile) -> Self {
        let (kept, surroundings) = surroundings();
        let key = Some(SecretString::from(KEY));
        let client = OpenAiCompatible::new(Endpoint { profile, key }, surroundings).unwrap();
        Self { client, kept }
    }

    pub fn new(endpoint: &ScriptedEndpoint) -> Self {
        Self::of(profile(&endpoint.address()))
    }

    pub async fn say(&self, request: &ChatRequest) -> Result<ChatReply, LlmError> {
        self.client.chat(request, &mut |_| {}).await
    }

    pub async fn heard(&self, request: &ChatRequest) -> (Result<ChatReply, LlmError>, Vec<Delta>) {
        let mut heard = Vec::new();
        let reply = self.client.chat(request, &mut |delta| heard.push(delta)).await;
        (reply, heard)
    }

    pub fn slept(&self) -> Vec<Duration> {
        self.kept.slept.lock().unwrap().clone()
    }

    pub fn rows(&self) -> Vec<OutboundRequest> {
        self.kept.rows.lock().unwrap().clone()
    }
}

pub fn question() -> ChatRequest {
    ChatRequest {
        purpose: "test".into(),
        stable: "Be brief.".into(),
        messages: vec![Message::user("Say yes.")],
        ..ChatRequest::default()
    }
}

pub fn tool(name: &str) -> ToolSpec {
    let parameters = json!({ "type": "object", "properties": { "ref": { "type": "string" } } });
    ToolSpec { name: name.into(), description: format!("Does {name}."), parameters }
}

pub fn with_tools() -> ChatRequest {
    ChatRequest { tools: vec![tool("fill"), tool("click")], ..question() }
}
