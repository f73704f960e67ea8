//! Plain types and pure rules that every part of Atelier shares.
//!
//! Invariants: no I/O, no clock, no randomness, no environment; times (Unix milliseconds) and ids come in
//! as arguments; everything builds for wasm, because the interface uses the same types as the shell.
//! What is *not* here: how a page is driven (`browser`), how skills are cut and judged (`tailor`), how they
//! are stored (`store`).
//!
//! | module | holds |
//! |---|---|
//! | [`ids`] | UUIDv7 newtypes |
//! | [`trajectory`] | what a person or an agent did on pages, step by step |
//! | [`compound`], [`day`] | widgets used in several moves as one typed step; days as values and as shown |
//! | [`target`] | one element under several identities, and how identities are scored |
//! | [`skill`] | a parameterised program with step guidance; [`template`] fills its placeholders |
//! | [`version`] | what differs between two versions of a skill |
//! | [`condition`] | what must hold after a step or a skill |
//! | [`effect`] | read, reversible, irreversible |
//! | [`site`], [`url_pattern`], [`graph`] | host aliases, node keys, and the skill graph |
//! | [`calibration`] | what a similarity threshold gets right |
//! | [`sets`], [`verdict`] | membership of skills in the stages, and every decision with its reason |
//! | [`intent`] | normalisation of what was asked for |
//! | [`replay`], [`task`] | reports of runs |
//! | [`model`] | model profiles, what asking costs, what left the machine |
//! | [`secrets`] | what is never stored |
//! | [`healing`] | a target that was found again by other marks, as a proposal |
//! | [`settings`] | what the user can set, with its default |
//! | [`ipc`] | requests, replies, events and error codes between shell and interface |

pub mod calibration;
pub mod compound;
pub mod condition;
pub mod day;
pub mod effect;
pub mod fidelity;
pub mod graph;
pub mod healing;
pub mod ids;
pub mod intent;
pub mod ipc;
pub mod model;
pub mod replay;
pub mod secrets;
pub mod sets;
pub mod settings;
pub mod site;
pub mod skill;
pub mod target;
pub mod task;
pub mod template;
pub mod trajectory;
pub mod url_pattern;
pub mod verdict;
pub mod version;
