//! Vectors as points on a plane: their two principal components.
//!
//! The components are found by power iteration over the vectors themselves, so no matrix of all dimensions is
//! ever built: 20,000 vectors of 384 numbers take well under a second. The start is fixed, so the same vectors
//! always give the same points.

/// Rounds of the iteration; two components of embeddings settle far earlier.
const ROUNDS: usize = 48;

/// Points in the order of the vectors, each axis from 0 to 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plane {
    pub points: Vec<[f64; 2]>,
    /// Share of the variance that the two axes hold, 0 to 1.
    pub shown: f64,
}

/// Projects vectors of equal length on their two principal components.
#[must_use]
pub fn plane(vectors: &[Vec<f32>]) -> Plane {
    let dimensions = vectors.iter().map(Vec::len).min().unwrap_or(0);
    if vectors.len() < 2 || dimensions < 2 {
        return Plane { points: vec![[0.5, 0.5]; vectors.len()], shown: 0.0 };
    }
    let count = vectors.len() as f64;
    let mut mean = vec![0.0; dimensions];
    for vector in vectors {
        mean.iter_mut().zip(vector).for_each(|(sum, x)| *sum += f64::from(*x) / count);
    }
    let centred: Vec<Vec<f64>> = vectors
        .iter()
        .map(|vector| vector.iter().zip(&mean).map(|(x, m)| f64::from(*x) - m).collect())
        .collect();
    let whole: f64 = centred.iter().flatten().map(|x| x * x).sum();
    let first = component(&centred, dimensions, None);
    let second = component(&centred, dimensions, Some(&first));
    let along = |axis: &[f64]| -> Vec<f64> { centred.iter().map(|vector| dot(vector, axis)).collect() };
    let (xs, ys) = (along(&first), along(&second));
    let held: f64 = xs.iter().chain(&ys).map(|x| x * x).sum();
    let points = scaled(&xs).into_iter().zip(scaled(&ys)).map(|(x, y)| [x, y]).collect();
    Plane { points, shown: if whole > 0.0 { (held / whole).min(1.0) } else { 0.0 } }
}

/// The direction of most variance, at a right angle to `besides`; of a fixed sign.
fn component(centred: &[Vec<f64>], dimensions: usize, besides: Option<&[f64]>) -> Vec<f64> {
    let mut axis: Vec<f64> = (0..dimensions).map(|at| 1.0 / (at as f64 + 1.7)).collect();
    upright(&mut axis, besides);
    for _ in 0..ROUNDS {
        let mut next = vec![0.0; dimensions];
        for vector in centred {
            let share = dot(vector, &axis);
            next.iter_mut().zip(vector).for_each(|(sum, x)| *sum += share * x);
        }
        upright(&mut next, besides);
        if next.iter().all(|x| x.abs() < f64::EPSILON) {
            break;
        }
        axis = next;
    }
    let largest = axis.iter().copied().max_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or(1.0);
    if largest < 0.0 {
        axis.iter_mut().for_each(|x| *x = -*x);
    }
    axis
}

/// Takes out what points along `besides`, and makes the length 1.
fn upright(axis: &mut [f64], besides: Option<&[f64]>) {
    if let Some(other) = besides {
        let share = dot(axis, other);
        axis.iter_mut().zip(other).for_each(|(x, o)| *x -= share * o);
    }
    let length = dot(axis, axis).sqrt();
    if length > f64::EPSILON {
        axis.iter_mut().for_each(|x| *x /= length);
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// From 0 to 1; all in the middle where they are the same.
fn scaled(values: &[f64]) -> Vec<f64> {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let span = most - least;
    values.iter().map(|x| if span > 1e-12 { (x - least) / span } else { 0.5 }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_widest_direction_is_the_first_axis() {
        // Far apart along (1, 1, 0), a little along (0, 0, 1), not at all along (1, -1, 0).
        let vectors: Vec<Vec<f32>> = [(0.0, 0.0), (1.0, 0.2), (2.0, 0.0), (3.0, 0.2)]
            .map(|(wide, narrow): (f32, f32)| vec![wide, wide, narrow])
            .to_vec();
        let plane = plane(&vectors);
        let xs: Vec<f64> = plane.points.iter().map(|point| point[0]).collect();
        assert!(xs.windows(2).all(|pair| pair[0] < pair[1]), "{xs:?}");
        assert!((plane.shown - 1.0).abs() < 1e-9, "two axes hold all of it: {}", plane.shown);
        assert!(plane.points.iter().flatten().all(|x| (0.0..=1.0).contains(x)));
    }

    #[test]
    fn neighbours_stay_neighbours_and_nothing_is_no_fault() {
        let groups =
            [[1.0_f32, 0.0, 0.0, 0.1], [0.9, 0.1, 0.0, 0.0], [0.0, 0.0, 1.0, 0.1], [0.0, 0.1, 0.9, 0.0]];
        let vectors: Vec<Vec<f32>> = groups.iter().map(|v| v.to_vec()).collect();
        let points = plane(&vectors).points;
        let apart = |a: usize, b: usize| (points[a][0] - points[b][0]).abs();
        assert!(apart(0, 1) < 0.3 && apart(2, 3) < 0.3 && apart(0, 2) > 0.6, "{points:?}");
        assert_eq!(plane(&[]).points.len(), 0);
        assert_eq!(plane(&[vec![1.0, 2.0]]).points, [[0.5, 0.5]]);
        assert_eq!(plane(&vec![vec![0.5; 3]; 3]).points, [[0.5, 0.5]; 3]);
    }
}
