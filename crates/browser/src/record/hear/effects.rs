//! What came of a step: requests, navigations, dialogs, downloads.

use std::time::{Duration, Instant};

use atelier_core::trajectory::Signal;
use serde_json::{Value, json};
use tokio::time::sleep;

use super::{Answer, Hear, text};
use crate::error::BrowserError;
use crate::page::shape;
use crate::record::merge::Change;
use crate::record::navigation::{self, Cause, Situation};
use crate::record::told::What;

/// Between two questions for a history that cannot be had yet.
const SWAPPING: Duration = Duration::from_millis(20);

impl Hear {
    pub(super) fn on_effect(&mut self, tab: u32, session: &str, method: &str, params: &Value) {
        match method {
            "Network.requestWillBeSent" => self.on_request(tab, params),
            "Network.responseReceived" => {
                self.on_status(text(params, "requestId"), &params["response"]["status"]);
            }
            "Page.frameNavigated" => {
                let frame = &params["frame"];
                if frame["parentId"].as_str().is_none() && !self.is_inner(session, tab) {
                    let url = format!("{}{}", text(frame, "url"), text(frame, "urlFragment"));
                    self.on_shows(tab, session, &url, false);
                }
            }
            "Page.navigatedWithinDocument" => {
                let main = self.targets.tab(tab).is_some_and(|tab| tab.target == text(params, "frameId"));
                if main {
                    let url = text(params, "url").to_owned();
                    self.on_shows(tab, session, &url, true);
                }
            }
            "Page.frameRequestedNavigation" => {
                let now = self.clock.now();
                if let Some(tab) = self.targets.tab_mut(tab)
                    && tab.target == text(params, "frameId")
                {
                    tab.asked_at = now;
                }
            }
            "Page.frameStartedNavigating" => {
                if let Some(tab) = self.targets.tab_mut(tab)
                    && tab.target == text(params, "frameId")
                {
                    text(params, "navigationType").clone_into(&mut tab.begun);
                }
            }
            "Page.javascriptDialogOpening" => {
                let signal = Signal::Dialog {
                    kind: text(params, "type").to_ascii_lowercase(),
                    message: text(params, "message").to_owned(),
                };
                self.signal(tab, signal);
            }
            "Page.javascriptDialogClosed" => self.on_dialog_closed(tab, params),
            "Page.downloadWillBegin" => self.on_download(params),
            "Inspector.targetCrashed" => {
                if let Some(tab) = self.targets.tab_mut(tab) {
                    tab.title = "the page crashed".to_owned();
                }
                self.tell_tabs();
            }
            _ => {}
        }
    }

    /// A session with a frame of another site, whose main frame is not the tab's.
    fn is_inner(&self, session: &str, tab: u32) -> bool {
        self.targets.tab(tab).is_none_or(|tab| tab.session != session)
    }

    fn signal(&mut self, tab: u32, signal: Signal) {
        if self.paused {
            return;
        }
        let now = self.clock.now();
        if let Some(change) = self.merger.signal(tab, now, signal) {
            self.tell_change(change);
        }
    }

    fn on_request(&mut self, tab: u32, params: &Value) {
        if !matches!(text(params, "type"), "Document" | "XHR" | "Fetch") || self.paused {
            return;
        }
        let request = &params["request"];
        let id = text(params, "requestId");
        if let Some(status) = params.get("redirectResponse").map(|response| &response["status"]) {
            self.on_status(id, status);
        }
        let content_type = request["headers"]
            .as_object()
            .and_then(|map| map.iter().find(|(name, _)| name.eq_ignore_ascii_case("content-type")))
            .and_then(|(_, value)| value.as_str())
            .unwrap_or_default();
        let bodies: Vec<&str> = request["postDataEntries"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|entry| entry["bytes"].as_str())
            .collect();
        let Some(shape) = shape(text(request, "method"), text(request, "url"), content_type, &bodies) else {
            return;
        };
        let now = self.clock.now();
        if let Some((step, place)) = self.merger.request(tab, now, shape) {
            if self.requests.len() > 20_000 {
                self.requests.clear();
            }
            self.requests.insert(id.to_owned(), (step, place));
            self.tell_change(Change::Changed(step));
        }
    }

    fn on_status(&mut self, id: &str, status: &Value) {
        let Some((step, place)) = self.requests.get(id).copied() else { return };
        let Some(status) = status.as_u64().and_then(|status| u16::try_from(status).ok()) else { return };
        if let Some(draft) = self.merger.draft_mut(step)
            && let Some(request) = draft.step.requests.get_mut(place)
        {
            request.status = Some(status);
        }
    }

    /// The tab shows something else; whether the person wanted it is told by its history.
    fn on_shows(&mut self, tab: u32, session: &str, url: &str, same_document: bool) {
        let url = self.clean(url);
        let Some(known) = self.targets.tab_mut(tab) else { return };
        known.url.clone_from(&url);
        let (popup, own, opener) = (known.popup, known.own, known.opener);
        let blank = url.is_empty() || url == "about:blank";
        if own && !blank {
            // Only the first document is the recording's own doing.
            known.own = false;
        }
        if popup && !blank {
            known.popup = false;
            self.signal(opener.unwrap_or(tab), Signal::PopUp { url, tab });
        } else if !own && !blank {
            self.signal(tab, Signal::Navigation { url, same_document });
        }
        self.tell_tabs();
        self.ask_history(tab, session, same_document, own);
    }

    /// Asks for a tab's history. Where the document is the recording's `own` doing it is only taken down.
    pub(super) fn ask_history(&self, tab: u32, session: &str, same_document: bool, own: bool) {
        let (cdp, session) = (self.cdp.clone(), session.to_owned());
        let ask = move || cdp.send(Some(&session), "Page.getNavigationHistory", json!({}));
        let mut asked = ask();
        let (answers, at) = (self.answers.clone(), self.clock.now());
        tokio::spawn(async move {
            let until = Instant::now() + crate::CALL_LIMIT;
            loop {
                match asked.answer().await {
                    Ok(history) => {
                        let _ = answers.send(Answer::History { tab, history, same_document, own, at });
                        return;
                    }
                    // While one document takes the place of another the tab has no page to ask.
                    Err(BrowserError::Protocol { .. }) if Instant::now() < until => {
                        sleep(SWAPPING).await;
                        asked = ask();
                    }
                    Err(error) => {
                        tracing::debug!(%error, "the history of a tab is not known");
                        return;
                    }
                }
            }
        });
    }

    pub(super) fn on_history(&mut self, tab: u32, history: &Value, same_document: bool, own: bool, at: f64) {
        let Some(known) = self.targets.tab_mut(tab) else { return };
        let was = Situation {
            known: &known.history.0,
            at: known.history.1,
            since_act: at - known.acted_at,
            since_asked: at - known.asked_at,
            kind: &known.begun,
        };
        let (cause, ids, place) = navigation::judge(history, same_document, was);
        known.begun.clear();
        // Until the first document is there nothing was anybody's step but ours.
        let first = known.history.0.is_empty() && known.opener.is_some();
        known.history = (ids, place);
        if own || first {
            let shown = history["entries"][place]["url"].as_str().unwrap_or_default();
            self.based |= own && shown.starts_with("http");
            self.begin();
            return;
        }
        let what = match cause {
            Cause::Page => return,
            Cause::Address(url) if url.starts_with("chrome://") || url == "about:blank" => return,
            Cause::Address(url) => What::Navigate(self.clean(&url)),
            Cause::Back => What::Back,
            Cause::Forward => What::Forward,
            Cause::Reload => What::Reload,
        };
        self.take_back_signal(tab);
        let Some(known) = self.targets.tab(tab) else { return };
        // The step was done on the page before, which the new document may have replaced already.
        let arrived = known.place.0 == known.url;
        let (url, title) =
            if arrived && what != What::Reload { known.place_before.clone() } else { known.place.clone() };
        let shown = known.url.clone();
        self.did(tab, at, what);
        if let Some(id) = self.merger.last().map(|draft| draft.id)
            && let Some(draft) = self.merger.draft_mut(id)
            && !url.is_empty()
        {
            draft.step.page.url.clone_from(&url);
            draft.step.page.title.clone_from(&title);
            draft.step.before.url = url;
            draft.step.before.title = title;
        }
        self.signal(tab, Signal::Navigation { url: shown, same_document });
    }

    /// The navigation was a step of its own, not the last step's doing.
    fn take_back_signal(&mut self, tab: u32) {
        let Some(id) = self.merger.last_in(tab).map(|draft| draft.id) else { return };
        let url = self.targets.tab(tab).map(|tab| tab.url.clone()).unwrap_or_default();
        if let Some(draft) = self.merger.draft_mut(id)
            && let Some(Signal::Navigation { url: told, .. }) = draft.step.signals.last()
            && *told == url
        {
            draft.step.signals.pop();
            self.tell_change(Change::Changed(id));
        }
    }

    fn on_dialog_closed(&mut self, tab: u32, params: &Value) {
        if self.paused {
            return;
        }
        let accepted = params["result"].as_bool() == Some(true);
        let typed = text(params, "userInput");
        let answer = match (accepted, typed.is_empty()) {
            (false, _) => "dismiss",
            (true, false) => typed,
            (true, true) => return,
        };
        let now = self.clock.now();
        for change in self.merger.dialog_answer(tab, now, answer) {
            self.tell_change(change);
        }
    }

    pub(super) fn on_download(&mut self, params: &Value) {
        let frame = text(params, "frameId");
        let tab = self.targets.frames.get(frame).map(|frame| frame.tab);
        let tab = tab.unwrap_or_else(|| self.merger.front());
        let file = text(params, "suggestedFilename").to_owned();
        self.signal(tab, Signal::Download { file });
    }
}
