//! Numbers, order, batches.

use atelier_embed::{Embedder, MiniLm, Tuning, cosine};
use proptest::prelude::*;

use crate::{folder, model};

/// The first eight numbers of each vector, computed from the weights in double precision by the formulas of the
/// network (exact GELU, mean over all tokens), apart from this crate.
const KNOWN: [(&str, [f32; 8]); 5] = [
    ("", [-0.118_838, 0.048_299, -0.002_548, -0.011_011, 0.051_951, 0.010_292, 0.115_433, 0.000_701]),
    (
        "Search the books forum for posts about sourdough.",
        [-0.009_409, -0.026_073, -0.027_29, 0.062_931, -0.012_567, 0.031_031, -0.078_638, 0.083_649],
    ),
    (
        "Lege den billigsten Drucker in den Warenkorb – größer als 20 €",
        [0.007_741, 0.081_854, -0.031_286, -0.015_609, -0.063_948, 0.052_151, 0.054_391, 0.167_06],
    ),
    (
        "Subscribe to <val>",
        [-0.042_264, -0.051_086, -0.040_542, -0.025_911, -0.037_971, 0.001_966, 0.032_52, -0.017_835],
    ),
    (
        "Naïve café 你好 🙂 tokens",
        [-0.059_562, -0.008_123, 0.059_593, 0.026_653, 0.046_66, -0.011_445, 0.114_307, -0.044_055],
    ),
];

/// 60 times the sentence: 480 words, of which the first 254 tokens count.
const LONG: [f32; 8] =
    [0.023_958, 0.010_246, -0.034_61, -0.050_478, -0.158_48, -0.019_755, -0.016_116, -0.004_725];

fn near(found: &[f32], expected: &[f32], tolerance: f32, of: &str) {
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < tolerance, "{of:?}: {found} instead of {expected}");
    }
}

#[test]
fn vectors_are_the_known_ones() {
    let texts = KNOWN.map(|(text, _)| text);
    let vectors = model().embed(&texts).unwrap();
    assert_eq!(vectors.len(), texts.len());
    for ((text, expected), vector) in KNOWN.iter().zip(&vectors) {
        assert_eq!(vector.len(), model().dimensions());
        near(vector, expected, 1e-5, text);
        let length: f32 = vector.iter().map(|value| value * value).sum();
        assert!((length - 1.0).abs() < 1e-5, "{text:?} has length {length}");
    }
}

#[test]
fn a_long_text_counts_to_its_256th_token() {
    let text = "open the newest order and read its total ".repeat(60);
    let longer = text.repeat(500);
    let vectors = model().embed(&[&text, &longer]).unwrap();
    near(&vectors[0], &LONG, 1e-5, "long");
    near(&vectors[0], &vectors[1], 1e-6, "what follows the last token");
}

#[test]
fn meaning_is_near() {
    let texts =
        ["Add the red mug to the cart", "Put a red cup into my basket", "Who moderates the books forum?"];
    let vectors = model().embed(&texts).unwrap();
    let (same, other) = (cosine(&vectors[0], &vectors[1]), cosine(&vectors[0], &vectors[2]));
    assert!(same > 0.6 && other < 0.3, "{same} {other}");
}

#[test]
fn no_text_is_no_vector() {
    assert!(model().embed(&[]).unwrap().is_empty());
}

#[test]
fn lanes_and_batches_change_no_vector() {
    let texts: Vec<_> = (0..150).map(|n| format!("task {n} {}", "and more ".repeat(n % 17))).collect();
    let texts: Vec<_> = texts.iter().map(String::as_str).collect();
    let tuned = |lanes, batch_tokens| {
        MiniLm::load_with(&folder(), Tuning { lanes, batch_tokens }).unwrap().embed(&texts).unwrap()
    };
    let (narrow, wide) = (tuned(1, 1), tuned(5, 4_000));
    for (text, (a, b)) in texts.iter().zip(narrow.iter().zip(&wide)) {
        near(a, b, 1e-5, text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn a_vector_depends_on_its_text_alone(texts in prop::collection::vec("[a-z ,.0-9]{0,80}|\\PC{0,40}", 1..40), seed: u64) {
        let texts: Vec<_> = texts.iter().map(String::as_str).collect();
        let together = model().embed(&texts).unwrap();
        // Any other order and company.
        let mut order: Vec<_> = (0..texts.len()).collect();
        order.sort_by_key(|at| (*at as u64 + 1).wrapping_mul(seed | 1).rotate_left(17));
        order.truncate(texts.len().div_ceil(2));
        let some = model().embed(&order.iter().map(|at| texts[*at]).collect::<Vec<_>>()).unwrap();
        for (at, vector) in order.iter().zip(&some) {
            near(vector, &together[*at], 1e-5, texts[*at]);
        }
        let alone = model().embed(&texts[..1]).unwrap();
        near(&alone[0], &together[0], 1e-5, texts[0]);
    }
}
