//! The one place where what was done becomes steps: typing becomes one fill, two clicks a double click, a click on
//! a label a tick, the moves in a calendar or a list one typed step. Pure: it knows no page and no clock.

use std::collections::{BTreeMap, BTreeSet};

use atelier_core::ipc::RecordedStepView;
use atelier_core::trajectory::{Action, Request, Signal, Snapshot, Step, Value};

use super::draft::{Draft, Idle};
use super::told::{Click, Seen, What};

mod widgets;

/// Two clicks that are one double click are at most so far apart, in milliseconds.
const DOUBLE: f64 = 1500.0;
/// What a step causes is told at most so much later, in milliseconds.
const CAUSED: f64 = 10_000.0;
/// Texts kept per step (core's limits).
const APPEARED: usize = 40;

/// What became of the list of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    Added(u32),
    Changed(u32),
    Gone(u32),
}

/// What the page showed once it was still.
#[derive(Clone, Debug, Default)]
pub(super) struct Shown {
    pub url: String,
    pub title: String,
    pub appeared: Vec<String>,
    pub mutated: u64,
}

/// The steps so far.
#[derive(Debug, Default)]
pub(super) struct Merger {
    drafts: Vec<Draft>,
    next: u32,
    /// The tab that a replay would have in front.
    front: u32,
    openers: BTreeMap<u32, Option<u32>>,
    closed: BTreeSet<u32>,
}

impl Merger {
    pub fn drafts_mut(&mut self) -> impl Iterator<Item = &mut Draft> {
        self.drafts.iter_mut()
    }

    pub fn view(&self, id: u32) -> Option<RecordedStepView> {
        let index = self.drafts.iter().position(|draft| draft.id == id)?;
        Some(self.drafts[index].view(index))
    }

    pub fn draft_mut(&mut self, id: u32) -> Option<&mut Draft> {
        self.drafts.iter_mut().find(|draft| draft.id == id)
    }

    pub fn last(&self) -> Option<&Draft> {
        self.drafts.last()
    }

    /// The latest step in a tab.
    pub fn last_in(&self, tab: u32) -> Option<&Draft> {
        self.drafts.iter().rev().find(|draft| draft.step.page.tab == tab)
    }

    pub fn front(&self) -> u32 {
        self.front
    }

    /// Takes a step out.
    pub fn remove(&mut self, id: u32) -> bool {
        let before = self.drafts.len();
        self.drafts.retain(|draft| draft.id != id);
        self.drafts.len() < before
    }

    /// The steps as a trajectory holds them.
    pub fn finish(&mut self) -> Vec<Step> {
        let mut changes = Vec::new();
        self.drop_idle(None, &mut changes);
        std::mem::take(&mut self.drafts).into_iter().map(Draft::finished).collect()
    }

    /// Takes in what was done next.
    pub fn push(&mut self, seen: Seen) -> Vec<Change> {
        let mut changes = Vec::new();
        self.drop_idle(Some(&seen), &mut changes);
        match seen.what.clone() {
            What::Fill { value, day, slider } => self.fill(seen, value, day, slider, &mut changes),
            What::Click(click) => self.click(seen, click, &mut changes),
            What::DoubleClick { spot } => {
                let mut raw = Vec::new();
                for _ in 0..2 {
                    let part = self.drafts.last().is_some_and(|last| {
                        last.is(Action::Click)
                            && last.same(&seen.document, &seen.key)
                            && seen.at - last.at < DOUBLE
                    });
                    if part {
                        self.absorb_last(&mut raw, &mut changes);
                    }
                }
                let at = self.add(seen, Action::DoubleClick, None, raw, &mut changes);
                self.drafts[at].step.spot = spot;
            }
            What::Hover => {
                let again = self
                    .drafts
                    .last()
                    .is_some_and(|last| last.is(Action::Hover) && last.same(&seen.document, &seen.key));
                if !again {
                    self.add(seen, Action::Hover, None, Vec::new(), &mut changes);
                }
            }
            What::Press(chord) => {
                // The click that put the focus there says nothing more.
                let mut raw = Vec::new();
                let focused = self
                    .drafts
                    .last()
                    .is_some_and(|last| last.idle == Idle::Field && last.same(&seen.document, &seen.key));
                if focused {
                    self.absorb_last(&mut raw, &mut changes);
                }
                self.add(seen, Action::Press, Some(Value::Text(chord)), raw, &mut changes);
            }
            What::Select(label) => self.select(seen, label, &mut changes),
            What::Check(on) => self.check(seen, on, &mut changes),
            What::Upload { files, via } => self.upload(seen, &files, via.as_deref(), &mut changes),
            What::Drag { from, to, to_spot, canvas: _ } => {
                let at = self.add(seen, Action::Drag, None, Vec::new(), &mut changes);
                let step = &mut self.drafts[at].step;
                step.spot = from;
                step.destination = to.map(|to| *to);
                step.destination_spot = to_spot;
            }
            What::Scroll(by) => self.scroll(seen, by, &mut changes),
            What::Choose(choose) => self.choose(seen, choose, &mut changes),
            What::Kept(value) => self.kept(&seen, &value, &mut changes),
            What::Day { shown, cell, hints, header } => {
                self.day(seen, &shown, &cell, &hints, &header, &mut changes);
            }
            What::Navigate(url) => self.navigate(seen, url, &mut changes),
            What::Back => drop(self.add(seen, Action::Back, None, Vec::new(), &mut changes)),
            What::Forward => drop(self.add(seen, Action::Forward, None, Vec::new(), &mut changes)),
            What::Reload => drop(self.add(seen, Action::Reload, None, Vec::new(), &mut changes)),
            What::NewTab(url) => {
                let tab = seen.page.tab;
                self.openers.insert(tab, None);
                self.front = tab;
                let value = (!url.is_empty()).then_some(Value::Text(url));
                self.add(seen, Action::NewTab, value, Vec::new(), &mut changes);
            }
            What::CloseTab => {
                let tab = seen.page.tab;
                self.add(seen, Action::CloseTab, None, Vec::new(), &mut changes);
                self.closed(tab);
            }
        }
        changes
    }

    // Effects ------------------------------------------------------------------------------------------------

    /// A tab that the page opened: a replay follows it.
    pub fn popped_up(&mut self, tab: u32, opener: Option<u32>) {
        self.openers.insert(tab, opener);
        self.front = tab;
    }

    /// A tab is gone: a replay goes back to its opener, or to the newest one.
    pub fn closed(&mut self, tab: u32) {
        self.closed.insert(tab);
        self.openers.entry(tab).or_insert(None);
        if self.front == tab {
            let open = |tab: &u32| !self.closed.contains(tab);
            let opener = self.openers.get(&tab).copied().flatten().filter(open);
            let newest = self.openers.keys().copied().rev().find(open);
            self.front = opener.or(newest).unwrap_or(0);
        }
    }

    /// Attaches a signal to the step that caused it.
    pub fn signal(&mut self, tab: u32, now: f64, signal: Signal) -> Option<Change> {
        let draft = self.cause(tab, now)?;
        let id = draft.id;
        draft.add_signal(signal).then_some(Change::Changed(id))
    }

    /// Attaches a request to the step that caused it; gives the step's id and the request's place in it.
    pub fn request(&mut self, tab: u32, now: f64, request: Request) -> Option<(u32, usize)> {
        let draft = self.cause(tab, now)?;
        if draft.step.requests.len() >= 200 {
            return None;
        }
        draft.step.requests.push(request);
        Some((draft.id, draft.step.requests.len() - 1))
    }

    /// The page is still again.
    pub fn shown(&mut self, tab: u32, shown: Shown) -> Option<Change> {
        let draft = self.drafts.iter_mut().rev().find(|draft| draft.step.page.tab == tab)?;
        draft.settled = true;
        // What a page does much later is not this step's doing.
        let whole = draft.step.after.url.is_empty();
        draft.effect |= shown.mutated > 0 && whole;
        let mut appeared = std::mem::take(&mut draft.step.after.appeared);
        for text in shown.appeared {
            if appeared.len() < APPEARED && !appeared.contains(&text) {
                appeared.push(text);
            }
        }
        let picture = draft.step.after.picture.take();
        draft.step.after = Snapshot { url: shown.url, title: shown.title, picture, appeared };
        Some(Change::Changed(draft.id))
    }

    /// The person answered a dialog otherwise than with its plain yes: a replay has to plan that before.
    pub fn dialog_answer(&mut self, tab: u32, now: f64, answer: &str) -> Vec<Change> {
        let Some(id) = self.cause(tab, now).map(|draft| draft.id) else {
            return Vec::new();
        };
        let Some(at) = self.drafts.iter().position(|draft| draft.id == id) else {
            return Vec::new();
        };
        let mut step = Step::new(self.drafts[at].step.page.clone(), Action::Dialog);
        step.value = Some(Value::Text(answer.to_owned()));
        let draft = Draft { id: self.take_id(), step, raw: Vec::new(), ..blank(&self.drafts[at]) };
        let id = draft.id;
        self.drafts.insert(at, draft);
        vec![Change::Added(id)]
    }

    fn cause(&mut self, tab: u32, now: f64) -> Option<&mut Draft> {
        let in_tab = self.drafts.iter().rposition(|draft| draft.step.page.tab == tab);
        let at = in_tab.or_else(|| self.drafts.len().checked_sub(1))?;
        let draft = &mut self.drafts[at];
        (now - draft.at < CAUSED).then_some(draft)
    }

    // Merging ------------------------------------------------------------------------------------------------

    /// Takes the last step out again where it was a click without any effect.
    fn drop_idle(&mut self, next: Option<&Seen>, changes: &mut Vec<Change>) {
        let Some(last) = self.drafts.last() else { return };
        let follows = next.is_some_and(|next| last.same(&next.document, &next.key));
        let effectless = match last.idle {
            Idle::No => false,
            // Focus alone changes classes: only new texts count.
            Idle::Field => !last.step.signals.is_empty() || last.step.after.appeared.is_empty(),
            Idle::Plain => (last.settled || next.is_none()) && !last.had_effect(),
        };
        let used = next.is_some_and(|next| matches!(next.what, What::Choose(_) | What::Day { .. }));
        if effectless && !follows && !used && !matches!(next.map(|n| &n.what), Some(What::Kept(_))) {
            changes.push(Change::Gone(last.id));
            self.drafts.pop();
        }
    }

    fn absorb_last(&mut self, raw: &mut Vec<serde_json::Value>, changes: &mut Vec<Change>) {
        if let Some(last) = self.drafts.pop() {
            changes.push(Change::Gone(last.id));
            raw.splice(0..0, last.raw);
        }
    }

    fn take_id(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    /// Adds a step; where it happens in another tab than a replay would have in front, the change of tabs first.
    fn add(
        &mut self,
        seen: Seen,
        action: Action,
        value: Option<Value>,
        raw: Vec<serde_json::Value>,
        changes: &mut Vec<Change>,
    ) -> usize {
        let tab = seen.page.tab;
        self.openers.entry(tab).or_insert(seen.page.opener);
        if tab != self.front && !self.drafts.is_empty() && action != Action::NewTab {
            let step = Step {
                value: Some(Value::Text(tab.to_string())),
                ..Step::new(seen.page.clone(), Action::SwitchTab)
            };
            let id = self.take_id();
            self.drafts.push(draft_of(id, step, &seen, Vec::new()));
            changes.push(Change::Added(id));
        }
        self.front = tab;
        let mut step = Step::new(seen.page.clone(), action);
        step.value = value;
        step.target.clone_from(&seen.target);
        step.mark.clone_from(&seen.mark);
        let id = self.take_id();
        let mut raw = raw;
        match &seen.raw {
            serde_json::Value::Array(events) => raw.extend(events.iter().cloned()),
            serde_json::Value::Null => {}
            other => raw.push(other.clone()),
        }
        self.drafts.push(draft_of(id, step, &seen, raw));
        changes.push(Change::Added(id));
        self.drafts.len() - 1
    }

    fn click(&mut self, seen: Seen, click: Click, changes: &mut Vec<Change>) {
        if let Some(last) = self.drafts.last_mut()
            && click.by_key
            && last.is(Action::Press)
            && last.document == seen.document
            && last.key != seen.key
            && seen.at - last.at < 400.0
            && last.step.text() == Some("Enter")
        {
            // The browser presses the form's button for an Enter in a field.
            last.raw.extend(seen.raw.as_array().into_iter().flatten().cloned());
            return;
        }
        let at = self.add(seen, Action::Click, None, Vec::new(), changes);
        let draft = &mut self.drafts[at];
        draft.pressed = click.spot;
        draft.step.spot = click.spot.filter(|_| click.canvas);
        draft.toggles = click.toggles;
        draft.calendar = click.calendar;
        draft.idle = match () {
            () if click.field && !click.opens => Idle::Field,
            () if click.idle => Idle::Plain,
            () => Idle::No,
        };
        if !click.modifiers.is_empty() {
            draft.warnings.push(format!("{} was held down", click.modifiers.join("+")));
        }
    }

    fn fill(&mut self, seen: Seen, value: Value, day: bool, slider: bool, changes: &mut Vec<Change>) {
        let mut raw = Vec::new();
        let mut target = None;
        while self
            .drafts
            .last()
            .is_some_and(|last| last.is(Action::Click) && last.same(&seen.document, &seen.key))
        {
            target = self.drafts.last().and_then(|last| last.step.target.clone());
            self.absorb_last(&mut raw, changes);
        }
        // The same field again, with nothing but other values set in between: only the last value counts.
        for draft in self.drafts.iter_mut().rev() {
            if draft.is(Action::Fill) && draft.same(&seen.document, &seen.key) {
                let same = draft.step.value.as_ref() == Some(&value);
                draft.at = seen.at;
                draft.raw.extend(raw);
                draft.raw.extend(seen.raw.as_array().into_iter().flatten().take(40).cloned());
                draft.raw.truncate(200);
                if !same {
                    draft.step.value = Some(value);
                    draft.step.compound = day.then_some(DAY);
                    draft.settled = false;
                    let id = draft.id;
                    changes.push(Change::Changed(id));
                }
                return;
            }
            if draft.document != seen.document || !draft.only_sets() {
                break;
            }
        }
        let at = self.add(seen, Action::Fill, Some(value), raw, changes);
        let draft = &mut self.drafts[at];
        if let Some(target) = target {
            draft.step.target = Some(target);
        }
        draft.step.compound = day.then_some(DAY);
        if slider {
            draft.warnings.push("a slider: a replay sets its value without dragging".to_owned());
        }
    }

    fn select(&mut self, seen: Seen, label: String, changes: &mut Vec<Change>) {
        let multiple = seen.target.as_ref().is_some_and(|target| target.role.as_deref() == Some("listbox"));
        if let Some(last) = self.drafts.last_mut()
            && !multiple
            && last.is(Action::Select)
            && last.same(&seen.document, &seen.key)
            && last.step.requests.is_empty()
        {
            last.step.value = Some(Value::Text(label));
            changes.push(Change::Changed(last.id));
            return;
        }
        self.add(seen, Action::Select, Some(Value::Text(label)), Vec::new(), changes);
    }

    fn check(&mut self, seen: Seen, on: bool, changes: &mut Vec<Change>) {
        let action = if on { Action::Check } else { Action::Uncheck };
        let mut raw = Vec::new();
        if let Some(last) = self.drafts.last_mut()
            && last.same(&seen.document, &seen.key)
        {
            if last.is(Action::Click) && last.toggles {
                // The click was the tick. It keeps its place and its number.
                last.step.action = action;
                last.toggles = false;
                last.at = seen.at;
                last.raw.extend(seen.raw.as_array().into_iter().flatten().cloned());
                changes.push(Change::Changed(last.id));
                return;
            }
            let opposite = if on { Action::Uncheck } else { Action::Check };
            if last.is(action) && seen.at - last.at < 100.0 {
                return;
            }
            if last.is(opposite) && last.only_sets() && !last.had_effect() {
                self.absorb_last(&mut raw, changes);
            }
        }
        self.add(seen, action, None, raw, changes);
    }

    fn upload(&mut self, seen: Seen, files: &[String], via: Option<&str>, changes: &mut Vec<Change>) {
        let mut raw = Vec::new();
        let opened = self.drafts.last().is_some_and(|last| {
            last.is(Action::Click)
                && last.document == seen.document
                && (last.key == seen.key || via == Some(last.key.as_str()))
        });
        if opened {
            self.absorb_last(&mut raw, changes);
        }
        let Some(first) = files.first() else { return };
        let name = first.rsplit(['/', '\\']).next().unwrap_or(first).to_owned();
        let at = self.add(seen, Action::Upload, Some(Value::File(name)), raw, changes);
        if files.len() > 1 {
            let names = files[1..].join("`, `");
            self.drafts[at].warnings.push(format!("only the first file is kept; beside it was `{names}`"));
        }
    }

    fn scroll(&mut self, seen: Seen, by: String, changes: &mut Vec<Change>) {
        let pair = |text: &str| {
            let (x, y) = text.split_once(',')?;
            Some((x.parse::<i64>().ok()?, y.parse::<i64>().ok()?))
        };
        if let Some(last) = self.drafts.last_mut()
            && last.is(Action::Scroll)
            && last.document == seen.document
            && last.key == seen.key
            && let (Some(was), Some(more)) = (last.step.text().and_then(pair), pair(&by))
        {
            last.step.value = Some(Value::Text(format!("{},{}", was.0 + more.0, was.1 + more.1)));
            changes.push(Change::Changed(last.id));
            return;
        }
        self.add(seen, Action::Scroll, Some(Value::Text(by)), Vec::new(), changes);
    }

    fn navigate(&mut self, seen: Seen, url: String, changes: &mut Vec<Change>) {
        if let Some(last) = self.drafts.last_mut()
            && last.is(Action::NewTab)
            && last.step.page.tab == seen.page.tab
            && last.step.value.is_none()
        {
            last.step.value = Some(Value::Text(url));
            last.at = seen.at;
            changes.push(Change::Changed(last.id));
            return;
        }
        self.add(seen, Action::Navigate, Some(Value::Text(url)), Vec::new(), changes);
    }
}

const DAY: atelier_core::compound::Compound =
    atelier_core::compound::Compound::Date { format: None, opener: None };

fn draft_of(id: u32, step: Step, seen: &Seen, raw: Vec<serde_json::Value>) -> Draft {
    Draft {
        id,
        step,
        document: seen.document.clone(),
        key: seen.key.clone(),
        frame: seen.frame.clone(),
        at: seen.at,
        idle: Idle::No,
        pressed: None,
        toggles: false,
        calendar: false,
        settled: false,
        effect: false,
        raw,
        warnings: Vec::new(),
    }
}

/// A draft beside another one, without what makes that one special.
fn blank(beside: &Draft) -> Draft {
    Draft {
        key: String::new(),
        idle: Idle::No,
        pressed: None,
        toggles: false,
        calendar: false,
        settled: true,
        effect: true,
        raw: Vec::new(),
        warnings: Vec::new(),
        ..beside.clone()
    }
}

#[cfg(test)]
mod tests;
