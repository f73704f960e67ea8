//! Questions with an answer on the site.

use super::{plenty, spread};
use crate::{
    shop::{
        model::{Order, Product},
        money::Cents,
        state::{ADA, Shop},
    },
    tasks::{TaskKind::Read, TaskList, Verifier},
};

/// Dollars as a number, for comparison only.
fn dollars(amount: Cents) -> Verifier {
    Verifier::number(amount.0 as f64 / 100.0)
}

pub(super) fn add(shop: &Shop, list: &mut TaskList) {
    products(shop, list);
    orders(shop, list);
    office(shop, list);
}

fn products(shop: &Shop, list: &mut TaskList) {
    let all = plenty(shop);
    let reviewed: Vec<&Product> = all.iter().copied().filter(|product| product.review_count >= 2).collect();
    for (place, product) in spread(&all, 3, 5).into_iter().enumerate() {
        let name = &product.name;
        let intent = if place % 2 == 0 {
            format!("How much does the \"{name}\" cost?")
        } else {
            format!("What is the price of the \"{name}\"?")
        };
        list.add(("product_price", "read_product_price", Read), intent, "/", dollars(product.price_cents));
    }
    for product in spread(&all, 11, 4) {
        let intent = format!("How many pieces of the \"{}\" are in stock?", product.name);
        list.add(("product_stock", "read_product_stock", Read), intent, "/", Verifier::number(product.stock));
    }
    for product in spread(&reviewed, 2, 4) {
        let intent = format!("How many customer reviews does the \"{}\" have?", product.name);
        list.add(
            ("review_count", "count_product_reviews", Read),
            intent,
            "/",
            Verifier::number(product.review_count),
        );
    }
    for product in spread(&reviewed, 5, 4) {
        let intent = format!("What is the average star rating of the \"{}\"?", product.name);
        let rating = f64::from(product.rating_tenths) / 10.0;
        list.add(("product_rating", "read_product_rating", Read), intent, "/", Verifier::number(rating));
    }
    for product in spread(&all, 17, 3) {
        let intent = format!("Tell me the SKU of the \"{}\".", product.name);
        list.add(("product_sku", "read_product_sku", Read), intent, "/", Verifier::text(&product.sku));
    }
}

fn orders(shop: &Shop, list: &mut TaskList) {
    let own: Vec<&Order> = shop.orders_of(ADA);
    for order in spread(&own, 0, 4) {
        let intent = format!("What was the total of my order #{}?", order.number);
        list.add(("order_total", "read_order_total", Read), intent, "/account", dollars(order.totals.grand));
    }
    for order in spread(&own, 1, 4) {
        let intent = format!("What is the status of my order #{}?", order.number);
        list.add(
            ("order_status", "read_order_status", Read),
            intent,
            "/",
            Verifier::text(order.status.label()),
        );
    }
    for order in spread(&own, 2, 3) {
        let intent = format!("To which street was my order #{} sent?", order.number);
        let street = Verifier::text(&order.shipping_address.street);
        list.add(("order_address", "read_order_address", Read), intent, "/", street);
    }
}

fn office(shop: &Shop, list: &mut TaskList) {
    for customer in spread(&shop.customers[1..], 4, 4) {
        let intent =
            format!("Look up the e-mail address of the customer {} in the back office.", customer.name());
        let email = Verifier::text(&customer.email);
        list.add(("customer_email", "find_customer_email", Read), intent, "/admin", email);
    }
    for customer in spread(&shop.customers[1..], 9, 3) {
        let intent = format!("In the back office, find the phone number of {}.", customer.name());
        let phone = Verifier::text(&customer.phone);
        list.add(("customer_phone", "find_customer_phone", Read), intent, "/admin", phone);
    }
    let others: Vec<&Order> = shop.orders.iter().filter(|order| order.customer_id != ADA).collect();
    for order in spread(&others, 21, 3) {
        let intent = format!("Which customer placed order #{}? Look in the back office.", order.number);
        let name = Verifier::text(&order.customer);
        list.add(("order_customer", "find_order_customer", Read), intent, "/admin", name);
    }
}
