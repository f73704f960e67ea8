//! One page as a person sees it: a tab and the tabs it opened, of which one is in front.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use atelier_core::trajectory::{self, Signal};
use base64::Engine;
use serde_json::json;

use crate::browser::{Inner, lock};
use crate::engine::Where;
use crate::error::BrowserError;
use crate::locate::Chosen;
use crate::secret::Secret;
use crate::{CALL_LIMIT, LOAD_LIMIT};

mod events;
mod journal;
mod tab;

pub(crate) use journal::{Journal, Mark, shape};
pub(crate) use tab::{Frame, Tab, TabState};

/// How long a loaded page's pictures and scripts are waited for once its text is there.
const PARTS_LIMIT: Duration = Duration::from_secs(4);

/// A page. Clones share it. Calls act on the tab in front, which changes when a click opens a new tab.
#[derive(Clone, Debug)]
pub struct Page {
    pub(crate) session: Arc<Session>,
}

#[derive(Debug)]
pub(crate) struct Session {
    pub inner: Arc<Inner>,
    pub journal: Mutex<Journal>,
    context: Option<String>,
    tabs: Mutex<Vec<Arc<Tab>>>,
    front: AtomicUsize,
    /// Pop-ups that were seen but are not attached yet.
    arriving: AtomicUsize,
    acting: AtomicBool,
    dialog: Mutex<Option<DialogAnswer>>,
}

/// How the next dialog is answered.
#[derive(Clone, Debug)]
pub(crate) struct DialogAnswer {
    pub accept: bool,
    pub text: Option<String>,
}

impl Session {
    pub async fn start(
        inner: Arc<Inner>,
        context: Option<String>,
        driver: chromiumoxide::Page,
    ) -> Result<Arc<Self>, BrowserError> {
        let session = Arc::new(Self {
            inner,
            journal: Mutex::new(Journal::default()),
            context,
            tabs: Mutex::new(Vec::new()),
            front: AtomicUsize::new(0),
            arriving: AtomicUsize::new(0),
            acting: AtomicBool::new(false),
            dialog: Mutex::new(None),
        });
        session.attach(driver, None).await?;
        Ok(session)
    }

    async fn attach(
        self: &Arc<Self>,
        driver: chromiumoxide::Page,
        opener: Option<u32>,
    ) -> Result<Arc<Tab>, BrowserError> {
        let number = u32::try_from(lock(&self.tabs).len()).unwrap_or(u32::MAX);
        let tab = Arc::new(Tab::new(Arc::clone(&self.inner), driver, number, opener));
        events::listen(&self.inner, Arc::downgrade(self), &tab).await?;
        // Background tabs then work like the one in front: timers, focus and scrolling go on.
        tab.call("Inspector.enable", json!({})).await?;
        // No window of the system opens over the page; files are put in by the upload action.
        tab.call("Page.setInterceptFileChooserDialog", json!({ "enabled": true })).await?;
        tab.call("Emulation.setFocusEmulationEnabled", json!({ "enabled": true })).await?;
        lock(&self.tabs).push(Arc::clone(&tab));
        Ok(tab)
    }

    /// Takes in a tab that was opened on purpose, in front of the others.
    pub async fn add_tab(self: &Arc<Self>, driver: chromiumoxide::Page) -> Result<(), BrowserError> {
        let tab = self.attach(driver, None).await?;
        self.set_front(tab.number);
        Ok(())
    }

    pub fn has_tab(&self, target: &str) -> bool {
        lock(&self.tabs).iter().any(|tab| tab.target == target)
    }

    /// Id of the private context, none for tabs of the profile.
    pub fn context(&self) -> Option<&str> {
        self.context.as_deref()
    }

    pub fn is_acting(&self) -> bool {
        self.acting.load(Ordering::SeqCst)
    }

    pub fn set_acting(&self, acting: bool) {
        self.acting.store(acting, Ordering::SeqCst);
    }

    pub fn tab(&self) -> Result<Arc<Tab>, BrowserError> {
        let front = {
            let tabs = lock(&self.tabs);
            tabs.get(self.front.load(Ordering::SeqCst)).or(tabs.last()).cloned()
        };
        let Some(front) = front else {
            return Err(BrowserError::PageGone { during: "looking for the tab".into() });
        };
        if !front.peek().closed {
            return Ok(front);
        }
        // It closed itself: the tab that opened it is in front again.
        self.on_closed(&front.target);
        Ok(lock(&self.tabs).get(self.front.load(Ordering::SeqCst)).cloned().unwrap_or(front))
    }

    pub fn tabs(&self) -> Vec<Arc<Tab>> {
        lock(&self.tabs).clone()
    }

    pub fn set_front(&self, number: u32) {
        self.front.store(number as usize, Ordering::SeqCst);
    }

    pub fn front(&self) -> u32 {
        u32::try_from(self.front.load(Ordering::SeqCst)).unwrap_or_default()
    }

    pub fn arriving(&self) -> bool {
        self.arriving.load(Ordering::SeqCst) > 0
    }

    pub fn answer_to_dialog(&self, _kind: &str) -> (bool, Option<String>) {
        let answer = lock(&self.dialog).take();
        answer.map_or((true, None), |answer| (answer.accept, answer.text))
    }

    pub fn plan_dialog(&self, answer: Option<DialogAnswer>) {
        *lock(&self.dialog) = answer;
    }

    /// A new tab that the page opened: it comes to the front.
    pub fn on_popup(self: &Arc<Self>, target: String) {
        let opener = self.front();
        self.arriving.fetch_add(1, Ordering::SeqCst);
        let session = Arc::clone(self);
        tokio::spawn(async move {
            let adopted = match session.inner.adopt(&target).await {
                Ok(driver) => session.attach(driver, Some(opener)).await,
                Err(error) => Err(error),
            };
            match adopted {
                Ok(tab) => session.welcome(&tab).await,
                Err(error) => tracing::debug!(%error, "a new tab could not be followed"),
            }
            session.arriving.fetch_sub(1, Ordering::SeqCst);
        });
    }

    async fn welcome(&self, tab: &Arc<Tab>) {
        // Its first request went out before anyone listened; the document itself tells how it was answered.
        let place = Page::wait_parsed_document(tab).await;
        let url = place.as_ref().map(|place| place.url.clone()).unwrap_or_default();
        {
            let mut journal = lock(&self.journal);
            if let Some(place) = place
                && let Some(mut request) = journal::shape("GET", &place.url, "", &[])
            {
                request.status = place.status;
                if !journal.knows(&tab.target) {
                    journal.request(&tab.target, request);
                }
            }
            journal.signal(Signal::PopUp { url, tab: tab.number });
        }
        self.set_front(tab.number);
    }

    pub fn on_closed(&self, target: &str) {
        let tabs = self.tabs();
        let Some(tab) = tabs.iter().find(|tab| tab.target == target) else {
            return;
        };
        tab.state.send_modify(|state| state.closed = true);
        if self.front() == tab.number {
            let back = tab
                .opener
                .and_then(|opener| tabs.get(opener as usize))
                .filter(|tab| !tab.peek().is_dead())
                .or_else(|| tabs.iter().rev().find(|tab| !tab.peek().is_dead()));
            if let Some(back) = back {
                self.set_front(back.number);
            }
        }
    }

    pub fn on_crashed(&self, target: &str) {
        for tab in self.tabs() {
            if tab.target == target {
                tab.state.send_modify(|state| state.crashed = true);
            }
        }
    }

    pub fn on_browser_gone(&self) {
        for tab in self.tabs() {
            tab.state.send_modify(|state| state.closed = true);
        }
    }

    pub fn on_download(&self, frame: &str, file: &str) {
        let own = self.tabs().into_iter().find(|tab| tab.target == frame);
        let Some(tab) = own.or_else(|| self.tab().ok()) else {
            return;
        };
        lock(&self.journal).signal(Signal::Download { file: file.to_owned() });
        tab.state.send_modify(|state| state.downloads += 1);
    }
}

impl Page {
    /// Loads a URL in the tab in front and waits until its document is there. A URL that starts a download or
    /// only moves within the document is done as soon as that is known.
    ///
    /// # Errors
    /// [`BrowserError::Navigation`] with Chromium's reason where nothing could be loaded.
    pub async fn navigate(&self, url: &str) -> Result<(), BrowserError> {
        let tab = self.session.tab()?;
        let before = tab.peek();
        let answer = tab.navigate(url, LOAD_LIMIT).await?;
        if let Some(reason) = answer["errorText"].as_str().filter(|reason| !reason.is_empty()) {
            // What aborted it is told a moment later: a download, or the end of the page's process.
            let aborted = reason == "net::ERR_ABORTED";
            let told = |now: &TabState| now.is_dead() || now.downloads > before.downloads;
            let download = answer["isDownload"].as_bool() == Some(true)
                || aborted && tab.wait_state(Duration::from_secs(1), told).await;
            if tab.peek().is_dead() {
                return Err(self.gone("navigate").await);
            }
            if download {
                return Ok(());
            }
            return Err(BrowserError::Navigation { url: url.to_owned(), reason: reason.to_owned() });
        }
        let Some(loader) = answer["loaderId"].as_str() else {
            tab.wait_state(Duration::from_secs(1), |now| now.is_dead() || now.moves > before.moves).await;
            return Ok(());
        };
        let shown = tab
            .wait_state(LOAD_LIMIT, |now| {
                now.is_dead() || now.loader == loader && now.is_parsed() || now.downloads > before.downloads
            })
            .await;
        if tab.peek().is_dead() {
            return Err(self.gone("navigate").await);
        }
        if !shown {
            return Err(BrowserError::Deadline { during: format!("loading {url}"), limit: LOAD_LIMIT });
        }
        tab.wait_state(PARTS_LIMIT, |now| now.is_dead() || now.is_loaded()).await;
        Ok(())
    }

    /// The fault for a page that is dead.
    pub(crate) async fn gone(&self, during: &str) -> BrowserError {
        if self.session.inner.ends_soon().await {
            BrowserError::BrowserGone
        } else {
            BrowserError::PageGone { during: during.to_owned() }
        }
    }

    /// Address of the tab in front.
    pub async fn url(&self) -> Result<String, BrowserError> {
        Ok(self.place().await?.url)
    }

    /// As [`Page::url`] for reports: nothing where the page does not answer soon.
    pub(crate) async fn url_told(&self) -> String {
        if let Some(url) = self.session.tab().ok().and_then(|tab| tab.noted_url()) {
            return url;
        }
        let told = tokio::time::timeout(Duration::from_secs(1), self.url()).await;
        told.ok().and_then(Result::ok).unwrap_or_default()
    }

    /// Title of the tab in front.
    pub async fn title(&self) -> Result<String, BrowserError> {
        Ok(self.place().await?.title)
    }

    pub(crate) async fn place(&self) -> Result<Where, BrowserError> {
        let tab = self.session.tab()?;
        for _ in 0..20 {
            match tab.run("where", json!({})).await {
                Err(BrowserError::Replaced { .. }) => {}
                other => return other,
            }
        }
        Err(BrowserError::Replaced { during: "reading the address".into() })
    }

    /// URL, title and tab number as a trajectory's step holds them.
    pub(crate) async fn as_recorded(&self) -> Result<trajectory::Page, BrowserError> {
        let place = self.place().await?;
        let tab = self.session.tab()?;
        Ok(trajectory::Page { url: place.url, title: place.title, tab: tab.number, opener: tab.opener })
    }

    /// Sets a cookie for the origin of `url`, in this page's profile or private context.
    pub async fn set_cookie(&self, url: &str, name: &str, value: &str) -> Result<(), BrowserError> {
        let tab = self.session.tab()?;
        let params = json!({ "url": url, "name": name, "value": value });
        tab.call("Network.setCookie", params).await.map(drop)
    }

    /// The viewport as JPEG, without the text of secret fields.
    pub async fn screenshot(&self) -> Result<Vec<u8>, BrowserError> {
        let picture = self.picture(None, &[]).await?;
        picture.ok_or_else(|| BrowserError::Protocol {
            during: "taking a picture".into(),
            reason: "a secret can be read on the page".into(),
        })
    }

    /// The viewport as JPEG: secret fields are made unreadable for it, and an element may be outlined. None where
    /// one of the secrets can be read on the page all the same.
    pub(crate) async fn picture(
        &self,
        outlined: Option<&Chosen>,
        secrets: &[Secret],
    ) -> Result<Option<Vec<u8>>, BrowserError> {
        let tab = self.session.tab()?;
        let texts: Vec<&str> = secrets.iter().map(Secret::reveal).collect();
        let veiled: serde_json::Value = tab.run("veil", json!({ "texts": texts })).await?;
        if veiled["clear"] != json!(true) {
            tab.run::<serde_json::Value>("unveil", json!({})).await?;
            return Ok(None);
        }
        if let Some(chosen) = outlined {
            let argument = json!({ "handle": chosen.handle });
            tab.run_in::<serde_json::Value>(&chosen.frame, "outline", argument, CALL_LIMIT).await?;
        }
        let params = json!({ "format": "jpeg", "quality": 70, "optimizeForSpeed": true });
        let taken = tab.call("Page.captureScreenshot", params).await;
        // A page that was replaced meanwhile has nothing to take back.
        match tab.run::<serde_json::Value>("unveil", json!({})).await {
            Ok(_) | Err(BrowserError::Replaced { .. }) => {}
            Err(error) => return Err(error),
        }
        if let Some(chosen) = outlined.filter(|chosen| !chosen.frame.owners.is_empty()) {
            let frame = &chosen.frame;
            tab.run_in::<serde_json::Value>(frame, "unveil", json!({}), CALL_LIMIT).await?;
        }
        let answer = taken?;
        base64::engine::general_purpose::STANDARD
            .decode(answer["data"].as_str().unwrap_or_default())
            .map(Some)
            .map_err(|error| BrowserError::Protocol {
                during: "taking a picture".into(),
                reason: error.to_string(),
            })
    }

    /// Brings the tab in front of the others.
    pub async fn bring_to_front(&self) -> Result<(), BrowserError> {
        self.session.tab()?.call("Page.bringToFront", json!({})).await.map(drop)
    }

    /// Closes the tab and every tab it opened, and drops a private context.
    pub async fn close(self) {
        if let Some(context) = &self.session.context {
            let params = json!({ "browserContextId": context });
            let _ = self.session.inner.call("Target.disposeBrowserContext", params).await;
        } else {
            for tab in self.session.tabs() {
                if !tab.peek().closed {
                    let params = json!({ "targetId": tab.target });
                    let _ = self.session.inner.call("Target.closeTarget", params).await;
                }
            }
        }
        for tab in self.session.tabs() {
            tab.state.send_modify(|state| state.closed = true);
        }
    }

    /// Waits until a followed tab shows a document other than the empty one it begins with.
    async fn wait_parsed_document(tab: &Tab) -> Option<Where> {
        let end = Instant::now() + CALL_LIMIT;
        let mut last = None;
        while Instant::now() < end && !tab.peek().is_dead() {
            let settled: Result<crate::engine::Settled, _> = tab.run("settle", json!({ "grace": 5 })).await;
            let place: Result<Where, _> = tab.run("where", json!({})).await;
            if let (Ok(settled), Ok(place)) = (settled, place) {
                let blank = place.url == "about:blank" || place.url.is_empty();
                let parsed = settled.ready_state != "loading";
                last = Some(place);
                if !blank && parsed {
                    return last;
                }
                // A pop-up that a script fills has no other document to wait for.
                if blank && settled.still_ms > 700 {
                    return last;
                }
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        last
    }
}
