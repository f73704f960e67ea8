//! The set-up that `run` and `test` share. Every step first looks whether it is satisfied.
//!
//! - [`packages`]: what the operating system has to bring
//! - [`apt`]: installing it on Debian and Ubuntu
//! - [`wasm`]: a compiler for the interface
//! - [`model`]: the embedding model

pub mod apt;
pub mod model;
pub mod packages;
pub mod wasm;

use anyhow::Result;

/// What the set-up is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    Run,
    Test,
}

/// Everything up to and including the interface.
pub fn set_up(purpose: Purpose) -> Result<()> {
    packages::bring(purpose)?;
    model::bring()?;
    crate::ui::build(false)
}
