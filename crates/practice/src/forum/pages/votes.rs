//! Votes on submissions and comments.

use axum::{
    Json,
    extract::Path,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde_json::json;

use super::{Guest, Reply, account, not_found};
use crate::forum::{acts::posts, model::Votable};

pub async fn on_submission(visit: Guest, Path(id): Path<String>) -> Reply {
    vote(&visit, Votable::Submission, &id)
}

pub async fn on_comment(visit: Guest, Path(id): Path<String>) -> Reply {
    vote(&visit, Votable::Comment, &id)
}

fn vote(visit: &Guest, on: Votable, id: &str) -> Reply {
    let name = match account(visit) {
        Ok(name) => name,
        // A script cannot follow a redirect to a page; it sends the visitor there itself.
        Err(_) if visit.scripted => {
            return Ok((StatusCode::UNAUTHORIZED, Json(json!({ "login": "/login" }))).into_response());
        }
        Err(stop) => return Err(stop),
    };
    let value: Option<i64> = visit.form.parse("choice");
    let (Ok(id), Some(value)) = (id.parse(), value.filter(|value| (-1..=1).contains(value))) else {
        let page: Response = (StatusCode::BAD_REQUEST, "A vote needs `choice`: 1, 0 or -1.").into_response();
        return Err(page.into());
    };
    let Some(score) = visit.change(|site| posts::vote(site, name, on, id, value)) else {
        return Err(not_found(visit, &visit.state(), "What you vote on is gone."));
    };
    if visit.scripted {
        return Ok(Json(json!({ "score": score, "choice": value })).into_response());
    }
    let anchor = match on {
        Votable::Submission => format!("#submission-{id}"),
        Votable::Comment => format!("#comment_{id}"),
    };
    Ok(visit.redirect(visit.return_or("/") + &anchor).into_response())
}
