//! One healing: a target that a changed page no longer fulfilled, as it is and as it would be.

use atelier_core::healing::Healing;
use leptos::prelude::*;

use super::step::matched;
use crate::components::badge::Held;
use crate::components::difference::differences;
use crate::components::icon::{Icon, Sign};
use crate::components::panel::Fold;
use crate::components::picture::Picture;
use crate::words;

/// Differences that name the element; the others say where it stands.
const NAMING: [&str; 8] =
    ["test id", "role", "name", "label", "placeholder", "alternative text", "title", "text"];

/// The proposal; what can be done about it comes as `children`.
#[component]
pub fn Proposal(healing: Healing, #[prop(optional)] children: Option<Children>) -> impl IntoView {
    let (naming, place): (Vec<_>, Vec<_>) =
        healing.differences().into_iter().partition(|line| NAMING.contains(&line.what.as_str()));
    let proof: Vec<_> = healing
        .proof
        .iter()
        .map(|line| view! { <li class="good-line"><Sign icon=Icon::Done/>{line.replace('`', "")}</li> })
        .collect();
    let picture = healing.picture.clone().map(|hash| {
        view! {
            <figure>
                <figcaption class="muted small">"The element that was found, outlined"</figcaption>
                <Picture hash=Signal::derive(move || Some(hash.clone())) alt="The page with the element outlined".to_owned()/>
            </figure>
        }
    });
    view! {
        <article class="proposal">
            <div class="row wrap">
                <strong class="grow">"Step "{healing.step + 1}": "{healing.guidance.clone()}</strong>
                <Held held=healing.is_proved() yes="proved on the page" no="not proved"/>
            </div>
            <p><del>{healing.old.describe()}</del>" → "<ins>{healing.new.describe()}</ins></p>
            <p class="row wrap"><span class="muted">"Still agrees in"</span>{matched(&healing.carried, Some(healing.score))}
                <span class="muted small">"ahead of the next by "{words::percent(healing.lead)}</span></p>
            {differences(&naming)}
            {(!place.is_empty()).then(|| {
                let title = format!("{} of where it stands", words::counted(place.len(), "difference"));
                view! { <Fold title>{differences(&place)}</Fold> }
            })}
            {(!proof.is_empty()).then(|| view! { <ul class="plain-list">{proof}</ul> })}
            {picture}
            {children.map(|children| children())}
        </article>
    }
}
