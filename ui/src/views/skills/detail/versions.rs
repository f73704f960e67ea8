//! Every version with what it changed, and the way back to it.

use atelier_core::healing::Difference;
use atelier_core::ids::SkillId;
use atelier_core::ipc::SkillVersionRow;
use atelier_core::version;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::bindings::healing;
use crate::components::difference::differences;
use crate::components::notice::{Trouble, Waiting};
use crate::components::panel::{Fold, Section};
use crate::state::App;
use crate::words;

/// Differences that are shown at once.
const SHOWN: usize = 6;

pub fn versions(app: App, id: SkillId) -> impl IntoView {
    move || {
        let Some(rows) = app.versions.get().filter(|rows| rows.iter().all(|row| row.skill.id == id)) else {
            let error = app.versions.error();
            return match error {
                Some(error) => {
                    view! { <Trouble error retry=Callback::new(move |()| app.load_skill(id))/> }.into_any()
                }
                None => view! { <Waiting what="Reading the versions"/> }.into_any(),
            };
        };
        let in_use = rows.iter().find(|row| row.in_use).map_or(0, |row| row.version);
        let lines: Vec<_> = rows
            .iter()
            .enumerate()
            .map(|(at, row)| {
                let before = rows.get(at + 1);
                let changes = before.map(|before| version::changes(&before.skill, &row.skill));
                line(app, in_use, row, changes)
            })
            .collect();
        view! { <Section title="Versions" note=words::count(rows.len())><ol class="versions">{lines}</ol></Section> }
            .into_any()
    }
}

/// One version; the first has nothing to differ from.
fn line(
    app: App,
    in_use: u32,
    row: &SkillVersionRow,
    changes: Option<Vec<Difference>>,
) -> impl IntoView + use<> {
    let (id, number) = (row.skill.id, row.version);
    let note = match &changes {
        None => Some("The first one, as it was cut."),
        Some(changes) if changes.is_empty() => Some("Nothing differs from the version before."),
        Some(_) => None,
    };
    let mut head = changes.unwrap_or_default();
    let rest = head.split_off(head.len().min(SHOWN));
    view! {
        <li>
            <div class="row wrap">
                <strong class="num">"Version "{number}</strong>
                {row.in_use.then(|| view! { <span class="badge accent">"in use"</span> })}
                <span class="muted small num grow">{words::date(row.saved_at)}</span>
                {(!row.in_use).then(|| view! {
                    <button class="button small-button" on:click=move |_| roll_back(app, id, in_use, number)>"Roll back to it"</button>
                })}
            </div>
            {note.map(|note| view! { <p class="muted small">{note}</p> })}
            {differences(&head)}
            {(!rest.is_empty()).then(|| {
                let title = format!("{} more", words::counted(rest.len(), "difference"));
                view! { <Fold title>{differences(&rest)}</Fold> }
            })}
        </li>
    }
}

fn roll_back(app: App, id: SkillId, from: u32, to: u32) {
    spawn_local(async move {
        if let Err(error) = healing::roll_back(id, to).await {
            return app.toasts.failed(&error);
        }
        app.load_skill(id);
        app.load_skills();
        app.load_healings();
        let text = format!("The skill is as it was in version {to}, as a new version.");
        app.toasts.undoable(text, move || roll_back(app, id, to, from));
    });
}
