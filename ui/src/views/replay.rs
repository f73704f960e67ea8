//! Reports of replays, the same in a run, in a trial and in the last verification.
//!
//! | module | holds |
//! |---|---|
//! | [`report`] | the whole: how it ended, its steps, what held |
//! | [`healing`] | a target that was found by other marks: a proposal |
//! | [`step`] | one step: what matched, how surely, what was seen |

pub mod healing;
pub mod report;
pub mod step;

pub use report::{Report, summary};
