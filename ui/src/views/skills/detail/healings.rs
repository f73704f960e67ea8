//! Proposals: targets that a changed page no longer fulfilled. Accept makes a new version, refuse is remembered.

use atelier_core::ids::SkillId;
use atelier_core::ipc::HealingView;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::bindings::healing;
use crate::components::icon::{Icon, Sign};
use crate::components::notice::{Empty, Trouble, Waiting};
use crate::components::panel::Section;
use crate::route::Route;
use crate::state::{App, use_app};
use crate::views::replay::healing::Proposal;
use crate::words;

/// The open proposals of one skill; nothing where there are none.
#[component]
pub fn OfSkill(id: SkillId) -> impl IntoView {
    let app = use_app();
    let mine = move || {
        let all = app.healings.get().unwrap_or_default();
        all.iter().filter(|view| view.healing.skill == id).cloned().collect::<Vec<_>>()
    };
    move || {
        let mine = mine();
        (!mine.is_empty()).then(|| {
            let note = words::counted(mine.len(), "step");
            view! {
                <Section title="Proposed" note>
                    <p class="muted">"The page has changed: these steps were found by other marks of their targets. Nothing was changed; you decide."</p>
                    {mine.into_iter().map(|view| card(app, view, false)).collect_view()}
                </Section>
            }
        })
    }
}

/// Every open proposal, whatever its skill.
#[component]
pub fn All() -> impl IntoView {
    let app = use_app();
    view! {
        <div class="proposals" tabindex="0" role="region" aria-label="Proposals">
            {move || app.healings.error().map(|error| view! { <Trouble error retry=Callback::new(move |()| app.load_healings())/> })}
            {move || match app.healings.get() {
                None => app.healings.error().is_none().then(|| view! { <Waiting what="Reading the proposals"/> }).into_any(),
                Some(all) if all.is_empty() => view! {
                    <Empty icon=Icon::Done title="Nothing to decide"
                        text="When a page changes and a step is found by other marks of its target, Atelier tries it, proves it on the page, and \
                              proposes the new target here. It never changes a skill by itself."/>
                }.into_any(),
                Some(all) => all.iter().cloned().map(|view| card(app, view, true)).collect_view().into_any(),
            }}
        </div>
    }
}

fn card(app: App, view: HealingView, named: bool) -> impl IntoView {
    let HealingView { id, healing, skill, site, applies, at, .. } = view;
    let (of, before) = (healing.skill, healing.version);
    let accepted = skill.clone();
    let accept = move |_| {
        let name = accepted.clone();
        spawn_local(async move {
            if let Err(error) = healing::accept_healing(id).await {
                return app.toasts.failed(&error);
            }
            reload(app, of);
            app.toasts.undoable(format!("{name} has a new version with the new target."), move || {
                spawn_local(async move {
                    match healing::roll_back(of, before).await {
                        Ok(_) => reload(app, of),
                        Err(error) => app.toasts.failed(&error),
                    }
                });
            });
        });
    };
    let refuse = move |_| {
        spawn_local(async move {
            match healing::refuse_healing(id).await {
                Ok(()) => {
                    reload(app, of);
                    app.toasts.say("The proposal is refused and will not be made again.");
                }
                Err(error) => app.toasts.failed(&error),
            }
        });
    };
    view! {
        <Proposal healing>
            {(!applies).then(|| view! { <p class="caution">"The step is another one by now, so the proposal can only be refused."</p> })}
            <div class="row wrap">
                {named.then(|| view! {
                    <button class="link mono" on:click=move |_| app.go(Route::Skill(of))>{skill}</button><span class="chip">{site}</span>
                })}
                <span class="muted small num grow">{words::date(at)}</span>
                <button class="button primary" disabled=!applies on:click=accept><Sign icon=Icon::Done/>"Accept as a new version"</button>
                <button class="button" on:click=refuse><Sign icon=Icon::Failed/>"Refuse"</button>
            </div>
        </Proposal>
    }
}

fn reload(app: App, id: SkillId) {
    app.load_healings();
    app.load_skills();
    if app.route.get_untracked() == Route::Skill(id) {
        app.load_skill(id);
    }
}
