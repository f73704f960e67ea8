//! Each text is embedded once.

use std::sync::Mutex;

use atelier_embed::{Cached, EmbedError, Embedder, MemoryCache, VectorCache, text_hash};

/// Remembers what it was asked for; a vector tells its text's length.
#[derive(Default)]
struct Counting {
    asked: Mutex<Vec<String>>,
    fails: bool,
}

impl Embedder for Counting {
    fn model_id(&self) -> &'static str {
        "counting"
    }

    fn dimensions(&self) -> usize {
        2
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        if self.fails {
            return Err(EmbedError::Tokens("no".to_owned()));
        }
        self.asked.lock().unwrap().extend(texts.iter().map(ToString::to_string));
        Ok(texts.iter().map(|text| vec![text.len() as f32, 1.0]).collect())
    }
}

fn asked(counting: &Counting) -> Vec<String> {
    let mut asked = std::mem::take(&mut *counting.asked.lock().unwrap());
    asked.sort();
    asked
}

#[test]
fn only_new_texts_reach_the_model() {
    let counting = Counting::default();
    let cached = Cached::new(&counting, MemoryCache::default());
    let first = cached.embed(&["aaa", "b", "aaa", ""]).unwrap();
    assert_eq!(first, [vec![3.0, 1.0], vec![1.0, 1.0], vec![3.0, 1.0], vec![0.0, 1.0]]);
    assert_eq!(asked(&counting), ["", "aaa", "b"], "a text asked for twice is embedded once");
    let second = cached.embed(&["b", "cc", "aaa"]).unwrap();
    assert_eq!(second, [vec![1.0, 1.0], vec![2.0, 1.0], vec![3.0, 1.0]]);
    assert_eq!(asked(&counting), ["cc"]);
    assert_eq!(cached.embed(&[]).unwrap(), Vec::<Vec<f32>>::new());
    assert_eq!((cached.model_id(), cached.dimensions()), ("counting", 2));
}

#[test]
fn vectors_of_another_model_or_size_are_no_hits() {
    let counting = Counting::default();
    let cache = MemoryCache::default();
    cache.put("another", &[(text_hash("aaa"), &[9.0, 9.0])]);
    cache.put("counting", &[(text_hash("b"), &[9.0])]);
    let vectors = Cached::new(&counting, &cache).embed(&["aaa", "b"]).unwrap();
    assert_eq!(vectors, [vec![3.0, 1.0], vec![1.0, 1.0]]);
    assert_eq!(cache.get("counting", &[text_hash("b")]), [Some(vec![1.0, 1.0])]);
}

#[test]
fn a_failure_keeps_nothing() {
    let cache = MemoryCache::default();
    let failing = Counting { fails: true, ..Counting::default() };
    Cached::new(&failing, &cache).embed(&["aaa"]).unwrap_err();
    assert_eq!(cache.get("counting", &[text_hash("aaa")]), [None]);
}

#[test]
fn names_of_texts_are_their_hashes() {
    assert_eq!(text_hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}
