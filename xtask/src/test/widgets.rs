//! Pages with widgets as people meet them: real builds, pinned, fetched by npm into the target folder and bundled
//! there by esbuild, which comes the same way.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result};

use crate::{command, place, say, stamp};

const LIMIT: Duration = Duration::from_secs(900);
const BUNDLING: Duration = Duration::from_secs(300);

/// The folder with a page for each widget.
pub fn bring() -> Result<PathBuf> {
    let wanted = place::root().join("xtask/widgets");
    let folder = place::scratch()?.join("widgets");
    let pages = folder.join("pages");
    let made = stamp::of_tree(&wanted, &["."], &[])?;
    let made_path = folder.join("pages-stamp");
    if pages.is_dir() && stamp::holds(&made_path, &made) {
        say::step("widgets", "there");
        return Ok(pages);
    }
    let npm = command::find("npm").context("npm is not here; install Node.js and run again")?;
    let node = command::find("node").context("node is not here; install Node.js and run again")?;
    std::fs::create_dir_all(&folder)?;
    let pinned_files = ["package.json", "package-lock.json"];
    let pinned = stamp::of_tree(&wanted, &pinned_files, &[])?;
    let pinned_path = folder.join("stamp");
    if !folder.join("node_modules/esbuild").is_dir() || !stamp::holds(&pinned_path, &pinned) {
        for name in pinned_files {
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
        command::run_within(LIMIT, &mut install).context("npm could not fetch the widgets")?;
        stamp::leave(&pinned_path, &pinned)?;
    }

    let entries = folder.join("entries");
    for old in [&entries, &pages] {
        if old.is_dir() {
            std::fs::remove_dir_all(old).with_context(|| format!("cannot clear `{}`", old.display()))?;
        }
    }
    std::fs::create_dir_all(&entries)?;
    std::fs::copy(wanted.join("build.mjs"), folder.join("build.mjs"))?;
    let mut files = Vec::new();
    stamp::collect(&wanted.join("entries"), &[], &mut files)?;
    for file in files {
        if let Some(name) = file.file_name() {
            std::fs::copy(&file, entries.join(name))?;
        }
    }
    let mut build = Command::new(node);
    build.current_dir(&folder).args(["build.mjs", "pages"]);
    command::run_within(BUNDLING, &mut build).context("the widgets could not be bundled")?;
    stamp::leave(&made_path, &made)?;
    say::step("widgets", "fetched by npm and bundled");
    Ok(pages)
}
