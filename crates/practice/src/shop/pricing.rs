//! What a cart costs: coupons, shipping methods, tax. All in whole cents; rounding happens in exactly two
//! places, the percentage coupon and the tax, each half away from zero.

use super::model::Totals;
use super::money::Cents;

/// Sales tax in basis points, on goods after discount. Shipping is free of tax.
pub const TAX_BASIS_POINTS: i64 = 825;

/// Standard shipping is free from this subtotal (after discount) on.
pub const FREE_SHIPPING_FROM: Cents = Cents(7_500);

/// A way to send an order.
#[derive(Debug, PartialEq, Eq)]
pub struct ShippingMethod {
    pub key: &'static str,
    pub label: &'static str,
    pub days: &'static str,
    pub price: Cents,
}

pub static SHIPPING: [ShippingMethod; 3] = [
    ShippingMethod {
        key: "standard",
        label: "Standard delivery",
        days: "3 to 5 working days",
        price: Cents(490),
    },
    ShippingMethod {
        key: "express",
        label: "Express delivery",
        days: "next working day",
        price: Cents(1_450),
    },
    ShippingMethod {
        key: "pickup",
        label: "Collect at the quay",
        days: "ready in two hours",
        price: Cents(0),
    },
];

/// A pretend way to pay.
#[derive(Debug, PartialEq, Eq)]
pub struct PaymentMethod {
    pub key: &'static str,
    pub label: &'static str,
    pub hint: &'static str,
}

pub static PAYMENT: [PaymentMethod; 4] = [
    PaymentMethod { key: "invoice", label: "Invoice", hint: "Pay within 14 days of delivery." },
    PaymentMethod {
        key: "transfer",
        label: "Bank transfer",
        hint: "We send the goods once the money has come in.",
    },
    PaymentMethod { key: "voucher", label: "Gift voucher", hint: "Taken from the voucher on your account." },
    PaymentMethod {
        key: "delivery",
        label: "Cash on delivery",
        hint: "Have the exact amount ready for the driver.",
    },
];

pub fn shipping(key: &str) -> Option<&'static ShippingMethod> {
    SHIPPING.iter().find(|method| method.key == key)
}

pub fn payment(key: &str) -> Option<&'static PaymentMethod> {
    PAYMENT.iter().find(|method| method.key == key)
}

/// What a coupon takes off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Saving {
    /// Basis points of the subtotal.
    Share(i64),
    /// A fixed sum, from a least subtotal on.
    Sum { off: Cents, from: Cents },
    /// Standard shipping costs nothing.
    Shipping,
}

#[derive(Debug)]
pub struct Coupon {
    pub code: &'static str,
    pub label: &'static str,
    pub saving: Saving,
}

pub static COUPONS: [Coupon; 4] = [
    Coupon { code: "HARBOUR10", label: "10 % off everything", saving: Saving::Share(1_000) },
    Coupon {
        code: "SPRINGTIDE",
        label: "$15 off from $100",
        saving: Saving::Sum { off: Cents(1_500), from: Cents(10_000) },
    },
    Coupon { code: "CREW25", label: "25 % off for our crew", saving: Saving::Share(2_500) },
    Coupon { code: "FREEBOAT", label: "free standard delivery", saving: Saving::Shipping },
];

/// Finds a coupon by its code, in any case.
pub fn coupon(code: &str) -> Option<&'static Coupon> {
    COUPONS.iter().find(|coupon| coupon.code.eq_ignore_ascii_case(code.trim()))
}

/// Adds up. `lines` are unit price and quantity; unknown coupon or shipping keys count as none.
pub fn totals(lines: impl Iterator<Item = (Cents, u32)>, coupon_code: &str, shipping_key: &str) -> Totals {
    let subtotal: Cents = lines.map(|(price, quantity)| price.times(quantity)).sum();
    let saving = coupon(coupon_code).map(|coupon| coupon.saving);
    let discount = match saving {
        Some(Saving::Share(points)) => subtotal.share(points),
        Some(Saving::Sum { off, from }) if subtotal >= from => off.min(subtotal),
        _ => Cents::ZERO,
    };
    let goods = subtotal - discount;
    let shipping = shipping(shipping_key).map_or(Cents::ZERO, |method| {
        let free = goods >= FREE_SHIPPING_FROM || saving == Some(Saving::Shipping);
        if method.key == "standard" && free { Cents::ZERO } else { method.price }
    });
    let tax = goods.share(TAX_BASIS_POINTS);
    Totals { subtotal, discount, shipping, tax, grand: goods + shipping + tax }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(lines: &[(i64, u32)], coupon: &str, shipping: &str) -> Totals {
        totals(lines.iter().map(|&(cents, quantity)| (Cents(cents), quantity)), coupon, shipping)
    }

    #[test]
    fn a_known_cart_costs_what_it_should() {
        let sums = of(&[(1_999, 3), (50, 1)], "", "standard");
        assert_eq!(sums.subtotal, Cents(6_047));
        assert_eq!(sums.shipping, Cents(490));
        // 6047 × 8.25 % = 498.8775
        assert_eq!(sums.tax, Cents(499));
        assert_eq!(sums.grand, Cents(6_047 + 490 + 499));
    }

    #[test]
    fn coupons_take_off_what_they_promise() {
        assert_eq!(of(&[(1_005, 1)], "harbour10", "").discount, Cents(101));
        assert_eq!(of(&[(9_999, 1)], "SPRINGTIDE", "").discount, Cents(0));
        assert_eq!(of(&[(10_000, 1)], "SPRINGTIDE", "").discount, Cents(1_500));
        assert_eq!(of(&[(500, 1)], "FREEBOAT", "standard").shipping, Cents(0));
        assert_eq!(of(&[(500, 1)], "FREEBOAT", "express").shipping, Cents(1_450));
        assert_eq!(of(&[(500, 1)], "NOSUCH", "").discount, Cents(0));
    }

    #[test]
    fn free_standard_shipping_starts_at_the_line() {
        assert_eq!(of(&[(7_499, 1)], "", "standard").shipping, Cents(490));
        assert_eq!(of(&[(7_500, 1)], "", "standard").shipping, Cents(0));
        assert_eq!(of(&[(7_500, 1)], "HARBOUR10", "standard").shipping, Cents(490));
    }

    proptest! {
        #[test]
        fn the_sums_always_agree(lines in proptest::collection::vec((0_i64..200_000, 1_u32..99), 0..12), which in 0_usize..5, method in 0_usize..4) {
            let code = COUPONS.get(which).map_or("", |coupon| coupon.code);
            let method = SHIPPING.get(method).map_or("", |method| method.key);
            let sums = of(&lines, code, method);
            let expected: i64 = lines.iter().map(|&(cents, quantity)| cents * i64::from(quantity)).sum();
            prop_assert_eq!(sums.subtotal, Cents(expected));
            prop_assert_eq!(sums.grand, sums.subtotal - sums.discount + sums.shipping + sums.tax);
            prop_assert!(sums.discount >= Cents::ZERO && sums.discount <= sums.subtotal);
            prop_assert!(sums.tax >= Cents::ZERO);
        }
    }
}
