//! What the window may ask for: one file a screen, one function a command. Granted one by one in
//! `capabilities/main.json`, bound in `ui/src/bindings`.

pub mod frame;
pub mod healing;
pub mod pipeline;
pub mod record;
pub mod run;
pub mod skills;
pub mod trajectories;

use std::sync::{Arc, Mutex};

use atelier_core::ipc::UiError;
use atelier_core::task::Decision;
use atelier_workshop::Workshop;
use tauri::ipc::Invoke;
use tokio::sync::oneshot;

/// Reply of every command.
pub type Reply<T> = Result<T, UiError>;

/// The workshop as commands get it.
pub type Shop<'a> = tauri::State<'a, Arc<Workshop>>;

/// The one approval that waits for the user.
#[derive(Debug, Default)]
pub struct Approvals(Mutex<Option<oneshot::Sender<Decision>>>);

impl Approvals {
    /// Waits for the answer; a question that is replaced or never answered is a no.
    pub async fn ask(&self) -> Decision {
        let (answer, waits) = oneshot::channel();
        self.put(Some(answer));
        waits.await.unwrap_or(Decision::Stop)
    }

    /// Gives the answer; true where something was waiting for it.
    pub fn answer(&self, decision: Decision) -> bool {
        self.put(None).is_some_and(|waiting| waiting.send(decision).is_ok())
    }

    fn put(&self, next: Option<oneshot::Sender<Decision>>) -> Option<oneshot::Sender<Decision>> {
        let mut held = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        std::mem::replace(&mut held, next)
    }
}

/// Every command of the window.
pub fn handler() -> impl Fn(Invoke) -> bool + Send + Sync + 'static {
    tauri::generate_handler![
        frame::overview,
        frame::set_theme,
        frame::set_introduced,
        frame::set_show_browser,
        frame::set_browser_in_use,
        frame::browsers,
        frame::practice_start,
        frame::picture,
        trajectories::import_samples,
        trajectories::import_choose,
        trajectories::list_trajectories,
        trajectories::get_trajectory,
        trajectories::delete_trajectory,
        trajectories::restore_trajectory,
        record::start_recording,
        record::control_recording,
        record::finish_recording,
        pipeline::get_pipeline,
        pipeline::tailor,
        pipeline::stop_tailor,
        pipeline::preview_selection,
        pipeline::set_selection,
        pipeline::keep_both,
        pipeline::calibration,
        pipeline::cluster_map,
        skills::list_skills,
        skills::get_skill,
        skills::mark_skill,
        skills::edit_skill,
        skills::try_skill,
        healing::list_healings,
        healing::accept_healing,
        healing::refuse_healing,
        healing::list_versions,
        healing::roll_back,
        healing::set_effect,
        healing::set_secret,
        healing::remove_secret,
        healing::has_secret,
        run::start_run,
        run::stop_run,
        run::answer_approval,
        run::list_tasks,
        run::get_task,
        run::judge_task,
        run::suggest_tasks,
    ]
}
