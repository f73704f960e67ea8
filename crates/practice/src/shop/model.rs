//! The things a shop is made of. All are plain data: they serialise into `GET /api/state` as they are.

use super::money::Cents;
use serde::{Deserialize, Serialize};

/// A leaf of the catalogue. Its department is the level above.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Category {
    pub id: u32,
    pub slug: &'static str,
    pub name: &'static str,
    pub department: &'static str,
    pub department_slug: &'static str,
    /// Which drawing stands for its products.
    pub glyph: &'static str,
}

/// A thing for sale.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Product {
    pub id: u32,
    pub sku: String,
    pub slug: String,
    pub name: String,
    pub category: &'static str,
    pub department: &'static str,
    pub brand: &'static str,
    pub colour: &'static str,
    pub material: &'static str,
    pub price_cents: Cents,
    pub stock: u32,
    pub enabled: bool,
    pub options: Vec<OptionGroup>,
    /// HTML of the rich text field, already sanitised (`richtext.rs`).
    pub description: String,
    pub weight_grams: u32,
    /// Unix milliseconds.
    pub added_at: i64,
    /// Mean of the approved reviews in tenths of a star; 0 without one.
    pub rating_tenths: u32,
    /// Number of approved reviews.
    pub review_count: u32,
}

impl Product {
    /// The mean rating with one decimal, as shown: `4.3`.
    pub fn rating(&self) -> String {
        format!("{}.{}", self.rating_tenths / 10, self.rating_tenths % 10)
    }

    pub fn in_stock(&self) -> bool {
        self.stock > 0
    }

    /// The colours it can be had in: the choices of its swatches, or its one colour.
    pub fn colours(&self) -> Vec<&'static str> {
        self.options
            .iter()
            .find(|group| group.style == OptionStyle::Swatch)
            .map_or_else(|| vec![self.colour], |group| group.values.clone())
    }

    pub fn has_colour(&self, colour: &str) -> bool {
        self.colours().iter().any(|own| own.eq_ignore_ascii_case(colour))
    }
}

/// How the choices of an option are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum OptionStyle {
    Select,
    Swatch,
}

/// One choice the buyer must make: `Size`, `Colour`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OptionGroup {
    pub name: &'static str,
    pub style: OptionStyle,
    pub values: Vec<&'static str>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReviewStatus {
    Pending,
    Approved,
    Rejected,
}

impl ReviewStatus {
    pub const ALL: [Self; 3] = [Self::Pending, Self::Approved, Self::Rejected];

    pub const fn label(self) -> &'static str {
        match self {
            Self::Pending => "Pending",
            Self::Approved => "Approved",
            Self::Rejected => "Rejected",
        }
    }

    pub const fn key(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Approved => "approved",
            Self::Rejected => "rejected",
        }
    }

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.key() == key)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Review {
    pub id: u32,
    pub product_id: u32,
    pub product: String,
    /// 0 for a guest.
    pub customer_id: u32,
    pub nickname: String,
    pub stars: u32,
    pub title: String,
    pub text: String,
    pub status: ReviewStatus,
    pub created_at: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Customer {
    pub id: u32,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub phone: String,
    pub group: &'static str,
    pub joined_at: i64,
    #[serde(skip)]
    pub password: String,
    pub default_billing: u32,
    pub default_shipping: u32,
}

impl Customer {
    pub fn name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Address {
    pub id: u32,
    pub customer_id: u32,
    pub name: String,
    pub company: String,
    pub street: String,
    pub city: String,
    pub region: String,
    pub postcode: String,
    pub country: String,
    pub phone: String,
}

impl Address {
    /// The address in one line, as drop-downs and order grids show it.
    pub fn one_line(&self) -> String {
        format!("{}, {} {}, {}", self.street, self.postcode, self.city, self.country)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OrderStatus {
    Pending,
    Processing,
    Shipped,
    Delivered,
    Cancelled,
    Refunded,
}

impl OrderStatus {
    pub const ALL: [Self; 6] =
        [Self::Pending, Self::Processing, Self::Shipped, Self::Delivered, Self::Cancelled, Self::Refunded];

    pub const fn label(self) -> &'static str {
        match self {
            Self::Pending => "Pending",
            Self::Processing => "Processing",
            Self::Shipped => "Shipped",
            Self::Delivered => "Delivered",
            Self::Cancelled => "Cancelled",
            Self::Refunded => "Refunded",
        }
    }

    pub const fn key(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Processing => "processing",
            Self::Shipped => "shipped",
            Self::Delivered => "delivered",
            Self::Cancelled => "cancelled",
            Self::Refunded => "refunded",
        }
    }

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.key() == key)
    }
}

/// One bought thing, with the price of that day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OrderLine {
    pub product_id: u32,
    pub product: String,
    pub sku: String,
    /// Chosen options, `Size: M, Colour: Navy`; empty without any.
    pub options: String,
    pub unit_cents: Cents,
    pub quantity: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OrderComment {
    pub status: OrderStatus,
    pub text: String,
    pub notified: bool,
    pub at: i64,
}

/// The sums under a cart or an order. `grand = subtotal - discount + shipping + tax` holds always.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Totals {
    pub subtotal: Cents,
    pub discount: Cents,
    pub shipping: Cents,
    pub tax: Cents,
    pub grand: Cents,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Order {
    pub id: u32,
    /// What the customer sees: `100231`.
    pub number: String,
    pub customer_id: u32,
    pub customer: String,
    pub email: String,
    pub placed_at: i64,
    pub status: OrderStatus,
    pub lines: Vec<OrderLine>,
    /// How many pieces, over all lines.
    pub pieces: u32,
    pub shipping_address: Address,
    pub shipping_method: &'static str,
    pub payment_method: &'static str,
    pub coupon: String,
    pub note: String,
    pub totals: Totals,
    pub comments: Vec<OrderComment>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CartLine {
    pub id: u32,
    /// 0 for a guest.
    pub customer_id: u32,
    pub product_id: u32,
    pub product: String,
    pub options: String,
    pub quantity: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Wish {
    pub customer_id: u32,
    pub product_id: u32,
    pub product: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Subscription {
    pub email: String,
    /// `weekly`, `sales` or `new`.
    pub topic: &'static str,
    pub since: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ContactMessage {
    pub id: u32,
    pub name: String,
    pub email: String,
    pub topic: &'static str,
    pub order_number: String,
    pub text: String,
    pub sent_at: i64,
}

/// What a customer has chosen so far on the way through the checkout.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Checkout {
    pub customer_id: u32,
    pub address: Option<Address>,
    pub shipping_method: String,
    pub payment_method: String,
    pub coupon: String,
}
