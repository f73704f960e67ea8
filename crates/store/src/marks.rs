//! Marks: what the user said about a skill, until they say otherwise.

use std::collections::BTreeMap;

use atelier_core::ids::SkillId;
use atelier_core::sets::Mark;

use crate::error::StoreError;
use crate::row::{Named, Row};
use crate::store::Store;

/// The table of marks.
#[derive(Debug)]
pub struct Marks<'a>(pub(crate) &'a Store);

impl Marks<'_> {
    /// Sets or takes away the mark of a skill.
    ///
    /// # Errors
    /// [`StoreError::Missing`] where the skill was never saved.
    pub async fn set(&self, skill: SkillId, mark: Option<Mark>) -> Result<(), StoreError> {
        let id = skill.to_string();
        let done = match mark {
            Some(mark) => {
                let word = Row { table: "marks", id: &id }.word(mark)?;
                sqlx::query(
                    "INSERT INTO marks (skill, mark) VALUES (?1, ?2)
                     ON CONFLICT (skill) DO UPDATE SET mark = ?2",
                )
                .bind(&id)
                .bind(word)
                .execute(self.0.writer())
                .await
            }
            None => {
                sqlx::query("DELETE FROM marks WHERE skill = ?1").bind(&id).execute(self.0.writer()).await
            }
        };
        done.named_or_missing(self.0, "skill", &id)?;
        Ok(())
    }

    /// All marks.
    pub async fn all(&self) -> Result<BTreeMap<SkillId, Mark>, StoreError> {
        let rows: Vec<(String, String)> =
            sqlx::query_as("SELECT skill, mark FROM marks").fetch_all(self.0.reader()).await.named(self.0)?;
        rows.into_iter()
            .map(|(skill, mark)| {
                let row = Row { table: "marks", id: &skill };
                Ok((row.id(&skill)?, row.parse_word(mark)?))
            })
            .collect()
    }
}
