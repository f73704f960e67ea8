//! Signing in, signing out, a new account.

use axum::{
    Router,
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use maud::html;

use super::{Routes, bits, frame};
use crate::{
    Visit, layout,
    shop::state::{FieldErrors, Shop, account::Registration},
};

pub(super) fn routes() -> Routes {
    Router::new()
        .route("/login", get(|visit| async move { login_page(&visit, &FieldErrors::default()) }).post(login))
        .route("/logout", post(|visit: Visit<Shop>| async move { visit.redirect("/").sign_out().flash("You have signed out.") }))
        .route("/register", get(|visit| async move { register_page(&visit, &FieldErrors::default()) }).post(register))
}

fn login_page(visit: &Visit<Shop>, errors: &FieldErrors) -> Response {
    let back = visit.return_or("/account");
    let body = html! {
        h1 { "Customer login" }
        div.columns {
            form.panel action="/login" method="post" {
                h2 { "Registered customers" }
                input type="hidden" name="return" value=(back);
                (bits::field("E-mail", "email", visit.form.text("email"), "email", true, errors))
                (bits::field("Password", "password", "", "password", true, errors))
                button.button type="submit" { "Sign in" }
                p.muted { "Every demo account has the password “practice”." }
            }
            section.panel {
                h2 { "New customers" }
                p { "With an account you check out faster, keep several addresses and follow your orders." }
                p { a.button.button--plain href="/register" { "Create an account" } }
            }
        }
    };
    let status = if errors.0.is_empty() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    layout::with_status(status, frame::page(visit, "Customer login", &body))
}

async fn login(visit: Visit<Shop>) -> Response {
    let email = visit.form.trimmed("email").to_lowercase();
    match visit.state().sign_in(&email, visit.form.text("password")) {
        Some(_) => {
            visit.redirect(visit.return_or("/account")).sign_in(&email).flash("Welcome back.").into_response()
        }
        None => login_page(
            &visit,
            &FieldErrors::single("password", "The sign-in was not right. Please check e-mail and password."),
        ),
    }
}

fn register_page(visit: &Visit<Shop>, errors: &FieldErrors) -> Response {
    let typed = |name: &str| visit.form.text(name).to_owned();
    let body = html! {
        h1 { "Create new customer account" }
        form.panel.narrow action="/register" method="post" {
            div.columns {
                (bits::field("First name", "first_name", &typed("first_name"), "text", true, errors))
                (bits::field("Last name", "last_name", &typed("last_name"), "text", true, errors))
            }
            (bits::field("E-mail", "email", &typed("email"), "email", true, errors))
            div.columns {
                (bits::field("Password", "password", "", "password", true, errors))
                (bits::field("Confirm password", "password_again", "", "password", true, errors))
            }
            label.check { input type="checkbox" name="letter" value="1" checked[visit.form.has("letter")]; " Sign me up for the weekly letter" }
            button.button type="submit" { "Create an account" }
        }
    };
    let status = if errors.0.is_empty() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    layout::with_status(status, frame::page(visit, "Create new customer account", &body))
}

async fn register(visit: Visit<Shop>) -> Response {
    let form = Registration {
        first_name: visit.form.text("first_name").to_owned(),
        last_name: visit.form.text("last_name").to_owned(),
        email: visit.form.text("email").to_owned(),
        password: visit.form.text("password").to_owned(),
        again: visit.form.text("password_again").to_owned(),
    };
    let email = form.email.trim().to_lowercase();
    let letter = visit.form.has("letter");
    let done = visit.change(|shop| {
        shop.register(&form)?;
        if letter {
            shop.subscribe(&email, &["weekly"])?;
        }
        Ok(())
    });
    match done {
        Ok(()) => visit
            .redirect("/account")
            .sign_in(&email)
            .flash("Thank you for registering with Harbour Goods.")
            .into_response(),
        Err(errors) => register_page(&visit, &errors),
    }
}
