//! One tab: protocol calls, the page engine in its isolated world, and what the tab is up to.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::time::timeout;

use crate::CALL_LIMIT;
use crate::browser::{Inner, Raw, lock, short};
use crate::engine;
use crate::error::BrowserError;

const WORLD: &str = "atelier";

/// What a tab is up to. Loader ids and counters do not depend on the order in which events come in.
#[derive(Clone, Debug, Default)]
pub(crate) struct TabState {
    /// Times the main frame showed a new document.
    pub commits: u64,
    /// Times the main frame's address changed within its document.
    pub moves: u64,
    pub loader: String,
    /// Loader whose document is parsed.
    pub parsed: String,
    /// Loader whose document is loaded with all its parts.
    pub loaded: String,
    pub started: u64,
    pub stopped: u64,
    /// Document, fetch and XHR requests under way.
    pub in_flight: Vec<String>,
    /// Requests begun, ever.
    pub requests: u64,
    pub downloads: u64,
    pub crashed: bool,
    pub closed: bool,
}

impl TabState {
    pub fn is_parsed(&self) -> bool {
        self.parsed == self.loader || self.loaded == self.loader
    }

    pub fn is_loaded(&self) -> bool {
        self.loaded == self.loader
    }

    pub const fn is_dead(&self) -> bool {
        self.crashed || self.closed
    }
}

/// A frame with an engine of its own: the top one, or one of another site.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Frame {
    /// None for the top frame.
    id: Option<String>,
    /// The frame elements around it, the outermost first, each with the frame it stands in.
    pub owners: Vec<(Option<String>, engine::Handle)>,
}

impl Frame {
    pub fn of(id: Option<String>, owners: &[(Option<String>, engine::Handle)]) -> Self {
        Self { id, owners: owners.to_vec() }
    }
}

#[derive(Debug)]
pub(crate) struct Tab {
    pub driver: chromiumoxide::Page,
    pub target: String,
    pub number: u32,
    pub opener: Option<u32>,
    pub state: watch::Sender<TabState>,
    inner: Arc<Inner>,
    /// Execution contexts of the engine by frame id.
    contexts: Mutex<HashMap<String, i64>>,
    /// Session of the side connection.
    side: Mutex<Option<String>>,
    /// Something was sent to the page that may have had an effect, since the step began.
    touched: AtomicBool,
    /// The address as it was last told, with the commits and moves it belongs to.
    told: Mutex<Option<(String, u64, u64)>>,
}

impl Tab {
    pub fn new(inner: Arc<Inner>, driver: chromiumoxide::Page, number: u32, opener: Option<u32>) -> Self {
        Self {
            target: driver.target_id().inner().clone(),
            driver,
            number,
            opener,
            state: watch::channel(TabState::default()).0,
            inner,
            contexts: Mutex::new(HashMap::new()),
            side: Mutex::new(None),
            touched: AtomicBool::new(false),
            told: Mutex::new(None),
        }
    }

    /// Notes that what is sent now may have an effect, even if its answer is lost.
    pub fn touch(&self) {
        self.touched.store(true, Ordering::SeqCst);
    }

    /// True where the last step sent something; `begin` forgets it.
    pub fn was_touched(&self) -> bool {
        self.touched.load(Ordering::SeqCst)
    }

    pub fn begin(&self) {
        self.touched.store(false, Ordering::SeqCst);
    }

    /// Keeps an address that the page told in this state.
    pub fn note_url(&self, url: String, state: &TabState) {
        *lock(&self.told) = Some((url, state.commits, state.moves));
    }

    /// The address, where it was told in the state that still is.
    pub fn noted_url(&self) -> Option<String> {
        let now = self.peek();
        let told = lock(&self.told).clone()?;
        (told.1 == now.commits && told.2 == now.moves && !now.is_dead()).then_some(told.0)
    }

    /// One protocol call within [`CALL_LIMIT`].
    pub async fn call(&self, method: &'static str, params: Value) -> Result<Value, BrowserError> {
        self.call_within(method, params, CALL_LIMIT).await
    }

    pub async fn call_within(
        &self,
        method: &'static str,
        params: Value,
        limit: Duration,
    ) -> Result<Value, BrowserError> {
        let mut state = self.state.subscribe();
        let dead = async {
            let _ = state.wait_for(TabState::is_dead).await;
        };
        tokio::select! {
            biased;
            () = dead => Err(self.gone(method).await),
            done = self.inner.bounded(method, limit, self.driver.execute(Raw { method, params })) => {
                done.map(|answer| answer.result)
            }
        }
    }

    /// `Page.navigate` over the side connection.
    pub async fn navigate(&self, url: &str, limit: Duration) -> Result<Value, BrowserError> {
        let mut state = self.state.subscribe();
        let work = async {
            let known = lock(&self.side).clone();
            let session = match known {
                Some(session) => session,
                None => {
                    let session = self.inner.side.attach(&self.target).await?;
                    *lock(&self.side) = Some(session.clone());
                    session
                }
            };
            let params = json!({ "url": url });
            self.inner.side.call_within(Some(&session), "Page.navigate", params, limit).await
        };
        // What it waits for holds a lock, which must not live beside other waits.
        let dead = async {
            let _ = state.wait_for(TabState::is_dead).await;
        };
        tokio::select! {
            biased;
            () = self.inner.wait_gone() => Err(BrowserError::BrowserGone),
            () = dead => Err(self.gone("navigate").await),
            done = work => done,
        }
    }

    async fn gone(&self, during: &str) -> BrowserError {
        if !self.peek().crashed && self.inner.ends_soon().await {
            BrowserError::BrowserGone
        } else {
            BrowserError::PageGone { during: during.to_owned() }
        }
    }

    /// Waits until the state fulfils `wanted`; true if it did within `limit`.
    pub async fn wait_state(&self, limit: Duration, wanted: impl FnMut(&TabState) -> bool) -> bool {
        let mut state = self.state.subscribe();
        timeout(limit, state.wait_for(wanted)).await.is_ok_and(|seen| seen.is_ok())
    }

    pub fn peek(&self) -> TabState {
        self.state.borrow().clone()
    }

    /// Runs a job of the page engine in the top frame; the engine is put into the document where it is missing.
    pub async fn run<T: DeserializeOwned>(&self, job: &str, argument: Value) -> Result<T, BrowserError> {
        self.run_in(&Frame::default(), job, argument, CALL_LIMIT).await
    }

    /// As [`Tab::run`], in a frame of another site.
    pub async fn run_in<T: DeserializeOwned>(
        &self,
        frame: &Frame,
        job: &str,
        argument: Value,
        limit: Duration,
    ) -> Result<T, BrowserError> {
        let expression =
            format!("globalThis.atelier ? globalThis.atelier.run({job:?}, {argument}) : 'absent'");
        for _ in 0..4 {
            let context = self.world(frame).await?;
            let params = json!({
                "expression": expression,
                "contextId": context,
                "returnByValue": true,
                "awaitPromise": true,
                "userGesture": true,
            });
            let answer = match self.call_within("Runtime.evaluate", params, limit).await {
                Err(BrowserError::Protocol { reason, .. }) if no_such_context(&reason) => {
                    self.forget_worlds();
                    continue;
                }
                Err(BrowserError::Replaced { .. }) => {
                    self.forget_worlds();
                    return Err(BrowserError::Replaced { during: job.to_owned() });
                }
                Err(BrowserError::Deadline { limit, .. }) => {
                    return Err(BrowserError::Deadline { during: format!("{job} on the page"), limit });
                }
                other => other?,
            };
            if let Some(details) = answer.get("exceptionDetails") {
                let said = details["exception"]["description"].as_str().or(details["text"].as_str());
                let reason = short(said.unwrap_or("unknown"));
                return Err(BrowserError::Script { during: job.to_owned(), reason });
            }
            let text = answer["result"]["value"].as_str().unwrap_or("null");
            if text == "absent" {
                self.forget_worlds();
                continue;
            }
            return serde_json::from_str(text).map_err(|error| BrowserError::Script {
                during: job.to_owned(),
                reason: format!("its answer was not understood ({error})"),
            });
        }
        Err(BrowserError::Replaced { during: job.to_owned() })
    }

    /// Adds a script to the engine of the top frame, unless it knows the job already.
    pub async fn install(&self, source: &str, job: &str) -> Result<(), BrowserError> {
        // Makes sure that the engine is there.
        self.run::<Value>("where", json!({})).await?;
        let context = self.world(&Frame::default()).await?;
        let expression = format!("if (!globalThis.atelier.jobs[{job:?}]) {{ {source} }} void 0");
        let params = json!({ "expression": expression, "contextId": context, "returnByValue": true });
        let answer = self.call("Runtime.evaluate", params).await?;
        match answer.get("exceptionDetails") {
            Some(details) => {
                let said = details["exception"]["description"].as_str().unwrap_or("unknown");
                Err(BrowserError::Script { during: job.to_owned(), reason: short(said) })
            }
            None => Ok(()),
        }
    }

    /// Hands the closed shadow roots of these hosts to the engine of a frame; tells how many there were.
    pub async fn adopt_closed(&self, frame: &Frame, hosts: &[engine::Handle]) -> Result<usize, BrowserError> {
        let mut adopted = 0;
        let context = self.world(frame).await?;
        for host in hosts {
            let object = self.object(frame, *host).await?;
            let params = json!({ "objectId": object, "depth": 1, "pierce": true });
            let answer = self.call("DOM.describeNode", params).await?;
            let closed = answer["node"]["shadowRoots"]
                .as_array()
                .into_iter()
                .flatten()
                .find(|root| root["shadowRootType"] == "closed")
                .and_then(|root| root["backendNodeId"].as_i64());
            let Some(root) = closed else { continue };
            let params = json!({ "backendNodeId": root, "executionContextId": context });
            let resolved = self.call("DOM.resolveNode", params).await?;
            let Some(object) = resolved["object"]["objectId"].as_str() else { continue };
            let params = json!({
                "functionDeclaration": "function () { globalThis.atelier.adopt(this); }",
                "objectId": object,
                "returnByValue": true,
            });
            self.call("Runtime.callFunctionOn", params).await?;
            adopted += 1;
        }
        Ok(adopted)
    }

    /// A remote reference to an element, for the few protocol calls that need one.
    pub async fn object(&self, frame: &Frame, handle: engine::Handle) -> Result<String, BrowserError> {
        let context = self.world(frame).await?;
        let params =
            json!({ "expression": format!("globalThis.atelier.node({handle})"), "contextId": context });
        let answer = self.call("Runtime.evaluate", params).await?;
        answer["result"]["objectId"]
            .as_str()
            .map(str::to_owned)
            .ok_or_else(|| BrowserError::Replaced { during: "reaching an element".into() })
    }

    /// The frame inside of a frame element.
    pub async fn frame_in(&self, frame: &Frame, owner: engine::Handle) -> Result<Frame, BrowserError> {
        let object = self.object(frame, owner).await?;
        let answer = self.call("DOM.describeNode", json!({ "objectId": object })).await?;
        let Some(id) = answer["node"]["frameId"].as_str() else {
            return Err(BrowserError::Replaced { during: "entering a frame".into() });
        };
        let mut inner = Frame::of(Some(id.to_owned()), &frame.owners);
        inner.owners.push((frame.id.clone(), owner));
        Ok(inner)
    }

    pub fn forget_worlds(&self) {
        lock(&self.contexts).clear();
    }

    /// The isolated world of a frame's current document, with the engine in it.
    async fn world(&self, frame: &Frame) -> Result<i64, BrowserError> {
        let id = frame.id.as_ref().unwrap_or(&self.target);
        let known = lock(&self.contexts).get(id).copied();
        if let Some(context) = known {
            return Ok(context);
        }
        for _ in 0..5 {
            let params = json!({
                "frameId": id,
                "worldName": WORLD,
            });
            let answer = self.call("Page.createIsolatedWorld", params).await?;
            let Some(context) = answer["executionContextId"].as_i64() else {
                continue;
            };
            let params = json!({ "expression": engine::SOURCE, "contextId": context, "returnByValue": true });
            match self.call("Runtime.evaluate", params).await {
                Ok(answer) => {
                    if let Some(details) = answer.get("exceptionDetails") {
                        let said = details["exception"]["description"].as_str().unwrap_or("unknown");
                        let reason = short(said);
                        return Err(BrowserError::Script { during: "starting the engine".into(), reason });
                    }
                    lock(&self.contexts).insert(id.clone(), context);
                    return Ok(context);
                }
                Err(BrowserError::Replaced { .. }) => {}
                Err(BrowserError::Protocol { reason, .. }) if no_such_context(&reason) => {}
                Err(other) => return Err(other),
            }
        }
        Err(BrowserError::Replaced { during: "starting the engine".into() })
    }
}

fn no_such_context(reason: &str) -> bool {
    reason.contains("Cannot find context") || reason.contains("uniqueContextId not found")
}
