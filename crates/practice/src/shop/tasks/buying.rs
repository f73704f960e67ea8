//! Cart, wish list, orders.

use super::{ada_orders, plenty, spread};
use crate::{
    shop::{
        model::{CartLine, Order, OrderStatus, Product},
        pricing::{COUPONS, PAYMENT, SHIPPING},
        state::{ADA, Shop},
    },
    tasks::{StateCheck, TaskKind::Write, TaskList, Verifier},
};

/// A line of Ada's cart.
fn in_cart(product_id: u32, options: &str, quantity: u32) -> StateCheck {
    StateCheck::exists("/cart")
        .equals("customer_id", ADA)
        .equals("product_id", product_id)
        .equals("options", options)
        .equals("quantity", quantity)
}

/// How many lines Ada's cart has.
fn lines(n: usize) -> StateCheck {
    StateCheck::count("/cart", n).equals("customer_id", ADA)
}

pub(super) fn add(shop: &Shop, list: &mut TaskList) {
    cart(shop, list);
    wishes(shop, list);
    orders(shop, list);
}

fn cart(shop: &Shop, list: &mut TaskList) {
    let waiting: Vec<&CartLine> = shop.cart_of(ADA).collect();
    let all = plenty(shop);
    let plain: Vec<&Product> = all.iter().copied().filter(|product| product.options.is_empty()).collect();
    for (product, quantity) in spread(&plain, 2, 4).into_iter().zip([2, 3, 4, 2]) {
        let intent = format!("Put {quantity} of the \"{}\" into my cart.", product.name);
        let checks = vec![in_cart(product.id, "", quantity), lines(waiting.len() + 1)];
        list.add(("cart_plain", "add_to_cart", Write), intent, "/", Verifier::state(checks));
    }
    let sized: Vec<&Product> = all.iter().copied().filter(|product| product.options.len() == 2).collect();
    for (place, product) in spread(&sized, 1, 5).into_iter().enumerate() {
        let (size, colour) = (&product.options[0], &product.options[1]);
        let size = size.values[(place + 1) % size.values.len()];
        let colour = colour.values[place % colour.values.len()];
        let intent =
            format!("Add the \"{}\" in size {size} and colour {colour} to the shopping cart.", product.name);
        let options = format!("Size: {size}, Colour: {colour}");
        let checks = vec![in_cart(product.id, &options, 1), lines(waiting.len() + 1)];
        list.add(("cart_options", "add_to_cart_with_options", Write), intent, "/", Verifier::state(checks));
    }
    for (line, quantity) in waiting.iter().cycle().zip([5, 3, 4, 6]) {
        let intent = format!("Change the quantity of \"{}\" in my cart to {quantity}.", line.product);
        let checks = vec![in_cart(line.product_id, &line.options, quantity), lines(waiting.len())];
        list.add(("cart_quantity", "change_cart_quantity", Write), intent, "/", Verifier::state(checks));
    }
    for line in &waiting {
        let intent = format!("Take the \"{}\" out of my cart.", line.product);
        let gone =
            StateCheck::absent("/cart").equals("customer_id", ADA).equals("product_id", line.product_id);
        let checks = vec![gone, lines(waiting.len() - 1)];
        list.add(("cart_remove", "remove_from_cart", Write), intent, "/", Verifier::state(checks));
    }
    for coupon in COUPONS.iter().take(3) {
        let intent = format!("Use the coupon code {} for my cart.", coupon.code);
        let checks = vec![
            StateCheck::exists("/checkouts").equals("customer_id", ADA).equals("coupon", coupon.code),
            lines(waiting.len()),
        ];
        list.add(("cart_coupon", "apply_coupon", Write), intent, "/", Verifier::state(checks));
    }
}

fn wishes(shop: &Shop, list: &mut TaskList) {
    let own: Vec<_> = shop.wishes.iter().filter(|wish| wish.customer_id == ADA).collect();
    let rows = |n: usize| StateCheck::count("/wishes", n).equals("customer_id", ADA);
    let wish = |check: StateCheck, product_id: u32| {
        check.equals("customer_id", ADA).equals("product_id", product_id)
    };
    let all: Vec<&Product> = plenty(shop)
        .into_iter()
        .filter(|product| own.iter().all(|wish| wish.product_id != product.id))
        .collect();
    for (place, product) in spread(&all, 13, 5).into_iter().enumerate() {
        let name = &product.name;
        let intent = if place % 2 == 0 {
            format!("Add the \"{name}\" to my wish list.")
        } else {
            format!("Save \"{name}\" on my wish list for later.")
        };
        let checks = vec![wish(StateCheck::exists("/wishes"), product.id), rows(own.len() + 1)];
        list.add(("wish_add", "add_to_wish_list", Write), intent, "/", Verifier::state(checks));
    }
    for old in own.iter().take(2) {
        let intent = format!("Remove \"{}\" from my wish list.", old.product);
        let checks = vec![wish(StateCheck::absent("/wishes"), old.product_id), rows(own.len() - 1)];
        list.add(("wish_remove", "remove_from_wish_list", Write), intent, "/", Verifier::state(checks));
    }
}

fn orders(shop: &Shop, list: &mut TaskList) {
    let addresses = shop.addresses_of(ADA);
    let newest = f64::from(shop.last_id);
    let waiting = shop.cart_of(ADA).count();
    for place in 0..4_usize {
        let address = addresses[(place + 1) % addresses.len()];
        let shipping = &SHIPPING[place % 2];
        let payment = &PAYMENT[place % PAYMENT.len()];
        let intent = format!(
            "Order what is in my cart: send it to {} by {}, I pay by {}.",
            address.street,
            shipping.label.to_lowercase(),
            payment.label.to_lowercase()
        );
        let placed = StateCheck::exists("/orders")
            .equals("customer_id", ADA)
            .equals("shipping_method", shipping.key)
            .equals("payment_method", payment.key)
            .equals("/shipping_address/street", address.street.as_str())
            .equals("/lines/0/product_id", shop.cart_of(ADA).next().map_or(0, |line| line.product_id))
            .above("id", newest);
        let once = StateCheck::count("/orders", 1).above("id", newest);
        let checks = vec![placed, once, lines(0)];
        list.add(("order_place", "place_order", Write), intent, "/cart", Verifier::state(checks));
    }
    let pending = ada_orders(shop, OrderStatus::Pending);
    for order in &pending {
        let intent = format!("Cancel my order #{}.", order.number);
        let cancelled = StateCheck::exists("/orders")
            .equals("number", order.number.as_str())
            .equals("status", "cancelled");
        let rest = StateCheck::count("/orders", pending.len() - 1)
            .equals("customer_id", ADA)
            .equals("status", "pending");
        list.add(
            ("order_cancel", "cancel_order", Write),
            intent,
            "/",
            Verifier::state(vec![cancelled, rest]),
        );
    }
    let again: Vec<&Order> = shop
        .orders_of(ADA)
        .into_iter()
        .filter(|order| {
            order.lines.iter().all(|line| plenty(shop).iter().any(|product| product.id == line.product_id))
        })
        .collect();
    for order in spread(&again, 0, 3) {
        let intent = format!("Put everything from my order #{} into the cart again.", order.number);
        let mut checks: Vec<StateCheck> =
            order.lines.iter().map(|line| in_cart(line.product_id, &line.options, line.quantity)).collect();
        checks.push(lines(waiting + order.lines.len()));
        checks.push(StateCheck::count("/orders", shop.orders.len()));
        list.add(("order_again", "reorder", Write), intent, "/", Verifier::state(checks));
    }
}
