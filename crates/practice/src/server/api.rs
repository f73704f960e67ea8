//! `/api/…`, the same on both sites: what tests and verification read and reset.

use std::sync::Arc;

use axum::{
    Json, Router,
    body::Bytes,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::visit::Visit;
use crate::{
    space::{LogLine, Site, Spaces, is_space_name},
    tasks::{Attempt, Task, verify},
};

pub(super) fn router<S: Site>() -> Router<Arc<Spaces<S>>> {
    Router::new()
        .route("/api/practice", get(about::<S>))
        .route("/api/state", get(state::<S>))
        .route("/api/reset", post(reset::<S>))
        .route("/api/log", get(log::<S>))
        .route("/api/tasks", get(tasks::<S>))
        .route("/api/verify", post(judge::<S>))
        .route("/api/enter", get(enter::<S>))
}

async fn about<S: Site>(State(spaces): State<Arc<Spaces<S>>>) -> Json<Value> {
    Json(json!({ "site": S::NAME, "seed": spaces.seed(), "version": env!("CARGO_PKG_VERSION") }))
}

async fn state<S: Site>(visit: Visit<S>) -> Json<Value> {
    Json(visit.state().state_json())
}

async fn reset<S: Site>(State(spaces): State<Arc<Spaces<S>>>, visit: Visit<S>) -> Json<Value> {
    spaces.reset(&visit.space);
    Json(json!({ "reset": visit.space }))
}

/// The whole log, or that of `?space=`.
async fn log<S: Site>(State(spaces): State<Arc<Spaces<S>>>, visit: Visit<S>) -> Json<Vec<LogLine>> {
    Json(spaces.log(visit.query.get("space")))
}

async fn tasks<S: Site>(State(spaces): State<Arc<Spaces<S>>>) -> Json<Vec<Task>> {
    Json(spaces.tasks().to_vec())
}

#[derive(Deserialize)]
struct Claim {
    task_id: String,
    #[serde(default)]
    url: String,
    #[serde(default)]
    answer: Option<String>,
}

async fn judge<S: Site>(State(spaces): State<Arc<Spaces<S>>>, visit: Visit<S>, body: Bytes) -> Response {
    let claim: Claim = match serde_json::from_slice(&body) {
        Ok(claim) => claim,
        Err(error) => {
            let why = format!("the body is not a claim: {error}; send `task_id`, `url` and `answer` as JSON");
            return (StatusCode::BAD_REQUEST, Json(json!({ "error": why }))).into_response();
        }
    };
    let Some(task) = spaces.tasks().iter().find(|task| task.id == claim.task_id) else {
        let why = format!("there is no task `{}`; see `/api/tasks`", claim.task_id);
        return (StatusCode::NOT_FOUND, Json(json!({ "error": why }))).into_response();
    };
    let attempt = Attempt { url: claim.url, answer: claim.answer, state: visit.state().state_json() };
    let verdict = verify(task, &attempt);
    let passed = verdict.is_ok();
    let why = verdict.err().unwrap_or_else(|| "all checks hold".to_owned());
    Json(json!({ "passed": passed, "why": why })).into_response()
}

/// Puts a browser into `?space=` and leads it to `?to=`.
async fn enter<S: Site>(visit: Visit<S>) -> Response {
    let name = visit.query.text("space").to_owned();
    if !is_space_name(&name) {
        return (StatusCode::BAD_REQUEST, "Name a space with `?space=`.").into_response();
    }
    let to = visit.query.get("to").unwrap_or("/").to_owned();
    let mut response = visit.redirect(to).into_response();
    if let Ok(cookie) = format!("space={name}; Path=/; SameSite=Lax").parse() {
        response.headers_mut().append(axum::http::header::SET_COOKIE, cookie);
    }
    response
}
