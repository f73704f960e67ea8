//! The grid of orders and the page of one order.

use axum::{
    Router,
    extract::Path,
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use maud::{Markup, html};

use super::{
    Routes,
    grid::{self, Column, Filter, ROWS, column},
    guard, page,
};
use crate::{
    Visit, layout,
    seed::dates,
    server::fields::Fields,
    shop::{
        model::{Order, OrderStatus},
        pages::{bits, not_found},
        state::{FieldErrors, Shop},
    },
};

pub(super) fn routes() -> Routes {
    Router::new()
        .route("/admin/orders", get(list))
        .route("/admin/orders/bulk", post(bulk))
        .route("/admin/orders/{number}", get(show))
        .route("/admin/orders/{number}/status", post(set_status))
}

static STATUSES: [(&str, &str); 6] = [
    ("pending", "Pending"),
    ("processing", "Processing"),
    ("shipped", "Shipped"),
    ("delivered", "Delivered"),
    ("cancelled", "Cancelled"),
    ("refunded", "Refunded"),
];

static COLUMNS: [Column; 7] = [
    column("number", "Order #", Filter::Text),
    column("placed", "Purchase date", Filter::Dates),
    column("customer", "Customer", Filter::Text),
    column("email", "E-mail", Filter::Text),
    column("total", "Grand total", Filter::Range),
    column("status", "Status", Filter::Choice(&STATUSES)),
    column("", "Action", Filter::None),
];

fn filtered<'a>(shop: &'a Shop, query: &Fields) -> Vec<&'a Order> {
    let mut orders: Vec<&Order> = shop
        .orders
        .iter()
        .filter(|order| {
            grid::has(query, "number", &order.number)
                && grid::date_within(query, "placed", order.placed_at)
                && grid::has(query, "customer", &order.customer)
                && grid::has(query, "email", &order.email)
                && grid::money_within(query, "total", order.totals.grand)
                && grid::is(query, "status", order.status.key())
        })
        .collect();
    let (key, down) = grid::sorted(query);
    match key {
        "number" => orders.sort_by(|one, other| one.number.cmp(&other.number)),
        "customer" => orders.sort_by(|one, other| one.customer.cmp(&other.customer)),
        "email" => orders.sort_by(|one, other| one.email.cmp(&other.email)),
        "total" => orders.sort_by_key(|order| (order.totals.grand, order.id)),
        "status" => orders.sort_by_key(|order| (order.status.key(), order.id)),
        "placed" => orders.sort_by_key(|order| (order.placed_at, order.id)),
        _ => orders.sort_by_key(|order| (std::cmp::Reverse(order.placed_at), order.id)),
    }
    if down {
        orders.reverse();
    }
    orders
}

async fn list(visit: Visit<Shop>) -> Response {
    if let Err(away) = guard(&visit) {
        return away;
    }
    let shop = visit.state();
    let query = &visit.query;
    let rows = layout::paged(filtered(&shop, query), visit.page(), ROWS);
    let actions = [
        ("processing", "Set to processing"),
        ("shipped", "Set to shipped"),
        ("delivered", "Set to delivered"),
        ("cancelled", "Cancel"),
    ];
    let body = html! {
        (grid::filter_form("/admin/orders", query))
        (grid::bulk_bar("/admin/orders/bulk", &visit.here, &actions, rows.total))
        div.scroll { table.table.grid-table {
            (grid::head("/admin/orders", query, &COLUMNS, true))
            tbody {
                @for order in &rows.items {
                    tr data-order=(order.number) {
                        (grid::tick(order.id, &format!("order {}", order.number)))
                        td data-col="number" { (order.number) }
                        td data-col="placed" { (dates::iso_date(order.placed_at)) }
                        td data-col="customer" { (order.customer) }
                        td data-col="email" { (order.email) }
                        td.num data-col="total" { (order.totals.grand) }
                        td data-col="status" { (bits::status_tag(order.status)) }
                        td { a href={ "/admin/orders/" (order.number) } aria-label={ "View order " (order.number) } { "View" } }
                    }
                }
                @if rows.items.is_empty() { tr { td.empty colspan="8" { "We could not find any records." } } }
            }
        } }
        (layout::page_links("/admin/orders", query, &rows))
    };
    page(&visit, "Orders", StatusCode::OK, &body)
}

async fn bulk(visit: Visit<Shop>) -> Response {
    if let Err(away) = guard(&visit) {
        return away;
    }
    let ids = grid::ticked(&visit.form);
    let back = visit.redirect(visit.return_or("/admin/orders"));
    let Some(status) = OrderStatus::from_key(visit.form.text("action")) else {
        return back.flash("Please choose an action.").into_response();
    };
    if ids.is_empty() {
        return back.flash("Please tick some orders first.").into_response();
    }
    let changed = visit.change(|shop| {
        let numbers: Vec<String> = shop
            .orders
            .iter()
            .filter(|order| ids.contains(&order.id))
            .map(|order| order.number.clone())
            .collect();
        numbers.iter().filter(|number| shop.change_status(number, status, "", false).is_ok()).count()
    });
    back.flash(format!("{changed} orders are now {}.", status.label().to_lowercase())).into_response()
}

async fn show(visit: Visit<Shop>, Path(number): Path<String>) -> Response {
    detail(&visit, &number, &FieldErrors::default())
}

fn detail(visit: &Visit<Shop>, number: &str, errors: &FieldErrors) -> Response {
    if let Err(away) = guard(visit) {
        return away;
    }
    let shop = visit.state();
    let Some(order) = shop.order(number) else { return not_found(visit) };
    let status = if errors.0.is_empty() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    page(visit, &format!("Order #{number}"), status, &order_view(order, errors))
}

fn order_view(order: &Order, errors: &FieldErrors) -> Markup {
    html! {
        p { a href="/admin/orders" { "‹ Back to the orders" } }
        div.columns {
            section.panel {
                h2 { "Order and account" }
                table.facts {
                    tr { th scope="row" { "Order date" } td { (bits::date(order.placed_at)) } }
                    tr { th scope="row" { "Order status" } td data-field="status" { (order.status.label()) } }
                    tr { th scope="row" { "Customer" } td { a data-field="customer" href={ "/admin/customers/" (order.customer_id) } { (order.customer) } } }
                    tr { th scope="row" { "E-mail" } td data-field="email" { (order.email) } }
                    tr { th scope="row" { "Payment" } td data-field="payment-method" { (bits::payment_label(order.payment_method)) } }
                    tr { th scope="row" { "Delivery" } td data-field="shipping-method" { (bits::shipping_label(order.shipping_method)) } }
                }
            }
            section.panel { h2 { "Shipping address" } div data-field="shipping-address" { (bits::address_block(&order.shipping_address)) } }
        }
        section.panel { h2 { "Items ordered" } (bits::order_lines(order)) (bits::sums(&order.totals, &order.coupon, true)) }
        section.panel {
            h2 { "Comments" }
            form action={ "/admin/orders/" (order.number) "/status" } method="post" {
                (bits::select("Status", "status", order.status.key(), None, STATUSES.iter().copied(), errors))
                (bits::area("Comment", "comment", "", 3, errors))
                label.check { input type="checkbox" name="notify" value="1"; " Notify the customer by e-mail" }
                button.button type="submit" { "Submit comment" }
            }
            ul.history {
                @for comment in order.comments.iter().rev() {
                    li { (bits::date(comment.at)) " · " strong { (comment.status.label()) } " · " (if comment.notified { "customer notified" } else { "not notified" }) @if !comment.text.is_empty() { br; (comment.text) } }
                }
            }
        }
    }
}

async fn set_status(visit: Visit<Shop>, Path(number): Path<String>) -> Response {
    if let Err(away) = guard(&visit) {
        return away;
    }
    if visit.state().order(&number).is_none() {
        return not_found(&visit);
    }
    let Some(status) = OrderStatus::from_key(visit.form.text("status")) else {
        return detail(
            &visit,
            &number,
            &FieldErrors::single("status", "Please choose a status from the list."),
        );
    };
    let comment = visit.form.text("comment").to_owned();
    let notify = visit.form.has("notify");
    match visit.change(|shop| shop.change_status(&number, status, &comment, notify)) {
        Ok(()) => visit
            .redirect(format!("/admin/orders/{number}"))
            .flash("You added the order comment.")
            .into_response(),
        Err(errors) => detail(&visit, &number, &errors),
    }
}
