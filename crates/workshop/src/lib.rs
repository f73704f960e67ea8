//! The use-cases of Atelier: what a person can have done, behind the window and the verbs alike.
//!
//! Invariants: shells call this crate and nothing below it; every method leaves the store whole, with one
//! transaction per user action; long work reports progress and can be stopped; clock, randomness and
//! surroundings come in through [`Options`].
//! What it does not do: show anything, read the environment, decide what a rule says (that is `core`,
//! `tailor` and `agent`).
//!
//! | module | use-cases |
//! |---|---|
//! | [`home`] | open and close a workshop; what it holds |
//! | [`practice`] | serve the practice sites; sample trajectories; suggested tasks |
//! | [`import`], [`trajectories`] | files in; list and show |
//! | [`record`] | record a person, step by step |
//! | [`tailor`] | the offline selection, its view, its preview |
//! | [`calibration`] | what the duplicate threshold gets right |
//! | [`skills`], [`library`] | list, show, mark, try; edit, the map of clusters |
//! | [`healing`] | proposals to heal targets; versions and roll back; effects of steps |
//! | [`secrets`] | the keychain |
//! | [`run`] | do a task; the log |
//! | [`intents`] | normal forms of what was asked |
//! | [`overview`], [`doctor`] | what is there; what is missing |

pub mod calibration;
pub mod doctor;
mod embedding;
mod error;
pub mod healing;
pub mod home;
pub mod import;
pub mod intents;
pub mod library;
mod machine;
pub mod overview;
pub mod practice;
pub mod record;
pub mod run;
pub mod secrets;
mod session;
pub mod skills;
pub mod tailor;
pub mod trajectories;
mod watch;

pub use doctor::Check;
pub use error::WorkshopError;
pub use home::{Options, Surroundings, Workshop};
pub use import::ImportSummary;
pub use run::RunSink;
pub use secrets::{Keychain, MemoryVault, Secret, Vault};
pub use skills::TryRequest;
