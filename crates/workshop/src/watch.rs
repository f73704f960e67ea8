//! Between a run and who watches it: everything told is stored first, pictures are kept, approvals remembered.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use atelier_agent::TaskSink;
use atelier_browser::{ReplayEvent, ReplayWatch, SecretSource};
use atelier_core::ids::{SkillId, TaskId};
use atelier_core::skill::Skill;
use atelier_core::task::{ApprovalRequest, Decision, RunEvent};
use atelier_store::Store;

use crate::healing;
use crate::run::RunSink;

/// Watches one run.
pub(crate) struct Watch<'a> {
    pub store: Store,
    pub stop: Arc<AtomicBool>,
    /// The task whose events are stored; none for a skill that is tried by itself.
    pub task: Option<TaskId>,
    /// Number of the next event.
    pub next: usize,
    /// Skills whose effects the user allowed once and for all.
    pub allowed: BTreeSet<SkillId>,
    /// The skills that may ask.
    pub skills: &'a [Skill],
    /// Effects harm nobody here.
    pub test_site: bool,
    pub secrets: Arc<dyn SecretSource>,
    pub sink: &'a mut dyn RunSink,
}

impl Watch<'_> {
    async fn tell(&mut self, event: RunEvent) {
        if let RunEvent::Replayed { report } = &event {
            healing::keep(&self.store, report).await;
        }
        if let Some(task) = self.task {
            if let Err(error) = self.store.tasks().event(task, self.next, &event).await {
                tracing::error!("an event of the run cannot be stored: {error}");
            }
            self.next += 1;
        }
        self.sink.event(event).await;
    }

    async fn ask(&mut self, request: ApprovalRequest) -> bool {
        let asking = self.skills.iter().find(|skill| skill.name == request.skill).map(|skill| skill.id);
        if self.test_site || asking.is_some_and(|id| self.allowed.contains(&id)) {
            return true;
        }
        self.tell(RunEvent::Approval { request: request.clone() }).await;
        match self.sink.approve(&request).await {
            Decision::AllowOnce => true,
            Decision::Stop => false,
            Decision::AlwaysForSkill => {
                if let Some(id) = asking {
                    self.allowed.insert(id);
                    self.remember(id).await;
                }
                true
            }
        }
    }

    async fn remember(&self, id: SkillId) {
        let settings = async {
            let mut settings = self.store.settings().load().await?;
            settings.always_allowed.insert(id);
            self.store.settings().save(&settings).await
        };
        if let Err(error) = settings.await {
            tracing::error!("the permission is for this time only, as it cannot be stored: {error}");
        }
    }

    async fn keep(&self, jpeg: Vec<u8>) -> Option<String> {
        match self.store.pictures().put(jpeg).await {
            Ok(hash) => Some(hash),
            Err(error) => {
                tracing::error!("a picture cannot be kept: {error}");
                None
            }
        }
    }
}

#[async_trait]
impl TaskSink for Watch<'_> {
    async fn event(&mut self, event: RunEvent) {
        self.tell(event).await;
    }

    async fn approve(&mut self, request: ApprovalRequest) -> bool {
        self.ask(request).await
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    async fn keep_picture(&mut self, jpeg: Vec<u8>) -> Option<String> {
        self.keep(jpeg).await
    }

    fn secrets(&self) -> Option<Arc<dyn SecretSource>> {
        Some(Arc::clone(&self.secrets))
    }
}

#[async_trait]
impl ReplayWatch for Watch<'_> {
    async fn on(&mut self, event: ReplayEvent) {
        let told = match event {
            ReplayEvent::StepStarted { index, guidance } => RunEvent::StepStarted { index, guidance },
            ReplayEvent::StepEnded(step) => RunEvent::StepEnded { step },
            ReplayEvent::Picture { picture, url } => RunEvent::Frame { picture, url },
        };
        self.tell(told).await;
    }

    async fn approve(&mut self, request: ApprovalRequest) -> bool {
        self.ask(request).await
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    async fn keep_picture(&mut self, jpeg: Vec<u8>) -> Option<String> {
        self.keep(jpeg).await
    }

    fn secrets(&self) -> Option<Arc<dyn SecretSource>> {
        Some(Arc::clone(&self.secrets))
    }
}
