//! What the last run decided, and what of it still holds: nobody is asked again about what did not change.

use std::collections::BTreeMap;

use atelier_core::ids::SkillId;
use atelier_core::skill::Skill;
use atelier_core::verdict::{Exit, Rule, Verdict};

use super::{Run, SelectionInput};
use crate::extract::decide::same_content;
use crate::judge::{Judgement, Rating};

/// Decisions by skill, rule and other skill; the library by id.
#[derive(Debug, Default)]
pub(crate) struct Memory<'a> {
    verdicts: BTreeMap<(SkillId, Rule, Option<SkillId>), &'a Verdict>,
    library: BTreeMap<SkillId, &'a Skill>,
}

/// Sentences that the run adds to a likelihood judge's reason.
pub(super) const ADDED: [&str; 4] = [
    " The best of a cluster that would be absent.",
    " You pinned it.",
    " You said never.",
    " It waits for its verification.",
];

impl<'a> Memory<'a> {
    pub(super) fn of(input: &SelectionInput<'a>) -> Self {
        Self {
            // The later row of two is the one that counts.
            verdicts: input.known.iter().map(|v| ((v.skill, v.rule, v.other), v)).collect(),
            library: input.skills.iter().map(|skill| (skill.id, skill)).collect(),
        }
    }
}

impl<'a> Run<'a, '_> {
    /// The library's version of a row's skill, where the row says the same.
    fn as_known(&self, at: usize) -> Option<&'a Skill> {
        let skill = self.rows[at].skill();
        let known = self.memory.library.get(&skill.id).copied()?;
        same_content(&bare(known), &bare(skill)).then_some(known)
    }

    fn verdict_of(&self, skill: SkillId, rule: Rule, other: Option<SkillId>) -> Option<&'a Verdict> {
        let known = self.memory.verdicts.get(&(skill, rule, other)).copied()?;
        (known.judge == self.panel.judge.name()).then_some(known)
    }

    /// The granularity this judge gave it, with the time. Not where steps were to be cut away: where to cut
    /// stands in no verdict.
    pub(super) fn known_granularity(&self, at: usize) -> Option<(Rating, i64)> {
        let skill = self.as_known(at)?;
        let known = self.verdict_of(skill.id, Rule::Granularity, None)?;
        let rating = rating(known)?;
        (rating.score != 4).then_some((rating, known.at))
    }

    /// The likelihood this judge gave it, with the time, where it was recorded as often then.
    pub(super) fn known_likelihood(&self, at: usize, recordings: usize) -> Option<(Rating, i64)> {
        let skill = self.as_known(at)?;
        let known = self.verdict_of(skill.id, Rule::Likelihood, None)?;
        let mut rating = rating(known)?;
        for added in ADDED {
            rating.reason = rating.reason.replace(added, "");
        }
        (super::likely::recordings(skill) == recordings).then_some((rating, known.at))
    }

    /// What this judge said of the pair, with the time.
    pub(super) fn known_pair(&self, a: usize, b: usize) -> Option<(Judgement, i64)> {
        let (a, b) = (self.as_known(a)?, self.as_known(b)?);
        let known = self
            .verdict_of(a.id, Rule::Duplicate, Some(b.id))
            .or_else(|| self.verdict_of(b.id, Rule::Duplicate, Some(a.id)))?;
        let same = known.exit == Some(Exit::Duplicate);
        let reason = match known.reason.split_once("`. ") {
            Some((_, reason)) if same => reason.to_owned(),
            _ => known.reason.clone(),
        };
        Some((Judgement { same, reason }, known.at))
    }
}

/// Without what a run adds: who else asked for it, and the choices seen on the page.
fn bare(skill: &Skill) -> Skill {
    let mut skill = skill.clone();
    skill.provenance.intents.clear();
    for parameter in skill.parameters.iter_mut().filter(|p| p.options_from.is_some()) {
        parameter.options.clear();
    }
    skill
}

fn rating(verdict: &Verdict) -> Option<Rating> {
    let score = (1..=5_u8).find(|score| (f64::from(*score) - verdict.score).abs() < 1e-9)?;
    Some(Rating { score, reason: verdict.reason.clone(), trim: None })
}
