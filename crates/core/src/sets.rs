//! Sets: in which stage a skill is, with a reason, a time and an actor for every change.

use serde::{Deserialize, Serialize};

use crate::ids::SkillId;

/// Where a skill stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Cut from a trajectory, not or not yet through the quality filter.
    Generated,
    /// Through the quality filter (and verified, once verification ran).
    Pool,
    /// Offered to agents.
    Active,
    /// Failed verification; kept with its report.
    Quarantine,
}

impl Stage {
    /// Lower-case name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Generated => "generated",
            Self::Pool => "pool",
            Self::Active => "active",
            Self::Quarantine => "quarantine",
        }
    }
}

/// Who made a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Actor {
    User,
    /// Offline selection.
    Selection,
    /// Online reselection.
    Reselection,
}

/// One change of stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move {
    pub skill: SkillId,
    pub to: Stage,
    /// One sentence for people.
    pub reason: String,
    pub actor: Actor,
    /// Unix milliseconds.
    pub at: i64,
}

/// What the user said about a skill; outranks every judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// Always active.
    Pin,
    /// Never active.
    Never,
    /// Put away: shown nowhere and never active, until it is brought back.
    Deleted,
}
