//! The offline selection as it goes: a bar a rule, what was decided last, Cancel.

use atelier_core::verdict::Rule;
use leptos::prelude::*;

use crate::state::tailoring::RuleProgress;
use crate::state::use_app;
use crate::words;

/// The ladder of rules while the pipeline runs.
#[component]
pub fn Ladder() -> impl IntoView {
    let app = use_app();
    let tailoring = app.tailoring;
    view! {
        <div class="ladder">
            <div class="ladder-head">
                <strong class="grow">
                    {move || format!("{} · {}", tailoring.now(), words::counted(tailoring.trajectories.get(), "trajectory"))}
                </strong>
                <button class="button" disabled=move || tailoring.stopping.get() on:click=move |_| tailoring.stop(app)>
                    {move || if tailoring.stopping.get() { "Stopping…" } else { "Cancel" }}
                </button>
            </div>
            <p class="visually-hidden" role="status">{move || tailoring.now()}</p>
            <ol class="rungs">
                {move || tailoring.rules.get().into_iter().map(rung).collect_view()}
            </ol>
        </div>
    }
}

/// What became of the skills so far.
fn kept_words(progress: &RuleProgress) -> String {
    let (kept, out) = match progress.rule {
        Rule::Likelihood => ("active", "stay in the pool"),
        Rule::Verification => ("held", "failed"),
        _ => ("kept", "dropped"),
    };
    match (progress.kept, progress.dropped) {
        (0, 0) => String::new(),
        (n, 0) => format!("{} {kept}", words::count(n)),
        (n, m) => format!("{} {kept} · {} {out}", words::count(n), words::count(m)),
    }
}

fn rung(progress: RuleProgress) -> impl IntoView {
    let name = words::rule(progress.rule);
    let done = progress.of > 0 && progress.done >= progress.of;
    view! {
        <li class="rung" class:done=done>
            <span class="rung-name">{name}</span>
            <progress max=progress.of.max(1).to_string() value=progress.done.to_string() aria-label=name></progress>
            <span class="num muted">{(progress.of > 0).then(|| words::share(progress.done, progress.of))}</span>
            <span class="num">{kept_words(&progress)}</span>
            <span class="rung-last muted">
                {progress.last.map(|(skill, reason)| view! { <span class="mono">{skill}</span>" "{reason} })}
            </span>
        </li>
    }
}
