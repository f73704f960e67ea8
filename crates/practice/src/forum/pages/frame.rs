//! The frame around every page: header, menu, messages, footer.

use maud::{DOCTYPE, Markup, html};

use super::Guest;
use crate::{forum::state::Commons, layout};

/// A whole page. `aside` is the column at the right.
pub fn page(visit: &Guest, site: &Commons, title: &str, main: &Markup, aside: Option<&Markup>) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) " · Commons" }
                link rel="icon" href="/favicon.svg" type="image/svg+xml";
                link rel="stylesheet" href="/assets/forum.css";
                script src="/assets/forum.js" defer {}
            }
            body {
                a.skip href="#main" { "Skip to content" }
                (header(visit, site))
                div.site-content.has-aside[aside.is_some()] {
                    main #main {
                        (layout::flash(visit.flash.as_deref()))
                        (main)
                    }
                    @if let Some(aside) = aside { aside.sidebar { (aside) } }
                }
                footer.site-footer {
                    p { "Commons is run by its members. " a href="/wiki/rules" { "Site rules" } " · " a href="/wiki/faq" { "Questions" } " · " a href="/wiki/index" { "Wiki" } }
                }
            }
        }
    }
}

/// A page with nothing but a heading and a sentence.
pub fn notice(visit: &Guest, site: &Commons, title: &str, text: &str) -> Markup {
    let main = html! {
        h1.page-heading { (title) }
        p { (text) }
        p { a href="/" { "Go to the front page" } }
    };
    page(visit, site, title, &main, None)
}

fn header(visit: &Guest, site: &Commons) -> Markup {
    let words = if visit.here.starts_with("/search") { visit.query.text("q") } else { "" };
    html! {
        header.site-header {
            div.site-header__inner {
                a.site-header__logo href="/" {
                    svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true" {
                        circle cx="7" cy="8" r="5" fill="#f4b860" {}
                        circle cx="15" cy="8" r="5" fill="#7fb7a3" fill-opacity=".9" {}
                        circle cx="11" cy="15" r="5" fill="#e07a5f" fill-opacity=".85" {}
                    }
                    "Commons"
                }
                nav.site-nav aria-label="Site" {
                    a href="/forums" { "Forums" }
                    a href="/comments" { "Comments" }
                    a href="/wiki/index" { "Wiki" }
                }
                form.site-search action="/search" method="get" role="search" {
                    input #site-search-q .site-search__input type="search" name="q" value=(words) placeholder="Search posts…" aria-label="Search query" maxlength="200";
                    button.site-search__button type="submit" { "Search" }
                }
                div.site-user {
                    @if let Some(name) = visit.account.as_deref() { (member_menu(site, name, &visit.here)) } @else {
                        a href="/login" { "Log in" }
                        a href="/registration" { "Sign up" }
                    }
                }
            }
        }
    }
}

fn member_menu(site: &Commons, name: &str, here: &str) -> Markup {
    let unseen = site.unseen_notices(name);
    let home = format!("/user/{name}");
    // The submit link knows the forum one is in.
    let place = here
        .strip_prefix("/f/")
        .and_then(|rest| rest.split(['/', '?']).next())
        .filter(|forum| site.forum(forum).is_some());
    let submit = place.map_or_else(|| "/submit".to_owned(), |forum| format!("/submit/{forum}"));
    html! {
        a.button.site-user__submit href=(submit) { "Submit" }
        a.site-user__notices href="/notifications" aria-label=(format!("Notifications ({unseen})")) {
            "Notifications" @if unseen > 0 { span.badge { (unseen) } }
        }
        div.dropdown data-dropdown {
            button.dropdown__toggle type="button" aria-haspopup="true" aria-expanded="false" aria-controls="user-menu" { (name) " ▾" }
            div #user-menu .dropdown__menu hidden {
                a href=(home) { "Profile" }
                a href="/messages" { "Messages" }
                a href=(format!("{home}/account")) { "Account settings" }
                a href=(format!("{home}/preferences")) { "Preferences" }
                a href=(format!("{home}/block_list")) { "Block list" }
                a href="/create_forum" { "Create forum" }
                form action="/logout" method="post" { button.link type="submit" { "Log out" } }
            }
        }
    }
}
