//! A submission with its comments, and what its author and the moderators do with it.

use axum::{extract::Path, http::StatusCode, response::IntoResponse};
use maud::{Markup, html};

use super::{
    Guest, Reply, account, forbidden, forms, forms::Field, frame, not_found, parts, submission, talk,
};
use crate::{
    forum::{
        acts::{
            Complaints,
            posts::{self, Measure},
        },
        model::Submission,
        pages::forums,
        state::Commons,
    },
    layout,
};

/// `/f/{name}/{item}/{slug}`.
pub async fn show(visit: Guest, Path((name, item, _slug)): Path<(String, String, String)>) -> Reply {
    let site = visit.state();
    let one = submission(&visit, &site, &name, &item)?;
    if one.deleted {
        return Err(not_found(&visit, &site, "This submission was deleted by its author."));
    }
    if one.removed && !site.is_moderator(&one.forum, visit.account.as_deref()) {
        return Err(not_found(&visit, &site, "This submission was removed by a moderator."));
    }
    Ok(page(&visit, &site, one, None, "", &Complaints::default()).into_response())
}

/// The page, perhaps narrowed to one comment and what answers it, perhaps with a refused comment.
pub fn page(
    visit: &Guest,
    site: &Commons,
    one: &Submission,
    only: Option<u32>,
    draft: &str,
    wrong: &Complaints,
) -> Markup {
    let count = site.comment_counts()[one.id as usize];
    let moderates = site.is_moderator(&one.forum, visit.account.as_deref());
    let main = html! {
        (parts::submission(visit, site, one, count, true))
        @if moderates || visit.account.as_deref() == Some(one.author.as_str()) { (tools(visit, one, moderates)) }
        (talk::section(visit, site, one, count, only, draft, wrong))
    };
    let aside = site.forum(&one.forum).map(|forum| forums::aside(visit, site, forum));
    frame::page(visit, site, &one.title, &main, aside.as_ref())
}

fn tools(visit: &Guest, one: &Submission, moderates: bool) -> Markup {
    let path = one.path();
    let measure = |key: &str, label: &str| {
        forms::post_button(
            &format!("{path}/moderate"),
            label,
            "button button--small",
            &[("measure", key)],
            None,
        )
    };
    html! {
        div.tools role="group" aria-label="Tools for this submission" {
            @if visit.account.as_deref() == Some(one.author.as_str()) {
                (forms::post_button(&format!("{path}/delete"), "Delete submission", "button button--small button--bad", &[], Some("Delete this submission?")))
            }
            @if moderates {
                span.tools__label { "Moderation:" }
                @if one.locked { (measure("unlock", "Unlock")) } @else { (measure("lock", "Lock")) }
                @if one.pinned { (measure("unpin", "Unpin")) } @else { (measure("pin", "Pin")) }
                @if one.removed { (measure("restore", "Restore")) } @else { (measure("remove", "Remove")) }
            }
        }
    }
}

pub async fn edit_form(visit: Guest, Path((name, item, _slug)): Path<(String, String, String)>) -> Reply {
    let site = visit.state();
    let one = own_submission(&visit, &site, &name, &item)?;
    Ok(form(&visit, &site, one, &one.title, &one.body, &Complaints::default()).into_response())
}

pub async fn edit(visit: Guest, Path((name, item, _slug)): Path<(String, String, String)>) -> Reply {
    let site = visit.state();
    let one = own_submission(&visit, &site, &name, &item)?;
    let (title, body) = (visit.form.trimmed("title"), visit.form.trimmed("body"));
    if let Err(wrong) = visit.change(|site| posts::edit_submission(site, one.id, title, body)) {
        let page = form(&visit, &site, one, title, body, &wrong);
        return Ok(layout::with_status(StatusCode::UNPROCESSABLE_ENTITY, page));
    }
    let path = visit.state().submission(one.id).map_or_else(|| one.path(), Submission::path);
    Ok(visit.redirect(path).flash("The submission was changed.").into_response())
}

pub async fn delete(visit: Guest, Path((name, item, _slug)): Path<(String, String, String)>) -> Reply {
    let site = visit.state();
    let one = own_submission(&visit, &site, &name, &item)?;
    visit.change(|site| posts::delete_submission(site, one.id));
    Ok(visit.redirect(format!("/f/{}", one.forum)).flash("The submission was deleted.").into_response())
}

pub async fn moderate(visit: Guest, Path((name, item, _slug)): Path<(String, String, String)>) -> Reply {
    let site = visit.state();
    let one = submission(&visit, &site, &name, &item)?;
    let by = super::moderator(&visit, &site, &one.forum)?;
    let Some(measure) = Measure::from_key(visit.form.trimmed("measure")) else {
        return Err(layout::with_status(
            StatusCode::BAD_REQUEST,
            frame::notice(&visit, &site, "Bad request", "There is no such measure."),
        )
        .into());
    };
    visit.change(|site| posts::moderate(site, one.id, by, measure));
    Ok(visit.redirect(one.path()).flash(format!("The submission was {}.", measure.said())).into_response())
}

fn own_submission<'a>(
    visit: &Guest,
    site: &'a Commons,
    forum: &str,
    id: &str,
) -> Result<&'a Submission, super::Stop> {
    let name = account(visit)?;
    let one = submission(visit, site, forum, id)?;
    if one.deleted {
        return Err(not_found(visit, site, "This submission was deleted by its author."));
    }
    if one.author == name {
        Ok(one)
    } else {
        Err(forbidden(visit, site, "Only the author may change a submission."))
    }
}

fn form(
    visit: &Guest,
    site: &Commons,
    one: &Submission,
    title: &str,
    body: &str,
    wrong: &Complaints,
) -> Markup {
    let main = html! {
        h1.page-heading { "Edit submission" }
        form.form action=(format!("{}/edit", one.path())) method="post" novalidate {
            (forms::summary(wrong))
            (Field { id: "submission_title", name: "title", label: "Title", value: title, required: true, ..Field::default() }.input(wrong))
            (Field { id: "submission_body", name: "body", label: "Body", value: body, rows: 10, hint: "An empty line begins a new paragraph.", ..Field::default() }.area(wrong))
            div.form__buttons { button.button type="submit" { "Save changes" } " " a href=(one.path()) { "Cancel" } }
        }
    };
    frame::page(visit, site, "Edit submission", &main, None)
}
