//! Opening: fresh folders, other people's files, newer and damaged databases, several at once.

use std::fs;
use std::path::Path;

use atelier_store::{DATABASE, Store, StoreError};

use crate::fixture::{NOW, skill, store, trajectory};

/// Name and bytes of every file in a folder.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file())
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(path).unwrap()))
        .collect();
    found.sort();
    found
}

/// Runs statements on the closed database of a home.
async fn alter(home: &Path, statements: &'static str) {
    use sqlx::Connection;
    let options =
        sqlx::sqlite::SqliteConnectOptions::new().filename(home.join(DATABASE)).create_if_missing(true);
    let mut connection = sqlx::SqliteConnection::connect_with(&options).await.unwrap();
    sqlx::raw_sql(statements).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

async fn refusal(home: &Path) -> StoreError {
    let before = files(home);
    let error = Store::open(home).await.unwrap_err();
    assert_eq!(files(home), before, "a refused database and its folder stay as they were");
    assert!(error.to_string().contains(DATABASE), "{error}");
    error
}

#[tokio::test]
async fn opening_again_finds_what_was_stored() {
    let (home, store) = store().await;
    store.skills().save(&skill(1, "search"), NOW).await.unwrap();
    store.clone().close().await;
    let again = Store::open(home.path()).await.unwrap();
    assert_eq!(again.skills().current().await.unwrap(), [skill(1, "search")]);
    again.check().await.unwrap();
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_owner_can_read_the_folder() {
    use std::os::unix::fs::PermissionsExt;
    let parent = tempfile::tempdir().unwrap();
    let home = parent.path().join("deep/home");
    let store = Store::open(&home).await.unwrap();
    let picture = store.pictures().put(b"picture".to_vec()).await.unwrap();
    store.tasks().begin(&crate::fixture::task(1, atelier_core::task::TaskOutcome::Running)).await.unwrap();
    let rights = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(rights(&home), 0o700);
    let mut pending = vec![home];
    let mut seen = 0;
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let expected = if path.is_dir() { 0o700 } else { 0o600 };
            assert_eq!(rights(&path), expected, "{}", path.display());
            seen += 1;
            if path.is_dir() {
                pending.push(path);
            }
        }
    }
    assert!(seen >= 7, "database, log, index, locks, folders, {picture}: {seen}");
}

#[cfg(unix)]
#[tokio::test]
async fn rights_of_a_folder_with_other_things_stay() {
    use std::os::unix::fs::PermissionsExt;
    let home = tempfile::tempdir().unwrap();
    fs::set_permissions(home.path(), fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(home.path().join("notes.txt"), "mine").unwrap();
    let store = Store::open(home.path()).await.unwrap();
    let rights = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(rights(home.path()), 0o755);
    assert_eq!(rights(store.file()), 0o600);
}

#[tokio::test]
async fn a_newer_database_is_refused_and_untouched() {
    let (home, store) = store().await;
    store.close().await;
    alter(
        home.path(),
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (9001, 'from the future', TRUE, x'00', 0);",
    )
    .await;
    let error = refusal(home.path()).await;
    assert!(matches!(error, StoreError::Newer { found: 9001, .. }), "{error:?}");
}

#[tokio::test]
async fn a_changed_schema_step_is_refused() {
    let (home, store) = store().await;
    store.close().await;
    alter(home.path(), "UPDATE _sqlx_migrations SET checksum = x'00';").await;
    let error = Store::open(home.path()).await.unwrap_err();
    assert!(matches!(error, StoreError::Altered { step: 1, .. }), "{error:?}");
}

#[tokio::test]
async fn a_database_of_another_program_is_refused_and_untouched() {
    let home = tempfile::tempdir().unwrap();
    alter(home.path(), "CREATE TABLE recipes (name TEXT); INSERT INTO recipes VALUES ('soup');").await;
    let error = refusal(home.path()).await;
    assert!(matches!(error, StoreError::Foreign { .. }), "{error:?}");
}

#[tokio::test]
async fn junk_is_refused_and_untouched() {
    let mut broken = b"SQLite format 3\0".to_vec();
    broken.extend(std::iter::repeat_n(0xA5, 8_000));
    for junk in [b"no database at all".to_vec(), vec![0; 5_000], broken] {
        let home = tempfile::tempdir().unwrap();
        fs::write(home.path().join(DATABASE), junk).unwrap();
        let error = refusal(home.path()).await;
        assert!(matches!(error, StoreError::Damaged { .. }), "{error:?}");
    }
}

#[tokio::test]
async fn damage_within_is_found_by_the_check() {
    let (home, store) = store().await;
    for n in 0..200 {
        store.trajectories().add(&trajectory(n), &n.to_string()).await.unwrap();
    }
    store.close().await;
    let file = home.path().join(DATABASE);
    let mut bytes = fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 20_000].fill(0xA5);
    fs::write(&file, bytes).unwrap();
    let store = Store::open(home.path()).await.unwrap();
    let error = store.check().await.unwrap_err();
    assert!(matches!(error, StoreError::Damaged { .. }), "{error:?}");
}

#[tokio::test]
async fn a_file_in_the_place_of_the_folder_is_named() {
    let parent = tempfile::tempdir().unwrap();
    let home = parent.path().join("home");
    fs::write(&home, "a file").unwrap();
    let error = Store::open(&home).await.unwrap_err();
    assert!(matches!(error, StoreError::Folder { .. }) && error.to_string().contains("home"), "{error:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn many_open_a_fresh_folder_at_once_and_write_side_by_side() {
    let home = tempfile::tempdir().unwrap();
    let writers: Vec<_> = (0..4_u128)
        .map(|writer| {
            let home = home.path().to_owned();
            tokio::spawn(async move {
                let store = Store::open(&home).await.unwrap();
                for n in 0..25 {
                    let n = writer * 100 + n;
                    store.trajectories().add(&trajectory(n), &n.to_string()).await.unwrap();
                }
                store
            })
        })
        .collect();
    for writer in writers {
        let store = writer.await.unwrap();
        drop(store);
    }
    let store = Store::open(home.path()).await.unwrap();
    assert_eq!(store.trajectories().count().await.unwrap(), 100);
}
