//! The shop over HTTP: pages, forms, tasks.
//!
//! - [`visitor`]: a browser without a screen: cookies, forms, redirects
//! - [`deeds`]: does each writing task by the forms of the pages
//! - [`tasks`]: verifiers against deeds, answers against pages
//! - [`pages`]: what every page must be

mod deeds;
mod pages;
mod tasks;
mod visitor;

use std::collections::BTreeSet;

use atelier_practice::{shop::Shop, space::Site};

#[test]
fn one_seed_gives_one_shop() {
    let first = Shop::seeded(1).state_json();
    assert_eq!(first, Shop::seeded(1).state_json());
    assert_ne!(first, Shop::seeded(2).state_json());
}

#[test]
fn the_shop_is_as_full_as_a_real_one() {
    for seed in [1, 9] {
        let shop = Shop::seeded(seed);
        assert_eq!(shop.products.len(), 300);
        assert_eq!(shop.categories.len(), 25);
        assert_eq!(shop.orders.len(), 200);
        assert_eq!(shop.customers.len(), 60);
        assert!(shop.reviews.len() >= 500, "{} reviews", shop.reviews.len());
        let distinct = |values: Vec<&str>| values.iter().collect::<BTreeSet<_>>().len();
        assert_eq!(distinct(shop.products.iter().map(|one| one.slug.as_str()).collect()), 300);
        assert_eq!(distinct(shop.products.iter().map(|one| one.name.as_str()).collect()), 300);
        assert_eq!(distinct(shop.products.iter().map(|one| one.sku.as_str()).collect()), 300);
        assert_eq!(distinct(shop.customers.iter().map(|one| one.email.as_str()).collect()), 60);
        assert_eq!(distinct(shop.orders.iter().map(|one| one.number.as_str()).collect()), 200);
        let names: Vec<String> =
            shop.customers.iter().map(atelier_practice::shop::model::Customer::name).collect();
        assert_eq!(distinct(names.iter().map(String::as_str).collect()), 60);
    }
}

#[test]
fn every_order_adds_up_to_the_cent() {
    for order in &Shop::seeded(1).orders {
        let lines: i64 = order.lines.iter().map(|line| line.unit_cents.0 * i64::from(line.quantity)).sum();
        let sums = order.totals;
        assert_eq!(sums.subtotal.0, lines, "order {}", order.number);
        let grand = sums.subtotal.0 - sums.discount.0 + sums.shipping.0 + sums.tax.0;
        assert_eq!(sums.grand.0, grand, "order {}", order.number);
        // 8.25 % of the goods, rounded half up: within half a cent.
        let goods = sums.subtotal.0 - sums.discount.0;
        assert!((sums.tax.0 * 10_000 - goods * 825).abs() <= 5_000, "order {}", order.number);
    }
}

#[test]
fn ratings_are_the_mean_of_what_was_approved() {
    let shop = Shop::seeded(1);
    let mut rated = 0;
    for product in &shop.products {
        let reviews = shop.reviews.iter().filter(|one| one.product_id == product.id);
        let stars: Vec<u32> =
            reviews.filter(|one| one.status.key() == "approved").map(|one| one.stars).collect();
        assert_eq!(product.review_count as usize, stars.len());
        if !stars.is_empty() {
            rated += 1;
            let mean = f64::from(stars.iter().sum::<u32>()) / stars.len() as f64;
            assert!(
                (mean - f64::from(product.rating_tenths) / 10.0).abs() <= 0.05 + 1e-9,
                "{}",
                product.name
            );
        }
    }
    assert!(rated > 200, "only {rated} products have a rating");
}
