//! The task log: one row per task, its events in order, and which process runs it.

use std::collections::BTreeMap;

use atelier_core::ids::{SkillId, TaskId};
use atelier_core::task::{RunEvent, TaskOutcome, TaskRecord};
use sqlx::SqliteConnection;

use crate::error::StoreError;
use crate::presence;
use crate::row::{Named, Row};
use crate::store::Store;

/// The tables of tasks, their events and calls.
#[derive(Debug)]
pub struct Tasks<'a>(pub(crate) &'a Store);

/// How often a skill was called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CallCount {
    /// Tasks that called it.
    pub tasks: usize,
    /// Of these, tasks in which a call succeeded.
    pub succeeded: usize,
}

const fn row(id: &str) -> Row<'_> {
    Row { table: "tasks", id }
}

type TaskRow = (String, Option<bool>, String);

/// One page of the log, the newest first.
pub(crate) const PAGE: &str = "SELECT id, judged, document FROM tasks
    WHERE (started_at, id) < (?1, ?2) ORDER BY started_at DESC, id DESC LIMIT ?3";

/// The same of the gaps alone.
pub(crate) const GAPS: &str = "SELECT id, judged, document FROM tasks
    WHERE gap = 1 AND (started_at, id) < (?1, ?2) ORDER BY started_at DESC, id DESC LIMIT ?3";

impl Tasks<'_> {
    /// Writes the row of a task that begins, marked as run by this process.
    pub async fn begin(&self, task: &TaskRecord) -> Result<(), StoreError> {
        let process = self.0.process().await?;
        let mut tx = self.0.begin().await?;
        write(self.0, &mut tx, task, Some(process)).await?;
        tx.commit().await.named(self.0)
    }

    /// Adds event number `n` of a task.
    ///
    /// # Errors
    /// [`StoreError::Missing`] where the task was never begun.
    pub async fn event(&self, task: TaskId, n: usize, event: &RunEvent) -> Result<(), StoreError> {
        let id = task.to_string();
        let document = Row { table: "task_events", id: &id }.write(event)?;
        sqlx::query("INSERT INTO task_events (task, n, document) VALUES (?1, ?2, ?3)")
            .bind(&id)
            .bind(i64::try_from(n).unwrap_or(i64::MAX))
            .bind(document)
            .execute(self.0.writer())
            .await
            .named_or_missing(self.0, "task", &id)?;
        Ok(())
    }

    /// Writes how a task ended; it need not have been begun.
    pub async fn finish(&self, task: &TaskRecord) -> Result<(), StoreError> {
        let mut tx = self.0.begin().await?;
        write(self.0, &mut tx, task, None).await?;
        tx.commit().await.named(self.0)
    }

    /// At most `limit` tasks, the newest first; `before` is start and id of the last one of the page before.
    pub async fn list(
        &self,
        limit: u32,
        before: Option<(i64, TaskId)>,
    ) -> Result<Vec<TaskRecord>, StoreError> {
        self.page(PAGE, limit, before).await
    }

    /// The same of the tasks that the active set could not do.
    pub async fn gaps(
        &self,
        limit: u32,
        before: Option<(i64, TaskId)>,
    ) -> Result<Vec<TaskRecord>, StoreError> {
        self.page(GAPS, limit, before).await
    }

    async fn page(
        &self,
        query: &'static str,
        limit: u32,
        before: Option<(i64, TaskId)>,
    ) -> Result<Vec<TaskRecord>, StoreError> {
        let (time, id) = before.map_or((i64::MAX, String::new()), |(time, id)| (time, id.to_string()));
        let rows: Vec<TaskRow> = sqlx::query_as(query)
            .bind(time)
            .bind(id)
            .bind(limit)
            .fetch_all(self.0.reader())
            .await
            .named(self.0)?;
        rows.into_iter().map(read).collect()
    }

    /// One task.
    pub async fn get(&self, id: TaskId) -> Result<Option<TaskRecord>, StoreError> {
        let found: Option<TaskRow> = sqlx::query_as("SELECT id, judged, document FROM tasks WHERE id = ?1")
            .bind(id.to_string())
            .fetch_optional(self.0.reader())
            .await
            .named(self.0)?;
        found.map(read).transpose()
    }

    /// The events of a task in order.
    pub async fn events(&self, task: TaskId) -> Result<Vec<RunEvent>, StoreError> {
        let id = task.to_string();
        let documents: Vec<String> =
            sqlx::query_scalar("SELECT document FROM task_events WHERE task = ?1 ORDER BY n")
                .bind(&id)
                .fetch_all(self.0.reader())
                .await
                .named(self.0)?;
        let row = Row { table: "task_events", id: &id };
        documents.iter().map(|document| row.read(document)).collect()
    }

    /// Stores what the user said about the result.
    ///
    /// # Errors
    /// [`StoreError::Missing`] where there is no such task.
    pub async fn set_right(&self, task: TaskId, right: Option<bool>) -> Result<(), StoreError> {
        let id = task.to_string();
        let done = sqlx::query("UPDATE tasks SET judged = ?2 WHERE id = ?1")
            .bind(&id)
            .bind(right)
            .execute(self.0.writer())
            .await
            .named(self.0)?;
        if done.rows_affected() == 0 {
            return Err(StoreError::Missing { what: "task", id });
        }
        Ok(())
    }

    /// How many tasks there are.
    pub async fn count(&self) -> Result<usize, StoreError> {
        self.number("SELECT COUNT(*) FROM tasks").await
    }

    /// How many of them the active set could not do.
    pub async fn count_gaps(&self) -> Result<usize, StoreError> {
        self.number("SELECT COUNT(*) FROM tasks WHERE gap = 1").await
    }

    async fn number(&self, query: &'static str) -> Result<usize, StoreError> {
        let count: i64 = sqlx::query_scalar(query).fetch_one(self.0.reader()).await.named(self.0)?;
        Ok(usize::try_from(count).unwrap_or_default())
    }

    /// How often each skill was called; skills never called are not in it.
    pub async fn calls(&self) -> Result<BTreeMap<SkillId, CallCount>, StoreError> {
        let rows: Vec<(String, i64, i64)> = sqlx::query_as(
            "SELECT skill, COUNT(DISTINCT task), COUNT(DISTINCT CASE WHEN succeeded THEN task END)
             FROM task_calls GROUP BY skill",
        )
        .fetch_all(self.0.reader())
        .await
        .named(self.0)?;
        let number = |count| usize::try_from(count).unwrap_or_default();
        rows.into_iter()
            .map(|(id, tasks, succeeded)| {
                let counts = CallCount { tasks: number(tasks), succeeded: number(succeeded) };
                Ok((Row { table: "task_calls", id: &id }.id(&id)?, counts))
            })
            .collect()
    }

    /// Closes tasks whose process is gone as [`TaskOutcome::Interrupted`] and says which. Tasks of living
    /// processes, this one among them, are left alone.
    pub async fn close_interrupted(&self) -> Result<Vec<TaskId>, StoreError> {
        let running: Vec<(i64, String)> =
            sqlx::query_as("SELECT process, id FROM tasks WHERE process IS NOT NULL ORDER BY started_at, id")
                .fetch_all(self.0.reader())
                .await
                .named(self.0)?;
        let mut closed = Vec::new();
        let mut gone = BTreeMap::new();
        for (process, id) in running {
            let run = self.0.run_folder();
            let is_gone = match gone.get(&process) {
                Some(known) => *known,
                None => *gone.entry(process).or_insert(presence::is_gone(run, process)?),
            };
            if !is_gone {
                continue;
            }
            let mut tx = self.0.begin().await?;
            // Its process may have finished it between the look at the table and the look at the lock.
            let still: Option<TaskRow> =
                sqlx::query_as("SELECT id, judged, document FROM tasks WHERE id = ?1 AND process = ?2")
                    .bind(&id)
                    .bind(process)
                    .fetch_optional(&mut *tx)
                    .await
                    .named(self.0)?;
            let Some(task) = still else { continue };
            let mut record = read(task)?;
            record.outcome = TaskOutcome::Interrupted;
            record.gap = false;
            write(self.0, &mut tx, &record, None).await?;
            tx.commit().await.named(self.0)?;
            closed.push(record.id);
        }
        for (process, _) in gone.into_iter().filter(|(_, is_gone)| *is_gone) {
            presence::forget(self.0.run_folder(), process);
        }
        Ok(closed)
    }
}

fn read((id, judged, document): TaskRow) -> Result<TaskRecord, StoreError> {
    let mut record: TaskRecord = row(&id).read(&document)?;
    // The user's word comes after the run wrote its document.
    record.right = judged;
    Ok(record)
}

async fn write(
    store: &Store,
    tx: &mut SqliteConnection,
    task: &TaskRecord,
    process: Option<i64>,
) -> Result<(), StoreError> {
    let id = task.id.to_string();
    sqlx::query(
        "INSERT INTO tasks (id, site, normalised, gap, judged, started_at, process, document)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
         ON CONFLICT (id) DO UPDATE SET site = ?2, normalised = ?3, gap = ?4, judged = COALESCE(?5, judged),
             started_at = ?6, process = ?7, document = ?8",
    )
    .bind(&id)
    .bind(&task.site)
    .bind(&task.normalised)
    .bind(task.gap)
    .bind(task.right)
    .bind(task.started_at)
    .bind(process)
    .bind(row(&id).write(task)?)
    .execute(&mut *tx)
    .await
    .named(store)?;
    sqlx::query("DELETE FROM task_calls WHERE task = ?1").bind(&id).execute(&mut *tx).await.named(store)?;
    for (n, call) in task.calls.iter().enumerate() {
        sqlx::query("INSERT INTO task_calls (task, n, skill, succeeded) VALUES (?1, ?2, ?3, ?4)")
            .bind(&id)
            .bind(i64::try_from(n).unwrap_or(i64::MAX))
            .bind(call.skill.to_string())
            .bind(call.succeeded)
            .execute(&mut *tx)
            .await
            .named(store)?;
    }
    Ok(())
}
