//! A customer's own orders.

use axum::{
    Router,
    extract::Path,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use maud::{Markup, html};

use super::{Routes, account, bits, member, not_found};
use crate::{
    Visit, layout,
    shop::{
        model::{Order, OrderStatus},
        state::{FieldErrors, Shop},
    },
};

pub(super) fn routes() -> Routes {
    Router::new()
        .route("/account/orders", get(list))
        .route("/account/orders/{number}", get(show))
        .route("/account/orders/{number}/cancel", post(cancel))
        .route("/account/orders/{number}/reorder", post(reorder))
}

pub(super) fn table<'a>(orders: impl Iterator<Item = &'a Order>) -> Markup {
    html! {
        table.table {
            thead { tr { th { "Order #" } th { "Date" } th { "Ship to" } th.num { "Order total" } th { "Status" } th { "Action" } } }
            tbody {
                @for order in orders {
                    tr data-order=(order.number) {
                        td data-field="number" { (order.number) }
                        td { (bits::date(order.placed_at)) }
                        td { (order.shipping_address.name) ", " (order.shipping_address.city) }
                        td.num data-field="total" { (order.totals.grand) }
                        td { (bits::status_tag(order.status)) }
                        td { div.row {
                            a href={ "/account/orders/" (order.number) } aria-label={ "View order " (order.number) } { "View order" }
                            form action={ "/account/orders/" (order.number) "/reorder" } method="post" { button.linkish type="submit" aria-label={ "Reorder " (order.number) } { "Reorder" } }
                        } }
                    }
                }
            }
        }
    }
}

async fn list(visit: Visit<Shop>) -> Response {
    let id = match member(&visit) {
        Ok(id) => id,
        Err(away) => return away.into_response(),
    };
    let shop = visit.state();
    let orders = layout::paged(shop.orders_of(id), visit.page(), 10);
    let body = html! {
        p.muted { span data-order-count=(orders.total) { (orders.total) } " orders" }
        (table(orders.items.iter().copied()))
        (layout::page_links("/account/orders", &visit.query, &orders))
    };
    account::page(&visit, "My orders", &FieldErrors::default(), &body)
}

async fn show(visit: Visit<Shop>, Path(number): Path<String>) -> Response {
    let id = match member(&visit) {
        Ok(id) => id,
        Err(away) => return away.into_response(),
    };
    let shop = visit.state();
    let Some(order) = shop.order(&number).filter(|order| order.customer_id == id) else {
        return not_found(&visit);
    };
    let body = html! {
        p { span data-field="status" { (order.status.label()) } " · placed on " span data-field="placed" { (bits::date(order.placed_at)) } }
        div.row {
            form action={ "/account/orders/" (number) "/reorder" } method="post" { button.button.button--plain type="submit" { "Reorder" } }
            @if order.status == OrderStatus::Pending {
                form action={ "/account/orders/" (number) "/cancel" } method="post" data-confirm={ "Cancel order " (number) "?" } { button.button.button--plain type="submit" { "Cancel order" } }
            }
        }
        (bits::order_lines(order))
        (bits::sums(&order.totals, &order.coupon, true))
        h2 { "Order information" }
        div.columns {
            section.panel { h3 { "Shipping address" } div data-field="shipping-address" { (bits::address_block(&order.shipping_address)) } }
            section.panel {
                h3 { "Delivery" } p data-field="shipping-method" { (bits::shipping_label(order.shipping_method)) }
                h3 { "Payment" } p data-field="payment-method" { (bits::payment_label(order.payment_method)) }
                @if !order.note.is_empty() { h3 { "Note" } p { (order.note) } }
            }
        }
        @if !order.comments.is_empty() {
            h2 { "What happened" }
            ul.history {
                @for comment in order.comments.iter().filter(|comment| comment.notified || comment.status == OrderStatus::Cancelled) {
                    li { (bits::date(comment.at)) " · " strong { (comment.status.label()) } @if !comment.text.is_empty() { " · " (comment.text) } }
                }
            }
        }
    };
    account::page(&visit, &format!("Order # {number}"), &FieldErrors::default(), &body)
}

async fn cancel(visit: Visit<Shop>, Path(number): Path<String>) -> Response {
    let id = match member(&visit) {
        Ok(id) => id,
        Err(away) => return away.into_response(),
    };
    if visit.state().order(&number).is_none_or(|order| order.customer_id != id) {
        return not_found(&visit);
    }
    let message = match visit.change(|shop| shop.cancel_order(id, &number)) {
        Ok(()) => format!("Order #{number} has been cancelled."),
        Err(errors) => errors.of("order").unwrap_or_default().to_owned(),
    };
    visit.redirect(format!("/account/orders/{number}")).flash(message).into_response()
}

async fn reorder(visit: Visit<Shop>, Path(number): Path<String>) -> Response {
    let id = match member(&visit) {
        Ok(id) => id,
        Err(away) => return away.into_response(),
    };
    match visit.change(|shop| shop.reorder(id, &number)) {
        Ok(missing) if missing.is_empty() => visit
            .redirect("/cart")
            .flash(format!("The items of order #{number} are in your cart."))
            .into_response(),
        Ok(missing) => visit
            .redirect("/cart")
            .flash(format!("Not available any more: {}.", missing.join(", ")))
            .into_response(),
        Err(_) => not_found(&visit),
    }
}
