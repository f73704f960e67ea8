//! The newsletter form of the footer, and the contact form.

use axum::{
    Router,
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use maud::html;

use super::{Routes, bits, customer_of, frame};
use crate::{
    Visit, layout,
    shop::state::{FieldErrors, Shop, account::CONTACT_TOPICS},
};

pub(super) fn routes() -> Routes {
    Router::new().route("/newsletter", post(subscribe)).route(
        "/contact",
        get(|visit| async move { contact_page(&visit, &FieldErrors::default()) }).post(contact),
    )
}

async fn subscribe(visit: Visit<Shop>) -> Response {
    let email = visit.form.text("email").to_owned();
    let topics: Vec<&str> = visit.form.all("topic").collect();
    let message = match visit.change(|shop| shop.subscribe(&email, &topics)) {
        Ok(0) => "This address is subscribed already.".to_owned(),
        Ok(_) => "Thank you for subscribing.".to_owned(),
        Err(errors) => errors.0.into_iter().map(|(_, message)| message).next().unwrap_or_default(),
    };
    visit.redirect(visit.return_or("/")).flash(message).into_response()
}

fn contact_page(visit: &Visit<Shop>, errors: &FieldErrors) -> Response {
    let shop = visit.state();
    let customer = shop.customer(customer_of(visit));
    let typed = |name: &str, known: Option<String>| {
        visit.form.get(name).map(str::to_owned).or(known).unwrap_or_default()
    };
    let name = typed("name", customer.map(crate::shop::model::Customer::name));
    let email = typed("email", customer.map(|customer| customer.email.clone()));
    let body = html! {
        h1 { "Contact us" }
        form.panel.narrow action="/contact" method="post" {
            p { "Write to us and we answer within a day, Sundays excepted." }
            (bits::field("Name", "name", &name, "text", true, errors))
            (bits::field("E-mail", "email", &email, "email", true, errors))
            (bits::select("Subject", "topic", visit.form.text("topic"), Some("Please choose…"), CONTACT_TOPICS.iter().copied(), errors))
            (bits::field("Order number (if any)", "order_number", visit.form.text("order_number"), "text", false, errors))
            (bits::area("What is on your mind?", "message", visit.form.text("message"), 6, errors))
            button.button type="submit" { "Send message" }
        }
    };
    let status = if errors.0.is_empty() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    layout::with_status(status, frame::page(visit, "Contact us", &body))
}

async fn contact(visit: Visit<Shop>) -> Response {
    let form = &visit.form;
    let sent = visit.change(|shop| {
        shop.send_message(
            form.text("name"),
            form.text("email"),
            form.text("topic"),
            form.text("order_number"),
            form.text("message"),
        )
    });
    match sent {
        Ok(_) => visit
            .redirect("/contact")
            .flash("Thank you for writing. We will answer you soon.")
            .into_response(),
        Err(errors) => contact_page(&visit, &errors),
    }
}
