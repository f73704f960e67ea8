//! Real Chromium against fixture pages. A missing Chromium fails every test here, and says what to install.

#![allow(clippy::unwrap_used)]

mod demonstrating;
mod locating;
mod recording;
mod replaying;
mod rig;
mod traps;
mod whole_browser;
