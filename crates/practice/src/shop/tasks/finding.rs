//! Pages to be shown.

use super::{plenty, spread};
use crate::{
    shop::{
        catalogue::{self, Wanted},
        model::{Category, Order},
        state::{ADA, Shop},
    },
    tasks::{TaskKind::Navigate, TaskList, Verifier},
};

pub(super) fn add(shop: &Shop, list: &mut TaskList) {
    categories(shop, list);
    for q in ["wool", "storm lantern", "oak", "brass", "teak bench"] {
        let intent = format!("Search the shop for \"{q}\".");
        list.add(("search", "search_products", Navigate), intent, "/", Verifier::url("/search").with("q", q));
    }
    for (place, product) in spread(&plenty(shop), 7, 5).into_iter().enumerate() {
        let name = &product.name;
        let intent = if place % 2 == 0 {
            format!("Open the page of the \"{name}\".")
        } else {
            format!("Show me the product \"{name}\".")
        };
        let page = Verifier::url(format!("/p/{}", product.slug));
        list.add(("product_page", "open_product", Navigate), intent, "/", page);
    }
    let own: Vec<&Order> = shop.orders_of(ADA);
    for order in spread(&own, 1, 3) {
        let intent = format!("Show the details of my order #{}.", order.number);
        let page = Verifier::url(format!("/account/orders/{}", order.number));
        list.add(("order_page", "open_order", Navigate), intent, "/", page);
    }
    for (key, name) in
        [("pending", "pending"), ("shipped", "shipped"), ("refunded", "refunded"), ("cancelled", "cancelled")]
    {
        let intent = format!("In the back office, list all {name} orders.");
        let page = Verifier::url("/admin/orders").with("status", key);
        list.add(("office_orders_by_status", "filter_orders_by_status", Navigate), intent, "/admin", page);
    }
}

fn categories(shop: &Shop, list: &mut TaskList) {
    let all: Vec<&Category> = shop.categories.iter().collect();
    for category in spread(&all, 1, 4) {
        let intent = format!("Go to the category {}.", category.name);
        let page = Verifier::url(format!("/c/{}", category.slug));
        list.add(("category_page", "open_category", Navigate), intent, "/", page);
    }
    for (place, category) in spread(&all, 2, 4).into_iter().enumerate() {
        let wanted = Wanted { category: category.slug.to_owned(), page: 1, ..Wanted::default() };
        let found = catalogue::list(shop, &wanted);
        let Some((brand, _)) = found.brands.get(place % found.brands.len().max(1)) else { continue };
        let intent = format!("Show only the {} by {brand}.", category.name);
        let page = Verifier::url(format!("/c/{}", category.slug)).with("brand", *brand);
        list.add(("category_brand", "filter_category_by_brand", Navigate), intent, "/", page);
    }
    for (category, (low, high)) in spread(&all, 3, 3).into_iter().zip([(25, 50), (50, 100), (25, 50)]) {
        let intent = format!("Show {} that cost between ${low} and ${high}.", category.name);
        let page = Verifier::url(format!("/c/{}", category.slug))
            .with("price_min", low.to_string())
            .with("price_max", high.to_string());
        list.add(("category_price", "filter_category_by_price", Navigate), intent, "/", page);
    }
    for (category, (key, words)) in spread(&all, 4, 3).into_iter().zip([
        ("price-asc", "from the cheapest to the dearest"),
        ("price-desc", "from the dearest to the cheapest"),
        ("newest", "with the newest first"),
    ]) {
        let intent = format!("List the category {} {words}.", category.name);
        let page = Verifier::url(format!("/c/{}", category.slug)).with("sort", key);
        list.add(("category_sorted", "sort_category", Navigate), intent, "/", page);
    }
}
