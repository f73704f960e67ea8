//! Two forms beside each other.

use super::weight::Weights;

/// A difference costs at most this much, however long: a value may be a whole sentence.
const DIFFERENCE: f64 = 5.0;
/// Share of the cost of a difference where both sides, or one, hold a typed mask: likely a value.
const BOTH_MASKED: f64 = 0.35;
const ONE_MASKED: f64 = 0.6;
/// Words that one side has and the other has nothing for are likelier another wish.
const ADDED: f64 = 1.3;

/// What two forms have in common.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Alignment {
    /// Weight of what they share against that and the cost of their differences, 0 to 1.
    pub likeness: f64,
    /// Content words shared.
    pub content: usize,
    /// Their common form: one mask for each difference.
    pub form: Vec<u32>,
}

/// The words both have in this order, of the greatest weight together, by their places.
pub(super) fn shared(a: &[u32], b: &[u32], weights: &Weights) -> Vec<(usize, usize)> {
    let width = b.len() + 1;
    let mut best = vec![0.0_f64; (a.len() + 1) * width];
    // Masks that meet decide between alignments that are equal in words.
    let gain = |x: u32, y: u32| match (weights.mask(x), weights.mask(y)) {
        (Some(x), Some(y)) => {
            if x == y {
                0.3
            } else {
                0.2
            }
        }
        _ if x == y => weights.of(x),
        _ => 0.0,
    };
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            let skip = best[(i + 1) * width + j].max(best[i * width + j + 1]);
            let gain = gain(a[i], b[j]);
            let both = if gain > 0.0 { best[(i + 1) * width + j + 1] + gain } else { 0.0 };
            best[i * width + j] = skip.max(both);
        }
    }
    let mut out = Vec::new();
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        let here = best[i * width + j];
        let gain = gain(a[i], b[j]);
        if gain > 0.0 && (here - best[(i + 1) * width + j + 1] - gain).abs() < 1e-9 {
            if weights.mask(a[i]).is_none() {
                out.push((i, j));
            }
            (i, j) = (i + 1, j + 1);
        } else if best[(i + 1) * width + j] >= best[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    out
}

/// Aligns two forms; none where they begin with different verbs.
pub(super) fn align(a: &[u32], b: &[u32], weights: &Weights) -> Option<Alignment> {
    let anchors = shared(a, b, weights);
    let mut found = Alignment { likeness: 0.0, content: 0, form: Vec::new() };
    let (mut same, mut cost) = (0.0, 0.0);
    let (mut i, mut j) = (0, 0);
    let end = std::iter::once((a.len(), b.len()));
    for (to_i, to_j) in anchors.into_iter().chain(end) {
        let (left, right) = (&a[i..to_i], &b[j..to_j]);
        if !(left.is_empty() && right.is_empty()) {
            let content = |side: &[u32]| side.iter().any(|id| weights.is_content(*id));
            let both = !left.is_empty() && !right.is_empty();
            if i == 0 && j == 0 && both && (content(left) || content(right)) {
                return None;
            }
            cost += difference(left, right, weights);
            found.form.push(mask(left, right, weights));
        }
        if let Some(id) = a.get(to_i) {
            same += weights.of(*id);
            found.content += usize::from(weights.is_content(*id));
            found.form.push(*id);
        }
        (i, j) = (to_i + 1, to_j + 1);
    }
    found.likeness = if same + cost > 0.0 { same / (same + cost) } else { 0.0 };
    Some(found)
}

fn difference(left: &[u32], right: &[u32], weights: &Weights) -> f64 {
    let weight = |side: &[u32]| side.iter().map(|id| weights.of(*id)).sum::<f64>();
    let masked = |side: &[u32]| side.iter().any(|id| weights.mask(*id).is_some());
    let share = match (masked(left), masked(right)) {
        (true, true) => BOTH_MASKED,
        (false, false) if left.is_empty() || right.is_empty() => ADDED,
        (false, false) => 1.0,
        _ => ONE_MASKED,
    };
    weight(left).max(weight(right)).min(DIFFERENCE) * share
}

/// The mask for a difference: that of both sides where they are of one kind.
fn mask(left: &[u32], right: &[u32], weights: &Weights) -> u32 {
    let mut all = left.iter().chain(right);
    let Some(first) = all.next() else {
        return weights.value();
    };
    let words = left.iter().chain(right).any(|id| weights.mask(*id).is_none());
    if !words && left.iter().chain(right).all(|id| id == first) {
        *first
    } else if !words && left.iter().chain(right).any(|id| *id == weights.list()) {
        weights.list()
    } else {
        weights.value()
    }
}
