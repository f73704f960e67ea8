//! The timeline: a row per skill call, below it a row per step; a step opens to what was seen.

use atelier_core::replay::ReplayReport;
use leptos::prelude::*;

use crate::components::icon::{Icon, Sign};
use crate::components::notice::Waiting;
use crate::components::panel::Unfold;
use crate::components::prose::prose;
use crate::dom;
use crate::state::timeline::{Call, Line, Timeline};
use crate::views::replay::step::Reported;
use crate::views::replay::summary;
use crate::words;

#[derive(Clone)]
enum Row {
    Call(usize, Call),
    /// The last flag: the run is over.
    Step(usize, usize, Line, bool),
    /// What held at the end of a call.
    Held(usize, ReplayReport),
}

impl Row {
    /// Changes when the row has to be drawn anew.
    fn key(&self) -> String {
        match self {
            Self::Call(at, call) => format!("c{at}-{}", call.report.is_some()),
            Self::Step(call, at, line, over) => {
                format!("s{call}-{at}-{}-{}-{over}", line.report.is_some(), line.waits)
            }
            Self::Held(call, _) => format!("h{call}"),
        }
    }
}

fn rows(timeline: &Timeline, over: bool) -> Vec<Row> {
    let of_call = |(at, call): (usize, &Call)| {
        let head = Call { steps: Vec::new(), ..call.clone() };
        let steps =
            call.steps.iter().enumerate().map(move |(step, line)| Row::Step(at, step, line.clone(), over));
        let held = call.report.clone().map(|report| Row::Held(at, report));
        std::iter::once(Row::Call(at, head)).chain(steps).chain(held).collect::<Vec<_>>()
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
                    Row::Held(_, report) => held_row(report).into_any(),
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

/// The conditions of a call in one line, which opens to the whole report.
fn held_row(report: ReplayReport) -> impl IntoView {
    let held = report.postconditions.iter().filter(|condition| condition.held).count();
    let all = report.postconditions.len();
    let words = match (all, report.succeeded()) {
        (0, _) => "Nothing was promised, so nothing was checked".to_owned(),
        (1, true) => "What it promises was there on the page".to_owned(),
        _ => format!("{} conditions held", words::share(held, all)),
    };
    let (icon, tone, word) = match (held == all, report.succeeded()) {
        (true, true) => (Icon::Done, "good", "held"),
        (true, false) => (Icon::Stopped, "caution", "not reached"),
        (false, _) => (Icon::Failed, "bad", "not held"),
    };
    let open = held < all;
    let head = move || {
        view! {
            <span class="num step-number"></span>
            <span class="grow">{words}</span>
            <span class=format!("step-word {tone}")><Sign icon/>{word}</span>
            <span class="step-took"></span>
        }
    };
    let body = move || view! { <div class="step-detail">{summary(&report)}</div> };
    view! { <li class="step held"><Unfold class="step-line" open head body/></li> }
}

#[component]
fn StepRow(line: Line, over: bool) -> impl IntoView {
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
    view! { <li class="step"><Reported report/></li> }.into_any()
}
