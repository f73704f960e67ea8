//! Work in the admin area.

use super::{plenty, spread};
use crate::{
    shop::{
        model::{Order, OrderStatus, Review, ReviewStatus},
        money::Cents,
        state::{ADA, Shop},
    },
    tasks::{StateCheck, TaskKind::Write, TaskList, Verifier},
};

pub(super) fn add(shop: &Shop, list: &mut TaskList) {
    products(shop, list);
    orders(shop, list);
    reviews(shop, list);
}

fn products(shop: &Shop, list: &mut TaskList) {
    let all = plenty(shop);
    for (place, (product, extra)) in
        spread(&all, 29, 5).into_iter().zip([150, 405, 275, 1_050, 620]).enumerate()
    {
        // A price that is surely another one, whatever the seed gave.
        let price = product.price_cents + Cents(extra);
        let intent = if place % 2 == 0 {
            format!("In the back office, set the price of the \"{}\" to {price}.", product.name)
        } else {
            format!("Change the price of \"{}\" to {price} in the product grid.", product.name)
        };
        let checks =
            vec![StateCheck::exists("/products").equals("id", product.id).equals("price_cents", price.0)];
        list.add(("office_price", "change_product_price", Write), intent, "/admin", Verifier::state(checks));
    }
    for (product, more) in spread(&all, 31, 3).into_iter().zip([7, 25, 110]) {
        let stock = product.stock + more;
        let intent =
            format!("In the back office, set the quantity in stock of the \"{}\" to {stock}.", product.name);
        let checks = vec![StateCheck::exists("/products").equals("id", product.id).equals("stock", stock)];
        list.add(("office_stock", "change_product_stock", Write), intent, "/admin", Verifier::state(checks));
    }
    for product in spread(&all, 37, 3) {
        let intent = format!("Take the \"{}\" off the shop: disable it in the back office.", product.name);
        let checks = vec![
            StateCheck::exists("/products").equals("id", product.id).equals("enabled", false),
            StateCheck::count("/products", 1).equals("enabled", false),
        ];
        list.add(("office_disable", "disable_product", Write), intent, "/admin", Verifier::state(checks));
    }
}

fn orders(shop: &Shop, list: &mut TaskList) {
    let open: Vec<&Order> = shop
        .orders
        .iter()
        .filter(|order| order.customer_id != ADA && order.status == OrderStatus::Processing)
        .collect();
    let steps = [
        (OrderStatus::Shipped, "Handed to the carrier at noon."),
        (OrderStatus::Delivered, "Signed for at the door."),
        (OrderStatus::Shipped, "Went out with the evening boat."),
        (OrderStatus::Refunded, "Returned unopened."),
    ];
    for (order, (status, comment)) in spread(&open, 0, steps.len()).into_iter().zip(steps) {
        let intent = format!(
            "In the back office, set order #{} to {} with the comment \"{comment}\"",
            order.number,
            status.label()
        );
        let checks = vec![
            StateCheck::exists("/orders")
                .equals("number", order.number.as_str())
                .equals("status", status.key())
                .equals("/comments/0/text", comment),
        ];
        list.add(("office_status", "change_order_status", Write), intent, "/admin", Verifier::state(checks));
    }
}

fn reviews(shop: &Shop, list: &mut TaskList) {
    let pending: Vec<&Review> =
        shop.reviews.iter().filter(|review| review.status == ReviewStatus::Pending).collect();
    // Only what the intent names without doubt.
    let single: Vec<&Review> = pending
        .iter()
        .copied()
        .filter(|review| pending.iter().filter(|other| other.product == review.product).count() == 1)
        .collect();
    let left = StateCheck::count("/reviews", pending.len() - 1).equals("status", "pending");
    let judged = |review: &Review, status: ReviewStatus| {
        let check = StateCheck::exists("/reviews").equals("id", review.id).equals("status", status.key());
        Verifier::state(vec![check, left.clone()])
    };
    for review in spread(&single, 0, 4) {
        let intent =
            format!("Approve the pending review of the \"{}\" by {}.", review.product, review.nickname);
        let done = judged(review, ReviewStatus::Approved);
        list.add(("office_approve", "approve_review", Write), intent, "/admin", done);
    }
    for review in spread(&single, 1, 3) {
        let intent =
            format!("Reject the pending review of the \"{}\" by {}.", review.product, review.nickname);
        let done = judged(review, ReviewStatus::Rejected);
        list.add(("office_reject", "reject_review", Write), intent, "/admin", done);
    }
}
