//! The checkout: address, delivery, payment, review, done. Each step is a page; a step that lacks the one
//! before leads back to it.

use axum::{
    Router,
    extract::Path,
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use maud::{Markup, html};

use super::{Routes, bits, frame, member, not_found};
use crate::{
    Visit, layout,
    server::{fields::Fields, visit::Departure},
    shop::{
        model::{Address, Checkout},
        money::Cents,
        pricing::{self, PAYMENT, SHIPPING},
        state::{FieldErrors, Shop, account::check_address},
    },
};

pub(super) fn routes() -> Routes {
    Router::new()
        .route("/checkout", get(|visit: Visit<Shop>| async move { visit.redirect("/checkout/address") }))
        .route(
            "/checkout/address",
            get(|visit| async move { show(&visit, Step::Address) }).post(take_address),
        )
        .route(
            "/checkout/delivery",
            get(|visit| async move { show(&visit, Step::Delivery) }).post(take_delivery),
        )
        .route(
            "/checkout/payment",
            get(|visit| async move { show(&visit, Step::Payment) }).post(take_payment),
        )
        .route("/checkout/review", get(|visit| async move { show(&visit, Step::Review) }))
        .route("/checkout/place", post(place))
        .route("/checkout/done/{number}", get(done))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd)]
enum Step {
    Address,
    Delivery,
    Payment,
    Review,
}

const STEPS: [(Step, &str, &str); 4] = [
    (Step::Address, "Address", "/checkout/address"),
    (Step::Delivery, "Delivery", "/checkout/delivery"),
    (Step::Payment, "Payment", "/checkout/payment"),
    (Step::Review, "Review", "/checkout/review"),
];

/// The furthest step that what was chosen so far allows.
fn reached(checkout: &Checkout) -> Step {
    if checkout.address.is_none() {
        Step::Address
    } else if pricing::shipping(&checkout.shipping_method).is_none() {
        Step::Delivery
    } else if pricing::payment(&checkout.payment_method).is_none() {
        Step::Payment
    } else {
        Step::Review
    }
}

/// Customer and choices, or where to go instead.
fn enter(visit: &Visit<Shop>, step: Step) -> Result<(u32, Checkout), Departure> {
    let id = member(visit)?;
    let shop = visit.state();
    if shop.cart_of(id).next().is_none() {
        return Err(visit.redirect("/cart").flash("Your cart is empty."));
    }
    let checkout = shop.checkout_of(id);
    let furthest = reached(&checkout);
    if step > furthest {
        let path = STEPS.iter().find(|(other, ..)| *other == furthest).map_or("/cart", |(_, _, path)| path);
        return Err(visit.redirect(path));
    }
    Ok((id, checkout))
}

fn show(visit: &Visit<Shop>, step: Step) -> Response {
    page(visit, step, &FieldErrors::default())
}

fn page(visit: &Visit<Shop>, step: Step, errors: &FieldErrors) -> Response {
    let (id, checkout) = match enter(visit, step) {
        Ok(entered) => entered,
        Err(away) => return away.into_response(),
    };
    let shop = visit.state();
    let form = match step {
        Step::Address => address_step(&shop, id, &visit.form, &checkout, errors),
        Step::Delivery => delivery_step(&shop, id, &checkout, errors),
        Step::Payment => payment_step(&checkout, errors),
        Step::Review => review_step(&shop, id, &checkout, errors),
    };
    let title = STEPS.iter().find(|(other, ..)| *other == step).map_or("", |(_, title, _)| title);
    let body = html! {
        h1 { "Checkout" }
        ol.steps {
            @for (other, name, path) in STEPS {
                li.steps__done[other < step] aria-current=[(other == step).then_some("step")] {
                    @if other < step { a href=(path) { (name) } } @else { (name) }
                }
            }
        }
        div.split {
            div.split__main { (form) }
            aside.split__side.panel {
                h2 { "Your order" }
                ul.brief {
                    @for line in shop.cart_of(id) {
                        @let price = shop.product(line.product_id).map_or(Cents::ZERO, |product| product.price_cents);
                        li { span { (line.quantity) " × " (line.product) } span { (price.times(line.quantity)) } }
                    }
                }
                (bits::sums(&shop.cart_totals(id, &checkout.shipping_method), &checkout.coupon, !checkout.shipping_method.is_empty()))
            }
        }
    };
    let status = if errors.0.is_empty() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    layout::with_status(status, frame::page(visit, &format!("Checkout: {title}"), &body))
}

fn address_step(shop: &Shop, id: u32, form: &Fields, checkout: &Checkout, errors: &FieldErrors) -> Markup {
    let known = shop.addresses_of(id);
    let default = shop.customer(id).map_or(0, |customer| customer.default_shipping);
    let chosen = form
        .parse::<u32>("address")
        .or_else(|| checkout.address.as_ref().map(|address| address.id))
        .unwrap_or(default);
    let new = if form.has("address") {
        address_of(form, id)
    } else {
        Address { customer_id: id, ..Address::default() }
    };
    html! {
        form action="/checkout/address" method="post" data-address-choice {
            fieldset.choices {
                legend { "Where shall we send it?" }
                @for address in &known {
                    label.choice {
                        input type="radio" name="address" value=(address.id) id=(bits::odd_id("addr", address.id)) checked[address.id == chosen];
                        span { strong { (address.name) } br; (address.one_line()) }
                    }
                }
                label.choice {
                    input type="radio" name="address" value="0" checked[chosen == 0 || known.is_empty()];
                    span { strong { "A new address" } }
                }
            }
            @if let Some(error) = errors.of("address") { p.field__error role="alert" { (error) } }
            div.choices__new data-new-address {
                (bits::address_fields(&new, errors))
                label.check { input type="checkbox" name="keep" value="1" checked[form.has("keep")]; " Save in my address book" }
            }
            button.button.button--big type="submit" { "Continue to delivery" }
        }
    }
}

fn delivery_step(shop: &Shop, id: u32, checkout: &Checkout, errors: &FieldErrors) -> Markup {
    html! {
        form action="/checkout/delivery" method="post" {
            fieldset.choices {
                legend { "How shall it travel?" }
                @for method in &SHIPPING {
                    @let price = shop.cart_totals(id, method.key).shipping;
                    label.choice {
                        input type="radio" name="method" value=(method.key) checked[method.key == checkout.shipping_method];
                        span { strong { (method.label) } br; span.muted { (method.days) } }
                        span.choice__price { @if price == Cents::ZERO { "Free" } @else { (price) } }
                    }
                }
            }
            @if let Some(error) = errors.of("method") { p.field__error role="alert" { (error) } }
            button.button.button--big type="submit" { "Continue to payment" }
        }
    }
}

fn payment_step(checkout: &Checkout, errors: &FieldErrors) -> Markup {
    html! {
        form action="/checkout/payment" method="post" {
            fieldset.choices {
                legend { "How do you want to pay?" }
                @for method in &PAYMENT {
                    label.choice {
                        input type="radio" name="method" value=(method.key) checked[method.key == checkout.payment_method];
                        span { strong { (method.label) } br; span.muted { (method.hint) } }
                    }
                }
            }
            @if let Some(error) = errors.of("method") { p.field__error role="alert" { (error) } }
            button.button.button--big type="submit" { "Continue to review" }
        }
    }
}

fn review_step(shop: &Shop, id: u32, checkout: &Checkout, errors: &FieldErrors) -> Markup {
    let sums = shop.cart_totals(id, &checkout.shipping_method);
    html! {
        h2 { "Please check your order" }
        div.columns {
            section.panel {
                h3 { "Ship to" }
                @if let Some(address) = &checkout.address { (bits::address_block(address)) }
                p { a href="/checkout/address" { "Change address" } }
            }
            section.panel {
                h3 { "Delivery" } p { (bits::shipping_label(&checkout.shipping_method)) } p { a href="/checkout/delivery" { "Change delivery" } }
                h3 { "Payment" } p { (bits::payment_label(&checkout.payment_method)) } p { a href="/checkout/payment" { "Change payment" } }
            }
        }
        @for (_, error) in &errors.0 { p.field__error role="alert" { (error) } }
        form action="/checkout/place" method="post" {
            (bits::area("Note to the shop (optional)", "note", "", 2, errors))
            button.button.button--big type="submit" { "Place order · " (sums.grand) }
        }
    }
}

/// The address that the fields of a form describe.
pub(super) fn address_of(form: &Fields, customer_id: u32) -> Address {
    let text = |name: &str| form.trimmed(name).to_owned();
    Address {
        id: 0,
        customer_id,
        name: text("name"),
        company: text("company"),
        street: text("street"),
        city: text("city"),
        region: text("region"),
        postcode: text("postcode"),
        country: text("country"),
        phone: text("phone"),
    }
}

async fn take_address(visit: Visit<Shop>) -> Response {
    let (id, _) = match enter(&visit, Step::Address) {
        Ok(entered) => entered,
        Err(away) => return away.into_response(),
    };
    let chosen: u32 = visit.form.parse("address").unwrap_or(0);
    let address = if chosen == 0 {
        let mut address = address_of(&visit.form, id);
        let checked = if visit.form.has("keep") {
            visit.change(|shop| shop.save_address(address.clone())).map(|saved| address.id = saved)
        } else {
            check_address(&address)
        };
        if let Err(errors) = checked {
            return page(&visit, Step::Address, &errors);
        }
        address
    } else {
        let shop = visit.state();
        let Some(address) = shop.addresses_of(id).into_iter().find(|address| address.id == chosen) else {
            let errors = FieldErrors::single("address", "This address is no longer in your book.");
            return page(&visit, Step::Address, &errors);
        };
        address.clone()
    };
    visit.change(|shop| shop.checkout_mut(id).address = Some(address));
    visit.redirect("/checkout/delivery").into_response()
}

async fn take_delivery(visit: Visit<Shop>) -> Response {
    let (id, _) = match enter(&visit, Step::Delivery) {
        Ok(entered) => entered,
        Err(away) => return away.into_response(),
    };
    let Some(method) = pricing::shipping(visit.form.text("method")) else {
        return page(
            &visit,
            Step::Delivery,
            &FieldErrors::single("method", "Please choose how it shall travel."),
        );
    };
    visit.change(|shop| method.key.clone_into(&mut shop.checkout_mut(id).shipping_method));
    visit.redirect("/checkout/payment").into_response()
}

async fn take_payment(visit: Visit<Shop>) -> Response {
    let (id, _) = match enter(&visit, Step::Payment) {
        Ok(entered) => entered,
        Err(away) => return away.into_response(),
    };
    let Some(method) = pricing::payment(visit.form.text("method")) else {
        return page(&visit, Step::Payment, &FieldErrors::single("method", "Please choose a way to pay."));
    };
    visit.change(|shop| method.key.clone_into(&mut shop.checkout_mut(id).payment_method));
    visit.redirect("/checkout/review").into_response()
}

async fn place(visit: Visit<Shop>) -> Response {
    let (id, _) = match enter(&visit, Step::Review) {
        Ok(entered) => entered,
        Err(away) => return away.into_response(),
    };
    let note = visit.form.text("note").to_owned();
    match visit.change(|shop| shop.place_order(id, &note)) {
        Ok(number) => visit.redirect(format!("/checkout/done/{number}")).into_response(),
        Err(errors) => page(&visit, Step::Review, &errors),
    }
}

async fn done(visit: Visit<Shop>, Path(number): Path<String>) -> Response {
    let id = match member(&visit) {
        Ok(id) => id,
        Err(away) => return away.into_response(),
    };
    let shop = visit.state();
    let Some(order) = shop.order(&number).filter(|order| order.customer_id == id) else {
        return not_found(&visit);
    };
    let body = html! {
        article.prose {
            h1 { "Thank you for your order!" }
            p { "Your order number is " a href={ "/account/orders/" (number) } { "#" span data-field="order-number" { (number) } } "." }
            p { "We will send a confirmation to " (order.email) ". The total is " strong { (order.totals.grand) } "." }
            p { a.button href="/" { "Continue shopping" } }
        }
    };
    frame::page(&visit, "Thank you", &body).into_response()
}
