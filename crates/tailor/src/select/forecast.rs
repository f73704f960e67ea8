//! What a selection with a model as judge will ask at most, before it begins.

use atelier_core::ids::SkillId;
use atelier_core::skill::Skill;
use atelier_embed::Embedder;

use super::SelectionInput;
use crate::error::TailorError;
use crate::extract::{self, Library};
use crate::judge::{Forecast, ModelJudge, Question, Usage};
use crate::{cluster, duplicates};

/// Counts the questions as if every skill went the whole way and no pair were decided by another. What the judge
/// has answered before is taken off; nothing is asked.
///
/// # Errors
/// [`TailorError::Embed`], [`TailorError::Answers`].
pub async fn forecast(
    input: &SelectionInput<'_>,
    judge: &ModelJudge,
    embedder: &dyn Embedder,
) -> Result<Forecast, TailorError> {
    let library = Library { trajectories: input.trajectories, skills: input.skills, sites: input.sites };
    let nobody = SkillId::new(uuid::Uuid::nil());
    let candidates = extract::local(&library, &input.selection, input.now, &mut || nobody);
    let docs: Vec<String> = candidates.iter().map(|c| c.skill.docstring()).collect();
    let docs: Vec<&str> = docs.iter().map(String::as_str).collect();
    let vectors = if docs.is_empty() {
        Vec::new()
    } else {
        embedder.embed(&docs).map_err(|error| TailorError::Embed(error.to_string()))?
    };
    let clusters: Vec<usize> =
        cluster::greedy(&vectors, input.selection.cluster).iter().map(|m| m.cluster).collect();
    let pairs = duplicates::pairs(&vectors, &clusters, input.selection.duplicate);
    let mut questions: Vec<Question<'_>> = Vec::new();
    for candidate in &candidates {
        if let Some(trajectory) = input.trajectories.get(candidate.trajectory()) {
            questions.push(Question::Granularity { skill: &candidate.skill, trajectory });
        }
    }
    let skill = |at: usize| -> Option<&Skill> { candidates.get(at).map(|c| &c.skill) };
    for (a, b, similarity) in pairs {
        if let Some((a, b)) = skill(a).zip(skill(b)) {
            questions.push(Question::Duplicate { a, b, similarity });
        }
    }
    for candidate in &candidates {
        let site = input.sites.get(&candidate.skill.site);
        questions.push(Question::Likelihood { skill: &candidate.skill, site, usage: Usage::default() });
    }
    judge.forecast(&questions).await
}
