//! What the skill does to the world: its class with the reason, and the step that sends; both can be set.

use atelier_core::effect::Effect;
use atelier_core::ipc::{CausedRequest, SkillDetail};
use atelier_core::skill::Skill;
use leptos::prelude::*;

use crate::components::badge::EffectBadge;
use crate::components::fields::Segments;
use crate::components::panel::{Fold, Section};
use crate::state::use_app;
use crate::words;

#[component]
pub fn EffectCard(detail: SkillDetail) -> impl IntoView {
    let app = use_app();
    let skill = detail.skill;
    let (was, sent) = (skill.effect, skill.commit_step);
    let effect = RwSignal::new(was);
    let commit = RwSignal::new(sent);
    let changed = Memo::new(move |_| effect.get() != was || commit.get() != sent);
    let fault = Memo::new(move |_| {
        (effect.get() == Effect::Irreversible && commit.get().is_none())
            .then_some("Say which step sends it: a dry run stops there, and that is where you are asked.")
    });
    let choices = [Effect::Read, Effect::Reversible, Effect::Irreversible];
    let steps: Vec<_> = skill
        .steps
        .iter()
        .enumerate()
        .map(|(at, step)| {
            let text = format!("{}. {}", at + 1, words::short(&step.guidance, 70));
            view! { <option value=at.to_string() selected=move || commit.get() == Some(at)>{text}</option> }
        })
        .collect();
    let save = {
        let skill = skill.clone();
        move |_| {
            let edited = Skill {
                effect: effect.get_untracked(),
                commit_step: commit.get_untracked(),
                ..skill.clone()
            };
            super::save(app, &skill, edited);
        }
    };
    view! {
        <Section title="Effect">
            <p>{effect_words(was)}</p>
            {reasons(was, &detail.requests)}
            <div class="row wrap">
                <Segments label="Effect of the skill" value=effect choose=Callback::new(move |to| effect.set(to))
                    choices=choices.map(|effect| (effect, words::capital(effect.name()))).to_vec()/>
            </div>
            <label class="inline-field">
                <span class="muted">"Sent by"</span>
                <select class="grow" on:change=move |event| commit.set(event_target_value(&event).parse().ok())>
                    <option value="" selected=move || commit.get().is_none()>"no step"</option>
                    {steps}
                </select>
            </label>
            <p class="field-error" role="alert">{move || fault.get()}</p>
            {move || changed.get().then(|| {
                let save = save.clone();
                view! {
                    <div class="row">
                        <button class="button primary" disabled=move || fault.get().is_some() on:click=save>"Save the effect"</button>
                        <button class="button" on:click=move |_| { effect.set(was); commit.set(sent); }>"Undo"</button>
                    </div>
                }
            })}
        </Section>
    }
}

/// What was sent when the steps were recorded: the heaviest request decides.
fn reasons(effect: Effect, requests: &[CausedRequest]) -> impl IntoView + use<> {
    let heaviest = requests.iter().map(|caused| caused.effect).max();
    let line = |caused: &CausedRequest| {
        let request = &caused.request;
        let fields = if request.fields.is_empty() {
            String::new()
        } else {
            format!(" ({})", request.fields.join(", "))
        };
        view! {
            <li><EffectBadge effect=caused.effect/><code class="grow">{format!("{} {}{fields}", request.method, request.path)}</code>
                <span class="muted small num">"step "{caused.step + 1}</span></li>
        }
    };
    let (heavy, light): (Vec<_>, Vec<_>) = requests.iter().partition(|caused| caused.effect != Effect::Read);
    let why = match heaviest {
        None => "No request of its steps was written down, so nothing speaks against it.".to_owned(),
        Some(Effect::Read) => {
            format!(
                "When it was recorded its steps sent {} that only read.",
                words::counted(light.len(), "request")
            )
        }
        Some(heaviest) => {
            format!("When it was recorded its steps sent this; by method and path it is {}.", heaviest.name())
        }
    };
    let own = heaviest.is_some_and(|heaviest| heaviest != effect);
    let heavy: Vec<_> = heavy.into_iter().map(line).collect();
    let light: Vec<_> = light.into_iter().map(line).collect();
    let count = light.len();
    view! {
        <p class="muted">{why}{own.then_some(" The class was set apart from that.")}</p>
        {(!heavy.is_empty()).then(|| view! { <ul class="events">{heavy}</ul> })}
        {(count > 0).then(|| view! { <Fold title=format!("{} that only read", words::counted(count, "request"))><ul class="events">{light}</ul></Fold> })}
    }
}

const fn effect_words(effect: Effect) -> &'static str {
    match effect {
        Effect::Read => "It only reads; nothing changes on the site.",
        Effect::Reversible => "It changes something that the same page lets you take back.",
        Effect::Irreversible => {
            "It sends something that cannot be taken back. Outside test sites Atelier asks before it does."
        }
    }
}
