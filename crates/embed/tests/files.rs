//! The model's files: whole, missing, damaged.

use std::fs;
use std::path::Path;

use atelier_embed::{EmbedError, Manifest, MiniLm, verify};

use crate::{folder, models};

const WEIGHTS: &str = "model.safetensors";

/// A folder with the model's small files and these weights.
fn with_weights(weights: &[u8]) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    for name in ["config.json", "tokenizer.json"] {
        fs::copy(folder().join(name), copy.path().join(name)).unwrap();
    }
    fs::write(copy.path().join(WEIGHTS), weights).unwrap();
    copy
}

fn refusal(folder: &Path, name: &str) -> EmbedError {
    let error = MiniLm::load(folder).unwrap_err();
    let message = error.to_string();
    assert!(message.contains(name) && message.contains("cargo xtask run"), "{message}");
    error
}

#[test]
fn the_fetched_files_are_the_recorded_ones() {
    let manifest = Manifest::read(&models().join("manifest.json")).unwrap();
    assert_eq!((manifest.dimensions, manifest.max_tokens), (384, atelier_embed::mini_lm::MAX_TOKENS));
    assert_eq!(manifest.model, atelier_embed::mini_lm::MODEL);
    verify(&folder(), &manifest).unwrap();
}

#[test]
fn a_missing_file_is_named() {
    let empty = tempfile::tempdir().unwrap();
    let error = refusal(empty.path(), "config.json");
    assert!(matches!(error, EmbedError::Missing { .. }), "{error:?}");
    let manifest = Manifest::read(&empty.path().join("manifest.json")).unwrap_err();
    assert!(matches!(manifest, EmbedError::Missing { .. }), "{manifest:?}");
}

#[test]
fn damaged_weights_are_named() {
    let whole = fs::read(folder().join(WEIGHTS)).unwrap();
    let hostile = [&u64::MAX.to_le_bytes()[..], b"{}"].concat();
    for weights in [&whole[..whole.len() - 1], &whole[..50], &hostile, b""] {
        let copy = with_weights(weights);
        let error = refusal(copy.path(), WEIGHTS);
        assert!(matches!(error, EmbedError::Damaged { .. }), "{error:?}");
    }
}

#[test]
fn a_damaged_tokenizer_or_configuration_is_named() {
    for name in ["tokenizer.json", "config.json"] {
        let copy = with_weights(&fs::read(folder().join(WEIGHTS)).unwrap());
        fs::write(copy.path().join(name), "{\"truncated\": [").unwrap();
        let error = refusal(copy.path(), name);
        assert!(matches!(error, EmbedError::Damaged { .. }), "{error:?}");
    }
}

#[test]
fn verification_sees_a_changed_byte() {
    let copy = tempfile::tempdir().unwrap();
    let file = copy.path().join("part");
    fs::write(&file, "abc").unwrap();
    let manifest = |size: u64, sha256: &str| -> Manifest {
        let text = serde_json::json!({
            "model": "m", "dimensions": 1, "max_tokens": 1,
            "files": [{"name": "part", "size": size, "sha256": sha256}]
        });
        fs::write(copy.path().join("manifest.json"), text.to_string()).unwrap();
        Manifest::read(&copy.path().join("manifest.json")).unwrap()
    };
    let right = manifest(3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    verify(copy.path(), &right).unwrap();
    let wrong_size = manifest(4, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    for (bytes, manifest) in [("abc", &wrong_size), ("abd", &right)] {
        fs::write(&file, bytes).unwrap();
        let error = verify(copy.path(), manifest).unwrap_err();
        assert!(matches!(&error, EmbedError::Damaged { file, .. } if file.ends_with("part")), "{error:?}");
    }
    fs::remove_file(&file).unwrap();
    assert!(matches!(verify(copy.path(), &right).unwrap_err(), EmbedError::Missing { .. }));
}
