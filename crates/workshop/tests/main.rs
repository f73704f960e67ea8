//! Use-cases against real Chromium and fixture pages.

#![allow(clippy::unwrap_used)]

mod healing;
mod rig;
mod secrets;
