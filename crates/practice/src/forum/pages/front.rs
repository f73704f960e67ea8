//! The front pages: everything, what one follows, what one moderates.

use axum::{extract::Path, response::IntoResponse};
use maud::{Markup, html};

use super::{Guest, Reply, account, feeds, frame, not_found, parts};
use crate::{
    forum::{feed::Sort, model::Submission, state::Commons},
    layout::plural,
};

pub async fn home(visit: Guest) -> Reply {
    let site = visit.state();
    let preferences = visit.account.as_deref().and_then(|name| site.user(name)).map(|user| &user.preferences);
    let wants_followed = preferences.is_some_and(|preferences| preferences.front_page == "subscribed");
    let sort =
        preferences.and_then(|preferences| Sort::from_key(&preferences.front_sort)).unwrap_or(Sort::Hot);
    let feed = if wants_followed { "subscribed" } else { "all" };
    show(&visit, &site, feed, "", sort)
}

/// `/{first}`: an order of the front page, or a feed.
pub async fn first(visit: Guest, Path(first): Path<String>) -> Reply {
    let site = visit.state();
    match (Sort::from_key(&first), first.as_str()) {
        (Some(sort), _) => show(&visit, &site, "all", "", sort),
        (None, "all" | "subscribed" | "moderated") => {
            show(&visit, &site, &first, &format!("/{first}"), Sort::Hot)
        }
        _ => Err(not_found(&visit, &site, "There is no such page.")),
    }
}

/// `/{first}/{sort}`: a feed in an order.
pub async fn second(visit: Guest, Path((first, sort)): Path<(String, String)>) -> Reply {
    let site = visit.state();
    match (first.as_str(), Sort::from_key(&sort)) {
        ("all" | "subscribed" | "moderated", Some(sort)) => {
            show(&visit, &site, &first, &format!("/{first}"), sort)
        }
        _ => Err(not_found(&visit, &site, "There is no such page.")),
    }
}

fn show(visit: &Guest, site: &Commons, feed: &str, base: &str, sort: Sort) -> Reply {
    let name = visit.account.as_deref();
    let list = match feed {
        "subscribed" => {
            let name = account(visit)?;
            feeds::listing(visit, site, base, sort, false, |one: &Submission| {
                site.is_subscribed(name, &one.forum)
            })
        }
        "moderated" => {
            account(visit)?;
            feeds::listing(visit, site, base, sort, false, |one| site.is_moderator(&one.forum, name))
        }
        _ => feeds::listing(visit, site, base, sort, false, |_| true),
    };
    let tab = |path: &str, text: &'static str, key: &str| (path.to_owned(), text, key == feed);
    let main = html! {
        h1.page-heading { "Front page" }
        @if name.is_some() {
            (parts::tabs("Feeds", &[tab("/all", "All", "all"), tab("/subscribed", "Subscribed", "subscribed"), tab("/moderated", "Moderated", "moderated")]))
        }
        (list)
    };
    let aside = aside(visit, site);
    Ok(frame::page(visit, site, "Front page", &main, Some(&aside)).into_response())
}

fn aside(visit: &Guest, site: &Commons) -> Markup {
    let mut largest: Vec<_> = site.forums.iter().collect();
    largest.sort_by(|a, b| b.subscribers.cmp(&a.subscribers).then(a.name.cmp(&b.name)));
    html! {
        section.card {
            h2 { "About Commons" }
            p { "A place of " (plural(site.forums.len(), "forum", "forums")) " where people talk about what they like doing." }
            p { a.button href="/submit" { "Create submission" } }
            p { a href="/create_forum" { "Create a forum" } }
        }
        @if let Some(name) = visit.account.as_deref() {
            section.card {
                h2 { "Your forums" }
                ul.plain { @for one in site.subscriptions.iter().filter(|one| one.user == name) { li { a href=(format!("/f/{}", one.forum)) { (one.forum) } } } }
            }
        }
        section.card {
            h2 { "Largest forums" }
            ol.plain { @for forum in largest.iter().take(8) { li { a href=(format!("/f/{}", forum.name)) { (forum.name) } } } }
            p { a href="/forums" { "All forums" } }
        }
    }
}
