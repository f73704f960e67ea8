//! The run over all steps: order, dry run, approval, events, pictures.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use atelier_core::condition::Condition;
use atelier_core::effect::Effect;
use atelier_core::healing::Healing;
use atelier_core::replay::{ConditionReport, Fault, FaultCode, ReplayResult, StepOutcome, StepReport};
use atelier_core::site::Sites;
use atelier_core::skill::{Skill, SkillStep};
use atelier_core::task::ApprovalRequest;
use atelier_core::template::{self, Bindings};
use atelier_core::trajectory::Action;

use super::{ReplayEvent, ReplayOptions, ReplayWatch, millis, unmet};
use crate::LOAD_LIMIT;
use crate::browser::lock;
use crate::condition::Evidence;
use crate::error::BrowserError;
use crate::page::{Mark, Page};
use crate::secret::{Secret, scrubbed};

/// Longest time for a step that only dismisses an overlay, which may not be there at all.
const OPTIONAL_DEADLINE: Duration = Duration::from_millis(1200);

pub(super) struct Runner<'a> {
    pub page: &'a Page,
    pub skill: &'a Skill,
    pub sites: &'a Sites,
    pub options: ReplayOptions,
    pub watch: &'a mut dyn ReplayWatch,
    pub bindings: Bindings,
    pub outputs: BTreeMap<String, String>,
    pub answer: Option<String>,
    pub since: Mark,
    pub steps: Vec<StepReport>,
    pub healings: Vec<Healing>,
    /// Secrets that were filled in; none of them is told.
    pub secrets: Vec<Secret>,
    /// A secret went into a frame that pictures cannot veil.
    pub unveilable: bool,
    picture: Option<String>,
}

impl<'a> Runner<'a> {
    pub fn new(
        page: &'a Page,
        skill: &'a Skill,
        arguments: &Bindings,
        sites: &'a Sites,
        options: ReplayOptions,
        watch: &'a mut dyn ReplayWatch,
        since: Mark,
    ) -> Self {
        Self {
            page,
            skill,
            sites,
            options,
            watch,
            bindings: arguments.clone(),
            outputs: BTreeMap::new(),
            answer: None,
            since,
            steps: Vec::new(),
            healings: Vec::new(),
            secrets: Vec::new(),
            unveilable: false,
            picture: None,
        }
    }

    /// Runs every step. `Some` where the run ended early as wished (a dry run).
    pub async fn run(&mut self) -> Result<Option<ReplayResult>, (usize, Fault)> {
        self.take_picture().await;
        for index in 0..self.skill.steps.len() {
            let step = &self.skill.steps[index];
            self.watch.on(ReplayEvent::StepStarted { index, guidance: step.guidance.clone() }).await;
            let mut report = self.blank(index, step);
            let begun = Instant::now();
            let outcome = self.one(index, step, &mut report).await;
            report.outcome = outcome;
            report.took_ms = millis(begun.elapsed());
            if matches!(report.outcome, StepOutcome::Done) {
                self.take_picture().await;
                report.picture_after.clone_from(&self.picture);
            }
            report.url_after = self.page.url_told().await;
            let report = scrubbed(&report, &self.secrets);
            self.watch.on(ReplayEvent::StepEnded(Box::new(report.clone()))).await;
            let end = match &report.outcome {
                StepOutcome::Done | StepOutcome::Skipped { .. } => None,
                StepOutcome::Held => Some(Ok(Some(ReplayResult::HeldBeforeCommit))),
                StepOutcome::Failed { fault } => Some(Err((index, fault.clone()))),
            };
            self.steps.push(report);
            if let Some(end) = end {
                return end;
            }
        }
        Ok(None)
    }

    fn blank(&self, index: usize, step: &SkillStep) -> StepReport {
        StepReport {
            index,
            guidance: step.guidance.clone(),
            action: step.action,
            target: None,
            value: None,
            matched: Vec::new(),
            score: None,
            candidates: Vec::new(),
            outcome: StepOutcome::Done,
            effect: step.effect,
            how: None,
            fields: Vec::new(),
            output: None,
            signals: Vec::new(),
            requests: Vec::new(),
            took_ms: 0,
            url_after: String::new(),
            picture_before: self.picture.clone(),
            picture_after: None,
        }
    }

    async fn take_picture(&mut self) {
        if !self.options.pictures {
            return;
        }
        if self.unveilable {
            self.picture = None;
            return;
        }
        let Ok(taken) = self.page.picture(None, &self.secrets).await else {
            return;
        };
        self.picture = match taken {
            Some(jpeg) => self.watch.keep_picture(jpeg).await,
            None => None,
        };
        if let Some(picture) = &self.picture {
            let url = scrubbed(&self.page.url_told().await, &self.secrets);
            self.watch.on(ReplayEvent::Picture { picture: picture.clone(), url }).await;
        }
    }

    /// Conditions with their placeholders filled; those about parameters that were not given are left out.
    pub fn rendered(&self, conditions: &[Condition]) -> Vec<Condition> {
        conditions.iter().filter_map(|condition| condition.render(&self.bindings).ok()).collect()
    }

    async fn one(&mut self, index: usize, step: &SkillStep, report: &mut StepReport) -> StepOutcome {
        if self.watch.stopped() {
            return failed(FaultCode::Stopped, "you stopped it".into());
        }
        if let Some(outcome) = self.unfilled(step) {
            return outcome;
        }
        let deadline = if step.optional { OPTIONAL_DEADLINE } else { self.options.step_deadline };
        if self.options.dry_run && self.commits(index, step) {
            report.fields = self.form_before(step, deadline).await;
            return StepOutcome::Held;
        }
        let asks = self.skill.effect == Effect::Irreversible && self.skill.commit_step.unwrap_or(0) == index;
        if asks && let Some(outcome) = self.ask(index, step, deadline, report).await {
            return outcome;
        }
        // A dialog step tells how the dialog of the step before it is answered.
        if let Some(next) = self.skill.steps.get(index + 1)
            && next.action == Action::Dialog
        {
            let answer = next.value.as_deref().unwrap_or("accept");
            let answer = template::render(answer, &self.bindings).unwrap_or_else(|_| answer.to_owned());
            self.page.plan_dialog(&answer);
        }
        let mark = lock(&self.page.session.journal).mark();
        let whole = deadline * 3 + LOAD_LIMIT * 2;
        let done = tokio::time::timeout(whole, self.perform(index, step, deadline, report, mark))
            .await
            .unwrap_or_else(|_| {
                Err(BrowserError::Deadline { during: step.action.name().into(), limit: whole })
            });
        self.journal_into(report, mark);
        let healing = match done {
            Ok(healing) => healing,
            Err(error) => return self.fail(step, &error, report),
        };
        let awaited = self.follow(step, mark, deadline).await;
        let expected = self.rendered(&step.expects);
        let held = if expected.is_empty() {
            Ok(Vec::new())
        } else {
            let evidence = Evidence { since: self.since, outputs: &self.outputs };
            let never = || false;
            self.page.hold(&expected, &evidence, Instant::now() + deadline, &never).await
        };
        self.journal_into(report, mark);
        match held {
            Err(error) => self.fail(step, &error, report),
            Ok(reports) => match unmet(&reports, "after this step") {
                Some(fault) if step.optional => StepOutcome::Skipped { why: fault.message },
                Some(fault) => StepOutcome::Failed { fault: beside(fault, healing.as_ref()) },
                None => {
                    if let Some(mut healing) = healing {
                        healing.proof = reports.into_iter().map(|one| one.condition).chain(awaited).collect();
                        self.healings.push(healing);
                    }
                    StepOutcome::Done
                }
            },
        }
    }

    /// True where the step is the one that sends what counts.
    pub fn commits(&self, index: usize, step: &SkillStep) -> bool {
        match self.skill.commit_step {
            Some(at) => at == index || step.effect == Effect::Irreversible,
            None => step.effect != Effect::Read,
        }
    }

    /// The conditions at the end prove the healings of a run that reached it.
    pub fn prove(&mut self, postconditions: &[ConditionReport]) {
        let held = postconditions.iter().filter(|report| report.held);
        let held: Vec<String> = held.map(|report| report.condition.clone()).collect();
        for healing in &mut self.healings {
            healing.proof.extend(held.iter().cloned());
        }
    }

    async fn form_before(&mut self, step: &SkillStep, deadline: Duration) -> Vec<(String, String)> {
        let Some(Ok(target)) = step.target.as_ref().map(|target| target.render(&self.bindings)) else {
            return Vec::new();
        };
        match self.find(&target, step.action, Instant::now() + deadline, false).await {
            Ok(found) => self.page.form_fields(&found.chosen).await.unwrap_or_default(),
            Err(_) => Vec::new(),
        }
    }

    fn journal_into(&self, report: &mut StepReport, mark: Mark) {
        let journal = lock(&self.page.session.journal);
        report.requests = journal.requests_since(mark);
        report.signals = journal.signals_since(mark);
    }

    fn fail(&self, step: &SkillStep, error: &BrowserError, report: &mut StepReport) -> StepOutcome {
        report.candidates = error.candidates().to_vec();
        if self.watch.stopped() && !error.is_final() {
            return failed(FaultCode::Stopped, "you stopped it".into());
        }
        if step.optional && !error.is_final() {
            return StepOutcome::Skipped { why: error.to_string() };
        }
        StepOutcome::Failed { fault: error.fault() }
    }

    /// Steps about an optional parameter without a value are left out; a missing output is a fault.
    fn unfilled(&self, step: &SkillStep) -> Option<StepOutcome> {
        let conditions: Vec<&str> =
            step.awaits.iter().chain(&step.expects).flat_map(Condition::strings).collect();
        for text in step.strings() {
            if conditions.contains(&text) {
                continue;
            }
            for name in template::placeholders(text) {
                if self.bindings.contains_key(name) {
                    continue;
                }
                let parameter = self.skill.parameters.iter().find(|p| p.name == name);
                return Some(match parameter {
                    Some(p) if !p.required => StepOutcome::Skipped { why: format!("`{name}` was not given") },
                    _ => failed(FaultCode::MissingArgument, format!("`{name}` has no value")),
                });
            }
        }
        None
    }

    /// Asks whether the effect is allowed; `Some` where it is not.
    async fn ask(
        &mut self,
        index: usize,
        step: &SkillStep,
        deadline: Duration,
        report: &mut StepReport,
    ) -> Option<StepOutcome> {
        report.fields = self.form_before(step, deadline).await;
        let request = ApprovalRequest {
            skill: self.skill.name.clone(),
            step: index,
            guidance: step.guidance.clone(),
            url: self.page.url_told().await,
            fields: report.fields.clone(),
            effect: self.skill.effect,
        };
        let request = scrubbed(&request, &self.secrets);
        if self.watch.approve(request).await {
            return None;
        }
        Some(failed(FaultCode::NotAllowed, "you did not allow it; nothing was sent".into()))
    }
}

/// Says with a fault that the element was not found by its own marks.
fn beside(mut fault: Fault, healing: Option<&Healing>) -> Fault {
    if let Some(healing) = healing {
        fault.message.push_str(&format!(
            "; the element was found only by other marks (score {:.2}), which this does not prove right",
            healing.score
        ));
    }
    fault
}

fn failed(code: FaultCode, message: String) -> StepOutcome {
    StepOutcome::Failed { fault: Fault { code, message } }
}
