//! Members: profile, submissions, comments, biography, blocks.

use axum::{extract::Path, http::StatusCode, response::IntoResponse};
use maud::{Markup, html};

use super::{Guest, Reply, account, forms, forms::Field, frame, own, parts, talk, user};
use crate::{
    forum::{
        acts::{Complaints, people as acts},
        model::{Comment, Submission, User},
        state::Commons,
    },
    layout::{self, page_links, paged},
    seed::dates,
};

fn head(visit: &Guest, member: &User, tab: &str) -> Markup {
    let path = format!("/user/{}", member.name);
    let own = visit.account.as_deref() == Some(member.name.as_str());
    let link = |end: &str, text: &'static str| (format!("{path}{end}"), text, end == tab);
    let mut links =
        vec![link("", "Overview"), link("/submissions", "Submissions"), link("/comments", "Comments")];
    if own {
        links.extend([
            link("/account", "Account settings"),
            link("/preferences", "Preferences"),
            link("/block_list", "Block list"),
        ]);
    }
    html! { h1.page-heading.user-name { (member.name) } (parts::tabs("Profile", &links)) }
}

fn aside(visit: &Guest, site: &Commons, member: &User) -> Markup {
    let path = format!("/user/{}", member.name);
    let viewer = visit.account.as_deref();
    let own = viewer == Some(member.name.as_str());
    let submissions =
        site.submissions.iter().filter(|one| one.visible() && one.author == member.name).count();
    let comments = site.comments.iter().filter(|one| !one.deleted && one.author == member.name).count();
    html! {
        section.card aria-label="About this member" {
            h2 { "About " (member.name) }
            div.user__biography {
                @if member.biography.is_empty() { p.empty { "No biography yet." } } @else { (parts::prose(&member.biography)) }
            }
            @if own { p { a href=(format!("{path}/edit_biography")) { "Edit biography" } } }
            dl.facts {
                div { dt { "Joined" } dd.user__joined { (dates::long_date(member.joined)) } }
                div { dt { "Submissions" } dd.user__submission-count { (submissions) } }
                div { dt { "Comments" } dd.user__comment-count { (comments) } }
            }
        }
        @if let (Some(viewer), false) = (viewer, own) {
            section.card {
                h2 { "Toolbox" }
                p { a.button.button--quiet href=(format!("{path}/compose_message")) { "Send message" } }
                @if site.has_blocked(viewer, &member.name) {
                    p { "You have blocked this member." }
                    (forms::post_button(&format!("{path}/unblock"), "Unblock user", "button button--quiet", &[("return", &path)], None))
                } @else { p { a.button.button--quiet href=(format!("{path}/block")) { "Block user" } } }
            }
        }
        @let moderated: Vec<&str> = site.forums.iter().filter(|forum| forum.moderators.contains(&member.name)).map(|forum| forum.name.as_str()).collect();
        @if !moderated.is_empty() {
            section.card { h2 { "Moderates" } ul.plain.user__moderates { @for name in moderated { li { a href=(format!("/f/{name}")) { (name) } } } } }
        }
    }
}

/// A page of a member's profile; `tab` is the end of its path.
pub fn profile(visit: &Guest, site: &Commons, member: &User, tab: &str, body: &Markup) -> Markup {
    let main = html! { (head(visit, member, tab)) (body) };
    frame::page(visit, site, &member.name, &main, Some(&aside(visit, site, member)))
}

fn submissions_of<'a>(site: &'a Commons, name: &str) -> Vec<&'a Submission> {
    site.submissions
        .iter()
        .rev()
        .map(AsRef::as_ref)
        .filter(|one: &&Submission| one.visible() && one.author == name)
        .collect()
}

fn comments_of<'a>(site: &'a Commons, name: &str) -> Vec<&'a Comment> {
    site.comments
        .iter()
        .rev()
        .map(AsRef::as_ref)
        .filter(|one: &&Comment| !one.deleted && one.author == name)
        .collect()
}

pub async fn overview(visit: Guest, Path(name): Path<String>) -> Reply {
    let site = visit.state();
    let member = user(&visit, &site, &name)?;
    let counts = site.comment_counts();
    let body = html! {
        h2.section-heading { "Latest submissions" }
        @for one in submissions_of(&site, &name).iter().take(8) { (parts::submission(&visit, &site, one, counts[one.id as usize], false)) }
        h2.section-heading { "Latest comments" }
        (talk::list(&visit, &site, &format!("/user/{name}/comments"), comments_of(&site, &name).into_iter().take(8).collect()))
    };
    Ok(profile(&visit, &site, member, "", &body).into_response())
}

pub async fn submissions(visit: Guest, Path(name): Path<String>) -> Reply {
    let site = visit.state();
    let member = user(&visit, &site, &name)?;
    let counts = site.comment_counts();
    let list = paged(submissions_of(&site, &name), visit.page(), 25);
    let body = html! {
        @if list.items.is_empty() { p.empty { "There are no submissions here." } }
        @for one in &list.items { (parts::submission(&visit, &site, one, counts[one.id as usize], false)) }
        (page_links(&format!("/user/{name}/submissions"), &visit.query, &list))
    };
    Ok(profile(&visit, &site, member, "/submissions", &body).into_response())
}

pub async fn comments(visit: Guest, Path(name): Path<String>) -> Reply {
    let site = visit.state();
    let member = user(&visit, &site, &name)?;
    let body = talk::list(&visit, &site, &format!("/user/{name}/comments"), comments_of(&site, &name));
    Ok(profile(&visit, &site, member, "/comments", &body).into_response())
}

pub async fn biography_form(visit: Guest, Path(name): Path<String>) -> Reply {
    let site = visit.state();
    let member = user(&visit, &site, &name)?;
    own(&visit, &site, &name)?;
    Ok(biography_page(&visit, &site, member, &member.biography, &Complaints::default()).into_response())
}

pub async fn biography(visit: Guest, Path(name): Path<String>) -> Reply {
    let site = visit.state();
    let member = user(&visit, &site, &name)?;
    own(&visit, &site, &name)?;
    let text = visit.form.trimmed("biography");
    match visit.change(|site| acts::set_biography(site, &name, text)) {
        Ok(()) => {
            Ok(visit.redirect(format!("/user/{name}")).flash("Your biography was saved.").into_response())
        }
        Err(wrong) => Ok(layout::with_status(
            StatusCode::UNPROCESSABLE_ENTITY,
            biography_page(&visit, &site, member, text, &wrong),
        )),
    }
}

fn biography_page(visit: &Guest, site: &Commons, member: &User, text: &str, wrong: &Complaints) -> Markup {
    let main = html! {
        h1.page-heading { "Edit biography" }
        form.form action=(format!("/user/{}/edit_biography", member.name)) method="post" novalidate {
            (forms::summary(wrong))
            (Field { id: "user_biography_biography", name: "biography", label: "Biography", value: text, rows: 6, hint: "Shown on your profile.", ..Field::default() }.area(wrong))
            div.form__buttons { button.button type="submit" { "Save" } " " a href=(format!("/user/{}", member.name)) { "Cancel" } }
        }
    };
    frame::page(visit, site, "Edit biography", &main, None)
}

pub async fn block_list(visit: Guest, Path(name): Path<String>) -> Reply {
    let site = visit.state();
    let member = user(&visit, &site, &name)?;
    own(&visit, &site, &name)?;
    let path = format!("/user/{name}/block_list");
    let blocks: Vec<_> = site.blocks.iter().filter(|block| block.user == name).collect();
    let body = html! {
        @if blocks.is_empty() { p.empty { "You have not blocked anybody." } } @else {
            table.table {
                thead { tr { th scope="col" { "Blocked user" } th scope="col" { "Note" } th scope="col" { "Since" } th scope="col" { span.sr-only { "Actions" } } } }
                tbody {
                    @for block in blocks {
                        tr {
                            th scope="row" { a href=(format!("/user/{}", block.blocked)) { (block.blocked) } }
                            td { (block.note) }
                            td { (dates::long_date(block.since)) }
                            td { (forms::post_button(&format!("/user/{}/unblock", block.blocked), "Unblock", "button button--small button--quiet", &[("return", &path)], None)) }
                        }
                    }
                }
            }
        }
    };
    Ok(profile(&visit, &site, member, "/block_list", &body).into_response())
}

pub async fn block_form(visit: Guest, Path(name): Path<String>) -> Reply {
    account(&visit)?;
    let site = visit.state();
    let member = user(&visit, &site, &name)?;
    Ok(block_page(&visit, &site, member, "", &Complaints::default()).into_response())
}

pub async fn block(visit: Guest, Path(name): Path<String>) -> Reply {
    let account = account(&visit)?;
    let site = visit.state();
    let member = user(&visit, &site, &name)?;
    let note = visit.form.trimmed("note");
    match visit.change(|site| acts::block(site, account, &name, note)) {
        Ok(()) => Ok(visit
            .redirect(format!("/user/{account}/block_list"))
            .flash(format!("{name} was blocked."))
            .into_response()),
        Err(wrong) => Ok(layout::with_status(
            StatusCode::UNPROCESSABLE_ENTITY,
            block_page(&visit, &site, member, note, &wrong),
        )),
    }
}

fn block_page(visit: &Guest, site: &Commons, member: &User, note: &str, wrong: &Complaints) -> Markup {
    let main = html! {
        h1.page-heading { "Block " (member.name) }
        p { "A blocked member can no longer send you messages, and you are not told about their replies." }
        form.form action=(format!("/user/{}/block", member.name)) method="post" novalidate {
            (forms::summary(wrong))
            @if let Some(message) = wrong.on("user") { p.form-field__error { (message) } }
            (Field { id: "user_block_note", name: "note", label: "Note", value: note, hint: "Only you can see it.", ..Field::default() }.input(wrong))
            div.form__buttons { button.button type="submit" { "Block" } " " a href=(format!("/user/{}", member.name)) { "Cancel" } }
        }
    };
    frame::page(visit, site, "Block a member", &main, None)
}

pub async fn unblock(visit: Guest, Path(name): Path<String>) -> Reply {
    let account = account(&visit)?;
    let site = visit.state();
    user(&visit, &site, &name)?;
    visit.change(|site| acts::unblock(site, account, &name));
    let back = visit.return_or(&format!("/user/{account}/block_list"));
    Ok(visit.redirect(back).flash(format!("{name} is no longer blocked.")).into_response())
}
