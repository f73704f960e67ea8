//! A run that goes on: a task, or a trial of one skill.

use std::time::Duration;

use atelier_core::ids::SkillId;
use atelier_core::ipc::{ErrorCode, UiError};
use atelier_core::replay::ReplayReport;
use atelier_core::task::{ApprovalRequest, Decision, RunEvent, TaskRequest};
use atelier_core::template::Bindings;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::bindings::{Channel, skills, tasks};
use crate::dom;
use crate::state::App;
use crate::state::timeline::Timeline;

#[derive(Clone, Copy)]
pub struct Live {
    pub running: RwSignal<bool>,
    pub stopping: RwSignal<bool>,
    pub timeline: RwSignal<Timeline>,
    pub approval: RwSignal<Option<ApprovalRequest>>,
    pub error: RwSignal<Option<UiError>>,
    /// What was asked for last, to try again or to add inputs.
    pub request: RwSignal<Option<TaskRequest>>,
    /// The skill on trial, and what came of it.
    pub trial: RwSignal<Option<SkillId>>,
    pub report: RwSignal<Option<ReplayReport>>,
    pub elapsed_ms: RwSignal<u64>,
    began: StoredValue<i64>,
}

impl Default for Live {
    fn default() -> Self {
        Self {
            running: RwSignal::new(false),
            stopping: RwSignal::new(false),
            timeline: RwSignal::new(Timeline::default()),
            approval: RwSignal::new(None),
            error: RwSignal::new(None),
            request: RwSignal::new(None),
            trial: RwSignal::new(None),
            report: RwSignal::new(None),
            elapsed_ms: RwSignal::new(0),
            began: StoredValue::new(0),
        }
    }
}

impl Live {
    /// Starts a task; nothing happens while one goes on.
    pub fn run(self, app: App, request: TaskRequest) {
        if self.running.get_untracked() {
            return;
        }
        self.begin();
        self.request.set(Some(request.clone()));
        self.timeline.update(|timeline| timeline.intent.clone_from(&request.intent));
        spawn_local(async move {
            let channel = Channel::open(move |event| self.hear(event));
            let reply = tasks::start_run(&request, &channel).await;
            self.end();
            match reply {
                Ok(record) => self.timeline.update(|timeline| timeline.record = Some(record)),
                Err(error) => self.error.set(Some(error)),
            }
            app.load_tasks();
            app.load_skills();
            app.load_overview();
            app.load_healings();
        });
    }

    /// Tries one skill.
    pub fn try_skill(self, app: App, id: SkillId, arguments: Bindings, dry_run: bool) {
        if self.running.get_untracked() {
            return;
        }
        self.begin();
        self.trial.set(Some(id));
        spawn_local(async move {
            let channel = Channel::open(move |event| self.hear(event));
            let reply = skills::try_skill(id, &arguments, dry_run, &channel).await;
            self.end();
            match reply {
                Ok(report) => self.report.set(Some(report)),
                Err(error) => self.error.set(Some(error)),
            }
            app.load_skill(id);
            app.load_healings();
        });
    }

    pub fn stop(self, app: App) {
        if !self.running.get_untracked() || self.stopping.get_untracked() {
            return;
        }
        self.stopping.set(true);
        spawn_local(async move {
            if let Err(error) = tasks::stop_run().await {
                self.stopping.set(false);
                app.toasts.failed(&error);
            }
        });
    }

    pub fn answer(self, app: App, decision: Decision) {
        self.approval.set(None);
        spawn_local(async move {
            if let Err(error) = tasks::answer_approval(decision).await
                && error.code != ErrorCode::NotFound
            {
                app.toasts.failed(&error);
            }
        });
    }

    /// Forgets the run that ended.
    pub fn clear(self) {
        if !self.running.get_untracked() {
            self.timeline.set(Timeline::default());
            self.error.set(None);
            self.request.set(None);
            self.trial.set(None);
            self.report.set(None);
        }
    }

    fn begin(self) {
        self.running.set(true);
        self.stopping.set(false);
        self.error.set(None);
        self.report.set(None);
        self.approval.set(None);
        self.timeline.set(Timeline::default());
        self.elapsed_ms.set(0);
        self.began.set_value(dom::now());
        self.tick();
    }

    fn end(self) {
        self.running.set(false);
        self.stopping.set(false);
        self.approval.set(None);
    }

    fn tick(self) {
        set_timeout(
            move || {
                if self.running.get_untracked() {
                    let elapsed = dom::now() - self.began.get_value();
                    self.elapsed_ms.set(u64::try_from(elapsed).unwrap_or(0));
                    self.tick();
                }
            },
            Duration::from_millis(200),
        );
    }

    fn hear(self, event: RunEvent) {
        match &event {
            RunEvent::Approval { request } => self.approval.set(Some(request.clone())),
            RunEvent::StepEnded { .. } | RunEvent::Replayed { .. } | RunEvent::Ended { .. } => {
                self.approval.set(None)
            }
            _ => {}
        }
        self.timeline.update(|timeline| timeline.apply(event));
    }
}
