//! Recording: what a person does in Chromium becomes the steps of a trajectory while it happens.
//!
//! Invariants
//! - Only what the browser itself calls the person's doing is recorded; the listeners run in a world of their own,
//!   which pages cannot reach.
//! - Every tab and frame is listened to before its first script runs: new targets are held until the listeners are
//!   in.
//! - Values of secret fields, and values that look like secrets, never leave the page; pictures are not taken
//!   while a secret field shows text.
//! - Navigations, new tabs, downloads and dialogs are signals of the step that caused them. Only what the person
//!   did in the browser's own interface (address bar, back, reload, tabs) is a step.
//! - A step says whether it will replay, by the scoring that a replay uses, on the page it was done on.
//!
//! | module | does |
//! |---|---|
//! | `hear` | listens to Chromium and keeps the list of steps |
//! | `targets` | tabs, frames and their sessions |
//! | `script`, `told` | the page script, and what it tells |
//! | `merge`, `draft` | from what was done to steps |
//! | `navigation` | which new documents the person asked for |
//! | `words` | a step as a sentence |

use atelier_core::ids::TrajectoryId;
use atelier_core::ipc::{RecordControl, RecordedStepView, RecordedTab};
use atelier_core::trajectory::{Outcome, SCHEMA, Source, Step, Trajectory};
use serde_json::json;
use tokio::sync::{mpsc, oneshot};

use crate::LOAD_LIMIT;
use crate::attach::ALLOWING;
use crate::browser::Browser;
use crate::cdp::Cdp;
use crate::error::BrowserError;

mod draft;
mod hear;
mod merge;
mod navigation;
mod script;
mod targets;
mod told;
mod words;

use hear::{Hear, Order};

/// Longest time for the listeners of the page to begin on to tell that they are there.
const LISTENING: std::time::Duration = std::time::Duration::from_secs(8);

/// What to record.
#[derive(Clone, Debug, Default)]
pub struct RecordOptions {
    pub start_url: String,
    /// What the person wants, in their words.
    pub task: Option<String>,
    /// Take a picture after each step.
    pub pictures: bool,
    /// In a private context, apart from the profile's cookies and tabs.
    pub isolated: bool,
}

/// What happens in a recording, in order.
#[derive(Clone, Debug, PartialEq)]
pub enum LiveEvent {
    /// A step was added at its index.
    Step(Box<RecordedStepView>),
    StepChanged(Box<RecordedStepView>),
    /// The step was dropped, or became a part of another one.
    StepGone(u32),
    /// All open tabs.
    Tabs(Vec<RecordedTab>),
    Paused(bool),
    /// The page after a step as JPEG; whoever keeps it tells the hash with [`Recording::keep_picture`].
    Picture {
        step: u32,
        jpeg: Vec<u8>,
    },
    /// The last tab was closed or Chromium is gone; the steps so far can still be had.
    Ended,
}

/// The events of a recording.
pub type LiveEvents = mpsc::UnboundedReceiver<LiveEvent>;

/// A recording under way. Dropping it ends it without a trajectory.
#[derive(Debug)]
pub struct Recording {
    orders: mpsc::UnboundedSender<Order>,
    task: Option<String>,
    start_url: String,
    /// Keeps Chromium alive.
    _browser: Option<Browser>,
}

impl Recording {
    /// Opens the page in a browser of ours and begins to record.
    ///
    /// # Errors
    /// [`BrowserError::Navigation`] where the page cannot be loaded, and every error of a call.
    pub async fn start(
        browser: &Browser,
        options: RecordOptions,
    ) -> Result<(Self, LiveEvents), BrowserError> {
        let (mut recording, events) = Self::attach(browser.devtools_address(), options).await?;
        recording._browser = Some(browser.clone());
        Ok((recording, events))
    }

    /// As [`Recording::start`], in any browser that allows debugging at this address
    /// (`ws://127.0.0.1:PORT/devtools/browser/…`).
    pub async fn attach(address: &str, options: RecordOptions) -> Result<(Self, LiveEvents), BrowserError> {
        let (cdp, heard) = Cdp::connect_within(ALLOWING, address).await?;
        let (tell, events) = mpsc::unbounded_channel();
        let (orders, inbox) = mpsc::unbounded_channel();
        let (ready, is_ready) = oneshot::channel();
        let (begun, has_begun) = oneshot::channel();
        let hear = Hear::new(cdp.clone(), tell, options.pictures, ready, begun);
        drop(cdp.send(None, "Target.setDiscoverTargets", json!({ "discover": true })));
        let first = first_tab(&cdp, options.isolated).await?;
        tokio::spawn(hear.run(first, heard, inbox));
        let session = tokio::time::timeout(crate::CALL_LIMIT, is_ready)
            .await
            .ok()
            .and_then(Result::ok)
            .ok_or_else(|| BrowserError::PageGone { during: "opening the tab to record in".into() })?;
        let recording =
            Self { orders, task: options.task, start_url: options.start_url.clone(), _browser: None };
        if !options.start_url.is_empty() {
            open(&cdp, &session, &options.start_url).await?;
        }
        if options.start_url.starts_with("http") {
            heard_from(&cdp, &session, has_begun).await?;
        }
        Ok((recording, events))
    }

    /// Does what the person asks for: pause, resume, drop, mark, rename. Steps that are gone are left alone.
    pub fn control(&self, control: RecordControl) {
        let _ = self.orders.send(Order::Control(control));
    }

    /// Notes under which hash the picture after a step is kept.
    pub fn keep_picture(&self, step: u32, hash: String) {
        let _ = self.orders.send(Order::Picture { step, hash });
    }

    /// Milliseconds that the page script's listeners took, one number an event, over all documents alive.
    pub async fn costs(&self) -> Vec<f64> {
        let (tell, told) = oneshot::channel();
        let _ = self.orders.send(Order::Costs(tell));
        told.await.unwrap_or_default()
    }

    /// Ends the recording. What was typed last is still taken in. Tabs stay open. A second call finds no steps.
    pub async fn finish(&self, outcome: Outcome, id: TrajectoryId, recorded_at: i64) -> Trajectory {
        let (tell, told) = oneshot::channel();
        let _ = self.orders.send(Order::Finish(tell));
        let steps: Vec<Step> = told.await.unwrap_or_default();
        let first = steps.first().map(|step| step.page.url.clone()).filter(|url| url.starts_with("http"));
        Trajectory {
            schema: SCHEMA,
            id,
            source: Source::Recorded,
            task: self.task.clone(),
            start_url: if self.start_url.is_empty() {
                first.unwrap_or_default()
            } else {
                self.start_url.clone()
            },
            recorded_at,
            outcome,
            steps,
            raw: None,
        }
    }
}

/// A tab to begin in: the one empty tab there is, or a new one. Everything that opens from now on is attached.
async fn first_tab(cdp: &Cdp, isolated: bool) -> Result<String, BrowserError> {
    let refused =
        || BrowserError::Protocol { during: "opening a tab".into(), reason: "none was made".into() };
    let mut params = json!({ "url": "about:blank" });
    let mut found = None;
    if isolated {
        let context =
            cdp.call(None, "Target.createBrowserContext", json!({ "disposeOnDetach": true })).await?;
        params["browserContextId"] = context["browserContextId"].clone();
    } else {
        let targets = cdp.call(None, "Target.getTargets", json!({})).await?;
        let pages: Vec<_> = targets["targetInfos"]
            .as_array()
            .into_iter()
            .flatten()
            .filter(|target| target["type"] == "page")
            .collect();
        let empty = |url: &str| url == "about:blank" || url.starts_with("chrome://new");
        if let [only] = pages[..]
            && only["url"].as_str().is_some_and(empty)
        {
            found = only["targetId"].as_str().map(str::to_owned);
        }
    }
    let attaching = cdp.send(None, "Target.setAutoAttach", targets::auto_attach());
    if let Some(found) = found {
        attaching.answer().await?;
        return Ok(found);
    }
    let answer = cdp.call(None, "Target.createTarget", params).await?;
    attaching.answer().await?;
    answer["targetId"].as_str().map(str::to_owned).ok_or_else(refused)
}

/// Waits until the listeners are in the page to begin on. A busy Chromium has been seen to lose them between the
/// empty tab and the first page; they are put in once more then, rather than record nothing without a word.
async fn heard_from(cdp: &Cdp, session: &str, mut begun: oneshot::Receiver<()>) -> Result<(), BrowserError> {
    for again in [true, false] {
        match tokio::time::timeout(LISTENING, &mut begun).await {
            Ok(Ok(())) => return Ok(()),
            Ok(Err(_)) => break,
            Err(_) if again => {
                futures::future::join_all(
                    targets::instrument(cdp, session).into_iter().map(crate::cdp::Pending::answer),
                )
                .await;
                cdp.call_within(Some(session), "Page.reload", json!({}), LOAD_LIMIT).await?;
            }
            Err(_) => {}
        }
    }
    Err(BrowserError::PageGone { during: "beginning to listen to the page".into() })
}

/// Loads the page to begin on.
async fn open(cdp: &Cdp, session: &str, url: &str) -> Result<(), BrowserError> {
    drop(cdp.send(Some(session), "Page.bringToFront", json!({})));
    let answer = cdp.call_within(Some(session), "Page.navigate", json!({ "url": url }), LOAD_LIMIT).await?;
    match answer["errorText"].as_str().filter(|text| !text.is_empty()) {
        Some(reason) => Err(BrowserError::Navigation { url: url.to_owned(), reason: reason.to_owned() }),
        None => Ok(()),
    }
}
