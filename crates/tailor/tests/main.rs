//! The selection against real pages: recordings given in Chromium on the practice sites become skills that
//! do the same for other values.
#![allow(clippy::unwrap_used)]

#[path = "suite/live.rs"]
mod live;
#[path = "suite/page.rs"]
mod page;
#[path = "suite/pool.rs"]
mod pool;
#[path = "suite/truth.rs"]
mod truth;
#[path = "suite/words.rs"]
mod words;
