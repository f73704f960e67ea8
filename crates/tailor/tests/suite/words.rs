//! An embedding that needs no model: texts with the same words are near.

use atelier_embed::{EmbedError, Embedder};

pub struct Words;

impl Embedder for Words {
    fn model_id(&self) -> &'static str {
        "words"
    }

    fn dimensions(&self) -> usize {
        512
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let one = |text: &&str| {
            let mut vector = vec![0.0_f32; 512];
            for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 1) {
                let low = word.to_lowercase();
                let hash = low.bytes().fold(7_usize, |h, b| h.wrapping_mul(31).wrapping_add(usize::from(b)));
                vector[hash % 512] += 1.0;
            }
            vector
        };
        Ok(texts.iter().map(one).collect())
    }
}
