//! The manifest: which files the model has, how large they are, and their hashes.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::error::EmbedError;

/// What is recorded about a model in `models/manifest.json`; other entries are left to the set-up.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Manifest {
    pub model: String,
    pub dimensions: usize,
    pub max_tokens: usize,
    pub files: Vec<ManifestFile>,
}

/// One file of the model.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ManifestFile {
    pub name: String,
    /// Bytes.
    pub size: u64,
    /// Lower-case hexadecimal.
    pub sha256: String,
}

impl Manifest {
    /// Reads a manifest.
    ///
    /// # Errors
    /// [`EmbedError::Missing`], [`EmbedError::Unreadable`] or [`EmbedError::Damaged`] with the file's name.
    pub fn read(file: &Path) -> Result<Self, EmbedError> {
        let text = fs::read_to_string(file).map_err(|source| EmbedError::from_io(file.to_owned(), source))?;
        serde_json::from_str(&text)
            .map_err(|error| EmbedError::Damaged { file: file.to_owned(), detail: error.to_string() })
    }
}

/// Compares every file in `folder` with the manifest. Reads 90 MB: for set-up and `doctor`, not for every start.
///
/// # Errors
/// The first file that is missing, unreadable or differs.
pub fn verify(folder: &Path, manifest: &Manifest) -> Result<(), EmbedError> {
    for expected in &manifest.files {
        let path = folder.join(&expected.name);
        let fault = |source| EmbedError::from_io(path.clone(), source);
        let damaged = |detail| EmbedError::Damaged { file: path.clone(), detail };
        let mut file = File::open(&path).map_err(fault)?;
        let size = file.metadata().map_err(fault)?.len();
        if size != expected.size {
            return Err(damaged(format!("{size} bytes instead of {}", expected.size)));
        }
        let mut hasher = Sha256::new();
        let mut buffer = vec![0; 1 << 16];
        loop {
            match file.read(&mut buffer).map_err(fault)? {
                0 => break,
                read => hasher.update(&buffer[..read]),
            }
        }
        let found = hex(&hasher.finalize());
        if !found.eq_ignore_ascii_case(&expected.sha256) {
            return Err(damaged(format!("its SHA-256 is {found} instead of {}", expected.sha256)));
        }
    }
    Ok(())
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
