//! What was loaded and what goes on, shared by all screens and kept while the window is open.
//!
//! | module | holds |
//! |---|---|
//! | [`app`] | all of it in one place, handed down by context |
//! | [`loaded`] | a value from the shell with its error and its way to load again |
//! | [`live`] | a run that goes on |
//! | [`timeline`] | what happened in a run, put together from its events |
//! | [`tailoring`], [`importing`] | long work with its progress |
//! | [`recording`] | a recording under way |
//! | [`toasts`] | short notes with Undo |
//! | [`appearance`] | light and dark |

pub mod app;
pub mod appearance;
pub mod importing;
pub mod live;
pub mod loaded;
pub mod recording;
pub mod tailoring;
pub mod timeline;
pub mod toasts;

pub use app::{App, use_app};
pub use loaded::Loaded;
