//! Content hashes: the same recording read twice is the same recording.

use std::fmt::Write as _;

use atelier_core::ids::TrajectoryId;
use atelier_core::trajectory::{Source, Trajectory};
use sha2::{Digest as _, Sha256};

/// SHA-256 in hex of what a trajectory holds; its id, its source and its time do not count.
pub fn content_hash(trajectory: &Trajectory) -> String {
    let mut plain = trajectory.clone();
    plain.id = TrajectoryId::new(uuid::Uuid::nil());
    plain.source = Source::Recorded;
    plain.recorded_at = 0;
    // Plain data with text keys: writing it cannot fail.
    let text = serde_json::to_string(&plain).unwrap_or_default();
    Sha256::digest(text.as_bytes()).iter().fold(String::with_capacity(64), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}
