//! Real Chromium against fixture pages. A missing Chromium fails every test here, and says what to install.

#![allow(clippy::unwrap_used)]

mod attaching;
mod connection;
mod demonstrating;
mod healing;
mod locating;
mod mutating;
mod real_widgets;
mod recording;
mod replaying;
mod rig;
mod secrets;
mod traps;
mod twice;
mod whole_browser;
mod widgets;
