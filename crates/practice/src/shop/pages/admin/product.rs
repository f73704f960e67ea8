//! The form of one product, with the rich text field.

use axum::{
    Router,
    extract::Path,
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::get,
};
use maud::{Markup, html};

use super::{Routes, guard, page};
use crate::{
    Visit,
    shop::{
        pages::{bits, not_found},
        richtext,
        state::{FieldErrors, Shop, stock::ProductForm},
    },
};

pub(super) fn routes() -> Routes {
    Router::new().route("/admin/products/{id}", get(show).post(save))
}

async fn show(visit: Visit<Shop>, Path(id): Path<String>) -> Response {
    if let Err(away) = guard(&visit) {
        return away;
    }
    let shop = visit.state();
    let Some(product) = id.parse().ok().and_then(|id| shop.product(id)) else { return not_found(&visit) };
    let form = ProductForm {
        name: product.name.clone(),
        sku: product.sku.clone(),
        price: product.price_cents.plain(),
        stock: product.stock.to_string(),
        category: product.category.to_owned(),
        enabled: product.enabled,
        description: product.description.clone(),
    };
    view(&visit, product.id, &form, &FieldErrors::default())
}

fn view(visit: &Visit<Shop>, id: u32, form: &ProductForm, errors: &FieldErrors) -> Response {
    let shop = visit.state();
    let Some(product) = shop.product(id) else { return not_found(visit) };
    let body = html! {
        p { a href="/admin/products" { "‹ Back to the products" } " · " a href={ "/p/" (product.slug) } { "View in the shop" } }
        form.panel action={ "/admin/products/" (id) } method="post" data-rich-form {
            label.check { input type="checkbox" name="enabled" value="1" checked[form.enabled]; " Enable product" }
            (bits::field("Product name", "name", &form.name, "text", true, errors))
            div.columns {
                (bits::field("SKU", "sku", &form.sku, "text", true, errors))
                (bits::field("Price", "price", &form.price, "text", true, errors))
                (bits::field("Quantity", "stock", &form.stock, "text", true, errors))
            }
            (bits::select("Category", "category", &form.category, None, shop.categories.iter().map(|category| (category.slug, category.name)), errors))
            (rich_field(&form.description, errors))
            div.row { button.button type="submit" { "Save" } a href="/admin/products" { "Cancel" } }
        }
    };
    let status = if errors.0.is_empty() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    page(visit, &product.name, status, &body)
}

/// A `contenteditable` with a toolbar. The hidden text area is what is sent; the script keeps it in step.
fn rich_field(value: &str, errors: &FieldErrors) -> Markup {
    let tools = [
        ("bold", "B", "Bold"),
        ("italic", "I", "Italic"),
        ("underline", "U", "Underline"),
        ("insertUnorderedList", "•", "Bulleted list"),
        ("insertOrderedList", "1.", "Numbered list"),
        ("removeFormat", "⌫", "Remove formatting"),
    ];
    html! {
        div.field {
            span #rich-label .field__label { "Description" }
            div.rich data-rich {
                div.rich__tools role="toolbar" aria-label="Formatting" {
                    @for (command, sign, name) in tools { button type="button" data-command=(command) aria-label=(name) title=(name) { (sign) } }
                }
                div.rich__text contenteditable="true" role="textbox" aria-multiline="true" aria-labelledby="rich-label" { (bits::rich(value)) }
                textarea name="description" hidden aria-hidden="true" { (value) }
            }
            @if let Some(error) = errors.of("description") { p.field__error role="alert" { (error) } }
        }
    }
}

async fn save(visit: Visit<Shop>, Path(id): Path<String>) -> Response {
    if let Err(away) = guard(&visit) {
        return away;
    }
    let Some(id) = id.parse().ok().filter(|id| visit.state().product(*id).is_some()) else {
        return not_found(&visit);
    };
    let typed = |name: &str| visit.form.text(name).to_owned();
    let form = ProductForm {
        name: typed("name"),
        sku: typed("sku"),
        price: typed("price"),
        stock: typed("stock"),
        category: typed("category"),
        enabled: visit.form.has("enabled"),
        description: richtext::sanitise(visit.form.text("description")),
    };
    match visit.change(|shop| shop.save_product(id, form.clone())) {
        Ok(()) => {
            visit.redirect(format!("/admin/products/{id}")).flash("You saved the product.").into_response()
        }
        Err(errors) => view(&visit, id, &form, &errors),
    }
}
