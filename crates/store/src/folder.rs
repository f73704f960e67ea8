//! The data folder: made for its owner only, and looked at before anything in it is opened.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::error::StoreError;

/// What every SQLite file begins with.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// The folders and files of one store.
#[derive(Debug)]
pub(crate) struct Folder {
    pub home: PathBuf,
    pub database: PathBuf,
    pub pictures: PathBuf,
    pub run: PathBuf,
}

impl Folder {
    pub fn new(home: &Path, database: &str) -> Self {
        Self {
            home: home.to_owned(),
            database: home.join(database),
            pictures: home.join("pictures"),
            run: home.join("run"),
        }
    }

    /// Makes what is missing. A folder that was there before and holds other things keeps its rights: it may be
    /// shared on purpose. What is made inside it is private in any case.
    pub fn prepare(&self) -> Result<(), StoreError> {
        let fault = |path: &Path| {
            let path = path.to_owned();
            |source| StoreError::Folder { path, source }
        };
        if self.home.is_dir() {
            let ours = self.database.exists()
                || fs::read_dir(&self.home).map_err(fault(&self.home))?.next().is_none();
            if ours && let Err(error) = restrict(&self.home, 0o700) {
                tracing::warn!(%error, folder = %self.home.display(), "rights left as they are");
            }
        } else {
            make_private(&self.home).map_err(fault(&self.home))?;
        }
        make_private(&self.pictures).map_err(fault(&self.pictures))?;
        make_private(&self.run).map_err(fault(&self.run))
    }

    /// Waits until no other process is opening this store: making the schema twice at once would fail.
    pub fn lock_for_opening(&self) -> Result<File, StoreError> {
        let path = self.run.join("open.lock");
        let lock = private_file(&path).and_then(|file| file.lock().map(|()| file));
        lock.map_err(|source| StoreError::Folder { path, source })
    }

    /// True where there is a database to look into; one that is none is refused before SQLite touches it.
    pub fn has_database(&self) -> Result<bool, StoreError> {
        let file = &self.database;
        let mut head = Vec::new();
        match File::open(file).and_then(|opened| opened.take(MAGIC.len() as u64).read_to_end(&mut head)) {
            Ok(0) => Ok(false),
            Ok(_) if head == MAGIC => Ok(true),
            Ok(_) => Err(StoreError::Damaged {
                file: file.clone(),
                detail: "it does not begin as a SQLite file does".to_owned(),
            }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(source) => Err(StoreError::Folder { path: file.clone(), source }),
        }
    }

    /// Makes the database file before SQLite does, so that it and its companions are private from the start.
    pub fn touch_database(&self) -> Result<(), StoreError> {
        let made = private_file(&self.database).and_then(|_| restrict(&self.database, 0o600));
        match made {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                Err(StoreError::ReadOnly { file: self.database.clone() })
            }
            Err(source) => Err(StoreError::Folder { path: self.database.clone(), source }),
        }
    }
}

/// Makes a folder and its parents; new ones are for their owner only.
pub(crate) fn make_private(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Opens a file for writing; a new one is for its owner only.
pub(crate) fn private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

#[cfg(unix)]
fn restrict(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mut rights = fs::metadata(path)?.permissions();
    if rights.mode() & 0o777 == mode {
        return Ok(());
    }
    rights.set_mode(mode);
    fs::set_permissions(path, rights)
}

/// Elsewhere a profile folder is private by its place.
#[cfg(not(unix))]
fn restrict(_path: &Path, _mode: u32) -> io::Result<()> {
    Ok(())
}
