//! Offline selection (AutoTailor §3.1, WebXSkill §3.1): recordings become skills, and a small set of them
//! is put at hand.
//!
//! | module | does |
//! |---|---|
//! | [`extract`] | recordings → candidates, without a model |
//! | [`intents`] | normal forms of a log of intents |
//! | [`judge`] | ratings and comparisons; the local judge |
//! | [`calibration`] | labelled pairs, to choose thresholds by |
//! | [`cluster`] | greedy centroid clustering of docstrings |
//! | [`duplicates`] | which of two skills that do the same stays |
//! | [`verify`] | one skill against a live page |
//! | [`select`] | the whole run with every decision as a row |
//! | [`preview`] | what other thresholds would change |
//! | [`project`] | the skills as points on a plane |
//!
//! Invariants
//! - Every decision is a verdict with score, reason and judge; nothing disappears without one.
//! - A skill is verified by its postconditions on a page of its own, never by the absence of an error.
//! - What the user said (pin, never, not a duplicate) outranks every judge.
//! - The same recordings, skills and answers give the same result: time and ids come in.
//!
//! Not here: storing anything, retrieval for a task (`agent`), reselection from the task log.

pub mod calibration;
pub mod cluster;
pub mod duplicates;
mod error;
pub mod extract;
pub mod intents;
pub mod judge;
mod learn;
pub mod preview;
pub mod project;
pub mod select;
pub mod verify;

pub use error::TailorError;
pub use extract::model::{Extracted, ModelExtractor};
pub use extract::{Candidate, Decision, Library};
pub use judge::{
    Account, Answers, Forecast, Judge, Judgement, LocalJudge, ModelJudge, Question, Rating, Usage,
};
pub use preview::preview;
pub use project::plane;
pub use select::forecast::forecast;
pub use select::{Panel, Selected, SelectionInput, choose, select, skill_row};
pub use verify::{Check, NoBrowser, PageVerifier, Verified, Verify};

#[cfg(test)]
pub(crate) mod bench;
