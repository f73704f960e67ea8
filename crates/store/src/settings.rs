//! Settings: values under keys, and the one value that holds all the user set.

use atelier_core::settings::Settings;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::StoreError;
use crate::row::{Named, Row};
use crate::store::Store;

/// The table of settings.
#[derive(Debug)]
pub struct SettingsTable<'a>(pub(crate) &'a Store);

/// The key of [`Settings`].
const SETTINGS: &str = "settings";

impl SettingsTable<'_> {
    /// What the user set, with defaults for the rest.
    pub async fn load(&self) -> Result<Settings, StoreError> {
        Ok(self.get(SETTINGS).await?.unwrap_or_default())
    }

    /// Stores what the user set.
    pub async fn save(&self, settings: &Settings) -> Result<(), StoreError> {
        self.put(SETTINGS, settings).await
    }

    /// The value under a key.
    ///
    /// # Errors
    /// [`StoreError::Document`] where the value is not of this type.
    pub async fn get<T: DeserializeOwned>(&self, key: &str) -> Result<Option<T>, StoreError> {
        let value: Option<String> = sqlx::query_scalar("SELECT value FROM settings WHERE key = ?1")
            .bind(key)
            .fetch_optional(self.0.reader())
            .await
            .named(self.0)?;
        value.map(|value| Row { table: "settings", id: key }.read(&value)).transpose()
    }

    /// Stores a value under a key.
    pub async fn put<T: Serialize + Sync>(&self, key: &str, value: &T) -> Result<(), StoreError> {
        let value = Row { table: "settings", id: key }.write(value)?;
        sqlx::query(
            "INSERT INTO settings (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = ?2",
        )
        .bind(key)
        .bind(value)
        .execute(self.0.writer())
        .await
        .named(self.0)?;
        Ok(())
    }
}
