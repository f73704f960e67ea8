//! The pages of the forum: one module per place, all in the frame of [`frame`].

pub mod account;
pub mod feeds;
pub mod forms;
pub mod forums;
pub mod frame;
pub mod front;
pub mod messages;
pub mod moderation;
pub mod parts;
pub mod people;
pub mod pictures;
pub mod search;
pub mod submission;
pub mod submit;
pub mod talk;
pub mod votes;
pub mod wiki;

use axum::{
    http::StatusCode,
    response::{IntoResponse, Response},
};

use super::{
    model::{Forum, Submission, User},
    state::Commons,
};
use crate::{layout, space::Visit};

/// A request to the forum.
pub type Guest = Visit<Commons>;
/// What a handler returns: a page, or what stopped it.
pub type Reply = Result<Response, Stop>;

/// Another page than the one asked for: not found, not allowed, or the login page.
#[derive(Debug)]
pub struct Stop(Box<Response>);

impl IntoResponse for Stop {
    fn into_response(self) -> Response {
        *self.0
    }
}

impl From<Response> for Stop {
    fn from(response: Response) -> Self {
        Self(Box::new(response))
    }
}

fn not_found(visit: &Guest, site: &Commons, what: &str) -> Stop {
    let page = frame::notice(visit, site, "Not found", what);
    layout::with_status(StatusCode::NOT_FOUND, page).into()
}

fn forbidden(visit: &Guest, site: &Commons, why: &str) -> Stop {
    let page = frame::notice(visit, site, "Not allowed", why);
    layout::with_status(StatusCode::FORBIDDEN, page).into()
}

/// The account of the visitor; a guest is led to the login page.
fn account(visit: &Guest) -> Result<&str, Stop> {
    visit.account.as_deref().ok_or_else(|| visit.to_login().into_response().into())
}

fn forum<'a>(visit: &Guest, site: &'a Commons, name: &str) -> Result<&'a Forum, Stop> {
    site.forum(name).ok_or_else(|| not_found(visit, site, "There is no forum of this name."))
}

fn user<'a>(visit: &Guest, site: &'a Commons, name: &str) -> Result<&'a User, Stop> {
    site.user(name).ok_or_else(|| not_found(visit, site, "There is no member of this name."))
}

fn submission<'a>(visit: &Guest, site: &'a Commons, forum: &str, id: &str) -> Result<&'a Submission, Stop> {
    let found = id.parse().ok().and_then(|id| site.submission(id));
    let here = found.filter(|one| one.forum.eq_ignore_ascii_case(forum));
    here.ok_or_else(|| not_found(visit, site, "There is no such submission in this forum."))
}

/// The account, if it moderates the forum.
fn moderator<'a>(visit: &'a Guest, site: &Commons, forum: &str) -> Result<&'a str, Stop> {
    let name = account(visit)?;
    if site.is_moderator(forum, Some(name)) {
        Ok(name)
    } else {
        Err(forbidden(visit, site, "Only moderators of this forum may do this."))
    }
}

/// The account, if it is this member.
fn own<'a>(visit: &'a Guest, site: &Commons, name: &str) -> Result<&'a str, Stop> {
    let account = account(visit)?;
    if account == name {
        Ok(account)
    } else {
        Err(forbidden(visit, site, "This page belongs to another member."))
    }
}
