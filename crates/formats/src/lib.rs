//! Readers and writers of recordings.
//!
//! Two formats are read and written: our own ([`native`]) and the user flows of the Chrome DevTools
//! Recorder ([`chrome_recorder`]). Other formats of recordings are recognised and named in the error
//! ([`sniff`]).
//!
//! Invariants
//! - A file is data: nothing in it is executed, resolved over the network or followed to another file.
//! - Size, depth, number of values and length of texts are bounded before anything is built ([`guard`]).
//! - Every import ends in a fidelity report, or in a [`FormatError`] that names file, place and remedy.
//! - Secrets do not pass: a password, a card number or an access token becomes the name of a keychain
//!   entry ([`secrets`]), in the step and in what is kept of the source.
//! - What the source held and we cannot use is kept as `raw`.
//!
//! Not here: storing trajectories, judging whether a step replays on a live page.

pub mod chrome_recorder;
mod error;
pub mod guard;
mod hash;
pub mod native;
mod read;
pub mod secrets;
pub mod sniff;

pub use error::FormatError;
pub use hash::content_hash;
pub use read::{Imported, UNSUPPORTED, fidelity_of, read, read_file};
