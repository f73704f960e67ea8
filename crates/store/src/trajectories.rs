//! Trajectories: stored whole, never changed, deleted so that it can be undone.

use atelier_core::ids::TrajectoryId;
use atelier_core::trajectory::Trajectory;

use crate::error::StoreError;
use crate::row::{Named, Row};
use crate::store::Store;

/// The table of trajectories.
#[derive(Debug)]
pub struct Trajectories<'a>(pub(crate) &'a Store);

/// What became of a trajectory that was to be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Added {
    /// It is in the list now and was not before; one that was deleted is back under its old id.
    New,
    /// The same content is stored.
    AlreadyThere,
}

const fn row(id: &str) -> Row<'_> {
    Row { table: "trajectories", id }
}

impl Trajectories<'_> {
    /// Adds one trajectory. `content_hash` leaves out id and time, so the same file read twice is recognised.
    ///
    /// # Errors
    /// [`StoreError::IdTaken`] where another content has the id.
    pub async fn add(&self, trajectory: &Trajectory, content_hash: &str) -> Result<Added, StoreError> {
        let added = self.add_all(&[(trajectory, content_hash)]).await?;
        Ok(added.first().copied().unwrap_or(Added::AlreadyThere))
    }

    /// Adds all trajectories of one file, or none of them.
    ///
    /// # Errors
    /// [`StoreError::IdTaken`] where another content has the id of one of them.
    pub async fn add_all(&self, items: &[(&Trajectory, &str)]) -> Result<Vec<Added>, StoreError> {
        let mut added = Vec::with_capacity(items.len());
        let mut tx = self.0.begin().await?;
        for (trajectory, content_hash) in items {
            let id = trajectory.id.to_string();
            let there: Option<(String, bool)> =
                sqlx::query_as("SELECT id, deleted_at IS NOT NULL FROM trajectories WHERE content_hash = ?1")
                    .bind(*content_hash)
                    .fetch_optional(&mut *tx)
                    .await
                    .named(self.0)?;
            match there {
                Some((_, false)) => added.push(Added::AlreadyThere),
                Some((old, true)) => {
                    sqlx::query("UPDATE trajectories SET deleted_at = NULL WHERE id = ?1")
                        .bind(old)
                        .execute(&mut *tx)
                        .await
                        .named(self.0)?;
                    added.push(Added::New);
                }
                None => {
                    let done = sqlx::query(
                        "INSERT INTO trajectories (id, content_hash, recorded_at, document)
                         VALUES (?1, ?2, ?3, ?4) ON CONFLICT (id) DO NOTHING",
                    )
                    .bind(&id)
                    .bind(*content_hash)
                    .bind(trajectory.recorded_at)
                    .bind(row(&id).write(trajectory)?)
                    .execute(&mut *tx)
                    .await
                    .named(self.0)?;
                    if done.rows_affected() == 0 {
                        return Err(StoreError::IdTaken(id));
                    }
                    added.push(Added::New);
                }
            }
        }
        tx.commit().await.named(self.0)?;
        Ok(added)
    }

    /// All that are not deleted, in the order they were recorded.
    pub async fn all(&self) -> Result<Vec<Trajectory>, StoreError> {
        let rows = sqlx::query_as(
            "SELECT id, document FROM trajectories WHERE deleted_at IS NULL ORDER BY recorded_at, id",
        )
        .fetch_all(self.0.reader())
        .await
        .named(self.0)?;
        read_all(&rows)
    }

    /// At most `limit`, the newest first; `before` is time and id of the last one of the page before.
    pub async fn page(
        &self,
        limit: u32,
        before: Option<(i64, TrajectoryId)>,
    ) -> Result<Vec<Trajectory>, StoreError> {
        let (time, id) = before.map_or((i64::MAX, String::new()), |(time, id)| (time, id.to_string()));
        let rows = sqlx::query_as(
            "SELECT id, document FROM trajectories
             WHERE deleted_at IS NULL AND (recorded_at, id) < (?1, ?2)
             ORDER BY recorded_at DESC, id DESC LIMIT ?3",
        )
        .bind(time)
        .bind(id)
        .bind(limit)
        .fetch_all(self.0.reader())
        .await
        .named(self.0)?;
        read_all(&rows)
    }

    /// One trajectory, also where it is deleted: skills refer to it.
    pub async fn get(&self, id: TrajectoryId) -> Result<Option<Trajectory>, StoreError> {
        let id = id.to_string();
        let document: Option<String> = sqlx::query_scalar("SELECT document FROM trajectories WHERE id = ?1")
            .bind(&id)
            .fetch_optional(self.0.reader())
            .await
            .named(self.0)?;
        document.map(|document| row(&id).read(&document)).transpose()
    }

    /// How many there are that are not deleted.
    pub async fn count(&self) -> Result<usize, StoreError> {
        let count: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM trajectories WHERE deleted_at IS NULL")
            .fetch_one(self.0.reader())
            .await
            .named(self.0)?;
        Ok(usize::try_from(count).unwrap_or_default())
    }

    /// Takes a trajectory out of the list; [`Self::restore`] brings it back. False where it was not in it.
    pub async fn delete(&self, id: TrajectoryId, at: i64) -> Result<bool, StoreError> {
        let done =
            sqlx::query("UPDATE trajectories SET deleted_at = ?2 WHERE id = ?1 AND deleted_at IS NULL")
                .bind(id.to_string())
                .bind(at)
                .execute(self.0.writer())
                .await
                .named(self.0)?;
        Ok(done.rows_affected() > 0)
    }

    /// Undoes [`Self::delete`]. False where nothing of this id was deleted.
    pub async fn restore(&self, id: TrajectoryId) -> Result<bool, StoreError> {
        let done =
            sqlx::query("UPDATE trajectories SET deleted_at = NULL WHERE id = ?1 AND deleted_at IS NOT NULL")
                .bind(id.to_string())
                .execute(self.0.writer())
                .await
                .named(self.0)?;
        Ok(done.rows_affected() > 0)
    }
}

fn read_all(rows: &[(String, String)]) -> Result<Vec<Trajectory>, StoreError> {
    rows.iter().map(|(id, document)| row(id).read(document)).collect()
}
