//! The end of a run: versions, stages, moves, and the view.

use std::collections::BTreeMap;

use atelier_core::ids::SkillId;
use atelier_core::ipc::{FunnelExit, PipelineView, SkillRow, TailorEvent};
use atelier_core::sets::{Actor, Mark, Move, Stage};
use atelier_core::skill::Skill;
use atelier_core::verdict::{Exit, Rule};

use super::{Row, Run, Selected};
use crate::extract::decide::same_content;

impl Run<'_, '_> {
    pub(super) fn settle(mut self) -> Selected {
        for row in &mut self.rows {
            let undecided = matches!(row.exit, Some((Exit::Undecided, _)));
            let skill = &mut row.candidate.skill;
            if undecided && let Some(known) = self.input.skills.iter().find(|s| s.id == skill.id) {
                // What nobody has judged does not take the place of what somebody has.
                skill.clone_from(known);
            }
            if let Some(known) = self.input.skills.iter().find(|s| s.id == skill.id) {
                skill.version = if same_content(known, skill) { known.version } else { known.version + 1 };
            }
        }
        let mut stages = BTreeMap::new();
        let mut moves = Vec::new();
        for row in &self.rows {
            let id = row.skill().id;
            let stage = self.stage(row);
            stages.insert(id, stage);
            if self.input.stages.get(&id) != Some(&stage) {
                let reason = row.reason.clone();
                moves.push(Move {
                    skill: id,
                    to: stage,
                    reason,
                    actor: Actor::Selection,
                    at: self.input.now,
                });
            }
        }
        let view = self.view(&stages);
        (self.panel.progress)(TailorEvent::Ended { view: Box::new(view.clone()) });
        let skills = self.rows.iter().map(|row| row.skill().clone()).collect();
        Selected { skills, verdicts: self.verdicts, stages, moves, reports: self.reports, view }
    }

    fn stage(&self, row: &Row) -> Stage {
        let pinned = self.input.marks.get(&row.skill().id) == Some(&Mark::Pin);
        match row.exit {
            _ if row.active || pinned => Stage::Active,
            None | Some((Exit::Unlikely | Exit::Never, _)) => Stage::Pool,
            Some((Exit::Undecided, _)) => {
                self.input.stages.get(&row.skill().id).copied().unwrap_or(Stage::Generated)
            }
            Some((Exit::FailedVerification, _)) => Stage::Quarantine,
            Some(_) => Stage::Generated,
        }
    }

    fn view(&self, stages: &BTreeMap<SkillId, Stage>) -> PipelineView {
        let mut exits: Vec<FunnelExit> = Vec::new();
        for row in &self.rows {
            let Some((exit, rule)) = row.exit else { continue };
            match exits.iter_mut().find(|e| e.exit == exit && e.rule == rule) {
                Some(found) => found.skills.push(row.skill().id),
                None => exits.push(FunnelExit { exit, rule, skills: vec![row.skill().id] }),
            }
        }
        exits.sort_by_key(|e| (order(e.rule), e.exit));
        PipelineView {
            trajectories: self.input.trajectories.len(),
            generated: self.rows.len(),
            quality: self.passed_quality,
            verified: self.rows.iter().filter(|row| row.verified == Some(true)).count(),
            active: stages.values().filter(|stage| **stage == Stage::Active).count(),
            exits,
            duplicates: self.pairs.clone(),
            verdicts: self.verdicts.clone(),
            skills: self.rows.iter().map(|row| self.row(row, stages)).collect(),
            clusters: self.clusters,
            selection: self.input.selection,
            judge: self.panel.judge.name().to_owned(),
            ran_at: Some(self.input.now),
        }
    }

    fn row(&self, row: &Row, stages: &BTreeMap<SkillId, Stage>) -> SkillRow {
        let skill = row.skill();
        let stage = stages.get(&skill.id).copied().unwrap_or(Stage::Generated);
        SkillRow {
            likelihood: row.likelihood.map(f64::from),
            verified: row.verified,
            exit: row.exit.map(|(exit, _)| exit),
            mark: self.input.marks.get(&skill.id).copied(),
            ..skill_row(skill, stage)
        }
    }
}

/// What the screens show of a skill that no run has judged; calls are the task log's.
pub fn skill_row(skill: &Skill, stage: Stage) -> SkillRow {
    SkillRow {
        id: skill.id,
        name: skill.name.clone(),
        signature: skill.signature(),
        description: skill.description.clone(),
        site: skill.site.clone(),
        url_pattern: skill.url_pattern.clone(),
        stage,
        exit: None,
        effect: skill.effect,
        steps: skill.steps.len(),
        version: skill.version,
        mark: None,
        calls: 0,
        succeeded: 0,
        likelihood: None,
        verified: None,
    }
}

/// The order in which the rules come.
const fn order(rule: Rule) -> u8 {
    match rule {
        Rule::Extraction => 0,
        Rule::Granularity => 1,
        Rule::Cluster => 2,
        Rule::Duplicate => 3,
        Rule::Verification => 4,
        Rule::Likelihood => 5,
    }
}
