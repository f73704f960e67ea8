//! The extractor with a model (AutoTailor §3.1, WebXSkill §3.1, A.2).
//!
//! The model says which stretches of a recording are chores of their own, what they are called, which texts
//! belong to the one case, and what becomes of each beside its nearest neighbours in the library. Programs,
//! targets and conditions are made from the recording itself, so nothing on a page can be invented. A recording
//! about which the model says nothing usable gives no candidates, and is listed.

mod ask;
mod name;

use std::fmt;
use std::sync::Arc;

use atelier_core::ids::SkillId;
use atelier_core::settings::Selection;
use atelier_core::skill::{ACTIONS, Skill};
use atelier_core::verdict::{Rule, Verdict};
use atelier_embed::{Embedder, cosine};
use atelier_llm::ChatModel;

use super::clean::Kept;
use super::draft::{self, Draft};
use super::{
    Candidate, Decision, Library, Origin, adopt, align, build, clean, decide, effects, incompleteness,
};
use crate::error::TailorError;
use crate::judge::{Account, Answers};
use ask::Proposal;

/// An extractor that asks a model.
pub struct ModelExtractor {
    model: Arc<dyn ChatModel>,
    answers: Arc<dyn Answers>,
}

impl fmt::Debug for ModelExtractor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ModelExtractor").field("model", &self.model.profile().name).finish_non_exhaustive()
    }
}

/// What came of it.
#[derive(Debug)]
pub struct Extracted {
    pub candidates: Vec<Candidate>,
    /// What it took, and the recordings without an answer.
    pub account: Account,
}

/// What the run lends.
pub struct Bench<'a> {
    pub embedder: &'a dyn Embedder,
    /// Gives the id of each new skill.
    pub ids: &'a mut (dyn FnMut() -> SkillId + Send),
    pub stopped: &'a (dyn Fn() -> bool + Sync),
    /// Unix milliseconds.
    pub now: i64,
}

impl fmt::Debug for Bench<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bench").field("now", &self.now).finish_non_exhaustive()
    }
}

/// A draft with what the model said of it; the proposal's neighbour as a skill of the library.
struct Named {
    site: String,
    draft: Draft,
    proposal: Proposal,
    of: Option<SkillId>,
}

impl ModelExtractor {
    /// An extractor; what it was told is kept by content and not asked for again.
    pub fn new(model: Arc<dyn ChatModel>, answers: Arc<dyn Answers>) -> Self {
        Self { model, answers }
    }

    /// Cuts the recordings, one request for each.
    ///
    /// # Errors
    /// [`TailorError::Judge`] where asking on makes no sense, [`TailorError::Stopped`], [`TailorError::Embed`].
    pub async fn extract(
        &self,
        library: &Library<'_>,
        selection: &Selection,
        bench: &mut Bench<'_>,
    ) -> Result<Extracted, TailorError> {
        let mut account = Account::default();
        let mut named: Vec<Named> = Vec::new();
        let known =
            vectors(bench.embedder, &library.skills.iter().map(Skill::docstring).collect::<Vec<_>>())?;
        for (at, trajectory) in library.trajectories.iter().enumerate() {
            if (bench.stopped)() {
                return Err(TailorError::Stopped);
            }
            let kept = clean::clean(trajectory, &effects::of_steps(trajectory));
            let place = kept.first().and_then(|k| library.sites.place(&k.step.page.url));
            let place = place.or_else(|| library.sites.place(&trajectory.start_url));
            let Some(site) = place.map(|place| place.alias).filter(|_| !kept.is_empty()) else {
                continue;
            };
            let neighbours = nearest(bench.embedder, library, &known, trajectory, selection.neighbours)?;
            let proposals = tokio::select! {
                biased;
                () = crate::judge::until(bench.stopped) => return Err(TailorError::Stopped),
                said = self.propose(trajectory, &neighbours, &mut account) => said?,
            };
            for proposal in proposals {
                let part = stretch(&kept, &proposal);
                let whole = part.len() == kept.len();
                let actions = part.iter().filter(|k| k.step.action.is_meaningful()).count();
                if part.is_empty() || !(whole || ACTIONS.contains(&actions)) {
                    continue;
                }
                let task = trajectory.task.as_deref().filter(|_| whole);
                let texts: Vec<String> = proposal.values.iter().map(|v| v.text.clone()).collect();
                let draft = draft::draft(at, task, &part, whole, &texts);
                if !draft.steps.is_empty() {
                    let of = proposal.neighbour().and_then(|n| neighbours.get(n)).map(|skill| skill.id);
                    named.push(Named { site: site.clone(), draft, proposal, of });
                }
            }
        }
        let candidates = self.candidates(library, selection, bench, named);
        Ok(Extracted { candidates, account })
    }

    /// Lays drafts of one shape over each other, and makes and names the skills.
    fn candidates(
        &self,
        library: &Library<'_>,
        selection: &Selection,
        bench: &mut Bench<'_>,
        named: Vec<Named>,
    ) -> Vec<Candidate> {
        let said: Vec<(usize, Vec<usize>, Proposal, Option<SkillId>)> =
            named.iter().map(|n| (n.draft.trajectory, sources(&n.draft), n.proposal.clone(), n.of)).collect();
        let drafts = named.into_iter().map(|n| (n.site, n.draft)).collect();
        let mut out: Vec<Candidate> = Vec::new();
        for (site, mut group) in align::groups(drafts, library.trajectories) {
            group.sort_by_key(|d| {
                library.trajectories.get(d.trajectory).map_or(2, |t| incompleteness(t.outcome))
            });
            let intent = |d: &Draft| {
                library.trajectories.get(d.trajectory).and_then(|t| t.task.clone()).filter(|_| d.whole)
            };
            let intents: Vec<Option<String>> = group.iter().map(intent).collect();
            let frame = build::Frame { site: &site, trajectories: library.trajectories, intents: &intents };
            let of_base = |base: &Draft| {
                let parts = sources(base);
                said.iter().find(|(at, steps, ..)| *at == base.trajectory && *steps == parts)
            };
            let Some((_, _, proposal, of)) = group.first().and_then(of_base) else {
                continue;
            };
            let Some(mut skill) = build::skill(&group, &frame, SkillId::new(uuid::Uuid::nil())) else {
                continue;
            };
            name::give(&mut skill, proposal, out.iter().map(|c| &c.skill));
            let taken: Vec<SkillId> = out.iter().map(|c| c.skill.id).collect();
            let open: Vec<Skill> =
                library.skills.iter().filter(|known| !taken.contains(&known.id)).cloned().collect();
            let (decision, score, reason) = self.decide(&skill, proposal, *of, &open, selection);
            adopt(&mut skill, decision, library.skills, &mut *bench.ids);
            let verdict = Verdict {
                skill: skill.id,
                rule: Rule::Extraction,
                score,
                kept: true,
                exit: None,
                reason,
                judge: self.model.profile().name.clone(),
                other: None,
                cluster: None,
                at: bench.now,
            };
            out.push(Candidate { skill, verdict, decision, origin: Origin { site, group, intents } });
        }
        out
    }

    /// (1) the same name, (2) nearly the same name, (3) what the model said of the neighbours.
    fn decide(
        &self,
        skill: &Skill,
        proposal: &Proposal,
        of: Option<SkillId>,
        open: &[Skill],
        selection: &Selection,
    ) -> (Decision, f64, String) {
        let by_name = decide::decide(skill, open, selection.same_name);
        if by_name.0 != Decision::New {
            return by_name;
        }
        let known = of.and_then(|id| open.iter().find(|known| known.id == id && known.site == skill.site));
        match known {
            Some(known) => {
                let id = known.id;
                let decision = if proposal.decision == "skip" {
                    Decision::Skip { of: id }
                } else {
                    Decision::Update { id }
                };
                (decision, 0.0, format!("Beside `{}`: {}", known.name, proposal.reason))
            }
            None => (Decision::New, 0.0, proposal.reason.clone()),
        }
    }
}

fn sources(draft: &Draft) -> Vec<usize> {
    draft.kept.iter().map(|k| k.source).collect()
}

/// The steps that were kept of a stretch, which counts from 1.
fn stretch(kept: &[Kept], proposal: &Proposal) -> Vec<Kept> {
    kept.iter().filter(|k| (proposal.from..=proposal.to).contains(&(k.source + 1))).cloned().collect()
}

fn vectors(embedder: &dyn Embedder, texts: &[String]) -> Result<Vec<Vec<f32>>, TailorError> {
    if texts.is_empty() {
        return Ok(Vec::new());
    }
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    embedder.embed(&texts).map_err(|error| TailorError::Embed(error.to_string()))
}

/// The skills of the library that lie nearest to what was wanted.
fn nearest<'a>(
    embedder: &dyn Embedder,
    library: &Library<'a>,
    known: &[Vec<f32>],
    trajectory: &atelier_core::trajectory::Trajectory,
    count: usize,
) -> Result<Vec<&'a Skill>, TailorError> {
    let Some(task) = trajectory.task.clone().filter(|_| !known.is_empty()) else {
        return Ok(library.skills.iter().take(count).collect());
    };
    let mine = vectors(embedder, &[task])?.pop().unwrap_or_default();
    let mut near: Vec<(f64, &Skill)> =
        known.iter().zip(library.skills).map(|(v, s)| (cosine(&mine, v), s)).collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    Ok(near.into_iter().take(count).map(|(_, skill)| skill).collect())
}

#[cfg(test)]
mod tests;
