//! The other side of the counter. Open to Ada, who runs the shop.
//!
//! - `grid`: what all grids share: filters in the head, sorting, pages, bulk actions
//! - `orders`, `products`, `customers`, `reviews`, `messages`: one grid each, with its detail page
//! - `dashboard`: the figures of the day

mod customers;
mod dashboard;
mod grid;
mod messages;
mod orders;
mod product;
mod products;
mod reviews;

use axum::{
    Router,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use maud::{Markup, html};

use super::{Routes, customer_of, frame};
use crate::{
    Visit, layout,
    shop::state::{ADA, GUEST, Shop},
};

pub(super) fn routes() -> Routes {
    Router::new()
        .merge(dashboard::routes())
        .merge(orders::routes())
        .merge(products::routes())
        .merge(product::routes())
        .merge(customers::routes())
        .merge(reviews::routes())
        .merge(messages::routes())
}

const PLACES: [(&str, &str); 6] = [
    ("/admin", "Dashboard"),
    ("/admin/orders", "Orders"),
    ("/admin/products", "Products"),
    ("/admin/customers", "Customers"),
    ("/admin/reviews", "Reviews"),
    ("/admin/messages", "Messages"),
];

/// Turns away everyone but Ada.
#[expect(clippy::result_large_err, reason = "the answer that turns away is sent as it is")]
fn guard(visit: &Visit<Shop>) -> Result<(), Response> {
    match customer_of(visit) {
        ADA => Ok(()),
        GUEST => Err(visit.to_login().flash("Please sign in first.").into_response()),
        _ => {
            let body = html! { article.prose { h1 { "Staff only" } p { "Your account has no access to this part of the shop." } } };
            Err(layout::with_status(StatusCode::FORBIDDEN, frame::page(visit, "Staff only", &body)))
        }
    }
}

/// A page of the admin area.
fn page(visit: &Visit<Shop>, title: &str, status: StatusCode, body: &Markup) -> Response {
    let path = visit.here.split('?').next().unwrap_or_default();
    let inside = html! {
        a.skip href="#main" { "Skip to content" }
        div.desk {
            nav.desk__menu aria-label="Admin" {
                a.brand href="/admin" { "Harbour Goods" span { "Back office" } }
                ul {
                    @for (to, name) in PLACES {
                        @let on = path == to || (to != "/admin" && path.starts_with(&format!("{to}/")));
                        li { a href=(to) aria-current=[on.then_some("page")] { (name) } }
                    }
                }
                a.desk__out href="/" { "View the shop" }
            }
            main #main .desk__main {
                (layout::flash(visit.flash.as_deref()))
                h1 { (title) }
                (body)
            }
        }
    };
    layout::with_status(status, frame::document(&format!("{title} · Admin"), true, &inside))
}
