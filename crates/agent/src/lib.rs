//! The worker: which skills are at hand on a page, which one does what was asked, and the run of a task.
//!
//! Invariants: postconditions decide whether a task is done, never the absence of an error; nothing with an
//! effect is repeated; effects that cannot be taken back wait for the user unless the site is a test site, and
//! no answer means no; what a page says never adds or changes a skill. Clock and ids come in from outside.
//!
//! What is *not* here: how a page is driven (`atelier-browser`), where the log is kept (`atelier-store`), how
//! skills come into the active set (`atelier-tailor`).
//!
//! | module | holds |
//! |---|---|
//! | [`retrieve`] | skills by URL pattern, element presence and embedding (WebXSkill §3.2) |
//! | [`plan`] | the local planner: intent → skill and arguments, or a refusal with its reason |
//! | [`worker`] | the run of a task: page, replay, approvals, events, the row of the log |
//! | [`error`] | errors |

pub mod error;
pub mod plan;
pub mod retrieve;
pub mod worker;

#[cfg(test)]
mod bench;

pub use error::AgentError;
pub use plan::{Chosen, Limits, Plan, Planner, Wish};
pub use worker::{LOCAL, Task, TaskSink, Tools, begin, run_task};
