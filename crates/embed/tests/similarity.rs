//! Cosine and neighbours.

use atelier_embed::{cosine, nearest};
use proptest::prelude::*;

#[test]
fn cosine_of_known_angles() {
    assert!((cosine(&[1.0, 0.0], &[3.0, 0.0]) - 1.0).abs() < 1e-12);
    assert!((cosine(&[1.0, 0.0], &[1.0, 1.0]) - 0.5_f64.sqrt()).abs() < 1e-7);
    assert!((cosine(&[1.0, 2.0], &[-1.0, -2.0]) + 1.0).abs() < 1e-12);
    assert_eq!(cosine(&[0.0, 0.0], &[1.0, 0.0]), 0.0);
    assert_eq!(cosine(&[1.0], &[1.0, 0.0]), 0.0);
    assert_eq!(cosine(&[f32::NAN], &[1.0]), 0.0);
}

#[test]
fn neighbours_come_by_nearness_then_by_order() {
    let vectors: [(&str, &[f32]); 4] =
        [("far", &[-1.0, 0.0]), ("near", &[1.0, 0.1]), ("same", &[2.0, 0.0]), ("same too", &[1.0, 0.0])];
    let names = |n| nearest(&[1.0, 0.0], &vectors, n).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    assert_eq!(names(3), ["same", "same too", "near"]);
    assert_eq!(names(9), ["same", "same too", "near", "far"]);
    assert!(names(0).is_empty());
}

proptest! {
    #[test]
    fn the_nearest_few_are_the_head_of_all(
        vectors in prop::collection::vec(prop::array::uniform3(-1.0_f32..1.0), 0..30),
        query in prop::array::uniform3(-1.0_f32..1.0),
        n in 0_usize..35,
    ) {
        let vectors: Vec<_> = vectors.iter().enumerate().map(|(at, vector)| (at, vector.as_slice())).collect();
        let all = nearest(&query, &vectors, vectors.len());
        prop_assert_eq!(all.len(), vectors.len());
        prop_assert!(all.windows(2).all(|pair| pair[0].1 >= pair[1].1));
        let head = nearest(&query, &vectors, n);
        prop_assert_eq!(&head[..], &all[..n.min(all.len())]);
    }
}
