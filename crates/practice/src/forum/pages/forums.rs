//! Forums: the directory, one forum, making and editing one, following it.

use axum::{extract::Path, http::StatusCode, response::IntoResponse};
use maud::{Markup, html};

use super::{Guest, Reply, account, feeds, forms, forms::Field, forum, frame, moderator, not_found, talk};
use crate::{
    forum::{
        acts::{
            Complaints,
            forums::{self as acts, ForumDraft},
        },
        feed::Sort,
        model::{Comment, Forum, Submission},
        state::Commons,
    },
    layout::{self, page_links, paged, thousands},
    seed::dates,
};

/// `/forums?order=name|subscribers|submissions|newest&filter=…`.
pub async fn directory(visit: Guest) -> Reply {
    let site = visit.state();
    let order = ["subscribers", "submissions", "newest"]
        .into_iter()
        .find(|key| *key == visit.query.text("order"))
        .unwrap_or("name");
    let filter = visit.query.trimmed("filter").to_lowercase();
    let size = |forum: &Forum| {
        site.submissions.iter().filter(|one| one.visible() && one.forum == forum.name).count()
    };
    let mut found: Vec<(&Forum, usize)> =
        site.forums.iter().map(|forum| (forum.as_ref(), size(forum))).collect();
    found.retain(|(forum, _)| {
        forum.name.to_lowercase().contains(&filter) || forum.title.to_lowercase().contains(&filter)
    });
    match order {
        "subscribers" => {
            found.sort_by_key(|(forum, _)| (std::cmp::Reverse(forum.subscribers), forum.name.clone()));
        }
        "submissions" => found.sort_by_key(|(forum, size)| (std::cmp::Reverse(*size), forum.name.clone())),
        "newest" => found.sort_by_key(|(forum, _)| std::cmp::Reverse(forum.created)),
        _ => found.sort_by_key(|(forum, _)| forum.name.to_lowercase()),
    }
    let list = paged(found, visit.page(), 20);
    let main = html! {
        h1.page-heading { "List of forums" }
        form.filters action="/forums" method="get" data-submit-on-change {
            label for="forums_filter" { "Filter" } input #forums_filter type="search" name="filter" value=(visit.query.trimmed("filter"));
            label for="forums_order" { "Sort by" }
            select #forums_order name="order" {
                @for (key, label) in [("name", "Name"), ("subscribers", "Subscribers"), ("submissions", "Submissions"), ("newest", "Newest")] {
                    option value=(key) selected[key == order] { (label) }
                }
            }
            button.button.button--small type="submit" { "Apply" }
        }
        @if list.items.is_empty() { p.empty { "No forum fits." } }
        table.table.directory {
            thead { tr { th scope="col" { "Forum" } th scope="col" { "Title" } th.number scope="col" { "Submissions" } th.number scope="col" { "Subscribers" } th scope="col" { span.sr-only { "Subscription" } } } }
            tbody {
                @for (one, size) in &list.items {
                    tr {
                        th scope="row" { a href=(format!("/f/{}", one.name)) { (one.name) } }
                        td { (one.title) }
                        td.number { (size) }
                        td.number.directory__subscribers { (thousands(one.subscribers as usize)) }
                        td { (subscription(&visit, &site, one)) }
                    }
                }
            }
        }
        (page_links("/forums", &visit.query, &list))
    };
    Ok(frame::page(&visit, &site, "List of forums", &main, None).into_response())
}

/// Button that follows or leaves a forum.
fn subscription(visit: &Guest, site: &Commons, one: &Forum) -> Markup {
    let follows = visit.account.as_deref().is_some_and(|name| site.is_subscribed(name, &one.name));
    let (act, label, class) = if follows {
        ("unsubscribe", "Unsubscribe", "button button--quiet subscribe-button subscribe-button--on")
    } else {
        ("subscribe", "Subscribe", "button subscribe-button")
    };
    html! {
        form.inline-form action=(format!("/f/{}/{act}", one.name)) method="post" {
            input type="hidden" name="return" value=(visit.here);
            button class=(class) type="submit" { (label) }
        }
    }
}

pub async fn show(visit: Guest, Path(name): Path<String>) -> Reply {
    listing(&visit, &name, Sort::Hot)
}

/// `/f/{name}/{item}`: an order, the forum's comments, or a submission by its number.
pub async fn second(visit: Guest, Path((name, item)): Path<(String, String)>) -> Reply {
    if let Some(sort) = Sort::from_key(&item) {
        return listing(&visit, &name, sort);
    }
    let site = visit.state();
    if item == "comments" {
        return comments(&visit, &site, &name);
    }
    let one = super::submission(&visit, &site, &name, &item)?;
    Ok(visit.redirect(one.path()).into_response())
}

fn listing(visit: &Guest, name: &str, sort: Sort) -> Reply {
    let site = visit.state();
    let one = forum(visit, &site, name)?;
    let pinned_first = sort == Sort::Hot;
    let list = feeds::listing(
        visit,
        &site,
        &format!("/f/{}", one.name),
        sort,
        pinned_first,
        |submission: &Submission| submission.forum == one.name,
    );
    let main = html! { (heading(one)) (list) };
    let aside = aside(visit, &site, one);
    Ok(frame::page(visit, &site, &one.title, &main, Some(&aside)).into_response())
}

fn comments(visit: &Guest, site: &Commons, name: &str) -> Reply {
    let one = forum(visit, site, name)?;
    let here = |comment: &&Comment| {
        !comment.deleted && site.submission(comment.submission).is_some_and(|on| on.forum == one.name)
    };
    let mut found: Vec<&Comment> = site.comments.iter().map(AsRef::as_ref).filter(here).collect();
    found.sort_by_key(|comment| std::cmp::Reverse((comment.created, comment.id)));
    let main =
        html! { (heading(one)) (talk::list(visit, site, &format!("/f/{}/comments", one.name), found)) };
    let aside = aside(visit, site, one);
    Ok(frame::page(visit, site, "Comments", &main, Some(&aside)).into_response())
}

fn heading(one: &Forum) -> Markup {
    html! {
        h1.page-heading.forum-heading { a href=(format!("/f/{}", one.name)) { (one.name) } }
        p.forum-tagline { (one.description) }
    }
}

/// The column beside everything that is in a forum.
pub fn aside(visit: &Guest, site: &Commons, one: &Forum) -> Markup {
    let moderates = site.is_moderator(&one.name, visit.account.as_deref());
    let path = format!("/f/{}", one.name);
    html! {
        section.card.forum-card aria-label="About this forum" {
            h2.forum-card__title { a href=(path) { (one.title) } }
            p { (subscription(visit, site, one)) " " a.button.button--quiet href=(format!("/submit/{}", one.name)) { "Submit" } }
            dl.facts {
                div { dt { "Subscribers" } dd.forum__subscribers { (thousands(one.subscribers as usize)) } }
                div { dt { "Created" } dd.forum__created { (dates::long_date(one.created)) } }
            }
            div.forum__sidebar { (super::parts::prose(&one.sidebar)) }
            @if !one.tags.is_empty() { p.tag-list { @for tag in &one.tags { span.tag { (tag) } " " } } }
        }
        section.card {
            h2 { "Moderators" }
            ul.plain.forum__moderators { @for name in &one.moderators { li { a href=(format!("/user/{name}")) { (name) } } } }
            p { a href=(format!("{path}/moderation_log")) { "Moderation log" } }
        }
        @if moderates {
            section.card {
                h2 { "Toolbox" }
                ul.plain {
                    li { a href=(format!("{path}/edit")) { "Edit forum" } }
                    li { a href=(format!("{path}/moderators")) { "Manage moderators" } }
                    li { a href=(format!("{path}/bans")) { "Bans" } }
                }
            }
        }
    }
}

pub async fn subscribe(visit: Guest, Path(name): Path<String>) -> Reply {
    follow(&visit, &name, true)
}

pub async fn unsubscribe(visit: Guest, Path(name): Path<String>) -> Reply {
    follow(&visit, &name, false)
}

fn follow(visit: &Guest, name: &str, on: bool) -> Reply {
    let account = account(visit)?;
    let site = visit.state();
    let one = forum(visit, &site, name)?;
    let said = if on {
        visit.change(|site| acts::subscribe(site, account, &one.name));
        format!("You are now subscribed to {}.", one.name)
    } else {
        visit.change(|site| acts::unsubscribe(site, account, &one.name));
        format!("You are no longer subscribed to {}.", one.name)
    };
    Ok(visit.redirect(visit.return_or(&format!("/f/{}", one.name))).flash(said).into_response())
}

fn sent(visit: &Guest) -> ForumDraft {
    let form = &visit.form;
    let tags = form.text("tags").split(',').map(str::trim).filter(|tag| !tag.is_empty());
    ForumDraft {
        name: form.trimmed("name").to_owned(),
        title: form.trimmed("title").to_owned(),
        description: form.trimmed("description").to_owned(),
        sidebar: form.trimmed("sidebar").to_owned(),
        tags: tags.map(str::to_owned).collect(),
    }
}

pub async fn create_form(visit: Guest) -> Reply {
    account(&visit)?;
    Ok(form(&visit, &visit.state(), &ForumDraft::default(), true, &Complaints::default()).into_response())
}

pub async fn create(visit: Guest) -> Reply {
    let founder = account(&visit)?;
    let draft = sent(&visit);
    match visit.change(|site| acts::create(site, founder, &draft)) {
        Ok(()) => {
            Ok(visit.redirect(format!("/f/{}", draft.name)).flash("The forum was created.").into_response())
        }
        Err(wrong) => Ok(layout::with_status(
            StatusCode::UNPROCESSABLE_ENTITY,
            form(&visit, &visit.state(), &draft, true, &wrong),
        )),
    }
}

pub async fn edit_form(visit: Guest, Path(name): Path<String>) -> Reply {
    let site = visit.state();
    let one = forum(&visit, &site, &name)?;
    moderator(&visit, &site, &one.name)?;
    let draft = ForumDraft {
        name: one.name.clone(),
        title: one.title.clone(),
        description: one.description.clone(),
        sidebar: one.sidebar.clone(),
        tags: one.tags.clone(),
    };
    Ok(form(&visit, &site, &draft, false, &Complaints::default()).into_response())
}

pub async fn edit(visit: Guest, Path(name): Path<String>) -> Reply {
    let site = visit.state();
    let one = forum(&visit, &site, &name)?;
    let by = moderator(&visit, &site, &one.name)?;
    let draft = ForumDraft { name: one.name.clone(), ..sent(&visit) };
    match visit.change(|site| acts::edit(site, by, &one.name, &draft)) {
        Ok(()) => Ok(visit
            .redirect(format!("/f/{}/edit", one.name))
            .flash("The forum was updated.")
            .into_response()),
        Err(wrong) => Ok(layout::with_status(
            StatusCode::UNPROCESSABLE_ENTITY,
            form(&visit, &site, &draft, false, &wrong),
        )),
    }
}

fn form(visit: &Guest, site: &Commons, draft: &ForumDraft, new: bool, wrong: &Complaints) -> Markup {
    let heading = if new { "Create a forum".to_owned() } else { format!("Edit {}", draft.name) };
    let action = if new { "/create_forum".to_owned() } else { format!("/f/{}/edit", draft.name) };
    let tags = draft.tags.join(", ");
    let main = html! {
        h1.page-heading { (heading) }
        form.form action=(action) method="post" novalidate {
            (forms::summary(wrong))
            @if new { (Field { id: "forum_name", name: "name", label: "Name", value: &draft.name, required: true, hint: "Part of the address; it cannot be changed later.", ..Field::default() }.input(wrong)) }
            (Field { id: "forum_title", name: "title", label: "Title", value: &draft.title, required: true, ..Field::default() }.input(wrong))
            (Field { id: "forum_description", name: "description", label: "Description", value: &draft.description, required: true, hint: "One sentence for the directory.", ..Field::default() }.input(wrong))
            (Field { id: "forum_sidebar", name: "sidebar", label: "Sidebar", value: &draft.sidebar, required: true, rows: 8, ..Field::default() }.area(wrong))
            (Field { id: "forum_tags", name: "tags", label: "Tags", value: &tags, hint: "Separated by commas.", ..Field::default() }.input(wrong))
            div.form__buttons { button.button type="submit" { @if new { "Create forum" } @else { "Save changes" } } }
        }
    };
    let aside = if new { None } else { site.forum(&draft.name).map(|one| aside(visit, site, one)) };
    frame::page(visit, site, &heading, &main, aside.as_ref())
}

/// Everything that is no page.
pub async fn nowhere(visit: Guest) -> Reply {
    Err(not_found(&visit, &visit.state(), "There is no such page."))
}
