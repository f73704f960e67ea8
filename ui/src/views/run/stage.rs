//! A run on screen: what was asked, its steps, the page, and the figures at the foot.

use atelier_core::task::{Mode, STEP_BUDGET, Tokens};
use leptos::prelude::*;

use super::approval::ApprovalCard;
use super::result::ResultCard;
use super::steps::Steps;
use crate::components::badge::{Badge, TaskBadge};
use crate::components::icon::{Icon, Sign};
use crate::components::notice::Trouble;
use crate::components::picture::Picture;
use crate::state::timeline::Timeline;
use crate::state::use_app;
use crate::words;

#[component]
pub fn Stage(#[prop(into)] timeline: Signal<Timeline>, live: bool) -> impl IntoView {
    let app = use_app();
    let record = Memo::new(move |_| timeline.with(|timeline| timeline.record.clone()));
    let running = Memo::new(move |_| live && app.run.running.get());
    let frame = Memo::new(move |_| timeline.with(|timeline| timeline.frame.clone()));
    let budget = Memo::new(move |_| {
        let request = app.run.request.with(|request| request.as_ref().map(|r| r.max_steps));
        request.filter(|_| live).unwrap_or(STEP_BUDGET)
    });
    view! {
        <div class="body stage">
            <section class="column">
                <Asked timeline/>
                <div class="card steps-card">
                    <div class="card-head">
                        <h2>"Steps"</h2>
                        <span class="muted num">{move || format!("{} of {}", timeline.with(Timeline::steps), budget.get())}</span>
                        <span class="grow"></span>
                        {move || match record.get() {
                            Some(record) => view! { <TaskBadge outcome=record.outcome/> }.into_any(),
                            None if running.get() => view! { <Badge icon=Icon::Going tone="info going" word="running"/> }.into_any(),
                            None => ().into_any(),
                        }}
                    </div>
                    <Steps timeline running/>
                </div>
                <Foot timeline live budget/>
            </section>
            <aside class="card live" aria-label="Page and result">
                <div class="card-head">
                    <h2>{move || if running.get() { "Live page" } else { "Last page" }}</h2>
                    <span class="muted mono clip">{move || frame.get().map(|(_, url)| words::place(&url))}</span>
                </div>
                <div class="live-view">
                    <Picture hash=Signal::derive(move || frame.get().map(|(hash, _)| hash))
                        alt=Signal::derive(move || format!("The page at {}", frame.get().map(|(_, url)| url).unwrap_or_default()))/>
                    {move || frame.get().is_none().then(|| view! {
                        <p class="muted center-text">{if running.get() { "The page appears with its first picture." } else { "No picture was kept." }}</p>
                    })}
                </div>
                {move || live.then(|| app.run.error.get()).flatten().map(|error| {
                    let request = app.run.request.get();
                    let retry = Callback::new(move |()| if let Some(request) = request.clone() { app.run.run(app, request) });
                    view! { <div class="live-card"><Trouble error retry/></div> }
                })}
                {move || live.then(|| app.run.approval.get()).flatten().map(|request| view! { <ApprovalCard request live=app.run/> })}
                {move || record.get().map(|record| view! { <ResultCard record/> })}
            </aside>
        </div>
    }
}

/// The task and how it was asked for.
#[component]
fn Asked(timeline: Signal<Timeline>) -> impl IntoView {
    let means = Memo::new(move |_| {
        timeline.with(|timeline| timeline.record.as_ref().map(|r| (r.model.clone(), r.mode)))
    });
    let start = Memo::new(move |_| timeline.with(|timeline| words::place(&timeline.start_url)));
    view! {
        <div class="card asked">
            <p class="task">{move || timeline.with(|timeline| timeline.intent.clone())}</p>
            <div class="row wrap">
                {move || (!start.with(String::is_empty)).then(|| view! { <span class="chip"><Sign icon=Icon::Page/>{start.get()}</span> })}
                <span class="chip"><Sign icon=Icon::Skills/>
                    {move || means.get().map_or_else(|| "local planner".to_owned(), |(model, _)| model_words(&model))}
                </span>
                <span class="chip">{move || mode_words(means.get().map(|(_, mode)| mode).unwrap_or_default())}</span>
            </div>
        </div>
    }
}

pub fn model_words(model: &str) -> String {
    if model == "local" { "local planner".to_owned() } else { model.to_owned() }
}

pub const fn mode_words(mode: Mode) -> &'static str {
    match mode {
        Mode::Grounded => "grounded",
        Mode::Guided => "guided",
        Mode::Mixed => "mixed",
    }
}

#[component]
fn Foot(timeline: Signal<Timeline>, live: bool, budget: Memo<u32>) -> impl IntoView {
    let app = use_app();
    let running = move || live && app.run.running.get();
    let record = Memo::new(move |_| timeline.with(|timeline| timeline.record.clone()));
    let elapsed = move || match record.get() {
        Some(record) => record.latency_ms,
        None => app.run.elapsed_ms.get(),
    };
    let again = move |_| {
        let last = app.run.request.get_untracked().filter(|_| live);
        let record = record.get_untracked();
        if let Some(request) = last {
            app.run.run(app, request);
        } else if let Some(record) = record {
            app.intent.set(record.intent);
            app.start_url.set(record.start_url);
            app.run.clear();
            app.go(crate::route::Route::Run);
            crate::dom::focus("intent");
        }
    };
    view! {
        <div class="card foot">
            <span class="num"><strong>{move || timeline.with(Timeline::steps)}</strong>
                <span class="muted">{move || format!(" of {} steps", budget.get())}</span></span>
            <strong class="num">{move || words::took(elapsed())}</strong>
            {move || token_bar(record.get().map(|record| record.tokens).unwrap_or_default())}
            <span class="grow"></span>
            {move || if running() {
                view! {
                    <button class="button danger" disabled=move || app.run.stopping.get() on:click=move |_| app.run.stop(app)>
                        {move || if app.run.stopping.get() { "Stopping…" } else { "Stop" }} <kbd>"Esc"</kbd>
                    </button>
                }.into_any()
            } else {
                view! { <button class="button" on:click=again>"Run again"</button> }.into_any()
            }}
        </div>
    }
}

/// One bar for both kinds of tokens, with the figures beside it.
fn token_bar(tokens: Tokens) -> impl IntoView {
    let tooling = tokens.tooling_request + tokens.tooling_completion;
    let fallback = tokens.fallback_request + tokens.fallback_completion;
    let whole = (tooling + fallback).max(1) as f64;
    let width = |part: u64| format!("{:.1}", part as f64 / whole * 72.0);
    let words = match (tooling, fallback) {
        (0, 0) => "no tokens: local planner".to_owned(),
        (_, 0) => format!("{} tokens", words::count(tooling)),
        _ => format!("{} + {} tokens", words::count(tooling), words::count(fallback)),
    };
    view! {
        <svg class="token-bar" viewBox="0 0 72 8" width="72" height="8" aria-hidden="true">
            <rect class="token-track" width="72" height="8" rx="4"></rect>
            <rect class="token-tooling" width=width(tooling) height="8" rx="2"></rect>
            <rect class="token-fallback" x=width(tooling) width=width(fallback) height="8" rx="2"></rect>
        </svg>
        <span class="muted num">{words}</span>
    }
}
