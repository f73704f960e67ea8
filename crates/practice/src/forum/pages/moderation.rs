//! What moderators do in their forum: colleagues, bans, and the log that everybody can read.

use axum::{extract::Path, http::StatusCode, response::IntoResponse};
use maud::{Markup, html};

use super::{Guest, Reply, forms, forms::Field, forum, forums::aside, frame, moderator};
use crate::{
    forum::{
        acts::{Complaints, forums as acts},
        model::Forum,
        state::Commons,
    },
    layout::{self, page_links, paged},
    seed::dates,
};

pub async fn log(visit: Guest, Path(name): Path<String>) -> Reply {
    let site = visit.state();
    let one = forum(&visit, &site, &name)?;
    let mut deeds: Vec<_> = site.deeds.iter().filter(|deed| deed.forum == one.name).collect();
    deeds.reverse();
    let path = format!("/f/{}/moderation_log", one.name);
    let list = paged(deeds, visit.page(), 30);
    let main = html! {
        h1.page-heading { "Moderation log of " (one.name) }
        @if list.items.is_empty() { p.empty { "Nothing has been logged." } }
        ol.log { @for deed in &list.items { li { (layout::time_ago(deed.at)) " " a href=(format!("/user/{}", deed.by)) { (deed.by) } " " (deed.what) } } }
        (page_links(&path, &visit.query, &list))
    };
    Ok(frame::page(&visit, &site, "Moderation log", &main, Some(&aside(&visit, &site, one))).into_response())
}

pub async fn moderators(visit: Guest, Path(name): Path<String>) -> Reply {
    let site = visit.state();
    let one = forum(&visit, &site, &name)?;
    moderator(&visit, &site, &one.name)?;
    Ok(moderators_page(&visit, &site, one, "", &Complaints::default()).into_response())
}

pub async fn add_moderator(visit: Guest, Path(name): Path<String>) -> Reply {
    let site = visit.state();
    let one = forum(&visit, &site, &name)?;
    let by = moderator(&visit, &site, &one.name)?;
    let user = visit.form.trimmed("user");
    match visit.change(|site| acts::add_moderator(site, by, &one.name, user)) {
        Ok(()) => Ok(visit
            .redirect(format!("/f/{}/moderators", one.name))
            .flash(format!("{user} is now a moderator."))
            .into_response()),
        Err(wrong) => Ok(layout::with_status(
            StatusCode::UNPROCESSABLE_ENTITY,
            moderators_page(&visit, &site, one, user, &wrong),
        )),
    }
}

pub async fn remove_moderator(visit: Guest, Path(name): Path<String>) -> Reply {
    let site = visit.state();
    let one = forum(&visit, &site, &name)?;
    let by = moderator(&visit, &site, &one.name)?;
    let user = visit.form.trimmed("user");
    let done = visit.change(|site| acts::remove_moderator(site, by, &one.name, user));
    let said = if done {
        format!("{user} is no longer a moderator.")
    } else {
        "The last moderator cannot go.".to_owned()
    };
    Ok(visit.redirect(format!("/f/{}/moderators", one.name)).flash(said).into_response())
}

fn moderators_page(visit: &Guest, site: &Commons, one: &Forum, user: &str, wrong: &Complaints) -> Markup {
    let path = format!("/f/{}/moderators", one.name);
    let main = html! {
        h1.page-heading { "Moderators of " (one.name) }
        table.table {
            thead { tr { th scope="col" { "Name" } th scope="col" { span.sr-only { "Actions" } } } }
            tbody {
                @for name in &one.moderators {
                    tr { th scope="row" { a href=(format!("/user/{name}")) { (name) } } td { (forms::post_button(&format!("{path}/remove"), "Remove", "link", &[("user", name)], Some("Remove this moderator?"))) } }
                }
            }
        }
        h2 { "Add a moderator" }
        form.form action=(path) method="post" novalidate {
            (forms::summary(wrong))
            (Field { id: "moderator_user", name: "user", label: "User name", value: user, required: true, ..Field::default() }.input(wrong))
            div.form__buttons { button.button type="submit" { "Add as moderator" } }
        }
    };
    frame::page(visit, site, "Moderators", &main, Some(&aside(visit, site, one)))
}

pub async fn bans(visit: Guest, Path(name): Path<String>) -> Reply {
    let site = visit.state();
    let one = forum(&visit, &site, &name)?;
    moderator(&visit, &site, &one.name)?;
    let path = format!("/f/{}/bans", one.name);
    let main = html! {
        h1.page-heading { "Bans in " (one.name) }
        p { a.button href=(format!("{path}/add")) { "Ban a user" } }
        table.table.bans {
            thead { tr { th scope="col" { "User" } th scope="col" { "Reason" } th scope="col" { "Banned by" } th scope="col" { "Since" } th scope="col" { "Length" } th scope="col" { span.sr-only { "Actions" } } } }
            tbody {
                @for ban in site.bans.iter().filter(|ban| ban.forum == one.name) {
                    tr {
                        th scope="row" { a href=(format!("/user/{}", ban.user)) { (ban.user) } }
                        td.ban__reason { (ban.reason) }
                        td.ban__by { (ban.by) }
                        td { (dates::long_date(ban.since)) }
                        td { @match ban.days { Some(days) => { (days) " days" }, None => "for ever" } }
                        td { (forms::post_button(&format!("{path}/remove"), "Unban", "link", &[("user", &ban.user)], None)) }
                    }
                }
            }
        }
    };
    Ok(frame::page(&visit, &site, "Bans", &main, Some(&aside(&visit, &site, one))).into_response())
}

pub async fn ban_form(visit: Guest, Path(name): Path<String>) -> Reply {
    let site = visit.state();
    let one = forum(&visit, &site, &name)?;
    moderator(&visit, &site, &one.name)?;
    Ok(ban_page(&visit, &site, one, [visit.query.trimmed("user"), "", ""], &Complaints::default())
        .into_response())
}

pub async fn ban(visit: Guest, Path(name): Path<String>) -> Reply {
    let site = visit.state();
    let one = forum(&visit, &site, &name)?;
    let by = moderator(&visit, &site, &one.name)?;
    let [user, reason, days] = ["user", "reason", "days"].map(|field| visit.form.trimmed(field));
    match visit.change(|site| acts::ban(site, by, &one.name, user, reason, days)) {
        Ok(()) => Ok(visit
            .redirect(format!("/f/{}/bans", one.name))
            .flash(format!("{user} was banned."))
            .into_response()),
        Err(wrong) => Ok(layout::with_status(
            StatusCode::UNPROCESSABLE_ENTITY,
            ban_page(&visit, &site, one, [user, reason, days], &wrong),
        )),
    }
}

fn ban_page(
    visit: &Guest,
    site: &Commons,
    one: &Forum,
    [user, reason, days]: [&str; 3],
    wrong: &Complaints,
) -> Markup {
    let main = html! {
        h1.page-heading { "Ban a user from " (one.name) }
        form.form action=(format!("/f/{}/bans/add", one.name)) method="post" novalidate {
            (forms::summary(wrong))
            (Field { id: "ban_user", name: "user", label: "User name", value: user, required: true, ..Field::default() }.input(wrong))
            (Field { id: "ban_reason", name: "reason", label: "Reason", value: reason, required: true, ..Field::default() }.input(wrong))
            (Field { id: "ban_days", name: "days", label: "Length in days", value: days, hint: "Nothing means for ever.", ..Field::default() }.input(wrong))
            div.form__buttons { button.button.button--bad type="submit" { "Ban" } " " a href=(format!("/f/{}/bans", one.name)) { "Cancel" } }
        }
    };
    frame::page(visit, site, "Ban a user", &main, Some(&aside(visit, site, one)))
}

pub async fn unban(visit: Guest, Path(name): Path<String>) -> Reply {
    let site = visit.state();
    let one = forum(&visit, &site, &name)?;
    let by = moderator(&visit, &site, &one.name)?;
    let user = visit.form.trimmed("user");
    visit.change(|site| acts::unban(site, by, &one.name, user));
    Ok(visit
        .redirect(format!("/f/{}/bans", one.name))
        .flash(format!("{user} is no longer banned."))
        .into_response())
}
