//! Doing tasks, and the log of those that were asked for.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use atelier_browser::{ReplayEvent, ReplayWatch};
use atelier_core::effect::Effect;
use atelier_core::ids::{SkillId, TaskId};
use atelier_core::ipc::{RunDetail, TaskRow};
use atelier_core::site::Sites;
use atelier_core::skill::Skill;
use atelier_core::task::{ApprovalRequest, Decision, RunEvent, TaskRecord, TaskRequest};
use atelier_store::Store;

use crate::error::WorkshopError;
use crate::home::Workshop;
use crate::machine;

/// Who watches a run, and who is asked.
#[async_trait]
pub trait RunSink: Send {
    /// Something happened. Everything told here is stored too.
    async fn event(&mut self, event: RunEvent);

    /// May this be sent? Whoever cannot ask anybody answers [`Decision::Stop`].
    async fn approve(&mut self, request: &ApprovalRequest) -> Decision;
}

impl Workshop {
    /// Does a task. Everything but a browser or store that cannot be used ends in the record.
    pub async fn run_task(
        &self,
        mut request: TaskRequest,
        headless: bool,
        sink: &mut dyn RunSink,
    ) -> Result<TaskRecord, WorkshopError> {
        let _turn = self.running.begin("a task")?;
        request.start_url = self.live_start(&request.start_url).await?;
        let sites = self.store.sites().all().await?;
        let active = self.active_skills().await?;
        let embedder = self.embedder().await?;
        let page = self.browser(headless).await?.open().await?;
        let id = machine::task_id();
        let mut log = TaskLog {
            store: self.store.clone(),
            stop: self.running.flag(),
            allowed: self.settings().await?.always_allowed,
            id,
            events: 0,
            skill: None,
            names: active.iter().map(|skill| (skill.name.clone(), skill.id)).collect(),
            sink,
        };
        let task = atelier_agent::Task { id, request, sites: &sites, active: &active };
        let tools = atelier_agent::Tools { page: &page, embedder: embedder.as_ref(), now: &machine::now };
        let begun = atelier_agent::begin(&task, &tools);
        self.store.tasks().begin(&begun).await?;
        let record = atelier_agent::run_task(task, tools, &mut log).await;
        page.close().await;
        self.store.tasks().finish(&record).await?;
        Ok(record)
    }

    /// Asks the running task to stop.
    pub fn stop_run(&self) {
        self.running.stop();
    }

    /// The newest tasks.
    pub async fn tasks(&self, limit: u32) -> Result<Vec<TaskRow>, WorkshopError> {
        Ok(self.store.tasks().list(limit, None).await?.into_iter().map(row).collect())
    }

    /// One task with everything that was seen while it ran.
    pub async fn task(&self, id: TaskId) -> Result<RunDetail, WorkshopError> {
        let found = self.store.tasks().get(id).await?;
        let record = found.ok_or_else(|| WorkshopError::NotFound { what: format!("task {id}") })?;
        Ok(RunDetail { record, events: self.store.tasks().events(id).await? })
    }

    /// Remembers whether the user found the outcome right.
    pub async fn judge_task(&self, id: TaskId, right: Option<bool>) -> Result<(), WorkshopError> {
        Ok(self.store.tasks().set_right(id, right).await?)
    }
}

fn row(record: TaskRecord) -> TaskRow {
    TaskRow {
        id: record.id,
        intent: record.intent,
        site: record.site,
        model: record.model,
        mode: record.mode,
        skills: record.calls.into_iter().map(|call| call.name).collect(),
        outcome: record.outcome,
        answer: record.answer,
        latency_ms: record.latency_ms,
        tokens: record.tokens,
        gap: record.gap,
        started_at: record.started_at,
    }
}
