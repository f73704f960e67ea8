//! Opening a store, its one writer and its readers.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{Connection, Sqlite, Transaction};
use tokio::sync::OnceCell;

use crate::error::StoreError;
use crate::folder::Folder;
use crate::presence::Presence;
use crate::row::Named;
use crate::{
    healings::Healings, marks::Marks, moves::Moves, pairs::Pairs, pictures::Pictures,
    selection_runs::SelectionRuns, settings::SettingsTable, sites::SitesTable, skills::Skills, tasks::Tasks,
    trajectories::Trajectories, vectors::Vectors, verdicts::Verdicts, verifications::Verifications,
};

/// Name of the database file in the data folder.
pub const DATABASE: &str = "atelier.db";

/// `ATLR` in the header of the file.
const APPLICATION_ID: i64 = 0x4154_4c52;

/// How long a writer waits for another process before it gives up.
const PATIENCE: Duration = Duration::from_secs(10);

/// Readers beside the one writer.
const READERS: u32 = 4;

static MIGRATOR: Migrator = sqlx::migrate!("./migrations");

/// An open store. Clones share the connections.
#[derive(Clone, Debug)]
pub struct Store {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    folder: Folder,
    writer: SqlitePool,
    reader: SqlitePool,
    presence: OnceCell<Presence>,
}

impl Store {
    /// Opens the store in `home`, makes what is missing and brings an older database up to date.
    ///
    /// # Errors
    /// [`StoreError::Newer`], [`StoreError::Foreign`], [`StoreError::Damaged`]: refused, the file is as it was.
    /// [`StoreError::Folder`], [`StoreError::ReadOnly`], [`StoreError::Full`]: the folder does not let us.
    pub async fn open(home: &Path) -> Result<Self, StoreError> {
        let folder = Folder::new(home, DATABASE);
        // Blocking: waits for another process that is opening the same store, a moment at most.
        let (folder, opening) = tokio::task::spawn_blocking(move || {
            folder.prepare()?;
            let lock = folder.lock_for_opening()?;
            Ok::<_, StoreError>((folder, lock))
        })
        .await
        .map_err(|error| StoreError::Folder {
            path: home.to_owned(),
            source: std::io::Error::other(error),
        })??;

        let file = folder.database.clone();
        let fault = |error| StoreError::from_sqlx(&file, error);
        if folder.has_database()? {
            inspect(&file).await?;
        }
        folder.touch_database()?;

        let options = SqliteConnectOptions::new().filename(&file).busy_timeout(PATIENCE).foreign_keys(true);
        let writer = SqlitePoolOptions::new()
            .max_connections(1)
            .idle_timeout(None)
            .max_lifetime(None)
            .acquire_timeout(PATIENCE * 3)
            .connect_with(
                options
                    .clone()
                    .journal_mode(SqliteJournalMode::Wal)
                    // Also a power cut must not lose the record of something that was sent.
                    .synchronous(SqliteSynchronous::Full),
            )
            .await
            .map_err(fault)?;
        MIGRATOR.run(&writer).await.map_err(|error| StoreError::from_migration(&file, newest(), error))?;
        drop(opening);

        let reader = SqlitePoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(PATIENCE * 3)
            .connect_lazy_with(options.read_only(true));
        let inner = Inner { folder, writer, reader, presence: OnceCell::new() };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// Closes the connections; what was written is in the database file then, not in its log.
    pub async fn close(self) {
        self.inner.reader.close().await;
        self.inner.writer.close().await;
    }

    /// The data folder.
    pub fn home(&self) -> &Path {
        &self.inner.folder.home
    }

    /// The database file.
    pub fn file(&self) -> &Path {
        &self.inner.folder.database
    }

    /// Looks through the whole database for damage; `doctor` asks this.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] with what SQLite found first.
    pub async fn check(&self) -> Result<(), StoreError> {
        let found: String =
            sqlx::query_scalar("PRAGMA quick_check(1)").fetch_one(self.reader()).await.named(self)?;
        if found == "ok" {
            Ok(())
        } else {
            Err(StoreError::Damaged { file: self.file().to_owned(), detail: found })
        }
    }

    /// Trajectories.
    pub const fn trajectories(&self) -> Trajectories<'_> {
        Trajectories(self)
    }

    /// Skills and their versions.
    pub const fn skills(&self) -> Skills<'_> {
        Skills(self)
    }

    /// Changes of stage.
    pub const fn moves(&self) -> Moves<'_> {
        Moves(self)
    }

    /// Decisions of the selection.
    pub const fn verdicts(&self) -> Verdicts<'_> {
        Verdicts(self)
    }

    /// What the user said about skills.
    pub const fn marks(&self) -> Marks<'_> {
        Marks(self)
    }

    /// Targets found again by other marks, as proposals.
    pub const fn healings(&self) -> Healings<'_> {
        Healings(self)
    }

    /// Pairs of skills that are no duplicates.
    pub const fn pairs(&self) -> Pairs<'_> {
        Pairs(self)
    }

    /// Reports of verifications.
    pub const fn verifications(&self) -> Verifications<'_> {
        Verifications(self)
    }

    /// Runs of the offline selection.
    pub const fn selection_runs(&self) -> SelectionRuns<'_> {
        SelectionRuns(self)
    }

    /// The task log.
    pub const fn tasks(&self) -> Tasks<'_> {
        Tasks(self)
    }

    /// Cached embeddings.
    pub const fn vectors(&self) -> Vectors<'_> {
        Vectors(self)
    }

    /// Host aliases.
    pub const fn sites(&self) -> SitesTable<'_> {
        SitesTable(self)
    }

    /// What the user set.
    pub const fn settings(&self) -> SettingsTable<'_> {
        SettingsTable(self)
    }

    /// Picture files.
    pub const fn pictures(&self) -> Pictures<'_> {
        Pictures(self)
    }

    pub(crate) fn reader(&self) -> &SqlitePool {
        &self.inner.reader
    }

    pub(crate) fn writer(&self) -> &SqlitePool {
        &self.inner.writer
    }

    pub(crate) fn pictures_folder(&self) -> &Path {
        &self.inner.folder.pictures
    }

    pub(crate) fn run_folder(&self) -> &Path {
        &self.inner.folder.run
    }

    /// Begins a transaction that holds the write lock from its start: two processes wait, neither fails midway.
    pub(crate) async fn begin(&self) -> Result<Transaction<'static, Sqlite>, StoreError> {
        self.writer().begin_with("BEGIN IMMEDIATE").await.named(self)
    }

    /// This process's number, taken when it is first needed.
    pub(crate) async fn process(&self) -> Result<i64, StoreError> {
        let presence = self.inner.presence.get_or_try_init(|| async {
            let number: i64 = sqlx::query_scalar("INSERT INTO processes (pid) VALUES (?1) RETURNING id")
                .bind(i64::from(std::process::id()))
                .fetch_one(self.writer())
                .await
                .named(self)?;
            Presence::take(self.run_folder(), number)
        });
        Ok(presence.await?.number)
    }
}

/// Version of the newest migration of this build.
fn newest() -> i64 {
    MIGRATOR.iter().map(|migration| migration.version).max().unwrap_or_default()
}

/// Looks into an existing database without writing, and refuses what is not ours or from the future.
async fn inspect(file: &Path) -> Result<(), StoreError> {
    let fault = |error| StoreError::from_sqlx(file, error);
    // A read-only connection leaves empty companions behind; without a log beside it nobody has the file open (we
    // hold the opening lock), and it can be read as a plain file.
    let at_rest = ["-wal", "-journal"].iter().all(|end| {
        let mut companion = file.as_os_str().to_owned();
        companion.push(end);
        !Path::new(&companion).exists()
    });
    let options =
        SqliteConnectOptions::new().filename(file).read_only(true).immutable(at_rest).busy_timeout(PATIENCE);
    let mut connection = SqliteConnection::connect_with(&options).await.map_err(fault)?;
    let verdict = inspect_with(&mut connection, file).await;
    connection.close().await.map_err(fault)?;
    verdict
}

async fn inspect_with(connection: &mut SqliteConnection, file: &Path) -> Result<(), StoreError> {
    let fault = |error| StoreError::from_sqlx(file, error);
    let application: i64 =
        sqlx::query_scalar("PRAGMA application_id").fetch_one(&mut *connection).await.map_err(fault)?;
    // The list of migrations is made before the first of them runs, so it may stand alone after a kill.
    let tables: Vec<String> = sqlx::query_scalar("SELECT name FROM sqlite_schema WHERE type = 'table'")
        .fetch_all(&mut *connection)
        .await
        .map_err(fault)?;
    if application != APPLICATION_ID && tables.iter().any(|name| name != "_sqlx_migrations") {
        return Err(StoreError::Foreign { file: file.to_owned() });
    }
    if !tables.iter().any(|name| name == "_sqlx_migrations") {
        return Ok(());
    }
    let found: Option<i64> = sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations")
        .fetch_one(&mut *connection)
        .await
        .map_err(fault)?;
    let known = newest();
    match found {
        Some(found) if found > known => Err(StoreError::Newer { file: file.to_owned(), found, known }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
