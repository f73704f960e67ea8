//! The practice forum, "Commons".

use std::sync::Arc;

use axum::Router;
use serde_json::{Value, json};

use crate::{
    space::{Site, Spaces},
    tasks::Task,
};

/// Everything the forum knows.
#[derive(Debug, Clone)]
pub struct Commons;

impl Site for Commons {
    const NAME: &'static str = "forum";
    const DEMO_ACCOUNT: &'static str = "ada";

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
