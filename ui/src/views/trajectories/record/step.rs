//! The selected step of a recording: its words, its value, whether it will replay, and its picture.

use atelier_core::compound::Compound;
use atelier_core::ipc::{RecordControl, RecordedStepView};
use atelier_core::trajectory::{Action, Replayable, Value};
use leptos::prelude::*;

use crate::components::icon::{Icon, Sign};
use crate::components::panel::Section;
use crate::components::picture::Picture;
use crate::components::prose::prose;
use crate::state::use_app;
use crate::words;

/// The sign of an action.
pub const fn icon(action: Action) -> Icon {
    match action {
        Action::Navigate | Action::Back | Action::Forward | Action::Reload => Icon::Page,
        Action::NewTab | Action::SwitchTab | Action::CloseTab => Icon::Tabs,
        Action::Fill | Action::Type | Action::Press => Icon::Keys,
        Action::Select | Action::Check | Action::Uncheck => Icon::Choice,
        Action::Upload => Icon::File,
        Action::Wait => Icon::History,
        Action::Dialog | Action::Answer => Icon::Asking,
        Action::Assert | Action::Extract => Icon::Read,
        Action::Click | Action::DoubleClick | Action::Hover | Action::Drag | Action::Scroll => Icon::Pointer,
    }
}

/// Icon, tone and word of whether it will replay.
pub const fn mark_look(step: &RecordedStepView) -> (Icon, &'static str, &'static str) {
    match &step.mark {
        Some(Replayable::Yes { .. }) if !step.warnings.is_empty() => {
            (Icon::Warning, "quiet caution", "with care")
        }
        Some(Replayable::Yes { .. }) => (Icon::Done, "quiet good", "will replay"),
        Some(Replayable::No { .. }) => (Icon::Failed, "quiet bad", "will not"),
        None => (Icon::Going, "quiet", "looking"),
    }
}

/// `title: “Tea”`, `secret forum/password`.
pub fn value_words(step: &RecordedStepView) -> String {
    let Some(value) = &step.value else { return String::new() };
    let value = words::value(value);
    match &step.parameter {
        Some(name) => format!("{name}: {value}"),
        None => value,
    }
}

#[component]
pub fn Step(id: u32) -> impl IntoView {
    let recording = use_app().recording;
    let step =
        Memo::new(move |_| recording.steps.with(|steps| steps.iter().find(|step| step.id == id).cloned()));
    let number = move || {
        let at = recording.steps.with(|steps| steps.iter().position(|step| step.id == id));
        at.map(|at| (at + 1).to_string()).unwrap_or_default()
    };
    let out = Memo::new(move |_| recording.dropped.with(|dropped| dropped.contains(&id)));
    let following = move || recording.selected.get().is_none();
    let valued = Memo::new(move |_| step.with(|step| step.as_ref().is_some_and(|step| step.value.is_some())));
    let picture = Memo::new(move |_| step.with(|step| step.as_ref().and_then(|step| step.picture.clone())));
    let pictured = Memo::new(move |_| picture.with(Option::is_some));
    view! {
        <div class="inspector-head record-step">
            <h2>"Step "{number}{move || step.get().map(|step| format!(" · {}", step.action.name().replace('_', " ")))}</h2>
            <p>{move || step.get().map(|step| step.guidance)}</p>
            <div class="row wrap">
                {move || if out.get() {
                    view! { <button class="button" on:click=move |_| recording.drop_step(id, false)><Sign icon=Icon::Reversible/>"Take it back in"</button> }.into_any()
                } else {
                    view! { <button class="button" on:click=move |_| recording.drop_step(id, true)><Sign icon=Icon::Trash/>"Leave it out"</button> }.into_any()
                }}
                {move || if following() {
                    view! { <span class="muted small">"shows the newest step"</span> }.into_any()
                } else {
                    view! { <button class="button quiet" on:click=move |_| recording.selected.set(None)>"Follow the newest"</button> }.into_any()
                }}
            </div>
            {move || out.get().then(|| view! { <p class="caution">"It is left out when the recording is kept."</p> })}
        </div>
        <Section title="Replay">{move || step.get().map(|step| replays(&step))}</Section>
        <Wording id step/>
        {move || valued.get().then(|| view! { <Worth id step/> })}
        <Section title="What was seen">{move || step.get().map(|step| facts(&step))}</Section>
        {move || pictured.get().then(|| view! {
            <Section title="The page after it"><Picture hash=picture alt="The page after the step".to_owned()/></Section>
        })}
    }
}

fn replays(step: &RecordedStepView) -> impl IntoView + use<> {
    let line = match &step.mark {
        Some(Replayable::Yes { score }) => {
            let found = if step.target.is_some() {
                format!(
                    "It will replay: its element was found again, {} of its identities.",
                    words::percent(*score)
                )
            } else {
                "It will replay.".to_owned()
            };
            view! { <p class="good-line"><Sign icon=Icon::Done/>{found}</p> }.into_any()
        }
        Some(Replayable::No { why, detail }) => {
            let detail = (!detail.is_empty()).then(|| prose(detail));
            view! { <p class="bad"><Sign icon=Icon::Failed/>"It will not replay: "{why.words()}". "{detail}</p> }.into_any()
        }
        None => view! { <p class="muted">"Atelier is looking for its element again."</p> }.into_any(),
    };
    let warnings: Vec<_> = step
        .warnings
        .iter()
        .map(|warning| view! { <li class="caution"><Sign icon=Icon::Warning/>{prose(warning)}</li> })
        .collect();
    view! { <div class="marks">{line}</div> {(!warnings.is_empty()).then(|| view! { <ul class="plain-list">{warnings}</ul> })} }
}

/// The step's own words, written in place.
#[component]
fn Wording(id: u32, step: Memo<Option<RecordedStepView>>) -> impl IntoView {
    let recording = use_app().recording;
    let text = RwSignal::new(
        step.with_untracked(|step| step.as_ref().map(|s| s.guidance.clone()).unwrap_or_default()),
    );
    let touched = RwSignal::new(false);
    Effect::new(move || {
        let now = step.with(|step| step.as_ref().map(|s| s.guidance.clone()).unwrap_or_default());
        if !touched.get_untracked() {
            text.set(now);
        }
    });
    let save = move || {
        touched.set(false);
        recording.control(RecordControl::Rename { step: id, label: text.get_untracked().trim().to_owned() });
    };
    view! {
        <Section title="In words">
            <form class="row" on:submit=move |event| { event.prevent_default(); save(); }>
                <input type="text" class="grow" aria-label="The step in words" prop:value=move || text.get()
                    on:input=move |event| { touched.set(true); text.set(event_target_value(&event)); }/>
                <button class="button" type="submit" disabled=move || !touched.get()>"Rename"</button>
            </form>
            <p class="muted small">"What a person or a model would be told to do here. Leave it empty to have Atelier's own words back."</p>
        </Section>
    }
}

/// The value: fixed, a parameter, or a secret.
#[component]
fn Worth(id: u32, step: Memo<Option<RecordedStepView>>) -> impl IntoView {
    let recording = use_app().recording;
    let value = Memo::new(move |_| step.with(|step| step.as_ref().and_then(|step| step.value.clone())));
    let parameter =
        Memo::new(move |_| step.with(|step| step.as_ref().and_then(|step| step.parameter.clone())));
    let name = RwSignal::new(parameter.get_untracked().unwrap_or_default());
    let fault = Memo::new(move |_| {
        let name = name.get();
        let fits = name.starts_with(|c: char| c.is_ascii_lowercase())
            && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
        (!name.is_empty() && !fits).then_some("Small letters, digits and _ only, a letter first.")
    });
    let unchanged = move || name.with(|name| name.is_empty() || parameter.get().as_ref() == Some(name));
    let make = move |name: Option<String>| recording.control(RecordControl::Parameter { step: id, name });
    let secret = move |_| recording.control(RecordControl::Secret { step: id, name: None });
    let asking = RwSignal::new(false);
    view! {
        <Section title="Value">
            <p class="mono value-shown">{move || value.get().map(|value| words::value(&value))}</p>
            {move || match value.get() {
                Some(Value::Secret(_)) => view! {
                    <p class="muted"><Sign icon=Icon::Lock/>" The value never left the page; the step only names its place in your keychain."</p>
                }.into_any(),
                _ => view! {
                    <form class="row wrap" on:submit=move |event| { event.prevent_default(); if fault.get_untracked().is_none() { make(Some(name.get_untracked())); } }>
                        <label class="inline-field grow"><span class="muted">"Parameter"</span>
                            <input type="text" class="grow mono" placeholder="title" spellcheck="false" autocomplete="off" prop:value=move || name.get()
                                on:input=move |event| name.set(event_target_value(&event))/></label>
                        <button class="button" type="submit" disabled=move || unchanged() || fault.get().is_some()>
                            {move || if parameter.get().is_some() { "Rename" } else { "Make it a parameter" }}</button>
                        {move || parameter.get().is_some().then(|| view! {
                            <button type="button" class="button" on:click=move |_| { name.set(String::new()); make(None); }>"Fixed value again"</button>
                        })}
                    </form>
                    <p class="field-error" role="alert">{move || fault.get()}</p>
                    {move || if asking.get() {
                        view! {
                            <div class="row wrap">
                                <span class="grow">"The value is forgotten here and cannot be brought back."</span>
                                <button class="button danger" on:click=secret><Sign icon=Icon::Lock/>"Forget it"</button>
                                <button class="button" on:click=move |_| asking.set(false)>"Cancel"</button>
                            </div>
                        }.into_any()
                    } else {
                        view! { <div class="row"><button class="button quiet" on:click=move |_| asking.set(true)><Sign icon=Icon::Lock/>"It is a secret"</button></div> }.into_any()
                    }}
                }.into_any(),
            }}
        </Section>
    }
}

fn facts(step: &RecordedStepView) -> impl IntoView + use<> {
    let signals: Vec<_> = step.signals.iter().map(words::signal).collect();
    let line = |name: &'static str, value: String| {
        (!value.is_empty()).then(|| view! { <dt>{name}</dt><dd>{value}</dd> })
    };
    let widget = step.compound.as_ref().map(Compound::name).unwrap_or_default();
    let requests = step.requests.clone();
    view! {
        <dl class="facts">
            {line("Target", step.target.clone().unwrap_or_default())}
            {line("Widget", widget.to_owned())}
            {line("Page", step.url.clone())}
            {line("Tab", (step.tab + 1).to_string())}
            {line("Set off", signals.join("; "))}
            {(!requests.is_empty()).then(|| view! { <dt>"Requests"</dt><dd class="mono pre-line">{requests.join("\n")}</dd> })}
        </dl>
    }
}
