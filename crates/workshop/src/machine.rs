//! Clock and randomness of the running product. Rules get their results as arguments.

use std::time::{SystemTime, UNIX_EPOCH};

use atelier_core::ids::{SkillId, TaskId, TrajectoryId};
use uuid::Uuid;

/// Unix milliseconds.
#[expect(clippy::disallowed_methods, reason = "the one place where the clock is read")]
pub fn now() -> i64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

pub fn trajectory_id() -> TrajectoryId {
    TrajectoryId::new(Uuid::now_v7())
}

pub fn skill_id() -> SkillId {
    SkillId::new(Uuid::now_v7())
}

pub fn task_id() -> TaskId {
    TaskId::new(Uuid::now_v7())
}
