//! Chromium over CDP: launch, observe, locate, act, replay, demonstrate.
//!
//! Invariants:
//! - Every call ends: each one has a limit of its own, and fails at once when Chromium or the page is gone.
//! - An element is used only where a person could use it: visible, at rest, enabled and not covered.
//! - An element is chosen by all its identities together ([`atelier_core::target`]); a doubtful match fails and
//!   names the candidates.
//! - Whether something was done is decided by conditions, never by the absence of an error.
//! - Values of form fields and headers never enter a log, and secrets never a report.
//!
//! It keeps no state beside the browser profile, stores nothing, and knows no model: who calls it decides what
//! to run and whether an effect is allowed. The debugging port is a random one on the loopback address for as
//! long as Chromium runs.

use std::time::Duration;

mod act;
mod browser;
mod cdp;
mod condition;
mod demonstration;
mod engine;
mod error;
mod launch;
mod locate;
mod mutate;
mod observe;
mod page;
mod record;
mod replay;
mod secret;

pub use browser::Browser;
pub use cdp::{Cdp, CdpEvent, CdpEvents, Pending};
pub use demonstration::{By, Demonstration};
pub use error::BrowserError;
pub use launch::{LaunchOptions, find_program};
pub use locate::Located;
pub use mutate::Mutation;
pub use observe::{Observation, ObservedNode};
pub use page::Page;
pub use record::{LiveEvent, LiveEvents, RecordOptions, Recording};
pub use replay::{ReplayEvent, ReplayOptions, ReplayWatch, Unwatched, replay};
pub use secret::{Secret, SecretFault, SecretSource};

/// Longest time for one protocol call.
pub(crate) const CALL_LIMIT: Duration = Duration::from_secs(10);
/// Longest time from the start of Chromium to its first answer.
pub(crate) const LAUNCH_LIMIT: Duration = Duration::from_secs(30);
/// Longest time for a page to load.
pub(crate) const LOAD_LIMIT: Duration = Duration::from_secs(30);

/// Log filter that every subscriber must contain: below WARN the protocol library logs whole messages, with
/// cookies and form values in them.
pub const LOG_DIRECTIVE: &str = "chromiumoxide=warn";
