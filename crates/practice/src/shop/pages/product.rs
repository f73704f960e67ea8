//! The page of one product, with its options and reviews.

use axum::{
    Router,
    extract::Path,
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use maud::{Markup, html};

use super::{Routes, bits, customer_of, frame, not_found};
use crate::{
    Visit, layout,
    shop::{
        model::{OptionGroup, OptionStyle, Product, ReviewStatus},
        state::{FieldErrors, GUEST, Shop},
    },
};

pub(super) fn routes() -> Routes {
    Router::new().route("/p/{slug}", get(show)).route("/p/{slug}/reviews", post(write_review))
}

async fn show(visit: Visit<Shop>, Path(slug): Path<String>) -> Response {
    page(&visit, &slug, &FieldErrors::default())
}

/// The product page, with complaints about the cart form or the review form.
pub(super) fn page(visit: &Visit<Shop>, slug: &str, errors: &FieldErrors) -> Response {
    let shop = visit.state();
    let Some(product) = shop.product_by_slug(slug).filter(|product| product.enabled) else {
        return not_found(visit);
    };
    let trail = shop.category(product.category).map(|category| {
        html! {
            nav.trail aria-label="Breadcrumb" {
                a href="/" { "Home" } " / " a href={ "/d/" (category.department_slug) } { (category.department) } " / "
                a href={ "/c/" (category.slug) } { (category.name) } " / " span { (product.name) }
            }
        }
    });
    let body = html! {
        @if let Some(trail) = trail { (trail) }
        article.product itemscope itemtype="https://schema.org/Product" data-product-id=(product.id) {
            div.product__picture { (bits::picture(product)) }
            div.product__info {
                h1 itemprop="name" { (product.name) }
                p.product__brand { "by " a href={ "/search?brand=" (crate::shop::catalogue::encode(product.brand)) } itemprop="brand" { (product.brand) } }
                (rating(product))
                p.product__price { span.price.price--big itemprop="price" data-field="price" { (product.price_cents) } }
                (stock(product))
                (buy(visit, product, errors))
                div.product__more {
                    (shelf("/wishlist/add", "Add to wish list", product, &visit.here))
                    (shelf("/compare/add", "Add to comparison", product, &visit.here))
                }
            }
        }
        (details(product))
        (reviews(visit, &shop, product, errors))
        @let related = shop.related(product, 4);
        @if !related.is_empty() {
            section { h2 { "You may also like" } ul.grid { @for other in related { (bits::card(other, &visit.here)) } } }
        }
    };
    let status = if errors.0.is_empty() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    layout::with_status(status, frame::page(visit, &product.name, &body))
}

fn rating(product: &Product) -> Markup {
    html! {
        p.product__rating {
            @if product.review_count > 0 {
                (bits::stars(product.rating_tenths)) " "
                span itemprop="ratingValue" data-field="rating" { (product.rating()) } " out of 5 · "
                a href="#reviews" { span itemprop="reviewCount" data-field="review-count" { (product.review_count) } @if product.review_count == 1 { " review" } @else { " reviews" } }
            } @else { a href="#review-form" { "Be the first to review this product" } }
        }
    }
}

fn stock(product: &Product) -> Markup {
    html! {
        p.product__stock {
            @match product.stock {
                0 => { span.tag.tag--out data-field="availability" { "Out of stock" } }
                few @ 1..6 => { span.tag.tag--low data-field="availability" { "In stock" } " only " span data-field="stock" { (few) } " left" }
                many => { span.tag.tag--in data-field="availability" { "In stock" } " " span data-field="stock" { (many) } " available" }
            }
            span.muted { " · SKU " span itemprop="sku" data-field="sku" { (product.sku) } }
        }
    }
}

fn buy(visit: &Visit<Shop>, product: &Product, errors: &FieldErrors) -> Markup {
    let quantity = visit.form.get("quantity").filter(|_| visit.form.has("product_id")).unwrap_or("1");
    html! {
        form.buy action="/cart/add" method="post" {
            input type="hidden" name="product_id" value=(product.id);
            @for group in &product.options { (option(visit, product, group, errors)) }
            div.buy__row {
                div.field {
                    label for="quantity" { "Quantity" }
                    div.stepper data-stepper {
                        button type="button" data-step="-1" aria-label="One less" { "−" }
                        input #quantity type="number" name="quantity" value=(quantity) min="1" max="99";
                        button type="button" data-step="1" aria-label="One more" { "+" }
                    }
                }
                button.button.button--big type="submit" disabled[!product.in_stock()] { "Add to cart" }
            }
            @if let Some(error) = errors.of("quantity").or_else(|| errors.of("product")) { p.field__error role="alert" { (error) } }
        }
    }
}

fn option(visit: &Visit<Shop>, product: &Product, group: &OptionGroup, errors: &FieldErrors) -> Markup {
    let name = group.name.to_lowercase();
    let id = bits::odd_id(&name, product.id);
    let chosen = visit.form.text(&name);
    html! {
        @match group.style {
            OptionStyle::Select => {
                div.field {
                    label for=(id) { (group.name) span.field__need aria-hidden="true" { " *" } }
                    select id=(id) name=(name) {
                        option value="" { "Choose an option…" }
                        @for value in &group.values { option value=(value) selected[*value == chosen] { (value) } }
                    }
                }
            }
            OptionStyle::Swatch => {
                fieldset.swatches data-swatches {
                    legend { (group.name) span.field__need aria-hidden="true" { " *" } " " span.swatches__chosen data-chosen { (chosen) } }
                    @for value in &group.values {
                        label.swatch title=(value) {
                            input type="radio" name=(name) value=(value) checked[*value == chosen] aria-label=(value);
                            span.dot.dot--big data-colour=(value.to_lowercase()) aria-hidden="true" {}
                        }
                    }
                }
            }
        }
        @if let Some(error) = errors.of(group.name) { p.field__error role="alert" { (error) } }
    }
}

fn shelf(action: &str, label: &str, product: &Product, here: &str) -> Markup {
    html! {
        form action=(action) method="post" {
            input type="hidden" name="product_id" value=(product.id);
            input type="hidden" name="return" value=(here);
            button.linkish type="submit" { (label) }
        }
    }
}

fn details(product: &Product) -> Markup {
    html! {
        div.tabs data-tabs {
            div.tabs__row role="tablist" aria-label="About this product" {
                button #tab-details role="tab" type="button" aria-controls="panel-details" aria-selected="true" { "Details" }
                button #tab-facts role="tab" type="button" aria-controls="panel-facts" aria-selected="false" { "More information" }
            }
            div #panel-details .tabs__panel role="tabpanel" aria-labelledby="tab-details" itemprop="description" { (bits::rich(&product.description)) }
            div #panel-facts .tabs__panel role="tabpanel" aria-labelledby="tab-facts" {
                table.facts {
                    tr { th scope="row" { "Brand" } td data-fact="brand" { (product.brand) } }
                    tr { th scope="row" { "Range" } td data-fact="range" { (product.material) } }
                    tr { th scope="row" { "Colours" } td data-fact="colours" { (product.colours().join(", ")) } }
                    tr { th scope="row" { "Weight" } td data-fact="weight" { (product.weight_grams) " g" } }
                    tr { th scope="row" { "SKU" } td data-fact="sku" { (product.sku) } }
                }
            }
        }
    }
}

fn reviews(visit: &Visit<Shop>, shop: &Shop, product: &Product, errors: &FieldErrors) -> Markup {
    let reviews = shop.reviews_of(product.id, ReviewStatus::Approved);
    html! {
        section #reviews .reviews {
            h2 { "Customer reviews" }
            @if reviews.is_empty() { p.muted { "Nobody has reviewed this product yet." } }
            ol.reviews__list {
                @for review in reviews {
                    li.review data-review-id=(review.id) {
                        (bits::stars(review.stars * 10))
                        h3 { (review.title) }
                        p { (review.text) }
                        p.muted { "by " span data-field="author" { (review.nickname) } " on " (bits::date(review.created_at)) }
                    }
                }
            }
            (review_form(visit, product, errors))
        }
    }
}

fn review_form(visit: &Visit<Shop>, product: &Product, errors: &FieldErrors) -> Markup {
    let form = &visit.form;
    html! {
        form #review-form .panel action={ "/p/" (product.slug) "/reviews" } method="post" {
            input type="hidden" name="return" value={ "/p/" (product.slug) };
            h3 { "Write a review of " (product.name) }
            fieldset.rate data-rate {
                legend { "Your rating" span.field__need aria-hidden="true" { " *" } }
                @for stars in 1..=5_u32 {
                    label { input type="radio" name="stars" value=(stars) checked[form.parse::<u32>("stars") == Some(stars)]; " " (stars) @if stars == 1 { " star" } @else { " stars" } }
                }
            }
            @if let Some(error) = errors.of("stars") { p.field__error role="alert" { (error) } }
            (bits::field("Nickname", "nickname", form.get("nickname").unwrap_or_default(), "text", true, errors))
            (bits::field("Summary", "title", form.text("title"), "text", true, errors))
            (bits::area("Review", "text", form.text("text"), 4, errors))
            button.button type="submit" { "Submit review" }
        }
    }
}

async fn write_review(visit: Visit<Shop>, Path(slug): Path<String>) -> Response {
    let id = customer_of(&visit);
    if id == GUEST {
        return visit.to_login().flash("Please sign in to write a review.").into_response();
    }
    let Some(product_id) = visit.state().product_by_slug(&slug).map(|product| product.id) else {
        return not_found(&visit);
    };
    let form = &visit.form;
    let stars = form.parse("stars").unwrap_or(0);
    let written = visit.change(|shop| {
        shop.write_review(id, product_id, stars, form.text("nickname"), form.text("title"), form.text("text"))
    });
    match written {
        Ok(_) => visit
            .redirect(format!("/p/{slug}"))
            .flash("You submitted your review for moderation.")
            .into_response(),
        Err(errors) => page(&visit, &slug, &errors),
    }
}
