//! Which process runs a task: a number from the database, and a lock on the file of that number.
//!
//! The lock lives exactly as long as the process, however it ends, and a number is never given twice. So a task
//! whose lock can be taken was left by a process that is gone; process ids, which are reused, decide nothing.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::error::StoreError;
use crate::folder::private_file;

/// This process's lock; gone with it.
#[derive(Debug)]
pub(crate) struct Presence {
    pub number: i64,
    path: PathBuf,
    _lock: File,
}

fn path(run: &Path, number: i64) -> PathBuf {
    run.join(format!("{number}.lock"))
}

impl Presence {
    pub fn take(run: &Path, number: i64) -> Result<Self, StoreError> {
        let path = path(run, number);
        let locked = private_file(&path).and_then(|file| match file.try_lock() {
            Ok(()) => Ok(file),
            Err(TryLockError::Error(error)) => Err(error),
            Err(TryLockError::WouldBlock) => Err(io::ErrorKind::ResourceBusy.into()),
        });
        match locked {
            Ok(lock) => Ok(Self { number, path, _lock: lock }),
            Err(source) => Err(StoreError::Folder { path, source }),
        }
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        // Best effort: a file that stays behind is removed by the next look.
        let _ = fs::remove_file(&self.path);
    }
}

/// True where the process of this number is gone. Its file is removed by [`forget`] once its tasks are closed.
pub(crate) fn is_gone(run: &Path, number: i64) -> Result<bool, StoreError> {
    let path = path(run, number);
    match File::options().write(true).open(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(source) => Err(StoreError::Folder { path, source }),
        Ok(file) => match file.try_lock() {
            Ok(()) => Ok(true),
            Err(TryLockError::WouldBlock) => Ok(false),
            Err(TryLockError::Error(source)) => Err(StoreError::Folder { path, source }),
        },
    }
}

pub(crate) fn forget(run: &Path, number: i64) {
    let _ = fs::remove_file(path(run, number));
}
