//! What a similarity threshold would do, from pairs of which it is known whether they are the same.

use serde::{Deserialize, Serialize};

/// One threshold and what deciding by it gets right.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CurvePoint {
    /// A pair is taken for the same where its similarity is above this.
    pub threshold: f64,
    /// Of the pairs taken for the same, the share that is; 1 where none is taken.
    pub precision: f64,
    /// Of the pairs that are the same, the share that is taken for it; 1 where none is.
    pub recall: f64,
    /// Harmonic mean of both.
    pub f1: f64,
}

/// Points from 0.30 to 0.99, a hundredth apart. `pairs` are similarities and whether the two are the same.
pub fn curve(pairs: &[(f64, bool)]) -> Vec<CurvePoint> {
    (30..100).map(|hundredths| point(pairs, f64::from(hundredths) / 100.0)).collect()
}

/// What deciding by one threshold gets right.
pub fn point(pairs: &[(f64, bool)], threshold: f64) -> CurvePoint {
    let count = |want: &dyn Fn(f64, bool) -> bool| pairs.iter().filter(|(s, same)| want(*s, *same)).count();
    let right = count(&|s, same| same && s > threshold);
    let taken = count(&|s, _| s > threshold);
    let wanted = count(&|_, same| same);
    let share = |of: usize| if of == 0 { 1.0 } else { right as f64 / of as f64 };
    let f1 = if taken + wanted == 0 { 1.0 } else { 2.0 * right as f64 / (taken + wanted) as f64 };
    CurvePoint { threshold, precision: share(taken), recall: share(wanted), f1 }
}

/// The threshold with the best F1; in the middle where several next to each other are equally good.
pub fn best(curve: &[CurvePoint]) -> Option<CurvePoint> {
    let top = curve.iter().map(|p| p.f1).max_by(f64::total_cmp)?;
    let is_top = |p: &&CurvePoint| (p.f1 - top).abs() < 1e-9;
    let from = curve.iter().position(|p| is_top(&p))?;
    let run = curve[from..].iter().take_while(is_top).count();
    curve.get(from + (run - 1) / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const PAIRS: [(f64, bool); 4] = [(0.9, true), (0.8, true), (0.7, false), (0.5, false)];

    #[test]
    fn a_pair_exactly_at_the_threshold_is_not_above_it() {
        let at = point(&PAIRS, 0.80);
        assert_eq!((at.precision, at.recall), (1.0, 0.5));
        let below = point(&PAIRS, 0.79);
        assert_eq!((below.precision, below.recall, below.f1), (1.0, 1.0, 1.0));
        let low = point(&PAIRS, 0.6);
        assert!((low.precision - 2.0 / 3.0).abs() < 1e-9 && (low.f1 - 0.8).abs() < 1e-9);
    }

    #[test]
    fn the_best_is_the_middle_of_the_equally_good() {
        let found = best(&curve(&PAIRS)).unwrap();
        assert!((found.threshold - 0.74).abs() < 1e-9, "{found:?}");
        assert!(best(&[]).is_none());
        assert!((point(&[], 0.5).f1 - 1.0).abs() < 1e-9);
    }

    proptest! {
        #[test]
        fn recall_falls_as_the_threshold_rises(pairs in proptest::collection::vec((0.0..1.0_f64, any::<bool>()), 0..30)) {
            let curve = curve(&pairs);
            prop_assert!(curve.windows(2).all(|w| w[0].recall >= w[1].recall));
            prop_assert!(curve.iter().all(|p| (0.0..=1.0).contains(&p.f1) && (0.0..=1.0).contains(&p.precision)));
        }
    }
}
