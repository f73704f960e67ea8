//! Between rows and types: JSON documents, words of enums, ids.

use std::str::FromStr;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::error::{StoreError, is_foreign_key};
use crate::store::Store;

/// Gives a failed statement the name of the database file.
pub(crate) trait Named<T> {
    fn named(self, store: &Store) -> Result<T, StoreError>;

    /// The same, where the only other row it may refer to is `what` with this id.
    fn named_or_missing(self, store: &Store, what: &'static str, id: &str) -> Result<T, StoreError>;
}

impl<T> Named<T> for Result<T, sqlx::Error> {
    fn named(self, store: &Store) -> Result<T, StoreError> {
        self.map_err(|error| StoreError::from_sqlx(store.file(), error))
    }

    fn named_or_missing(self, store: &Store, what: &'static str, id: &str) -> Result<T, StoreError> {
        self.map_err(|error| {
            if is_foreign_key(&error) {
                StoreError::Missing { what, id: id.to_owned() }
            } else {
                StoreError::from_sqlx(store.file(), error)
            }
        })
    }
}

/// The table and row a value is read from or written to, for messages.
#[derive(Clone, Copy)]
pub(crate) struct Row<'a> {
    pub table: &'static str,
    pub id: &'a str,
}

impl Row<'_> {
    fn fault(self, source: serde_json::Error) -> StoreError {
        StoreError::Document { table: self.table, id: self.id.to_owned(), source }
    }

    pub fn write<T: Serialize>(self, value: &T) -> Result<String, StoreError> {
        serde_json::to_string(value).map_err(|source| self.fault(source))
    }

    pub fn read<T: DeserializeOwned>(self, document: &str) -> Result<T, StoreError> {
        serde_json::from_str(document).map_err(|source| self.fault(source))
    }

    /// The word that stands for a plain enum value in files.
    pub fn word<T: Serialize>(self, value: T) -> Result<String, StoreError> {
        match serde_json::to_value(value) {
            Ok(Value::String(word)) => Ok(word),
            Ok(other) => Err(self.fault(serde::ser::Error::custom(format!("`{other}` is no word")))),
            Err(source) => Err(self.fault(source)),
        }
    }

    pub fn parse_word<T: DeserializeOwned>(self, word: String) -> Result<T, StoreError> {
        serde_json::from_value(Value::String(word)).map_err(|source| self.fault(source))
    }

    pub fn id<I>(self, text: &str) -> Result<I, StoreError>
    where
        I: FromStr<Err: std::fmt::Display>,
    {
        text.parse()
            .map_err(|error| self.fault(serde::de::Error::custom(format!("`{text}` is no id: {error}"))))
    }
}
