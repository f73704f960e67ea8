//! Greedy centroid clustering, in collection order (AutoTailor §3.1).

use atelier_embed::Rows;

/// Where one vector ended up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Membership {
    /// Number of the cluster, from 0 in order of founding.
    pub cluster: usize,
    /// Cosine similarity to the centroid it joined; 1 for the founder.
    pub similarity: f64,
}

/// Cosine similarity, to six decimals so that thresholds are met exactly where they are meant to be.
pub fn similarity(a: &[f32], b: &[f32]) -> f64 {
    (atelier_embed::cosine(a, b) * 1e6).round() / 1e6
}

/// Each vector joins the nearest centroid of at least `threshold` similarity, which moves to the mean of
/// its members; else it founds a cluster.
pub fn greedy(vectors: &[Vec<f32>], threshold: f64) -> Vec<Membership> {
    let width = vectors.first().map_or(0, Vec::len);
    let own = Rows::of(width, vectors.iter().map(Vec::as_slice));
    let mut centroids = Rows::new(width);
    let mut sums: Vec<Vec<f32>> = Vec::new();
    let mut out = Vec::with_capacity(vectors.len());
    for (at, vector) in vectors.iter().enumerate() {
        let mut best: Option<Membership> = None;
        for (cluster, roughly) in centroids.cosines(own.row(at), 0).into_iter().enumerate() {
            let needed = best.map_or(threshold, |best| best.similarity);
            if f64::from(roughly + Rows::ERROR) < needed {
                continue;
            }
            let similarity = similarity(vector, &sums[cluster]);
            if similarity >= threshold && best.is_none_or(|b| similarity > b.similarity) {
                best = Some(Membership { cluster, similarity });
            }
        }
        let found = best.unwrap_or(Membership { cluster: sums.len(), similarity: 1.0 });
        match sums.get_mut(found.cluster) {
            // The sum points where the mean does.
            Some(sum) => {
                sum.iter_mut().zip(vector).for_each(|(s, v)| *s += v);
                centroids.set(found.cluster, sum);
            }
            None => {
                sums.push(vector.clone());
                centroids.push(vector);
            }
        }
        out.push(found);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Unit vector at the cosine `c` from (1, 0).
    fn at(c: f32) -> Vec<f32> {
        vec![c, (1.0 - c * c).sqrt()]
    }

    fn clusters(vectors: &[Vec<f32>]) -> Vec<usize> {
        greedy(vectors, 0.75).into_iter().map(|m| m.cluster).collect()
    }

    #[test]
    fn exactly_the_threshold_joins() {
        assert_eq!(clusters(&[at(1.0), at(0.75)]), [0, 0]);
        assert_eq!(clusters(&[at(1.0), at(0.7499)]), [0, 1]);
    }

    #[test]
    fn centroids_move_and_the_nearest_wins() {
        // The second pulls the centroid so far that the third, too far from the first, still joins.
        assert_eq!(clusters(&[at(1.0), at(0.8), at(0.6)]), [0, 0, 0]);
        assert_eq!(clusters(&[at(1.0), at(0.6)]), [0, 1]);
        let other = vec![-0.6, 0.8];
        assert_eq!(clusters(&[at(1.0), other.clone(), at(0.0)])[2], 1);
    }

    proptest! {
        #[test]
        fn every_vector_is_in_one_cluster_and_founders_come_in_order(
            vectors in proptest::collection::vec(proptest::collection::vec(-1.0_f32..1.0, 4), 0..20),
        ) {
            let found = greedy(&vectors, 0.75);
            prop_assert_eq!(found.len(), vectors.len());
            let mut next = 0;
            for one in found {
                prop_assert!(one.cluster <= next);
                next = next.max(one.cluster + 1);
            }
        }
    }
}
