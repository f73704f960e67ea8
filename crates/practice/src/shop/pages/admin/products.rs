//! The grid of products, with cells that are edited in place.

use axum::{
    Json, Router,
    extract::Path,
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use maud::{Markup, html};
use serde_json::json;

use super::{
    Routes,
    grid::{self, Column, Filter, ROWS, column},
    guard, page,
};
use crate::{
    Visit, layout,
    server::fields::Fields,
    shop::{model::Product, state::Shop},
};

pub(super) fn routes() -> Routes {
    Router::new()
        .route("/admin/products", get(list))
        .route("/admin/products/bulk", post(bulk))
        .route("/admin/products/{id}/cell", post(cell))
}

static DEPARTMENTS: [(&str, &str); 6] = [
    ("kitchen", "Kitchen"),
    ("home", "Home"),
    ("garden", "Garden"),
    ("outdoor", "Outdoor"),
    ("clothing", "Clothing"),
    ("study", "Study & Workshop"),
];

static COLUMNS: [Column; 8] = [
    column("id", "ID", Filter::Range),
    column("name", "Name", Filter::Text),
    column("sku", "SKU", Filter::Text),
    column("department", "Department", Filter::Choice(&DEPARTMENTS)),
    column("price", "Price", Filter::Range),
    column("stock", "Quantity", Filter::Range),
    column("status", "Status", Filter::Choice(&[("enabled", "Enabled"), ("disabled", "Disabled")])),
    column("", "Action", Filter::None),
];

const fn status_of(product: &Product) -> &'static str {
    if product.enabled { "enabled" } else { "disabled" }
}

fn filtered<'a>(shop: &'a Shop, query: &Fields) -> Vec<&'a Product> {
    let mut products: Vec<&Product> = shop
        .products
        .iter()
        .filter(|product| {
            grid::count_within(query, "id", product.id)
                && grid::has(query, "name", &product.name)
                && grid::has(query, "sku", &product.sku)
                && grid::is(query, "department", product.department)
                && grid::money_within(query, "price", product.price_cents)
                && grid::count_within(query, "stock", product.stock)
                && grid::is(query, "status", status_of(product))
        })
        .collect();
    let (key, down) = grid::sorted(query);
    match key {
        "name" => products.sort_by(|one, other| one.name.cmp(&other.name)),
        "sku" => products.sort_by(|one, other| one.sku.cmp(&other.sku)),
        "department" => products.sort_by_key(|product| (product.department, product.id)),
        "price" => products.sort_by_key(|product| (product.price_cents, product.id)),
        "stock" => products.sort_by_key(|product| (product.stock, product.id)),
        "status" => products.sort_by_key(|product| (status_of(product), product.id)),
        _ => products.sort_by_key(|product| product.id),
    }
    if down {
        products.reverse();
    }
    products
}

async fn list(visit: Visit<Shop>) -> Response {
    if let Err(away) = guard(&visit) {
        return away;
    }
    let shop = visit.state();
    let query = &visit.query;
    let rows = layout::paged(filtered(&shop, query), visit.page(), ROWS);
    let body = html! {
        (grid::filter_form("/admin/products", query))
        (grid::bulk_bar("/admin/products/bulk", &visit.here, &[("enable", "Enable"), ("disable", "Disable")], rows.total))
        div.scroll { table.table.grid-table data-inline-grid {
            (grid::head("/admin/products", query, &COLUMNS, true))
            tbody {
                @for product in &rows.items {
                    tr data-product-id=(product.id) {
                        (grid::tick(product.id, &product.name))
                        td.num { (product.id) }
                        (editable(product, "name", &product.name, &product.name, ""))
                        td data-col="sku" { (product.sku) }
                        td data-col="department" { (shop.department(product.department).unwrap_or_default()) }
                        (editable(product, "price", &product.price_cents.to_string(), &product.price_cents.plain(), "num"))
                        (editable(product, "stock", &product.stock.to_string(), &product.stock.to_string(), "num"))
                        td data-col="status" { span class={ "tag tag--" (status_of(product)) } { (if product.enabled { "Enabled" } else { "Disabled" }) } }
                        td { a href={ "/admin/products/" (product.id) } aria-label={ "Edit " (product.name) } { "Edit" } }
                    }
                }
                @if rows.items.is_empty() { tr { td.empty colspan="9" { "We could not find any records." } } }
            }
        } }
        (layout::page_links("/admin/products", query, &rows))
        p.muted { "Double-click a name, price or quantity to edit it here." }
    };
    page(&visit, "Products", StatusCode::OK, &body)
}

/// A cell whose text the script turns into a field. `raw` is what the field starts with.
fn editable(product: &Product, key: &str, shown: &str, raw: &str, class: &str) -> Markup {
    html! {
        td class={ "editable " (class) } data-col=(key) data-raw=(raw) data-label={ (key) " of " (product.name) } {
            span.editable__text { (shown) }
            button.editable__pen type="button" aria-label={ "Edit " (key) " of " (product.name) } { "✎" }
        }
    }
}

async fn cell(visit: Visit<Shop>, Path(id): Path<String>) -> Response {
    if let Err(away) = guard(&visit) {
        return away;
    }
    let id = id.parse().unwrap_or(0);
    let (field, value) = (visit.form.text("field").to_owned(), visit.form.text("value").to_owned());
    match visit.change(|shop| shop.change_cell(id, &field, &value)) {
        Ok(text) => {
            let raw = visit.state().product(id).map(|product| match field.as_str() {
                "price" => product.price_cents.plain(),
                _ => text.clone(),
            });
            Json(json!({ "text": text, "raw": raw })).into_response()
        }
        Err(errors) => {
            let why = errors.of("value").unwrap_or_default();
            (StatusCode::UNPROCESSABLE_ENTITY, Json(json!({ "error": why }))).into_response()
        }
    }
}

async fn bulk(visit: Visit<Shop>) -> Response {
    if let Err(away) = guard(&visit) {
        return away;
    }
    let ids = grid::ticked(&visit.form);
    let back = visit.redirect(visit.return_or("/admin/products"));
    let enabled = match visit.form.text("action") {
        "enable" => true,
        "disable" => false,
        _ => return back.flash("Please choose an action.").into_response(),
    };
    if ids.is_empty() {
        return back.flash("Please tick some products first.").into_response();
    }
    let changed = visit.change(|shop| shop.set_enabled(&ids, enabled));
    back.flash(format!("{changed} products were {}.", if enabled { "enabled" } else { "disabled" }))
        .into_response()
}
