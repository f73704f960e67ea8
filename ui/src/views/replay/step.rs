//! One reported step: a line that opens to what matched, how surely, and what the page showed.

use atelier_core::replay::{Candidate, StepOutcome, StepReport};
use atelier_core::target::Identity;
use leptos::prelude::*;

use crate::components::icon::{Icon, Sign};
use crate::components::panel::Unfold;
use crate::components::picture::{Pair, Shot};
use crate::components::prose::prose;
use crate::words;

/// The line of a step; one that failed is open.
#[component]
pub fn Reported(report: StepReport) -> impl IntoView {
    let (icon, tone, word) = look(&report.outcome);
    let open = matches!(report.outcome, StepOutcome::Failed { .. })
        || (report.outcome == StepOutcome::Held && !report.fields.is_empty());
    let line = report.clone();
    let head = move || {
        view! {
            <span class="num step-number">{line.index + 1}</span>
            <span class="grow">{line.guidance.clone()}<span class="muted">{seen(&line)}</span></span>
            <span class=format!("step-word {tone}")><Sign icon/>{word}</span>
            <span class="muted num step-took">{words::took(line.took_ms)}</span>
        }
    };
    view! { <Unfold class="step-line" open head body=move || detail(&report)/> }
}

const fn look(outcome: &StepOutcome) -> (Icon, &'static str, &'static str) {
    match outcome {
        StepOutcome::Done => (Icon::Done, "good", "done"),
        StepOutcome::Skipped { .. } => (Icon::Nothing, "plain", "not needed"),
        StepOutcome::Failed { .. } => (Icon::Failed, "bad", "failed"),
        StepOutcome::Held => (Icon::Stopped, "caution", "held back"),
    }
}

/// ` · button “Search” · matched by role and name`.
fn seen(report: &StepReport) -> String {
    let mut out = String::new();
    if let Some(target) = &report.target {
        out.push_str(&format!(" · {target}"));
    }
    if let Some(identity) = report.matched.first() {
        out.push_str(&format!(" · matched by {}", identity.words()));
    }
    if let StepOutcome::Failed { fault } = &report.outcome {
        out.push_str(&format!(" · {}", fault.message.replace('`', "")));
    }
    out
}

fn detail(report: &StepReport) -> impl IntoView + use<> {
    let line = |name: &'static str, value: Option<String>| {
        value.filter(|value| !value.is_empty()).map(|value| view! { <dt>{name}</dt><dd>{value}</dd> })
    };
    let why = match &report.outcome {
        StepOutcome::Skipped { why } => Some(why.clone()),
        StepOutcome::Failed { fault } => Some(fault.message.clone()),
        _ => None,
    };
    let requests: Vec<_> = report
        .requests
        .iter()
        .map(|r| {
            format!("{} {}{}", r.method, r.path, r.status.map(|s| format!(" → {s}")).unwrap_or_default())
        })
        .collect();
    let signals: Vec<_> = report.signals.iter().map(words::signal).collect();
    let shots = [("Before", report.picture_before.clone()), ("After", report.picture_after.clone())];
    let shots: Vec<_> = shots.into_iter().filter_map(|(when, hash)| Shot::new(when, hash)).collect();
    view! {
        <div class="step-detail">
            {why.map(|why| view! { <p class="bad">{prose(&why)}</p> })}
            <dl class="facts">
                {line("Action", Some(report.action.name().replace('_', " ")))}
                {line("Target", report.target.clone())}
                {line("Value", report.value.clone())}
                {line("Done by", report.how.clone())}
                {(!report.matched.is_empty()).then(|| view! {
                    <dt>"Matched by"</dt><dd>{matched(&report.matched, report.score)}</dd>
                })}
                {line("Read", report.output.clone())}
                {line("Then", Some(signals.join("; ")))}
                {line("Page after", Some(report.url_after.clone()))}
                {(!requests.is_empty()).then(|| view! { <dt>"Requests"</dt><dd class="mono pre-line">{requests.join("\n")}</dd> })}
            </dl>
            {form(report)}
            {candidates(&report.candidates)}
            <Pair shots/>
        </div>
    }
}

/// The form as it stood before the step that sends it: what a dry run is for.
fn form(report: &StepReport) -> Option<impl IntoView + use<>> {
    let title = match report.outcome {
        StepOutcome::Held => "The filled form; nothing was sent",
        _ => "The form as it stood before this step",
    };
    let lines: Vec<_> = report
        .fields
        .iter()
        .map(|(name, value)| view! { <dt>{name.clone()}</dt><dd>{value.clone()}</dd> })
        .collect();
    (!lines.is_empty()).then(
        || view! { <div class="filled"><h4>{title}</h4><dl class="facts form-facts">{lines}</dl></div> },
    )
}

/// The identities that the element carried, and their share of the target's whole weight.
pub fn matched(identities: &[Identity], score: Option<f64>) -> impl IntoView + use<> {
    let chips: Vec<_> =
        identities.iter().map(|identity| view! { <span class="chip">{identity.words()}</span> }).collect();
    view! {
        <span class="row wrap">
            {score.map(|score| view! { <strong class="num">{words::percent(score)}</strong> })}
            {chips}
        </span>
    }
}

/// What came close where nothing was found, or several could not be told apart.
fn candidates(candidates: &[Candidate]) -> Option<impl IntoView + use<>> {
    let lines: Vec<_> = candidates
        .iter()
        .map(|candidate| {
            view! {
                <li>
                    <span class="num">{words::percent(candidate.score)}</span>
                    <span class="grow">{candidate.description.clone()}</span>
                    <span class="muted small">{in_words(candidate)}</span>
                </li>
            }
        })
        .collect();
    (!lines.is_empty()).then(|| {
        view! {
            <p class="muted small">"Elements that came close, and what they carried of the target"</p>
            <ol class="events candidates">{lines}</ol>
        }
    })
}

/// `role and name, nearly its text`.
fn in_words(candidate: &Candidate) -> String {
    let full = candidate.carried.iter().map(|identity| identity.words().to_owned());
    let near = candidate
        .near
        .iter()
        .map(|(identity, share)| format!("nearly its {} ({})", identity.words(), words::percent(*share)));
    let all: Vec<_> = full.chain(near).collect();
    if all.is_empty() { "nothing of it".to_owned() } else { all.join(", ") }
}
