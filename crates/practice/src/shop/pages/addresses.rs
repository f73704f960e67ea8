//! The address book.

use axum::{
    Router,
    extract::Path,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use maud::html;

use super::{Routes, account, bits, checkout::address_of, member, not_found};
use crate::{
    Visit,
    shop::{
        model::Address,
        state::{FieldErrors, Shop},
    },
};

pub(super) fn routes() -> Routes {
    Router::new()
        .route("/account/addresses", get(list).post(save_new))
        .route("/account/addresses/new", get(new))
        .route("/account/addresses/{id}", get(edit).post(save_old))
        .route("/account/addresses/{id}/delete", post(delete))
        .route("/account/addresses/{id}/default", post(make_default))
}

async fn list(visit: Visit<Shop>) -> Response {
    let id = match member(&visit) {
        Ok(id) => id,
        Err(away) => return away.into_response(),
    };
    let shop = visit.state();
    let (billing, shipping) =
        shop.customer(id).map_or((0, 0), |customer| (customer.default_billing, customer.default_shipping));
    let body = html! {
        p { a.button href="/account/addresses/new" { "Add new address" } }
        ul.addresses {
            @for address in shop.addresses_of(id) {
                li.panel data-address-id=(address.id) {
                    @if address.id == billing { span.tag.tag--in { "Default billing" } " " }
                    @if address.id == shipping { span.tag.tag--in { "Default delivery" } }
                    (bits::address_block(address))
                    div.row {
                        a href={ "/account/addresses/" (address.id) } aria-label={ "Edit the address " (address.street) } { "Edit" }
                        @if address.id != shipping {
                            form action={ "/account/addresses/" (address.id) "/default" } method="post" {
                                input type="hidden" name="shipping" value="1";
                                button.linkish type="submit" aria-label={ "Make " (address.street) " the default delivery address" } { "Use as default delivery" }
                            }
                        }
                        @if address.id != shipping && address.id != billing {
                            form action={ "/account/addresses/" (address.id) "/delete" } method="post" data-confirm="Delete this address?" {
                                button.linkish type="submit" aria-label={ "Delete the address " (address.street) } { "Delete" }
                            }
                        }
                    }
                }
            }
        }
    };
    account::page(&visit, "Address book", &FieldErrors::default(), &body)
}

async fn new(visit: Visit<Shop>) -> Response {
    match member(&visit) {
        Ok(customer_id) => {
            let name = visit
                .state()
                .customer(customer_id)
                .map(crate::shop::model::Customer::name)
                .unwrap_or_default();
            form(&visit, &Address { customer_id, name, ..Address::default() }, &FieldErrors::default())
        }
        Err(away) => away.into_response(),
    }
}

async fn edit(visit: Visit<Shop>, Path(id): Path<String>) -> Response {
    let customer_id = match member(&visit) {
        Ok(id) => id,
        Err(away) => return away.into_response(),
    };
    let shop = visit.state();
    let found =
        shop.addresses_of(customer_id).into_iter().find(|address| address.id.to_string() == id).cloned();
    match found {
        Some(address) => form(&visit, &address, &FieldErrors::default()),
        None => not_found(&visit),
    }
}

fn form(visit: &Visit<Shop>, address: &Address, errors: &FieldErrors) -> Response {
    let (title, action) = if address.id == 0 {
        ("Add new address", "/account/addresses".to_owned())
    } else {
        ("Edit address", format!("/account/addresses/{}", address.id))
    };
    let shop = visit.state();
    let customer = shop.customer(address.customer_id);
    let is = |default: Option<u32>| address.id != 0 && default == Some(address.id);
    let body = html! {
        form.panel action=(action) method="post" {
            (bits::address_fields(address, errors))
            label.check { input type="checkbox" name="billing" value="1" checked[is(customer.map(|one| one.default_billing))]; " Use as my default billing address" }
            label.check { input type="checkbox" name="shipping" value="1" checked[is(customer.map(|one| one.default_shipping))]; " Use as my default delivery address" }
            button.button type="submit" { "Save address" }
            " " a href="/account/addresses" { "Back" }
        }
    };
    account::page(visit, title, errors, &body)
}

async fn save_new(visit: Visit<Shop>) -> Response {
    save(&visit, 0)
}

async fn save_old(visit: Visit<Shop>, Path(id): Path<String>) -> Response {
    match id.parse() {
        Ok(id) if id > 0 => save(&visit, id),
        _ => not_found(&visit),
    }
}

fn save(visit: &Visit<Shop>, id: u32) -> Response {
    let customer_id = match member(visit) {
        Ok(id) => id,
        Err(away) => return away.into_response(),
    };
    let address = Address { id, ..address_of(&visit.form, customer_id) };
    let (billing, shipping) = (visit.form.has("billing"), visit.form.has("shipping"));
    let saved = visit.change(|shop| {
        let id = shop.save_address(address.clone())?;
        shop.set_default_address(customer_id, id, billing, shipping)
    });
    match saved {
        Ok(()) => visit.redirect("/account/addresses").flash("You saved the address.").into_response(),
        Err(errors) => form(visit, &address, &errors),
    }
}

async fn delete(visit: Visit<Shop>, Path(id): Path<String>) -> Response {
    let customer_id = match member(&visit) {
        Ok(id) => id,
        Err(away) => return away.into_response(),
    };
    let id = id.parse().unwrap_or(0);
    let message = match visit.change(|shop| shop.delete_address(customer_id, id)) {
        Ok(()) => "You deleted the address.".to_owned(),
        Err(errors) => errors.of("address").unwrap_or_default().to_owned(),
    };
    visit.redirect("/account/addresses").flash(message).into_response()
}

async fn make_default(visit: Visit<Shop>, Path(id): Path<String>) -> Response {
    let customer_id = match member(&visit) {
        Ok(id) => id,
        Err(away) => return away.into_response(),
    };
    let id = id.parse().unwrap_or(0);
    let (billing, shipping) = (visit.form.has("billing"), visit.form.has("shipping"));
    let message = match visit.change(|shop| shop.set_default_address(customer_id, id, billing, shipping)) {
        Ok(()) => "You saved the default address.".to_owned(),
        Err(errors) => errors.of("address").unwrap_or_default().to_owned(),
    };
    visit.redirect("/account/addresses").flash(message).into_response()
}
