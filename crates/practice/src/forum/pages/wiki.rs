//! The wiki: reading, writing, history.

use axum::{extract::Path, http::StatusCode, response::IntoResponse};
use maud::{Markup, html};

use super::{Guest, Reply, Stop, account, forms, forms::Field, frame, not_found, parts};
use crate::{
    forum::{
        acts::{Complaints, wiki as acts},
        model::WikiPage,
        state::Commons,
    },
    layout,
};

fn find<'a>(visit: &Guest, site: &'a Commons, path: &str) -> Result<&'a WikiPage, Stop> {
    if let Some(page) = site.wiki_page(path) {
        return Ok(page);
    }
    if !acts::is_path(path) {
        return Err(not_found(visit, site, "There is no such page in the wiki."));
    }
    let main = html! {
        h1.page-heading { "Page not found" }
        p { "The wiki has no page at " code { (path) } "." }
        p { a.button href=(format!("/wiki/_create/{path}")) { "Create this page" } }
    };
    let page = frame::page(visit, site, "Page not found", &main, Some(&aside()));
    Err(layout::with_status(StatusCode::NOT_FOUND, page).into())
}

fn aside() -> Markup {
    html! {
        section.card { h2 { "Wiki" } ul.plain {
            li { a href="/wiki/index" { "Main page" } } li { a href="/wiki/_all" { "All pages" } }
            li { a href="/wiki/_recent" { "Recent changes" } } li { a href="/wiki/_create" { "Create a page" } }
        } }
    }
}

pub async fn home(visit: Guest) -> Reply {
    Ok(visit.redirect("/wiki/index").into_response())
}

pub async fn show(visit: Guest, Path(path): Path<String>) -> Reply {
    let site = visit.state();
    let page = find(&visit, &site, &path)?;
    let main = html! {
        (head(page, ""))
        div.wiki__body { (parts::prose(&page.body)) }
        @if let Some(last) = page.revisions.last() {
            p.wiki__meta { "Last edited by " a.wiki__editor href=(format!("/user/{}", last.author)) { (last.author) } " " (layout::time_ago(last.at)) }
        }
    };
    Ok(frame::page(&visit, &site, &page.title, &main, Some(&aside())).into_response())
}

fn head(page: &WikiPage, tab: &str) -> Markup {
    let link = |start: &str, text: &'static str| (format!("/wiki/{start}{}", page.path), text, start == tab);
    html! {
        h1.page-heading.wiki__title { (page.title) }
        (parts::tabs("Wiki page", &[link("", "Article"), link("_edit/", "Edit"), link("_history/", "History")]))
    }
}

pub async fn history(visit: Guest, Path(path): Path<String>) -> Reply {
    let site = visit.state();
    let page = find(&visit, &site, &path)?;
    let main = html! {
        (head(page, "_history/"))
        p { "Revisions: " strong.wiki__revision-count { (page.revisions.len()) } }
        table.table {
            thead { tr { th.number scope="col" { "No." } th scope="col" { "Editor" } th scope="col" { "When" } th scope="col" { "Note" } th scope="col" { span.sr-only { "Open" } } } }
            tbody {
                @for revision in page.revisions.iter().rev() {
                    tr {
                        td.number { (revision.n) }
                        td { a.revision__author href=(format!("/user/{}", revision.author)) { (revision.author) } }
                        td { (layout::time_ago(revision.at)) }
                        td { (revision.note) }
                        td { a href=(format!("/wiki/_revision/{}/{}", revision.n, page.path)) { "View" } }
                    }
                }
            }
        }
    };
    Ok(frame::page(&visit, &site, "History", &main, Some(&aside())).into_response())
}

pub async fn revision(visit: Guest, Path((n, path)): Path<(String, String)>) -> Reply {
    let site = visit.state();
    let page = find(&visit, &site, &path)?;
    let wanted = n.parse().ok().and_then(|n: u32| page.revisions.iter().find(|revision| revision.n == n));
    let Some(revision) = wanted else { return Err(not_found(&visit, &site, "There is no such revision.")) };
    let main = html! {
        (head(page, "_history/"))
        p.note { "Revision " (revision.n) " by " (revision.author) ", " (layout::time_ago(revision.at)) }
        h2 { (revision.title) }
        div.wiki__body { (parts::prose(&revision.body)) }
    };
    Ok(frame::page(&visit, &site, &page.title, &main, Some(&aside())).into_response())
}

pub async fn all(visit: Guest) -> Reply {
    let site = visit.state();
    let mut pages: Vec<&WikiPage> = site.wiki.iter().collect();
    pages.sort_by_key(|page| page.path.clone());
    let main = html! {
        h1.page-heading { "All wiki pages" }
        ul.bullets { @for page in pages { li { a href=(format!("/wiki/{}", page.path)) { (page.title) } " " code { (page.path) } } } }
    };
    Ok(frame::page(&visit, &site, "All wiki pages", &main, Some(&aside())).into_response())
}

pub async fn recent(visit: Guest) -> Reply {
    let site = visit.state();
    let mut changes: Vec<_> = site
        .wiki
        .iter()
        .flat_map(|page| page.revisions.iter().map(move |revision| (page, revision)))
        .collect();
    changes.sort_by_key(|(_, revision)| std::cmp::Reverse(revision.at));
    let main = html! {
        h1.page-heading { "Recent changes" }
        ol.log {
            @for (page, revision) in changes.iter().take(40) {
                li { (layout::time_ago(revision.at)) " " a href=(format!("/user/{}", revision.author)) { (revision.author) } " edited " a href=(format!("/wiki/{}", page.path)) { (page.title) } ": " (revision.note) }
            }
        }
    };
    Ok(frame::page(&visit, &site, "Recent changes", &main, Some(&aside())).into_response())
}

/// What the wiki form holds.
struct Draft<'a> {
    path: &'a str,
    title: &'a str,
    body: &'a str,
    note: &'a str,
}

pub async fn create_form(visit: Guest) -> Reply {
    account(&visit)?;
    Ok(form(&visit, &Draft { path: "", title: "", body: "", note: "" }, true, &Complaints::default())
        .into_response())
}

pub async fn create_at_form(visit: Guest, Path(path): Path<String>) -> Reply {
    account(&visit)?;
    Ok(form(&visit, &Draft { path: &path, title: "", body: "", note: "" }, true, &Complaints::default())
        .into_response())
}

pub async fn create(visit: Guest) -> Reply {
    let author = account(&visit)?;
    let draft = sent(&visit);
    match visit.change(|site| acts::create(site, author, draft.path, draft.title, draft.body)) {
        Ok(()) => {
            Ok(visit.redirect(format!("/wiki/{}", draft.path)).flash("The page was created.").into_response())
        }
        Err(wrong) => {
            Ok(layout::with_status(StatusCode::UNPROCESSABLE_ENTITY, form(&visit, &draft, true, &wrong)))
        }
    }
}

pub async fn edit_form(visit: Guest, Path(path): Path<String>) -> Reply {
    account(&visit)?;
    let site = visit.state();
    let page = find(&visit, &site, &path)?;
    let draft = Draft { path: &page.path, title: &page.title, body: &page.body, note: "" };
    Ok(form(&visit, &draft, false, &Complaints::default()).into_response())
}

pub async fn edit(visit: Guest, Path(path): Path<String>) -> Reply {
    let author = account(&visit)?;
    let site = visit.state();
    let page = find(&visit, &site, &path)?;
    let draft = Draft { path: &page.path, ..sent(&visit) };
    match visit.change(|site| acts::edit(site, author, &path, draft.title, draft.body, draft.note)) {
        Ok(()) => Ok(visit.redirect(format!("/wiki/{path}")).flash("The page was saved.").into_response()),
        Err(wrong) => {
            Ok(layout::with_status(StatusCode::UNPROCESSABLE_ENTITY, form(&visit, &draft, false, &wrong)))
        }
    }
}

fn sent(visit: &Guest) -> Draft<'_> {
    let form = &visit.form;
    Draft {
        path: form.trimmed("path"),
        title: form.trimmed("title"),
        body: form.trimmed("body"),
        note: form.trimmed("note"),
    }
}

fn form(visit: &Guest, draft: &Draft<'_>, new: bool, wrong: &Complaints) -> Markup {
    let heading = if new { "Create a wiki page" } else { "Edit wiki page" };
    let action = if new { "/wiki/_create".to_owned() } else { format!("/wiki/_edit/{}", draft.path) };
    let main = html! {
        h1.page-heading { (heading) }
        form.form action=(action) method="post" novalidate {
            (forms::summary(wrong))
            @if new { (Field { id: "wiki_path", name: "path", label: "Path", value: draft.path, required: true, hint: "Like guides/tea.", ..Field::default() }.input(wrong)) }
            (Field { id: "wiki_title", name: "title", label: "Title", value: draft.title, required: true, ..Field::default() }.input(wrong))
            (Field { id: "wiki_body", name: "body", label: "Body", value: draft.body, rows: 14, required: true, ..Field::default() }.area(wrong))
            @if !new { (Field { id: "wiki_note", name: "note", label: "What did you change?", value: draft.note, ..Field::default() }.input(wrong)) }
            div.form__buttons { button.button type="submit" { @if new { "Create page" } @else { "Save page" } } }
        }
    };
    frame::page(visit, &visit.state(), heading, &main, Some(&aside()))
}
