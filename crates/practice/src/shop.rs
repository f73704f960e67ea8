//! The practice shop.

use std::sync::Arc;

use axum::Router;
use serde_json::{Value, json};

use crate::{
    space::{Site, Spaces},
    tasks::Task,
};

/// Everything the shop knows.
#[derive(Debug, Clone)]
pub struct Shop;

impl Site for Shop {
    const NAME: &'static str = "shop";
    const DEMO_ACCOUNT: &'static str = "ada@practice.test";

    fn seeded(_seed: u64) -> Self {
        Self
    }

    fn router() -> Router<Arc<Spaces<Self>>> {
        Router::new()
    }

    fn state_json(&self) -> Value {
        json!({})
    }

    fn tasks(&self) -> Vec<Task> {
        Vec::new()
    }

    fn has_account(&self, account: &str) -> bool {
        account == Self::DEMO_ACCOUNT
    }
}
