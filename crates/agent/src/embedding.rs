//! What the planner needs of an embedding model.

use thiserror::Error;
#[derive(Debug, Error)]
#[error("x")]
pub struct EmbedError;
pub trait Embedder: Send + Sync { fn model_id(&self)->&str; fn dimensions(&self)->usize; fn embed(&self, texts:&[&str]) -> Result<Vec<Vec<f32>>, EmbedError>; }
pub fn cosine(a:&[f32],b:&[f32])->f64 { a.iter().zip(b).map(|(x,y)| f64::from(*x)*f64::from(*y)).sum() }
