//! What happens between the matrix products, fused into candle operations over plain rows.
//!
//! `pulp` compiles each kernel for several instruction sets and takes the best one the processor has; the loops
//! are written so that they vectorise: no branches, sums in [`LANES`] separate strands.

// What is not inlined into the function that `pulp` compiles per instruction set is not vectorised.
#![allow(clippy::inline_always)]

use candle_core::{CpuStorage, CustomOp1, InplaceOp1, InplaceOp2, Layout, Result, Shape, bail};
use pulp::{Arch, Simd, WithSimd};

/// Strands of a sum; a whole register of the widest instruction set.
const LANES: usize = 16;

/// `e^x` to the last bits of an `f32`, for `x ≤ 0`; what is smaller than a normal number is 0 within 1e-37.
#[inline(always)]
fn exp(x: f32) -> f32 {
    // 1.5 · 2^23: adding it leaves the nearest integer in the low bits of the mantissa.
    const ROUND: f32 = 12_582_912.0;
    // The logarithm of 2 in two parts, so that the rest keeps its precision.
    const LN_2_HIGH: f32 = 0.693_359_4;
    const LN_2_LOW: f32 = -2.121_944_4e-4;
    let x = if x < -87.0 { -87.0 } else { x };
    let shifted = x * std::f32::consts::LOG2_E + ROUND;
    let n = shifted - ROUND;
    let r = x - n * LN_2_HIGH - n * LN_2_LOW;
    // Taylor series; |r| ≤ ln 2 / 2.
    let series = 1.0 / 5040.0;
    let series = series * r + 1.0 / 720.0;
    let series = series * r + 1.0 / 120.0;
    let series = series * r + 1.0 / 24.0;
    let series = series * r + 1.0 / 6.0;
    let series = series * r + 0.5;
    let series = series * r + 1.0;
    let series = series * r + 1.0;
    let power = f32::from_bits((shifted.to_bits() << 23).wrapping_add(0x3F80_0000));
    series * power
}

/// `x · Φ(x)` by the error function as in Abramowitz and Stegun 7.1.26 (error below 1.5e-7).
#[inline(always)]
fn gelu(x: f32) -> f32 {
    let z = x.abs() * std::f32::consts::FRAC_1_SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let series = 1.061_405_4;
    let series = series * t - 1.453_152;
    let series = series * t + 1.421_413_7;
    let series = series * t - 0.284_496_72;
    let series = series * t + 0.254_829_6;
    // Half the probability beyond |x| on both sides.
    let tail = 0.5 * series * t * exp(-z * z);
    x * if x < 0.0 { tail } else { 1.0 - tail }
}

#[inline(always)]
fn sum(values: &[f32], of: impl Fn(f32) -> f32) -> f32 {
    let mut strands = [0.0; LANES];
    let (chunks, rest) = values.as_chunks::<LANES>();
    for chunk in chunks {
        for (strand, value) in strands.iter_mut().zip(chunk) {
            *strand += of(*value);
        }
    }
    let tail: f32 = rest.iter().map(|value| of(*value)).sum();
    strands.iter().sum::<f32>() + tail
}

/// Scale, shift and smallest variance of a normalisation over a row.
#[derive(Debug)]
pub(crate) struct Norm {
    pub scale: Vec<f32>,
    pub shift: Vec<f32>,
    pub epsilon: f32,
}

impl Norm {
    #[inline(always)]
    fn apply(&self, row: &mut [f32]) {
        let width = row.len() as f32;
        let mean = sum(row, |value| value) / width;
        let variance = sum(row, |value| (value - mean) * (value - mean)) / width;
        let factor = 1.0 / (variance + self.epsilon).sqrt();
        for ((value, scale), shift) in row.iter_mut().zip(&self.scale).zip(&self.shift) {
            *value = (*value - mean) * factor * scale + shift;
        }
    }

    /// Normalises every row in place.
    pub fn rows(&self, values: &mut [f32]) {
        Arch::new().dispatch(NormRows { norm: self, values });
    }
}

struct NormRows<'a> {
    norm: &'a Norm,
    values: &'a mut [f32],
}

impl WithSimd for NormRows<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        for row in self.values.chunks_exact_mut(self.norm.scale.len()) {
            self.norm.apply(row);
        }
    }
}

/// `gelu(x + bias)` in place.
pub(crate) struct BiasGelu<'a>(pub &'a [f32]);

struct BiasGeluRows<'a> {
    bias: &'a [f32],
    values: &'a mut [f32],
}

impl WithSimd for BiasGeluRows<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        for row in self.values.chunks_exact_mut(self.bias.len()) {
            for (value, bias) in row.iter_mut().zip(self.bias) {
                *value = gelu(*value + bias);
            }
        }
    }
}

impl InplaceOp1 for BiasGelu<'_> {
    fn name(&self) -> &'static str {
        "bias-gelu"
    }

    fn cpu_fwd(&self, storage: &mut CpuStorage, layout: &Layout) -> Result<()> {
        let values = rows_mut(storage, layout)?;
        Arch::new().dispatch(BiasGeluRows { bias: self.0, values });
        Ok(())
    }
}

/// `norm(x + bias + residual)` in place; the residual is the operation's second tensor.
pub(crate) struct AddNorm<'a> {
    pub bias: &'a [f32],
    pub norm: &'a Norm,
}

struct AddNormRows<'a> {
    op: &'a AddNorm<'a>,
    values: &'a mut [f32],
    residual: &'a [f32],
}

impl WithSimd for AddNormRows<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let width = self.op.bias.len();
        for (row, residual) in self.values.chunks_exact_mut(width).zip(self.residual.chunks_exact(width)) {
            for ((value, bias), residual) in row.iter_mut().zip(self.op.bias).zip(residual) {
                *value += bias + residual;
            }
            self.op.norm.apply(row);
        }
    }
}

impl InplaceOp2 for AddNorm<'_> {
    fn name(&self) -> &'static str {
        "add-norm"
    }

    fn cpu_fwd(
        &self,
        storage: &mut CpuStorage,
        layout: &Layout,
        residual: &CpuStorage,
        residual_layout: &Layout,
    ) -> Result<()> {
        let residual = rows(residual, residual_layout)?;
        let values = rows_mut(storage, layout)?;
        Arch::new().dispatch(AddNormRows { op: self, values, residual });
        Ok(())
    }
}

/// Numbers of one head of attention. Fixed, so that a head's vector stays in registers.
pub(crate) const HEAD: usize = 32;

/// Attention of each text over itself. The tensor's rows hold queries, keys and values side by side; texts of
/// any lengths follow each other without padding.
pub(crate) struct Attention<'a> {
    pub bias: &'a [f32],
    /// Rows of each text.
    pub lengths: &'a [usize],
}

struct AttentionRows<'a> {
    op: &'a Attention<'a>,
    rows: &'a [f32],
    out: &'a mut [f32],
}

impl WithSimd for AttentionRows<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let hidden = self.op.bias.len() / 3;
        let longest = self.op.lengths.iter().copied().max().unwrap_or_default();
        // Keys lie crosswise in groups, so that a query is compared with a whole group at once. What stands beyond
        // the end of a text is never read as a score.
        let mut keys = vec![[[0.0; LANES]; HEAD]; longest.div_ceil(LANES)];
        let mut values = vec![[0.0; HEAD]; longest];
        let mut scores = vec![[0.0; LANES]; longest.div_ceil(LANES)];

        let mut rest = self.rows;
        let mut out = self.out;
        for &length in self.op.lengths {
            let (text, after) = rest.split_at(length * 3 * hidden);
            let (text_out, out_after) = out.split_at_mut(length * hidden);
            (rest, out) = (after, out_after);
            for at in (0..hidden).step_by(HEAD) {
                let bias = &self.op.bias[at..];
                for (j, (row, value)) in text.chunks_exact(3 * hidden).zip(&mut values).enumerate() {
                    let group = &mut keys[j / LANES];
                    for (line, number) in group.iter_mut().zip(part(&row[at + hidden..], &bias[hidden..])) {
                        line[j % LANES] = number;
                    }
                    *value = part(&row[at + 2 * hidden..], &bias[2 * hidden..]);
                }
                for (row, row_out) in text.chunks_exact(3 * hidden).zip(text_out.chunks_exact_mut(hidden)) {
                    let query = part(&row[at..], bias);
                    for (group, scores) in keys.iter().zip(scores[..length.div_ceil(LANES)].iter_mut()) {
                        let mut total = [0.0; LANES];
                        for (line, number) in group.iter().zip(&query) {
                            for (total, key) in total.iter_mut().zip(line) {
                                *total += number * key;
                            }
                        }
                        *scores = total;
                    }
                    let context = mix(&mut scores.as_flattened_mut()[..length], &values);
                    row_out[at..at + HEAD].copy_from_slice(&context);
                }
            }
        }
    }
}

/// One head's part of a row, the bias added.
#[inline(always)]
fn part(row: &[f32], bias: &[f32]) -> [f32; HEAD] {
    let mut part = [0.0; HEAD];
    for ((part, number), bias) in part.iter_mut().zip(&row[..HEAD]).zip(&bias[..HEAD]) {
        *part = number + bias;
    }
    part
}

/// The mean of the values, each weighing as the softmax of its score.
#[inline(always)]
fn mix(scores: &mut [f32], values: &[[f32; HEAD]]) -> [f32; HEAD] {
    let scale = 1.0 / (HEAD as f32).sqrt();
    let top = scores.iter().fold(f32::NEG_INFINITY, |top, score| if *score > top { *score } else { top });
    for score in &mut *scores {
        *score = exp((*score - top) * scale);
    }
    let share = 1.0 / sum(scores, |score| score);
    let mut context = [0.0; HEAD];
    for (score, value) in scores.iter().zip(values) {
        for (total, number) in context.iter_mut().zip(value) {
            *total += score * number;
        }
    }
    context.map(|total| total * share)
}

impl CustomOp1 for Attention<'_> {
    fn name(&self) -> &'static str {
        "attention"
    }

    fn cpu_fwd(&self, storage: &CpuStorage, layout: &Layout) -> Result<(CpuStorage, Shape)> {
        let rows = rows(storage, layout)?;
        let hidden = self.bias.len() / 3;
        let count: usize = self.lengths.iter().sum();
        if rows.len() != count * self.bias.len() || !hidden.is_multiple_of(HEAD) {
            bail!("attention over {count} rows was given {} numbers", rows.len());
        }
        let mut out = vec![0.0; count * hidden];
        Arch::new().dispatch(AttentionRows { op: self, rows, out: &mut out });
        Ok((CpuStorage::F32(out), Shape::from((count, hidden))))
    }
}

fn range(layout: &Layout) -> Result<std::ops::Range<usize>> {
    match layout.contiguous_offsets() {
        Some((start, end)) => Ok(start..end),
        None => bail!("the rows do not follow each other in memory"),
    }
}

fn rows<'a>(storage: &'a CpuStorage, layout: &Layout) -> Result<&'a [f32]> {
    let range = range(layout)?;
    match storage {
        CpuStorage::F32(values) => Ok(&values[range]),
        _ => bail!("the rows are no 32-bit floats"),
    }
}

fn rows_mut<'a>(storage: &'a mut CpuStorage, layout: &Layout) -> Result<&'a mut [f32]> {
    let range = range(layout)?;
    match storage {
        CpuStorage::F32(values) => Ok(&mut values[range]),
        _ => bail!("the rows are no 32-bit floats"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponentials_are_right_to_the_last_bits() {
        for n in 0..=8_600 {
            let x = -0.01 * n as f32;
            let expected = f64::from(x).exp();
            let error = (f64::from(exp(x)) - expected).abs() / expected;
            assert!(error < 3e-7, "exp({x}) is off by {error:e}");
        }
        assert!(exp(-1e30) < 1e-37);
    }

    #[test]
    fn gelu_is_the_exact_one() {
        // x · Φ(x) of the standard normal distribution, from tables.
        let known = [
            (0.0, 0.0),
            (1.0, 0.841_344_8),
            (-1.0, -0.158_655_26),
            (2.0, 1.954_499_7),
            (-2.0, -0.045_500_264),
            (0.5, 0.345_731_23),
            (-3.0, -0.004_049_694),
            (8.0, 8.0),
            (-40.0, 0.0),
        ];
        for (x, expected) in known {
            assert!((gelu(x) - expected).abs() < 1e-6, "gelu({x}) = {}", gelu(x));
        }
    }

    #[test]
    fn rows_are_normalised_whatever_their_width() {
        for width in [3, 16, 37] {
            let norm = Norm { scale: vec![2.0; width], shift: vec![1.0; width], epsilon: 1e-12 };
            let mut row: Vec<f32> = (0..width).map(|n| n as f32).collect();
            norm.rows(&mut row);
            let mean = row.iter().sum::<f32>() / width as f32;
            let spread = row.iter().map(|v| (v - mean).powi(2)).sum::<f32>() / width as f32;
            assert!((mean - 1.0).abs() < 1e-5 && (spread - 4.0).abs() < 1e-4, "{width}: {mean} {spread}");
        }
    }
}
