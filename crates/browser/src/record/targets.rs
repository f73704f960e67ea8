//! Who is who: tabs, their frames, and the sessions they are reached by.

use std::collections::{HashMap, HashSet};

use atelier_core::ipc::RecordedTab;
use serde_json::{Value, json};

use super::script::{BINDING, WORLD, source};
use crate::cdp::{Cdp, Pending};

/// One tab that is recorded.
#[derive(Debug, Default)]
pub(super) struct Tab {
    pub number: u32,
    pub target: String,
    pub session: String,
    pub opener: Option<u32>,
    pub url: String,
    pub title: String,
    /// Address and title of the document that told last, and of the one before it.
    pub place: (String, String),
    pub place_before: (String, String),
    pub closed: bool,
    /// The next document is the recording's own doing.
    pub own: bool,
    /// A page opened it, and nobody told yet what it shows.
    pub popup: bool,
    /// Ids of the history's entries, and which one is shown.
    pub history: (Vec<i64>, usize),
    /// When something was last done in it, in Unix milliseconds.
    pub acted_at: f64,
    /// When a document of its own last asked for another one.
    pub asked_at: f64,
    /// What kind of navigation was begun last, in Chromium's words.
    pub begun: String,
    pub texts: HashSet<String>,
    /// Frames in which a secret field holds text.
    pub veiled: HashSet<String>,
}

/// One frame, whichever process it lives in.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    pub tab: u32,
    pub session: String,
    pub parent: Option<String>,
    /// Execution context of the recorder's world.
    pub context: Option<i64>,
    /// Its name among the contexts of all processes: numbers come again in another one.
    pub unique: String,
    /// CSS of its element in the parent's document.
    pub css: Option<String>,
}

#[derive(Debug, Default)]
pub(super) struct Targets {
    pub tabs: Vec<Tab>,
    pub frames: HashMap<String, Frame>,
    /// Tab by session.
    pub sessions: HashMap<String, u32>,
    /// Targets that have a session already: a second one would tell everything twice.
    pub taken: HashSet<String>,
    /// Only tabs of this browser context are recorded.
    pub context: Option<String>,
}

impl Targets {
    pub fn tab(&self, number: u32) -> Option<&Tab> {
        self.tabs.get(number as usize)
    }

    pub fn tab_mut(&mut self, number: u32) -> Option<&mut Tab> {
        self.tabs.get_mut(number as usize)
    }

    pub fn by_target(&self, target: &str) -> Option<u32> {
        self.tabs.iter().find(|tab| tab.target == target).map(|tab| tab.number)
    }

    pub fn tab_of(&self, session: &str) -> Option<u32> {
        self.sessions.get(session).copied()
    }

    /// The frame whose world has this id in this session.
    pub fn frame_by_context(&self, session: &str, context: i64) -> Option<String> {
        self.frames
            .iter()
            .find(|(_, frame)| frame.session == session && frame.context == Some(context))
            .map(|(id, _)| id.clone())
    }

    /// CSS of each frame element from the top document inwards; none while a part is not known yet.
    pub fn path(&self, frame: &str) -> Option<Vec<String>> {
        let mut path = Vec::new();
        let mut at = self.frames.get(frame)?;
        while let Some(parent) = &at.parent {
            path.insert(0, at.css.clone()?);
            at = self.frames.get(parent)?;
        }
        Some(path)
    }

    /// The frame is the tab's own page.
    pub fn is_main(&self, tab: u32, frame: &str) -> bool {
        self.tab(tab).is_some_and(|tab| tab.target == frame)
    }

    /// Learns who stands in whom, from an answer of `Page.getFrameTree`.
    pub fn learn(&mut self, tab: u32, session: &str, tree: &Value) {
        let Some(parent) = tree["frame"]["id"].as_str() else { return };
        for child in tree["childFrames"].as_array().into_iter().flatten() {
            if let Some(id) = child["frame"]["id"].as_str() {
                let known = self.frames.entry(id.to_owned()).or_insert_with(|| Frame {
                    tab,
                    session: session.to_owned(),
                    ..Frame::default()
                });
                known.parent.get_or_insert_with(|| parent.to_owned());
            }
            self.learn(tab, session, child);
        }
    }

    /// Session and context of every world in a tab, or of all tabs.
    pub fn worlds(&self, tab: Option<u32>) -> Vec<(String, i64)> {
        self.frames
            .values()
            .filter(|frame| tab.is_none_or(|tab| frame.tab == tab))
            .filter_map(|frame| Some((frame.session.clone(), frame.context?)))
            .collect()
    }

    pub fn open(&self) -> usize {
        self.tabs.iter().filter(|tab| !tab.closed).count()
    }

    pub fn views(&self, front: u32) -> Vec<RecordedTab> {
        self.tabs
            .iter()
            .filter(|tab| !tab.closed)
            .map(|tab| RecordedTab {
                tab: tab.number,
                title: tab.title.clone(),
                url: tab.url.clone(),
                opener: tab.opener,
                front: tab.number == front,
            })
            .collect()
    }
}

/// Parameters of every automatic attachment: new targets wait until they are listened to.
pub(super) fn auto_attach() -> Value {
    json!({ "autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true })
}

/// Makes a target tell everything, then lets it go. Nothing is waited for: a tab that is held answers no command
/// before it is let go. The answers say when everything is in place.
pub(super) fn instrument(cdp: &Cdp, session: &str) -> Vec<Pending> {
    let session = Some(session);
    let commands = [
        ("Page.enable", json!({})),
        ("Runtime.enable", json!({})),
        ("Network.enable", json!({ "maxPostDataSize": 65536 })),
        ("Inspector.enable", json!({})),
        ("Runtime.addBinding", json!({ "name": BINDING, "executionContextName": WORLD })),
        (
            "Page.addScriptToEvaluateOnNewDocument",
            json!({ "source": source(), "worldName": WORLD, "runImmediately": true }),
        ),
        ("Target.setAutoAttach", auto_attach()),
        ("Runtime.runIfWaitingForDebugger", json!({})),
    ];
    commands.into_iter().map(|(method, params)| cdp.send(session, method, params)).collect()
}

/// Lets a target go that is not recorded.
pub(super) fn let_go(cdp: &Cdp, session: &str) {
    drop(cdp.send(Some(session), "Runtime.runIfWaitingForDebugger", json!({})));
}
