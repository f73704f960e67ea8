//! What each step does to the world: its class with the reason, which can be set. The heaviest step decides for
//! the whole, and the last one of that weight is where a dry run stops.

use atelier_core::effect::Effect;
use atelier_core::ids::SkillId;
use atelier_core::ipc::{CausedRequest, SkillDetail};
use atelier_core::skill::Skill;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::bindings::healing;
use crate::components::badge::EffectBadge;
use crate::components::icon::{Icon, Sign};
use crate::components::panel::{Fold, Section};
use crate::state::App;
use crate::words;

const CLASSES: [Effect; 3] = [Effect::Read, Effect::Reversible, Effect::Irreversible];

pub fn card(app: App, detail: &SkillDetail) -> impl IntoView + use<> {
    let skill = &detail.skill;
    let steps: Vec<_> = (0..skill.steps.len()).map(|at| step(app, skill, at)).collect();
    let commit = match skill.commit_step {
        Some(at) => format!("A dry run stops before step {}, and there you are asked.", at + 1),
        None => "No step sends anything, so nothing is asked.".to_owned(),
    };
    let (effect, why) = (skill.effect, reasons(skill.effect, &detail.requests));
    view! {
        <Section title="Effect">
            <div class="row wrap"><EffectBadge effect/><span>{effect_words(effect)}</span></div>
            {why}
            <p class="muted">{commit}</p>
            <Fold title="Set what a step does"><ol class="step-effects">{steps}</ol></Fold>
        </Section>
    }
}

/// Class of one step as it stands: skills of older versions only know the whole's, which is their commit step's.
fn class_of(skill: &Skill, at: usize) -> Effect {
    let own = skill.steps.get(at).map(|step| step.effect).unwrap_or_default();
    if own == Effect::Read && skill.commit_step == Some(at) { skill.effect } else { own }
}

fn step(app: App, skill: &Skill, at: usize) -> impl IntoView + use<> {
    let (id, version, now) = (skill.id, skill.version, class_of(skill, at));
    let guidance = skill.steps.get(at).map(|step| step.guidance.clone()).unwrap_or_default();
    let commits = skill.commit_step == Some(at);
    let label = format!("Effect of step {}", at + 1);
    let choose = move |event: web_sys::Event| {
        let word = event_target_value(&event);
        if let Some(effect) = CLASSES.into_iter().find(|class| class.name() == word && *class != now) {
            set(app, id, version, at, effect);
        }
    };
    let options = CLASSES.map(|class| {
        view! { <option value=class.name() selected=class == now>{class.name()}</option> }
    });
    view! {
        <li>
            <span class="num step-number">{at + 1}</span>
            <span class="grow">{guidance}{commits.then(|| view! { " " <span class="badge quiet caution"><Sign icon=Icon::Irreversible/>"sends it"</span> })}</span>
            <select aria-label=label on:change=choose>{options}</select>
        </li>
    }
}

fn set(app: App, id: SkillId, before: u32, at: usize, effect: Effect) {
    spawn_local(async move {
        if let Err(error) = healing::set_effect(id, at, effect).await {
            return app.toasts.failed(&error);
        }
        let reload = move || {
            app.load_skill(id);
            app.load_skills();
        };
        reload();
        app.toasts.undoable(format!("Step {} counts as {} from now on.", at + 1, effect.name()), move || {
            spawn_local(async move {
                match healing::roll_back(id, before).await {
                    Ok(_) => reload(),
                    Err(error) => app.toasts.failed(&error),
                }
            });
        });
    });
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
            <li><EffectBadge effect=caused.effect/><code class="grow">{format!("{} {}{fields}", request.method, request.path)}</code></li>
        }
    };
    let (heavy, light): (Vec<&CausedRequest>, Vec<&CausedRequest>) =
        requests.iter().partition(|caused| caused.effect != Effect::Read);
    let why = match heaviest {
        None => "No request of its steps was written down, so nothing speaks against it.".to_owned(),
        Some(Effect::Read) => {
            let count = words::counted(light.len(), "request");
            format!("When it was recorded its steps sent {count} that only read.")
        }
        Some(heaviest) => {
            format!("When it was recorded its steps sent this; by method and path it is {}.", heaviest.name())
        }
    };
    let own = heaviest.is_some_and(|heaviest| heaviest != effect);
    let heavy: Vec<_> = heavy.into_iter().map(line).collect();
    let light: Vec<_> = light.into_iter().map(line).collect();
    let title = format!("{} that only read", words::counted(light.len(), "request"));
    view! {
        <p class="muted">{why}{own.then_some(" The class was set apart from that.")}</p>
        {(!heavy.is_empty()).then(|| view! { <ul class="events">{heavy}</ul> })}
        {(!light.is_empty()).then(|| view! { <Fold title><ul class="events">{light}</ul></Fold> })}
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
