//! The embedding model over the cache in the store.

use std::path::Path;

use atelier_embed::{Cached, EmbedError, Embedder, MiniLm, VectorCache};
use atelier_store::Store;
use tokio::runtime::Handle;

/// The product's embedder: MiniLM, each text embedded once.
pub(crate) struct TextEmbedder(Cached<MiniLm, StoredVectors>);

impl std::fmt::Debug for TextEmbedder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("TextEmbedder").field(&self.0.model_id()).finish()
    }
}

impl TextEmbedder {
    /// Folder of the model below the models' folder.
    pub const FOLDER: &str = "all-MiniLM-L6-v2";

    /// Blocking.
    pub fn load(folder: &Path, store: Store, runtime: Handle) -> Result<Self, EmbedError> {
        Ok(Self(Cached::new(MiniLm::load(folder)?, StoredVectors { store, runtime })))
    }
}

impl Embedder for TextEmbedder {
    fn model_id(&self) -> &str {
        self.0.model_id()
    }

    fn dimensions(&self) -> usize {
        self.0.dimensions()
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        self.0.embed(texts)
    }
}

/// The cache table, for callers that are not asynchronous. A failing cache costs time, never a result.
struct StoredVectors {
    store: Store,
    runtime: Handle,
}

impl StoredVectors {
    /// Waits for the store from a thread of any kind.
    fn wait<T: Send>(&self, work: impl Future<Output = T> + Send) -> T {
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| self.runtime.block_on(work));
            match waiting.join() {
                Ok(done) => done,
                Err(panic) => std::panic::resume_unwind(panic),
            }
        })
    }
}

impl VectorCache for StoredVectors {
    fn get(&self, model: &str, hashes: &[String]) -> Vec<Option<Vec<f32>>> {
        self.wait(async { self.store.vectors().get(model, hashes).await }).unwrap_or_else(|error| {
            tracing::warn!("the cache of embeddings cannot be read: {error}");
            vec![None; hashes.len()]
        })
    }

    fn put(&self, model: &str, items: &[(String, &[f32])]) {
        if let Err(error) = self.wait(async { self.store.vectors().put(model, items).await }) {
            tracing::warn!("embeddings cannot be cached: {error}");
        }
    }
}
