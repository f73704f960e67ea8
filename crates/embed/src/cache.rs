//! Embedding each text once: vectors are kept by model and SHA-256 of the text.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, PoisonError};

use sha2::{Digest, Sha256};

use crate::Embedder;
use crate::error::EmbedError;
use crate::manifest::hex;

/// A place where vectors are kept. One that fails reports no hit and drops what it is given: the texts are
/// embedded again, nothing else is lost.
pub trait VectorCache: Send + Sync {
    /// The vectors of these hashes, in their order.
    fn get(&self, model: &str, hashes: &[String]) -> Vec<Option<Vec<f32>>>;

    /// Keeps vectors.
    fn put(&self, model: &str, items: &[(String, &[f32])]);
}

impl<C: VectorCache + ?Sized> VectorCache for &C {
    fn get(&self, model: &str, hashes: &[String]) -> Vec<Option<Vec<f32>>> {
        (**self).get(model, hashes)
    }

    fn put(&self, model: &str, items: &[(String, &[f32])]) {
        (**self).put(model, items);
    }
}

/// The name of a text in a cache: SHA-256 in lower-case hexadecimal.
pub fn text_hash(text: &str) -> String {
    hex(&Sha256::digest(text))
}

/// An embedder that asks the cache first.
#[derive(Debug)]
pub struct Cached<E, C> {
    embedder: E,
    cache: C,
}

impl<E, C> Cached<E, C> {
    /// Puts a cache before an embedder.
    pub const fn new(embedder: E, cache: C) -> Self {
        Self { embedder, cache }
    }
}

impl<E: Embedder, C: VectorCache> Embedder for Cached<E, C> {
    fn model_id(&self) -> &str {
        self.embedder.model_id()
    }

    fn dimensions(&self) -> usize {
        self.embedder.dimensions()
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let model = self.model_id();
        let hashes: Vec<_> = texts.iter().map(|text| text_hash(text)).collect();
        let mut found = self.cache.get(model, &hashes);
        // A cache of another make may answer short, or with vectors of another size: those are no hits.
        found.resize(texts.len(), None);
        for vector in &mut found {
            vector.take_if(|numbers| numbers.len() != self.dimensions());
        }

        // Hash to text: a text that is asked for twice is embedded once.
        let missing: BTreeMap<&str, &str> = hashes
            .iter()
            .zip(texts)
            .zip(&found)
            .filter(|(_, vector)| vector.is_none())
            .map(|((hash, text), _)| (hash.as_str(), *text))
            .collect();
        if !missing.is_empty() {
            let made = self.embedder.embed(&missing.values().copied().collect::<Vec<_>>())?;
            let made: HashMap<&str, Vec<f32>> = missing.keys().copied().zip(made).collect();
            let items: Vec<_> =
                made.iter().map(|(hash, vector)| ((*hash).to_owned(), vector.as_slice())).collect();
            self.cache.put(model, &items);
            for (vector, hash) in found.iter_mut().zip(&hashes) {
                if vector.is_none() {
                    *vector = made.get(hash.as_str()).cloned();
                }
            }
        }
        found.into_iter().collect::<Option<_>>().ok_or_else(|| {
            EmbedError::Tokens(format!("`{model}` gave fewer vectors than it was given texts"))
        })
    }
}

/// A cache that lasts as long as the process.
#[derive(Debug, Default)]
pub struct MemoryCache(Mutex<HashMap<(String, String), Vec<f32>>>);

impl VectorCache for MemoryCache {
    fn get(&self, model: &str, hashes: &[String]) -> Vec<Option<Vec<f32>>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        hashes.iter().map(|hash| kept.get(&(model.to_owned(), hash.clone())).cloned()).collect()
    }

    fn put(&self, model: &str, items: &[(String, &[f32])]) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (hash, vector) in items {
            kept.insert((model.to_owned(), hash.clone()), vector.to_vec());
        }
    }
}
