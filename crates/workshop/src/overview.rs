//! What the frame of the window shows.

use atelier_core::ipc::Overview;
use atelier_core::sets::Stage;

use crate::embedding::TextEmbedder;
use crate::error::WorkshopError;
use crate::home::Workshop;

impl Workshop {
    /// Counts, readiness, where data lives.
    pub async fn overview(&self) -> Result<Overview, WorkshopError> {
        let stages = self.store.moves().stage_of_all().await?;
        Ok(Overview {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            trajectories: self.store.trajectories().count().await?,
            active: stages.values().filter(|(stage, _)| *stage == Stage::Active).count(),
            gaps: self.store.tasks().count_gaps().await?,
            tasks: self.store.tasks().count().await?,
            browser: self.browser_version().await,
            model: "local planner".to_owned(),
            embedding_ready: self
                .options
                .models
                .join(TextEmbedder::FOLDER)
                .join("model.safetensors")
                .is_file(),
            // No model endpoint can be set yet, and nothing else asks anybody.
            outbound_today: 0,
            home: self.options.home.display().to_string(),
            sites: self.store.sites().all().await?.0,
            practice: self.practice_view().await,
            settings: self.settings().await?,
        })
    }
}
