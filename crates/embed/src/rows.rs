//! Many cosines at once: directions side by side in one matrix.

// What is not inlined into the function that `pulp` compiles per instruction set is not vectorised.
#![allow(clippy::inline_always)]

use pulp::{Arch, Simd, WithSimd};

/// Strands of a sum; two registers of the widest instruction set, so that one waits while the other adds.
const LANES: usize = 32;

/// Directions of one width, of length one each. Cosines are within [`Rows::ERROR`] of the exact ones.
#[derive(Clone, Debug)]
pub struct Rows {
    width: usize,
    values: Vec<f32>,
}

impl Rows {
    /// Most by which a cosine may be off.
    pub const ERROR: f32 = 1e-5;

    /// No rows yet.
    pub const fn new(width: usize) -> Self {
        Self { width, values: Vec::new() }
    }

    /// One row for each vector.
    pub fn of<'a>(width: usize, vectors: impl IntoIterator<Item = &'a [f32]>) -> Self {
        let mut rows = Self::new(width);
        vectors.into_iter().for_each(|vector| rows.push(vector));
        rows
    }

    /// Appends the direction of a vector. One of another width has none: its cosines are 0.
    pub fn push(&mut self, vector: &[f32]) {
        let at = self.values.len();
        self.values.resize(at + self.width, 0.0);
        direction(vector, &mut self.values[at..]);
    }

    /// Puts the direction of a vector in place of the row at `at`, which must be there.
    pub fn set(&mut self, at: usize, vector: &[f32]) {
        direction(vector, &mut self.values[at * self.width..(at + 1) * self.width]);
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.values.len().checked_div(self.width).unwrap_or(0)
    }

    /// True where there is no row.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The row at `at`.
    pub fn row(&self, at: usize) -> &[f32] {
        &self.values[at * self.width..(at + 1) * self.width]
    }

    /// The cosine of a direction with each row from `from` on. `vector` must be of length one, as rows are.
    pub fn cosines(&self, vector: &[f32], from: usize) -> Vec<f32> {
        if vector.len() != self.width || self.width == 0 {
            return vec![0.0; self.len().saturating_sub(from)];
        }
        let values = self.values.get(from * self.width..).unwrap_or_default();
        Arch::new().dispatch(Cosines { values, vector })
    }
}

fn direction(vector: &[f32], into: &mut [f32]) {
    into.fill(0.0);
    if vector.len() != into.len() {
        return;
    }
    let length = vector.iter().map(|x| f64::from(*x).powi(2)).sum::<f64>().sqrt();
    if length > 0.0 {
        #[allow(clippy::cast_possible_truncation)] // a factor of single precision is enough
        let factor = (1.0 / length) as f32;
        into.iter_mut().zip(vector).for_each(|(out, value)| *out = value * factor);
    }
}

struct Cosines<'a> {
    values: &'a [f32],
    vector: &'a [f32],
}

impl WithSimd for Cosines<'_> {
    type Output = Vec<f32>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Vec<f32> {
        self.values.chunks_exact(self.vector.len()).map(|row| dot(row, self.vector)).collect()
    }
}

#[inline(always)]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut strands = [0.0_f32; LANES];
    let (chunks, rest) = a.as_chunks::<LANES>();
    let (others, tail) = b.as_chunks::<LANES>();
    for (chunk, other) in chunks.iter().zip(others) {
        for ((strand, x), y) in strands.iter_mut().zip(chunk).zip(other) {
            *strand += x * y;
        }
    }
    let tail: f32 = rest.iter().zip(tail).map(|(x, y)| x * y).sum();
    strands.iter().sum::<f32>() + tail
}
