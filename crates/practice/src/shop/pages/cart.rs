//! The cart.

use axum::{
    Router,
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use maud::html;

use super::{Routes, bits, customer_of, frame, product};
use crate::{
    Visit, layout,
    shop::{
        model::CartLine,
        state::{FieldErrors, Shop, cart::MOST_PIECES},
    },
};

pub(super) fn routes() -> Routes {
    Router::new()
        .route("/cart", get(show))
        .route("/cart/add", post(add))
        .route("/cart/update", post(update))
        .route("/cart/coupon", post(coupon))
}

async fn show(visit: Visit<Shop>) -> Response {
    page(&visit, &FieldErrors::default())
}

fn page(visit: &Visit<Shop>, errors: &FieldErrors) -> Response {
    let shop = visit.state();
    let id = customer_of(visit);
    let lines: Vec<&CartLine> = shop.cart_of(id).collect();
    let coupon = shop.coupon_of(id).to_owned();
    let body = html! {
        h1 { "Shopping cart" }
        @if lines.is_empty() {
            div.empty { p { "You have no items in your cart." } p { a href="/" { "Look around the shop" } } }
        } @else {
            div.split {
                form.split__main action="/cart/update" method="post" {
                    // A form's first button answers the Enter key: it must update, not remove.
                    button.quiet type="submit" tabindex="-1" aria-hidden="true" { "Update" }
                    table.table.cart {
                        thead { tr { th { "Product" } th.num { "Price" } th { "Quantity" } th.num { "Subtotal" } th { span.quiet { "Remove" } } } }
                        tbody {
                            @for line in &lines {
                                @if let Some(product) = shop.product(line.product_id) {
                                    @let field = format!("quantity_{}", line.id);
                                    @let html_id = bits::odd_id("qty", line.id);
                                    tr data-line=(line.id) data-product-id=(product.id) {
                                        td.cart__product {
                                            a href={ "/p/" (product.slug) } tabindex="-1" aria-hidden="true" { (bits::picture(product)) }
                                            div {
                                                a href={ "/p/" (product.slug) } { (product.name) }
                                                @if !line.options.is_empty() { br; span.muted { (line.options) } }
                                                @if product.stock < line.quantity { br; span.tag.tag--out { "Only " (product.stock) " left" } }
                                            }
                                        }
                                        td.num { (product.price_cents) }
                                        td {
                                            label.quiet for=(html_id) { "Quantity of " (product.name) }
                                            input.quantity id=(html_id) type="number" name=(field) value=(line.quantity) min="0" max=(MOST_PIECES);
                                        }
                                        td.num { (product.price_cents.times(line.quantity)) }
                                        td { button.linkish type="submit" name="remove" value=(line.id) aria-label={ "Remove " (product.name) } title="Remove" { "✕" } }
                                    }
                                }
                            }
                        }
                    }
                    @if let Some(error) = errors.of("quantity") { p.field__error role="alert" { (error) } }
                    div.row {
                        button.button type="submit" name="action" value="update" { "Update cart" }
                        a.button.button--plain href="/" { "Continue shopping" }
                        button.button.button--plain type="submit" name="empty" value="1" data-confirm="Remove everything from the cart?" { "Empty cart" }

                    }
                }
                aside.split__side.panel {
                    h2 { "Summary" }
                    form.coupon action="/cart/coupon" method="post" {
                        @if coupon.is_empty() {
                            (bits::field("Coupon code", "coupon", visit.form.text("coupon"), "text", false, errors))
                            button.button.button--plain type="submit" { "Apply coupon" }
                        } @else {
                            p { "Coupon " strong data-coupon=(coupon) { (coupon) } " is in use." }
                            input type="hidden" name="coupon" value="";
                            button.linkish type="submit" { "Remove coupon" }
                        }
                    }
                    (bits::sums(&shop.cart_totals(id, ""), &coupon, false))
                    a.button.button--big href="/checkout" { "Proceed to checkout" }
                }
            }
        }
    };
    let status = if errors.0.is_empty() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    layout::with_status(status, frame::page(visit, "Shopping cart", &body))
}

async fn add(visit: Visit<Shop>) -> Response {
    let id = customer_of(&visit);
    let shop = visit.state();
    let wanted = visit.form.parse("product_id").and_then(|product_id| shop.product(product_id));
    let Some(wanted) = wanted else { return super::not_found(&visit) };
    let chosen = visit.form.pairs().to_vec();
    let quantity = visit.form.parse("quantity").unwrap_or(0);
    let (product_id, slug) = (wanted.id, wanted.slug.clone());
    match visit.change(|shop| shop.add_to_cart(id, product_id, &chosen, quantity)) {
        Ok(()) => visit
            .redirect(visit.return_or(&format!("/p/{slug}")))
            .flash(format!("You added {} to your shopping cart.", wanted.name))
            .into_response(),
        Err(errors) => product::page(&visit, &slug, &errors),
    }
}

async fn update(visit: Visit<Shop>) -> Response {
    let id = customer_of(&visit);
    if let Some(line) = visit.form.parse("remove") {
        return match visit.change(|shop| shop.set_quantity(id, line, 0)) {
            Ok(()) => visit.redirect("/cart").flash("The item was removed from your cart.").into_response(),
            Err(errors) => page(&visit, &errors),
        };
    }
    if visit.form.has("empty") {
        visit.change(|shop| shop.empty_cart(id));
        return visit.redirect("/cart").flash("Your cart is empty now.").into_response();
    }
    let mut wanted = Vec::new();
    for (name, value) in visit.form.pairs() {
        let Some(line) = name.strip_prefix("quantity_").and_then(|line| line.parse::<u32>().ok()) else {
            continue;
        };
        let Ok(quantity) = value.trim().parse::<u32>() else {
            return page(&visit, &FieldErrors::single("quantity", "Please enter whole numbers."));
        };
        wanted.push((line, quantity));
    }
    // All or nothing: on a complaint the cart stays as it was.
    let done = visit.change(|shop| {
        let before = shop.cart.clone();
        let done = wanted.iter().try_for_each(|(line, quantity)| shop.set_quantity(id, *line, *quantity));
        if done.is_err() {
            shop.cart = before;
        }
        done
    });
    match done {
        Ok(()) => visit.redirect("/cart").flash("Your cart has been updated.").into_response(),
        Err(errors) => page(&visit, &errors),
    }
}

async fn coupon(visit: Visit<Shop>) -> Response {
    let id = customer_of(&visit);
    let code = visit.form.trimmed("coupon").to_owned();
    match visit.change(|shop| shop.apply_coupon(id, &code)) {
        Ok(()) if code.is_empty() => visit.redirect("/cart").flash("The coupon was removed.").into_response(),
        Ok(()) => visit.redirect("/cart").flash(format!("You used coupon code “{code}”.")).into_response(),
        Err(errors) => page(&visit, &errors),
    }
}
