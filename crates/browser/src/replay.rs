//! Replaying a skill without a model: every step by its target, and postconditions that decide.
//!
//! | module | does |
//! |---|---|
//! | `runner` | the run over all steps: order, dry run, approval, events, pictures |
//! | `step` | one step: find the element, use it, wait for what the recording saw follow |
//! | `outcome` | whether a step whose end was lost may have had its effect |
//! | `heal` | targets found only by other marks: tried, proved, proposed |
//! | `worth` | the value of a step, secrets from the keychain among them |

use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use atelier_core::condition::Condition;
use atelier_core::replay::{ConditionReport, Fault, FaultCode, ReplayReport, ReplayResult, StepReport};
use atelier_core::site::Sites;
use atelier_core::skill::Skill;
use atelier_core::task::ApprovalRequest;
use atelier_core::template::Bindings;

use crate::browser::lock;
use crate::condition::Evidence;
use crate::page::Page;
use crate::secret::{SecretSource, scrubbed};

mod heal;
mod outcome;
mod runner;
mod step;
mod worth;

use runner::Runner;

/// How a replay is run.
#[derive(Clone, Copy, Debug)]
pub struct ReplayOptions {
    /// Longest time to find and use the element of one step, and again for its conditions.
    pub step_deadline: Duration,
    /// Stop before the commit step.
    pub dry_run: bool,
    /// Take a picture of the page before and after each step.
    pub pictures: bool,
    /// Try an element that is found only by other marks of its target, where nothing is lost by it.
    pub heal: bool,
}

impl Default for ReplayOptions {
    fn default() -> Self {
        Self { step_deadline: Duration::from_secs(8), dry_run: false, pictures: false, heal: true }
    }
}

/// What happens during a replay, in order.
#[derive(Clone, Debug)]
pub enum ReplayEvent {
    StepStarted {
        index: usize,
        guidance: String,
    },
    StepEnded(Box<StepReport>),
    /// The page as it looks now; `picture` is what [`ReplayWatch::keep_picture`] answered.
    Picture {
        picture: String,
        url: String,
    },
}

/// Who watches a replay: it is told every event, keeps pictures, and is asked before an effect.
#[async_trait]
pub trait ReplayWatch: Send + Sync {
    /// Something happened.
    async fn on(&mut self, event: ReplayEvent);

    /// Asked before the commit step of a skill with an irreversible effect.
    async fn approve(&mut self, request: ApprovalRequest) -> bool;

    /// True once the person wants it to stop; looked at before and during each step.
    fn stopped(&self) -> bool;

    /// Keeps a picture and tells its content hash.
    async fn keep_picture(&mut self, jpeg: Vec<u8>) -> Option<String>;

    /// Where secrets come from; none where there is no keychain.
    fn secrets(&self) -> Option<Arc<dyn SecretSource>> {
        None
    }
}

/// A watch that keeps nothing; it allows effects or refuses them all.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched {
    /// The answer to every approval.
    pub allow: bool,
}

#[async_trait]
impl ReplayWatch for Unwatched {
    async fn on(&mut self, _event: ReplayEvent) {}

    async fn approve(&mut self, _request: ApprovalRequest) -> bool {
        self.allow
    }

    fn stopped(&self) -> bool {
        false
    }

    async fn keep_picture(&mut self, _jpeg: Vec<u8>) -> Option<String> {
        None
    }
}

/// Runs the skill on the page, which the caller has brought to where the skill starts.
///
/// Every failure is in the report. A skill is reported as completed only where each of its postconditions held
/// at the end; one without postconditions cannot show that it worked and is reported as failed.
pub async fn replay(
    page: &Page,
    skill: &Skill,
    arguments: &Bindings,
    sites: &Sites,
    options: &ReplayOptions,
    watch: &mut dyn ReplayWatch,
) -> ReplayReport {
    let started = Instant::now();
    let since = lock(&page.session.journal).mark();
    let arguments = skill.with_secret_names(arguments);
    let mut runner = Runner::new(page, skill, &arguments, sites, *options, watch, since);
    let (result, postconditions) = match begin(skill, &arguments) {
        Err(fault) => (ReplayResult::Failed { step: None, fault }, Vec::new()),
        Ok(()) => match runner.run().await {
            Ok(None) => finish(&runner).await,
            Ok(Some(result)) => (result, Vec::new()),
            Err((step, fault)) => (ReplayResult::Failed { step: Some(step), fault }, Vec::new()),
        },
    };
    page.session.set_acting(false);
    if result == ReplayResult::Completed {
        runner.prove(&postconditions);
    }
    let report = ReplayReport {
        skill: skill.id,
        skill_name: skill.name.clone(),
        arguments,
        steps: runner.steps,
        postconditions,
        healings: runner.healings,
        result,
        outputs: runner.outputs,
        answer: runner.answer,
        final_url: page.url_told().await,
        took_ms: millis(started.elapsed()),
    };
    scrubbed(&report, &runner.secrets)
}

fn begin(skill: &Skill, arguments: &Bindings) -> Result<(), Fault> {
    skill
        .check_arguments(arguments)
        .map_err(|error| Fault { code: FaultCode::MissingArgument, message: error.to_string() })
}

async fn finish(runner: &Runner<'_>) -> (ReplayResult, Vec<ConditionReport>) {
    let failed = |fault| ReplayResult::Failed { step: None, fault };
    let conditions: Vec<Condition> = runner.rendered(&runner.skill.postconditions);
    if conditions.is_empty() {
        let message =
            "the skill has no postcondition, so nothing shows that it worked; add one and replay it"
                .to_owned();
        return (failed(Fault { code: FaultCode::Condition, message }), Vec::new());
    }
    let until = Instant::now() + runner.options.step_deadline;
    let evidence = Evidence { since: runner.since, outputs: &runner.outputs };
    let never = || false;
    match runner.page.hold(&conditions, &evidence, until, &never).await {
        Err(error) => (failed(error.fault()), Vec::new()),
        Ok(reports) => match unmet(&reports, "at the end") {
            Some(fault) => (failed(fault), reports),
            None => (ReplayResult::Completed, reports),
        },
    }
}

/// The fault for the first condition that does not hold.
fn unmet(reports: &[ConditionReport], when: &str) -> Option<Fault> {
    let first = reports.iter().find(|report| !report.held)?;
    let saw = first.saw.as_ref().map(|saw| format!(" (saw: {saw})")).unwrap_or_default();
    Some(Fault {
        code: FaultCode::Condition,
        message: format!("{when} it should hold that {}, but it does not{saw}", first.condition),
    })
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
