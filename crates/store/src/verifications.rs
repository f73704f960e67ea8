//! Verifications: the report of every replay that judged a skill.

use std::collections::BTreeMap;

use atelier_core::ids::SkillId;
use atelier_core::replay::ReplayReport;
use sqlx::SqliteConnection;

use crate::error::StoreError;
use crate::row::{Named, Row};
use crate::store::Store;

/// The table of verifications.
#[derive(Debug)]
pub struct Verifications<'a>(pub(crate) &'a Store);

impl Verifications<'_> {
    /// Adds a report.
    ///
    /// # Errors
    /// [`StoreError::Missing`] where the skill was never saved.
    pub async fn save(&self, report: &ReplayReport, at: i64) -> Result<(), StoreError> {
        let mut tx = self.0.begin().await?;
        save(self.0, &mut tx, report, at).await?;
        tx.commit().await.named(self.0)
    }

    /// The last report about a skill.
    pub async fn last(&self, skill: SkillId) -> Result<Option<ReplayReport>, StoreError> {
        let id = skill.to_string();
        let document: Option<String> = sqlx::query_scalar(
            "SELECT document FROM verifications WHERE skill = ?1 ORDER BY id DESC LIMIT 1",
        )
        .bind(&id)
        .fetch_optional(self.0.reader())
        .await
        .named(self.0)?;
        document.map(|document| Row { table: "verifications", id: &id }.read(&document)).transpose()
    }

    /// Whether the last verification of each skill succeeded; skills never verified are not in it.
    pub async fn succeeded_of_all(&self) -> Result<BTreeMap<SkillId, bool>, StoreError> {
        let rows: Vec<(String, bool)> = sqlx::query_as(
            "SELECT skill, succeeded FROM verifications
             WHERE id IN (SELECT MAX(id) FROM verifications GROUP BY skill)",
        )
        .fetch_all(self.0.reader())
        .await
        .named(self.0)?;
        rows.into_iter()
            .map(|(id, succeeded)| Ok((Row { table: "verifications", id: &id }.id(&id)?, succeeded)))
            .collect()
    }
}

pub(crate) async fn save(
    store: &Store,
    tx: &mut SqliteConnection,
    report: &ReplayReport,
    at: i64,
) -> Result<(), StoreError> {
    let id = report.skill.to_string();
    let document = Row { table: "verifications", id: &id }.write(report)?;
    sqlx::query("INSERT INTO verifications (skill, succeeded, at, document) VALUES (?1, ?2, ?3, ?4)")
        .bind(&id)
        .bind(report.succeeded())
        .bind(at)
        .bind(document)
        .execute(tx)
        .await
        .named_or_missing(store, "skill", &id)?;
    Ok(())
}
