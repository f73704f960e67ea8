//! Small pieces that many pages use.

use maud::{Markup, PreEscaped, html};

use crate::{
    seed::dates,
    shop::{
        model::{Address, Order, OrderStatus, Product, Totals},
        pricing,
        state::{FieldErrors, account::COUNTRIES},
    },
};

/// `★★★★☆` with the figure for screen readers; nothing without a rating.
pub(super) fn stars(tenths: u32) -> Markup {
    html! {
        span.stars role="img" aria-label={ (tenths / 10) "." (tenths % 10) " out of 5 stars" } {
            span.stars__full style={ "width:" (tenths * 2) "%" } {}
        }
    }
}

pub(super) fn picture(product: &Product) -> Markup {
    html! { img src={ "/media/product/" (product.id) ".svg" } alt=(product.name) width="320" height="320" loading="lazy"; }
}

/// A product in a grid or list.
pub(super) fn card(product: &Product, return_to: &str) -> Markup {
    html! {
        li.card data-product-id=(product.id) {
            a.card__picture href={ "/p/" (product.slug) } tabindex="-1" aria-hidden="true" { (picture(product)) }
            div.card__body {
                span.card__brand { (product.brand) }
                a.card__name href={ "/p/" (product.slug) } { (product.name) }
                span.card__rating {
                    @if product.review_count > 0 {
                        (stars(product.rating_tenths)) span.muted { "(" (product.review_count) ")" }
                    } @else { span.muted { "No reviews yet" } }
                }
                span.price { (product.price_cents) }
                @if !product.in_stock() { span.tag.tag--out { "Out of stock" } }
                div.card__buttons {
                    @if product.options.is_empty() {
                        form action="/cart/add" method="post" {
                            input type="hidden" name="product_id" value=(product.id);
                            input type="hidden" name="quantity" value="1";
                            input type="hidden" name="return" value=(return_to);
                            button.button type="submit" disabled[!product.in_stock()] { "Add to cart" }
                        }
                    } @else {
                        a.button href={ "/p/" (product.slug) } { "Choose options" }
                    }
                    (shelf_button("/wishlist/add", product, return_to, "Add to wish list", "♡"))
                    (shelf_button("/compare/add", product, return_to, "Add to comparison", "⇄"))
                }
            }
        }
    }
}

fn shelf_button(action: &str, product: &Product, return_to: &str, label: &str, sign: &str) -> Markup {
    html! {
        form action=(action) method="post" {
            input type="hidden" name="product_id" value=(product.id);
            input type="hidden" name="return" value=(return_to);
            button.icon type="submit" title=(label) aria-label=(label) { (sign) }
        }
    }
}

/// The sums under a cart, a checkout or an order.
pub(super) fn sums(totals: &Totals, coupon: &str, shipping_known: bool) -> Markup {
    html! {
        dl.sums {
            div { dt { "Subtotal" } dd data-sum="subtotal" { (totals.subtotal) } }
            @if totals.discount.0 > 0 {
                div { dt { "Discount (" (coupon) ")" } dd data-sum="discount" { "-" (totals.discount) } }
            }
            @if shipping_known { div { dt { "Delivery" } dd data-sum="shipping" { (totals.shipping) } } }
            div { dt { "Tax (8.25 %)" } dd data-sum="tax" { (totals.tax) } }
            div.sums__grand { dt { "Order total" } dd data-sum="grand" { (totals.grand) } }
        }
    }
}

pub(super) fn address_block(address: &Address) -> Markup {
    html! {
        address {
            (address.name) br;
            @if !address.company.is_empty() { (address.company) br; }
            span data-field="street" { (address.street) } br;
            span data-field="city" { (address.city) } ", " (address.region) " " span data-field="postcode" { (address.postcode) } br;
            (address.country)
            @if !address.phone.is_empty() { br; "Phone " (address.phone) }
        }
    }
}

pub(super) fn status_tag(status: OrderStatus) -> Markup {
    html! { span class={ "tag tag--" (status.key()) } data-status=(status.key()) { (status.label()) } }
}

pub(super) fn order_lines(order: &Order) -> Markup {
    html! {
        table.table {
            thead { tr { th { "Product" } th { "SKU" } th.num { "Price" } th.num { "Quantity" } th.num { "Subtotal" } } }
            tbody {
                @for line in &order.lines {
                    tr {
                        td { strong { (line.product) } @if !line.options.is_empty() { br; span.muted { (line.options) } } }
                        td { (line.sku) }
                        td.num { (line.unit_cents) }
                        td.num { (line.quantity) }
                        td.num { (line.unit_cents.times(line.quantity)) }
                    }
                }
            }
        }
    }
}

pub(super) fn shipping_label(key: &str) -> &'static str {
    pricing::shipping(key).map_or("", |method| method.label)
}

pub(super) fn payment_label(key: &str) -> &'static str {
    pricing::payment(key).map_or("", |method| method.label)
}

pub(super) fn date(ms: i64) -> Markup {
    html! { time datetime=(dates::iso_time(ms)) { (dates::long_date(ms)) } }
}

/// One labelled text field with its complaint.
pub(super) fn field(
    label: &str,
    name: &str,
    value: &str,
    kind: &str,
    required: bool,
    errors: &FieldErrors,
) -> Markup {
    let id = format!("f-{name}");
    let error = errors.of(name);
    html! {
        div.field {
            label for=(id) { (label) @if required { span.field__need aria-hidden="true" { " *" } } }
            input id=(id) type=(kind) name=(name) value=(value) required[required] aria-invalid=[error.map(|_| "true")]
                aria-describedby=[error.map(|_| format!("{id}-error"))];
            (complaint(&id, error))
        }
    }
}

pub(super) fn area(label: &str, name: &str, value: &str, rows: u32, errors: &FieldErrors) -> Markup {
    let id = format!("f-{name}");
    let error = errors.of(name);
    html! {
        div.field {
            label for=(id) { (label) }
            textarea id=(id) name=(name) rows=(rows) aria-invalid=[error.map(|_| "true")]
                aria-describedby=[error.map(|_| format!("{id}-error"))] { (value) }
            (complaint(&id, error))
        }
    }
}

/// A drop-down of key and name pairs.
pub(super) fn select<'a>(
    label: &str,
    name: &str,
    chosen: &str,
    empty: Option<&str>,
    choices: impl Iterator<Item = (&'a str, &'a str)>,
    errors: &FieldErrors,
) -> Markup {
    let id = format!("f-{name}");
    let error = errors.of(name);
    html! {
        div.field {
            label for=(id) { (label) }
            select id=(id) name=(name) aria-invalid=[error.map(|_| "true")] aria-describedby=[error.map(|_| format!("{id}-error"))] {
                @if let Some(empty) = empty { option value="" { (empty) } }
                @for (key, text) in choices { option value=(key) selected[key == chosen] { (text) } }
            }
            (complaint(&id, error))
        }
    }
}

fn complaint(id: &str, error: Option<&str>) -> Markup {
    html! {
        @if let Some(error) = error { p.field__error id={ (id) "-error" } role="alert" { (error) } }
    }
}

/// The fields of an address form, wherever it stands.
pub(super) fn address_fields(address: &Address, errors: &FieldErrors) -> Markup {
    html! {
        div.columns {
            (field("Full name", "name", &address.name, "text", true, errors))
            (field("Company", "company", &address.company, "text", false, errors))
        }
        (field("Street address", "street", &address.street, "text", true, errors))
        div.columns {
            (field("City", "city", &address.city, "text", true, errors))
            (field("State or region", "region", &address.region, "text", false, errors))
        }
        div.columns {
            (field("Postcode", "postcode", &address.postcode, "text", true, errors))
            (select("Country", "country", &address.country, Some("Please choose…"), COUNTRIES.iter().map(|name| (*name, *name)), errors))
        }
        (field("Phone number", "phone", &address.phone, "tel", false, errors))
    }
}

/// Trusted HTML: descriptions are sanitised when they are stored.
pub(super) fn rich(html: &str) -> PreEscaped<&str> {
    PreEscaped(html)
}

/// An id as page builders make them: it says nothing and differs from thing to thing.
pub(super) fn odd_id(stem: &str, number: u32) -> String {
    format!("{stem}-{:05x}", number.wrapping_mul(2_654_435_761) >> 12)
}
