//! What customers wrote through the contact form.

use axum::{Router, http::StatusCode, response::Response, routing::get};
use maud::html;

use super::{Routes, guard, page};
use crate::{
    Visit,
    shop::{
        pages::bits,
        state::{Shop, account::CONTACT_TOPICS},
    },
};

pub(super) fn routes() -> Routes {
    Router::new().route("/admin/messages", get(list))
}

async fn list(visit: Visit<Shop>) -> Response {
    if let Err(away) = guard(&visit) {
        return away;
    }
    let shop = visit.state();
    let body = html! {
        ul.history {
            @for message in shop.messages.iter().rev() {
                li.panel data-message-id=(message.id) {
                    strong { (message.name) } " · " span data-field="email" { (message.email) } " · " (bits::date(message.sent_at))
                    " · " (CONTACT_TOPICS.iter().find(|(key, _)| *key == message.topic).map_or("", |(_, name)| name))
                    @if !message.order_number.is_empty() { " · order " a href={ "/admin/orders/" (message.order_number) } { "#" (message.order_number) } }
                    p { (message.text) }
                }
            }
        }
    };
    page(&visit, "Messages", StatusCode::OK, &body)
}
