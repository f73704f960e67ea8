//! The offline selection: run, seen, previewed, overruled.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use atelier_core::ids::SkillId;
use atelier_core::ipc::{PipelineView, TailorEvent};
use atelier_core::sets::Stage;
use atelier_core::settings::Selection;
use atelier_core::site::Sites;
use atelier_core::trajectory::Trajectory;
use atelier_store::SelectionRecord;
use atelier_tailor::{
    LocalJudge, NoBrowser, PageVerifier, Panel, Selected, SelectionInput, TailorError, Verify,
};

use crate::error::WorkshopError;
use crate::home::Workshop;
use crate::machine;

/// Longest time for one step of a verification.
const STEP_DEADLINE: Duration = Duration::from_secs(5);

impl Workshop {
    /// Runs the whole selection over all trajectories and stores what came of it, all or nothing.
    pub async fn tailor(
        &self,
        tell: &mut (dyn FnMut(TailorEvent) + Send),
    ) -> Result<PipelineView, WorkshopError> {
        let _turn = self.tailoring.begin("the selection")?;
        let trajectories = self.store.trajectories().all().await?;
        self.ensure_practice_of(&trajectories).await?;
        let sites = self.store.sites().all().await?;
        let skills = self.store.skills().current().await?;
        let stages: BTreeMap<SkillId, Stage> = self
            .store
            .moves()
            .stage_of_all()
            .await?
            .into_iter()
            .map(|(id, (stage, _))| (id, stage))
            .collect();
        let marks = self.store.marks().all().await?;
        let not_duplicates = self.store.pairs().all().await?;
        let mut reports = BTreeMap::new();
        for skill in &skills {
            if let Some(report) = self.store.verifications().last(skill.id).await? {
                reports.insert(skill.id, report);
            }
        }
        let known = self.store.selection_runs().last().await?.map(|view| view.verdicts).unwrap_or_default();
        let embedder = self.embedder().await?;
        let now = machine::now();
        let verify = self.verifier(&sites, now).await;
        let stop = self.tailoring.flag();
        let input = SelectionInput {
            trajectories: &trajectories,
            skills: &skills,
            stages: &stages,
            marks: &marks,
            not_duplicates: &not_duplicates,
            known: &known,
            reports: &reports,
            sites: &sites,
            selection: self.settings().await?.selection,
            now,
        };
        let mut panel = Panel {
            judge: &LocalJudge,
            embedder: embedder.as_ref(),
            verify: verify.as_ref(),
            ids: &mut machine::skill_id,
            progress: tell,
            stopped: &|| stop.load(Ordering::SeqCst),
        };
        let selected = atelier_tailor::select(input, &mut panel).await?;
        self.keep_selection(&selected, now).await?;
        let view = self.pipeline().await?;
        tell(TailorEvent::Ended { view: Box::new(view.clone()) });
        Ok(view)
    }

    async fn keep_selection(&self, selected: &Selected, now: i64) -> Result<(), WorkshopError> {
        let record = SelectionRecord {
            skills: &selected.skills,
            verdicts: &selected.verdicts,
            moves: &selected.moves,
            reports: &selected.reports,
            view: &selected.view,
        };
        Ok(self.store.selection_runs().record(record, now).await?)
    }

    /// Verifies in Chromium; where that cannot be started, says so in every verdict.
    async fn verifier(&self, sites: &Sites, now: i64) -> Arc<dyn Verify> {
        match self.checking_browser().await {
            Ok(browser) => {
                let verifier = PageVerifier::new(browser, sites.clone(), STEP_DEADLINE, now.to_string());
                Arc::new(verifier.with_secrets(self.secret_source()))
            }
            Err(error) => Arc::new(NoBrowser { reason: error.to_string() }),
        }
    }

    /// Serves the practice sites while trajectories of theirs are to be verified.
    async fn ensure_practice_of(&self, trajectories: &[Trajectory]) -> Result<(), WorkshopError> {
        let sites = self.store.sites().all().await?;
        for alias in ["forum", "shop"] {
            let recorded =
                trajectories.iter().any(|t| sites.place(&t.start_url).is_some_and(|p| p.alias == alias));
            if recorded {
                self.ensure_practice(alias).await?;
            }
        }
        Ok(())
    }

    /// Asks the selection to stop; nothing of it is stored then.
    pub fn stop_tailor(&self) {
        self.tailoring.stop();
    }

    /// What the last selection came to, with the stages as they are now.
    pub async fn pipeline(&self) -> Result<PipelineView, WorkshopError> {
        let trajectories = self.store.trajectories().count().await?;
        let selection = self.settings().await?.selection;
        let Some(mut view) = self.store.selection_runs().last().await? else {
            return Ok(PipelineView {
                trajectories,
                selection,
                judge: "local".to_owned(),
                ..PipelineView::default()
            });
        };
        let rows = self.skills().await?;
        view.active = rows.iter().filter(|row| row.stage == Stage::Active).count();
        let shown: Vec<SkillId> = view.skills.iter().map(|row| row.id).collect();
        view.skills = rows.into_iter().filter(|row| shown.contains(&row.id)).collect();
        Ok(view)
    }

    /// The counts that other thresholds would give; nothing changes.
    pub async fn preview(&self, selection: Selection) -> Result<PipelineView, WorkshopError> {
        let view = self.pipeline().await?;
        Ok(atelier_tailor::preview(&view, selection))
    }

    /// Remembers that two skills are no duplicates; the next selection heeds it.
    pub async fn keep_both(&self, a: SkillId, b: SkillId) -> Result<(), WorkshopError> {
        Ok(self.store.pairs().not_duplicate(a, b).await?)
    }
}

impl From<TailorError> for WorkshopError {
    fn from(error: TailorError) -> Self {
        match error {
            TailorError::Stopped => Self::Stopped,
            TailorError::NoTrajectories => Self::NothingToTailor,
            other => Self::Internal(other.to_string()),
        }
    }
}
