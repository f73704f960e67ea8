//! A recording under way: what is asked for, what is told, what the person can do about it.

use serde::{Deserialize, Serialize};

use crate::compound::Compound;
use crate::ids::TrajectoryId;
use crate::ipc::error::UiError;
use crate::trajectory::{Action, Replayable, Signal, Value};

/// What to record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordRequest {
    /// The page to begin on.
    pub url: String,
    /// What the person is about to do, in their words; it becomes the trajectory's task.
    #[serde(default)]
    pub name: Option<String>,
    /// Without a window: another program acts as the person.
    #[serde(default)]
    pub headless: bool,
}

/// Progress of a recording, in order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum RecordEvent {
    /// The page is open and every action is recorded from here on.
    Started { url: String, name: Option<String> },
    /// A step was added at its `index`.
    Step { step: Box<RecordedStepView> },
    /// A step is different now: it went on (typing), its effects are known, it was marked or renamed.
    Changed { step: Box<RecordedStepView> },
    /// A step is gone: it was dropped, or turned out to be a part of another one.
    Gone { id: u32 },
    /// All open tabs; told whenever one opens, closes, comes to the front or shows another page.
    Tabs { tabs: Vec<RecordedTab> },
    /// Nothing is recorded while `paused`.
    Paused { paused: bool },
    /// The recording is over. `trajectory` is the stored one; none where it was thrown away or held no step, and
    /// none where the person closed the last tab: then it can still be kept, after which this is told again.
    Ended { trajectory: Option<TrajectoryId>, steps: usize, error: Option<UiError> },
}

/// One recorded step as the list shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordedStepView {
    /// Stays the same for as long as the step is there; never used again.
    pub id: u32,
    /// Position in the list, from 0. Steps behind a dropped one move up without an event of their own.
    pub index: usize,
    pub action: Action,
    /// The step in words (`Click button “Sign in”`), or what the person renamed it to.
    pub guidance: String,
    /// The element in words (`button “Sign in”`); none where the action needs none.
    pub target: Option<String>,
    /// What was typed or chosen; a secret by the name of its keychain entry only.
    pub value: Option<Value>,
    /// Where it is a date, an autocomplete or a list that is no native one.
    pub compound: Option<Compound>,
    /// Number of the tab.
    pub tab: u32,
    pub url: String,
    /// Content hash of the picture after the step; it comes with a later [`RecordEvent::Changed`].
    pub picture: Option<String>,
    /// Whether it will replay, and if not why.
    pub mark: Option<Replayable>,
    /// What a replay may stumble over although the element is found (coordinates, for example).
    pub warnings: Vec<String>,
    /// Name of the parameter the value was marked as.
    pub parameter: Option<String>,
    /// What the step set off: navigations, new tabs, downloads, dialogs.
    pub signals: Vec<Signal>,
    /// `METHOD /path` of the requests it caused.
    pub requests: Vec<String>,
}

/// One open tab.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedTab {
    /// Number in order of opening, from 0.
    pub tab: u32,
    pub title: String,
    pub url: String,
    pub opener: Option<u32>,
    /// The tab that was acted in last.
    pub front: bool,
}

/// What the person does about the recording.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "control", rename_all = "snake_case")]
pub enum RecordControl {
    Pause,
    Resume,
    /// Takes a step out.
    Drop {
        step: u32,
    },
    /// Makes the value a parameter of this name; none makes it a fixed value again.
    Parameter {
        step: u32,
        name: Option<String>,
    },
    /// Replaces the value by a keychain reference of this name (`site/field`; one is made up where none is
    /// given). The value is forgotten and cannot be brought back.
    Secret {
        step: u32,
        name: Option<String>,
    },
    /// Sets the step's own words; an empty text brings the made ones back.
    Rename {
        step: u32,
        label: String,
    },
}
