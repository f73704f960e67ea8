//! Normal forms of what was asked, and which of it is alike.

use atelier_core::intent::Slot;
use atelier_embed::Embedder;
use serde::Serialize;

use crate::error::WorkshopError;
use crate::home::Workshop;

/// Cosine similarity from which intents are of one cluster (AutoTailor A.4).
const CLUSTER: f64 = 0.82;

/// One intent with what is constant and what varies in it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NormalForm {
    pub intent: String,
    /// With masks in place of what varies.
    pub form: String,
    /// What stands in place of each mask, in order.
    pub slots: Vec<Slot>,
    /// From 0, in the order in which clusters are founded; none where they were not asked for.
    pub cluster: Option<usize>,
}

impl Workshop {
    /// Normalises a log of intents, in its order, and clusters the forms where wished.
    pub async fn normal_forms(
        &self,
        intents: Vec<String>,
        clusters: bool,
    ) -> Result<Vec<NormalForm>, WorkshopError> {
        let embedder = if clusters { Some(self.embedder().await?) } else { None };
        let work = move || {
            let log: Vec<&str> = intents.iter().map(String::as_str).collect();
            let found = atelier_tailor::intents::normalise(&log);
            let members = match embedder {
                Some(embedder) => {
                    let forms: Vec<&str> = found.iter().map(|one| one.form.as_str()).collect();
                    atelier_tailor::cluster::greedy(&embedder.embed(&forms)?, CLUSTER)
                }
                None => Vec::new(),
            };
            let row =
                |(at, (intent, one)): (usize, (&String, atelier_tailor::intents::Normalised))| NormalForm {
                    intent: intent.clone(),
                    form: one.form,
                    slots: one.slots,
                    cluster: members.get(at).map(|member| member.cluster),
                };
            Ok::<_, WorkshopError>(intents.iter().zip(found).enumerate().map(row).collect())
        };
        tokio::task::spawn_blocking(work).await?
    }
}
