//! Chromium over CDP: launch, observe, locate, act, replay, demonstrate, record.
//!
//! Invariants:
//! - Every call ends: each one has a limit of its own, and fails at once when Chromium or the page is gone.
//! - An element is used only where a person could use it: visible, at rest, enabled and not covered.
//! - An element is chosen by all its identities together ([`atelier_core::target`]); a doubtful match fails and
//!   names the candidates.
//! - Whether something was done is decided by conditions, never by the absence of an error.
//! - Values of form fields and headers never enter a log, and secrets never a report.
//!
//! Two connections to one Chromium, because one library does not do it all:
//! - `chromiumoxide` finds, starts and ends the process, opens tabs and private contexts, and carries the calls of
//!   execution and replay. It does these well: typed events for the few that are needed, a driver that notices
//!   when the process ends.
//! - [`Cdp`], our own, carries everything that needs session ids, targets held at their start, or events and fields
//!   that the library does not know: the recorder whole, and `Page.navigate`, which the library would take for a
//!   task that ends with the page's `load` event (a download or a move within the document never ends it).
//!   The library shows no events with their sessions, does not attach to a new tab before its first script runs,
//!   and drops messages of a newer Chromium.
//!
//! [`Browser::attach`] uses a browser that the user started, by their choice. There the sites' frames are in processes
//! of their own, which only the recorder reaches; a replay into such a frame fails and says so.
//!
//! It keeps no state beside the browser profile, stores nothing, and knows no model: who calls it decides what
//! to run and whether an effect is allowed. The debugging port is a random one on the loopback address for as
//! long as Chromium runs.

use std::time::Duration;

mod act;
mod attach;
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

pub use attach::{Found as FoundBrowser, find_users};
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
