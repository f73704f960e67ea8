//! Trajectories: what was done on pages, in order. A stored trajectory never changes.

use serde::{Deserialize, Serialize};

use crate::compound::Compound;
use crate::ids::TrajectoryId;
use crate::target::Target;

/// Version of the native format that this build writes and reads.
pub const SCHEMA: u32 = 1;

/// A recorded or imported sequence of steps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trajectory {
    /// Always [`SCHEMA`].
    pub schema: u32,
    pub id: TrajectoryId,
    pub source: Source,
    /// What the person wanted, in their words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<String>,
    pub start_url: String,
    /// Unix milliseconds.
    pub recorded_at: i64,
    pub outcome: Outcome,
    pub steps: Vec<Step>,
    /// What the source held beside the steps, untouched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raw: Option<serde_json::Value>,
}

impl Trajectory {
    /// The answer given at the end, if the trajectory ends in one.
    pub fn answer(&self) -> Option<&str> {
        let last = self.steps.last()?;
        (last.action == Action::Answer).then_some(last.value.as_ref()).flatten().and_then(Value::text)
    }
}

/// Where a trajectory came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Source {
    /// Recorded by Atelier.
    Recorded,
    /// Read from a file of another program, or from an exported one.
    Imported { format: String, file: String },
}

/// How the recorded attempt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Success,
    Failure,
    Unknown,
}

/// The page a step happened on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Page {
    pub url: String,
    #[serde(default)]
    pub title: String,
    /// Number of the tab in order of opening, from 0.
    #[serde(default)]
    pub tab: u32,
    /// The tab that opened this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opener: Option<u32>,
}

/// The closed set of actions (domain rules, "Trajectory").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    Navigate,
    Back,
    Forward,
    Reload,
    NewTab,
    SwitchTab,
    CloseTab,
    Click,
    DoubleClick,
    Hover,
    /// Sets the whole value.
    Fill,
    /// Sends key events.
    Type,
    Press,
    Select,
    Check,
    Uncheck,
    Upload,
    Drag,
    Scroll,
    Wait,
    Dialog,
    Assert,
    /// Reads the target's text; in a skill the value names the output.
    Extract,
    Answer,
}

impl Action {
    /// True where the action needs an element.
    pub const fn needs_target(self) -> bool {
        matches!(
            self,
            Self::Click
                | Self::DoubleClick
                | Self::Hover
                | Self::Fill
                | Self::Type
                | Self::Select
                | Self::Check
                | Self::Uncheck
                | Self::Upload
                | Self::Drag
                | Self::Extract
        )
    }

    /// True where the action moves a task forward, as opposed to waiting or looking.
    pub const fn is_meaningful(self) -> bool {
        !matches!(self, Self::Wait | Self::Scroll | Self::Hover | Self::Assert | Self::Answer)
    }

    /// Lower-case name as in files and on screen.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Navigate => "navigate",
            Self::Back => "back",
            Self::Forward => "forward",
            Self::Reload => "reload",
            Self::NewTab => "new_tab",
            Self::SwitchTab => "switch_tab",
            Self::CloseTab => "close_tab",
            Self::Click => "click",
            Self::DoubleClick => "double_click",
            Self::Hover => "hover",
            Self::Fill => "fill",
            Self::Type => "type",
            Self::Press => "press",
            Self::Select => "select",
            Self::Check => "check",
            Self::Uncheck => "uncheck",
            Self::Upload => "upload",
            Self::Drag => "drag",
            Self::Scroll => "scroll",
            Self::Wait => "wait",
            Self::Dialog => "dialog",
            Self::Assert => "assert",
            Self::Extract => "extract",
            Self::Answer => "answer",
        }
    }
}

/// What a step typed, chose, read or said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    /// Plain text; for `navigate` a URL, for `press` a key chord such as `Control+a`.
    Text(String),
    /// Name of a keychain entry; the secret itself is never stored.
    Secret(String),
    /// Name of a file to upload, without its folder.
    File(String),
}

impl Value {
    /// The text, unless the value is a secret or a file.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Secret(_) | Self::File(_) => None,
        }
    }
}

/// What an action set off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "signal", rename_all = "snake_case")]
pub enum Signal {
    Navigation { url: String, same_document: bool },
    PopUp { url: String, tab: u32 },
    Download { file: String },
    Dialog { kind: String, message: String },
}

/// One request that a step caused: shape only, never values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// Upper case.
    pub method: String,
    /// Path without query.
    pub path: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// Names of form fields and query keys.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<String>,
}

/// A point inside of a box, as shares of its width and height from the top left (0 to 1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spot {
    pub x: f64,
    pub y: f64,
}

/// Whether a recorded step will replay, as far as the page told when it was recorded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "replays", rename_all = "snake_case")]
pub enum Replayable {
    /// The target was found again by the same scoring that a replay uses. Steps without a target score 1.
    Yes { score: f64 },
    No {
        why: Obstacle,
        /// More about it, for people; empty where there is nothing to add.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        detail: String,
    },
}

/// Why a recorded step will not replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Obstacle {
    /// Only the host of a closed shadow root can be addressed.
    ClosedShadowRoot,
    /// A picture has no elements; only coordinates are known.
    Canvas,
    /// Nothing about the element outlasts a change of layout.
    NoLastingIdentity,
    /// Several elements cannot be told apart.
    Ambiguous,
    /// The target's identities did not lead back to the element.
    NotFound,
}

impl Obstacle {
    /// The words for it on screen.
    pub const fn words(self) -> &'static str {
        match self {
            Self::ClosedShadowRoot => "it is inside a closed shadow root",
            Self::Canvas => "it is a point in a picture",
            Self::NoLastingIdentity => "its element has no lasting identity",
            Self::Ambiguous => "several elements look the same",
            Self::NotFound => "its element is not found again",
        }
    }
}

/// A page before or after a step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    pub url: String,
    #[serde(default)]
    pub title: String,
    /// Content hash of the picture file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// Visible texts that were not on the page before the step (at most 40, 200 characters each).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub appeared: Vec<String>,
}

/// One step of a trajectory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    pub page: Page,
    /// CSS of each frame element from the top document inwards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub frame_path: Vec<String>,
    pub action: Action,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
    /// Where a drag ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub destination: Option<Target>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// How a widget that takes several moves took the value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compound: Option<Compound>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signals: Vec<Signal>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requests: Vec<Request>,
    #[serde(default)]
    pub before: Snapshot,
    #[serde(default)]
    pub after: Snapshot,
    /// Where in the target's box the action began, where that matters (pictures, drags, closed shadow roots).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spot: Option<Spot>,
    /// Where in the destination's box a drag ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub destination_spot: Option<Spot>,
    /// What the person called the step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Name of the parameter that the person made of the value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parameter: Option<String>,
    /// Whether it will replay; none where nobody looked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<Replayable>,
    /// Why the step failed when it was recorded; such steps teach, but are not cut into skills.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The source's own step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raw: Option<serde_json::Value>,
}

impl Step {
    /// A step with nothing but an action on a page.
    pub fn new(page: Page, action: Action) -> Self {
        Self {
            before: Snapshot { url: page.url.clone(), title: page.title.clone(), ..Snapshot::default() },
            page,
            frame_path: Vec::new(),
            action,
            target: None,
            destination: None,
            value: None,
            compound: None,
            reasoning: None,
            signals: Vec::new(),
            requests: Vec::new(),
            after: Snapshot::default(),
            spot: None,
            destination_spot: None,
            label: None,
            parameter: None,
            mark: None,
            error: None,
            raw: None,
        }
    }

    /// The step's text value, if it has one.
    pub fn text(&self) -> Option<&str> {
        self.value.as_ref().and_then(Value::text)
    }
}
