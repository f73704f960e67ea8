//! The shop as it is before anyone touched it: all of it from one number.
//!
//! - `goods`: categories, products and their reviews
//! - `people`: customers, addresses, wish lists, newsletters
//! - `trade`: orders and the cart that waits for Ada

mod goods;
mod people;
mod trade;

use super::state::Shop;

/// Builds the pristine shop. The same seed gives the same shop, byte for byte.
pub fn shop(seed: u64) -> Shop {
    let categories = goods::categories();
    let (customers, addresses) = people::customers(seed);
    let products = goods::products(seed, &categories);
    let reviews = goods::reviews(seed, &products, &customers);
    let mut shop = Shop {
        ticks: 0,
        // Seeded things have ids of their own, all below this.
        last_id: 10_000,
        categories: categories.into(),
        wishes: people::wishes(seed, &products, &customers),
        subscriptions: people::subscriptions(seed, &customers),
        products,
        reviews,
        customers,
        addresses,
        orders: Vec::new(),
        cart: Vec::new(),
        checkouts: Vec::new(),
        comparisons: Vec::new(),
        messages: people::messages(),
    };
    let ids: Vec<u32> = shop.products.iter().map(|product| product.id).collect();
    for id in ids {
        shop.refresh_rating(id);
    }
    trade::orders(seed, &mut shop);
    trade::cart(&mut shop);
    shop
}
