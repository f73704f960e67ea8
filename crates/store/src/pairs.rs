//! Pairs of skills that look alike and that the user wants both.

use atelier_core::ids::SkillId;

use crate::error::StoreError;
use crate::row::{Named, Row};
use crate::store::Store;

/// The table of pairs that are kept.
#[derive(Debug)]
pub struct Pairs<'a>(pub(crate) &'a Store);

impl Pairs<'_> {
    /// Remembers that two skills are no duplicates, whichever is named first. A skill is never its own pair.
    pub async fn not_duplicate(&self, a: SkillId, b: SkillId) -> Result<(), StoreError> {
        if a == b {
            return Ok(());
        }
        let (a, b) = (a.min(b), a.max(b));
        sqlx::query("INSERT INTO kept_pairs (a, b) VALUES (?1, ?2) ON CONFLICT DO NOTHING")
            .bind(a.to_string())
            .bind(b.to_string())
            .execute(self.0.writer())
            .await
            .named(self.0)?;
        Ok(())
    }

    /// All such pairs, the smaller id first.
    pub async fn all(&self) -> Result<Vec<(SkillId, SkillId)>, StoreError> {
        let rows: Vec<(String, String)> = sqlx::query_as("SELECT a, b FROM kept_pairs ORDER BY a, b")
            .fetch_all(self.0.reader())
            .await
            .named(self.0)?;
        rows.iter()
            .map(|(a, b)| {
                let row = Row { table: "kept_pairs", id: a };
                Ok((row.id(a)?, row.id(b)?))
            })
            .collect()
    }
}
