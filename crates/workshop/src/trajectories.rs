//! Trajectories: listed, shown, put away and brought back.

use std::collections::BTreeMap;

use atelier_core::effect;
use atelier_core::ids::TrajectoryId;
use atelier_core::ipc::{StepView, TrajectoryDetail, TrajectoryRow};
use atelier_core::sets::Stage;
use atelier_core::site::Sites;
use atelier_core::skill::Skill;
use atelier_core::trajectory::{Step, Trajectory};

use crate::error::WorkshopError;
use crate::home::Workshop;
use crate::machine;

impl Workshop {
    /// All trajectories, the newest first.
    pub async fn trajectories(&self) -> Result<Vec<TrajectoryRow>, WorkshopError> {
        let sites = self.store.sites().all().await?;
        let skills = self.store.skills().current().await?;
        let mut counts: BTreeMap<TrajectoryId, usize> = BTreeMap::new();
        for id in skills.iter().flat_map(sources) {
            *counts.entry(id).or_default() += 1;
        }
        let mut rows: Vec<_> = self
            .store
            .trajectories()
            .all()
            .await?
            .iter()
            .map(|t| row(t, &sites, counts.get(&t.id).copied().unwrap_or_default()))
            .collect();
        rows.sort_by_key(|row| (std::cmp::Reverse(row.recorded_at), row.id));
        Ok(rows)
    }

    /// One trajectory with what can be said about each step.
    pub async fn trajectory(&self, id: TrajectoryId) -> Result<TrajectoryDetail, WorkshopError> {
        let found = self.store.trajectories().get(id).await?;
        let trajectory = found.ok_or_else(|| WorkshopError::NotFound { what: format!("trajectory {id}") })?;
        let stages = self.store.moves().stage_of_all().await?;
        let skills: Vec<(String, Stage)> = self
            .store
            .skills()
            .current()
            .await?
            .iter()
            .filter(|skill| sources(skill).any(|source| source == id))
            .map(|skill| {
                (skill.name.clone(), stages.get(&skill.id).map_or(Stage::Generated, |(stage, _)| *stage))
            })
            .collect();
        let sites = self.store.sites().all().await?;
        Ok(TrajectoryDetail {
            row: row(&trajectory, &sites, skills.len()),
            steps: trajectory.steps.into_iter().map(view).collect(),
            skills,
        })
    }

    /// Puts a trajectory away; it can be brought back.
    pub async fn delete_trajectory(&self, id: TrajectoryId) -> Result<(), WorkshopError> {
        if self.store.trajectories().delete(id, machine::now()).await? {
            return Ok(());
        }
        Err(WorkshopError::NotFound { what: format!("trajectory {id}") })
    }

    /// Brings a trajectory back.
    pub async fn restore_trajectory(&self, id: TrajectoryId) -> Result<(), WorkshopError> {
        if self.store.trajectories().restore(id).await? {
            return Ok(());
        }
        Err(WorkshopError::NotFound { what: format!("deleted trajectory {id}") })
    }
}

/// The trajectories a skill was cut from.
fn sources(skill: &Skill) -> impl Iterator<Item = TrajectoryId> + '_ {
    [skill.provenance.trajectory].into_iter().chain(skill.provenance.aligned.iter().copied())
}

fn row(trajectory: &Trajectory, sites: &Sites, skills: usize) -> TrajectoryRow {
    let replayable = trajectory.steps.iter().filter(|step| problem(step).is_none()).count();
    TrajectoryRow {
        id: trajectory.id,
        task: trajectory.task.clone(),
        site: sites.place(&trajectory.start_url).map(|place| place.alias).unwrap_or_default(),
        source: trajectory.source.clone(),
        outcome: trajectory.outcome,
        steps: trajectory.steps.len(),
        replayable,
        skills,
        recorded_at: trajectory.recorded_at,
    }
}

fn view(step: Step) -> StepView {
    StepView { effect: effect::of_requests(&step.requests), problem: problem(&step), step }
}

/// Why a step will not replay.
fn problem(step: &Step) -> Option<String> {
    if let Some(error) = &step.error {
        return Some(format!("it failed when it was recorded: {error}"));
    }
    if !step.action.needs_target() {
        return None;
    }
    match &step.target {
        None => Some("the recording holds no element for it".to_owned()),
        Some(target) if !target.is_lasting() => Some("its element has no lasting identity".to_owned()),
        Some(_) => None,
    }
}
