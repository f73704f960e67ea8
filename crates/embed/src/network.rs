//! The network: embeddings, six encoder layers, mean of the token vectors.
//!
//! All tokens of a batch stand in one matrix without padding, so the products see no wasted rows; only
//! attention looks at the texts one by one.

use candle_core::safetensors::BufferedSafetensors;
use candle_core::{Device, Result, Tensor, bail};
use serde::Deserialize;

use crate::kernels::{AddNorm, Attention, BiasGelu, HEAD, Norm};

/// The part of `config.json` that the network depends on.
#[derive(Debug, Deserialize)]
pub(crate) struct Config {
    hidden_size: usize,
    intermediate_size: usize,
    num_attention_heads: usize,
    num_hidden_layers: usize,
    max_position_embeddings: usize,
    vocab_size: usize,
    layer_norm_eps: f32,
    hidden_act: String,
}

#[derive(Debug)]
struct Linear {
    /// Input by output.
    weight: Tensor,
    bias: Vec<f32>,
}

#[derive(Debug)]
struct Layer {
    /// Queries, keys and values side by side.
    attention: Linear,
    out: Linear,
    out_norm: Norm,
    up: Linear,
    down: Linear,
    down_norm: Norm,
}

/// The weights, ready to use.
#[derive(Debug)]
pub(crate) struct Network {
    config: Config,
    /// One row per token of the vocabulary.
    words: Vec<f32>,
    /// One row per position, the token type of a single text added.
    places: Vec<f32>,
    norm: Norm,
    layers: Vec<Layer>,
}

/// Rows that are turned at a time.
const BLOCK: usize = 16;

struct Weights {
    tensors: BufferedSafetensors,
    epsilon: f32,
}

impl Weights {
    fn vector(&self, name: &str, len: usize) -> Result<Vec<f32>> {
        let tensor = self.tensors.get(name)?;
        let bytes = tensor.data();
        if bytes.len() != len * 4 {
            bail!("`{name}` has {} bytes instead of {len} 32-bit floats", bytes.len());
        }
        let (quads, _) = bytes.as_chunks::<4>();
        Ok(quads.iter().map(|quad| f32::from_le_bytes(*quad)).collect())
    }

    fn norm(&self, name: &str, width: usize) -> Result<Norm> {
        Ok(Norm {
            scale: self.vector(&format!("{name}.weight"), width)?,
            shift: self.vector(&format!("{name}.bias"), width)?,
            epsilon: self.epsilon,
        })
    }

    /// Several linear maps of the same input as one, turned from output by input as it is stored.
    fn linear(&self, names: &[String], input: usize, output: usize) -> Result<Linear> {
        let total = names.len() * output;
        let mut turned = vec![0.0; input * total];
        let mut bias = Vec::with_capacity(total);
        for (part, name) in names.iter().enumerate() {
            let weight = self.vector(&format!("{name}.weight"), input * output)?;
            bias.extend(self.vector(&format!("{name}.bias"), output)?);
            // Block by block, so that what is read and what is written both stay in the cache.
            for block in (0..output).step_by(BLOCK) {
                for (i, row) in turned.chunks_exact_mut(total).enumerate() {
                    for o in block..output.min(block + BLOCK) {
                        row[part * output + o] = weight[o * input + i];
                    }
                }
            }
        }
        Ok(Linear { weight: Tensor::from_vec(turned, (input, total), &Device::Cpu)?, bias })
    }
}

impl Network {
    pub fn load(config: Config, weights: Vec<u8>) -> Result<Self> {
        let Config { hidden_size: hidden, intermediate_size: inner, .. } = config;
        if config.hidden_act != "gelu" {
            bail!("the activation `{}` is not known", config.hidden_act);
        }
        if config.num_attention_heads * HEAD != hidden {
            bail!("{} heads of {hidden} numbers are not of {HEAD} each", config.num_attention_heads);
        }
        let weights = Weights { tensors: BufferedSafetensors::new(weights)?, epsilon: config.layer_norm_eps };
        let mut places = weights
            .vector("embeddings.position_embeddings.weight", config.max_position_embeddings * hidden)?;
        let kinds = weights.vector("embeddings.token_type_embeddings.weight", 2 * hidden)?;
        for row in places.chunks_exact_mut(hidden) {
            for (place, kind) in row.iter_mut().zip(&kinds) {
                *place += kind;
            }
        }
        let layers = (0..config.num_hidden_layers).map(|n| {
            let at = |name: &str| format!("encoder.layer.{n}.{name}");
            let parts = ["query", "key", "value"].map(|part| at(&format!("attention.self.{part}")));
            Ok(Layer {
                attention: weights.linear(&parts, hidden, hidden)?,
                out: weights.linear(&[at("attention.output.dense")], hidden, hidden)?,
                out_norm: weights.norm(&at("attention.output.LayerNorm"), hidden)?,
                up: weights.linear(&[at("intermediate.dense")], hidden, inner)?,
                down: weights.linear(&[at("output.dense")], inner, hidden)?,
                down_norm: weights.norm(&at("output.LayerNorm"), hidden)?,
            })
        });
        Ok(Self {
            layers: layers.collect::<Result<_>>()?,
            words: weights.vector("embeddings.word_embeddings.weight", config.vocab_size * hidden)?,
            places,
            norm: weights.norm("embeddings.LayerNorm", hidden)?,
            config,
        })
    }

    /// Numbers in a vector.
    pub fn width(&self) -> usize {
        self.config.hidden_size
    }

    /// One vector of length one per text.
    pub fn embed(&self, texts: &[&[u32]]) -> Result<Vec<Vec<f32>>> {
        let hidden = self.width();
        let lengths: Vec<_> = texts.iter().map(|text| text.len()).collect();
        let rows: usize = lengths.iter().sum();

        let mut values = Vec::with_capacity(rows * hidden);
        for text in texts {
            for (place, token) in text.iter().enumerate() {
                let (Some(word), Some(place)) =
                    (row(&self.words, *token as usize, hidden), row(&self.places, place, hidden))
                else {
                    bail!("token {token} at position {place} is not in the model");
                };
                values.extend(word.iter().zip(place).map(|(word, place)| word + place));
            }
        }
        self.norm.rows(&mut values);
        let mut x = Tensor::from_vec(values, (rows, hidden), &Device::Cpu)?;

        for layer in &self.layers {
            let attention = Attention { bias: &layer.attention.bias, lengths: &lengths };
            let context = x.matmul(&layer.attention.weight)?.apply_op1_no_bwd(&attention)?;
            let out = context.matmul(&layer.out.weight)?;
            out.inplace_op2(&x, &AddNorm { bias: &layer.out.bias, norm: &layer.out_norm })?;
            let up = out.matmul(&layer.up.weight)?;
            up.inplace_op1(&BiasGelu(&layer.up.bias))?;
            let down = up.matmul(&layer.down.weight)?;
            down.inplace_op2(&out, &AddNorm { bias: &layer.down.bias, norm: &layer.down_norm })?;
            x = down;
        }

        let values = x.flatten_all()?.to_vec1::<f32>()?;
        let mut rest = values.as_slice();
        Ok(lengths
            .iter()
            .map(|length| {
                let (text, after) = rest.split_at(length * hidden);
                rest = after;
                direction(text, hidden)
            })
            .collect())
    }
}

fn row(table: &[f32], at: usize, width: usize) -> Option<&[f32]> {
    table.get(at.checked_mul(width)?..)?.get(..width)
}

/// The mean of the rows, scaled to length one: the length of the text falls out by itself.
fn direction(rows: &[f32], width: usize) -> Vec<f32> {
    let mut total = vec![0.0_f32; width];
    for row in rows.chunks_exact(width) {
        for (total, value) in total.iter_mut().zip(row) {
            *total += value;
        }
    }
    let length = total.iter().map(|value| value * value).sum::<f32>().sqrt();
    if length > 0.0 {
        for value in &mut total {
            *value /= length;
        }
    }
    total
}
