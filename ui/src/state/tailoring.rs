//! The offline selection while it runs: which rule is at work, how far it is, what it decided.

use atelier_core::ipc::{ErrorCode, FunnelExit, PipelineView, TailorEvent, UiError};
use atelier_core::verdict::{Rule, Verdict};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::bindings::{Channel, pipeline};
use crate::state::App;

/// One rule on its way.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleProgress {
    pub rule: Rule,
    pub done: usize,
    pub of: usize,
    pub kept: usize,
    pub dropped: usize,
    /// The skill that was decided last, and the sentence about it.
    pub last: Option<(String, String)>,
}

#[derive(Clone, Copy)]
pub struct Tailoring {
    pub running: RwSignal<bool>,
    pub stopping: RwSignal<bool>,
    pub trajectories: RwSignal<usize>,
    pub rules: RwSignal<Vec<RuleProgress>>,
    /// The funnel as far as it is decided.
    pub funnel: RwSignal<PipelineView>,
    pub error: RwSignal<Option<UiError>>,
}

impl Default for Tailoring {
    fn default() -> Self {
        Self {
            running: RwSignal::new(false),
            stopping: RwSignal::new(false),
            trajectories: RwSignal::new(0),
            rules: RwSignal::new(Vec::new()),
            funnel: RwSignal::new(PipelineView::default()),
            error: RwSignal::new(None),
        }
    }
}

impl Tailoring {
    pub fn start(self, app: App) {
        if !self.running.get_untracked() {
            spawn_local(async move {
                self.run(app).await;
            });
        }
    }

    /// True where it came to its end.
    pub async fn run(self, app: App) -> bool {
        self.running.set(true);
        self.stopping.set(false);
        self.error.set(None);
        self.rules.set(Vec::new());
        self.funnel.set(PipelineView::default());
        let channel = Channel::open(move |event| self.hear(event));
        let reply = pipeline::tailor(&channel).await;
        self.running.set(false);
        self.stopping.set(false);
        app.load_overview();
        app.load_skills();
        app.load_trajectories();
        app.load_suggestions();
        app.load_healings();
        match reply {
            Ok(view) => {
                app.pipeline.set(view);
                true
            }
            Err(error) if error.code == ErrorCode::Stopped => {
                app.toasts.say("The pipeline was stopped. What was there before still holds.");
                app.load_pipeline();
                false
            }
            Err(error) => {
                self.error.set(Some(error));
                false
            }
        }
    }

    pub fn stop(self, app: App) {
        self.stopping.set(true);
        spawn_local(async move {
            if let Err(error) = pipeline::stop_tailor().await {
                app.toasts.failed(&error);
            }
        });
    }

    /// The rule at work in words, for the eye and for the live region.
    pub fn now(self) -> String {
        self.rules.with(|rules| match rules.last() {
            Some(progress) => crate::words::rule(progress.rule).to_owned(),
            None => "Reading the trajectories".to_owned(),
        })
    }

    fn hear(self, event: TailorEvent) {
        match event {
            TailorEvent::Started { trajectories } => self.trajectories.set(trajectories),
            TailorEvent::Rule { rule, skills } => self.rules.update(|rules| begin(rules, rule, skills)),
            TailorEvent::Decided { rule, done, of, skill, verdict } => {
                self.funnel.update(|funnel| draw(funnel, &verdict));
                self.rules.update(|rules| decide(rules, rule, done, of, skill, verdict));
            }
            // The view comes as the command's own answer, too.
            TailorEvent::Ended { .. } => {}
        }
    }
}

/// Takes one decision into the counts of the funnel.
fn draw(funnel: &mut PipelineView, verdict: &Verdict) {
    match verdict.rule {
        Rule::Extraction if verdict.kept => {
            funnel.generated += 1;
            funnel.quality += 1;
        }
        Rule::Verification if verdict.kept => funnel.verified += 1,
        Rule::Likelihood if verdict.kept => funnel.active += 1,
        _ => {}
    }
    let Some(exit) = verdict.exit else { return };
    if verdict.rule < Rule::Verification {
        funnel.quality = funnel.quality.saturating_sub(1);
    }
    match funnel.exits.iter_mut().find(|known| known.exit == exit && known.rule == verdict.rule) {
        Some(known) => known.skills.push(verdict.skill),
        None => funnel.exits.push(FunnelExit { exit, rule: verdict.rule, skills: vec![verdict.skill] }),
    }
}

fn begin(rules: &mut Vec<RuleProgress>, rule: Rule, of: usize) {
    if rules.last().is_none_or(|last| last.rule != rule) {
        rules.push(RuleProgress { rule, done: 0, of, kept: 0, dropped: 0, last: None });
    }
}

fn decide(
    rules: &mut Vec<RuleProgress>,
    rule: Rule,
    done: usize,
    of: usize,
    skill: String,
    verdict: Verdict,
) {
    // A rule may come back to a skill later: the neighbours in the library are asked after the duplicates.
    let at = rules.iter().position(|progress| progress.rule == rule).unwrap_or_else(|| {
        begin(rules, rule, of);
        rules.len() - 1
    });
    let progress = &mut rules[at];
    progress.of = of;
    if done > progress.done {
        progress.done = done;
        progress.kept += usize::from(verdict.kept);
    } else if !verdict.kept {
        progress.kept = progress.kept.saturating_sub(1);
    }
    progress.dropped += usize::from(!verdict.kept);
    progress.last = Some((skill, verdict.reason));
}
