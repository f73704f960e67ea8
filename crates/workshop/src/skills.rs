//! Skills: listed, shown, marked, tried.

use std::collections::BTreeMap;

use atelier_core::ids::SkillId;
use atelier_core::ipc::{Neighbour, SkillDetail, SkillRow};
use atelier_core::replay::ReplayReport;
use atelier_core::sets::{Actor, Mark, Move, Stage};
use atelier_core::skill::Skill;
use atelier_core::template::Bindings;
use atelier_core::verdict::{Rule, Verdict};
use atelier_embed::{Embedder, cosine};
use atelier_store::CallCount;

use crate::error::WorkshopError;
use crate::home::Workshop;
use crate::machine;
use crate::run::RunSink;
use crate::watch::Watch;

/// Neighbours shown beside a skill.
const NEIGHBOURS: usize = 5;

/// One skill is to be run by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TryRequest {
    pub skill: SkillId,
    pub arguments: Bindings,
    /// Page to start on; the skill's own where none is given.
    pub url: Option<String>,
    /// Stop before the commit step.
    pub dry_run: bool,
    pub headless: bool,
}

/// What is known about all skills, beside the skills themselves.
pub(crate) struct Standing {
    stages: BTreeMap<SkillId, (Stage, Move)>,
    marks: BTreeMap<SkillId, Mark>,
    verified: BTreeMap<SkillId, bool>,
    calls: BTreeMap<SkillId, CallCount>,
    verdicts: Vec<Verdict>,
}

impl Standing {
    /// The row of one skill.
    pub fn row(&self, skill: &Skill) -> SkillRow {
        let mine = || self.verdicts.iter().filter(|v| v.skill == skill.id);
        let calls = self.calls.get(&skill.id).copied().unwrap_or(CallCount { tasks: 0, succeeded: 0 });
        SkillRow {
            id: skill.id,
            name: skill.name.clone(),
            signature: skill.signature(),
            description: skill.description.clone(),
            site: skill.site.clone(),
            url_pattern: skill.url_pattern.clone(),
            stage: self.stages.get(&skill.id).map_or(Stage::Generated, |(stage, _)| *stage),
            exit: mine().filter_map(|v| v.exit).next_back(),
            effect: skill.effect,
            steps: skill.steps.len(),
            version: skill.version,
            mark: self.marks.get(&skill.id).copied(),
            calls: calls.tasks,
            succeeded: calls.succeeded,
            likelihood: mine().filter(|v| v.rule == Rule::Likelihood).map(|v| v.score).next_back(),
            verified: self.verified.get(&skill.id).copied(),
        }
    }
}

impl Workshop {
    /// Everything that is known about all skills.
    pub(crate) async fn standing(&self) -> Result<Standing, WorkshopError> {
        Ok(Standing {
            stages: self.store.moves().stage_of_all().await?,
            marks: self.store.marks().all().await?,
            verified: self.store.verifications().succeeded_of_all().await?,
            calls: self.store.tasks().calls().await?,
            verdicts: self.store.verdicts().current().await?,
        })
    }

    /// All skills in every stage: active ones first, then by site and name.
    pub async fn skills(&self) -> Result<Vec<SkillRow>, WorkshopError> {
        let standing = self.standing().await?;
        let skills = self.store.skills().current().await?;
        let mut rows: Vec<_> = skills.iter().map(|skill| standing.row(skill)).collect();
        rows.retain(|row| row.mark != Some(Mark::Deleted));
        rows.sort_by(|a, b| {
            let key = |row: &SkillRow| (row.stage != Stage::Active, row.site.clone(), row.name.clone());
            key(a).cmp(&key(b))
        });
        Ok(rows)
    }

    /// The skill of a name, or of `site/name`.
    pub async fn skill_named(&self, name: &str) -> Result<SkillId, WorkshopError> {
        let (site, bare) = match name.split_once('/') {
            Some((site, bare)) => (Some(site), bare),
            None => (None, name),
        };
        let mut found: Vec<SkillRow> = self.skills().await?;
        found.retain(|row| row.name == bare && site.is_none_or(|site| row.site == site));
        let sites: std::collections::BTreeSet<&str> = found.iter().map(|row| row.site.as_str()).collect();
        if sites.len() > 1 {
            let sites = sites.into_iter().collect::<Vec<_>>().join(", ");
            return Err(WorkshopError::SeveralSkills { name: name.to_owned(), sites });
        }
        let first = found.first().ok_or_else(|| WorkshopError::NotFound { what: format!("skill {name}") })?;
        Ok(first.id)
    }

    /// One skill whole.
    pub async fn skill(&self, id: SkillId) -> Result<SkillDetail, WorkshopError> {
        let skill = self.skill_by_id(id).await?;
        let standing = self.standing().await?;
        Ok(SkillDetail {
            row: standing.row(&skill),
            verdicts: self.store.verdicts().of_skill(id).await?,
            moves: self.store.moves().history(id).await?,
            verification: self.store.verifications().last(id).await?,
            neighbours: self.neighbours(&skill, &standing).await?,
            requests: self.requests_of(&skill).await?,
            skill,
        })
    }

    async fn neighbours(&self, skill: &Skill, standing: &Standing) -> Result<Vec<Neighbour>, WorkshopError> {
        let others: Vec<Skill> =
            self.store.skills().current().await?.into_iter().filter(|other| other.id != skill.id).collect();
        let texts: Vec<String> = [skill].into_iter().chain(&others).map(Skill::docstring).collect();
        let embedder = self.embedder().await?;
        let vectors = tokio::task::spawn_blocking(move || {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            embedder.embed(&texts)
        })
        .await??;
        let Some((mine, rest)) = vectors.split_first() else {
            return Ok(Vec::new());
        };
        let mut near: Vec<Neighbour> = others
            .iter()
            .zip(rest)
            .map(|(other, vector)| Neighbour {
                name: other.name.clone(),
                stage: standing.stages.get(&other.id).map_or(Stage::Generated, |(stage, _)| *stage),
                similarity: cosine(mine, vector),
            })
            .collect();
        near.sort_by(|a, b| b.similarity.total_cmp(&a.similarity).then_with(|| a.name.cmp(&b.name)));
        near.truncate(NEIGHBOURS);
        Ok(near)
    }

    /// Sets or takes away the user's mark, and moves the skill accordingly.
    pub async fn mark_skill(&self, id: SkillId, mark: Option<Mark>) -> Result<(), WorkshopError> {
        let skill = self.skill_by_id(id).await?;
        let stage = self.standing().await?.row(&skill).stage;
        self.store.marks().set(id, mark).await?;
        let moved = match mark {
            Some(Mark::Pin) if stage != Stage::Active => Some((Stage::Active, "pinned by you")),
            Some(Mark::Never) if stage == Stage::Active => Some((Stage::Pool, "never, by you")),
            Some(Mark::Deleted) if stage == Stage::Active => Some((Stage::Pool, "deleted by you")),
            _ => None,
        };
        if let Some((to, reason)) = moved {
            let step =
                Move { skill: id, to, reason: reason.to_owned(), actor: Actor::User, at: machine::now() };
            self.store.moves().add(&step).await?;
        }
        Ok(())
    }

    /// Runs one skill by itself. A failure of the skill is in the report.
    pub async fn try_skill(
        &self,
        request: TryRequest,
        sink: &mut dyn RunSink,
    ) -> Result<ReplayReport, WorkshopError> {
        let _turn = self.running.begin("a run")?;
        let skill = self.skill_by_id(request.skill).await?;
        skill.check_arguments(&skill.with_secret_names(&request.arguments))?;
        let start = match &request.url {
            Some(url) => url.clone(),
            None => self.start_of(&skill).await?,
        };
        let start = self.live_start(&start).await?;
        let sites = self.store.sites().all().await?;
        let page = self.browser(request.headless).await?.open().await?;
        let report = async {
            page.navigate(&start).await?;
            let options = atelier_browser::ReplayOptions {
                dry_run: request.dry_run,
                pictures: true,
                ..Default::default()
            };
            let mut watch = Watch {
                store: self.store.clone(),
                stop: self.running.flag(),
                task: None,
                next: 0,
                allowed: self.settings().await?.always_allowed,
                skills: std::slice::from_ref(&skill),
                secrets: self.secret_source(),
                test_site: sites.get(&skill.site).is_some_and(|site| site.test_site),
                sink,
            };
            let report =
                atelier_browser::replay(&page, &skill, &request.arguments, &sites, &options, &mut watch)
                    .await;
            crate::healing::keep(&self.store, &report).await;
            Ok(report)
        }
        .await;
        page.close().await;
        report
    }

    /// The page a skill's trajectory started on.
    async fn start_of(&self, skill: &Skill) -> Result<String, WorkshopError> {
        let source = self.store.trajectories().get(skill.provenance.trajectory).await?;
        let source = source
            .ok_or_else(|| WorkshopError::NotFound { what: format!("trajectory of {}", skill.name) })?;
        let first = source.steps.get(skill.provenance.steps[0]).map(|step| step.page.url.clone());
        Ok(first.filter(|url| url.starts_with("http")).unwrap_or(source.start_url))
    }

    pub(crate) async fn skill_by_id(&self, id: SkillId) -> Result<Skill, WorkshopError> {
        let found = self.store.skills().get(id).await?;
        found.ok_or_else(|| WorkshopError::NotFound { what: format!("skill {id}") })
    }
}
