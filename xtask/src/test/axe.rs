//! axe-core, the accessibility rules that run inside each screen: pinned, fetched by npm into the target folder.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result};

use crate::{command, place, say, stamp};

const LIMIT: Duration = Duration::from_mins(5);

/// The script to inject.
pub fn bring() -> Result<PathBuf> {
    let wanted = place::root().join("xtask/axe");
    let folder = place::scratch()?.join("axe");
    let script = folder.join("node_modules/axe-core/axe.min.js");
    let pinned = stamp::of_tree(&wanted, &["."], &[])?;
    let stamp_path = folder.join("stamp");
    if script.is_file() && stamp::holds(&stamp_path, &pinned) {
        say::step("axe", "there");
        return Ok(script);
    }
    let npm = command::find("npm").context("npm is not here; install Node.js and run again")?;
    std::fs::create_dir_all(&folder)?;
    for name in ["package.json", "package-lock.json"] {
        std::fs::copy(wanted.join(name), folder.join(name))?;
    }
    let mut install = Command::new(npm);
    install.current_dir(&folder).args([
        "ci",
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
        "--loglevel",
        "error",
    ]);
    command::run_within(LIMIT, &mut install).context("npm could not fetch axe-core")?;
    stamp::leave(&stamp_path, &pinned)?;
    say::step("axe", "fetched by npm");
    Ok(script)
}
