//! axe-core, the accessibility rules that run inside each screen.

use std::path::PathBuf;

use anyhow::{Result, ensure};

use crate::npm;

/// The script to inject.
pub fn bring() -> Result<PathBuf> {
    let script = npm::bring("axe")?.join("node_modules/axe-core/axe.min.js");
    ensure!(script.is_file(), "axe-core came without `{}`", script.display());
    Ok(script)
}
