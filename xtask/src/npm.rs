//! Packages of Node.js: pinned by the lock beside the manifest, fetched by npm into the target folder.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result};

use crate::{command, place, say, stamp};

const LIMIT: Duration = Duration::from_mins(15);
const PINNED: [&str; 2] = ["package.json", "package-lock.json"];

/// The folder that holds the `node_modules` which `xtask/NAME` pins.
pub fn bring(name: &str) -> Result<PathBuf> {
    let wanted = place::root().join("xtask").join(name);
    let folder = place::scratch()?.join(name);
    let pinned = stamp::of_tree(&wanted, &PINNED, &[])?;
    let stamp_path = folder.join("stamp");
    if folder.join("node_modules").is_dir() && stamp::holds(&stamp_path, &pinned) {
        say::step(name, "there");
        return Ok(folder);
    }
    let npm = command::find("npm").context("npm is not here; install Node.js and run again")?;
    std::fs::create_dir_all(&folder)?;
    for file in PINNED {
        std::fs::copy(wanted.join(file), folder.join(file))?;
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
    command::run_within(LIMIT, &mut install).with_context(|| format!("npm could not fetch `{name}`"))?;
    stamp::leave(&stamp_path, &pinned)?;
    say::step(name, "fetched by npm");
    Ok(folder)
}

/// Node.js itself.
pub fn node() -> Result<Command> {
    Ok(Command::new(command::find("node").context("node is not here; install Node.js and run again")?))
}
