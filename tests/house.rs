//! Rules of the repository that no compiler checks.
//!
//! - [`arrows`]: which crate may know which, as drawn in the README
//! - [`commands`]: the lists that name the window's commands agree, and grant nothing more
//! - [`pins`]: versions that have to be the same in several places
//! - [`shape`]: length of files, head files of folders

mod arrows;
mod commands;
mod pins;
mod shape;

use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("cannot read `{}`: {error}", path.display()))
}

/// Every file under `folder` with one of `endings`, relative to the root; made files are passed over.
fn files(folder: &str, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for path in entries.map(|entry| entry.unwrap().path()) {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                if !["dist", "gen", "node_modules", "target", "permissions"].contains(&name.as_str()) {
                    folders.push(path);
                }
            } else if endings.iter().any(|ending| path.extension().is_some_and(|own| own == *ending)) {
                found.push(path.strip_prefix(root()).unwrap().to_path_buf());
            }
        }
    }
    found.sort();
    found
}
