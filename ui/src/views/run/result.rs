//! How a run ended: the answer, the reason, and what comes next.

use atelier_core::skill::{Parameter, ParameterKind};
use atelier_core::task::{MissingInput, NearSkill, TaskOutcome, TaskRecord, TaskRequest};
use atelier_core::template::Bindings;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::bindings::tasks;
use crate::components::badge::task_look;
use crate::components::fields::ParameterForm;
use crate::components::icon::{Icon, Sign};
use crate::components::prose::prose;
use crate::route::Route;
use crate::state::{App, use_app};
use crate::words::{self, capital};

#[component]
pub fn ResultCard(record: TaskRecord) -> impl IntoView {
    let app = use_app();
    let lead = match &record.outcome {
        TaskOutcome::Done if record.answer.is_some() => String::new(),
        TaskOutcome::Done => "Everything the skill promises was there on the page.".to_owned(),
        TaskOutcome::Failed { reason } | TaskOutcome::NoSkillFits { reason, .. } => reason.clone(),
        TaskOutcome::NeedsInput { skill, .. } => format!("The task does not say all that {skill} needs."),
        TaskOutcome::Stopped => "You stopped it. What was done until then stays done.".to_owned(),
        TaskOutcome::Interrupted => "The app or Chromium ended in the middle of it.".to_owned(),
        TaskOutcome::Running => String::new(),
    };
    let more = match record.outcome.clone() {
        TaskOutcome::NoSkillFits { nearest, .. } => nearest_skills(app, nearest).into_any(),
        TaskOutcome::NeedsInput { missing, .. } => {
            view! { <Inputs record=record.clone() missing/> }.into_any()
        }
        _ => ().into_any(),
    };
    let judged = matches!(record.outcome, TaskOutcome::Done | TaskOutcome::Failed { .. });
    let outcome = record.outcome.clone();
    let (icon, tone) = task_look(&outcome);
    view! {
        <div class="live-card result" role="status">
            <div class="row"><h3 class=format!("outcome {tone}")><Sign icon/>{capital(outcome.name())}</h3><span class="grow"></span>
                <span class="muted num">{words::took(record.latency_ms)}</span></div>
            {record.answer.clone().map(|answer| view! { <p class="answer">{answer}</p> })}
            {(!lead.is_empty()).then(|| view! { <p>{prose(&lead)}</p> })}
            {more}
            {judged.then(|| view! { <Judge record=record.clone()/> })}
        </div>
    }
}

/// “Was this right?”
#[component]
fn Judge(record: TaskRecord) -> impl IntoView {
    let app = use_app();
    let right = RwSignal::new(record.right);
    let id = record.id;
    let say = move |said: Option<bool>| {
        let before = right.get_untracked();
        right.set(said);
        spawn_local(async move {
            match tasks::judge_task(id, said).await {
                Ok(()) => {
                    app.run.timeline.update(|timeline| {
                        if let Some(record) = timeline.record.as_mut().filter(|record| record.id == id) {
                            record.right = said;
                        }
                    });
                    app.load_tasks();
                }
                Err(error) => {
                    right.try_set(before);
                    app.toasts.failed(&error);
                }
            }
        });
    };
    let toggle =
        move |value: bool| say(if right.get_untracked() == Some(value) { None } else { Some(value) });
    view! {
        <div class="row judge" role="group" aria-label="Was this right?">
            <span class="grow">"Was this right?"</span>
            <button class="button" aria-pressed=move || (right.get() == Some(true)).to_string() on:click=move |_| toggle(true)>
                <Sign icon=Icon::Done/>"Yes"</button>
            <button class="button" aria-pressed=move || (right.get() == Some(false)).to_string() on:click=move |_| toggle(false)>
                <Sign icon=Icon::Failed/>"No"</button>
        </div>
    }
}

/// Asks for what the task did not say, and runs it again with it.
#[component]
fn Inputs(record: TaskRecord, missing: Vec<MissingInput>) -> impl IntoView {
    let app = use_app();
    let names: Vec<_> = missing.iter().map(|input| input.name.clone()).collect();
    let parameters: Vec<_> = missing
        .into_iter()
        .map(|input| Parameter {
            name: input.name,
            kind: ParameterKind::String,
            required: true,
            description: input.description,
            examples: Vec::new(),
            options: input.options,
            options_from: None,
        })
        .collect();
    let values = RwSignal::new(Bindings::new());
    let complete = Memo::new(move |_| {
        values.with(|all| names.iter().all(|name| all.get(name).is_some_and(|v| !v.is_empty())))
    });
    let go = move || {
        let mut request =
            app.run.request.get_untracked().filter(|r| r.intent == record.intent).unwrap_or(TaskRequest {
                intent: record.intent.clone(),
                start_url: record.start_url.clone(),
                model: record.model.clone(),
                mode: record.mode,
                fallback: false,
                max_steps: atelier_core::task::STEP_BUDGET,
                inputs: Bindings::new(),
            });
        request.inputs.extend(values.get_untracked());
        app.go(Route::Run);
        app.run.run(app, request);
    };
    view! {
        <form class="stack" on:submit=move |event| { event.prevent_default(); if complete.get_untracked() { go(); } }>
            <ParameterForm prefix="input" parameters values/>
            <button class="button primary" type="submit" disabled=move || !complete.get()>"Run with these"</button>
        </form>
    }
}

fn nearest_skills(app: App, nearest: Vec<NearSkill>) -> impl IntoView {
    let open = move |name: &str| {
        let found = app
            .skills
            .get_untracked()
            .and_then(|rows| rows.iter().find(|row| row.name == name).map(|row| row.id));
        app.go(found.map_or(Route::Skills, Route::Skill));
    };
    (!nearest.is_empty()).then(|| {
        view! {
            <p class="muted">"The nearest skills, and why they were not taken"</p>
            <ul class="nearest">
                {nearest.into_iter().map(|near| {
                    let name = near.name.clone();
                    view! {
                        <li>
                            <button class="link mono" on:click=move |_| open(&name)>{near.name}</button>
                            <span class="muted num">{words::percent(f64::from(near.similarity) / 1000.0)}</span>
                            <span class="nearest-why">{prose(&near.why)}</span>
                        </li>
                    }
                }).collect_view()}
            </ul>
        }
    })
}
