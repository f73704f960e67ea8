//! Recording a person: at most one recording at a time, in the app's own profile, so that logins last.

use std::sync::{Arc, Mutex, PoisonError};

use atelier_browser::{LiveEvent, LiveEvents, RecordOptions, Recording};
use atelier_core::ids::TrajectoryId;
use atelier_core::ipc::{RecordControl, RecordEvent, RecordRequest};
use atelier_core::trajectory::Outcome;
use atelier_store::Store;
use tokio::task::JoinHandle;

use crate::error::WorkshopError;
use crate::home::Workshop;
use crate::machine;

/// Who is told what happens.
type Tell = Arc<Mutex<Box<dyn FnMut(RecordEvent) + Send>>>;

/// The recording under way.
pub(crate) struct Active {
    recording: Arc<Recording>,
    tell: Tell,
    pump: JoinHandle<()>,
}

impl std::fmt::Debug for Active {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Active").field("recording", &self.recording).finish_non_exhaustive()
    }
}

impl Drop for Active {
    fn drop(&mut self) {
        self.pump.abort();
    }
}

fn say(tell: &Tell, event: RecordEvent) {
    (tell.lock().unwrap_or_else(PoisonError::into_inner))(event);
}

impl Workshop {
    /// Opens the page and records everything from then on, until [`Workshop::finish_recording`]. With
    /// `devtools_port` another program can act as the person over that port of this machine.
    pub async fn start_recording(
        &self,
        request: RecordRequest,
        devtools_port: Option<u16>,
        tell: impl FnMut(RecordEvent) + Send + 'static,
    ) -> Result<(), WorkshopError> {
        let mut active = self.recording.lock().await;
        if active.is_some() {
            return Err(WorkshopError::Busy { what: "a recording" });
        }
        let turn = self.running.begin("a run")?;
        let url = self.live_start(&request.url).await?;
        let browser = self.browser_at(request.headless, devtools_port).await?;
        let name = request.name.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
        let options =
            RecordOptions { start_url: url.clone(), task: name.clone(), pictures: true, isolated: false };
        let (recording, events) = Recording::start(&browser, options).await?;
        drop(turn);
        let recording = Arc::new(recording);
        let tell: Tell = Arc::new(Mutex::new(Box::new(tell)));
        say(&tell, RecordEvent::Started { url, name });
        let pump = tokio::spawn(pump(events, Arc::clone(&recording), self.store.clone(), Arc::clone(&tell)));
        *active = Some(Active { recording, tell, pump });
        Ok(())
    }

    /// Pauses, resumes, drops, marks, renames.
    pub async fn control_recording(&self, control: RecordControl) -> Result<(), WorkshopError> {
        let active = self.recording.lock().await;
        active.as_ref().ok_or(WorkshopError::NoRecording)?.recording.control(control);
        Ok(())
    }

    /// Ends the recording; where it is to be kept and holds a step it is stored, and its id given.
    pub async fn finish_recording(&self, keep: bool) -> Result<Option<TrajectoryId>, WorkshopError> {
        let active = self.recording.lock().await.take().ok_or(WorkshopError::NoRecording)?;
        let id = machine::trajectory_id();
        let mut trajectory = active.recording.finish(Outcome::Success, id, machine::now()).await;
        // A second sieve, the one that imported files pass too.
        atelier_formats::secrets::scrub(&mut trajectory);
        let kept = keep && !trajectory.steps.is_empty();
        if kept {
            let hash = atelier_formats::content_hash(&trajectory);
            self.store.trajectories().add(&trajectory, &hash).await?;
        }
        let stored = kept.then_some(id);
        say(
            &active.tell,
            RecordEvent::Ended { trajectory: stored, steps: trajectory.steps.len(), error: None },
        );
        Ok(stored)
    }
}

/// Hands on what happens, and keeps the pictures.
async fn pump(mut events: LiveEvents, recording: Arc<Recording>, store: Store, tell: Tell) {
    let mut steps = 0;
    while let Some(event) = events.recv().await {
        let told = match event {
            LiveEvent::Step(step) => {
                steps += 1;
                RecordEvent::Step { step }
            }
            LiveEvent::StepChanged(step) => RecordEvent::Changed { step },
            LiveEvent::StepGone(id) => {
                steps -= 1;
                RecordEvent::Gone { id }
            }
            LiveEvent::Tabs(tabs) => RecordEvent::Tabs { tabs },
            LiveEvent::Paused(paused) => RecordEvent::Paused { paused },
            LiveEvent::Picture { step, jpeg } => {
                match store.pictures().put(jpeg).await {
                    Ok(hash) => recording.keep_picture(step, hash),
                    Err(error) => tracing::error!("a picture cannot be kept: {error}"),
                }
                continue;
            }
            LiveEvent::Ended => RecordEvent::Ended { trajectory: None, steps, error: None },
        };
        say(&tell, told);
    }
}
