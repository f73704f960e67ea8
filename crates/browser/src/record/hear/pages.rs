//! What the page script tells.

use std::collections::HashSet;

use atelier_core::compound::Compound;
use atelier_core::target::Target;
use atelier_core::trajectory::{Obstacle, Page};
use serde_json::Value;

use super::{Hear, text};
use crate::record::draft::Idle;
use crate::record::merge::{Change, Shown};
use crate::record::script::{BINDING, WORLD};
use crate::record::targets::Frame;
use crate::record::told::{Seen, Told, What, no};

impl Hear {
    pub(super) fn on_page_event(&mut self, tab: u32, session: &str, method: &str, params: &Value) {
        match method {
            "Runtime.executionContextCreated" => {
                let context = &params["context"];
                let frame = text(&context["auxData"], "frameId");
                if text(context, "name") == WORLD && !frame.is_empty() {
                    let known = self
                        .targets
                        .frames
                        .entry(frame.to_owned())
                        .or_insert_with(|| Frame { tab, ..Frame::default() });
                    known.session = session.to_owned();
                    known.context = context["id"].as_i64();
                    text(context, "uniqueId").clone_into(&mut known.unique);
                }
            }
            "Runtime.executionContextDestroyed" => {
                // A process that is left tells this late, when its number may be another's already.
                let gone = text(params, "executionContextUniqueId");
                for frame in self.targets.frames.values_mut() {
                    if frame.session == session && frame.unique == gone {
                        frame.context = None;
                    }
                }
            }
            "Page.frameAttached" => {
                let frame = Frame {
                    tab,
                    session: session.to_owned(),
                    parent: params["parentFrameId"].as_str().map(str::to_owned),
                    ..Frame::default()
                };
                let known = self.targets.frames.entry(text(params, "frameId").to_owned()).or_default();
                *known = Frame { context: known.context, unique: std::mem::take(&mut known.unique), ..frame };
            }
            "Page.frameDetached" if text(params, "reason") != "swap" => {
                self.targets.frames.remove(text(params, "frameId"));
            }
            "Runtime.bindingCalled" if text(params, "name") == BINDING => {
                // Only the recorder's own world has a function of this name.
                let context = params["executionContextId"].as_i64().unwrap_or_default();
                match serde_json::from_str::<Told>(text(params, "payload")) {
                    Ok(told) => {
                        let known = self.targets.frame_by_context(session, context);
                        let main = || self.targets.tab(tab).map(|tab| tab.target.clone());
                        let frame = known.or_else(|| main().filter(|_| told.top));
                        if let Some(frame) = frame {
                            self.on_told(tab, session, context, &frame, told);
                        }
                    }
                    Err(error) => tracing::debug!(%error, "a message of the page script was not understood"),
                }
            }
            _ => self.on_effect(tab, session, method, params),
        }
    }

    fn on_told(&mut self, tab: u32, session: &str, context: i64, frame: &str, told: Told) {
        let newest = self.heard.entry(told.document.clone()).or_default();
        if told.seq <= *newest {
            return;
        }
        *newest = told.seq;
        self.clock.set(told.at);
        match told.kind.as_str() {
            "hello" => self.on_hello(tab, frame, &told),
            "shown" => self.on_shown(tab, frame, told),
            "probe" => self.probe(session, context, &told),
            "fault" => {
                tracing::debug!(during = told.during, reason = told.reason, "the page script stumbled");
            }
            _ => self.on_act(tab, frame, told),
        }
    }

    fn on_hello(&mut self, tab: u32, frame: &str, told: &Told) {
        let url = self.clean(&told.url);
        let main = self.targets.is_main(tab, frame);
        let Some(known) = self.targets.tab_mut(tab) else { return };
        known.veiled.remove(frame);
        if main {
            known.veiled.clear();
            known.url = url;
            known.title.clone_from(&told.title);
            if !told.again && known.place.0 != known.url {
                known.place_before = std::mem::take(&mut known.place);
            }
            known.place = (known.url.clone(), told.title.clone());
            self.greeted |= known.url.starts_with("http");
            if known.own && known.url.starts_with("http") {
                // The page to begin on is there: what comes next is not the recording's doing any more.
                known.own = false;
                let session = known.session.clone();
                self.ask_history(tab, &session, true, true);
            }
            self.begin();
        } else {
            self.ask_frame(frame);
            if self.targets.path(frame).is_none() {
                self.ask_tree(tab, frame);
            }
        }
    }

    fn on_act(&mut self, tab: u32, frame: &str, told: Told) {
        if let Some(known) = self.targets.tab_mut(tab) {
            known.acted_at = told.at;
            if told.secret.is_some() {
                known.veiled.insert(frame.to_owned());
            }
        }
        let Some(what) = told.what() else { return };
        if told.secret.is_some()
            && let Some(name) = told.target.as_ref().and_then(|target| target.attributes.get("name"))
            && !self.secret_names.contains(name)
        {
            self.secret_names.push(name.clone());
        }
        let Some(page) = self.page(tab) else { return };
        let main = self.targets.is_main(tab, frame);
        let path = if main { Some(Vec::new()) } else { self.targets.path(frame) };
        if path.is_none() {
            self.ask_frame(frame);
            self.ask_tree(tab, frame);
        }
        // A frame's own script knows the path from the frame's document only.
        let placed = |target: Option<Target>| {
            target.map(|target| Target {
                frame_path: path
                    .clone()
                    .unwrap_or_default()
                    .into_iter()
                    .chain(target.frame_path.clone())
                    .collect(),
                ..target
            })
        };
        let page =
            if main { Page { url: self.clean(&told.url), title: told.title.clone(), ..page } } else { page };
        let mut mark = told.mark();
        if let Some(inside) = self.closed_hosts.get(&told.key) {
            mark = Some(no(Obstacle::ClosedShadowRoot, inside.clone()));
        }
        let spot = told.spot;
        let closed = self.closed_hosts.contains_key(&told.key);
        self.push(Seen {
            page,
            frame: (!main).then(|| frame.to_owned()),
            document: told.document.clone(),
            key: told.key.clone(),
            target: placed(told.target.clone()),
            at: told.at,
            mark,
            what: match what {
                What::Drag { from, to, to_spot, canvas } => {
                    let to = placed(to.map(|to| *to)).map(Box::new);
                    What::Drag { from, to, to_spot, canvas }
                }
                What::Choose(mut choose) => {
                    choose.option = placed(Some(choose.option)).unwrap_or_default();
                    What::Choose(choose)
                }
                other => other,
            },
            raw: told.raw,
        });
        if let Some(id) = self.merger.last().map(|draft| draft.id)
            && let Some(draft) = self.merger.draft_mut(id)
            && draft.key == told.key
        {
            draft.step.frame_path =
                draft.step.target.as_ref().map(|target| target.frame_path.clone()).unwrap_or_default();
            if closed {
                draft.step.spot = spot;
                draft.idle = Idle::No;
            }
        }
        self.tell_tabs();
    }

    fn on_shown(&mut self, tab: u32, frame: &str, told: Told) {
        let main = self.targets.is_main(tab, frame);
        let url = self.clean(&told.url);
        let Some(known) = self.targets.tab_mut(tab) else { return };
        if told.veiled {
            known.veiled.insert(frame.to_owned());
        } else {
            known.veiled.remove(frame);
        }
        let appeared: Vec<String> =
            told.texts.iter().filter(|text| !known.texts.contains(*text)).cloned().collect();
        if main && told.whole {
            known.texts = HashSet::from_iter(told.texts);
        } else {
            known.texts.extend(told.texts);
        }
        if main {
            known.url = url;
            known.title.clone_from(&told.title);
            known.place = (known.url.clone(), told.title.clone());
        }
        let (url, title, veiled) = (known.url.clone(), known.title.clone(), !known.veiled.is_empty());
        let shown = Shown { url, title, appeared, mutated: told.mutated };
        if self.paused {
            return;
        }
        let changed = self.merger.shown(tab, shown);
        if let Some(change) = changed {
            self.tell_change(change);
            if let Change::Changed(id) = change
                && self.pictures
                && !veiled
                && self.pictured.insert(id)
            {
                self.ask_picture(tab, id);
            }
        }
        self.tell_tabs();
    }

    /// Gives steps of inner frames the way to their frame, once it is known.
    pub(super) fn place_frames(&mut self) {
        let targets = &self.targets;
        let mut changed = Vec::new();
        for draft in self.merger.drafts_mut() {
            let Some(path) = draft.frame.as_ref().and_then(|frame| targets.path(frame)) else { continue };
            if path.is_empty() || draft.step.frame_path.starts_with(&path) {
                continue;
            }
            let add = |target: &mut Target| {
                target.frame_path = path.iter().cloned().chain(target.frame_path.drain(..)).collect();
            };
            if let Some(target) = &mut draft.step.target {
                add(target);
            }
            if let Some(target) = &mut draft.step.destination {
                add(target);
            }
            match &mut draft.step.compound {
                Some(Compound::Autocomplete { option, .. } | Compound::Choice { option }) => add(option),
                Some(Compound::Date { opener: Some(opener), .. }) => add(opener),
                _ => {}
            }
            draft.step.frame_path =
                draft.step.target.as_ref().map_or_else(|| path.clone(), |target| target.frame_path.clone());
            changed.push(draft.id);
        }
        for id in changed {
            self.tell_change(Change::Changed(id));
        }
    }

    pub(super) fn on_closed_host(&mut self, key: String, inside: String) {
        let mut changed = Vec::new();
        for draft in self.merger.drafts_mut() {
            if draft.key == key {
                draft.step.mark = Some(no(Obstacle::ClosedShadowRoot, inside.clone()));
                draft.step.spot = draft.pressed;
                draft.idle = Idle::No;
                changed.push(draft.id);
            }
        }
        self.closed_hosts.insert(key, inside);
        for id in changed {
            self.tell_change(Change::Changed(id));
        }
    }
}
