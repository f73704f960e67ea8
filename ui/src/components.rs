//! Primitives that the screens are built of.
//!
//! | module | holds |
//! |---|---|
//! | [`icon`] | the drawn signs |
//! | [`badge`] | stage, effect and outcome: one icon, one word, one colour each |
//! | [`grid`] | a table of any length with filter, sort and keyboard |
//! | [`notice`] | errors in place, empty states, waiting |
//! | [`fields`] | filter box, segments, parameter forms |
//! | [`panel`] | the right inspector and its sections |
//! | [`picture`] | a stored picture of a page |
//! | [`prose`] | sentences of the shell |
//! | [`start_page`] | the page that a task or a recording begins on |
//! | [`copy`], [`difference`] | a text that can be copied; what was and what is |
//! | [`progress`] | long work with what it does now and Cancel |
//! | [`header`], [`rail`], [`toasts`], [`palette`] | parts of the frame |

pub mod badge;
pub mod copy;
pub mod difference;
pub mod fields;
pub mod grid;
pub mod header;
pub mod icon;
pub mod notice;
pub mod palette;
pub mod panel;
pub mod picture;
pub mod progress;
pub mod prose;
pub mod rail;
pub mod start_page;
pub mod toasts;
