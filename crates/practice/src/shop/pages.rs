//! The HTML of the shop and the forms behind it. One file per page or group of pages, each with its
//! handlers beside its markup.
//!
//! - `frame`: what surrounds every page; `bits`: cards, stars, form fields; `pictures`: drawings
//! - `home`, `listing`, `product`: looking around
//! - `cart`, `shelves`, `checkout`: buying
//! - `account`, `addresses`, `orders`, `entry`, `letters`: being a customer
//! - `admin`: the other side of the counter

mod account;
mod addresses;
mod admin;
mod bits;
mod cart;
mod checkout;
mod entry;
mod frame;
mod home;
mod letters;
mod listing;
mod orders;
mod pictures;
mod product;
mod shelves;

use std::sync::Arc;

use axum::{Router, response::Response, routing::get};

use crate::{Visit, layout, server::visit::Departure, space::Spaces};

use super::state::{GUEST, Shop};

pub(super) type Routes = Router<Arc<Spaces<Shop>>>;

pub(super) fn router() -> Routes {
    Router::new()
        .merge(home::routes())
        .merge(listing::routes())
        .merge(product::routes())
        .merge(cart::routes())
        .merge(shelves::routes())
        .merge(checkout::routes())
        .merge(account::routes())
        .merge(addresses::routes())
        .merge(orders::routes())
        .merge(entry::routes())
        .merge(letters::routes())
        .merge(admin::routes())
        .merge(pictures::routes())
        .route("/assets/shop.css", get(|| async { layout::asset("text/css; charset=utf-8", CSS) }))
        .route("/assets/shop.js", get(|| async { layout::asset("text/javascript; charset=utf-8", JS) }))
        .route(
            "/assets/shop-admin.js",
            get(|| async { layout::asset("text/javascript; charset=utf-8", ADMIN_JS) }),
        )
        .fallback(|visit: Visit<Shop>| async move { not_found(&visit) })
}

const CSS: &str = include_str!("../../assets/shop.css");
const JS: &str = include_str!("../../assets/shop.js");
const ADMIN_JS: &str = include_str!("../../assets/shop-admin.js");

/// The customer who asks; [`GUEST`] for nobody in particular.
fn customer_of(visit: &Visit<Shop>) -> u32 {
    visit.account.as_deref().and_then(|account| visit.state().account_id(account)).unwrap_or(GUEST)
}

/// The customer who asks, or the way to the login page.
fn member(visit: &Visit<Shop>) -> Result<u32, Departure> {
    match customer_of(visit) {
        GUEST => Err(visit.to_login().flash("Please sign in first.")),
        id => Ok(id),
    }
}

fn not_found(visit: &Visit<Shop>) -> Response {
    home::not_found(visit)
}
