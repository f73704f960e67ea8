//! The wish list and the comparison.

use axum::{
    Router,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use maud::{Markup, html};

use super::{Routes, bits, customer_of, frame, member};
use crate::{
    Visit,
    shop::{
        model::Product,
        state::{Shop, account::Shelf},
    },
};

pub(super) fn routes() -> Routes {
    Router::new()
        .route("/wishlist", get(wishes))
        .route("/wishlist/add", post(|visit: Visit<Shop>| async move { add(&visit, Shelf::Wishes) }))
        .route("/wishlist/remove", post(|visit: Visit<Shop>| async move { remove(&visit, Shelf::Wishes) }))
        .route("/compare", get(comparison))
        .route("/compare/add", post(|visit: Visit<Shop>| async move { add(&visit, Shelf::Comparison) }))
        .route("/compare/remove", post(|visit: Visit<Shop>| async move { remove(&visit, Shelf::Comparison) }))
}

fn products(shop: &Shop, shelf: Shelf, id: u32) -> Vec<&Product> {
    let own = shop.shelf(shelf).iter().filter(|wish| wish.customer_id == id);
    own.filter_map(|wish| shop.product(wish.product_id)).collect()
}

async fn wishes(visit: Visit<Shop>) -> Response {
    let id = match member(&visit) {
        Ok(id) => id,
        Err(away) => return away.into_response(),
    };
    let shop = visit.state();
    let products = products(&shop, Shelf::Wishes, id);
    let body = html! {
        h1 { "My wish list" }
        p.muted { span data-wish-count=(products.len()) { (products.len()) } " items" }
        @if products.is_empty() { p.empty { "You have no items in your wish list." } }
        ul.wishes {
            @for product in products {
                li.wish data-product-id=(product.id) {
                    a href={ "/p/" (product.slug) } tabindex="-1" aria-hidden="true" { (bits::picture(product)) }
                    div.wish__name { a href={ "/p/" (product.slug) } { (product.name) } br; span.price { (product.price_cents) } }
                    @if product.options.is_empty() {
                        form action="/cart/add" method="post" {
                            input type="hidden" name="product_id" value=(product.id);
                            input type="hidden" name="quantity" value="1";
                            input type="hidden" name="return" value="/wishlist";
                            button.button type="submit" disabled[!product.in_stock()] { "Add to cart" }
                        }
                    } @else { a.button href={ "/p/" (product.slug) } { "Choose options" } }
                    form action="/wishlist/remove" method="post" {
                        input type="hidden" name="product_id" value=(product.id);
                        button.linkish type="submit" aria-label={ "Remove " (product.name) " from the wish list" } { "Remove" }
                    }
                }
            }
        }
    };
    frame::page(&visit, "My wish list", &body).into_response()
}

async fn comparison(visit: Visit<Shop>) -> Markup {
    let shop = visit.state();
    let products = products(&shop, Shelf::Comparison, customer_of(&visit));
    let body = html! {
        h1 { "Compare products" }
        @if products.is_empty() { p.empty { "Nothing to compare yet. Use the ⇄ button of a product." } } @else {
            table.table.compare {
                tr {
                    th {}
                    @for product in &products {
                        td {
                            (bits::picture(product))
                            a href={ "/p/" (product.slug) } { (product.name) }
                            form action="/compare/remove" method="post" {
                                input type="hidden" name="product_id" value=(product.id);
                                button.linkish type="submit" aria-label={ "Remove " (product.name) " from the comparison" } { "Remove" }
                            }
                        }
                    }
                }
                tr { th scope="row" { "Price" } @for product in &products { td { (product.price_cents) } } }
                tr { th scope="row" { "Brand" } @for product in &products { td { (product.brand) } } }
                tr { th scope="row" { "Rating" } @for product in &products { td { @if product.review_count > 0 { (product.rating()) } @else { "–" } } } }
                tr { th scope="row" { "Stock" } @for product in &products { td { (product.stock) } } }
                tr { th scope="row" { "Weight" } @for product in &products { td { (product.weight_grams) " g" } } }
            }
        }
    };
    frame::page(&visit, "Compare products", &body)
}

fn add(visit: &Visit<Shop>, shelf: Shelf) -> Response {
    let id = match (shelf, member(visit)) {
        (Shelf::Wishes, Err(away)) => return away.into_response(),
        _ => customer_of(visit),
    };
    let product_id = visit.form.parse("product_id").unwrap_or(0);
    let name = visit.state().product(product_id).map(|product| product.name.clone()).unwrap_or_default();
    let (list, page) = match shelf {
        Shelf::Wishes => ("your wish list", "/wishlist"),
        Shelf::Comparison => ("the comparison", "/compare"),
    };
    let message = match visit.change(|shop| shop.shelve(shelf, id, product_id)) {
        Ok(true) => format!("{name} has been added to {list}."),
        Ok(false) => format!("{name} is in {list} already."),
        Err(errors) => errors.of("product").unwrap_or("This did not work.").to_owned(),
    };
    visit.redirect(visit.return_or(page)).flash(message).into_response()
}

fn remove(visit: &Visit<Shop>, shelf: Shelf) -> Response {
    let id = customer_of(visit);
    let product_id = visit.form.parse("product_id").unwrap_or(0);
    visit.change(|shop| shop.unshelve(shelf, id, product_id));
    let page = if shelf == Shelf::Wishes { "/wishlist" } else { "/compare" };
    visit.redirect(page).flash("The product was removed from the list.").into_response()
}
