//! User flows of the Chrome DevTools Recorder: JSON with a title and typed steps, each element under
//! several selectors.
//!
//! - `selectors`: selector alternatives ↔ [`atelier_core::target::Target`]
//! - `keys`: keyDown/keyUp pairs ↔ one press
//! - `read`, `write`: whole files
//!
//! The format holds neither requests nor a task; the title stands for the task. What the format cannot
//! say (reading a text, answering, tabs, back) is written as a `customStep` named [`CUSTOM`], which other
//! players skip and we read back.

mod keys;
mod read;
mod selectors;
mod write;

pub(crate) use read::import;
pub use write::write;

/// Name in reports.
pub const FORMAT: &str = "chrome-recorder";
/// Name of the custom steps that hold a step of ours.
pub const CUSTOM: &str = "atelier";
