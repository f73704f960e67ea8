//! Asks before something is sent that cannot be taken back.

use atelier_core::effect::Effect;
use atelier_core::task::{ApprovalRequest, Decision};
use leptos::prelude::*;

use crate::components::icon::{Icon, Sign};
use crate::dom;
use crate::state::live::Live;
use crate::state::use_app;

#[component]
pub fn ApprovalCard(request: ApprovalRequest, live: Live) -> impl IntoView {
    let app = use_app();
    let title = match request.effect {
        Effect::Read => "This step waits for you",
        Effect::Reversible => "This changes something on the site",
        Effect::Irreversible => "This sends something that cannot be taken back",
    };
    let answer = move |decision| live.answer(app, decision);
    dom::focus("approval");
    view! {
        <div class="live-card ask" role="alertdialog" aria-labelledby="approval-title" aria-describedby="approval-text"
            id="approval" tabindex="-1">
            <h3 id="approval-title"><Sign icon=Icon::Irreversible/>{title}</h3>
            <p id="approval-text">
                <span class="mono">{request.skill}</span>", step "{request.step + 1}": "{request.guidance}
                ". It goes to "<span class="mono">{request.url}</span>"."
            </p>
            {(!request.fields.is_empty()).then(|| view! {
                <dl class="facts form-facts">
                    {request.fields.into_iter().map(|(name, value)| view! { <dt>{name}</dt><dd>{value}</dd> }).collect_view()}
                </dl>
            })}
            <div class="row wrap">
                <button class="button primary" on:click=move |_| answer(Decision::AllowOnce)>"Allow once"</button>
                <button class="button" on:click=move |_| answer(Decision::AlwaysForSkill)>"Always for this skill"</button>
                <button class="button" on:click=move |_| answer(Decision::Stop)>"Stop"</button>
            </div>
        </div>
    }
}
