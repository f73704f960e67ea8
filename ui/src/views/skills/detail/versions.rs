//! Every version with what it changed, and the way back to it.

use atelier_core::ids::SkillId;
use atelier_core::ipc::{SkillDetail, VersionView};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::bindings::skills;
use crate::components::difference::differences;
use crate::components::panel::{Fold, Section};
use crate::state::App;
use crate::words;

/// Changes that are shown at once.
const SHOWN: usize = 6;

pub fn versions(app: App, detail: &SkillDetail) -> impl IntoView + use<> {
    let (id, current) = (detail.row.id, detail.skill.version);
    let lines: Vec<_> = detail.versions.iter().map(|version| line(app, id, current, version)).collect();
    view! {
        <Section title="Versions" note=words::count(detail.versions.len())>
            <ol class="versions">{lines}</ol>
        </Section>
    }
}

fn line(app: App, id: SkillId, current: u32, version: &VersionView) -> impl IntoView + use<> {
    let number = version.version;
    let in_use = number == current;
    let (head, rest) = version.changes.split_at(version.changes.len().min(SHOWN));
    let note = if version.changes.is_empty() && number > 1 {
        Some("Nothing differs from the version before.")
    } else if version.changes.is_empty() {
        Some("The first one, as it was cut.")
    } else {
        None
    };
    let more = (!rest.is_empty()).then(|| differences(rest));
    let count = rest.len();
    view! {
        <li>
            <div class="row wrap">
                <strong class="num">"Version "{number}</strong>
                {in_use.then(|| view! { <span class="badge accent">"in use"</span> })}
                <span class="muted small num grow">{words::date(version.saved_at)}</span>
                {(!in_use).then(|| view! {
                    <button class="button small-button" on:click=move |_| roll_back(app, id, current, number)>"Roll back to it"</button>
                })}
            </div>
            {note.map(|note| view! { <p class="muted small">{note}</p> })}
            {differences(head)}
            {more.map(|more| view! { <Fold title=format!("{} more", words::counted(count, "change"))>{more}</Fold> })}
        </li>
    }
}

fn roll_back(app: App, id: SkillId, from: u32, to: u32) {
    spawn_local(async move {
        if let Err(error) = skills::roll_back_skill(id, to).await {
            return app.toasts.failed(&error);
        }
        app.load_skill(id);
        app.load_skills();
        let text = format!("Version {to} is in use again, as a new version.");
        app.toasts.undoable(text, move || roll_back(app, id, to, from));
    });
}
