//! One profile with its key, and what the surroundings lend.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use atelier_core::model::{ModelProfile, OutboundRequest};
use secrecy::SecretString;

/// A profile that is ready to be asked.
#[derive(Clone, Debug)]
pub struct Endpoint {
    pub profile: ModelProfile,
    /// Fetched from the keychain for this call; wiped when dropped, hidden in `Debug`.
    pub key: Option<SecretString>,
}

/// The clock, and waiting by it.
#[async_trait]
pub trait Time: Send + Sync {
    /// Unix milliseconds.
    fn now(&self) -> i64;

    async fn sleep(&self, duration: Duration);
}

/// The outbound log.
pub trait Outbound: Send + Sync {
    /// A request has ended: answered, failed or abandoned.
    fn sent(&self, request: &OutboundRequest);
}

/// What the client needs from outside.
#[derive(Clone)]
pub struct Surroundings {
    pub time: Arc<dyn Time>,
    pub outbound: Arc<dyn Outbound>,
    /// Secrets of the running task, taken out of everything that is sent.
    pub secrets: Vec<SecretString>,
}

impl fmt::Debug for Surroundings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Surroundings").finish_non_exhaustive()
    }
}
