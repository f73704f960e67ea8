//! The funnel as a drawing whose bands can be chosen by pointer and by keyboard.

use std::sync::Arc;

use atelier_core::ipc::PipelineView;
use atelier_core::verdict::Exit;
use leptos::html::Div;
use leptos::prelude::*;

use super::band::Band;
use super::flow::{BAR, Flow, Leaving, Stage};
use crate::dom;
use crate::words;

#[component]
pub fn Drawing(
    view: Signal<Arc<PipelineView>>,
    /// The counts that hold now, to compare a preview with.
    before: Signal<Arc<PipelineView>>,
    band: RwSignal<Band>,
    preview: Signal<bool>,
) -> impl IntoView {
    let place = NodeRef::<Div>::new();
    let width = RwSignal::new(1080_f64);
    dom::on_resize(place, move |element| width.set(f64::from(element.client_width()).max(560.0)));
    let flow = Memo::new(move |_| Flow::of(&view.get(), width.get()));
    let summary = move || {
        let view = view.get();
        let text = format!(
            "{} generated, {} in the pool, {} verified, {} active",
            view.generated, view.quality, view.verified, view.active
        );
        if preview.get() { format!("Preview: {text}") } else { text }
    };
    let changed = move |band: Band, count: usize| {
        let before = before.get();
        let old = match band {
            Band::Generated => before.generated,
            Band::Quality => before.quality,
            Band::Verified => before.verified,
            _ => before.active,
        };
        (preview.get() && old != count).then(|| format!("was {}", words::count(old)))
    };
    view! {
        <div class="flow-scroll" node_ref=place tabindex="0" role="region" aria-label="Flow drawing">
            <p class="visually-hidden" role="status">{summary}</p>
            {move || {
                let flow = flow.get();
                let size = format!("0 0 {:.0} {:.0}", width.get(), flow.height);
                view! {
                    <svg class="flow-svg" viewBox=size width=format!("{:.0}", width.get()) height=format!("{:.0}", flow.height)
                        role="group" aria-label="Skills from generated to active">
                        {flow.stages.into_iter().map(|s| { let was = changed(s.band, s.count); stage(&s, band, was) }).collect_view()}
                        {flow.exits.iter().map(|exit| leaving(exit, band)).collect_view()}
                    </svg>
                }
            }}
        </div>
    }
}

/// What makes a group of shapes a button.
macro_rules! chooser {
    ($band:expr, $chosen:expr, $class:expr, $label:expr, $($children:tt)*) => {{
        let (own, chosen) = ($band, $chosen);
        view! {
            <g class=$class role="button" tabindex="0" aria-label=$label aria-pressed=move || (chosen.get() == own).to_string()
                on:click=move |_| chosen.set(own)
                on:keydown=move |event| {
                    if matches!(event.key().as_str(), "Enter" | " ") {
                        event.prevent_default();
                        chosen.set(own);
                    }
                }>
                $($children)*
            </g>
        }
    }};
}

fn stage(stage: &Stage, band: RwSignal<Band>, was: Option<String>) -> impl IntoView + use<> {
    let note = was.map(|was| format!(" · {was}")).unwrap_or_default();
    let label = format!("{} {}{note}", words::count(stage.count), stage.caption);
    let x = |by: f64| format!("{:.1}", stage.x + by);
    let y = |by: f64| format!("{:.1}", Flow::top() + by);
    chooser! {
        stage.band, band, "stage", label,
        {stage.path.clone().map(|path| view! { <path class="way" d=path></path> })}
        <rect class="bar" x=x(0.0) y=y(0.0) width=BAR.to_string() height=format!("{:.1}", stage.height.max(1.0)) rx="2"></rect>
        <text class="figure" x=x(16.0) y=y(24.0)>{words::count(stage.count)}" "</text>
        <text class="caption" x=x(16.0) y=y(42.0)>{stage.caption}{note}</text>
    }
}

fn leaving(exit: &Leaving, band: RwSignal<Band>) -> impl IntoView + use<> {
    let words = format!("{} {}", words::count(exit.count), in_words(exit.exit, exit.count));
    let path = exit.path.clone();
    let tone = match exit.exit {
        Exit::Duplicate => "exit caution",
        Exit::Unlikely | Exit::Never | Exit::Undecided => "exit plain",
        _ => "exit bad",
    };
    let label = words.clone();
    chooser! {
        exit.band, band, tone, label,
        <path d=path></path>
        <text class="caption" x=format!("{:.1}", exit.x) y=format!("{:.1}", exit.y + 4.0)>{words}</text>
    }
}

fn in_words(exit: Exit, count: usize) -> &'static str {
    match exit {
        Exit::Duplicate if count != 1 => "duplicates",
        Exit::FailedVerification => "in quarantine",
        other => other.words(),
    }
}
