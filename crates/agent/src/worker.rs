//! The run of one task with the local planner: retrieve, plan, go to the skill's start, replay, record.
//!
//! - [`begin`] makes the row that is stored before anything happens; [`run_task`] always ends with the finished
//!   row, whatever went wrong.
//! - `watch` bridges a replay to the sink: events, approvals, pictures, the stop flag, and the fence round the
//!   site the task started on.
//! - `start` finds the page a skill starts on.

mod start;
mod watch;

use std::sync::Arc;

use async_trait::async_trait;
use atelier_browser::{BrowserError, Page, ReplayOptions, SecretSource, replay};
use atelier_core::ids::TaskId;
use atelier_core::intent;
use atelier_core::replay::{FaultCode, ReplayReport, ReplayResult};
use atelier_core::site::Sites;
use atelier_core::skill::Skill;
use atelier_core::target::Target;
use atelier_core::task::{
    ApprovalRequest, RunEvent, SkillCall, TaskOutcome, TaskRecord, TaskRequest, Tokens,
};
use atelier_embed::Embedder;

use crate::error::AgentError;
use crate::plan::{Chosen, Plan, Planner, Wish};
use crate::retrieve::{self, Presence};
use watch::Bridge;

/// Name of the local planner among the models.
pub const LOCAL: &str = "local";

/// Who watches a task and is asked. Whoever cannot ask anybody answers `false`.
#[async_trait]
pub trait TaskSink: Send + Sync {
    /// Something happened; events come in the order of the log.
    async fn event(&mut self, event: RunEvent);

    /// May this be done? No answer is a no.
    async fn approve(&mut self, request: ApprovalRequest) -> bool;

    /// True once the user wants it to stop.
    fn stopped(&self) -> bool;

    /// Keeps a picture and tells its content hash; none where it could not be kept.
    async fn keep_picture(&mut self, jpeg: Vec<u8>) -> Option<String>;

    /// Where secrets come from; none where there is no keychain.
    fn secrets(&self) -> Option<Arc<dyn SecretSource>> {
        None
    }
}

/// What is to be done.
#[derive(Clone, Debug)]
pub struct Task<'a> {
    pub id: TaskId,
    pub request: TaskRequest,
    pub sites: &'a Sites,
    /// The active set; skills of other sites are left aside.
    pub active: &'a [Skill],
}

/// What it is done with.
#[derive(Clone, Copy)]
pub struct Tools<'a> {
    /// A tab of its own; it is left where the task ended.
    pub page: &'a Page,
    pub embedder: &'a dyn Embedder,
    /// Unix milliseconds.
    pub now: &'a (dyn Fn() -> i64 + Send + Sync),
}

impl std::fmt::Debug for Tools<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tools").field("model", &self.embedder.model_id()).finish_non_exhaustive()
    }
}

/// The row of a task that is about to run.
#[must_use]
pub fn begin(task: &Task<'_>, tools: &Tools<'_>) -> TaskRecord {
    let request = &task.request;
    TaskRecord {
        id: task.id,
        intent: request.intent.clone(),
        normalised: intent::normalise(&request.intent).0,
        site: task.sites.place(&request.start_url).map(|place| place.alias).unwrap_or_default(),
        start_url: request.start_url.clone(),
        model: request.model.clone(),
        mode: request.mode,
        calls: Vec::new(),
        outcome: TaskOutcome::Running,
        answer: None,
        final_url: request.start_url.clone(),
        latency_ms: 0,
        model_calls: 0,
        mcp_calls: 0,
        tokens: Tokens::default(),
        gap: false,
        right: None,
        started_at: (tools.now)(),
        ended_at: None,
    }
}

/// Does the task and returns its finished row, which is also the last event.
pub async fn run_task(task: Task<'_>, tools: Tools<'_>, sink: &mut dyn TaskSink) -> TaskRecord {
    let mut record = begin(&task, &tools);
    let started = RunEvent::Started {
        task: task.id,
        intent: task.request.intent.clone(),
        start_url: task.request.start_url.clone(),
    };
    sink.event(started).await;
    match work(&task, &tools, &mut record, sink).await {
        Ok(outcome) => {
            record.gap = outcome.is_gap();
            record.outcome = outcome;
        }
        // No skill was at fault, so it is no gap of the active set.
        Err(Stop::Error(error)) => record.outcome = TaskOutcome::Failed { reason: error.to_string() },
        Err(Stop::Browser(BrowserError::BrowserGone)) => record.outcome = TaskOutcome::Interrupted,
        Err(Stop::Browser(error)) => record.outcome = TaskOutcome::Failed { reason: error.to_string() },
        Err(Stop::User) => record.outcome = TaskOutcome::Stopped,
    }
    if let Ok(url) = tools.page.url().await
        && url != "about:blank"
    {
        record.final_url = url;
    }
    let ended = (tools.now)();
    record.ended_at = Some(ended);
    record.latency_ms = u64::try_from(ended - record.started_at).unwrap_or(0);
    sink.event(RunEvent::Ended { record: Box::new(record.clone()) }).await;
    record
}

/// Why a task ended before a skill was to blame.
enum Stop {
    Error(AgentError),
    Browser(BrowserError),
    User,
}

impl From<AgentError> for Stop {
    fn from(error: AgentError) -> Self {
        Self::Error(error)
    }
}

impl From<BrowserError> for Stop {
    fn from(error: BrowserError) -> Self {
        Self::Browser(error)
    }
}

async fn work(
    task: &Task<'_>,
    tools: &Tools<'_>,
    record: &mut TaskRecord,
    sink: &mut dyn TaskSink,
) -> Result<TaskOutcome, Stop> {
    let request = &task.request;
    if request.model != LOCAL {
        return Err(AgentError::NoEndpoint { model: request.model.clone() }.into());
    }
    if task.sites.place(&request.start_url).is_none() {
        return Err(AgentError::StartUrl { url: request.start_url.clone() }.into());
    }
    if sink.stopped() {
        return Err(Stop::User);
    }
    tools.page.navigate(&request.start_url).await?;
    let here = tools.page.url().await?;
    let candidates = retrieve::candidates(task.sites, &here, task.active, &Present(tools.page)).await;
    let wish = Wish { intent: &request.intent, inputs: &request.inputs };
    let plan = blocking(|| Planner::new(tools.embedder).plan(wish, &candidates))?;
    let chosen = match plan {
        Plan::Run(chosen) => chosen,
        Plan::Missing { chosen, missing } => {
            tell(sink, &chosen).await;
            return Ok(TaskOutcome::NeedsInput { skill: chosen.skill.name.clone(), missing });
        }
        Plan::NoFit { reason, nearest } => return Ok(TaskOutcome::NoSkillFits { reason, nearest }),
    };
    tell(sink, &chosen).await;
    let skill = chosen.skill;
    if skill.steps.len() > request.max_steps as usize {
        let reason = format!(
            "`{}` has {} steps, more than the {} that are allowed; raise the limit",
            skill.name,
            skill.steps.len(),
            request.max_steps
        );
        return Ok(TaskOutcome::Failed { reason });
    }
    if sink.stopped() {
        return Err(Stop::User);
    }
    if let Some(reason) = start::go(tools.page, task.sites, skill).await? {
        return Ok(TaskOutcome::Failed { reason });
    }
    run_skill(task, tools, chosen, record, sink).await
}

async fn run_skill(
    task: &Task<'_>,
    tools: &Tools<'_>,
    chosen: Chosen<'_>,
    record: &mut TaskRecord,
    sink: &mut dyn TaskSink,
) -> Result<TaskOutcome, Stop> {
    let skill = chosen.skill;
    let mut bridge = Bridge::new(task.sites, &task.request.start_url, skill, sink);
    if let Some(reason) = bridge.fence_program(&chosen.arguments).await {
        return Ok(TaskOutcome::Failed { reason });
    }
    let options = ReplayOptions { pictures: true, ..ReplayOptions::default() };
    let report = replay(tools.page, skill, &chosen.arguments, task.sites, &options, &mut bridge).await;
    let left = bridge.left();
    sink.event(RunEvent::Replayed { report: Box::new(report.clone()) }).await;
    // A task that left the allowed sites is not done, even if its last page looks right.
    let succeeded = report.succeeded() && left.is_none();
    record.calls.push(SkillCall {
        skill: skill.id,
        name: skill.name.clone(),
        arguments: chosen.arguments,
        succeeded,
    });
    record.answer = answer(&report);
    match left {
        Some(reason) => Ok(TaskOutcome::Failed { reason }),
        None => outcome(skill, &report),
    }
}

fn outcome(skill: &Skill, report: &ReplayReport) -> Result<TaskOutcome, Stop> {
    let (step, fault) = match &report.result {
        ReplayResult::Completed => return Ok(TaskOutcome::Done),
        ReplayResult::HeldBeforeCommit => {
            let reason = format!("`{}` stopped before its last step; nothing was sent", skill.name);
            return Ok(TaskOutcome::Failed { reason });
        }
        ReplayResult::Failed { step, fault } => (step, fault),
    };
    match fault.code {
        FaultCode::Stopped => return Err(Stop::User),
        FaultCode::BrowserGone => return Err(Stop::Browser(BrowserError::BrowserGone)),
        _ => {}
    }
    let place = match step.and_then(|at| Some((at, skill.steps.get(at)?))) {
        Some((at, step)) => format!("step {} of `{}` (“{}”) failed: ", at + 1, skill.name, step.guidance),
        None => format!("`{}` ran, but ", skill.name),
    };
    let after = if report.may_have_changed() {
        ". Something may have been sent already, so nothing was repeated; look at the page before you try again"
    } else {
        ""
    };
    Ok(TaskOutcome::Failed { reason: format!("{place}{}{after}", fault.message) })
}

/// The answer step's text, else what the extract steps read.
fn answer(report: &ReplayReport) -> Option<String> {
    let outputs: Vec<&str> =
        report.outputs.values().map(|text| text.trim()).filter(|t| !t.is_empty()).collect();
    report.answer.clone().or_else(|| (!outputs.is_empty()).then(|| outputs.join(", ")))
}

async fn tell(sink: &mut dyn TaskSink, chosen: &Chosen<'_>) {
    let event = RunEvent::Chosen {
        skill: chosen.skill.name.clone(),
        arguments: chosen.arguments.clone(),
        similarity: chosen.similarity,
        why: chosen.why.clone(),
    };
    sink.event(event).await;
}

/// Runs what blocks without holding up other tasks, where the runtime has other threads.
fn blocking<T>(work: impl FnOnce() -> T) -> T {
    use tokio::runtime::{Handle, RuntimeFlavor};
    match Handle::try_current().map(|handle| handle.runtime_flavor()) {
        Ok(RuntimeFlavor::MultiThread) => tokio::task::block_in_place(work),
        _ => work(),
    }
}

/// Element presence on a live page.
struct Present<'a>(&'a Page);

#[async_trait]
impl Presence for Present<'_> {
    async fn present(&self, targets: &[&Target]) -> Vec<bool> {
        match self.0.has_each(targets).await {
            Ok(found) => found,
            Err(error) => {
                tracing::warn!(%error, "the page could not be asked for elements; every skill stays");
                vec![true; targets.len()]
            }
        }
    }
}
