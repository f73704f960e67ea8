//! Cosine similarity and nearest neighbours.

use std::cmp::Ordering;

/// Cosine of the angle between two vectors, -1 to 1; 0 where one of them has no direction or another length.
pub fn cosine(a: &[f32], b: &[f32]) -> f64 {
    if a.len() != b.len() {
        return 0.0;
    }
    let (mut dot, mut aa, mut bb) = (0.0_f64, 0.0_f64, 0.0_f64);
    for (x, y) in a.iter().zip(b) {
        let (x, y) = (f64::from(*x), f64::from(*y));
        dot += x * y;
        aa += x * x;
        bb += y * y;
    }
    let scale = (aa * bb).sqrt();
    if scale > 0.0 { (dot / scale).clamp(-1.0, 1.0) } else { 0.0 }
}

/// The `n` vectors most similar to `query`, the nearest first; equally near ones in the order given.
pub fn nearest<K: Clone>(query: &[f32], vectors: &[(K, &[f32])], n: usize) -> Vec<(K, f64)> {
    let mut scored: Vec<_> =
        vectors.iter().enumerate().map(|(at, (_, vector))| (at, cosine(query, vector))).collect();
    let order = |a: &(usize, f64), b: &(usize, f64)| -> Ordering { b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)) };
    if n > 0 && n < scored.len() {
        scored.select_nth_unstable_by(n - 1, order);
    }
    scored.truncate(n);
    scored.sort_unstable_by(order);
    scored.into_iter().map(|(at, score)| (vectors[at].0.clone(), score)).collect()
}
