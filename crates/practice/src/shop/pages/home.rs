//! The front page, the information pages, and the page for what is not there.

use axum::{
    Router,
    extract::Path,
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::get,
};
use maud::{Markup, html};

use super::{Routes, bits, frame};
use crate::{
    Visit, layout,
    shop::{model::Product, state::Shop},
};

pub(super) fn routes() -> Routes {
    Router::new().route("/", get(home)).route("/info/{topic}", get(info))
}

async fn home(visit: Visit<Shop>) -> Markup {
    let shop = visit.state();
    let mut newest: Vec<&Product> = shop.products.iter().filter(|product| product.enabled).collect();
    newest.sort_by_key(|product| (std::cmp::Reverse(product.added_at), product.id));
    let mut loved: Vec<&Product> =
        shop.products.iter().filter(|product| product.enabled && product.review_count >= 3).collect();
    loved.sort_by_key(|product| {
        (std::cmp::Reverse(product.rating_tenths), std::cmp::Reverse(product.review_count), product.id)
    });
    let body = html! {
        section.hero {
            div {
                h1 { "Plain things, well made" }
                p { "Kitchen, garden and wet-weather goods from small workshops around the coast." }
                a.button.button--big href="/c/rainwear" { "See the rainwear" }
            }
            div.hero__picture aria-hidden="true" {
                svg viewBox="0 0 420 200" preserveAspectRatio="xMidYMax slice" {
                    rect width="420" height="200" fill="#cfe3e2" {}
                    circle cx="330" cy="62" r="30" fill="#f6c667" {}
                    path d="M0 140 q35 -14 70 0 t70 0 t70 0 t70 0 t70 0 t70 0 V200 H0z" fill="#2d7f86" {}
                    path d="M0 160 q35 -14 70 0 t70 0 t70 0 t70 0 t70 0 t70 0 V200 H0z" fill="#0f4c5c" {}
                    path d="M180 40 V128 H240z" fill="#fffaf1" {} path d="M172 56 V128 H130z" fill="#e0785f" {}
                    path d="M112 132 H258 l-18 24 H132z" fill="#7a4b2b" {} path d="M176 30 V134" stroke="#5b3720" stroke-width="4" {}
                    path d="M40 70 q8 -8 14 0 q6 -8 14 0 M84 46 q8 -8 14 0 q6 -8 14 0" fill="none" stroke="#0f4c5c" stroke-width="2.5" {}
                }
            }
        }
        section {
            h2 { "Departments" }
            ul.tiles {
                @for (slug, name) in shop.departments() {
                    li { a.tile href={ "/d/" (slug) } { strong { (name) } span.muted { (shop.categories_of(slug).len()) " categories" } } }
                }
            }
        }
        (shelf("New on the shelves", &newest, &visit.here))
        (shelf("Loved by customers", &loved, &visit.here))
    };
    frame::page(&visit, "Plain things, well made", &body)
}

fn shelf(title: &str, products: &[&Product], here: &str) -> Markup {
    html! {
        section {
            h2 { (title) }
            ul.grid { @for product in products.iter().take(4) { (bits::card(product, here)) } }
        }
    }
}

async fn info(visit: Visit<Shop>, Path(topic): Path<String>) -> Response {
    let (title, body) = match topic.as_str() {
        "delivery" => (
            "Delivery",
            html! {
                p { "Standard delivery costs $4.90 and takes 3 to 5 working days. It is free from $75." }
                p { "Express delivery costs " strong data-fact="express-price" { "$14.50" } " and arrives the next working day." }
                p { "Or collect at the quay, two hours after ordering, for nothing." }
            },
        ),
        "returns" => (
            "Returns",
            html! {
                p { "You have " strong data-fact="return-days" { "45 days" } " to change your mind. Wash nothing, break nothing, and we take it back." }
                p { "Write to us through the " a href="/contact" { "contact form" } " and name the order." }
            },
        ),
        "about" => (
            "About the shop",
            html! {
                p { "Harbour Goods opened in " strong data-fact="founded" { "1987" } " in an old sail loft. We are eleven people and one dog." }
                p { "Opening hours at the quay: " strong data-fact="hours" { "Tuesday to Saturday, 9:30 to 17:00" } "." }
            },
        ),
        _ => return not_found(&visit),
    };
    let page = html! { article.prose { h1 { (title) } (body) } };
    frame::page(&visit, title, &page).into_response()
}

pub(super) fn not_found(visit: &Visit<Shop>) -> Response {
    let body = html! {
        article.prose {
            h1 { "Nothing moored here" }
            p { "The page you asked for does not exist. Perhaps the search finds it, or " a href="/" { "start again at the front door" } "." }
        }
    };
    layout::with_status(StatusCode::NOT_FOUND, frame::page(visit, "Not found", &body))
}
