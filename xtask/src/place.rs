//! Where things are in the checkout.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

/// The folder with the workspace's `Cargo.toml`.
pub fn root() -> PathBuf {
    let own = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    own.parent().map_or_else(|| own.clone(), Path::to_path_buf)
}

/// Cargo's artefact folder: the one this very program was built into.
pub fn target() -> Result<PathBuf> {
    let program = std::env::current_exe().context("this program's own path is unknown")?;
    program
        .ancestors()
        .nth(2)
        .map(Path::to_path_buf)
        .with_context(|| format!("`{}` does not stand in a target folder", program.display()))
}

/// Stamps, downloads and logs of xtask.
pub fn scratch() -> Result<PathBuf> {
    let folder = target()?.join("xtask");
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot make `{}`", folder.display()))?;
    Ok(folder)
}

/// The product as `cargo build -p atelier` leaves it.
pub fn product() -> Result<PathBuf> {
    Ok(target()?.join("debug").join(format!("atelier{}", std::env::consts::EXE_SUFFIX)))
}
