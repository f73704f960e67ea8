//! Runs of the offline selection, and the one transaction that stores everything a run decided.

use atelier_core::ipc::PipelineView;
use atelier_core::replay::ReplayReport;
use atelier_core::sets::Move;
use atelier_core::skill::Skill;
use atelier_core::verdict::Verdict;
use sqlx::SqliteConnection;

use crate::error::StoreError;
use crate::row::{Named, Row};
use crate::store::Store;
use crate::{moves, skills, verdicts, verifications};

/// The table of selection runs.
#[derive(Debug)]
pub struct SelectionRuns<'a>(pub(crate) &'a Store);

/// Everything one run of the selection brought.
#[derive(Clone, Copy, Debug)]
pub struct SelectionRecord<'a> {
    /// New and changed skills; unchanged ones may be among them.
    pub skills: &'a [Skill],
    pub verdicts: &'a [Verdict],
    pub moves: &'a [Move],
    pub reports: &'a [ReplayReport],
    pub view: &'a PipelineView,
}

impl SelectionRuns<'_> {
    /// Stores a whole run at once: skills, verdicts (which become the current ones), moves, reports and view.
    /// Killed in the middle, the library is as it was before the run.
    ///
    /// # Errors
    /// [`StoreError::Missing`] where a move or report is about a skill that is neither stored nor in the record.
    pub async fn record(&self, run: SelectionRecord<'_>, at: i64) -> Result<(), StoreError> {
        let mut tx = self.0.begin().await?;
        for skill in run.skills {
            skills::save(self.0, &mut tx, skill, at).await?;
        }
        verdicts::replace_run(self.0, &mut tx, at, run.verdicts).await?;
        for step in run.moves {
            moves::add(self.0, &mut tx, step).await?;
        }
        for report in run.reports {
            verifications::save(self.0, &mut tx, report, at).await?;
        }
        save(self.0, &mut tx, run.view, at).await?;
        tx.commit().await.named(self.0)
    }

    /// Stores only the view, for example after a threshold changed.
    pub async fn save(&self, view: &PipelineView, at: i64) -> Result<(), StoreError> {
        let mut tx = self.0.begin().await?;
        save(self.0, &mut tx, view, at).await?;
        tx.commit().await.named(self.0)
    }

    /// The view that was stored last.
    pub async fn last(&self) -> Result<Option<PipelineView>, StoreError> {
        let found: Option<(i64, String)> =
            sqlx::query_as("SELECT id, document FROM selection_runs ORDER BY id DESC LIMIT 1")
                .fetch_optional(self.0.reader())
                .await
                .named(self.0)?;
        found
            .map(|(id, document)| Row { table: "selection_runs", id: &id.to_string() }.read(&document))
            .transpose()
    }
}

async fn save(
    store: &Store,
    tx: &mut SqliteConnection,
    view: &PipelineView,
    at: i64,
) -> Result<(), StoreError> {
    let document = Row { table: "selection_runs", id: "new" }.write(view)?;
    sqlx::query("INSERT INTO selection_runs (at, document) VALUES (?1, ?2)")
        .bind(at)
        .bind(document)
        .execute(tx)
        .await
        .named(store)?;
    Ok(())
}
