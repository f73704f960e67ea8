//! Tasks: what was asked for, what was done, at what cost. One row per task (AutoTailor §3.1.1).

use serde::{Deserialize, Serialize};

use crate::ids::{SkillId, TaskId};
use crate::replay::{ReplayReport, StepReport};
use crate::template::Bindings;

/// How skills are put before a model (WebXSkill §3.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    #[default]
    Grounded,
    Guided,
    Mixed,
}

/// How a task ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TaskOutcome {
    /// The skill's postconditions held.
    Done,
    Failed {
        reason: String,
    },
    /// Nothing in the active set fits. `nearest` names the closest skills with their similarity.
    NoSkillFits {
        reason: String,
        nearest: Vec<NearSkill>,
    },
    /// The task does not say these parameters of the skill.
    NeedsInput {
        skill: String,
        missing: Vec<MissingInput>,
    },
    /// A person stopped it.
    Stopped,
    /// The app or Chromium ended in the middle of it.
    Interrupted,
    Running,
}

impl TaskOutcome {
    /// Lower-case name.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Failed { .. } => "failed",
            Self::NoSkillFits { .. } => "no skill fits",
            Self::NeedsInput { .. } => "needs input",
            Self::Stopped => "stopped",
            Self::Interrupted => "interrupted",
            Self::Running => "running",
        }
    }

    /// True where the current set could not do it (domain rules: failed, or no fitting skill).
    pub const fn is_gap(&self) -> bool {
        matches!(self, Self::Failed { .. } | Self::NoSkillFits { .. })
    }
}

/// A skill that was close but not close enough.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NearSkill {
    pub name: String,
    /// Similarity in thousandths.
    pub similarity: u32,
    /// Why it was not taken.
    pub why: String,
}

/// A parameter that has no value yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MissingInput {
    pub name: String,
    pub description: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
}

/// Tokens, apart for tooling and fallback.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tokens {
    pub tooling_request: u64,
    pub tooling_completion: u64,
    pub fallback_request: u64,
    pub fallback_completion: u64,
}

/// One call of a skill within a task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkillCall {
    pub skill: SkillId,
    pub name: String,
    pub arguments: Bindings,
    pub succeeded: bool,
}

/// The row of one task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TaskRecord {
    pub id: TaskId,
    pub intent: String,
    pub normalised: String,
    /// Alias of the site.
    pub site: String,
    pub start_url: String,
    /// `local` for the local planner, else the model's name.
    pub model: String,
    pub mode: Mode,
    pub calls: Vec<SkillCall>,
    pub outcome: TaskOutcome,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    pub final_url: String,
    pub latency_ms: u64,
    pub model_calls: u32,
    pub mcp_calls: u32,
    pub tokens: Tokens,
    pub gap: bool,
    /// What the user said afterwards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub right: Option<bool>,
    /// Unix milliseconds.
    pub started_at: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<i64>,
}

/// What is asked of the worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskRequest {
    pub intent: String,
    pub start_url: String,
    /// `local`, or a model's name.
    pub model: String,
    pub mode: Mode,
    pub fallback: bool,
    pub max_steps: u32,
    /// Values the user gave for parameters that the task did not say.
    #[serde(default)]
    pub inputs: Bindings,
}

/// The published step budget (WebXSkill §3.3).
pub const STEP_BUDGET: u32 = 30;

/// What happens while a task runs, in order. Stored one row each, and sent to the screens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum RunEvent {
    Started {
        task: TaskId,
        intent: String,
        start_url: String,
    },
    /// The planner chose a skill, and why.
    Chosen {
        skill: String,
        arguments: Bindings,
        similarity: f64,
        why: String,
    },
    /// A step begins.
    StepStarted {
        index: usize,
        guidance: String,
    },
    StepEnded {
        step: Box<StepReport>,
    },
    /// The page as it looks now: content hash of a picture.
    Frame {
        picture: String,
        url: String,
    },
    /// A step with an effect waits for the user.
    Approval {
        request: ApprovalRequest,
    },
    Replayed {
        report: Box<ReplayReport>,
    },
    Ended {
        record: Box<TaskRecord>,
    },
}

/// What the user is asked before something is sent that cannot be taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApprovalRequest {
    pub skill: String,
    pub step: usize,
    pub guidance: String,
    /// Where it would be sent.
    pub url: String,
    /// Field names and the values that would be sent; secrets are left out.
    pub fields: Vec<(String, String)>,
    pub effect: crate::effect::Effect,
}

/// The user's answer to an approval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    AllowOnce,
    AlwaysForSkill,
    Stop,
}
