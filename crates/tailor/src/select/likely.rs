//! The usage-likelihood filter, and the best of clusters that nobody else stands for.

use std::collections::{BTreeMap, BTreeSet};

use atelier_core::sets::Mark;
use atelier_core::site::SiteKind;
use atelier_core::verdict::{Exit, Rule};

use super::Run;
use crate::cluster;
use crate::error::TailorError;
use crate::judge::{Usage, core_phrases};

impl Run<'_, '_> {
    pub(super) async fn likelihood(&mut self) -> Result<(), TailorError> {
        let alive = self.on_the_way();
        let all = alive.len();
        self.begin(Rule::Likelihood, all)?;
        let core = self.core(&alive)?;
        let mut reasons: BTreeMap<usize, String> = BTreeMap::new();
        for &at in &alive {
            let skill = self.rows[at].skill().clone();
            let usage = Usage { core: core.get(&at).copied().unwrap_or(0.0), recordings: recordings(&skill) };
            let rating =
                self.panel.judge.likelihood(&skill, self.input.sites.get(&skill.site), usage).await?;
            self.rows[at].likelihood = Some(rating.score);
            reasons.insert(at, rating.reason);
        }
        let (inside, rescued) = self.inside(&alive);
        for (n, at) in alive.into_iter().enumerate() {
            let score = self.rows[at].likelihood.unwrap_or(0);
            let mut reason = reasons.remove(&at).unwrap_or_default();
            let mut verdict = self.verdict(at, Rule::Likelihood, f64::from(score), "");
            let active = inside.contains(&at);
            if rescued.contains(&at) {
                reason.push_str(" The best of a cluster that would be absent.");
            }
            match self.mark(at) {
                Some(Mark::Pin) => {
                    verdict.judge = "user".to_owned();
                    reason.push_str(" You pinned it.");
                }
                Some(Mark::Never | Mark::Deleted) => {
                    verdict.judge = "user".to_owned();
                    verdict.exit = Some(Exit::Never);
                    reason.push_str(" You said never.");
                }
                None if !active && self.rows[at].verified != Some(true) => {
                    reason.push_str(" It waits for its verification.");
                }
                None if !active => verdict.exit = Some(Exit::Unlikely),
                None => {}
            }
            self.rows[at].active = active;
            verdict.kept = active;
            verdict.reason = reason;
            self.decided(at, n + 1, all, verdict)?;
        }
        Ok(())
    }

    /// Who goes in, and who of them only as the best of its cluster.
    fn inside(&self, alive: &[usize]) -> (BTreeSet<usize>, BTreeSet<usize>) {
        let selection = &self.input.selection;
        let mut inside: BTreeSet<usize> = BTreeSet::new();
        for &at in alive {
            let row = &self.rows[at];
            let likely = row.likelihood.unwrap_or(0) >= selection.likely && row.verified == Some(true);
            match self.mark(at) {
                Some(Mark::Pin) => {
                    inside.insert(at);
                }
                Some(Mark::Never | Mark::Deleted) => {}
                None if likely => {
                    inside.insert(at);
                }
                None => {}
            }
        }
        let present: BTreeSet<usize> = inside.iter().filter_map(|at| self.rows[*at].cluster).collect();
        let mut rescued: BTreeMap<usize, usize> = BTreeMap::new();
        for &at in alive {
            let row = &self.rows[at];
            let Some(cluster) = row.cluster.filter(|c| !present.contains(c)) else {
                continue;
            };
            let score = row.likelihood.unwrap_or(0);
            let may =
                row.verified == Some(true) && !matches!(self.mark(at), Some(Mark::Never | Mark::Deleted));
            if !may || score < selection.cluster_best {
                continue;
            }
            let better =
                rescued.get(&cluster).is_none_or(|best| score > self.rows[*best].likelihood.unwrap_or(0));
            if better {
                rescued.insert(cluster, at);
            }
        }
        let rescued: BTreeSet<usize> = rescued.into_values().collect();
        inside.extend(&rescued);
        (inside, rescued)
    }

    /// Likeness of each description to what people do on such a site.
    fn core(&self, alive: &[usize]) -> Result<BTreeMap<usize, f64>, TailorError> {
        let mut out = BTreeMap::new();
        for kind in [SiteKind::Forum, SiteKind::Shop, SiteKind::Other] {
            let of_kind = |at: &usize| {
                let site = self.input.sites.get(&self.rows[*at].skill().site);
                site.map_or(SiteKind::Other, |site| site.kind) == kind
            };
            let mine: Vec<usize> = alive.iter().copied().filter(of_kind).collect();
            if mine.is_empty() {
                continue;
            }
            let phrases: Vec<String> = core_phrases(kind).iter().map(|p| (*p).to_owned()).collect();
            let texts: Vec<String> =
                mine.iter().map(|at| self.rows[*at].skill().description.clone()).collect();
            let (core, own) = (self.vectors(&phrases)?, self.vectors(&texts)?);
            for (at, vector) in mine.into_iter().zip(own) {
                let best = core.iter().map(|c| cluster::similarity(c, &vector)).fold(0.0, f64::max);
                out.insert(at, best);
            }
        }
        Ok(out)
    }
}

fn recordings(skill: &atelier_core::skill::Skill) -> usize {
    let intents = skill.provenance.intents.len();
    (1 + skill.provenance.aligned.len()).max(intents)
}
