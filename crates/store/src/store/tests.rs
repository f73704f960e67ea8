//! What needs the connections themselves: query plans, a full disk, a read-only database.

#![allow(clippy::unwrap_used)]

use super::*;
use crate::tasks::{GAPS, PAGE};

async fn store() -> (tempfile::TempDir, Store) {
    let home = tempfile::tempdir().unwrap();
    let store = Store::open(home.path()).await.unwrap();
    (home, store)
}

#[tokio::test]
async fn pages_of_the_log_are_read_by_index() {
    let (_home, store) = store().await;
    for (query, index) in [(PAGE, "tasks_order"), (GAPS, "tasks_gaps")] {
        let explain = sqlx::AssertSqlSafe(format!("EXPLAIN QUERY PLAN {query}"));
        let plan: Vec<(i64, i64, i64, String)> =
            sqlx::query_as(explain).bind(i64::MAX).bind("").bind(50).fetch_all(store.reader()).await.unwrap();
        let plan: Vec<_> = plan.into_iter().map(|(.., detail)| detail).collect();
        assert_eq!(plan.len(), 1, "no step beside the search, no sorting: {plan:?}");
        assert!(plan[0].starts_with("SEARCH tasks USING INDEX") && plan[0].contains(index), "{plan:?}");
    }
}

#[tokio::test]
async fn the_writer_waits_and_keeps_what_a_power_cut_would_take() {
    use sqlx::{Row, ValueRef};
    let (_home, store) = store().await;
    let read = async |pragma: &'static str| -> String {
        let value: sqlx::sqlite::SqliteRow = sqlx::query(pragma).fetch_one(store.writer()).await.unwrap();
        if value.try_get_raw(0).unwrap().is_null() {
            return String::new();
        }
        value.try_get::<i64, _>(0).map_or_else(|_| value.get::<String, _>(0), |n| n.to_string())
    };
    assert_eq!(read("PRAGMA journal_mode").await, "wal");
    assert_eq!(read("PRAGMA synchronous").await, "2");
    assert_eq!(read("PRAGMA foreign_keys").await, "1");
    assert_eq!(read("PRAGMA busy_timeout").await, PATIENCE.as_millis().to_string());
    assert_eq!(read("PRAGMA application_id").await, APPLICATION_ID.to_string());
}

#[tokio::test]
async fn a_full_disk_is_named_and_costs_nothing_stored() {
    let (_home, store) = store().await;
    store.settings().put("kept", &"before").await.unwrap();
    sqlx::query("PRAGMA max_page_count = 1").execute(store.writer()).await.unwrap();
    let large = "x".repeat(1 << 20);
    let error = store.settings().put("large", &large).await.unwrap_err();
    assert!(matches!(error, StoreError::Full { .. }), "{error:?}");
    assert!(error.to_string().contains(DATABASE), "{error}");
    assert_eq!(store.settings().get::<String>("kept").await.unwrap().unwrap(), "before");
    store.check().await.unwrap();
}

#[tokio::test]
async fn readers_cannot_write_and_say_so() {
    let (_home, store) = store().await;
    let refused = sqlx::query("DELETE FROM settings").execute(store.reader()).await.named(&store);
    let error = refused.unwrap_err();
    assert!(matches!(error, StoreError::ReadOnly { .. }), "{error:?}");
}

#[tokio::test]
async fn a_lock_that_stays_is_named() {
    let (_home, store) = store().await;
    let mut other =
        SqliteConnection::connect_with(&SqliteConnectOptions::new().filename(store.file())).await.unwrap();
    sqlx::query("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
    sqlx::query("PRAGMA busy_timeout = 1").execute(store.writer()).await.unwrap();
    let error = store.settings().put("key", &1).await.unwrap_err();
    assert!(matches!(error, StoreError::Busy { .. }) && error.is_retryable(), "{error:?}");
}
