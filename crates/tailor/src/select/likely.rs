//! The usage-likelihood filter, and the best of clusters that nobody else stands for.

use std::collections::{BTreeMap, BTreeSet};

use atelier_core::sets::Mark;
use atelier_core::site::SiteKind;
use atelier_core::skill::Skill;
use atelier_core::verdict::{Exit, Rule};

use super::Run;
use super::memory::ADDED;
use crate::cluster;
use crate::error::TailorError;
use crate::judge::{Question, Usage, core_phrases};

impl Run<'_, '_> {
    pub(super) async fn likelihood(&mut self) -> Result<(), TailorError> {
        let alive = self.on_the_way();
        let all = alive.len();
        self.begin(Rule::Likelihood, all)?;
        let core = self.core(&alive)?;
        let usage_of = |at: usize, skill: &Skill| Usage {
            core: core.get(&at).copied().unwrap_or(0.0),
            recordings: recordings(skill),
        };
        let asked: Vec<Question<'_>> = alive
            .iter()
            .map(|at| (*at, self.rows[*at].skill()))
            .filter(|(at, skill)| self.known_likelihood(*at, recordings(skill)).is_none())
            .map(|(at, skill)| {
                let site = self.input.sites.get(&skill.site);
                Question::Likelihood { skill, site, usage: usage_of(at, skill) }
            })
            .collect();
        self.panel.judge.prepare(&asked, self.panel.stopped).await?;
        let mut reasons: BTreeMap<usize, (String, i64)> = BTreeMap::new();
        for (n, &at) in alive.iter().enumerate() {
            let skill = self.rows[at].skill().clone();
            let usage = usage_of(at, &skill);
            let (rating, decided) = match self.known_likelihood(at, usage.recordings) {
                Some(known) => known,
                None => {
                    let site = self.input.sites.get(&skill.site);
                    let rating = self.panel.judge.likelihood(&skill, site, usage).await;
                    match self.unless_undecided(at, Rule::Likelihood, (n + 1, all), rating)? {
                        Some(rating) => (rating, self.input.now),
                        None => continue,
                    }
                }
            };
            self.rows[at].likelihood = Some(rating.score);
            reasons.insert(at, (rating.reason, decided));
        }
        let alive: Vec<usize> = alive.into_iter().filter(|at| self.rows[*at].is_on_the_way()).collect();
        let (inside, rescued) = self.inside(&alive);
        for (n, at) in alive.into_iter().enumerate() {
            let score = self.rows[at].likelihood.unwrap_or(0);
            let (mut reason, decided) = reasons.remove(&at).unwrap_or_default();
            let mut verdict = self.verdict(at, Rule::Likelihood, f64::from(score), "");
            let active = inside.contains(&at);
            if rescued.contains(&at) {
                reason.push_str(ADDED[0]);
            }
            match self.mark(at) {
                Some(Mark::Pin) => {
                    verdict.judge = "user".to_owned();
                    reason.push_str(ADDED[1]);
                }
                Some(Mark::Never | Mark::Deleted) => {
                    verdict.judge = "user".to_owned();
                    verdict.exit = Some(Exit::Never);
                    reason.push_str(ADDED[2]);
                }
                None if !active && self.rows[at].verified != Some(true) => {
                    reason.push_str(ADDED[3]);
                }
                None if !active => verdict.exit = Some(Exit::Unlikely),
                None => {}
            }
            self.rows[at].active = active;
            verdict.at = decided;
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

pub(super) fn recordings(skill: &Skill) -> usize {
    let intents = skill.provenance.intents.len();
    (1 + skill.provenance.aligned.len()).max(intents)
}
