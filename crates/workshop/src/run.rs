//! Doing tasks, and the log of those that were asked for.

use async_trait::async_trait;
use atelier_core::ids::TaskId;
use atelier_core::ipc::{RunDetail, TaskRow};
use atelier_core::task::{ApprovalRequest, Decision, RunEvent, TaskOutcome, TaskRecord, TaskRequest};

use crate::error::WorkshopError;
use crate::home::Workshop;
use crate::machine;
use crate::watch::Watch;

/// Who watches a run, and who is asked.
#[async_trait]
pub trait RunSink: Send + Sync {
    /// Something happened. Everything told here is stored too.
    async fn event(&mut self, event: RunEvent);

    /// May this be sent? Whoever cannot ask anybody answers [`Decision::Stop`].
    async fn approve(&mut self, request: &ApprovalRequest) -> Decision;
}

impl Workshop {
    /// Does a task. Everything but a store that cannot be used, or a browser that does not start, ends in the
    /// record.
    pub async fn run_task(
        &self,
        mut request: TaskRequest,
        headless: bool,
        sink: &mut dyn RunSink,
    ) -> Result<TaskRecord, WorkshopError> {
        let _turn = self.running.begin("a run")?;
        request.start_url = self.live_start(&request.start_url).await?;
        let sites = self.store.sites().all().await?;
        let active = self.active_skills().await?;
        let embedder = self.embedder().await?;
        let page = self.browser(headless).await?.open().await?;
        let task = atelier_agent::Task { id: machine::task_id(), request, sites: &sites, active: &active };
        let tools = atelier_agent::Tools { page: &page, embedder: embedder.as_ref(), now: &machine::now };
        let begun = atelier_agent::begin(&task, &tools);
        self.store.tasks().begin(&begun).await?;
        let mut watch = Watch {
            store: self.store.clone(),
            stop: self.running.flag(),
            task: Some(task.id),
            next: 0,
            allowed: self.settings().await?.always_allowed,
            skills: &active,
            secrets: self.secret_source(),
            test_site: sites.at(&task.request.start_url).is_some_and(|site| site.test_site),
            sink,
        };
        let mut record = atelier_agent::run_task(task, tools, &mut watch).await;
        page.close().await;
        if record.outcome == TaskOutcome::Interrupted {
            // Only this process may say that it was itself interrupted: here Chromium was.
            record.outcome =
                TaskOutcome::Failed { reason: "Chromium ended in the middle of the task.".to_owned() };
        }
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
