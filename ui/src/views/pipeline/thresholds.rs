//! The figures of the selection: a slider each, a preview of the counts, and Apply.

use std::time::Duration;

use atelier_core::settings::Selection;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::Chosen;
use crate::bindings::pipeline;
use crate::components::notice::Trouble;
use crate::state::use_app;
use crate::words;

/// How long a slider rests before the preview is asked for.
const REST: Duration = Duration::from_millis(180);

#[component]
pub fn Thresholds() -> impl IntoView {
    let app = use_app();
    let chosen = expect_context::<Chosen>();
    let applied = Memo::new(move |_| app.pipeline.get().map(|view| view.selection).unwrap_or_default());
    let draft = RwSignal::new(applied.get_untracked());
    Effect::new(move || {
        draft.set(applied.get());
        chosen.preview.clear();
    });
    let turn = StoredValue::new(0_u32);
    let change = move |edit: &dyn Fn(&mut Selection)| {
        draft.update(|draft| edit(draft));
        turn.update_value(|turn| *turn += 1);
        let mine = turn.get_value();
        set_timeout(
            move || {
                if turn.try_get_value() != Some(mine) {
                    return;
                }
                let wanted = draft.get_untracked();
                if wanted == applied.get_untracked() {
                    chosen.preview.clear();
                } else {
                    chosen.preview.load(pipeline::preview_selection(wanted));
                }
            },
            REST,
        );
    };
    let changed = Memo::new(move |_| draft.get() != applied.get());
    let applying = RwSignal::new(false);
    let apply = move |_| {
        let wanted = draft.get_untracked();
        applying.set(true);
        spawn_local(async move {
            let reply = pipeline::set_selection(wanted).await;
            applying.try_set(false);
            match reply {
                Ok(()) => app.tailoring.start(app),
                Err(error) => app.toasts.failed(&error),
            }
        });
    };
    let pairs = move || {
        app.pipeline.get().map(|view| words::counted(view.duplicates.len(), "pair")).unwrap_or_default()
    };
    let clusters = move || {
        let view = chosen.preview.get().or_else(|| app.pipeline.get());
        view.map(|view| words::counted(view.clusters, "cluster")).unwrap_or_default()
    };
    view! {
        <section class="card thresholds" aria-label="Thresholds">
            <div class="card-head"><h2>"Thresholds"</h2><span class="grow"></span>
                {move || changed.get().then(|| view! { <span class="badge info">"preview"</span> })}
                <button class="button quiet small-button" disabled=move || draft.get() == Selection::default()
                    on:click=move |_| change(&|draft| *draft = Selection::default())>"Published values"</button></div>
            <div class="sliders">
                <Slider name="Cluster similarity" note=Signal::derive(move || format!("{:.2} · published 0.75 · {}", draft.get().cluster, clusters()))
                    value=Signal::derive(move || draft.get().cluster) range=(0.5, 0.95, 0.01)
                    set=Callback::new(move |to| change(&|draft| draft.cluster = to))/>
                <Slider name="Duplicate check from" note=Signal::derive(move || format!("{:.2} · published 0.80 · {}", draft.get().duplicate, pairs()))
                    value=Signal::derive(move || draft.get().duplicate) range=(0.5, 0.99, 0.01)
                    set=Callback::new(move |to| change(&|draft| draft.duplicate = to))/>
                <Slider name="Likelihood kept from" note=Signal::derive(move || format!("{} of 5 · published 4", draft.get().likely))
                    value=Signal::derive(move || f64::from(draft.get().likely)) range=(1.0, 5.0, 1.0)
                    set=Callback::new(move |to| change(&|draft| draft.likely = rating(to)))/>
                <Slider name="Best of a cluster from" note=Signal::derive(move || format!("{} of 5 · published 3", draft.get().cluster_best))
                    value=Signal::derive(move || f64::from(draft.get().cluster_best)) range=(1.0, 5.0, 1.0)
                    set=Callback::new(move |to| change(&|draft| draft.cluster_best = rating(to)))/>
                <label class="check">
                    <input type="checkbox" prop:checked=move || draft.get().trim
                        on:change=move |event| { let to = event_target_checked(&event); change(&|draft| draft.trim = to); }/>
                    "Keep what can be trimmed to one task"
                </label>
                {move || chosen.preview.error().map(|error| view! { <Trouble error/> })}
                <p class="muted small">"Counts above follow the sliders; nothing changes until applied."</p>
            </div>
            <div class="card-foot row wrap">
                    <button class="button primary" disabled=move || !changed.get() || applying.get() || app.tailoring.running.get() on:click=apply>
                        "Apply and run"</button>
                    <button class="button" disabled=move || !changed.get() on:click=move |_| { let to = applied.get_untracked(); change(&|draft| *draft = to); }>
                        "Undo"</button>
            </div>
        </section>
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a rating is 1 to 5")]
fn rating(value: f64) -> u8 {
    value.round().clamp(1.0, 5.0) as u8
}

#[component]
fn Slider(
    name: &'static str,
    #[prop(into)] note: Signal<String>,
    #[prop(into)] value: Signal<f64>,
    /// Least, most, step.
    range: (f64, f64, f64),
    set: Callback<f64>,
) -> impl IntoView {
    let (least, most, step) = range;
    view! {
        <label class="slider">
            <span>{name}</span>
            <span class="muted num small">{move || note.get()}</span>
            <input type="range" min=least.to_string() max=most.to_string() step=step.to_string()
                aria-valuetext=move || note.get() prop:value=move || value.get().to_string()
                on:input=move |event| if let Ok(to) = event_target_value(&event).parse() { set.run(to) }/>
        </label>
    }
}
