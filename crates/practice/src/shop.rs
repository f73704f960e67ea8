//! The practice shop, "Harbour Goods": a catalogue, a cart, accounts and an admin area.
//!
//! - [`money`], [`pricing`]: whole cents; coupons, delivery and tax
//! - [`model`]: products, orders, customers… as plain data
//! - [`state`]: everything a space remembers, and the rules for changing it
//! - [`catalogue`]: search, facets, sorting, pages
//! - [`richtext`]: what the description field may hold
//! - [`seed`]: the shop before anyone touched it; `words` is its vocabulary
//! - `pages`: the HTML and the forms
//! - `tasks`: what a person may want done here

pub mod catalogue;
pub mod model;
pub mod money;
mod pages;
pub mod pricing;
pub mod richtext;
pub mod seed;
pub mod state;
mod tasks;
mod words;

use std::sync::Arc;

use axum::Router;
use serde_json::Value;

use crate::{
    space::{Site, Spaces},
    tasks::Task,
};

pub use state::Shop;

impl Site for Shop {
    const NAME: &'static str = "shop";
    const DEMO_ACCOUNT: &'static str = "ada@practice.test";

    fn seeded(seed: u64) -> Self {
        seed::shop(seed)
    }

    fn router() -> Router<Arc<Spaces<Self>>> {
        pages::router()
    }

    fn state_json(&self) -> Value {
        // Plain data with text keys: this cannot fail.
        serde_json::to_value(self).unwrap_or_default()
    }

    fn tasks(&self) -> Vec<Task> {
        tasks::all(self)
    }

    fn has_account(&self, account: &str) -> bool {
        self.account_id(account).is_some()
    }
}

impl Shop {
    /// The customer behind an account name. The demo account stays Ada's even when she changes her e-mail.
    fn account_id(&self, account: &str) -> Option<u32> {
        self.customer_by_email(account)
            .map(|customer| customer.id)
            .or_else(|| (account == <Self as Site>::DEMO_ACCOUNT).then_some(state::ADA))
    }
}
