//! Import: files to trajectories, each file whole or not at all.

use std::path::{Path, PathBuf};

use atelier_core::ipc::{ErrorCode, ImportEvent, UiError};
use atelier_core::trajectory::Trajectory;
use atelier_formats::{FormatError, Imported};
use atelier_store::Added;
use include_dir::{Dir, include_dir};

use crate::error::WorkshopError;
use crate::home::Workshop;
use crate::machine;

static SAMPLES: Dir = include_dir!("$CARGO_MANIFEST_DIR/../practice/samples");

/// Deepest folder that an import of a folder looks into.
const DEPTH: usize = 8;

/// What an import came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ImportSummary {
    /// Trajectories that were not there before.
    pub added: usize,
    pub duplicates: usize,
    /// Files that were refused.
    pub refused: usize,
}

type Tell<'a> = &'a mut (dyn FnMut(ImportEvent) + Send);

impl Workshop {
    /// Reads files; of folders every `.json` file inside. A refused file leaves the store as it was.
    pub async fn import(&self, paths: &[PathBuf], tell: Tell<'_>) -> Result<ImportSummary, WorkshopError> {
        let files = files(paths);
        tell(ImportEvent::Started { files: files.len() });
        let mut summary = ImportSummary::default();
        for file in files {
            let path = file.clone();
            let read = tokio::task::spawn_blocking(move || {
                atelier_formats::read_file(&path, machine::now(), &mut machine::trajectory_id)
            })
            .await?;
            self.take(&file.display().to_string(), read, &mut summary, tell).await?;
        }
        tell(ImportEvent::Ended { added: summary.added, refused: summary.refused });
        Ok(summary)
    }

    /// Reads the sample trajectories of the practice sites, which come with the program.
    pub async fn import_samples(&self, tell: Tell<'_>) -> Result<ImportSummary, WorkshopError> {
        let mut files: Vec<_> = SAMPLES.find("**/*.json").map(Iterator::collect).unwrap_or_default();
        files.sort_by_key(|entry| entry.path());
        tell(ImportEvent::Started { files: files.len() });
        let mut summary = ImportSummary::default();
        for file in files.iter().filter_map(|entry| entry.as_file()) {
            let name = file.path().display().to_string();
            let read =
                atelier_formats::read(&name, file.contents(), machine::now(), &mut machine::trajectory_id);
            self.take(&name, read, &mut summary, tell).await?;
        }
        tell(ImportEvent::Ended { added: summary.added, refused: summary.refused });
        Ok(summary)
    }

    /// Stores what one file held, or tells why it was refused.
    async fn take(
        &self,
        file: &str,
        read: Result<Imported, FormatError>,
        summary: &mut ImportSummary,
        tell: Tell<'_>,
    ) -> Result<(), WorkshopError> {
        let imported = match read {
            Ok(imported) => imported,
            Err(error) => {
                summary.refused += 1;
                tell(ImportEvent::Refused { file: file.to_owned(), error: refusal(&error) });
                return Ok(());
            }
        };
        let hashed: Vec<(&Trajectory, String)> =
            imported.trajectories.iter().map(|t| (t, atelier_formats::content_hash(t))).collect();
        let items: Vec<(&Trajectory, &str)> = hashed.iter().map(|(t, hash)| (*t, hash.as_str())).collect();
        let stored = self.store.trajectories().add_all(&items).await?;
        let added = stored.iter().filter(|one| **one == Added::New).count();
        summary.added += added;
        summary.duplicates += stored.len() - added;
        tell(ImportEvent::Read { report: imported.report, added, duplicate: stored.len() - added });
        Ok(())
    }
}

fn refusal(error: &FormatError) -> UiError {
    UiError::new(
        ErrorCode::BadFile,
        error.to_string(),
        "Choose a recording that Atelier or the Chrome DevTools Recorder wrote.",
    )
}

/// The files named, and the `.json` files of folders named, in order of their names.
fn files(paths: &[PathBuf]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            let from = found.len();
            walk(path, DEPTH, &mut found);
            found[from..].sort();
        } else {
            found.push(path.clone());
        }
    }
    found
}

fn walk(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        // Read as a file it gets the error that names it.
        found.push(folder.to_owned());
        return;
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            if depth > 0 {
                walk(&path, depth - 1, found);
            }
        } else if path.extension().is_some_and(|ext| ext.eq_ignore_ascii_case("json")) {
            found.push(path);
        }
    }
}
