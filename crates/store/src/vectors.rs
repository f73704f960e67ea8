//! Cached embeddings: by model and hash of the text.

use std::collections::HashMap;

use crate::error::StoreError;
use crate::row::Named;
use crate::store::Store;

/// The table of vectors.
#[derive(Debug)]
pub struct Vectors<'a>(pub(crate) &'a Store);

impl Vectors<'_> {
    /// The vectors of these hashes, in their order; none where a text was not embedded by this model.
    pub async fn get(&self, model: &str, hashes: &[String]) -> Result<Vec<Option<Vec<f32>>>, StoreError> {
        let wanted = serde_json::Value::from(hashes).to_string();
        let rows: Vec<(String, Vec<u8>)> = sqlx::query_as(
            "SELECT hash, vector FROM vectors
             WHERE model = ?1 AND hash IN (SELECT value FROM json_each(?2))",
        )
        .bind(model)
        .bind(wanted)
        .fetch_all(self.0.reader())
        .await
        .named(self.0)?;
        let found: HashMap<_, _> = rows.into_iter().map(|(hash, bytes)| (hash, floats(&bytes))).collect();
        Ok(hashes.iter().map(|hash| found.get(hash).cloned()).collect())
    }

    /// Every vector of a model with its hash.
    pub async fn all(&self, model: &str) -> Result<Vec<(String, Vec<f32>)>, StoreError> {
        let rows: Vec<(String, Vec<u8>)> =
            sqlx::query_as("SELECT hash, vector FROM vectors WHERE model = ?1")
                .bind(model)
                .fetch_all(self.0.reader())
                .await
                .named(self.0)?;
        Ok(rows.into_iter().map(|(hash, bytes)| (hash, floats(&bytes))).collect())
    }

    /// Stores vectors; one that is there is replaced.
    pub async fn put(&self, model: &str, items: &[(String, &[f32])]) -> Result<(), StoreError> {
        let mut tx = self.0.begin().await?;
        for (hash, vector) in items {
            let bytes: Vec<u8> = vector.iter().flat_map(|number| number.to_le_bytes()).collect();
            sqlx::query(
                "INSERT INTO vectors (model, hash, vector) VALUES (?1, ?2, ?3)
                 ON CONFLICT (model, hash) DO UPDATE SET vector = ?3",
            )
            .bind(model)
            .bind(hash)
            .bind(bytes)
            .execute(&mut *tx)
            .await
            .named(self.0)?;
        }
        tx.commit().await.named(self.0)
    }
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    let (quads, _) = bytes.as_chunks::<4>();
    quads.iter().map(|quad| f32::from_le_bytes(*quad)).collect()
}
