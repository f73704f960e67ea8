//! Reading and writing whole files.
#![allow(clippy::unwrap_used)]

#[path = "suite/chrome.rs"]
mod chrome;
#[path = "suite/hostile.rs"]
mod hostile;
#[path = "suite/other_formats.rs"]
mod other_formats;
#[path = "suite/round_trip.rs"]
mod round_trip;
#[path = "suite/secrets.rs"]
mod secrets;

use atelier_core::ids::TrajectoryId;
use atelier_formats::{FormatError, Imported};

/// Reads with a fixed clock and counted ids.
fn read(name: &str, bytes: &[u8]) -> Result<Imported, FormatError> {
    let mut n = 0_u128;
    atelier_formats::read(name, bytes, 1_700_000_000_000, &mut || {
        n += 1;
        TrajectoryId::new(uuid::Uuid::from_u128(n))
    })
}
