//! Pictures: files named by the SHA-256 of their bytes, so that none is stored twice and none can be swapped.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use sha2::{Digest, Sha256};

use crate::error::StoreError;
use crate::folder::{make_private, private_file};
use crate::store::Store;

/// The folder of pictures.
#[derive(Debug)]
pub struct Pictures<'a>(pub(crate) &'a Store);

/// Tells the files apart that are being written at the same time by this process.
static WRITTEN: AtomicU64 = AtomicU64::new(0);

impl Pictures<'_> {
    /// Stores a picture and returns its name: 64 hexadecimal digits.
    pub async fn put(&self, bytes: Vec<u8>) -> Result<String, StoreError> {
        let folder = self.0.pictures_folder().to_owned();
        blocking(&folder.clone(), move || {
            let hash = name_of(&bytes);
            let path = path_of(&folder, &hash);
            let stored = fs::metadata(&path).is_ok_and(|file| file.len() == bytes.len() as u64);
            if !stored {
                write(&path, &bytes).map_err(|source| fault(&path, source))?;
            }
            Ok(hash)
        })
        .await
    }

    /// The bytes of a picture; none where it is not there or its file no longer holds what its name says.
    ///
    /// # Errors
    /// [`StoreError::PictureName`] where `hash` is no such name: nothing outside the folder can be read.
    pub async fn get(&self, hash: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let digits = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if hash.len() != 64 || !hash.bytes().all(digits) {
            return Err(StoreError::PictureName(hash.to_owned()));
        }
        let (path, hash) = (path_of(self.0.pictures_folder(), hash), hash.to_owned());
        blocking(&path.clone(), move || match fs::read(&path) {
            Ok(bytes) if name_of(&bytes) == hash => Ok(Some(bytes)),
            Ok(_) => {
                tracing::warn!(file = %path.display(), "picture is damaged and is left out");
                Ok(None)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(fault(&path, source)),
        })
        .await
    }
}

fn fault(path: &Path, source: io::Error) -> StoreError {
    if source.kind() == io::ErrorKind::StorageFull {
        StoreError::Full { file: path.to_owned() }
    } else {
        StoreError::PictureFile { path: path.to_owned(), source }
    }
}

async fn blocking<T: Send + 'static>(
    path: &Path,
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(error) => Err(fault(path, io::Error::other(error))),
    }
}

fn name_of(bytes: &[u8]) -> String {
    use std::fmt::Write;
    Sha256::digest(bytes).iter().fold(String::with_capacity(64), |mut name, byte| {
        let _ = write!(name, "{byte:02x}");
        name
    })
}

/// Two levels, so that no folder grows too large to list.
fn path_of(folder: &Path, hash: &str) -> PathBuf {
    folder.join(&hash[..2]).join(hash)
}

/// Whole or not at all: written beside its place, then moved there.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        make_private(folder)?;
    }
    let number = WRITTEN.fetch_add(1, Ordering::Relaxed);
    let unfinished = path.with_extension(format!("{}-{number}.new", std::process::id()));
    let mut file = private_file(&unfinished)?;
    let done = file.set_len(0).and_then(|()| file.write_all(bytes));
    drop(file);
    let done = done.and_then(|()| fs::rename(&unfinished, path));
    if done.is_err() {
        let _ = fs::remove_file(&unfinished);
    }
    done
}
