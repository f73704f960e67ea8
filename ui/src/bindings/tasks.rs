//! Commands of the Run screen.

use atelier_core::ids::TaskId;
use atelier_core::ipc::{RunDetail, Suggestion, TaskRow};
use atelier_core::task::{Decision, TaskRecord, TaskRequest};
use serde_json::{Value, json};

use super::bridge::invoke;
use super::{Channel, Reply};

/// Resolves when the task has ended.
pub async fn start_run(request: &TaskRequest, channel: &Channel) -> Reply<TaskRecord> {
    invoke("start_run", json!({ "request": request, "channel": channel.argument() })).await
}

pub async fn stop_run() -> Reply<()> {
    invoke::<Value>("stop_run", json!({})).await.map(drop)
}

pub async fn answer_approval(decision: Decision) -> Reply<()> {
    invoke::<Value>("answer_approval", json!({ "decision": decision })).await.map(drop)
}

pub async fn list_tasks(limit: usize) -> Reply<Vec<TaskRow>> {
    invoke("list_tasks", json!({ "limit": limit })).await
}

pub async fn get_task(id: TaskId) -> Reply<RunDetail> {
    invoke("get_task", json!({ "id": id })).await
}

pub async fn judge_task(id: TaskId, right: Option<bool>) -> Reply<()> {
    invoke::<Value>("judge_task", json!({ "id": id, "right": right })).await.map(drop)
}

pub async fn suggest_tasks() -> Reply<Vec<Suggestion>> {
    invoke("suggest_tasks", json!({})).await
}

/// A stored picture as a data URL.
pub async fn picture(hash: &str) -> Reply<String> {
    invoke("picture", json!({ "hash": hash })).await
}
