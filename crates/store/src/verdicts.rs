//! Verdicts: every decision of every selection. Those of the last run count; the others explain the past.

use atelier_core::ids::SkillId;
use atelier_core::verdict::Verdict;
use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow, Row as _, SqliteConnection};

use crate::error::StoreError;
use crate::row::{Named, Row};
use crate::store::Store;

/// The table of verdicts.
#[derive(Debug)]
pub struct Verdicts<'a>(pub(crate) &'a Store);

struct VerdictRow {
    skill: String,
    rule: String,
    score: f64,
    kept: bool,
    exit: Option<String>,
    reason: String,
    judge: String,
    other: Option<String>,
    cluster: Option<u32>,
    at: i64,
}

impl<'r> FromRow<'r, SqliteRow> for VerdictRow {
    fn from_row(row: &'r SqliteRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            skill: row.try_get("skill")?,
            rule: row.try_get("rule")?,
            score: row.try_get("score")?,
            kept: row.try_get("kept")?,
            exit: row.try_get("exit")?,
            reason: row.try_get("reason")?,
            judge: row.try_get("judge")?,
            other: row.try_get("other")?,
            cluster: row.try_get("cluster")?,
            at: row.try_get("at")?,
        })
    }
}

impl VerdictRow {
    fn read(self) -> Result<Verdict, StoreError> {
        let row = Row { table: "verdicts", id: &self.skill };
        Ok(Verdict {
            skill: row.id(&self.skill)?,
            rule: row.parse_word(self.rule)?,
            score: self.score,
            kept: self.kept,
            exit: self.exit.map(|exit| row.parse_word(exit)).transpose()?,
            reason: self.reason,
            judge: self.judge,
            other: self.other.map(|other| row.id(&other)).transpose()?,
            cluster: self.cluster,
            at: self.at,
        })
    }
}

impl Verdicts<'_> {
    /// Stores the verdicts of the selection that ran at `run` (Unix milliseconds); what the same run stored
    /// before is replaced. They are the current ones unless a later run is there.
    pub async fn replace_run(&self, run: i64, verdicts: &[Verdict]) -> Result<(), StoreError> {
        let mut tx = self.0.begin().await?;
        replace_run(self.0, &mut tx, run, verdicts).await?;
        tx.commit().await.named(self.0)
    }

    /// Adds one verdict to the last run, for example one by the user.
    pub async fn add(&self, verdict: &Verdict) -> Result<(), StoreError> {
        let mut tx = self.0.begin().await?;
        let run: i64 = sqlx::query_scalar("SELECT COALESCE(MAX(run), 0) FROM verdicts")
            .fetch_one(&mut *tx)
            .await
            .named(self.0)?;
        insert(self.0, &mut tx, run, verdict).await?;
        tx.commit().await.named(self.0)
    }

    /// The verdicts of the last run, in the order they were given.
    pub async fn current(&self) -> Result<Vec<Verdict>, StoreError> {
        let rows: Vec<VerdictRow> =
            sqlx::query_as("SELECT * FROM verdicts WHERE run = (SELECT MAX(run) FROM verdicts) ORDER BY id")
                .fetch_all(self.0.reader())
                .await
                .named(self.0)?;
        rows.into_iter().map(VerdictRow::read).collect()
    }

    /// Every verdict about a skill in all runs, the oldest first.
    pub async fn of_skill(&self, skill: SkillId) -> Result<Vec<Verdict>, StoreError> {
        let rows: Vec<VerdictRow> = sqlx::query_as("SELECT * FROM verdicts WHERE skill = ?1 ORDER BY id")
            .bind(skill.to_string())
            .fetch_all(self.0.reader())
            .await
            .named(self.0)?;
        rows.into_iter().map(VerdictRow::read).collect()
    }
}

pub(crate) async fn replace_run(
    store: &Store,
    tx: &mut SqliteConnection,
    run: i64,
    verdicts: &[Verdict],
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM verdicts WHERE run = ?1").bind(run).execute(&mut *tx).await.named(store)?;
    for verdict in verdicts {
        insert(store, tx, run, verdict).await?;
    }
    Ok(())
}

async fn insert(
    store: &Store,
    tx: &mut SqliteConnection,
    run: i64,
    verdict: &Verdict,
) -> Result<(), StoreError> {
    let id = verdict.skill.to_string();
    let row = Row { table: "verdicts", id: &id };
    sqlx::query(
        "INSERT INTO verdicts (run, skill, rule, score, kept, exit, reason, judge, other, cluster, at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
    )
    .bind(run)
    .bind(&id)
    .bind(row.word(verdict.rule)?)
    .bind(verdict.score)
    .bind(verdict.kept)
    .bind(verdict.exit.map(|exit| row.word(exit)).transpose()?)
    .bind(&verdict.reason)
    .bind(&verdict.judge)
    .bind(verdict.other.map(|other| other.to_string()))
    .bind(verdict.cluster)
    .bind(verdict.at)
    .execute(tx)
    .await
    .named(store)?;
    Ok(())
}
