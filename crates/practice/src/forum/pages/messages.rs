//! Private messages and notifications.

use axum::{extract::Path, http::StatusCode, response::IntoResponse};
use maud::{Markup, html};

use super::{Guest, Reply, account, forms, forms::Field, frame, not_found, parts, user};
use crate::{
    forum::{
        acts::{Complaints, people as acts},
        model::Thread,
        state::Commons,
    },
    layout::{self, page_links, paged},
};

pub async fn inbox(visit: Guest) -> Reply {
    let name = account(&visit)?;
    let site = visit.state();
    let mut threads: Vec<&Thread> = site.threads.iter().filter(|thread| thread.includes(name)).collect();
    threads.sort_by_key(|thread| std::cmp::Reverse((thread.last_at(), thread.id)));
    let list = paged(threads, visit.page(), 20);
    let main = html! {
        h1.page-heading { "Messages" }
        p { a.button href="/messages/compose" { "Write a message" } }
        @if list.items.is_empty() { p.empty { "There are no messages." } } @else {
            table.table.inbox {
                thead { tr { th scope="col" { "Subject" } th scope="col" { "With" } th.number scope="col" { "Messages" } th scope="col" { "Latest" } } }
                tbody {
                    @for thread in &list.items {
                        tr.message-row {
                            th scope="row" { a.message__subject href=(format!("/messages/thread/{}", thread.id)) { (thread.subject) } }
                            td { a.message__with href=(format!("/user/{}", thread.other(name))) { (thread.other(name)) } }
                            td.number { (thread.messages.len()) }
                            td { (layout::time_ago(thread.last_at())) }
                        }
                    }
                }
            }
        }
        (page_links("/messages", &visit.query, &list))
    };
    Ok(frame::page(&visit, &site, "Messages", &main, None).into_response())
}

pub async fn thread(visit: Guest, Path(id): Path<String>) -> Reply {
    let name = account(&visit)?;
    let site = visit.state();
    let thread = find(&visit, &site, name, &id)?;
    Ok(thread_page(&visit, &site, name, thread, "", &Complaints::default()).into_response())
}

pub async fn answer(visit: Guest, Path(id): Path<String>) -> Reply {
    let name = account(&visit)?;
    let site = visit.state();
    let thread = find(&visit, &site, name, &id)?;
    let body = visit.form.trimmed("body");
    match visit.change(|site| acts::answer_message(site, name, thread.id, body)) {
        Ok(()) => Ok(visit
            .redirect(format!("/messages/thread/{}", thread.id))
            .flash("Your reply was sent.")
            .into_response()),
        Err(wrong) => Ok(layout::with_status(
            StatusCode::UNPROCESSABLE_ENTITY,
            thread_page(&visit, &site, name, thread, body, &wrong),
        )),
    }
}

fn find<'a>(visit: &Guest, site: &'a Commons, name: &str, id: &str) -> Result<&'a Thread, super::Stop> {
    let found = id.parse().ok().and_then(|id| site.thread(id)).filter(|thread| thread.includes(name));
    found.ok_or_else(|| not_found(visit, site, "There is no such conversation."))
}

fn thread_page(
    visit: &Guest,
    site: &Commons,
    name: &str,
    thread: &Thread,
    draft: &str,
    wrong: &Complaints,
) -> Markup {
    let main = html! {
        h1.page-heading { (thread.subject) }
        p.note { "Conversation with " a href=(format!("/user/{}", thread.other(name))) { (thread.other(name)) } ". " a href="/messages" { "Back to messages" } }
        ol.messages {
            @for message in &thread.messages {
                li.message.message--mine[message.author == name] id=(format!("message_{}", message.id)) {
                    p.message__meta { a.message__author href=(format!("/user/{}", message.author)) { (message.author) } " " (layout::time_ago(message.sent)) }
                    div.message__body { (parts::prose(&message.body)) }
                }
            }
        }
        form.form action=(format!("/messages/thread/{}", thread.id)) method="post" novalidate {
            (forms::summary(wrong))
            (Field { id: "message_body", name: "body", label: "Reply", value: draft, rows: 4, required: true, ..Field::default() }.area(wrong))
            div.form__buttons { button.button type="submit" { "Send reply" } }
        }
    };
    frame::page(visit, site, &thread.subject, &main, None)
}

pub async fn compose_form(visit: Guest) -> Reply {
    account(&visit)?;
    Ok(compose_page(&visit, None, [visit.query.trimmed("to"), "", ""], &Complaints::default())
        .into_response())
}

pub async fn compose_to_form(visit: Guest, Path(name): Path<String>) -> Reply {
    account(&visit)?;
    user(&visit, &visit.state(), &name)?;
    Ok(compose_page(&visit, Some(&name), [&name, "", ""], &Complaints::default()).into_response())
}

pub async fn compose(visit: Guest) -> Reply {
    let to = visit.form.trimmed("to").to_owned();
    send(&visit, &to, None)
}

pub async fn compose_to(visit: Guest, Path(name): Path<String>) -> Reply {
    user(&visit, &visit.state(), &name)?;
    send(&visit, &name, Some(&name))
}

fn send(visit: &Guest, to: &str, fixed: Option<&str>) -> Reply {
    let from = account(visit)?;
    let [subject, body] = ["subject", "body"].map(|field| visit.form.trimmed(field));
    match visit.change(|site| acts::send_message(site, from, to, subject, body)) {
        Ok(id) => Ok(visit
            .redirect(format!("/messages/thread/{id}"))
            .flash("Your message was sent.")
            .into_response()),
        Err(wrong) => {
            let page = compose_page(visit, fixed, [to, subject, body], &wrong);
            Ok(layout::with_status(StatusCode::UNPROCESSABLE_ENTITY, page))
        }
    }
}

/// `fixed` is the addressee of a message begun on a profile.
fn compose_page(
    visit: &Guest,
    fixed: Option<&str>,
    [to, subject, body]: [&str; 3],
    wrong: &Complaints,
) -> Markup {
    let site = visit.state();
    let heading = fixed.map_or_else(|| "Write a message".to_owned(), |name| format!("Message to {name}"));
    let action =
        fixed.map_or_else(|| "/messages/compose".to_owned(), |name| format!("/user/{name}/compose_message"));
    let main = html! {
        h1.page-heading { (heading) }
        form.form action=(action) method="post" novalidate {
            (forms::summary(wrong))
            @if fixed.is_some() { @if let Some(message) = wrong.on("to") { p.form-field__error { (message) } } }
            @else { (Field { id: "message_to", name: "to", label: "To", value: to, required: true, hint: "A user name.", ..Field::default() }.input(wrong)) }
            (Field { id: "message_subject", name: "subject", label: "Subject", value: subject, required: true, ..Field::default() }.input(wrong))
            (Field { id: "message_body", name: "body", label: "Message", value: body, rows: 7, required: true, ..Field::default() }.area(wrong))
            div.form__buttons { button.button type="submit" { "Send message" } }
        }
    };
    frame::page(visit, &site, &heading, &main, None)
}

pub async fn notices(visit: Guest) -> Reply {
    let name = account(&visit)?;
    let site = visit.state();
    let mine: Vec<_> = site.notices.iter().rev().filter(|notice| notice.user == name).collect();
    let list = paged(mine, visit.page(), 25);
    let main = html! {
        h1.page-heading { "Notifications" }
        @if site.unseen_notices(name) > 0 { p { (forms::post_button("/notifications/clear", "Mark all as read", "button button--quiet", &[], None)) } }
        @if list.items.is_empty() { p.empty { "There are no notifications." } }
        ol.log {
            @for notice in &list.items {
                @if let Some((comment, one)) = site.comment(notice.comment).and_then(|comment| Some((comment, site.submission(comment.submission)?))) {
                    li.notice.notice--new[!notice.seen] {
                        @if !notice.seen { span.flag { "New" } " " }
                        a href=(format!("/user/{}", comment.author)) { (comment.author) } " replied to you in "
                        a href=(format!("{}/comment/{}", one.path(), comment.id)) { (one.title) } " " (layout::time_ago(comment.created))
                    }
                }
            }
        }
        (page_links("/notifications", &visit.query, &list))
    };
    Ok(frame::page(&visit, &site, "Notifications", &main, None).into_response())
}

pub async fn clear_notices(visit: Guest) -> Reply {
    let name = account(&visit)?;
    visit.change(|site| acts::mark_notices_seen(site, name));
    Ok(visit.redirect("/notifications").flash("All notifications are marked as read.").into_response())
}
