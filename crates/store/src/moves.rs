//! Moves: every change of stage. The newest move of a skill says where it stands.

use std::collections::BTreeMap;

use atelier_core::ids::SkillId;
use atelier_core::sets::{Move, Stage};
use sqlx::SqliteConnection;

use crate::error::StoreError;
use crate::row::{Named, Row};
use crate::store::Store;

/// The table of moves.
#[derive(Debug)]
pub struct Moves<'a>(pub(crate) &'a Store);

type MoveRow = (String, String, String, String, i64);

impl Moves<'_> {
    /// Adds one move.
    ///
    /// # Errors
    /// [`StoreError::Missing`] where the skill was never saved.
    pub async fn add(&self, step: &Move) -> Result<(), StoreError> {
        self.add_all(std::slice::from_ref(step)).await
    }

    /// Adds several moves, all or none.
    ///
    /// # Errors
    /// [`StoreError::Missing`] where one of the skills was never saved.
    pub async fn add_all(&self, moves: &[Move]) -> Result<(), StoreError> {
        let mut tx = self.0.begin().await?;
        for step in moves {
            add(self.0, &mut tx, step).await?;
        }
        tx.commit().await.named(self.0)
    }

    /// Where each skill stands, and the move that brought it there.
    pub async fn stage_of_all(&self) -> Result<BTreeMap<SkillId, (Stage, Move)>, StoreError> {
        let rows: Vec<MoveRow> = sqlx::query_as(
            "SELECT skill, stage, reason, actor, at FROM moves
             WHERE id IN (SELECT MAX(id) FROM moves GROUP BY skill)",
        )
        .fetch_all(self.0.reader())
        .await
        .named(self.0)?;
        rows.into_iter().map(|row| read(row).map(|step| (step.skill, (step.to, step)))).collect()
    }

    /// Every move of a skill, the oldest first.
    pub async fn history(&self, skill: SkillId) -> Result<Vec<Move>, StoreError> {
        let rows: Vec<MoveRow> =
            sqlx::query_as("SELECT skill, stage, reason, actor, at FROM moves WHERE skill = ?1 ORDER BY id")
                .bind(skill.to_string())
                .fetch_all(self.0.reader())
                .await
                .named(self.0)?;
        rows.into_iter().map(read).collect()
    }
}

pub(crate) async fn add(store: &Store, tx: &mut SqliteConnection, step: &Move) -> Result<(), StoreError> {
    let id = step.skill.to_string();
    let row = Row { table: "moves", id: &id };
    sqlx::query("INSERT INTO moves (skill, stage, reason, actor, at) VALUES (?1, ?2, ?3, ?4, ?5)")
        .bind(&id)
        .bind(row.word(step.to)?)
        .bind(&step.reason)
        .bind(row.word(step.actor)?)
        .bind(step.at)
        .execute(tx)
        .await
        .named_or_missing(store, "skill", &id)?;
    Ok(())
}

fn read((skill, stage, reason, actor, at): MoveRow) -> Result<Move, StoreError> {
    let row = Row { table: "moves", id: &skill };
    Ok(Move { skill: row.id(&skill)?, to: row.parse_word(stage)?, reason, actor: row.parse_word(actor)?, at })
}
