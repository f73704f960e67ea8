//! Pages with widgets as people meet them: real builds, bundled by esbuild, which comes the same way.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, Result};

use crate::{command, npm, place, say, stamp};

const BUNDLING: Duration = Duration::from_mins(5);

/// The folder with a page for each widget.
pub fn bring() -> Result<PathBuf> {
    let wanted = place::root().join("xtask/widgets");
    let folder = npm::bring("widgets")?;
    let pages = folder.join("pages");
    let made = stamp::of_tree(&wanted, &["."], &[])?;
    let made_path = folder.join("pages-stamp");
    if pages.is_dir() && stamp::holds(&made_path, &made) {
        return Ok(pages);
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
    let mut build = npm::node()?;
    build.current_dir(&folder).args(["build.mjs", "pages"]);
    command::run_within(BUNDLING, &mut build).context("the widgets could not be bundled")?;
    stamp::leave(&made_path, &made)?;
    say::step("widgets", "bundled");
    Ok(pages)
}
