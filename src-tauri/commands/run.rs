//! The Run screen.

use async_trait::async_trait;
use atelier_core::ids::TaskId;
use atelier_core::ipc::{RunDetail, Suggestion, TaskRow};
use atelier_core::task::{ApprovalRequest, Decision, RunEvent, TaskRecord, TaskRequest};
use atelier_workshop::RunSink;
use tauri::ipc::Channel;

use super::{Approvals, Reply, Shop};

/// Sends what happens to the window, and waits there for approvals.
pub struct Watching<'a> {
    pub channel: Channel<RunEvent>,
    pub approvals: &'a Approvals,
}

#[async_trait]
impl RunSink for Watching<'_> {
    async fn event(&mut self, event: RunEvent) {
        // A window that was closed meanwhile does not stop the run: its events are stored.
        let _ = self.channel.send(event);
    }

    async fn approve(&mut self, _request: &ApprovalRequest) -> Decision {
        self.approvals.ask().await
    }
}

#[tauri::command]
pub async fn start_run(
    workshop: Shop<'_>,
    approvals: tauri::State<'_, Approvals>,
    request: TaskRequest,
    channel: Channel<RunEvent>,
) -> Reply<TaskRecord> {
    let headless = !workshop.settings().await?.show_browser;
    let mut watching = Watching { channel, approvals: approvals.inner() };
    Ok(workshop.run_task(request, headless, &mut watching).await?)
}

#[tauri::command]
pub async fn stop_run(workshop: Shop<'_>, approvals: tauri::State<'_, Approvals>) -> Reply<()> {
    workshop.stop_run();
    approvals.answer(Decision::Stop);
    Ok(())
}

#[tauri::command]
pub async fn answer_approval(approvals: tauri::State<'_, Approvals>, decision: Decision) -> Reply<bool> {
    Ok(approvals.answer(decision))
}

#[tauri::command]
pub async fn list_tasks(workshop: Shop<'_>, limit: u32) -> Reply<Vec<TaskRow>> {
    Ok(workshop.tasks(limit).await?)
}

#[tauri::command]
pub async fn get_task(workshop: Shop<'_>, id: TaskId) -> Reply<RunDetail> {
    Ok(workshop.task(id).await?)
}

#[tauri::command]
pub async fn judge_task(workshop: Shop<'_>, id: TaskId, right: Option<bool>) -> Reply<()> {
    Ok(workshop.judge_task(id, right).await?)
}

#[tauri::command]
pub async fn suggest_tasks(workshop: Shop<'_>) -> Reply<Vec<Suggestion>> {
    Ok(workshop.suggest_tasks().await?)
}
