//! A recording under way: its steps as they come, its tabs, and what the person says about them.
//!
//! A step that is taken out stays in the list, struck through, until the recording ends: it can be taken back
//! in at any time before.

use std::collections::BTreeSet;
use std::sync::Arc;

use atelier_core::ids::TrajectoryId;
use atelier_core::ipc::{
    ErrorCode, RecordControl, RecordEvent, RecordRequest, RecordedStepView, RecordedTab, UiError,
};
use atelier_core::trajectory::Replayable;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::bindings::{Channel, record};
use crate::route::Route;
use crate::state::App;
use crate::words;

/// How far it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    #[default]
    Off,
    /// The form is open.
    Asking,
    /// Chromium opens the page.
    Starting,
    Live,
    /// It is being stored, or thrown away.
    Ending,
}

#[derive(Clone, Copy)]
pub struct Recording {
    pub phase: RwSignal<Phase>,
    pub url: RwSignal<String>,
    pub name: RwSignal<String>,
    pub steps: RwSignal<Arc<Vec<RecordedStepView>>>,
    pub tabs: RwSignal<Vec<RecordedTab>>,
    pub paused: RwSignal<bool>,
    /// Steps that will be left out at the end.
    pub dropped: RwSignal<BTreeSet<u32>>,
    /// The step that is looked at; none follows the newest.
    pub selected: RwSignal<Option<u32>>,
    pub error: RwSignal<Option<UiError>>,
    /// What happened last, for the live region.
    pub spoken: RwSignal<String>,
}

impl Default for Recording {
    fn default() -> Self {
        Self {
            phase: RwSignal::new(Phase::Off),
            url: RwSignal::new(String::new()),
            name: RwSignal::new(String::new()),
            steps: RwSignal::new(Arc::default()),
            tabs: RwSignal::new(Vec::new()),
            paused: RwSignal::new(false),
            dropped: RwSignal::new(BTreeSet::new()),
            selected: RwSignal::new(None),
            error: RwSignal::new(None),
            spoken: RwSignal::new(String::new()),
        }
    }
}

impl Recording {
    /// True from the start of Chromium to the end.
    pub fn is_on(self) -> bool {
        !matches!(self.phase.get(), Phase::Off | Phase::Asking)
    }

    /// Opens the form.
    pub fn ask(self) {
        if self.phase.get_untracked() == Phase::Off {
            self.error.set(None);
            self.phase.set(Phase::Asking);
        }
    }

    pub fn start(self, app: App) {
        if self.phase.get_untracked() != Phase::Asking {
            return;
        }
        self.phase.set(Phase::Starting);
        self.error.set(None);
        self.steps.set(Arc::default());
        self.tabs.set(Vec::new());
        self.paused.set(false);
        self.dropped.set(BTreeSet::new());
        self.selected.set(None);
        self.spoken.set("Chromium is opening".to_owned());
        let name = self.name.get_untracked().trim().to_owned();
        let request = RecordRequest {
            url: self.url.get_untracked().trim().to_owned(),
            name: (!name.is_empty()).then_some(name),
            headless: false,
        };
        spawn_local(async move {
            let channel = Channel::open(move |event| self.hear(app, event));
            match record::start_recording(&request, &channel).await {
                Ok(()) if self.phase.get_untracked() == Phase::Starting => self.phase.set(Phase::Live),
                Ok(()) => {}
                Err(error) => {
                    self.phase.set(Phase::Asking);
                    self.error.set(Some(error));
                }
            }
        });
    }

    /// Says something about the recording; an error is shown in the panel.
    pub fn control(self, control: RecordControl) {
        spawn_local(async move {
            self.error.set(record::control_recording(&control).await.err());
        });
    }

    pub fn pause(self) {
        let paused = self.paused.get_untracked();
        self.control(if paused { RecordControl::Resume } else { RecordControl::Pause });
    }

    /// Leaves a step out, or takes it back in.
    pub fn drop_step(self, id: u32, out: bool) {
        self.dropped.update(|dropped| {
            if out {
                dropped.insert(id);
            } else {
                dropped.remove(&id);
            }
        });
    }

    /// Ends the recording; stores it where `keep`.
    pub fn finish(self, app: App, keep: bool) {
        if self.phase.get_untracked() != Phase::Live {
            return;
        }
        self.phase.set(Phase::Ending);
        self.error.set(None);
        spawn_local(async move {
            let reply = self.end(keep).await;
            // The recording may have ended by itself in the meantime, and said so.
            if self.phase.get_untracked() != Phase::Ending {
                return;
            }
            match reply {
                Ok(stored) => self.over(app, stored, keep),
                Err(error) if error.code == ErrorCode::NotFound => self.over(app, None, keep),
                Err(error) => {
                    self.phase.set(Phase::Live);
                    self.error.set(Some(error));
                }
            }
        });
    }

    async fn end(self, keep: bool) -> Result<Option<TrajectoryId>, UiError> {
        let left_out = self.dropped.get_untracked();
        for step in left_out.into_iter().filter(|_| keep) {
            match record::control_recording(&RecordControl::Drop { step }).await {
                // It became a part of another step.
                Err(error) if error.code != ErrorCode::NotFound => return Err(error),
                _ => self.drop_step(step, false),
            }
        }
        record::finish_recording(keep).await
    }

    fn over(self, app: App, stored: Option<TrajectoryId>, keep: bool) {
        self.phase.set(Phase::Off);
        self.name.set(String::new());
        app.load_trajectories();
        app.load_overview();
        match stored {
            Some(id) => {
                let steps = self.steps.with_untracked(|steps| words::counted(steps.len(), "step"));
                app.toasts.say(format!("The recording is kept: {steps}."));
                app.go(Route::Trajectory(id));
            }
            None if keep => app.toasts.say("The recording held no step, so nothing was kept."),
            None => app.toasts.say("The recording was thrown away."),
        }
    }

    fn hear(self, app: App, event: RecordEvent) {
        match event {
            RecordEvent::Started { .. } => {
                self.phase.set(Phase::Live);
                self.spoken.set("Recording".to_owned());
            }
            RecordEvent::Step { step } => {
                self.spoken.set(spoken(&step));
                self.steps.update(|steps| put(Arc::make_mut(steps), *step));
            }
            RecordEvent::Changed { step } => self.steps.update(|steps| put(Arc::make_mut(steps), *step)),
            RecordEvent::Gone { id } => {
                self.steps.update(|steps| Arc::make_mut(steps).retain(|step| step.id != id));
                self.drop_step(id, false);
                if self.selected.get_untracked() == Some(id) {
                    self.selected.set(None);
                }
            }
            RecordEvent::Tabs { tabs } => self.tabs.set(tabs),
            RecordEvent::Paused { paused } => {
                self.paused.set(paused);
                self.spoken.set(if paused { "Paused" } else { "Recording again" }.to_owned());
            }
            RecordEvent::Ended { trajectory, error, .. } => {
                // What ends by the buttons is answered by their command.
                if self.phase.get_untracked() == Phase::Live {
                    self.over(app, trajectory, true);
                    if let Some(error) = error {
                        self.phase.set(Phase::Asking);
                        self.error.set(Some(error));
                    }
                }
            }
        }
    }
}

/// `Step 3: Click button “Sign in”. It will replay.`
fn spoken(step: &RecordedStepView) -> String {
    let mark = match &step.mark {
        Some(Replayable::Yes { .. }) => " It will replay.",
        Some(Replayable::No { .. }) => " It will not replay.",
        None => "",
    };
    format!("Step {}: {}.{mark}", step.index + 1, step.guidance)
}

/// Puts a step in its place, or over what is known of it.
fn put(steps: &mut Vec<RecordedStepView>, step: RecordedStepView) {
    match steps.iter().position(|known| known.id == step.id) {
        Some(at) => steps[at] = step,
        None => steps.insert(step.index.min(steps.len()), step),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use atelier_core::trajectory::Action;

    fn step(id: u32, index: usize) -> RecordedStepView {
        RecordedStepView {
            id,
            index,
            action: Action::Click,
            guidance: format!("step {id}"),
            target: None,
            value: None,
            compound: None,
            tab: 0,
            url: String::new(),
            picture: None,
            mark: None,
            warnings: Vec::new(),
            parameter: None,
            signals: Vec::new(),
            requests: Vec::new(),
        }
    }

    #[test]
    fn steps_keep_their_place_and_take_what_is_new() {
        let mut steps = Vec::new();
        for (id, index) in [(1, 0), (2, 1), (3, 1)] {
            put(&mut steps, step(id, index));
        }
        put(&mut steps, RecordedStepView { guidance: "typed on".into(), ..step(2, 2) });
        let order: Vec<_> = steps.iter().map(|step| (step.id, step.guidance.as_str())).collect();
        assert_eq!(order, [(1, "step 1"), (3, "step 3"), (2, "typed on")]);
    }

    #[test]
    fn the_live_region_says_whether_it_will_replay() {
        let mark = Some(Replayable::Yes { score: 1.0 });
        assert_eq!(spoken(&RecordedStepView { mark, ..step(1, 2) }), "Step 3: step 1. It will replay.");
    }
}
