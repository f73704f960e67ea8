//! A step that may still change: what it is, and what it is known to have caused.

use atelier_core::compound::Compound;
use atelier_core::ipc::RecordedStepView;
use atelier_core::target::Target;
use atelier_core::trajectory::{Action, Obstacle, Replayable, Signal, Spot, Step, Value};
use serde_json::{Value as Json, json};

use super::words;

/// Why a click may turn out to be no step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Idle {
    No,
    /// Into a text field, to write there.
    Field,
    /// On something that is no control.
    Plain,
}

/// One step under way.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub id: u32,
    pub step: Step,
    pub document: String,
    pub key: String,
    pub frame: Option<String>,
    /// Unix milliseconds of its last event.
    pub at: f64,
    pub idle: Idle,
    /// Where in its target's box was pressed.
    pub pressed: Option<Spot>,
    /// A tick is about to follow.
    pub toggles: bool,
    /// In a calendar.
    pub calendar: bool,
    /// The page was still again after it.
    pub settled: bool,
    /// The page changed because of it.
    pub effect: bool,
    pub raw: Vec<Json>,
    pub warnings: Vec<String>,
}

impl Draft {
    pub fn is(&self, action: Action) -> bool {
        self.step.action == action
    }

    /// Same element of the same document.
    pub fn same(&self, document: &str, key: &str) -> bool {
        !key.is_empty() && self.key == key && self.document == document
    }

    /// Anything is known to have come of it.
    pub fn had_effect(&self) -> bool {
        let step = &self.step;
        self.effect
            || !step.signals.is_empty()
            || !step.requests.is_empty()
            || !step.after.appeared.is_empty()
    }

    /// A later step may be merged into an earlier one across this one: it only sets a value.
    pub fn only_sets(&self) -> bool {
        let sets =
            matches!(self.step.action, Action::Fill | Action::Check | Action::Uncheck | Action::Select);
        (sets || self.idle == Idle::Field) && self.step.signals.is_empty() && self.step.requests.is_empty()
    }

    /// The step as a trajectory holds it.
    pub fn finished(mut self) -> Step {
        self.step.raw = Some(json!({ "events": self.raw, "warnings": self.warnings }));
        self.step
    }

    /// The step as the list shows it.
    pub fn view(&self, index: usize) -> RecordedStepView {
        let step = &self.step;
        RecordedStepView {
            id: self.id,
            index,
            action: step.action,
            guidance: step.label.clone().unwrap_or_else(|| words::guidance(step)),
            target: step.target.as_ref().map(Target::describe),
            value: step.value.clone(),
            compound: step.compound.clone(),
            tab: step.page.tab,
            url: step.page.url.clone(),
            picture: step.after.picture.clone(),
            mark: step.mark.clone(),
            warnings: self.all_warnings(),
            parameter: step.parameter.clone(),
            signals: step.signals.clone(),
            requests: step.requests.iter().map(|one| format!("{} {}", one.method, one.path)).collect(),
        }
    }

    fn all_warnings(&self) -> Vec<String> {
        let mut all = self.warnings.clone();
        if let Some(Replayable::No { why: Obstacle::Canvas, .. }) = self.step.mark {
            all.push("a replay presses the same place of the picture, whatever it shows then".to_owned());
        }
        if self.step.action == Action::Drag {
            all.push("a replay drags from place to place; where things stand may be another then".to_owned());
        }
        all
    }

    /// Replaces the value by the name of a keychain entry; gives what it was.
    pub fn make_secret(&mut self, name: Option<String>) -> Option<String> {
        let was = match &self.step.value {
            Some(Value::Text(text)) => text.clone(),
            _ => return None,
        };
        let name = name.unwrap_or_else(|| {
            let field = self.step.target.as_ref().and_then(|t| t.label.clone().or_else(|| t.name.clone()));
            format!("secret/{}", words::plain(field.as_deref().unwrap_or("field")))
        });
        self.step.value = Some(Value::Secret(name));
        if let Some(Compound::Autocomplete { typed, .. }) = &mut self.step.compound {
            *typed = None;
        }
        Some(was)
    }

    pub fn add_signal(&mut self, signal: Signal) -> bool {
        if self.step.signals.last() == Some(&signal) || self.step.signals.len() >= 50 {
            return false;
        }
        self.step.signals.push(signal);
        true
    }
}
