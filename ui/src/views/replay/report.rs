//! One report whole.

use atelier_core::replay::{ReplayReport, ReplayResult};
use leptos::prelude::*;

use super::step::Reported;
use crate::components::badge::Held;
use crate::components::copy::Copy;
use crate::components::icon::{Icon, Sign};
use crate::components::prose::prose;
use crate::words;

/// The summary, and below it every step.
#[component]
pub fn Report(report: ReplayReport) -> impl IntoView {
    let steps: Vec<_> = report
        .steps
        .iter()
        .cloned()
        .map(|report| view! { <li class="step"><Reported report/></li> })
        .collect();
    view! {
        {summary(&report)}
        {(!steps.is_empty()).then(|| view! { <ol class="reported">{steps}</ol> })}
    }
}

/// How it ended: the result, every condition, what was read.
pub fn summary(report: &ReplayReport) -> impl IntoView + use<> {
    let (held, word, why) = match &report.result {
        ReplayResult::Completed => (true, "did what it promises".to_owned(), None),
        ReplayResult::HeldBeforeCommit => (true, "went well up to the step that sends".to_owned(), None),
        ReplayResult::Failed { step, fault } => {
            let place = step.map_or_else(|| "at the end".to_owned(), |step| format!("at step {}", step + 1));
            (false, format!("failed {place}"), Some(fault.message.clone()))
        }
    };
    let healed = report.healings.len();
    let outputs: Vec<_> = report.outputs.clone().into_iter().collect();
    let conditions: Vec<_> = report
        .postconditions
        .iter()
        .map(|c| {
            let saw = c.saw.clone().map(|saw| format!(", but it was: {}", words::short(&saw, 120)));
            let (sign, class, word) = if c.held {
                (Icon::Done, "good-line", "held: ")
            } else {
                (Icon::Failed, "bad", "did not hold: ")
            };
            view! { <li class=class><Sign icon=sign/><span class="visually-hidden">{word}</span>{c.condition.replace('`', "")}{saw}</li> }
        })
        .collect();
    view! {
        <div class="row wrap"><Held held yes=word.clone() no=word/><span class="muted num">{words::took(report.took_ms)}</span>
            <span class="muted small grow">{words::bindings(&report.arguments)}</span>
            <Copy text=serde_json::to_string_pretty(report).unwrap_or_default() what="the report as JSON"/></div>
        {why.map(|why| view! { <p class="bad">{prose(&why)}</p> })}
        {(healed > 0).then(|| view! {
            <p class="caution"><Sign icon=Icon::Warning/>{words::counted(healed, "target")}" found by other marks only: see what is proposed."</p>
        })}
        {report.answer.clone().map(|answer| view! { <p class="answer">{answer}</p> })}
        {(!conditions.is_empty()).then(|| view! { <ul class="plain-list">{conditions}</ul> })}
        {(!outputs.is_empty()).then(|| view! {
            <dl class="facts">{outputs.into_iter().map(|(name, value)| view! { <dt class="mono">{name}</dt><dd>{value}</dd> }).collect_view()}</dl>
        })}
    }
}
