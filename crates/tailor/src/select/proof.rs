//! Verification of what the quality filter let through.

use atelier_core::replay::ReplayReport;
use atelier_core::skill::{Parameter, Skill};
use atelier_core::trajectory::Action;
use atelier_core::verdict::{Exit, Rule};
use futures::future::join_all;

use super::Run;
use crate::error::TailorError;
use crate::extract::decide::same_program;
use crate::extract::is_one_of_many;
use crate::learn::learned;
use crate::verify::{Check, Verified, Verify, finding, forgiven};

/// Pages used side by side; each check has a page and a space of its own.
const AT_ONCE: usize = 4;

impl Run<'_, '_> {
    pub(super) async fn verification(&mut self) -> Result<(), TailorError> {
        let alive = self.on_the_way();
        let all = alive.len();
        self.begin(Rule::Verification, all)?;
        for (turn, some) in alive.chunks(AT_ONCE).enumerate() {
            if (self.panel.stopped)() {
                return Err(TailorError::Stopped);
            }
            let proved: Vec<Option<ReplayReport>> = some.iter().map(|at| self.proved(*at)).collect();
            let verify = self.panel.verify;
            let mut tries = Vec::new();
            for (at, known) in some.iter().zip(&proved) {
                let (skill, start) = (self.rows[*at].skill().clone(), self.start_url(*at));
                let open = known.is_none();
                tries.push(
                    async move { if open { Some(try_twice(verify, skill, start).await) } else { None } },
                );
            }
            let tried = join_all(tries).await;
            for (n, ((at, known), tried)) in some.iter().zip(proved).zip(tried).enumerate() {
                let done = turn * AT_ONCE + n + 1;
                match (known, tried) {
                    (Some(report), _) => self.unchanged(*at, &report, done, all)?,
                    (None, Some((verified, skill))) => self.tried(*at, verified, skill, done, all)?,
                    (None, None) => {}
                }
            }
        }
        Ok(())
    }

    fn unchanged(
        &mut self,
        at: usize,
        report: &ReplayReport,
        done: usize,
        of: usize,
    ) -> Result<(), TailorError> {
        let found = finding(report);
        self.rows[at].verified = Some(true);
        let reason = format!("Unchanged since its last verification. {}", found.reason);
        let mut verdict = self.verdict(at, Rule::Verification, found.score, reason);
        verdict.judge = "replay".to_owned();
        self.decided(at, done, of, verdict)
    }

    fn tried(
        &mut self,
        at: usize,
        verified: Verified,
        skill: Skill,
        done: usize,
        of: usize,
    ) -> Result<(), TailorError> {
        let mut verdict = self.verdict(at, Rule::Verification, 0.0, "");
        verdict.judge = "replay".to_owned();
        match verified {
            Verified::NotRun { reason } => {
                verdict.kept = true;
                verdict.reason = format!("Not verified, so it is not offered to agents. {reason}");
            }
            Verified::Ran { report, choices } => {
                let found = finding(&report);
                self.rows[at].verified = Some(found.passed);
                let mut skill = learned(&skill, &report).unwrap_or(skill);
                let lasting =
                    |parameter: &Parameter| parameter.options.is_empty() && self.list_is_fixed(at, parameter);
                for parameter in skill.parameters.iter_mut().filter(|p| lasting(p)) {
                    parameter.options = choices.get(&parameter.name).cloned().unwrap_or_default();
                }
                self.rows[at].candidate.skill = skill;
                verdict.score = found.score;
                verdict.reason = found.reason;
                verdict.kept = found.passed;
                verdict.exit = (!found.passed).then_some(Exit::FailedVerification);
                self.reports.push(*report);
            }
        }
        self.decided(at, done, of, verdict)
    }

    /// The list stands on a page of which there is one, so that its choices are the same for every case.
    fn list_is_fixed(&self, at: usize, parameter: &Parameter) -> bool {
        let trajectory = self.input.trajectories.get(self.rows[at].candidate.trajectory());
        let label = parameter.options_from.as_ref().and_then(|t| t.label.clone().or(t.name.clone()));
        let mut lists = trajectory.into_iter().flat_map(|t| &t.steps).filter(|step| {
            let target = step.target.as_ref();
            step.action == Action::Select && target.and_then(|t| t.label.clone().or(t.name.clone())) == label
        });
        lists.next().is_some_and(|step| !is_one_of_many(&step.page.url))
    }

    /// A successful report of the very same program.
    fn proved(&mut self, at: usize) -> Option<ReplayReport> {
        let id = self.rows[at].skill().id;
        let known = self.input.skills.iter().find(|s| s.id == id)?;
        let report = self.input.reports.get(&id).filter(|r| finding(r).passed)?;
        let mine = &mut self.rows[at].candidate.skill;
        // Choices seen on the page are known as long as they come from the same list.
        for (mine, known) in mine.parameters.iter_mut().zip(&known.parameters) {
            if mine.options.is_empty() && mine.name == known.name && mine.options_from == known.options_from {
                mine.options.clone_from(&known.options);
            }
        }
        let mine = self.rows[at].skill();
        if same_program(mine, known) {
            return Some(report.clone());
        }
        // The library's skill may have learnt what the recording does not show.
        let better = learned(mine, report).filter(|better| same_program(better, known))?;
        self.rows[at].candidate.skill = better;
        Some(report.clone())
    }

    /// Page the recorded stretch began on.
    fn start_url(&self, at: usize) -> String {
        let row = &self.rows[at];
        let [from, _] = row.skill().provenance.steps;
        let trajectory = self.input.trajectories.get(row.candidate.trajectory());
        let page = trajectory.and_then(|t| t.steps.get(from)).map(|s| s.page.url.clone());
        page.or_else(|| trajectory.map(|t| t.start_url.clone())).unwrap_or_default()
    }
}

/// A run that fails at nothing but a trailing overlay is repeated with that step made optional.
async fn try_twice(verify: &dyn Verify, skill: Skill, start: String) -> (Verified, Skill) {
    let arguments = skill.example_arguments();
    let check = Check { skill: &skill, arguments: &arguments, start_url: &start };
    let verified = verify.verify(check).await;
    let overlay = match &verified {
        Verified::Ran { report, .. } => forgiven(&skill, report),
        Verified::NotRun { .. } => None,
    };
    let Some(step) = overlay else {
        return (verified, skill);
    };
    let mut lenient = skill;
    lenient.steps[step].optional = true;
    let check = Check { skill: &lenient, arguments: &arguments, start_url: &start };
    (verify.verify(check).await, lenient)
}
