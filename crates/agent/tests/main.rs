//! Tasks against fixture pages in a real Chromium. A missing Chromium fails every test here.

#![allow(clippy::unwrap_used)]

mod rig;
mod running;
