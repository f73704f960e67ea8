//! Content hashes, and the small files that remember them.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use sha2::{Digest as _, Sha256};

/// SHA-256 of a file, read in pieces.
pub fn of_file(path: &Path) -> Result<String> {
    let naming = || format!("cannot read `{}`", path.display());
    let mut file = std::fs::File::open(path).with_context(naming)?;
    let mut hash = Sha256::new();
    let mut piece = vec![0_u8; 1 << 20];
    loop {
        let read = file.read(&mut piece).with_context(naming)?;
        if read == 0 {
            return Ok(hex(&hash.finalize()));
        }
        hash.update(&piece[..read]);
    }
}

/// SHA-256 over names and contents of everything under `paths` (files or folders), without `skipped` folders.
pub fn of_tree(root: &Path, paths: &[&str], skipped: &[&str]) -> Result<String> {
    let skipped: Vec<PathBuf> = skipped.iter().map(|path| root.join(path)).collect();
    let mut files = Vec::new();
    for path in paths {
        collect(&root.join(path), &skipped, &mut files)?;
    }
    files.sort();
    let mut hash = Sha256::new();
    for file in files {
        let name = file.strip_prefix(root).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        hash.update(name.as_bytes());
        hash.update([0]);
        hash.update(of_file(&file)?.as_bytes());
    }
    Ok(hex(&hash.finalize()))
}

/// Every file under `path`.
pub fn collect(path: &Path, skipped: &[PathBuf], files: &mut Vec<PathBuf>) -> Result<()> {
    if skipped.iter().any(|folder| folder == path) {
        return Ok(());
    }
    if path.is_file() {
        files.push(path.to_path_buf());
    } else if path.is_dir() {
        let entries = std::fs::read_dir(path).with_context(|| format!("cannot list `{}`", path.display()))?;
        for entry in entries {
            collect(&entry?.path(), skipped, files)?;
        }
    }
    Ok(())
}

/// Whether the stamp at `path` holds exactly `text`.
pub fn holds(path: &Path, text: &str) -> bool {
    std::fs::read_to_string(path).is_ok_and(|held| held == text)
}

pub fn leave(path: &Path, text: &str) -> Result<()> {
    std::fs::write(path, text).with_context(|| format!("cannot write `{}`", path.display()))
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_changes_with_a_name_or_a_content_and_not_with_what_is_skipped() {
        let root = std::env::temp_dir().join(format!("atelier-stamp-{}", std::process::id()));
        std::fs::create_dir_all(root.join("a/dist")).unwrap();
        std::fs::write(root.join("a/one"), "1").unwrap();
        let first = of_tree(&root, &["a"], &["a/dist"]).unwrap();
        std::fs::write(root.join("a/dist/made"), "x").unwrap();
        assert_eq!(of_tree(&root, &["a"], &["a/dist"]).unwrap(), first);
        std::fs::write(root.join("a/one"), "2").unwrap();
        let second = of_tree(&root, &["a"], &["a/dist"]).unwrap();
        assert_ne!(second, first);
        std::fs::rename(root.join("a/one"), root.join("a/two")).unwrap();
        assert_ne!(of_tree(&root, &["a"], &["a/dist"]).unwrap(), second);
        std::fs::remove_dir_all(&root).unwrap();
    }

    #[test]
    fn the_hash_is_sha_256() {
        let file = std::env::temp_dir().join(format!("atelier-hash-{}", std::process::id()));
        std::fs::write(&file, "abc").unwrap();
        assert_eq!(
            of_file(&file).unwrap(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        std::fs::remove_file(&file).unwrap();
    }
}
