//! Listens to Chromium and keeps the list of steps. One task; what has to be asked back is asked beside it, and the
//! answer comes in like everything else.

use std::collections::{BTreeSet, HashMap};
use std::time::{Duration, Instant};

use atelier_core::ipc::RecordControl;
use atelier_core::secrets::clean_url_of;
use atelier_core::trajectory::{Page, Step};
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{sleep, timeout};

use super::LiveEvent;
use super::merge::{Change, Merger};
use super::targets::{Frame, Tab, Targets, instrument, let_go};
use super::told::{Seen, What};
use crate::cdp::{Cdp, CdpEvent, CdpEvents, Pending};

mod ask;
mod control;
mod effects;
mod pages;

/// How long a closed tab is waited for to turn out to be the end of Chromium.
const CLOSING: Duration = Duration::from_millis(150);
/// How long documents are waited for to tell what was typed last.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// What the recording's owner wants.
#[derive(Debug)]
pub(super) enum Order {
    Control(RecordControl),
    Picture { step: u32, hash: String },
    Costs(oneshot::Sender<Vec<f64>>),
    Finish(oneshot::Sender<Vec<Step>>),
}

/// Answers to what was asked beside the loop.
#[derive(Debug)]
enum Answer {
    History {
        tab: u32,
        history: Value,
        same_document: bool,
        own: bool,
        at: f64,
    },
    Tree {
        tab: u32,
        session: String,
        tree: Value,
    },
    FrameCss {
        frame: String,
        css: String,
    },
    /// The element is the host of a closed shadow root; what was pressed inside of it.
    Closed {
        key: String,
        inside: String,
    },
    Picture {
        step: u32,
        tab: u32,
        jpeg: Vec<u8>,
    },
    TabClosed {
        tab: u32,
    },
}

#[derive(Debug)]
pub(super) struct Hear {
    cdp: Cdp,
    tell: mpsc::UnboundedSender<LiveEvent>,
    ready: Option<oneshot::Sender<String>>,
    /// Told once the page to begin on is listened to, and what its history held before the person came.
    begun: Option<oneshot::Sender<()>>,
    greeted: bool,
    based: bool,
    pictures: bool,
    paused: bool,
    targets: Targets,
    merger: Merger,
    answers: mpsc::UnboundedSender<Answer>,
    /// Which step and request of it an id of the network stands for.
    requests: HashMap<String, (u32, usize)>,
    /// Names of secret fields: their values are taken out of addresses.
    secret_names: Vec<String>,
    /// Hosts of closed shadow roots by key.
    closed_hosts: HashMap<String, String>,
    /// Newest message of each document: one target may have several sessions.
    heard: HashMap<String, u64>,
    pictured: BTreeSet<u32>,
    tabs_told: Vec<atelier_core::ipc::RecordedTab>,
    inbox: Option<mpsc::UnboundedReceiver<Answer>>,
    clock: Clock,
}

impl Hear {
    pub fn new(
        cdp: Cdp,
        tell: mpsc::UnboundedSender<LiveEvent>,
        pictures: bool,
        ready: oneshot::Sender<String>,
        begun: oneshot::Sender<()>,
    ) -> Self {
        let (answers, inbox) = mpsc::unbounded_channel();
        Self {
            cdp,
            tell,
            ready: Some(ready),
            begun: Some(begun),
            greeted: false,
            based: false,
            pictures,
            paused: false,
            targets: Targets::default(),
            merger: Merger::default(),
            answers,
            requests: HashMap::new(),
            secret_names: Vec::new(),
            closed_hosts: HashMap::new(),
            heard: HashMap::new(),
            pictured: BTreeSet::new(),
            tabs_told: Vec::new(),
            inbox: Some(inbox),
            clock: Clock { begun: Instant::now(), offset: 0.0 },
        }
    }

    /// Runs until it is told to finish, or nobody wants to know any more.
    pub async fn run(
        mut self,
        first: String,
        mut heard: CdpEvents,
        mut orders: mpsc::UnboundedReceiver<Order>,
    ) {
        let Some(mut inbox) = self.inbox.take() else { return };
        let mut over = false;
        loop {
            tokio::select! {
                biased;
                event = heard.recv(), if !over => match event {
                    Some(event) => self.on_event(&first, &event),
                    None => {
                        over = true;
                        self.say(LiveEvent::Ended);
                    }
                },
                answer = inbox.recv() => if let Some(answer) = answer {
                    if self.on_answer(answer) {
                        over = true;
                        self.say(LiveEvent::Ended);
                    }
                },
                order = orders.recv() => match order {
                    None => return,
                    Some(Order::Control(control)) => self.control(control).await,
                    Some(Order::Picture { step, hash }) => {
                        if let Some(draft) = self.merger.draft_mut(step) {
                            draft.step.after.picture = Some(hash);
                            self.tell_change(Change::Changed(step));
                        }
                    }
                    Some(Order::Costs(tell)) => {
                        let _ = tell.send(self.costs().await);
                    }
                    Some(Order::Finish(tell)) => {
                        self.flush().await;
                        while let Ok(event) = heard.try_recv() {
                            self.on_event(&first, &event);
                        }
                        while let Ok(answer) = inbox.try_recv() {
                            self.on_answer(answer);
                        }
                        let _ = tell.send(self.finish());
                        return;
                    }
                },
            }
        }
    }

    /// Whatever is done after this is seen, and is the person's.
    fn begin(&mut self) {
        if self.greeted
            && self.based
            && let Some(begun) = self.begun.take()
        {
            let _ = begun.send(());
        }
    }

    fn say(&self, event: LiveEvent) {
        let _ = self.tell.send(event);
    }

    fn on_event(&mut self, first: &str, event: &CdpEvent) {
        let params = &event.params;
        match (event.method.as_str(), event.session.as_deref()) {
            ("Target.attachedToTarget", parent) => self.on_attached(first, parent, params),
            ("Target.detachedFromTarget", _) => {
                if let Some(session) = params["sessionId"].as_str() {
                    self.targets.frames.retain(|_, frame| frame.session != session);
                }
            }
            ("Target.targetDestroyed", _) => self.on_gone(text(params, "targetId")),
            ("Target.targetInfoChanged", _) => self.on_info(&params["targetInfo"]),
            ("Browser.downloadWillBegin", _) => self.on_download(params),
            (method, Some(session)) => {
                if let Some(tab) = self.targets.tab_of(session) {
                    self.on_page_event(tab, session, method, params);
                }
            }
            _ => {}
        }
    }

    fn on_attached(&mut self, first: &str, parent: Option<&str>, params: &Value) {
        let info = &params["targetInfo"];
        let (session, target) = (text(params, "sessionId"), text(info, "targetId"));
        let waiting = params["waitingForDebugger"].as_bool() == Some(true);
        let context = info["browserContextId"].as_str().map(str::to_owned);
        let mine = match text(info, "type") {
            "page" => {
                let ours =
                    target == first || waiting && context == self.targets.context && self.ready.is_none();
                ours && self.targets.taken.insert(target.to_owned())
            }
            "iframe" => {
                parent.is_some_and(|parent| self.targets.tab_of(parent).is_some())
                    && self.targets.taken.insert(session.to_owned())
            }
            _ => false,
        };
        if !mine {
            let_go(&self.cdp, session);
            return;
        }
        let placed = instrument(&self.cdp, session);
        if text(info, "type") == "iframe" {
            let Some(tab) = parent.and_then(|parent| self.targets.tab_of(parent)) else { return };
            self.targets.sessions.insert(session.to_owned(), tab);
            let known = self.targets.frames.get(target).cloned().unwrap_or_default();
            let parent = known.parent.or_else(|| info["parentFrameId"].as_str().map(str::to_owned));
            let frame =
                Frame { tab, session: session.to_owned(), parent, css: known.css, ..Frame::default() };
            self.targets.frames.insert(target.to_owned(), frame);
            return;
        }
        let number = u32::try_from(self.targets.tabs.len()).unwrap_or(u32::MAX);
        self.targets.sessions.insert(session.to_owned(), number);
        self.targets.frames.insert(
            target.to_owned(),
            Frame { tab: number, session: session.to_owned(), ..Frame::default() },
        );
        let opener = info["openerId"].as_str().and_then(|opener| self.targets.by_target(opener));
        let mut tab = Tab {
            number,
            target: target.to_owned(),
            session: session.to_owned(),
            opener,
            url: self.clean(text(info, "url")),
            ..Tab::default()
        };
        if target == first {
            tab.own = true;
            self.targets.context = context;
            self.targets.tabs.push(tab);
            if let Some(ready) = self.ready.take() {
                let session = session.to_owned();
                tokio::spawn(async move {
                    for answer in futures::future::join_all(placed.into_iter().map(Pending::answer)).await {
                        if let Err(error) = answer {
                            tracing::debug!(%error, "a tab could not be listened to in full");
                        }
                    }
                    let _ = ready.send(session);
                });
            }
        } else {
            self.on_new_tab(tab);
        }
        self.tell_tabs();
    }

    /// Another tab: a page opened it (then it is an effect), or the person did.
    fn on_new_tab(&mut self, mut tab: Tab) {
        let now = self.clock.now();
        // A link that keeps its page apart names no opener: then it belongs to the click right before.
        let clicked = self
            .targets
            .tabs
            .iter()
            .filter(|other| !other.closed)
            .max_by(|a, b| a.acted_at.total_cmp(&b.acted_at));
        let clicked = clicked.filter(|other| now - other.acted_at < 3000.0).map(|other| other.number);
        let by_page = tab.opener.or_else(|| clicked.filter(|_| !tab.url.starts_with("chrome://new")));
        let number = tab.number;
        match by_page {
            Some(from) => {
                tab.opener = Some(from);
                tab.popup = true;
                self.targets.tabs.push(tab);
                self.merger.popped_up(number, Some(from));
            }
            None => {
                let url = if tab.url.starts_with("http") { tab.url.clone() } else { String::new() };
                tab.own = !url.is_empty();
                self.targets.tabs.push(tab);
                self.did(number, now, What::NewTab(url));
            }
        }
    }

    fn on_info(&mut self, info: &Value) {
        let Some(number) = self.targets.by_target(text(info, "targetId")) else { return };
        let (raw, title) = (text(info, "url"), text(info, "title"));
        let url = self.clean(raw);
        // Before a document has a title, its address stands there.
        let title = if raw.contains(title) { url.clone() } else { title.to_owned() };
        let Some(tab) = self.targets.tab_mut(number) else { return };
        tab.title = title;
        tab.url = url;
        self.tell_tabs();
    }

    fn on_gone(&mut self, target: &str) {
        let Some(number) = self.targets.by_target(target) else { return };
        let Some(tab) = self.targets.tab_mut(number) else { return };
        tab.closed = true;
        self.targets.frames.retain(|_, frame| frame.tab != number);
        let answers = self.answers.clone();
        tokio::spawn(async move {
            sleep(CLOSING).await;
            let _ = answers.send(Answer::TabClosed { tab: number });
        });
        self.tell_tabs();
    }

    /// True where the recording is over because of it.
    fn on_answer(&mut self, answer: Answer) -> bool {
        match answer {
            Answer::History { tab, history, same_document, own, at } => {
                self.on_history(tab, &history, same_document, own, at);
            }
            Answer::Tree { tab, session, tree } => {
                self.targets.learn(tab, &session, &tree);
                let inner: Vec<String> = self
                    .targets
                    .frames
                    .iter()
                    .filter(|(_, frame)| frame.tab == tab && frame.parent.is_some() && frame.css.is_none())
                    .map(|(id, _)| id.clone())
                    .collect();
                for frame in inner {
                    self.ask_frame(&frame);
                }
            }
            Answer::FrameCss { frame, css } => {
                if let Some(known) = self.targets.frames.get_mut(&frame) {
                    known.css = Some(css);
                }
                self.place_frames();
            }
            Answer::Closed { key, inside } => self.on_closed_host(key, inside),
            Answer::Picture { step, tab, jpeg } => {
                let veiled = self.targets.tab(tab).is_none_or(|tab| !tab.veiled.is_empty());
                if !veiled && self.merger.draft_mut(step).is_some() {
                    self.say(LiveEvent::Picture { step, jpeg });
                }
            }
            Answer::TabClosed { tab } => {
                if self.cdp.is_closed() || self.targets.open() == 0 {
                    return true;
                }
                let acted = self.targets.tab(tab).map_or(0.0, |tab| tab.acted_at);
                // A page that closes itself does it right after something was done in it.
                if self.clock.now() - acted < 1200.0 {
                    self.merger.closed(tab);
                } else {
                    self.did(tab, self.clock.now(), What::CloseTab);
                }
                self.tell_tabs();
            }
        }
        false
    }

    // Steps --------------------------------------------------------------------------------------------------

    /// Something that was done to a tab, not to an element.
    fn did(&mut self, tab: u32, at: f64, what: What) {
        let Some(page) = self.page(tab) else { return };
        self.push(Seen {
            page,
            frame: None,
            document: format!("tab {tab}"),
            key: String::new(),
            target: None,
            at,
            mark: None,
            what,
            raw: Value::Null,
        });
    }

    fn page(&self, tab: u32) -> Option<Page> {
        let tab = self.targets.tab(tab)?;
        Some(Page { url: tab.url.clone(), title: tab.title.clone(), tab: tab.number, opener: tab.opener })
    }

    fn push(&mut self, seen: Seen) {
        if self.paused {
            return;
        }
        for change in self.merger.push(seen) {
            self.tell_change(change);
        }
    }

    fn tell_change(&mut self, change: Change) {
        match change {
            Change::Added(id) => {
                if let Some(view) = self.merger.view(id) {
                    self.say(LiveEvent::Step(Box::new(view)));
                }
            }
            Change::Changed(id) => {
                if let Some(view) = self.merger.view(id) {
                    self.say(LiveEvent::StepChanged(Box::new(view)));
                }
            }
            Change::Gone(id) => self.say(LiveEvent::StepGone(id)),
        }
    }

    fn tell_tabs(&mut self) {
        let tabs = self.targets.views(self.merger.front());
        if tabs != self.tabs_told {
            self.tabs_told.clone_from(&tabs);
            self.say(LiveEvent::Tabs(tabs));
        }
    }

    /// An address without the secrets in it.
    fn clean(&self, url: &str) -> String {
        clean_url_of(url, &self.secret_names).unwrap_or_else(|| url.to_owned())
    }

    // The end ------------------------------------------------------------------------------------------------

    /// Has every document tell what was typed last.
    async fn flush(&mut self) {
        let expression = "globalThis.atelierRecorder && atelierRecorder.flush()";
        let asked: Vec<_> = self
            .targets
            .worlds(None)
            .into_iter()
            .map(|(session, context)| {
                let params = json!({ "expression": expression, "contextId": context });
                self.cdp.send(Some(&session), "Runtime.evaluate", params).within(LAST_WORDS)
            })
            .collect();
        let _ = timeout(LAST_WORDS, futures::future::join_all(asked)).await;
    }

    async fn costs(&self) -> Vec<f64> {
        let mut all = Vec::new();
        for (session, context) in self.targets.worlds(None) {
            let params = json!({
                "expression": "globalThis.atelierRecorder ? atelierRecorder.costs() : []",
                "contextId": context,
                "returnByValue": true,
            });
            let answer = self.cdp.call(Some(&session), "Runtime.evaluate", params).await.unwrap_or_default();
            all.extend(answer["result"]["value"].as_array().into_iter().flatten().filter_map(Value::as_f64));
        }
        all
    }

    fn finish(&mut self) -> Vec<Step> {
        self.place_frames();
        let names = self.secret_names.clone();
        let mut steps = self.merger.finish();
        let mut last: HashMap<u32, String> = HashMap::new();
        for step in &mut steps {
            scrub(step, &names);
            // The page before a step is the page after the one before it in the same tab.
            step.before.picture = last.get(&step.page.tab).cloned();
            match &step.after.picture {
                Some(picture) => drop(last.insert(step.page.tab, picture.clone())),
                None => drop(last.remove(&step.page.tab)),
            }
        }
        steps
    }
}

/// Takes secrets out of every address of a step: names of secret fields may have become known after it.
fn scrub(step: &mut Step, names: &[String]) {
    use atelier_core::trajectory::{Signal, Value as Held};
    let one = |url: &mut String| {
        if let Some(clean) = clean_url_of(url, names) {
            *url = clean;
        }
    };
    one(&mut step.page.url);
    one(&mut step.before.url);
    one(&mut step.after.url);
    if let Some(Held::Text(text)) = &mut step.value
        && text.contains("://")
    {
        one(text);
    }
    for signal in &mut step.signals {
        if let Signal::Navigation { url, .. } | Signal::PopUp { url, .. } = signal {
            one(url);
        }
    }
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

/// Unix milliseconds as the pages tell them, carried on between their messages.
#[derive(Clone, Copy, Debug)]
struct Clock {
    begun: Instant,
    offset: f64,
}

impl Clock {
    fn now(&self) -> f64 {
        self.offset + self.begun.elapsed().as_secs_f64() * 1000.0
    }

    fn set(&mut self, at: f64) {
        self.offset = at - self.begun.elapsed().as_secs_f64() * 1000.0;
    }
}
