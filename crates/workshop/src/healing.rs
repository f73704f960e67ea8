//! Proposals to heal targets, versions of skills, and what their steps do to the world.

use atelier_core::effect::Effect;
use atelier_core::healing::HealingState;
use atelier_core::ids::SkillId;
use atelier_core::ipc::{HealingView, SkillVersionRow};
use atelier_core::replay::ReplayReport;
use atelier_core::skill::Skill;
use atelier_store::{Store, StoredHealing};

use crate::error::WorkshopError;
use crate::home::Workshop;
use crate::machine;

/// Keeps what a replay proposes, where it was proved. A store that fails loses the proposal, not the run.
pub(crate) async fn keep(store: &Store, report: &ReplayReport) {
    for healing in report.healings.iter().filter(|healing| healing.is_proved()) {
        if let Err(error) = store.healings().propose(healing, machine::now()).await {
            tracing::error!("a proposal to heal `{}` cannot be kept: {error}", report.skill_name);
        }
    }
}

impl Workshop {
    /// Proposals, the newest first; those of one state where one is given.
    pub async fn healings(&self, state: Option<HealingState>) -> Result<Vec<HealingView>, WorkshopError> {
        let mut views = Vec::new();
        for stored in self.store.healings().all(state).await? {
            let skill = self.store.skills().get(stored.healing.skill).await?;
            views.push(view(stored, skill.as_ref()));
        }
        Ok(views)
    }

    /// Makes a proposal the next version of its skill; tells the version.
    pub async fn accept_healing(&self, id: i64) -> Result<u32, WorkshopError> {
        let stored = self.open_healing(id).await?;
        let skill = self.skill_by_id(stored.healing.skill).await?;
        let healed = stored.healing.apply(&skill).ok_or(WorkshopError::Outdated)?;
        let saved = self.store.healings().accept(id, &healed, stored.healing.step, machine::now()).await?;
        Ok(saved.version)
    }

    /// Refuses a proposal; the same one is not made again.
    pub async fn refuse_healing(&self, id: i64) -> Result<(), WorkshopError> {
        self.open_healing(id).await?;
        Ok(self.store.healings().refuse(id, machine::now()).await?)
    }

    async fn open_healing(&self, id: i64) -> Result<StoredHealing, WorkshopError> {
        let found = self.store.healings().get(id).await?.filter(|one| one.state == HealingState::Open);
        found.ok_or_else(|| WorkshopError::NotFound { what: format!("open proposal {id}") })
    }

    /// Every version of a skill, the newest first.
    pub async fn skill_versions(&self, id: SkillId) -> Result<Vec<SkillVersionRow>, WorkshopError> {
        let current = self.skill_by_id(id).await?.version;
        let mut rows: Vec<SkillVersionRow> = self
            .store
            .skills()
            .versions(id)
            .await?
            .into_iter()
            .map(|one| SkillVersionRow {
                version: one.skill.version,
                saved_at: one.saved_at,
                in_use: one.skill.version == current,
                skill: one.skill,
            })
            .collect();
        rows.reverse();
        Ok(rows)
    }

    /// Brings an older version back, as the next one: nothing is lost by it. Tells the version in use now.
    pub async fn roll_back(&self, id: SkillId, version: u32) -> Result<u32, WorkshopError> {
        let current = self.skill_by_id(id).await?.version;
        let all = self.store.skills().versions(id).await?;
        let wanted = all.into_iter().find(|one| one.skill.version == version);
        let wanted = wanted
            .ok_or_else(|| WorkshopError::NotFound { what: format!("version {version} of skill {id}") })?;
        let again = Skill { version: current, ..wanted.skill };
        Ok(self.store.skills().save(&again, machine::now()).await?.version)
    }

    /// Sets what one step does to the world, as a new version of the skill. Tells the version in use now.
    pub async fn set_effect(&self, id: SkillId, step: usize, effect: Effect) -> Result<u32, WorkshopError> {
        let skill = self.skill_by_id(id).await?;
        let changed = skill.with_effect(step, effect).ok_or(WorkshopError::NoStep { step })?;
        Ok(self.store.skills().save(&changed, machine::now()).await?.version)
    }
}

fn view(stored: StoredHealing, skill: Option<&Skill>) -> HealingView {
    HealingView {
        id: stored.id,
        state: stored.state,
        skill: skill.map(|skill| skill.name.clone()).unwrap_or_default(),
        site: skill.map(|skill| skill.site.clone()).unwrap_or_default(),
        differences: stored.healing.differences(),
        applies: skill.is_some_and(|skill| stored.healing.apply(skill).is_some()),
        healing: stored.healing,
        at: stored.at,
    }
}
