//! Comments: the tree below a submission, writing, editing, deleting, and the list of the newest.

use std::collections::HashMap;

use axum::{extract::Path, http::StatusCode, response::IntoResponse};
use maud::{Markup, html};

use super::{
    Guest, Reply, Stop, account, forbidden, forms, forms::Field, frame, not_found, parts, submission,
};
use crate::{
    forum::{
        acts::{Complaints, posts},
        feed,
        model::{Comment, Submission, Votable},
        state::Commons,
    },
    layout::{self, page_links, paged},
};

/// Answers are indented up to this depth; deeper ones stay at it.
const MAX_DEPTH: usize = 12;

/// Everything below the submission itself.
pub fn section(
    visit: &Guest,
    site: &Commons,
    one: &Submission,
    count: usize,
    only: Option<u32>,
    draft: &str,
    wrong: &Complaints,
) -> Markup {
    let mut by_parent: HashMap<Option<u32>, Vec<&Comment>> = HashMap::new();
    for comment in feed::replies(site, one.id) {
        by_parent.entry(comment.parent).or_default().push(comment);
    }
    let tree = Tree { visit, site, on: one, by_parent };
    let focus = only.and_then(|id| site.comment(id));
    html! {
        section.comments #comments aria-label="Comments" {
            h2.comments__heading { span.comments__count { (count) } @if count == 1 { " comment" } @else { " comments" } }
            @if let Some(comment) = focus {
                p.note { "You are viewing a single comment. " a href=(one.path()) { "View all comments" } }
                ul.comments__list { (tree.comment(comment, 0)) }
                @if !one.locked { (writing_form(one, Some(comment.id), draft, wrong)) }
            } @else {
                @if one.locked { p.note { "This submission is locked. No new comments are taken." } }
                @else if visit.account.is_some() { (writing_form(one, None, draft, wrong)) }
                @else { p.note { a href=(format!("/login?return={}", one.path())) { "Log in" } " to comment." } }
                ul.comments__list { (tree.below(None, 0)) }
            }
            // The script copies this form below the comment that is answered.
            @if !one.locked && visit.account.is_some() {
                template #reply-template {
                    form.form.comment-form action=(format!("{}/comment", one.path())) method="post" {
                        input type="hidden" name="parent" value="";
                        div.form-field { label.form-field__label { "Reply" } textarea.form-field__input name="comment" rows="4" required {} }
                        div.form__buttons { button.button type="submit" { "Post reply" } " " button.link type="button" data-cancel { "Cancel" } }
                    }
                }
            }
        }
    }
}

struct Tree<'a> {
    visit: &'a Guest,
    site: &'a Commons,
    on: &'a Submission,
    by_parent: HashMap<Option<u32>, Vec<&'a Comment>>,
}

impl Tree<'_> {
    fn below(&self, parent: Option<u32>, depth: usize) -> Markup {
        let children = self.by_parent.get(&parent).map(Vec::as_slice).unwrap_or_default();
        html! { @for comment in children { (self.comment(comment, depth)) } }
    }

    fn comment(&self, comment: &Comment, depth: usize) -> Markup {
        let link = format!("{}/comment/{}", self.on.path(), comment.id);
        let answers = self.by_parent.contains_key(&Some(comment.id));
        let mine = self.visit.account.as_deref() == Some(comment.author.as_str());
        html! {
            li.comment id=(format!("comment_{}", comment.id)) {
                @if comment.deleted { p.comment__meta { em { "This comment was deleted." } } } @else {
                    article.comment__main {
                        header.comment__meta {
                            button.comment__toggle type="button" data-collapse aria-expanded="true" aria-label=(format!("Collapse the comment by {}", comment.author)) { "−" }
                            a.comment__author href=(format!("/user/{}", comment.author)) { (comment.author) }
                            " " a.comment__permalink href=(link) { (layout::time_ago(comment.created)) }
                            @if let Some(at) = comment.edited { span.edited { " (edited " (layout::time_ago(at)) ")" } }
                        }
                        div.comment__fold {
                            div.comment__body { (parts::prose(&comment.body)) }
                            div.comment__nav {
                                (parts::votes(self.visit, self.site, Votable::Comment, comment.id, comment.score))
                                @if !self.on.locked && self.visit.account.is_some() {
                                    a.comment__reply href=(link) data-reply=(comment.id) { "Reply" }
                                }
                                @if mine {
                                    a href=(format!("{link}/edit")) { "Edit" }
                                    (forms::post_button(&format!("{link}/delete"), "Delete", "link", &[], Some("Delete this comment?")))
                                }
                            }
                        }
                    }
                }
                @if answers && depth < MAX_DEPTH { ul.comment__replies { (self.below(Some(comment.id), depth + 1)) } }
                @if answers && depth >= MAX_DEPTH { p.comment__meta { a href=(link) { "Continue this thread" } } }
            }
        }
    }
}

fn writing_form(one: &Submission, parent: Option<u32>, draft: &str, wrong: &Complaints) -> Markup {
    let label = if parent.is_some() { "Reply" } else { "Comment" };
    // A generated part in the id, as form builders make them.
    let id = format!(
        "reply_to_{}_{}_comment",
        if parent.is_some() { "comment" } else { "submission" },
        parent.unwrap_or(one.id)
    );
    html! {
        form.form.comment-form action=(format!("{}/comment", one.path())) method="post" novalidate {
            (forms::summary(wrong))
            @if let Some(parent) = parent { input type="hidden" name="parent" value=(parent); }
            (Field { id: &id, name: "comment", label, value: draft, rows: 4, required: true, ..Field::default() }.area(wrong))
            div.form__buttons { button.button type="submit" { @if parent.is_some() { "Post reply" } @else { "Post" } } }
        }
    }
}

/// `POST …/comment`: a comment, or an answer with `parent`.
pub async fn write(visit: Guest, Path((name, item, _slug)): Path<(String, String, String)>) -> Reply {
    let author = account(&visit)?;
    let site = visit.state();
    let one = submission(&visit, &site, &name, &item)?;
    let body = visit.form.trimmed("comment");
    let parent: Option<u32> = visit.form.parse("parent");
    match visit.change(|site| posts::comment(site, author, one.id, parent, body)) {
        Ok(id) => Ok(visit
            .redirect(format!("{}#comment_{id}", one.path()))
            .flash("Your comment was posted.")
            .into_response()),
        Err(wrong) => {
            let page = super::submission::page(&visit, &site, one, parent, body, &wrong);
            Ok(layout::with_status(StatusCode::UNPROCESSABLE_ENTITY, page))
        }
    }
}

/// `GET …/comment/{id}`: one comment and what answers it.
pub async fn single(
    visit: Guest,
    Path((name, item, _slug, id)): Path<(String, String, String, String)>,
) -> Reply {
    let site = visit.state();
    let one = submission(&visit, &site, &name, &item)?;
    let comment = find(&visit, &site, one, &id)?;
    Ok(super::submission::page(&visit, &site, one, Some(comment.id), "", &Complaints::default())
        .into_response())
}

pub async fn edit_form(
    visit: Guest,
    Path((name, item, _slug, id)): Path<(String, String, String, String)>,
) -> Reply {
    let site = visit.state();
    let one = submission(&visit, &site, &name, &item)?;
    let comment = own_comment(&visit, &site, one, &id)?;
    Ok(edit_page(&visit, &site, one, comment, &comment.body, &Complaints::default()).into_response())
}

pub async fn edit(
    visit: Guest,
    Path((name, item, _slug, id)): Path<(String, String, String, String)>,
) -> Reply {
    let site = visit.state();
    let one = submission(&visit, &site, &name, &item)?;
    let comment = own_comment(&visit, &site, one, &id)?;
    let body = visit.form.trimmed("comment");
    if let Err(wrong) = visit.change(|site| posts::edit_comment(site, comment.id, body)) {
        let page = edit_page(&visit, &site, one, comment, body, &wrong);
        return Ok(layout::with_status(StatusCode::UNPROCESSABLE_ENTITY, page));
    }
    Ok(visit
        .redirect(format!("{}#comment_{}", one.path(), comment.id))
        .flash("The comment was changed.")
        .into_response())
}

pub async fn delete(
    visit: Guest,
    Path((name, item, _slug, id)): Path<(String, String, String, String)>,
) -> Reply {
    let site = visit.state();
    let one = submission(&visit, &site, &name, &item)?;
    let comment = own_comment(&visit, &site, one, &id)?;
    visit.change(|site| posts::delete_comment(site, comment.id));
    Ok(visit.redirect(one.path()).flash("The comment was deleted.").into_response())
}

fn edit_page(
    visit: &Guest,
    site: &Commons,
    one: &Submission,
    comment: &Comment,
    body: &str,
    wrong: &Complaints,
) -> Markup {
    let main = html! {
        h1.page-heading { "Edit comment" }
        form.form action=(format!("{}/comment/{}/edit", one.path(), comment.id)) method="post" novalidate {
            (forms::summary(wrong))
            (Field { id: "comment_comment", name: "comment", label: "Comment", value: body, rows: 6, required: true, ..Field::default() }.area(wrong))
            div.form__buttons { button.button type="submit" { "Save changes" } " " a href=(one.path()) { "Cancel" } }
        }
    };
    frame::page(visit, site, "Edit comment", &main, None)
}

fn find<'a>(visit: &Guest, site: &'a Commons, one: &Submission, id: &str) -> Result<&'a Comment, Stop> {
    let found = id
        .parse()
        .ok()
        .and_then(|id| site.comment(id))
        .filter(|comment| comment.submission == one.id && !comment.deleted);
    found.ok_or_else(|| not_found(visit, site, "There is no such comment."))
}

fn own_comment<'a>(
    visit: &Guest,
    site: &'a Commons,
    one: &Submission,
    id: &str,
) -> Result<&'a Comment, Stop> {
    let name = account(visit)?;
    let comment = find(visit, site, one, id)?;
    if comment.author == name {
        Ok(comment)
    } else {
        Err(forbidden(visit, site, "Only the author may change a comment."))
    }
}

/// `/comments`: the newest comments of the whole site.
pub async fn newest(visit: Guest) -> Reply {
    let site = visit.state();
    let standing = site.comments.iter().filter(|comment| !comment.deleted);
    let mut found: Vec<&Comment> = standing.map(AsRef::as_ref).collect();
    found.sort_by_key(|comment| std::cmp::Reverse((comment.created, comment.id)));
    let main = html! { h1.page-heading { "Newest comments" } (list(&visit, &site, "/comments", found)) };
    Ok(frame::page(&visit, &site, "Newest comments", &main, None).into_response())
}

/// Comments out of their threads, each with a link to its own.
pub fn list(visit: &Guest, site: &Commons, path: &str, found: Vec<&Comment>) -> Markup {
    let list = paged(found, visit.page(), 25);
    html! {
        @if list.items.is_empty() { p.empty { "There are no comments here." } }
        ul.comments__list.comments__list--flat {
            @for comment in &list.items {
                @if let Some(one) = site.submission(comment.submission) {
                    li.comment id=(format!("comment_{}", comment.id)) {
                        p.comment__meta {
                            a.comment__author href=(format!("/user/{}", comment.author)) { (comment.author) }
                            " commented on " a.comment__context href=(one.path()) { (one.title) } " in " a href=(format!("/f/{}", one.forum)) { (one.forum) }
                            " " a.comment__permalink href=(format!("{}/comment/{}", one.path(), comment.id)) { (layout::time_ago(comment.created)) }
                        }
                        div.comment__body { (parts::prose(&comment.body)) }
                        div.comment__nav { (parts::votes(visit, site, Votable::Comment, comment.id, comment.score)) }
                    }
                }
            }
        }
        (page_links(path, &visit.query, &list))
    }
}
