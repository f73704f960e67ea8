//! Verification of what the quality filter let through.

use atelier_core::replay::ReplayReport;
use atelier_core::skill::Skill;
use atelier_core::verdict::{Exit, Rule};

use super::Run;
use crate::error::TailorError;
use crate::extract::decide::same_program;
use crate::learn::learned;
use crate::verify::{Check, Verified, finding, forgiven};

impl Run<'_, '_> {
    pub(super) async fn verification(&mut self) -> Result<(), TailorError> {
        let alive = self.on_the_way();
        let all = alive.len();
        self.begin(Rule::Verification, all)?;
        for (n, at) in alive.into_iter().enumerate() {
            self.verify_one(at, n + 1, all).await?;
        }
        Ok(())
    }

    async fn verify_one(&mut self, at: usize, done: usize, of: usize) -> Result<(), TailorError> {
        if (self.panel.stopped)() {
            return Err(TailorError::Stopped);
        }
        if let Some(report) = self.proved(at) {
            let found = finding(&report);
            self.rows[at].verified = Some(true);
            let reason = format!("Unchanged since its last verification. {}", found.reason);
            let mut verdict = self.verdict(at, Rule::Verification, found.score, reason);
            verdict.judge = "replay".to_owned();
            return self.decided(at, done, of, verdict);
        }
        let skill = self.rows[at].skill().clone();
        let (verified, skill) = self.try_twice(at, skill).await;
        let mut verdict = self.verdict(at, Rule::Verification, 0.0, "");
        verdict.judge = "replay".to_owned();
        match verified {
            Verified::NotRun { reason } => {
                verdict.kept = true;
                verdict.reason = format!("Not verified, so it is not offered to agents. {reason}");
            }
            Verified::Ran(report) => {
                let found = finding(&report);
                self.rows[at].verified = Some(found.passed);
                self.rows[at].candidate.skill = learned(&skill, &report).unwrap_or(skill);
                verdict.score = found.score;
                verdict.reason = found.reason;
                verdict.kept = found.passed;
                verdict.exit = (!found.passed).then_some(Exit::FailedVerification);
                self.reports.push(*report);
            }
        }
        self.decided(at, done, of, verdict)
    }

    /// A run that fails at nothing but a trailing overlay is repeated with that step made optional.
    async fn try_twice(&self, at: usize, skill: Skill) -> (Verified, Skill) {
        let arguments = skill.example_arguments();
        let start = self.start_url(at);
        let check = Check { skill: &skill, arguments: &arguments, start_url: &start };
        let verified = self.panel.verify.verify(check).await;
        let overlay = match &verified {
            Verified::Ran(report) => forgiven(&skill, report),
            Verified::NotRun { .. } => None,
        };
        let Some(step) = overlay else {
            return (verified, skill);
        };
        let mut lenient = skill;
        lenient.steps[step].optional = true;
        let check = Check { skill: &lenient, arguments: &arguments, start_url: &start };
        (self.panel.verify.verify(check).await, lenient)
    }

    /// A successful report of the very same program.
    fn proved(&mut self, at: usize) -> Option<ReplayReport> {
        let id = self.rows[at].skill().id;
        let known = self.input.skills.iter().find(|s| s.id == id)?;
        let report = self.input.reports.get(&id).filter(|r| finding(r).passed)?;
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
