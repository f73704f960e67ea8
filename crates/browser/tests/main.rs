//! Real Chromium against fixture pages. A missing Chromium fails every test here, and says what to install.

mod demonstrating;
mod locating;
mod mutating;
mod recording;
mod replaying;
mod rig;
mod traps;
mod whole_browser;
