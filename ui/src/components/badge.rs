//! Stage, effect and outcome: each has one icon, one word and one colour everywhere.

use atelier_core::effect::Effect;
use atelier_core::sets::{Mark, Stage};
use atelier_core::task::TaskOutcome;
use atelier_core::trajectory::Outcome;
use leptos::prelude::*;

use super::icon::{Icon, Sign};
use crate::words;

#[component]
pub fn Badge(icon: Icon, #[prop(into)] tone: String, #[prop(into)] word: String) -> impl IntoView {
    view! {
        <span class=format!("badge {tone}")>
            <Sign icon/>
            {word}
        </span>
    }
}

pub const fn stage_look(stage: Stage) -> (Icon, &'static str) {
    match stage {
        Stage::Generated => (Icon::Generated, "plain"),
        Stage::Pool => (Icon::Pool, "info"),
        Stage::Active => (Icon::Active, "accent"),
        Stage::Quarantine => (Icon::Quarantine, "bad"),
    }
}

#[component]
pub fn StageBadge(stage: Stage) -> impl IntoView {
    let (icon, tone) = stage_look(stage);
    view! { <Badge icon tone word=stage.name()/> }
}

#[component]
pub fn EffectBadge(effect: Effect) -> impl IntoView {
    let (icon, tone) = match effect {
        Effect::Read => (Icon::Read, "quiet"),
        Effect::Reversible => (Icon::Reversible, "quiet good"),
        Effect::Irreversible => (Icon::Irreversible, "quiet caution"),
    };
    view! { <Badge icon tone word=effect.name()/> }
}

#[component]
pub fn MarkBadge(mark: Mark) -> impl IntoView {
    match mark {
        Mark::Pin => view! { <Badge icon=Icon::Pin tone="accent" word="pinned"/> },
        Mark::Never => view! { <Badge icon=Icon::Never tone="plain" word="never"/> },
        Mark::Deleted => view! { <Badge icon=Icon::Trash tone="plain" word="deleted"/> },
    }
}

pub const fn task_look(outcome: &TaskOutcome) -> (Icon, &'static str) {
    match outcome {
        TaskOutcome::Done => (Icon::Done, "good"),
        TaskOutcome::Failed { .. } => (Icon::Failed, "bad"),
        TaskOutcome::NoSkillFits { .. } => (Icon::Nothing, "caution"),
        TaskOutcome::NeedsInput { .. } => (Icon::Asking, "info"),
        TaskOutcome::Stopped | TaskOutcome::Interrupted => (Icon::Stopped, "plain"),
        TaskOutcome::Running => (Icon::Going, "info"),
    }
}

#[component]
pub fn TaskBadge(outcome: TaskOutcome) -> impl IntoView {
    let (icon, tone) = task_look(&outcome);
    view! { <Badge icon tone word=outcome.name()/> }
}

#[component]
pub fn OutcomeBadge(outcome: Outcome) -> impl IntoView {
    let (icon, tone) = match outcome {
        Outcome::Success => (Icon::Done, "quiet good"),
        Outcome::Failure => (Icon::Failed, "quiet bad"),
        Outcome::Unknown => (Icon::Asking, "quiet"),
    };
    view! { <Badge icon tone word=words::outcome(outcome)/> }
}

/// Yes or no with a word of its own.
#[component]
pub fn Held(held: bool, #[prop(into)] yes: String, #[prop(into)] no: String) -> impl IntoView {
    if held {
        view! { <Badge icon=Icon::Done tone="quiet good" word=yes/> }
    } else {
        view! { <Badge icon=Icon::Failed tone="quiet bad" word=no/> }
    }
}
