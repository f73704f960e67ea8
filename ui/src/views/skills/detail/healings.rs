//! Targets that a changed page no longer fulfilled, as proposals: accept makes a new version, refuse puts it
//! aside.

use atelier_core::healing::Healing;
use atelier_core::skill::Skill;
use leptos::prelude::*;

use crate::components::icon::{Icon, Sign};
use crate::state::{App, use_app};
use crate::views::replay::healing::Proposal;
use crate::words;

/// The proposals about the skill as it is now: what was refused or was about another version's step is left out.
pub fn open(app: App, skill: &Skill, all: &[Healing]) -> Vec<Healing> {
    let refused = app.refused.get();
    let fits = |healing: &&Healing| healing.apply(skill).is_some() && !refused.contains(healing);
    all.iter().filter(fits).cloned().collect()
}

#[component]
pub fn Healings(skill: Skill, healings: Vec<Healing>) -> impl IntoView {
    let app = use_app();
    let count = healings.len();
    let cards: Vec<_> = healings.into_iter().map(|healing| card(app, &skill, healing)).collect();
    (count > 0).then(|| {
        view! {
            <div class="healings" role="group" aria-label="Proposals">
                <h4><Sign icon=Icon::Warning/>{words::counted(count, "target")}" found only by other marks"
                    <span class="muted">" nothing was changed; you decide"</span></h4>
                {cards}
            </div>
        }
    })
}

fn card(app: App, skill: &Skill, healing: Healing) -> impl IntoView + use<> {
    let (old, healed) = (skill.clone(), healing.apply(skill));
    let proved = healing.is_proved();
    let aside = healing.clone();
    let accept = move |_| {
        if let Some(healed) = healed.clone() {
            super::save(app, &old, healed);
        }
    };
    let refuse = move |_| {
        let (put, back) = (aside.clone(), aside.clone());
        app.refused.update(|all| all.push(put));
        app.toasts.undoable("The proposal is refused; the step stays as it is.", move || {
            app.refused.update(|all| all.retain(|known| *known != back));
        });
    };
    view! {
        <Proposal healing>
            {(!proved).then(|| view! { <p class="caution">"Nothing on the page showed that it is the right element. Try it again with the browser shown before you accept."</p> })}
            <div class="row wrap">
                <button class="button primary" disabled=!proved on:click=accept><Sign icon=Icon::Done/>"Accept as a new version"</button>
                <button class="button" on:click=refuse><Sign icon=Icon::Failed/>"Refuse"</button>
            </div>
        </Proposal>
    }
}
