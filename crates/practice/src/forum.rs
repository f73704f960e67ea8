//! The practice forum, "Commons": a link and discussion site with forums of its members.
//!
//! - [`model`], [`state`]: what there is and how it is found
//! - [`seed`]: how a seed becomes a site
//! - [`acts`]: everything a member can do, with its rules
//! - [`feed`]: orders, time ranges, search
//! - [`pages`]: what is shown and which forms are taken
//! - [`tasks`]: what one may be asked to do here, with verifiers
//!
//! Addresses: `/f/NAME`, `/f/NAME/new`, `/f/NAME/ID/SLUG`, `/submit/NAME`, `/user/NAME`, `/search?q=`,
//! `/wiki/PATH`, `/messages`.

pub mod acts;
pub mod feed;
pub mod model;
pub mod pages;
mod routes;
pub mod seed;
pub mod state;
pub mod tasks;

use std::sync::Arc;

use axum::Router;
use serde_json::Value;

pub use state::{Commons, DEMO_PASSWORD, DEMO_USER};

use crate::{
    space::{Site, Spaces},
    tasks::Task,
};

impl Site for Commons {
    const NAME: &'static str = "forum";
    const DEMO_ACCOUNT: &'static str = DEMO_USER;

    fn seeded(seed: u64) -> Self {
        seed::commons(seed)
    }

    fn router() -> Router<Arc<Spaces<Self>>> {
        routes::router()
    }

    fn state_json(&self) -> Value {
        // Plain structs with text keys: this cannot fail, and a null state fails every verifier.
        serde_json::to_value(self).unwrap_or(Value::Null)
    }

    fn tasks(&self) -> Vec<Task> {
        tasks::all(self)
    }

    fn has_account(&self, account: &str) -> bool {
        self.user(account).is_some()
    }
}
