//! Two hundred old orders, and the cart that waits for Ada.

use crate::{
    seed::{DAY, Dice, HOUR, NOW},
    shop::{
        model::{Order, OrderComment, OrderLine, OrderStatus, Product},
        pricing::{self, COUPONS, PAYMENT, SHIPPING},
        state::{ADA, Shop},
    },
};

const ORDERS: u32 = 200;

/// Which orders are Ada's (places in the row from old to new) and, near the end, what state they are in.
const ADAS: [(u32, Option<OrderStatus>); 14] = [
    (11, None),
    (34, None),
    (58, None),
    (77, None),
    (96, None),
    (121, None),
    (140, None),
    (158, Some(OrderStatus::Refunded)),
    (171, Some(OrderStatus::Shipped)),
    (180, Some(OrderStatus::Cancelled)),
    (188, Some(OrderStatus::Processing)),
    (192, Some(OrderStatus::Pending)),
    (195, Some(OrderStatus::Pending)),
    (198, Some(OrderStatus::Pending)),
];

pub(super) fn orders(seed: u64, shop: &mut Shop) {
    let mut dice = Dice::new(seed, "shop orders");
    for place in 0..ORDERS {
        let ada = ADAS.iter().find(|(own, _)| *own == place);
        let buyer = if ada.is_some() { 0 } else { 1 + dice.below(shop.customers.len() - 1) };
        let customer = &shop.customers[buyer];
        let own: Vec<_> =
            shop.addresses.iter().filter(|address| address.customer_id == customer.id).collect();
        let shipping_address = own[dice.below(own.len())].clone();
        let days_ago = i64::from(ORDERS - place);
        let placed_at = NOW - days_ago * DAY + i64::try_from(dice.below(20)).unwrap_or(0) * HOUR;
        let count = 1 + dice.below(4);
        let mut lines: Vec<OrderLine> = Vec::new();
        for _ in 0..count {
            let product = &shop.products[dice.below(shop.products.len())];
            if lines.iter().all(|line| line.product_id != product.id) {
                lines.push(line(&mut dice, product));
            }
        }
        let coupon = if dice.chance(20) { COUPONS[dice.below(COUPONS.len())].code } else { "" };
        let shipping_method = SHIPPING[dice.below(SHIPPING.len())].key;
        let totals = pricing::totals(
            lines.iter().map(|line| (line.unit_cents, line.quantity)),
            coupon,
            shipping_method,
        );
        let drawn = status(&mut dice, days_ago);
        let status = ada.map_or(drawn, |(_, fixed)| fixed.unwrap_or(OrderStatus::Delivered));
        shop.orders.push(Order {
            id: place + 1,
            number: (100_231 + place).to_string(),
            customer_id: customer.id,
            customer: customer.name(),
            email: customer.email.clone(),
            placed_at,
            status,
            pieces: lines.iter().map(|line| line.quantity).sum(),
            lines,
            shipping_address,
            shipping_method,
            payment_method: PAYMENT[dice.below(PAYMENT.len())].key,
            coupon: coupon.to_owned(),
            note: String::new(),
            totals,
            comments: history(status, placed_at),
        });
    }
}

fn line(dice: &mut Dice, product: &Product) -> OrderLine {
    let options: Vec<String> = product
        .options
        .iter()
        .map(|group| format!("{}: {}", group.name, group.values[dice.below(group.values.len())]))
        .collect();
    OrderLine {
        product_id: product.id,
        product: product.name.clone(),
        sku: product.sku.clone(),
        options: options.join(", "),
        unit_cents: product.price_cents,
        quantity: u32::try_from(1 + dice.skewed(4)).unwrap_or(1),
    }
}

/// Old orders are mostly done with, new ones mostly not.
fn status(dice: &mut Dice, days_ago: i64) -> OrderStatus {
    match (days_ago, dice.below(10)) {
        (0..10, 0..5) => OrderStatus::Pending,
        (0..24, 0..7) => OrderStatus::Processing,
        (0..40, 0..8) => OrderStatus::Shipped,
        (_, 9) => OrderStatus::Cancelled,
        (_, 8) => OrderStatus::Refunded,
        _ => OrderStatus::Delivered,
    }
}

fn history(status: OrderStatus, placed_at: i64) -> Vec<OrderComment> {
    let note = |status, text: &str, days: i64| OrderComment {
        status,
        text: text.to_owned(),
        notified: true,
        at: placed_at + days * DAY,
    };
    match status {
        OrderStatus::Pending | OrderStatus::Processing => Vec::new(),
        OrderStatus::Shipped => vec![note(OrderStatus::Shipped, "Left the quay this morning.", 2)],
        OrderStatus::Delivered => vec![
            note(OrderStatus::Shipped, "Left the quay this morning.", 2),
            note(OrderStatus::Delivered, "Handed over.", 4),
        ],
        OrderStatus::Cancelled => vec![note(OrderStatus::Cancelled, "Cancelled before dispatch.", 1)],
        OrderStatus::Refunded => vec![
            note(OrderStatus::Delivered, "Handed over.", 4),
            note(OrderStatus::Refunded, "Came back unused; money returned.", 9),
        ],
    }
}

/// Two things that Ada put aside last week.
pub(super) fn cart(shop: &mut Shop) {
    let picks: Vec<u32> = ["candles", "notebooks"]
        .into_iter()
        .filter_map(|category| {
            let mut fit =
                shop.products.iter().filter(|product| product.category == category && product.stock >= 12);
            fit.next().map(|product| product.id)
        })
        .collect();
    for (id, quantity) in picks.into_iter().zip([2, 1]) {
        let chosen: Vec<(String, String)> = shop.product(id).map_or_else(Vec::new, |product| {
            let first =
                |group: &crate::shop::model::OptionGroup| (group.name.to_owned(), group.values[0].to_owned());
            product.options.iter().map(first).collect()
        });
        // The products were picked for their stock, so this cannot be refused.
        let _ = shop.add_to_cart(ADA, id, &chosen, quantity);
    }
}
