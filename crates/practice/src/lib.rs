//! The practice sites: a forum (`forum`, "Commons") and a shop (`shop`), served on this machine for
//! learning, replaying and measuring, with the tasks a person may want done there and the verifiers
//! which judge whether they were.
//!
//! # Invariants
//! - Everything comes from a seed: the same seed gives the same pages, ids, tasks and verdicts. No wall
//!   clock is read; the sites live at [`seed::NOW`].
//! - State belongs to a *space* (cookie `space`, see [`space`]); spaces never see each other's writes.
//! - A verifier is data over what an attempt left behind (address, answer, state of the site). It fails
//!   on the untouched site for every task that asks for a change or for another page.
//! - Nothing is fetched from another host, by the server or by its pages.
//!
//! # What it does not do
//! No persistence, no mail, no real protection of accounts: every demo account has the password
//! `practice`, and a visitor without a session is the demo user. It must only listen on loopback.

// A handler is a future because axum calls it as one, whether it waits for anything or not.
#![allow(clippy::unused_async)]

pub mod forum;
pub mod layout;
pub mod seed;
pub mod server;
pub mod shop;
pub mod space;
pub mod tasks;

pub use server::{Practice, PracticeError, PracticeOptions, serve};
pub use space::{Site, Spaces, Visit};
pub use tasks::{Attempt, Task, TaskKind, Verifier, verify};
