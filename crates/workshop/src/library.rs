//! The library as a person sees and edits it: skills rewritten, reasons of their effects, the map of clusters.

use atelier_core::effect;
use atelier_core::ids::SkillId;
use atelier_core::ipc::{CausedRequest, ClusterMap, MapPoint};
use atelier_core::sets::Mark;
use atelier_core::skill::Skill;
use atelier_core::verdict::Rule;
use atelier_embed::Embedder as _;

use crate::error::WorkshopError;
use crate::home::Workshop;
use crate::machine;

impl Workshop {
    /// Saves an edited skill as its next version, after the checks of its form.
    ///
    /// # Errors
    /// [`WorkshopError::BadSkill`] names what is wrong; nothing is saved then.
    pub async fn edit_skill(&self, skill: Skill) -> Result<(), WorkshopError> {
        let before = self.skill_by_id(skill.id).await?;
        skill.check().map_err(|fault| WorkshopError::BadSkill(fault.to_string()))?;
        let marks = self.store.marks().all().await?;
        let taken = self.store.skills().current().await?.into_iter().any(|other| {
            other.id != skill.id
                && (&other.site, &other.name) == (&skill.site, &skill.name)
                && marks.get(&other.id) != Some(&Mark::Deleted)
        });
        if taken && before.name != skill.name {
            let fault = format!("another skill of `{}` is called `{}`", skill.site, skill.name);
            return Err(WorkshopError::BadSkill(fault));
        }
        self.store.skills().save(&Skill { version: before.version, ..skill }, machine::now()).await?;
        Ok(())
    }

    /// The requests that the skill's steps caused when they were recorded, each once.
    pub(crate) async fn requests_of(&self, skill: &Skill) -> Result<Vec<CausedRequest>, WorkshopError> {
        let Some(source) = self.store.trajectories().get(skill.provenance.trajectory).await? else {
            return Ok(Vec::new());
        };
        let [first, last] = skill.provenance.steps;
        let mut out: Vec<CausedRequest> = Vec::new();
        for (step, recorded) in source.steps.iter().enumerate().filter(|(at, _)| (first..=last).contains(at))
        {
            for request in &recorded.requests {
                let known = |other: &CausedRequest| {
                    (&other.request.method, &other.request.path) == (&request.method, &request.path)
                };
                if !out.iter().any(known) {
                    let effect = effect::of_request(request);
                    out.push(CausedRequest { step, request: request.clone(), effect });
                }
            }
        }
        Ok(out)
    }

    /// The skills of the last selection on a plane, by what their descriptions say.
    pub async fn cluster_map(&self) -> Result<ClusterMap, WorkshopError> {
        let view = self.pipeline().await?;
        let shown: std::collections::BTreeSet<SkillId> = view.skills.iter().map(|row| row.id).collect();
        let mut skills = self.store.skills().current().await?;
        skills.retain(|skill| shown.contains(&skill.id));
        let texts: Vec<String> = skills.iter().map(Skill::docstring).collect();
        let embedder = self.embedder().await?;
        let plane = tokio::task::spawn_blocking(move || {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            embedder.embed(&texts).map(|vectors| atelier_tailor::plane(&vectors))
        })
        .await??;
        let cluster = |id: SkillId| {
            let mine = view.verdicts.iter().filter(|v| v.skill == id && v.rule == Rule::Cluster);
            mine.filter_map(|verdict| verdict.cluster).next_back()
        };
        let point = |(skill, [x, y]): (&Skill, [f64; 2])| MapPoint {
            skill: skill.id,
            x,
            y,
            cluster: cluster(skill.id),
        };
        Ok(ClusterMap { points: skills.iter().zip(plane.points).map(point).collect(), shown: plane.shown })
    }
}
