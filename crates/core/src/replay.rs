//! Reports of replays: what each step matched, how surely, and what the page showed.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::effect::Effect;
use crate::healing::Healing;
use crate::ids::SkillId;
use crate::target::Identity;
use crate::template::Bindings;
use crate::trajectory::{Action, Request, Signal};

/// Why a step or a replay did not succeed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultCode {
    /// No element is good enough.
    NotFound,
    /// Several elements cannot be told apart.
    Ambiguous,
    /// The element is there but a person could not use it (hidden, disabled, covered, moving).
    NotActionable,
    /// The choice does not exist in the list.
    NoSuchOption,
    /// The step's deadline passed.
    Deadline,
    /// The page could not be loaded.
    Navigation,
    /// A condition after the step or the skill does not hold.
    Condition,
    MissingArgument,
    /// The action cannot be replayed here.
    Unsupported,
    /// The page crashed or was closed.
    PageGone,
    /// Chromium is gone.
    BrowserGone,
    /// A person stopped it.
    Stopped,
    /// The user did not allow the effect.
    NotAllowed,
    /// The step may have taken effect although it did not end well; nothing was repeated.
    MayHaveHappened,
    /// The keychain has no such secret, or cannot be reached.
    Secret,
}

/// One failure, with what to do about it in the message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    pub code: FaultCode,
    pub message: String,
}

/// How one step ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum StepOutcome {
    Done,
    /// An optional step that was not needed.
    Skipped {
        why: String,
    },
    Failed {
        fault: Fault,
    },
    /// Not carried out: a dry run stops before it.
    Held,
}

/// One candidate element, for the report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    pub description: String,
    pub carried: Vec<Identity>,
    /// Identities that nearly agree, with the share of their weight (0 to 1).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub near: BTreeMap<Identity, f64>,
    /// 0 to 1.
    pub score: f64,
}

/// Report of one step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StepReport {
    pub index: usize,
    pub guidance: String,
    pub action: Action,
    /// What the target is, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// The value as it was used; never a secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Identities that the chosen element carried.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub matched: Vec<Identity>,
    /// Score of the chosen element, 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// The best candidates where the match failed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<Candidate>,
    #[serde(flatten)]
    pub outcome: StepOutcome,
    /// What the step does to the world.
    #[serde(default)]
    pub effect: Effect,
    /// How it was done where there was more than one way (a day typed, or picked in the calendar).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub how: Option<String>,
    /// Names and values of the form, as they stand before a step that sends it; never a secret.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<(String, String)>,
    /// Text an extract step read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signals: Vec<Signal>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requests: Vec<Request>,
    pub took_ms: u64,
    pub url_after: String,
    /// Content hashes of picture files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture_before: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture_after: Option<String>,
}

/// One condition that was checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConditionReport {
    /// The condition in words, with the arguments filled in.
    pub condition: String,
    pub held: bool,
    /// What the page showed instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub saw: Option<String>,
}

/// How a replay ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "result", rename_all = "snake_case")]
pub enum ReplayResult {
    /// Every step done, every postcondition held.
    Completed,
    /// A dry run stopped before the commit step.
    HeldBeforeCommit,
    Failed {
        /// The failed step; none where a postcondition failed.
        step: Option<usize>,
        fault: Fault,
    },
}

/// Report of one replay of one skill.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReplayReport {
    pub skill: SkillId,
    pub skill_name: String,
    pub arguments: Bindings,
    pub steps: Vec<StepReport>,
    pub postconditions: Vec<ConditionReport>,
    /// Targets that were found only by other marks of theirs, for a person to accept or refuse.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub healings: Vec<Healing>,
    #[serde(flatten)]
    pub result: ReplayResult,
    /// Outputs of the extract steps.
    pub outputs: BTreeMap<String, String>,
    /// Text of the answer step, if the skill has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    pub final_url: String,
    pub took_ms: u64,
}

impl ReplayReport {
    /// True where the skill did what it promises.
    pub fn succeeded(&self) -> bool {
        self.result == ReplayResult::Completed
    }

    /// True where a step that may have changed something was carried out.
    pub fn may_have_changed(&self) -> bool {
        self.steps
            .iter()
            .flat_map(|step| &step.requests)
            .any(|request| crate::effect::of_request(request) != crate::effect::Effect::Read)
    }
}
