//! Tasks against fixture pages in a real Chromium. A missing Chromium fails every test here.

mod rig;
mod running;
