//! The embedding model, its cache, and nearest neighbours.
//!
//! [`MiniLm`] runs `all-MiniLM-L6-v2` with candle on the processor of this computer: mean of the token vectors,
//! normalised to length one, at most 256 tokens of a text. Nothing leaves the machine and nothing is fetched.
//!
//! Invariants:
//! - Vectors come in the order of the texts, each of [`Embedder::dimensions`] numbers and of length one.
//! - A text has the same vector whatever else is embedded with it (to the last few bits).
//! - Calls block: from async code, call them where blocking is allowed.
//!
//! What is *not* here: storage of vectors (a [`VectorCache`] is given), and what similarity means for skills.
//!
//! | module | holds |
//! |---|---|
//! | [`mini_lm`] | tokens, batches by length, one lane per core |
//! | `network`, `kernels` | the six layers over candle matrices, and what is fused between them |
//! | [`manifest`] | the recorded hashes of the model's files |
//! | [`cache`] | embedding each text once |
//! | [`similarity`] | cosine and nearest neighbours |
//! | [`rows`] | many cosines at once |

mod kernels;
mod network;

pub mod cache;
pub mod error;
pub mod manifest;
pub mod mini_lm;
pub mod rows;
pub mod similarity;

pub use cache::{Cached, MemoryCache, VectorCache, text_hash};
pub use error::EmbedError;
pub use manifest::{Manifest, verify};
pub use mini_lm::{MiniLm, Tuning};
pub use rows::Rows;
pub use similarity::{cosine, nearest};

/// Turns texts into vectors.
pub trait Embedder: Send + Sync {
    /// Name of the model; vectors of different models cannot be compared.
    fn model_id(&self) -> &str;

    /// Numbers in a vector.
    fn dimensions(&self) -> usize;

    /// One vector of length one per text, in the order of the texts.
    ///
    /// # Errors
    /// See [`EmbedError`].
    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError>;
}

impl<E: Embedder + ?Sized> Embedder for &E {
    fn model_id(&self) -> &str {
        (**self).model_id()
    }

    fn dimensions(&self) -> usize {
        (**self).dimensions()
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        (**self).embed(texts)
    }
}

impl<E: Embedder + ?Sized> Embedder for std::sync::Arc<E> {
    fn model_id(&self) -> &str {
        (**self).model_id()
    }

    fn dimensions(&self) -> usize {
        (**self).dimensions()
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        (**self).embed(texts)
    }
}
