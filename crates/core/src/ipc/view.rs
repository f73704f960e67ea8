//! What the screens show, as the shell sends it.

use serde::{Deserialize, Serialize};

use crate::calibration::CurvePoint;
use crate::effect::Effect;
use crate::healing::{Difference, Healing, HealingState};
use crate::ids::{SkillId, TaskId, TrajectoryId};
use crate::ipc::library::CausedRequest;
use crate::replay::ReplayReport;
use crate::sets::{Mark, Move, Stage};
use crate::settings::{BrowserInUse, Selection, Settings};
use crate::site::Site;
use crate::skill::Skill;
use crate::task::{Mode, RunEvent, TaskOutcome, TaskRecord, Tokens};
use crate::trajectory::{Outcome, Source, Step};
use crate::verdict::{Exit, Rule, Verdict};

/// What the frame shows: counts, readiness, where data lives.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Overview {
    pub version: String,
    pub trajectories: usize,
    pub active: usize,
    pub gaps: usize,
    pub tasks: usize,
    /// `Chromium 156.0…`, or none where it was not found.
    pub browser: Option<String>,
    /// Name of the model in use; `local planner` without an endpoint.
    pub model: String,
    /// False where the embedding model's files are missing or damaged.
    pub embedding_ready: bool,
    /// Requests that left the machine today; 0 without an endpoint.
    pub outbound_today: usize,
    /// The data folder.
    pub home: String,
    pub sites: Vec<Site>,
    /// The practice sites, if this app serves them.
    pub practice: Option<PracticeView>,
    pub settings: Settings,
}

/// The browsers to record and act in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BrowserChoices {
    pub in_use: BrowserInUse,
    /// Names of the identities of Atelier's own browser.
    pub identities: Vec<String>,
    /// The user's own that allow remote debugging right now: product, and address of the socket.
    pub users: Vec<(String, String)>,
}

/// Addresses of the practice sites.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PracticeView {
    pub forum: String,
    pub shop: String,
}

/// One row of the Trajectories screen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrajectoryRow {
    pub id: TrajectoryId,
    pub task: Option<String>,
    pub site: String,
    pub source: Source,
    pub outcome: Outcome,
    pub steps: usize,
    /// Steps that a replay can find again.
    pub replayable: usize,
    /// Skills cut from it, in any stage.
    pub skills: usize,
    pub recorded_at: i64,
}

/// One trajectory whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrajectoryDetail {
    pub row: TrajectoryRow,
    pub steps: Vec<StepView>,
    /// Name and stage of each skill cut from it.
    pub skills: Vec<(String, Stage)>,
}

/// One step with what can be said about its replay.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StepView {
    pub step: Step,
    pub effect: Effect,
    /// Why it will not replay; none where it will.
    pub problem: Option<String>,
}

/// Counts and decisions of the last offline selection.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PipelineView {
    pub trajectories: usize,
    pub generated: usize,
    /// After granularity and duplicates.
    pub quality: usize,
    /// Of these, verified on the page.
    pub verified: usize,
    pub active: usize,
    pub exits: Vec<FunnelExit>,
    pub duplicates: Vec<DuplicatePair>,
    pub verdicts: Vec<Verdict>,
    /// Skills named in the verdicts.
    pub skills: Vec<SkillRow>,
    pub clusters: usize,
    pub selection: Selection,
    pub judge: String,
    /// Unix milliseconds of the last run; none before the first.
    pub ran_at: Option<i64>,
}

/// One side exit of the funnel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FunnelExit {
    pub exit: Exit,
    pub rule: Rule,
    pub skills: Vec<SkillId>,
}

/// Two skills above the duplicate threshold, and what the judge said.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DuplicatePair {
    pub dropped: SkillId,
    pub dropped_name: String,
    pub kept: SkillId,
    pub kept_name: String,
    pub similarity: f64,
    pub judge: String,
    pub reason: String,
    /// The action sequences, a line a step.
    pub dropped_program: Vec<String>,
    pub kept_program: Vec<String>,
}

/// What the duplicate threshold gets right with the embedding model in use.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CalibrationView {
    /// Thresholds belong to a model.
    pub model: String,
    /// Labelled pairs that come with the program, and those the user decided about.
    pub bundled: usize,
    pub own: usize,
    /// From low to high thresholds.
    pub curve: Vec<CurvePoint>,
    /// At the threshold that is set.
    pub now: CurvePoint,
    /// Where F1 is best.
    pub best: Option<CurvePoint>,
}

/// One row of the Skills screen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SkillRow {
    pub id: SkillId,
    pub name: String,
    pub signature: String,
    pub description: String,
    pub site: String,
    pub url_pattern: String,
    pub stage: Stage,
    pub exit: Option<Exit>,
    pub effect: Effect,
    pub steps: usize,
    pub version: u32,
    pub mark: Option<Mark>,
    /// Tasks that called it, and those in which it succeeded.
    pub calls: usize,
    pub succeeded: usize,
    /// Likelihood rating, an estimate of the judge.
    pub likelihood: Option<f64>,
    pub verified: Option<bool>,
}

/// One skill whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SkillDetail {
    pub row: SkillRow,
    pub skill: Skill,
    /// Every decision about it, oldest first.
    pub verdicts: Vec<Verdict>,
    /// Every change of stage, oldest first.
    pub moves: Vec<Move>,
    /// Report of its last verification.
    pub verification: Option<ReplayReport>,
    /// Nearest other skills by docstring.
    pub neighbours: Vec<Neighbour>,
    /// What its steps asked of the site when they were recorded; the effect is read off it.
    #[serde(default)]
    pub requests: Vec<CausedRequest>,
}

/// A skill near another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Neighbour {
    pub name: String,
    pub stage: Stage,
    pub similarity: f64,
}

/// One proposal to heal a target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HealingView {
    pub id: i64,
    pub healing: Healing,
    pub state: HealingState,
    /// Name and site of the skill.
    pub skill: String,
    pub site: String,
    /// Old against new, line by line.
    pub differences: Vec<Difference>,
    /// False where the skill's step is another one by now, so that it can only be refused.
    pub applies: bool,
    /// Unix milliseconds.
    pub at: i64,
}

/// One version of a skill.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SkillVersionRow {
    pub version: u32,
    /// Unix milliseconds.
    pub saved_at: i64,
    pub skill: Skill,
    /// The version that runs.
    pub in_use: bool,
}

/// One row of the history.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TaskRow {
    pub id: TaskId,
    pub intent: String,
    pub site: String,
    pub model: String,
    pub mode: Mode,
    pub skills: Vec<String>,
    pub outcome: TaskOutcome,
    pub answer: Option<String>,
    pub latency_ms: u64,
    pub tokens: Tokens,
    pub gap: bool,
    pub started_at: i64,
}

/// One task with everything that was seen while it ran.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunDetail {
    pub record: TaskRecord,
    pub events: Vec<RunEvent>,
}

/// A task that an active skill of the practice sites can do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Suggestion {
    pub intent: String,
    pub start_url: String,
}
