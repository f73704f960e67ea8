//! Healings: what replays proposed, and what the user said to it.

use atelier_core::healing::{Healing, HealingState};
use atelier_core::ids::SkillId;
use atelier_core::skill::Skill;
use sha2::{Digest, Sha256};

use crate::error::StoreError;
use crate::row::{Named, Row};
use crate::skills::{self, Saved};
use crate::store::Store;

/// The table of healings.
#[derive(Debug)]
pub struct Healings<'a>(pub(crate) &'a Store);

/// One proposal as it is stored.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredHealing {
    pub id: i64,
    pub healing: Healing,
    pub state: HealingState,
    /// Unix milliseconds.
    pub at: i64,
}

impl Healings<'_> {
    /// Keeps a proposal that was proved. False where it is there already, open or decided: what was refused is
    /// not asked again. One without proof is never kept.
    ///
    /// # Errors
    /// [`StoreError::Missing`] where the skill was never saved.
    pub async fn propose(&self, healing: &Healing, at: i64) -> Result<bool, StoreError> {
        if !healing.is_proved() {
            return Ok(false);
        }
        let skill = healing.skill.to_string();
        let row = Row { table: "healings", id: &skill };
        let done = sqlx::query(
            "INSERT INTO healings (skill, step, likeness, state, at, document) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
             ON CONFLICT (skill, step, likeness) DO NOTHING",
        )
        .bind(&skill)
        .bind(i64::try_from(healing.step).unwrap_or(i64::MAX))
        .bind(likeness(healing, row)?)
        .bind(row.word(HealingState::Open)?)
        .bind(at)
        .bind(row.write(healing)?)
        .execute(self.0.writer())
        .await
        .named_or_missing(self.0, "skill", &skill)?;
        Ok(done.rows_affected() > 0)
    }

    /// All proposals, the newest first; those of one state where one is given.
    pub async fn all(&self, state: Option<HealingState>) -> Result<Vec<StoredHealing>, StoreError> {
        let word = state.map(|state| Row { table: "healings", id: "state" }.word(state)).transpose()?;
        let rows: Vec<(i64, String, String, i64)> = sqlx::query_as(
            "SELECT id, document, state, at FROM healings WHERE ?1 IS NULL OR state = ?1 ORDER BY id DESC",
        )
        .bind(word)
        .fetch_all(self.0.reader())
        .await
        .named(self.0)?;
        rows.into_iter().map(stored).collect()
    }

    /// One proposal.
    pub async fn get(&self, id: i64) -> Result<Option<StoredHealing>, StoreError> {
        let row: Option<(i64, String, String, i64)> =
            sqlx::query_as("SELECT id, document, state, at FROM healings WHERE id = ?1")
                .bind(id)
                .fetch_optional(self.0.reader())
                .await
                .named(self.0)?;
        row.map(stored).transpose()
    }

    /// Remembers that the user does not want it.
    pub async fn refuse(&self, id: i64, at: i64) -> Result<(), StoreError> {
        let mut tx = self.0.begin().await?;
        decide(self.0, &mut tx, id, HealingState::Refused, at).await?;
        tx.commit().await.named(self.0)
    }

    /// Saves the healed skill as its next version, and closes the proposal and what else was proposed for the same
    /// step: all or nothing.
    pub async fn accept(&self, id: i64, healed: &Skill, step: usize, at: i64) -> Result<Saved, StoreError> {
        let mut tx = self.0.begin().await?;
        let saved = skills::save(self.0, &mut tx, healed, at).await?;
        decide(self.0, &mut tx, id, HealingState::Accepted, at).await?;
        let skill = healed.id.to_string();
        let row = Row { table: "healings", id: &skill };
        sqlx::query(
            "UPDATE healings SET state = ?1, decided_at = ?2 WHERE skill = ?3 AND step = ?4 AND state = ?5",
        )
        .bind(row.word(HealingState::Outdated)?)
        .bind(at)
        .bind(&skill)
        .bind(i64::try_from(step).unwrap_or(i64::MAX))
        .bind(row.word(HealingState::Open)?)
        .execute(&mut *tx)
        .await
        .named(self.0)?;
        tx.commit().await.named(self.0)?;
        Ok(saved)
    }

    /// Proposals of a skill that wait for the user.
    pub async fn open_of(&self, skill: SkillId) -> Result<usize, StoreError> {
        Ok(self.all(Some(HealingState::Open)).await?.iter().filter(|one| one.healing.skill == skill).count())
    }
}

async fn decide(
    store: &Store,
    tx: &mut sqlx::SqliteConnection,
    id: i64,
    state: HealingState,
    at: i64,
) -> Result<(), StoreError> {
    let name = id.to_string();
    let row = Row { table: "healings", id: &name };
    let done = sqlx::query("UPDATE healings SET state = ?1, decided_at = ?2 WHERE id = ?3")
        .bind(row.word(state)?)
        .bind(at)
        .bind(id)
        .execute(tx)
        .await
        .named(store)?;
    if done.rows_affected() == 0 {
        return Err(StoreError::Missing { what: "healing", id: name });
    }
    Ok(())
}

fn stored((id, document, state, at): (i64, String, String, i64)) -> Result<StoredHealing, StoreError> {
    let name = id.to_string();
    let row = Row { table: "healings", id: &name };
    Ok(StoredHealing { id, healing: row.read(&document)?, state: row.parse_word(state)?, at })
}

/// What makes two proposals the same: where they are from and where they lead, not the page of the day.
fn likeness(healing: &Healing, row: Row<'_>) -> Result<String, StoreError> {
    let mut new = healing.new.clone();
    new.bounds = None;
    let both = row.write(&(&healing.old, &new))?;
    Ok(Sha256::digest(both.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect())
}
