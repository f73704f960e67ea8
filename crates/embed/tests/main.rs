//! The embedding model against known vectors, its cache, its files.
//!
//! The tests of the model need its weights. They fail where these are missing: `cargo xtask test` fetches them.

#![allow(clippy::unwrap_used)]

mod cache;
mod files;
mod model;
mod similarity;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use atelier_embed::MiniLm;

fn models() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models")
}

fn folder() -> PathBuf {
    let folder = models().join("all-MiniLM-L6-v2");
    assert!(
        folder.join("model.safetensors").exists(),
        "the embedding model is not in `{}`: run `cargo xtask test`, which fetches it",
        folder.display()
    );
    folder
}

/// Loaded once for all tests.
fn model() -> &'static MiniLm {
    static MODEL: OnceLock<MiniLm> = OnceLock::new();
    MODEL.get_or_init(|| MiniLm::load(&folder()).unwrap())
}
