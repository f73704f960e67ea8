//! Everything a shop remembers, for one space. Plain data plus the rules for changing it.
//!
//! - [`cart`]: cart lines, coupon, sums
//! - [`orders`]: placing, cancelling, ordering again, status changes
//! - [`account`]: customers, addresses, wish list, newsletter, contact
//! - [`reviews`]: writing and judging reviews; ratings
//! - [`stock`]: what the admin changes about a product

pub mod account;
pub mod cart;
pub mod orders;
pub mod reviews;
pub mod stock;

use super::model::{
    Address, CartLine, Category, Checkout, ContactMessage, Customer, Order, Product, Review, Subscription,
    Wish,
};
use serde::Serialize;
use std::sync::Arc;

pub use crate::seed::NOW;

/// The customer who is signed in unless someone signed out.
pub const ADA: u32 = 1;

/// The cart, wish list and comparison of whoever is not signed in.
pub const GUEST: u32 = 0;

/// Longest texts that the shop takes, in characters.
pub const LONGEST_LINE: usize = 200;
pub const LONGEST_TEXT: usize = 5_000;

/// How many of each growing thing a space keeps: pages stay quick however long a test runs.
pub const MOST_ROWS: usize = 2_000;

#[derive(Debug, Clone, Serialize)]
pub struct Shop {
    #[serde(skip)]
    pub(super) ticks: i64,
    #[serde(skip)]
    pub(super) last_id: u32,
    pub categories: Arc<[Category]>,
    pub products: Vec<Product>,
    pub reviews: Vec<Review>,
    pub customers: Vec<Customer>,
    pub addresses: Vec<Address>,
    pub orders: Vec<Order>,
    pub cart: Vec<CartLine>,
    pub checkouts: Vec<Checkout>,
    pub wishes: Vec<Wish>,
    pub comparisons: Vec<Wish>,
    pub subscriptions: Vec<Subscription>,
    pub messages: Vec<ContactMessage>,
}

/// What is wrong with a form: the field's name and a sentence for its user.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FieldErrors(pub Vec<(&'static str, String)>);

impl FieldErrors {
    pub fn add(&mut self, field: &'static str, message: impl Into<String>) {
        self.0.push((field, message.into()));
    }

    pub fn of(&self, field: &str) -> Option<&str> {
        self.0.iter().find(|(name, _)| *name == field).map(|(_, message)| message.as_str())
    }

    pub fn single(field: &'static str, message: impl Into<String>) -> Self {
        Self(vec![(field, message.into())])
    }

    pub fn into_result(self) -> Result<(), Self> {
        if self.0.is_empty() { Ok(()) } else { Err(self) }
    }

    /// Complains when `text` is blank or longer than `most` characters.
    pub fn need(&mut self, field: &'static str, text: &str, most: usize) {
        if text.trim().is_empty() {
            self.add(field, "This is a required field.");
        } else {
            self.cap(field, text, most);
        }
    }

    /// Complains when `text` is longer than `most` characters.
    pub fn cap(&mut self, field: &'static str, text: &str, most: usize) {
        if text.chars().count() > most {
            self.add(field, format!("Please keep this under {most} characters."));
        }
    }

    /// Complains when `text` cannot be an e-mail address.
    pub fn need_email(&mut self, field: &'static str, text: &str) {
        self.need(field, text, LONGEST_LINE);
        if self.of(field).is_none() && !looks_like_email(text) {
            self.add(field, "Please enter a valid e-mail address, such as name@example.com.");
        }
    }
}

fn looks_like_email(text: &str) -> bool {
    let text = text.trim();
    text.split_once('@').is_some_and(|(name, host)| {
        !name.is_empty()
            && host.contains('.')
            && !host.starts_with('.')
            && !host.ends_with('.')
            && !host.contains('@')
            && !text.contains(char::is_whitespace)
    })
}

impl Shop {
    /// The moment of the next change: each takes one minute of the shop's own time.
    pub(super) fn tick(&mut self) -> i64 {
        self.ticks += 1;
        NOW + self.ticks * 60_000
    }

    pub(super) fn fresh_id(&mut self) -> u32 {
        self.last_id += 1;
        self.last_id
    }

    pub fn product(&self, id: u32) -> Option<&Product> {
        self.products.iter().find(|product| product.id == id)
    }

    pub fn product_by_slug(&self, slug: &str) -> Option<&Product> {
        self.products.iter().find(|product| product.slug == slug)
    }

    pub fn category(&self, slug: &str) -> Option<&Category> {
        self.categories.iter().find(|category| category.slug == slug)
    }

    /// Name of a department, given its slug.
    pub fn department(&self, slug: &str) -> Option<&'static str> {
        self.categories
            .iter()
            .find(|category| category.department_slug == slug)
            .map(|category| category.department)
    }

    /// Slug and name of each department, in the order of the menu.
    pub fn departments(&self) -> Vec<(&'static str, &'static str)> {
        let mut seen: Vec<(&'static str, &'static str)> = Vec::new();
        for category in self.categories.iter() {
            if !seen.iter().any(|(slug, _)| *slug == category.department_slug) {
                seen.push((category.department_slug, category.department));
            }
        }
        seen
    }

    pub fn customer(&self, id: u32) -> Option<&Customer> {
        self.customers.iter().find(|customer| customer.id == id)
    }

    pub fn order(&self, number: &str) -> Option<&Order> {
        self.orders.iter().find(|order| order.number == number)
    }

    pub fn categories_of(&self, department_slug: &str) -> Vec<&Category> {
        self.categories.iter().filter(|category| category.department_slug == department_slug).collect()
    }

    /// The same category's other products on sale, nearest in price first.
    pub fn related(&self, product: &Product, most: usize) -> Vec<&Product> {
        let mut others: Vec<&Product> = self
            .products
            .iter()
            .filter(|other| other.enabled && other.id != product.id && other.category == product.category)
            .collect();
        others.sort_by_key(|other| ((other.price_cents.0 - product.price_cents.0).abs(), other.id));
        others.truncate(most);
        others
    }
}

#[cfg(test)]
mod tests {
    use super::looks_like_email;

    #[test]
    fn addresses_that_can_be_and_that_cannot() {
        for good in ["a@b.co", "first.last@mail.test", "x+y@sub.example.org"] {
            assert!(looks_like_email(good), "{good}");
        }
        for bad in ["", "a", "a@b", "@b.co", "a@b.", "a@.co", "a b@c.de", "a@b@c.de"] {
            assert!(!looks_like_email(bad), "{bad}");
        }
    }
}
