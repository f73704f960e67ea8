//! The account: overview, details, password, newsletters, own reviews.

use axum::{
    Router,
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::get,
};
use maud::{Markup, html};

use super::{Routes, bits, frame, member};
use crate::{
    Visit, layout,
    shop::{
        model::Review,
        state::{FieldErrors, Shop, account::TOPICS},
    },
};

pub(super) fn routes() -> Routes {
    Router::new()
        .route("/account", get(overview))
        .route(
            "/account/edit",
            get(|visit| async move { edit_page(&visit, &FieldErrors::default()) }).post(edit),
        )
        .route(
            "/account/password",
            get(|visit| async move { password_page(&visit, &FieldErrors::default()) }).post(password),
        )
        .route("/account/newsletters", get(newsletters).post(set_newsletters))
        .route("/account/reviews", get(own_reviews))
}

const PLACES: [(&str, &str); 7] = [
    ("/account", "My account"),
    ("/account/orders", "My orders"),
    ("/wishlist", "My wish list"),
    ("/account/addresses", "Address book"),
    ("/account/edit", "Account information"),
    ("/account/newsletters", "Newsletter subscriptions"),
    ("/account/reviews", "My product reviews"),
];

/// A page of the account with the menu beside it.
pub(super) fn page(visit: &Visit<Shop>, title: &str, errors: &FieldErrors, body: &Markup) -> Response {
    let path = visit.here.split('?').next().unwrap_or_default();
    let inside = html! {
        div.account {
            nav.account__menu aria-label="My account" {
                ul { @for (to, name) in PLACES { li { a href=(to) aria-current=[(path == to).then_some("page")] { (name) } } } }
            }
            section.account__main { h1 { (title) } (body) }
        }
    };
    let status = if errors.0.is_empty() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    layout::with_status(status, frame::page(visit, title, &inside))
}

async fn overview(visit: Visit<Shop>) -> Response {
    let id = match member(&visit) {
        Ok(id) => id,
        Err(away) => return away.into_response(),
    };
    let shop = visit.state();
    let Some(customer) = shop.customer(id) else { return super::not_found(&visit) };
    let address = |wanted: u32| shop.addresses.iter().find(|address| address.id == wanted);
    let body = html! {
        div.columns {
            section.panel {
                h2 { "Contact" }
                p { span data-field="name" { (customer.name()) } br; span data-field="email" { (customer.email) } br; span data-field="phone" { (customer.phone) } }
                p { a href="/account/edit" { "Edit" } " · " a href="/account/password" { "Change password" } }
            }
            section.panel {
                h2 { "Newsletters" }
                @let own: Vec<_> = TOPICS.iter().filter(|(key, _)| shop.subscriptions.iter().any(|row| row.email == customer.email && row.topic == *key)).collect();
                @if own.is_empty() { p { "You are not subscribed to any newsletter." } } @else {
                    ul { @for (_, name) in own { li { (name) } } }
                }
                p { a href="/account/newsletters" { "Edit subscriptions" } }
            }
            section.panel {
                h2 { "Default billing address" }
                @if let Some(address) = address(customer.default_billing) { (bits::address_block(address)) } @else { p { "None yet." } }
            }
            section.panel {
                h2 { "Default delivery address" }
                @if let Some(address) = address(customer.default_shipping) { (bits::address_block(address)) } @else { p { "None yet." } }
                p { a href="/account/addresses" { "Manage addresses" } }
            }
        }
        h2 { "Recent orders" }
        (super::orders::table(shop.orders_of(id).into_iter().take(5)))
        p { a href="/account/orders" { "View all orders" } }
    };
    page(&visit, "My account", &FieldErrors::default(), &body)
}

fn edit_page(visit: &Visit<Shop>, errors: &FieldErrors) -> Response {
    let id = match member(visit) {
        Ok(id) => id,
        Err(away) => return away.into_response(),
    };
    let shop = visit.state();
    let Some(customer) = shop.customer(id) else { return super::not_found(visit) };
    let typed = |name: &str, stored: &str| visit.form.get(name).unwrap_or(stored).to_owned();
    let body = html! {
        form.panel action="/account/edit" method="post" {
            div.columns {
                (bits::field("First name", "first_name", &typed("first_name", &customer.first_name), "text", true, errors))
                (bits::field("Last name", "last_name", &typed("last_name", &customer.last_name), "text", true, errors))
            }
            (bits::field("E-mail", "email", &typed("email", &customer.email), "email", true, errors))
            (bits::field("Phone number", "phone", &typed("phone", &customer.phone), "tel", false, errors))
            button.button type="submit" { "Save" }
            " " a href="/account/password" { "Change password" }
        }
    };
    page(visit, "Account information", errors, &body)
}

async fn edit(visit: Visit<Shop>) -> Response {
    let id = match member(&visit) {
        Ok(id) => id,
        Err(away) => return away.into_response(),
    };
    let form = &visit.form;
    let done = visit.change(|shop| {
        shop.change_customer(
            id,
            form.text("first_name"),
            form.text("last_name"),
            form.text("email"),
            form.text("phone"),
        )
    });
    match done {
        // The session goes by the e-mail, which may be another one now.
        Ok(()) => visit
            .redirect("/account")
            .sign_in(form.trimmed("email").to_lowercase().as_str())
            .flash("You saved the account information.")
            .into_response(),
        Err(errors) => edit_page(&visit, &errors),
    }
}

fn password_page(visit: &Visit<Shop>, errors: &FieldErrors) -> Response {
    if let Err(away) = member(visit) {
        return away.into_response();
    }
    let body = html! {
        form.panel action="/account/password" method="post" {
            (bits::field("Current password", "current_password", "", "password", true, errors))
            (bits::field("New password", "new_password", "", "password", true, errors))
            (bits::field("New password again", "password_again", "", "password", true, errors))
            button.button type="submit" { "Change password" }
        }
    };
    page(visit, "Change password", errors, &body)
}

async fn password(visit: Visit<Shop>) -> Response {
    let id = match member(&visit) {
        Ok(id) => id,
        Err(away) => return away.into_response(),
    };
    let form = &visit.form;
    let done = visit.change(|shop| {
        shop.change_password(
            id,
            form.text("current_password"),
            form.text("new_password"),
            form.text("password_again"),
        )
    });
    match done {
        Ok(()) => visit.redirect("/account").flash("Your password has been changed.").into_response(),
        Err(errors) => password_page(&visit, &errors),
    }
}

async fn newsletters(visit: Visit<Shop>) -> Response {
    let id = match member(&visit) {
        Ok(id) => id,
        Err(away) => return away.into_response(),
    };
    let shop = visit.state();
    let email = shop.customer(id).map(|customer| customer.email.clone()).unwrap_or_default();
    let body = html! {
        form.panel action="/account/newsletters" method="post" {
            fieldset {
                legend { "Letters for " (email) }
                @for (key, name) in TOPICS {
                    label.check {
                        input type="checkbox" name="topic" value=(key) checked[shop.subscriptions.iter().any(|row| row.email == email && row.topic == key)];
                        " " (name)
                    }
                }
            }
            button.button type="submit" { "Save" }
        }
    };
    page(&visit, "Newsletter subscriptions", &FieldErrors::default(), &body)
}

async fn set_newsletters(visit: Visit<Shop>) -> Response {
    let id = match member(&visit) {
        Ok(id) => id,
        Err(away) => return away.into_response(),
    };
    let topics: Vec<&str> = visit.form.all("topic").collect();
    visit.change(|shop| {
        let email = shop.customer(id).map(|customer| customer.email.clone()).unwrap_or_default();
        shop.set_subscriptions(&email, &topics);
    });
    let message = if topics.is_empty() {
        "We have removed your newsletter subscription."
    } else {
        "We have saved your subscription."
    };
    visit.redirect("/account/newsletters").flash(message).into_response()
}

async fn own_reviews(visit: Visit<Shop>) -> Response {
    let id = match member(&visit) {
        Ok(id) => id,
        Err(away) => return away.into_response(),
    };
    let shop = visit.state();
    let reviews: Vec<&Review> = shop.reviews.iter().filter(|review| review.customer_id == id).collect();
    let body = html! {
        @if reviews.is_empty() { p.empty { "You have written no reviews." } }
        ul.reviews__list {
            @for review in reviews {
                li.review {
                    (bits::stars(review.stars * 10))
                    h3 { (review.product) ": " (review.title) }
                    p { (review.text) }
                    p.muted { (review.status.label()) " · " (bits::date(review.created_at)) }
                }
            }
        }
    };
    page(&visit, "My product reviews", &FieldErrors::default(), &body)
}
