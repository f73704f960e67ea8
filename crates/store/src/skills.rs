//! Skills: every version stays, the newest is in use.

use atelier_core::ids::SkillId;
use atelier_core::skill::Skill;
use sqlx::SqliteConnection;

use crate::error::StoreError;
use crate::row::{Named, Row};
use crate::store::Store;

/// The tables of skills and of their versions.
#[derive(Debug)]
pub struct Skills<'a>(pub(crate) &'a Store);

/// What saving a skill came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Saved {
    /// The version that is in use now.
    pub version: u32,
    /// False where the skill was stored like this already.
    pub changed: bool,
}

/// One version of a skill with the time it was saved.
#[derive(Clone, Debug, PartialEq)]
pub struct SkillVersion {
    pub skill: Skill,
    /// Unix milliseconds.
    pub saved_at: i64,
}

const fn row(id: &str) -> Row<'_> {
    Row { table: "skill_versions", id }
}

/// The version in use of each skill.
const CURRENT: &str = "SELECT s.id, v.document FROM skills s
    JOIN skill_versions v ON v.skill = s.id AND v.version = s.version
    ORDER BY s.site, s.name, s.id";

impl Skills<'_> {
    /// Saves a skill. A content that differs from the version in use becomes the next version, numbered here
    /// unless the skill brings a higher number itself.
    pub async fn save(&self, skill: &Skill, at: i64) -> Result<Saved, StoreError> {
        let mut tx = self.0.begin().await?;
        let saved = save(self.0, &mut tx, skill, at).await?;
        tx.commit().await.named(self.0)?;
        Ok(saved)
    }

    /// Saves several skills, all or none.
    pub async fn save_all(&self, skills: &[Skill], at: i64) -> Result<Vec<Saved>, StoreError> {
        let mut saved = Vec::with_capacity(skills.len());
        let mut tx = self.0.begin().await?;
        for skill in skills {
            saved.push(save(self.0, &mut tx, skill, at).await?);
        }
        tx.commit().await.named(self.0)?;
        Ok(saved)
    }

    /// The version in use of every skill, by site and name.
    pub async fn current(&self) -> Result<Vec<Skill>, StoreError> {
        let rows: Vec<(String, String)> =
            sqlx::query_as(CURRENT).fetch_all(self.0.reader()).await.named(self.0)?;
        rows.iter().map(|(id, document)| row(id).read(document)).collect()
    }

    /// The version in use of one skill.
    pub async fn get(&self, id: SkillId) -> Result<Option<Skill>, StoreError> {
        let id = id.to_string();
        let document: Option<String> = sqlx::query_scalar(
            "SELECT v.document FROM skills s JOIN skill_versions v ON v.skill = s.id AND v.version = s.version
             WHERE s.id = ?1",
        )
        .bind(&id)
        .fetch_optional(self.0.reader())
        .await
        .named(self.0)?;
        document.map(|document| row(&id).read(&document)).transpose()
    }

    /// The skill of this name on this site; the last saved where several candidates carry it.
    pub async fn by_name(&self, site: &str, name: &str) -> Result<Option<Skill>, StoreError> {
        let found: Option<(String, String)> = sqlx::query_as(
            "SELECT s.id, v.document FROM skills s
             JOIN skill_versions v ON v.skill = s.id AND v.version = s.version
             WHERE s.site = ?1 AND s.name = ?2 ORDER BY s.saved_at DESC, s.id DESC LIMIT 1",
        )
        .bind(site)
        .bind(name)
        .fetch_optional(self.0.reader())
        .await
        .named(self.0)?;
        found.map(|(id, document)| row(&id).read(&document)).transpose()
    }

    /// Every version of a skill, the oldest first.
    pub async fn versions(&self, id: SkillId) -> Result<Vec<SkillVersion>, StoreError> {
        let id = id.to_string();
        let rows: Vec<(String, i64)> =
            sqlx::query_as("SELECT document, saved_at FROM skill_versions WHERE skill = ?1 ORDER BY version")
                .bind(&id)
                .fetch_all(self.0.reader())
                .await
                .named(self.0)?;
        rows.into_iter()
            .map(|(document, saved_at)| Ok(SkillVersion { skill: row(&id).read(&document)?, saved_at }))
            .collect()
    }
}

/// Saves a skill within a transaction.
pub(crate) async fn save(
    store: &Store,
    tx: &mut SqliteConnection,
    skill: &Skill,
    at: i64,
) -> Result<Saved, StoreError> {
    let id = skill.id.to_string();
    let current: Option<(u32, String)> = sqlx::query_as(
        "SELECT v.version, v.document FROM skills s
         JOIN skill_versions v ON v.skill = s.id AND v.version = s.version WHERE s.id = ?1",
    )
    .bind(&id)
    .fetch_optional(&mut *tx)
    .await
    .named(store)?;

    let version = match current {
        None => skill.version.max(1),
        Some((version, document)) => {
            // A version that this build cannot read is no reason to lose the new one.
            let same = row(&id)
                .read::<Skill>(&document)
                .is_ok_and(|stored| stored == Skill { version, ..skill.clone() });
            if same {
                return Ok(Saved { version, changed: false });
            }
            skill.version.max(version + 1)
        }
    };
    sqlx::query(
        "INSERT INTO skills (id, site, name, version, saved_at) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (id) DO UPDATE SET site = ?2, name = ?3, version = ?4, saved_at = ?5",
    )
    .bind(&id)
    .bind(&skill.site)
    .bind(&skill.name)
    .bind(version)
    .bind(at)
    .execute(&mut *tx)
    .await
    .named(store)?;
    sqlx::query("INSERT INTO skill_versions (skill, version, saved_at, document) VALUES (?1, ?2, ?3, ?4)")
        .bind(&id)
        .bind(version)
        .bind(at)
        .bind(row(&id).write(&Skill { version, ..skill.clone() })?)
        .execute(&mut *tx)
        .await
        .named(store)?;
    Ok(Saved { version, changed: true })
}
