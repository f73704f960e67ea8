//! Things hardly anybody asks for. No skill is likely to exist for them.

use super::{plenty, spread};
use crate::{
    shop::state::{ADA, Shop},
    tasks::{
        StateCheck,
        TaskKind::{Navigate, Read, Write},
        TaskList, Verifier,
    },
};

pub(super) fn add(shop: &Shop, list: &mut TaskList) {
    list.add(
        ("odd_founded", "read_founding_year", Read),
        "In which year did Harbour Goods open?",
        "/",
        Verifier::number(1987),
    );
    list.add(
        ("odd_returns", "read_return_period", Read),
        "How many days do I have to return something?",
        "/",
        Verifier::number(45),
    );
    list.add(
        ("odd_hours", "read_opening_hours", Read),
        "When is the shop at the quay open?",
        "/",
        Verifier::text("Tuesday to Saturday, 9:30 to 17:00"),
    );
    let dearest =
        shop.products.iter().max_by_key(|product| (product.price_cents, std::cmp::Reverse(product.id)));
    if let Some(product) = dearest {
        let intent = "Which product is the most expensive one in the whole shop?";
        list.add(("odd_dearest", "find_dearest_product", Read), intent, "/", Verifier::text(&product.name));
    }
    let out = shop.products.iter().filter(|product| product.enabled && product.stock == 0).count();
    let out = Verifier::number(u32::try_from(out).unwrap_or(0));
    let intent = "How many products are out of stock, according to the back office?";
    list.add(("odd_out_of_stock", "count_out_of_stock", Read), intent, "/admin", out);
    let pair = spread(&plenty(shop), 41, 2);
    if let [one, other] = pair.as_slice() {
        let intent =
            format!("Put the \"{}\" and the \"{}\" side by side in the comparison.", one.name, other.name);
        let compared =
            |id: u32| StateCheck::exists("/comparisons").equals("customer_id", ADA).equals("product_id", id);
        let checks = vec![
            compared(one.id),
            compared(other.id),
            StateCheck::count("/comparisons", 2).equals("customer_id", ADA),
        ];
        list.add(("odd_compare", "compare_products", Write), intent, "/", Verifier::state(checks));
        let intent = format!(
            "In the back office, add the sentence \"Now with a second handle.\" to the description of the \"{}\".",
            other.name
        );
        let checks = vec![
            StateCheck::exists("/products")
                .equals("id", other.id)
                .contains("description", "Now with a second handle.")
                .equals("price_cents", other.price_cents.0),
        ];
        list.add(
            ("odd_description", "edit_product_description", Write),
            intent,
            "/admin",
            Verifier::state(checks),
        );
    }
    let intent = "Sign out and register a new account for Rosa Lindgren with the e-mail rosa@lindgren.test and the password seagull-42.";
    let checks = vec![
        StateCheck::exists("/customers")
            .equals("first_name", "Rosa")
            .equals("last_name", "Lindgren")
            .equals("email", "rosa@lindgren.test"),
    ];
    list.add(("odd_register", "register_account", Write), intent, "/", Verifier::state(checks));
    let intent = "Empty my shopping cart completely.";
    let checks = vec![
        StateCheck::absent("/cart").equals("customer_id", ADA),
        StateCheck::count("/orders", shop.orders.len()),
    ];
    list.add(("odd_empty", "empty_cart", Write), intent, "/", Verifier::state(checks));
    let intent = "In the back office, list the orders placed from 2026-05-01 to 2026-05-31.";
    let page =
        Verifier::url("/admin/orders").with("placed_from", "2026-05-01").with("placed_to", "2026-05-31");
    list.add(("odd_dates", "filter_orders_by_date", Navigate), intent, "/admin", page);
}
