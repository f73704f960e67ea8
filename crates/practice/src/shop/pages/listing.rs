//! Departments, categories and search results: one kind of page with facets beside it. Also the
//! suggestions under the search field.

use axum::{
    Json, Router,
    extract::Path,
    response::{IntoResponse, Response},
    routing::get,
};
use maud::{Markup, html};
use serde_json::{Value, json};

use super::{Routes, bits, frame, not_found};
use crate::{
    Visit,
    shop::{
        catalogue::{self, Listing, PAGE_SIZE, PRICE_RANGES, SORTS, Wanted},
        state::Shop,
    },
};

pub(super) fn routes() -> Routes {
    Router::new()
        .route("/c/{slug}", get(category))
        .route("/d/{slug}", get(department))
        .route("/search", get(search))
        .route("/suggest", get(suggest))
}

fn wanted(visit: &Visit<Shop>) -> Wanted {
    Wanted::read(visit.query.pairs().iter().map(|(name, value)| (name.as_str(), value.as_str())))
}

async fn category(visit: Visit<Shop>, Path(slug): Path<String>) -> Response {
    let shop = visit.state();
    let Some(category) = shop.category(&slug) else { return not_found(&visit) };
    let wanted = Wanted { category: slug.clone(), ..wanted(&visit) };
    let trail = html! {
        a href="/" { "Home" } " / " a href={ "/d/" (category.department_slug) } { (category.department) } " / " span { (category.name) }
    };
    let body = listing(&shop, &visit.here, &format!("/c/{slug}"), category.name, &trail, &wanted);
    frame::page(&visit, category.name, &body).into_response()
}

async fn department(visit: Visit<Shop>, Path(slug): Path<String>) -> Response {
    let shop = visit.state();
    let Some(name) = shop.department(&slug) else { return not_found(&visit) };
    let wanted = Wanted { department: slug.clone(), ..wanted(&visit) };
    let trail = html! { a href="/" { "Home" } " / " span { (name) } };
    let categories = html! {
        ul.chips aria-label="Categories" {
            @for category in shop.categories_of(&slug) { li { a.chip href={ "/c/" (category.slug) } { (category.name) } } }
        }
        (listing(&shop, &visit.here, &format!("/d/{slug}"), name, &trail, &wanted))
    };
    frame::page(&visit, name, &categories).into_response()
}

async fn search(visit: Visit<Shop>) -> Markup {
    let shop = visit.state();
    let wanted = wanted(&visit);
    let title = if wanted.q.is_empty() {
        "All products".to_owned()
    } else {
        format!("Search results for “{}”", wanted.q)
    };
    let trail = html! { a href="/" { "Home" } " / " span { "Search" } };
    let body = listing(&shop, &visit.here, "/search", &title, &trail, &wanted);
    frame::page(&visit, &title, &body)
}

async fn suggest(visit: Visit<Shop>) -> Json<Value> {
    let shop = visit.state();
    let q: String = visit.query.trimmed("q").chars().take(100).collect();
    let found = catalogue::suggest(&shop, &q, 6);
    let rows: Vec<Value> = found
        .iter()
        .map(|product| json!({ "name": product.name, "href": format!("/p/{}", product.slug), "price": product.price_cents.to_string() }))
        .collect();
    Json(json!({ "q": q, "suggestions": rows }))
}

fn listing(shop: &Shop, here: &str, path: &str, title: &str, trail: &Markup, wanted: &Wanted) -> Markup {
    let found = catalogue::list(shop, wanted);
    let to = |other: &Wanted| format!("{path}{}", other.query());
    let first = if found.total == 0 { 0 } else { (found.page - 1) * PAGE_SIZE + 1 };
    let last = first.saturating_sub(1) + found.products.len();
    html! {
        nav.trail aria-label="Breadcrumb" { (trail) }
        h1 { (title) }
        div.catalogue {
            aside.facets aria-label="Filters" { (facets(path, wanted, &found)) }
            section.results aria-label="Products" {
                div.toolbar {
                    p.toolbar__count { "Items " (first) "–" (last) " of " span data-result-count=(found.total) { (found.total) } }
                    div.toolbar__views role="group" aria-label="View" {
                        a.icon href=(to(&wanted.with(|other| other.list = false))) aria-current=[(!wanted.list).then_some("true")] title="Grid" aria-label="View as grid" { "▦" }
                        a.icon href=(to(&wanted.with(|other| other.list = true))) aria-current=[wanted.list.then_some("true")] title="List" aria-label="View as list" { "☰" }
                    }
                    form.toolbar__sort method="get" action=(path) data-autosubmit {
                        @for (name, value) in hidden(&wanted.with(|other| other.sort.clear())) { input type="hidden" name=(name) value=(value); }
                        label for="sorter" { "Sort by" }
                        select #sorter name="sort" {
                            @for (key, name) in SORTS { option value=(key) selected[key == wanted.sort] { (name) } }
                        }
                        noscript { button type="submit" { "Go" } }
                    }
                }
                @if found.products.is_empty() {
                    p.empty { "We found nothing that fits. Try fewer filters or other words." }
                } @else {
                    ul.grid.grid--list[wanted.list] { @for product in &found.products { (bits::card(product, here)) } }
                }
                (pages(&to, wanted, &found))
            }
        }
    }
}

/// What a form must carry along to keep the rest of the query.
fn hidden(wanted: &Wanted) -> Vec<(String, String)> {
    let query = wanted.query();
    crate::server::fields::Fields::from_urlencoded(query.trim_start_matches('?').as_bytes()).pairs().to_vec()
}

fn facets(path: &str, wanted: &Wanted, found: &Listing) -> Markup {
    let to = |other: &Wanted| format!("{path}{}", other.query());
    let none = wanted.with(|other| {
        *other = Wanted {
            q: other.q.clone(),
            sort: other.sort.clone(),
            list: other.list,
            page: 1,
            ..Wanted::default()
        };
    });
    html! {
        @if none.query() != wanted.with(|_| {}).query() {
            p.facets__clear { a href=(to(&none)) { "Clear all filters" } }
        }
        section.facet {
            h2 { "Price" }
            ul {
                @for ((low, high), count) in PRICE_RANGES.iter().zip(&found.prices) {
                    @let on = wanted.price_min == (*low > 0).then_some(*low) && wanted.price_max == *high && (*low > 0 || high.is_some());
                    @if *count > 0 || on {
                        li {
                            a href=(to(&wanted.with(|other| { other.price_min = (*low > 0).then_some(*low); other.price_max = *high; }))) aria-current=[on.then_some("true")] {
                                @match high {
                                    Some(high) if *low == 0 => { "Under $" (high) }
                                    Some(high) => { "$" (low) " to $" (high) }
                                    None => { "$" (low) " and above" }
                                }
                            }
                            " " span.muted { "(" (count) ")" }
                        }
                    }
                }
            }
        }
        section.facet {
            h2 { "Customer rating" }
            ul {
                @for (stars, count) in &found.ratings {
                    li {
                        a href=(to(&wanted.with(|other| other.rating = *stars))) aria-current=[(wanted.rating == *stars).then_some("true")] { (stars) " stars and up" }
                        " " span.muted { "(" (count) ")" }
                    }
                }
            }
        }
        form.facets__form method="get" action=(path) {
            @for (name, value) in hidden(&wanted.with(|other| { other.brands.clear(); other.colours.clear(); other.in_stock = false; other.price_min = None; other.price_max = None; })) {
                input type="hidden" name=(name) value=(value);
            }
            section.facet {
                h2 { "Own price range" }
                div.range {
                    label.quiet for="price-from" { "Lowest price" }
                    input #price-from type="number" name="price_min" min="0" placeholder="from" value=[wanted.price_min];
                    span aria-hidden="true" { "–" }
                    label.quiet for="price-to" { "Highest price" }
                    input #price-to type="number" name="price_max" min="0" placeholder="to" value=[wanted.price_max];
                }
            }
            (boxes("Brand", "brand", &found.brands, &wanted.brands, false))
            (boxes("Colour", "colour", &found.colours, &wanted.colours, true))
            section.facet {
                h2 { "Availability" }
                label.check { input type="checkbox" name="stock" value="in" checked[wanted.in_stock]; " In stock " span.muted { "(" (found.in_stock) ")" } }
            }
            button.button type="submit" { "Apply filters" }
        }
    }
}

fn boxes(title: &str, name: &str, values: &[(&str, usize)], chosen: &[String], dots: bool) -> Markup {
    html! {
        fieldset.facet {
            legend { (title) }
            @for (value, count) in values {
                label.check {
                    input type="checkbox" name=(name) value=(value) checked[chosen.iter().any(|one| one == value)];
                    @if dots { " " span.dot data-colour=(value.to_lowercase()) aria-hidden="true" {} }
                    " " (value) " " span.muted { "(" (count) ")" }
                }
            }
        }
    }
}

fn pages(to: &dyn Fn(&Wanted) -> String, wanted: &Wanted, found: &Listing) -> Markup {
    let at = |page: usize| to(&wanted.with(|other| other.page = page));
    html! {
        @if found.pages > 1 {
            nav.pager aria-label="Pages" {
                @if found.page > 1 { a rel="prev" href=(at(found.page - 1)) { "‹ Previous" } }
                @for page in 1..=found.pages {
                    @if page == found.page { span.pager__now aria-current="page" { (page) } } @else { a href=(at(page)) aria-label={ "Page " (page) } { (page) } }
                }
                @if found.page < found.pages { a rel="next" href=(at(found.page + 1)) { "Next ›" } }
            }
        }
    }
}
