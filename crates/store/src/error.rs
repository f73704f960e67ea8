//! What can go wrong, and what to do about it.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Every failure of the store. Messages name the file and the remedy.
#[derive(Debug, Error)]
pub enum StoreError {
    #[error("the data folder `{}` cannot be used: {source}; give yourself write access to it, or choose another folder with --home", path.display())]
    Folder { path: PathBuf, source: io::Error },

    #[error(
        "`{}` was written by a newer Atelier (schema {found}, this one knows {known}) and was left as it is; start that version, or choose another folder with --home",
        file.display()
    )]
    Newer { file: PathBuf, found: i64, known: i64 },

    #[error(
        "`{}` was written by an unreleased Atelier (schema step {step} differs) and was left as it is; choose another folder with --home",
        file.display()
    )]
    Altered { file: PathBuf, step: i64 },

    #[error("`{}` belongs to another program and was left as it is; choose another folder with --home", file.display())]
    Foreign { file: PathBuf },

    #[error(
        "`{}` is damaged or no database ({detail}) and was left as it is; put a backup in its place, or move it away to start afresh",
        file.display()
    )]
    Damaged { file: PathBuf, detail: String },

    #[error("no space is left to write `{}`; free some space and try again, nothing stored was lost", file.display())]
    Full { file: PathBuf },

    #[error("`{}` cannot be written; give yourself write access to it and its folder", file.display())]
    ReadOnly { file: PathBuf },

    #[error("`{}` is kept locked by another program; end it or wait, then try again", file.display())]
    Busy { file: PathBuf },

    #[error("there is no {what} `{id}` in the store; list what is there and try again")]
    Missing { what: &'static str, id: String },

    #[error(
        "another trajectory with the id `{0}` is stored already, and a stored trajectory never changes; remove the id from the file to import it as a new one"
    )]
    IdTaken(String),

    #[error(
        "row `{id}` of table `{table}` cannot be read: {source}; it may be from another version of Atelier, the other rows are fine"
    )]
    Document { table: &'static str, id: String, source: serde_json::Error },

    #[error("`{0}` is no name of a picture; it is 64 lower-case hexadecimal digits")]
    PictureName(String),

    #[error("the picture file `{}` cannot be read or written: {source}; check the rights and the free space of its folder", path.display())]
    PictureFile { path: PathBuf, source: io::Error },

    #[error("`{}` did not accept a statement: {source}; this is a fault of Atelier, please report it", file.display())]
    Sql { file: PathBuf, source: sqlx::Error },
}

impl StoreError {
    /// True where the same call may succeed later without anything being mended.
    pub const fn is_retryable(&self) -> bool {
        matches!(self, Self::Busy { .. })
    }

    /// Names a failure of SQLite by its result code.
    pub(crate) fn from_sqlx(file: &Path, source: sqlx::Error) -> Self {
        let file = file.to_owned();
        match result_code(&source) {
            Some(SQLITE_BUSY | SQLITE_LOCKED) => Self::Busy { file },
            Some(SQLITE_PERM | SQLITE_READONLY | SQLITE_CANTOPEN) => Self::ReadOnly { file },
            Some(SQLITE_FULL) => Self::Full { file },
            Some(SQLITE_CORRUPT | SQLITE_NOTADB | SQLITE_IOERR) => {
                Self::Damaged { file, detail: source.to_string() }
            }
            _ => match source {
                sqlx::Error::PoolTimedOut => Self::Busy { file },
                sqlx::Error::Io(source) => Self::Folder { path: file, source },
                source => Self::Sql { file, source },
            },
        }
    }

    pub(crate) fn from_migration(file: &Path, known: i64, source: sqlx::migrate::MigrateError) -> Self {
        use sqlx::migrate::MigrateError;
        let file_owned = file.to_owned();
        match source {
            MigrateError::VersionMissing(found) | MigrateError::VersionTooNew(found, _) => {
                Self::Newer { file: file_owned, found, known }
            }
            MigrateError::VersionMismatch(step) | MigrateError::Dirty(step) => {
                Self::Altered { file: file_owned, step }
            }
            MigrateError::Execute(source) | MigrateError::ExecuteMigration(source, _) => {
                Self::from_sqlx(file, source)
            }
            other => Self::Sql { file: file_owned, source: sqlx::Error::Migrate(Box::new(other)) },
        }
    }
}

// Primary result codes of SQLite.
const SQLITE_PERM: i32 = 3;
const SQLITE_BUSY: i32 = 5;
const SQLITE_LOCKED: i32 = 6;
const SQLITE_READONLY: i32 = 8;
const SQLITE_IOERR: i32 = 10;
const SQLITE_CORRUPT: i32 = 11;
const SQLITE_FULL: i32 = 13;
const SQLITE_CANTOPEN: i32 = 14;
const SQLITE_NOTADB: i32 = 26;
const SQLITE_CONSTRAINT_FOREIGNKEY: i32 = 787;

fn extended_code(error: &sqlx::Error) -> Option<i32> {
    error.as_database_error()?.code()?.parse().ok()
}

/// The low byte of SQLite's extended code is the primary one.
fn result_code(error: &sqlx::Error) -> Option<i32> {
    extended_code(error).map(|code| code & 0xff)
}

/// True where a row names another row that is not there.
pub(crate) fn is_foreign_key(error: &sqlx::Error) -> bool {
    extended_code(error) == Some(SQLITE_CONSTRAINT_FOREIGNKEY)
}
