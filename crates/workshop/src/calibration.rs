//! What the duplicate threshold would do with the embedding model in use.

use std::collections::BTreeMap;

use atelier_core::calibration;
use atelier_core::ids::SkillId;
use atelier_core::ipc::CalibrationView;
use atelier_core::skill::Skill;
use atelier_embed::Embedder;
use atelier_tailor::calibration::bundled;
use atelier_tailor::cluster::similarity;

use crate::error::WorkshopError;
use crate::home::Workshop;

impl Workshop {
    /// The curve over the bundled pairs and the user's own: two skills of which they kept both are not the
    /// same.
    pub async fn calibration(&self) -> Result<CalibrationView, WorkshopError> {
        let skills: BTreeMap<SkillId, Skill> =
            self.store.skills().current().await?.into_iter().map(|skill| (skill.id, skill)).collect();
        let docs = |a: SkillId, b: SkillId| Some((skills.get(&a)?.docstring(), skills.get(&b)?.docstring()));
        let apart = self.store.pairs().all().await?;
        let mut texts: Vec<(String, String)> = Vec::new();
        let mut same: Vec<bool> = Vec::new();
        for pair in bundled() {
            texts.push((pair.a.to_owned(), pair.b.to_owned()));
            same.push(pair.same);
        }
        let bundled = texts.len();
        for (a, b) in apart {
            if let Some(pair) = docs(a, b) {
                texts.push(pair);
                same.push(false);
            }
        }
        let own = texts.len() - bundled;
        let embedder = self.embedder().await?;
        let model = embedder.model_id().to_owned();
        let work = move || {
            let flat: Vec<&str> = texts.iter().flat_map(|(a, b)| [a.as_str(), b.as_str()]).collect();
            embedder.embed(&flat)
        };
        let vectors = tokio::task::spawn_blocking(work).await??;
        let pairs: Vec<(f64, bool)> =
            vectors.chunks_exact(2).map(|two| similarity(&two[0], &two[1])).zip(same).collect();
        let curve = calibration::curve(&pairs);
        let threshold = self.settings().await?.selection.duplicate;
        Ok(CalibrationView {
            model,
            bundled,
            own,
            now: calibration::point(&pairs, threshold),
            best: calibration::best(&curve),
            curve,
        })
    }
}
