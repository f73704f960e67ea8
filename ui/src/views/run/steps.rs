//! The timeline: a row per skill call, below it a row per step; a step opens to what was seen.

use atelier_core::replay::{StepOutcome, StepReport};
use leptos::prelude::*;

use crate::components::icon::{Icon, Sign};
use crate::components::notice::Waiting;
use crate::components::picture::Picture;
use crate::components::prose::prose;
use crate::dom;
use crate::state::timeline::{Call, Line, Timeline};
use crate::words;

#[derive(Clone)]
enum Row {
    Call(usize, Call),
    /// The last flag: the run is over.
    Step(usize, usize, Line, bool),
}

impl Row {
    /// Changes when the row has to be drawn anew.
    fn key(&self) -> String {
        match self {
            Self::Call(at, call) => format!("c{at}-{}", call.report.is_some()),
            Self::Step(call, at, line, over) => {
                format!("s{call}-{at}-{}-{}-{over}", line.report.is_some(), line.waits)
            }
        }
    }
}

fn rows(timeline: &Timeline, over: bool) -> Vec<Row> {
    let of_call = |(at, call): (usize, &Call)| {
        let head = Call { steps: Vec::new(), ..call.clone() };
        let steps =
            call.steps.iter().enumerate().map(move |(step, line)| Row::Step(at, step, line.clone(), over));
        std::iter::once(Row::Call(at, head)).chain(steps).collect::<Vec<_>>()
    };
    timeline.calls.iter().enumerate().flat_map(of_call).collect()
}

#[component]
pub fn Steps(#[prop(into)] timeline: Signal<Timeline>, #[prop(into)] running: Signal<bool>) -> impl IntoView {
    let count = Memo::new(move |_| {
        timeline.with(|timeline| timeline.calls.iter().map(|call| call.steps.len() + 1).sum::<usize>())
    });
    Effect::new(move || {
        if count.get() > 0 && running.get_untracked() {
            request_animation_frame(|| dom::reveal("newest-step"));
        }
    });
    let spoken = move || {
        timeline.with(|timeline| {
            let line = timeline.calls.last().and_then(|call| call.steps.last());
            line.map(|line| format!("Step {}: {}", line.index + 1, line.guidance)).unwrap_or_default()
        })
    };
    view! {
        <div class="steps" tabindex="0" role="region" aria-label="Steps of the run">
            <p class="visually-hidden" role="status">{move || running.get().then(spoken)}</p>
            <ol>
                <For each=move || timeline.with(|timeline| rows(timeline, !running.get())) key=Row::key children=move |row| match row {
                    Row::Call(_, call) => call_row(&call).into_any(),
                    Row::Step(_, _, line, over) => view! { <StepRow line over/> }.into_any(),
                }/>
            </ol>
            {move || (count.get() == 0).then(|| if running.get() {
                view! { <Waiting what="Choosing a skill"/> }.into_any()
            } else {
                view! { <p class="waiting">"No step was taken."</p> }.into_any()
            })}
            <span id="newest-step"></span>
        </div>
    }
}

fn call_row(call: &Call) -> impl IntoView + use<> {
    let ended = call.report.as_ref();
    let near = call.similarity.map(|similarity| format!("fits {}", words::percent(similarity)));
    let name = if call.skill.is_empty() { "trial".to_owned() } else { call.skill.clone() };
    view! {
        <li class="call">
            <span class="kind skill" title="Skill call"><span aria-hidden="true">"S"</span><span class="visually-hidden">"Skill call"</span></span>
            <span class="call-text">
                <strong class="mono">{name}</strong>
                <span class="muted">{words::bindings(&call.arguments)}</span>
            </span>
            <span class="muted num">{near}</span>
            <span class="muted num">{ended.map(|report| words::took(report.took_ms))}</span>
            {(!call.why.is_empty()).then(|| view! { <span class="call-why muted small">{prose(&call.why)}</span> })}
        </li>
    }
}

#[component]
fn StepRow(line: Line, over: bool) -> impl IntoView {
    let open = RwSignal::new(false);
    let number = line.index + 1;
    let Some(report) = line.report else {
        let (class, word) = match (over, line.waits) {
            (true, _) => ("step over", "not carried out"),
            (false, true) => ("step waits", "waits for you"),
            (false, false) => ("step going", "now"),
        };
        return view! {
            <li class=class><div class="step-line">
                <span class="num step-number">{number}</span>
                <span class="grow">{line.guidance}</span>
                <span class="step-word">{word}</span>
            </div></li>
        }
        .into_any();
    };
    let (icon, tone, word) = look(&report.outcome);
    let seen = seen(&report);
    let took = words::took(report.took_ms);
    view! {
        <li class="step">
            <details on:toggle=move |_| open.update(|open| *open = !*open)>
                <summary class="step-line">
                    <span class="num step-number">{number}</span>
                    <span class="grow">{report.guidance.clone()}<span class="muted">{seen}</span></span>
                    <span class=format!("step-word {tone}")><Sign icon/>{word}</span>
                    <span class="muted num step-took">{took}</span>
                </summary>
                {move || open.get().then(|| detail(&report))}
            </details>
        </li>
    }
    .into_any()
}

fn look(outcome: &StepOutcome) -> (Icon, &'static str, &'static str) {
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
    let matched: Vec<_> = report.matched.iter().map(|identity| identity.words()).collect();
    let score = report
        .score
        .map(|score| format!(", {} of its identities", words::percent(score)))
        .unwrap_or_default();
    let matched = (!matched.is_empty()).then(|| format!("{}{score}", matched.join(", ")));
    let why = match &report.outcome {
        StepOutcome::Skipped { why } => Some(why.clone()),
        StepOutcome::Failed { fault } => Some(fault.message.replace('`', "")),
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
    let candidates = report.candidates.clone();
    let pictures = [("Before", report.picture_before.clone()), ("After", report.picture_after.clone())];
    let shown = pictures.into_iter().filter_map(|(when, hash)| {
        let hash = hash?;
        let alt = format!("The page {} the step", when.to_lowercase());
        Some(view! { <figure><Picture hash=Signal::derive(move || Some(hash.clone())) alt=alt/><figcaption class="muted small">{when}</figcaption></figure> })
    });
    view! {
        <div class="step-detail">
            <dl class="facts">
                {line("Action", Some(report.action.name().replace('_', " ")))}
                {line("Target", report.target.clone())}
                {line("Value", report.value.clone())}
                {line("Matched by", matched)}
                {line("Why", why)}
                {line("Read", report.output.clone())}
                {line("Then", Some(signals.join("; ")))}
                {line("Requests", Some(requests.join(", ")))}
            </dl>
            {(!candidates.is_empty()).then(|| view! {
                <p class="muted small">"Elements that came close"</p>
                <ul class="plain-list">{candidates.into_iter().map(|candidate| view! {
                    <li><span class="num">{words::percent(candidate.score)}</span>" "{candidate.description}</li>
                }).collect_view()}</ul>
            })}
            <div class="pictures">{shown.collect_view()}</div>
        </div>
    }
}
