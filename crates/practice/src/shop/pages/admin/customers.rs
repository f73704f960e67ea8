//! The grid of customers and the page of one customer.

use axum::{Router, extract::Path, http::StatusCode, response::Response, routing::get};
use maud::html;

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
        model::Customer,
        pages::{bits, not_found},
        state::Shop,
    },
};

pub(super) fn routes() -> Routes {
    Router::new().route("/admin/customers", get(list)).route("/admin/customers/{id}", get(show))
}

static COLUMNS: [Column; 7] = [
    column("id", "ID", Filter::Range),
    column("name", "Name", Filter::Text),
    column("email", "E-mail", Filter::Text),
    column(
        "group",
        "Group",
        Filter::Choice(&[
            ("General", "General"),
            ("Trade", "Trade"),
            ("Friends of the house", "Friends of the house"),
        ]),
    ),
    column("phone", "Phone", Filter::Text),
    column("joined", "Customer since", Filter::Dates),
    column("", "Action", Filter::None),
];

fn filtered<'a>(shop: &'a Shop, query: &Fields) -> Vec<&'a Customer> {
    let mut customers: Vec<&Customer> = shop
        .customers
        .iter()
        .filter(|customer| {
            grid::count_within(query, "id", customer.id)
                && grid::has(query, "name", &customer.name())
                && grid::has(query, "email", &customer.email)
                && grid::is(query, "group", customer.group)
                && grid::has(query, "phone", &customer.phone)
                && grid::date_within(query, "joined", customer.joined_at)
        })
        .collect();
    let (key, down) = grid::sorted(query);
    match key {
        "name" => customers.sort_by_key(|customer| customer.name()),
        "email" => customers.sort_by(|one, other| one.email.cmp(&other.email)),
        "group" => customers.sort_by_key(|customer| (customer.group, customer.id)),
        "phone" => customers.sort_by(|one, other| one.phone.cmp(&other.phone)),
        "joined" => customers.sort_by_key(|customer| (customer.joined_at, customer.id)),
        _ => customers.sort_by_key(|customer| customer.id),
    }
    if down {
        customers.reverse();
    }
    customers
}

async fn list(visit: Visit<Shop>) -> Response {
    if let Err(away) = guard(&visit) {
        return away;
    }
    let shop = visit.state();
    let query = &visit.query;
    let rows = layout::paged(filtered(&shop, query), visit.page(), ROWS);
    let body = html! {
        (grid::filter_form("/admin/customers", query))
        p.bulk { span.bulk__total { span data-record-count=(rows.total) { (rows.total) } " records found" } }
        div.scroll { table.table.grid-table {
            (grid::head("/admin/customers", query, &COLUMNS, false))
            tbody {
                @for customer in &rows.items {
                    tr data-customer-id=(customer.id) {
                        td.num { (customer.id) }
                        td data-col="name" { (customer.name()) }
                        td data-col="email" { (customer.email) }
                        td data-col="group" { (customer.group) }
                        td data-col="phone" { (customer.phone) }
                        td data-col="joined" { (dates::iso_date(customer.joined_at)) }
                        td { a href={ "/admin/customers/" (customer.id) } aria-label={ "View " (customer.name()) } { "View" } }
                    }
                }
                @if rows.items.is_empty() { tr { td.empty colspan="7" { "We could not find any records." } } }
            }
        } }
        (layout::page_links("/admin/customers", query, &rows))
    };
    page(&visit, "Customers", StatusCode::OK, &body)
}

async fn show(visit: Visit<Shop>, Path(id): Path<String>) -> Response {
    if let Err(away) = guard(&visit) {
        return away;
    }
    let shop = visit.state();
    let Some(customer) = id.parse().ok().and_then(|id| shop.customer(id)) else { return not_found(&visit) };
    let body = html! {
        p { a href="/admin/customers" { "‹ Back to the customers" } }
        div.columns {
            section.panel {
                h2 { "Personal information" }
                table.facts {
                    tr { th scope="row" { "Name" } td data-field="name" { (customer.name()) } }
                    tr { th scope="row" { "E-mail" } td data-field="email" { (customer.email) } }
                    tr { th scope="row" { "Phone" } td data-field="phone" { (customer.phone) } }
                    tr { th scope="row" { "Group" } td data-field="group" { (customer.group) } }
                    tr { th scope="row" { "Customer since" } td { (bits::date(customer.joined_at)) } }
                }
            }
            @for address in shop.addresses_of(customer.id) { section.panel { h2 { "Address" } (bits::address_block(address)) } }
        }
        section.panel {
            h2 { "Orders" }
            table.table {
                thead { tr { th { "Order #" } th { "Date" } th.num { "Total" } th { "Status" } } }
                tbody { @for order in shop.orders_of(customer.id) {
                    tr {
                        td { a href={ "/admin/orders/" (order.number) } { (order.number) } }
                        td { (dates::iso_date(order.placed_at)) }
                        td.num { (order.totals.grand) }
                        td { (bits::status_tag(order.status)) }
                    }
                } }
            }
        }
    };
    page(&visit, &customer.name(), StatusCode::OK, &body)
}
