//! The figures of the day.

use axum::{Router, http::StatusCode, response::Response, routing::get};
use maud::html;

use super::{Routes, guard, page};
use crate::{
    Visit,
    shop::{
        model::{Order, OrderStatus, Product, ReviewStatus},
        money::Cents,
        pages::bits,
        state::Shop,
    },
};

pub(super) fn routes() -> Routes {
    Router::new().route("/admin", get(show))
}

async fn show(visit: Visit<Shop>) -> Response {
    if let Err(away) = guard(&visit) {
        return away;
    }
    let shop = visit.state();
    let sold: Cents = shop
        .orders
        .iter()
        .filter(|order| !matches!(order.status, OrderStatus::Cancelled | OrderStatus::Refunded))
        .map(|order| order.totals.grand)
        .sum();
    let waiting = shop.orders.iter().filter(|order| order.status == OrderStatus::Pending).count();
    let unread = shop.reviews.iter().filter(|review| review.status == ReviewStatus::Pending).count();
    let out = shop.products.iter().filter(|product| product.enabled && product.stock == 0).count();
    let mut latest: Vec<&Order> = shop.orders.iter().collect();
    latest.sort_by_key(|order| (std::cmp::Reverse(order.placed_at), order.id));
    let mut sellers: Vec<(&Product, u32)> = shop
        .products
        .iter()
        .map(|product| {
            let lines = shop.orders.iter().flat_map(|order| &order.lines);
            (product, lines.filter(|line| line.product_id == product.id).map(|line| line.quantity).sum())
        })
        .collect();
    sellers.sort_by_key(|(product, pieces)| (std::cmp::Reverse(*pieces), product.id));
    let body = html! {
        ul.figures {
            li { span.muted { "Lifetime sales" } strong data-figure="sales" { (sold) } }
            li { span.muted { "Pending orders" } strong data-figure="pending-orders" { (waiting) } }
            li { span.muted { "Reviews to judge" } strong data-figure="pending-reviews" { (unread) } }
            li { span.muted { "Out of stock" } strong data-figure="out-of-stock" { (out) } }
            li { span.muted { "Customers" } strong data-figure="customers" { (shop.customers.len()) } }
        }
        div.columns {
            section.panel {
                h2 { "Last orders" }
                table.table {
                    thead { tr { th { "Customer" } th.num { "Items" } th.num { "Total" } } }
                    tbody {
                        @for order in latest.iter().take(6) {
                            tr { td { a href={ "/admin/orders/" (order.number) } { (order.customer) } } td.num { (order.pieces) } td.num { (order.totals.grand) } }
                        }
                    }
                }
            }
            section.panel {
                h2 { "Bestsellers" }
                table.table data-list="bestsellers" {
                    thead { tr { th { "Product" } th.num { "Price" } th.num { "Sold" } } }
                    tbody {
                        @for (product, pieces) in sellers.iter().take(6) {
                            tr { td { a href={ "/admin/products/" (product.id) } { (product.name) } } td.num { (product.price_cents) } td.num { (pieces) } }
                        }
                    }
                }
            }
        }
        section.panel {
            h2 { "Orders by status" }
            ul.row { @for status in OrderStatus::ALL {
                li { (bits::status_tag(status)) " " span data-status-count=(status.key()) { (shop.orders.iter().filter(|order| order.status == status).count()) } }
            } }
        }
    };
    page(&visit, "Dashboard", StatusCode::OK, &body)
}
