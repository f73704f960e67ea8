//! The embedder: tokens, batches by length, one lane per core.

use std::cmp::Reverse;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::{ThreadPool, ThreadPoolBuilder};
use tokenizers::{Tokenizer, TruncationParams};

use crate::Embedder;
use crate::error::EmbedError;
use crate::network::Network;

/// Name of the model.
pub const MODEL: &str = "all-MiniLM-L6-v2";

/// Tokens of a text that count, the two marks at its ends included.
pub const MAX_TOKENS: usize = 256;

/// Bytes of a text that are looked at: far more than [`MAX_TOKENS`] tokens of any language have.
const MAX_BYTES: usize = 32 * 1024;

/// How the work is shared out. It changes the speed, not the vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// Threads that work side by side, each on its own batch.
    pub lanes: usize,
    /// Tokens of a batch.
    pub batch_tokens: usize,
}

impl Default for Tuning {
    /// A lane for each core. Measured: batches of 256 to 1,024 tokens are equally quick, smaller ones read the
    /// weights too often; the smallest of these share few texts out best.
    fn default() -> Self {
        Self { lanes: std::thread::available_parallelism().map_or(1, usize::from), batch_tokens: 256 }
    }
}

/// `all-MiniLM-L6-v2`, loaded.
///
/// Each lane is a pool of one thread: candle's matrix products stay on the thread that asks for them, and lanes
/// work on different batches side by side. That is faster than many threads on one product, which is small.
#[derive(Debug)]
pub struct MiniLm {
    tokenizer: Tokenizer,
    network: Network,
    lanes: Vec<ThreadPool>,
    batch_tokens: usize,
}

impl MiniLm {
    /// Loads the model from the folder with `config.json`, `tokenizer.json` and `model.safetensors`.
    ///
    /// # Errors
    /// [`EmbedError::Missing`], [`EmbedError::Unreadable`] or [`EmbedError::Damaged`] with the file's name.
    pub fn load(folder: &Path) -> Result<Self, EmbedError> {
        Self::load_with(folder, Tuning::default())
    }

    /// The same, tuned by hand.
    ///
    /// # Errors
    /// As [`Self::load`].
    pub fn load_with(folder: &Path, tuning: Tuning) -> Result<Self, EmbedError> {
        let (config_file, config) = read(folder, "config.json")?;
        let config = serde_json::from_slice(&config).map_err(damaged(&config_file))?;
        let (weights_file, weights) = read(folder, "model.safetensors")?;
        let network = Network::load(config, weights).map_err(damaged(&weights_file))?;
        let (tokenizer_file, tokenizer) = read(folder, "tokenizer.json")?;
        let mut tokenizer = Tokenizer::from_bytes(tokenizer).map_err(damaged(&tokenizer_file))?;
        let truncation = TruncationParams { max_length: MAX_TOKENS, ..TruncationParams::default() };
        tokenizer.with_truncation(Some(truncation)).map_err(damaged(&tokenizer_file))?;
        tokenizer.with_padding(None);
        let lane = |n| {
            ThreadPoolBuilder::new()
                .num_threads(1)
                .thread_name(move |_| format!("embed-{n}"))
                .build()
                .map_err(|error| EmbedError::Threads(error.to_string()))
        };
        let lanes = (0..tuning.lanes.max(1)).map(lane).collect::<Result<_, _>>()?;
        Ok(Self { tokenizer, network, lanes, batch_tokens: tuning.batch_tokens })
    }

    fn tokens(&self, text: &str) -> Result<Vec<u32>, EmbedError> {
        let text = &text[..text.floor_char_boundary(MAX_BYTES)];
        let encoding =
            self.tokenizer.encode_fast(text, true).map_err(|error| EmbedError::Tokens(error.to_string()))?;
        Ok(encoding.get_ids().to_vec())
    }

    /// Runs `work` on each number below `count`, on all lanes, and returns the results in order.
    fn on_lanes<T: Send>(
        &self,
        count: usize,
        work: impl Fn(usize) -> Result<T, EmbedError> + Sync,
    ) -> Result<Vec<T>, EmbedError> {
        let next = AtomicUsize::new(0);
        let done = Mutex::new(Vec::with_capacity(count));
        let lane = || -> Result<(), EmbedError> {
            let mut mine = Vec::new();
            loop {
                let n = next.fetch_add(1, Ordering::Relaxed);
                if n >= count {
                    break;
                }
                mine.push((n, work(n)?));
            }
            done.lock().unwrap_or_else(std::sync::PoisonError::into_inner).append(&mut mine);
            Ok(())
        };
        let lanes = &self.lanes[..count.clamp(1, self.lanes.len())];
        std::thread::scope(|scope| {
            let (first, others) = lanes.split_at(1);
            let running: Vec<_> = others.iter().map(|pool| scope.spawn(|| pool.install(lane))).collect();
            let own = first.iter().try_for_each(|pool| pool.install(lane));
            running.into_iter().try_for_each(|lane| match lane.join() {
                Ok(result) => result,
                Err(_) => Err(EmbedError::Threads("one of them ended early".to_owned())),
            })?;
            own
        })?;
        let mut done = done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        done.sort_unstable_by_key(|(n, _)| *n);
        Ok(done.into_iter().map(|(_, result)| result).collect())
    }
}

impl Embedder for MiniLm {
    fn model_id(&self) -> &str {
        MODEL
    }

    fn dimensions(&self) -> usize {
        self.network.width()
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        // Texts are tokenised in groups: one at a time is too little work for a lane to take.
        let groups: Vec<_> = texts.chunks(64).collect();
        let tokens: Vec<Vec<u32>> = self
            .on_lanes(groups.len(), |n| {
                groups[n].iter().map(|text| self.tokens(text)).collect::<Result<Vec<_>, _>>()
            })?
            .into_iter()
            .flatten()
            .collect();

        let batches = batches(&tokens, self.lanes.len(), self.batch_tokens);
        let vectors = self.on_lanes(batches.len(), |n| {
            let batch: Vec<_> = batches[n].iter().map(|at| tokens[*at].as_slice()).collect();
            Ok(self.network.embed(&batch)?)
        })?;
        let mut sorted: Vec<_> = batches.into_iter().flatten().zip(vectors.into_iter().flatten()).collect();
        sorted.sort_unstable_by_key(|(at, _)| *at);
        Ok(sorted.into_iter().map(|(_, vector)| vector).collect())
    }
}

/// Groups texts by length, the longest first, so that lanes end together. Few texts are spread over all lanes.
fn batches(tokens: &[Vec<u32>], lanes: usize, batch_tokens: usize) -> Vec<Vec<usize>> {
    let mut order: Vec<_> = (0..tokens.len()).collect();
    order.sort_by_key(|at| Reverse(tokens[*at].len()));
    let total: usize = tokens.iter().map(Vec::len).sum();
    let limit = batch_tokens.min(total.div_ceil(lanes));
    let mut batches: Vec<Vec<usize>> = Vec::new();
    let mut filled = 0;
    for at in order {
        let length = tokens[at].len();
        match batches.last_mut() {
            Some(batch) if filled + length <= limit => {
                batch.push(at);
                filled += length;
            }
            _ => {
                batches.push(vec![at]);
                filled = length;
            }
        }
    }
    batches
}

fn read(folder: &Path, name: &str) -> Result<(PathBuf, Vec<u8>), EmbedError> {
    let file = folder.join(name);
    match fs::read(&file) {
        Ok(bytes) => Ok((file, bytes)),
        Err(source) => Err(EmbedError::from_io(file, source)),
    }
}

fn damaged<E: ToString>(file: &Path) -> impl Fn(E) -> EmbedError {
    move |error| EmbedError::Damaged { file: file.to_owned(), detail: error.to_string() }
}
