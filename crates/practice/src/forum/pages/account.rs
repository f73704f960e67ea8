//! Signing in and out, registration, account settings and preferences.

use axum::{extract::Path, http::StatusCode, response::IntoResponse};
use maud::{Markup, html};

use super::{Guest, Reply, forms, forms::Field, frame, own, people, user};
use crate::{
    forum::{
        acts::{Complaints, people as acts},
        feed::Sort,
        model::{Preferences, User},
        state::Commons,
    },
    layout,
};

const TIME_ZONES: [&str; 6] =
    ["UTC", "Europe/Berlin", "Europe/London", "America/New_York", "America/Sao_Paulo", "Asia/Tokyo"];

pub async fn login_form(visit: Guest) -> Reply {
    Ok(login_page(&visit, "", &Complaints::default()).into_response())
}

pub async fn login(visit: Guest) -> Reply {
    let name = visit.form.trimmed("username");
    if !visit.state().password_fits(name, visit.form.text("password")) {
        let wrong = Complaints::one("password", "User name and password do not fit together.");
        return Ok(layout::with_status(StatusCode::UNPROCESSABLE_ENTITY, login_page(&visit, name, &wrong)));
    }
    Ok(visit
        .redirect(visit.return_or("/"))
        .sign_in(name)
        .flash(format!("Welcome back, {name}."))
        .into_response())
}

pub async fn logout(visit: Guest) -> Reply {
    Ok(visit.redirect("/").sign_out().flash("You are logged out.").into_response())
}

fn login_page(visit: &Guest, name: &str, wrong: &Complaints) -> Markup {
    let site = visit.state();
    let main = html! {
        h1.page-heading { "Log in" }
        form.form action="/login" method="post" novalidate {
            (forms::summary(wrong))
            input type="hidden" name="return" value=(visit.return_or("/"));
            (Field { id: "login-username", name: "username", label: "User name", value: name, required: true, ..Field::default() }.input(wrong))
            (Field { id: "login-password", name: "password", label: "Password", kind: "password", required: true, ..Field::default() }.input(wrong))
            div.form__buttons { button.button type="submit" { "Log in" } }
        }
        p { "No account yet? " a href="/registration" { "Create one" } "." }
    };
    frame::page(visit, &site, "Log in", &main, None)
}

pub async fn registration_form(visit: Guest) -> Reply {
    Ok(registration_page(&visit, "", "", &Complaints::default()).into_response())
}

pub async fn registration(visit: Guest) -> Reply {
    let (name, email) = (visit.form.trimmed("username"), visit.form.trimmed("email"));
    let (password, again) = (visit.form.text("password"), visit.form.text("again"));
    match visit.change(|site| acts::register(site, name, email, password, again)) {
        Ok(()) => Ok(visit
            .redirect("/")
            .sign_in(name)
            .flash(format!("Welcome to Commons, {name}."))
            .into_response()),
        Err(wrong) => Ok(layout::with_status(
            StatusCode::UNPROCESSABLE_ENTITY,
            registration_page(&visit, name, email, &wrong),
        )),
    }
}

fn registration_page(visit: &Guest, name: &str, email: &str, wrong: &Complaints) -> Markup {
    let site = visit.state();
    let main = html! {
        h1.page-heading { "Create an account" }
        form.form action="/registration" method="post" novalidate {
            (forms::summary(wrong))
            (Field { id: "user_username", name: "username", label: "User name", value: name, required: true, hint: "3 to 25 letters, digits or underscores.", ..Field::default() }.input(wrong))
            (Field { id: "user_email", name: "email", label: "E-mail address", value: email, kind: "email", hint: "Optional.", ..Field::default() }.input(wrong))
            (Field { id: "user_password_first", name: "password", label: "Password", kind: "password", required: true, hint: "At least 8 characters.", ..Field::default() }.input(wrong))
            (Field { id: "user_password_second", name: "again", label: "Password again", kind: "password", required: true, ..Field::default() }.input(wrong))
            div.form__buttons { button.button type="submit" { "Sign up" } }
        }
    };
    frame::page(visit, &site, "Create an account", &main, None)
}

pub async fn settings(visit: Guest, Path(name): Path<String>) -> Reply {
    let site = visit.state();
    let member = user(&visit, &site, &name)?;
    own(&visit, &site, &name)?;
    Ok(settings_page(&visit, &site, member, &member.email, &Complaints::default()).into_response())
}

/// The address and the password are two forms; `what` says which was sent.
pub async fn save_settings(visit: Guest, Path(name): Path<String>) -> Reply {
    let site = visit.state();
    let member = user(&visit, &site, &name)?;
    own(&visit, &site, &name)?;
    let form = &visit.form;
    let email = form.get("email").unwrap_or(&member.email).trim();
    let (saved, said) = if form.text("what") == "password" {
        let [present, password, again] = ["present", "password", "again"].map(|field| form.text(field));
        (
            visit.change(|site| acts::set_password(site, &name, present, password, again)),
            "Your password was changed.",
        )
    } else {
        (visit.change(|site| acts::set_email(site, &name, email)), "Your account was updated.")
    };
    match saved {
        Ok(()) => Ok(visit.redirect(format!("/user/{name}/account")).flash(said).into_response()),
        Err(wrong) => Ok(layout::with_status(
            StatusCode::UNPROCESSABLE_ENTITY,
            settings_page(&visit, &site, member, email, &wrong),
        )),
    }
}

fn settings_page(visit: &Guest, site: &Commons, member: &User, email: &str, wrong: &Complaints) -> Markup {
    let path = format!("/user/{}/account", member.name);
    let body = html! {
        (forms::summary(wrong))
        form.form action=(path) method="post" novalidate {
            h2.section-heading { "E-mail" }
            input type="hidden" name="what" value="email";
            (Field { id: "user_settings_email", name: "email", label: "E-mail address", value: email, kind: "email", required: true, ..Field::default() }.input(wrong))
            div.form__buttons { button.button type="submit" { "Save" } }
        }
        form.form action=(path) method="post" novalidate {
            h2.section-heading { "Password" }
            input type="hidden" name="what" value="password";
            (Field { id: "user_settings_present", name: "present", label: "Present password", kind: "password", required: true, ..Field::default() }.input(wrong))
            (Field { id: "user_settings_password", name: "password", label: "New password", kind: "password", required: true, ..Field::default() }.input(wrong))
            (Field { id: "user_settings_again", name: "again", label: "New password again", kind: "password", required: true, ..Field::default() }.input(wrong))
            div.form__buttons { button.button type="submit" { "Change password" } }
        }
    };
    people::profile(visit, site, member, "/account", &body)
}

pub async fn preferences(visit: Guest, Path(name): Path<String>) -> Reply {
    let site = visit.state();
    let member = user(&visit, &site, &name)?;
    own(&visit, &site, &name)?;
    let chosen = &member.preferences;
    let select = |id: &str, name: &str, options: &[(&str, &str)], value: &str| {
        html! { select.form-field__input id=(id) name=(name) { @for (key, label) in options { option value=(key) selected[*key == value] { (label) } } } }
    };
    let switch = |id: &str, name: &str, label: &str, on: bool| {
        html! { div.form-field.form-field--check { input type="checkbox" id=(id) name=(name) value="1" checked[on]; label for=(id) { (label) } } }
    };
    let sorts = Sort::ALL.map(|sort| (sort.key(), sort.label()));
    let zones = TIME_ZONES.map(|zone| (zone, zone));
    let front =
        Field { id: "preferences_front_page", name: "front_page", label: "Front page", ..Field::default() };
    let sort =
        Field { id: "preferences_front_sort", name: "front_sort", label: "Default sort", ..Field::default() };
    let zone =
        Field { id: "preferences_time_zone", name: "time_zone", label: "Time zone", ..Field::default() };
    let body = html! {
        form.form action=(format!("/user/{name}/preferences")) method="post" {
            (front.row(None, &select(front.id, front.name, &[("all", "All forums"), ("subscribed", "Subscribed forums")], &chosen.front_page)))
            (sort.row(None, &select(sort.id, sort.name, &sorts, &chosen.front_sort)))
            (zone.row(None, &select(zone.id, zone.name, &zones, &chosen.time_zone)))
            (switch("preferences_show_thumbnails", "show_thumbnails", "Show thumbnails", chosen.show_thumbnails))
            (switch("preferences_new_tab", "open_links_in_new_tab", "Open external links in a new tab", chosen.open_links_in_new_tab))
            (switch("preferences_notify", "notify_on_reply", "Notify me about replies", chosen.notify_on_reply))
            div.form__buttons { button.button type="submit" { "Save preferences" } }
        }
    };
    Ok(people::profile(&visit, &site, member, "/preferences", &body).into_response())
}

pub async fn save_preferences(visit: Guest, Path(name): Path<String>) -> Reply {
    let site = visit.state();
    let member = user(&visit, &site, &name)?;
    own(&visit, &site, &name)?;
    let form = &visit.form;
    let zone = TIME_ZONES.into_iter().find(|zone| *zone == form.text("time_zone"));
    let chosen = Preferences {
        front_page: if form.text("front_page") == "subscribed" { "subscribed" } else { "all" }.to_owned(),
        front_sort: Sort::from_key(form.text("front_sort")).unwrap_or(Sort::Hot).key().to_owned(),
        show_thumbnails: form.has("show_thumbnails"),
        open_links_in_new_tab: form.has("open_links_in_new_tab"),
        notify_on_reply: form.has("notify_on_reply"),
        time_zone: zone.unwrap_or(&member.preferences.time_zone).to_owned(),
    };
    visit.change(|site| acts::set_preferences(site, &name, chosen));
    Ok(visit
        .redirect(format!("/user/{name}/preferences"))
        .flash("Your preferences were saved.")
        .into_response())
}
