//! What is in the selected band: pairs for the duplicates, skills with their reasons otherwise.

use std::collections::HashMap;
use std::str::FromStr;
use std::sync::Arc;

use atelier_core::ids::SkillId;
use atelier_core::ipc::{DuplicatePair, PipelineView, SkillRow};
use atelier_core::verdict::{Rule, Verdict};
use leptos::prelude::*;

use super::Chosen;
use super::band::Band;
use super::map::Map;
use crate::components::fields::Filter;
use crate::components::grid::{Column, Grid, Rows};
use crate::views::skills::score;
use crate::words;

/// A skill of the band with the decision that put it there.
#[derive(Clone)]
struct Decided {
    row: SkillRow,
    verdict: Option<Verdict>,
}

impl Decided {
    fn reason(&self) -> String {
        self.verdict.as_ref().map(|verdict| verdict.reason.clone()).unwrap_or_default()
    }

    fn score(&self) -> f64 {
        self.verdict.as_ref().map_or(0.0, |verdict| verdict.score)
    }
}

fn decided(view: &PipelineView, band: Band) -> Vec<Decided> {
    let rule = band.rule();
    let mut of: HashMap<SkillId, &Verdict> = HashMap::new();
    for verdict in view.verdicts.iter().filter(|verdict| verdict.rule == rule) {
        of.insert(verdict.skill, verdict);
    }
    let wanted = band.skills(view);
    let rows = view.skills.iter().filter(|row| wanted.contains(&row.id));
    rows.map(|row| Decided { row: row.clone(), verdict: of.get(&row.id).map(|verdict| (*verdict).clone()) })
        .collect()
}

#[component]
pub fn List(view: Signal<Arc<PipelineView>>) -> impl IntoView {
    let chosen = expect_context::<Chosen>();
    let pairs = Memo::new(move |_| Arc::new(view.with(|view| view.duplicates.clone())));
    let skills = Signal::derive(move || Arc::new(view.with(|view| decided(view, chosen.band.get()))));
    let is_pairs =
        Memo::new(move |_| chosen.band.get() == Band::Duplicates && pairs.with(|pairs| !pairs.is_empty()));
    let count = move || {
        if is_pairs.get() { pairs.with(|pairs| pairs.len()) } else { skills.with(|skills| skills.len()) }
    };
    let filter = RwSignal::new(String::new());
    let selected = Signal::derive(move || chosen.skill.get().map(|id| id.to_string()));
    let open = Callback::new(move |key: String| {
        let id = key.split('/').next().and_then(|id| SkillId::from_str(id).ok());
        chosen.skill.set(id);
    });
    // What is shown under Why always belongs to what is listed.
    Effect::new(move || {
        let first = if is_pairs.get() {
            pairs.with(|pairs| pairs.first().map(|pair| pair.dropped))
        } else {
            skills.with(|skills| skills.first().map(|decided| decided.row.id))
        };
        chosen.skill.set(first);
    });
    view! {
        <section class="card band-list" aria-label="Skills of the selected band">
            <div class="card-head">
                <h2>{move || chosen.band.get().title()}</h2>
                <span class="muted num">{move || words::count(count())}</span>
                <span class="grow"></span>
                {move || (!chosen.mapped.get()).then(|| view! { <Filter text=filter label="Filter"/> })}
            </div>
            {move || if chosen.mapped.get() {
                view! { <Map view/> }.into_any()
            } else if count() == 0 {
                view! { <p class="waiting">"No skill took this way."</p> }.into_any()
            } else if is_pairs.get() {
                view! { <Grid label="Duplicates" rows=pairs look=pair_look() filter selected open/> }.into_any()
            } else {
                let rule = chosen.band.get().rule();
                view! { <Grid label="Skills of the band" rows=skills look=skill_look(rule) filter selected open/> }.into_any()
            }}
        </section>
    }
}

fn pair_look() -> Rows<DuplicatePair> {
    let columns = vec![
        Column {
            title: "Dropped",
            class: "mono main",
            cell: |pair: &DuplicatePair| {
                view! { <span class="clip">{pair.dropped_name.clone()}</span> }.into_any()
            },
            order: |a, b| a.dropped_name.cmp(&b.dropped_name),
        },
        Column {
            title: "Kept instead",
            class: "mono main",
            cell: |pair| view! { <span class="clip">{pair.kept_name.clone()}</span> }.into_any(),
            order: |a, b| a.kept_name.cmp(&b.kept_name),
        },
        Column {
            title: "Similar",
            class: "num",
            cell: |pair| format!("{:.2}", pair.similarity).into_any(),
            order: |a, b| a.similarity.total_cmp(&b.similarity),
        },
        Column {
            title: "Judge",
            class: "",
            cell: |pair| pair.judge.clone().into_any(),
            order: |a, b| a.judge.cmp(&b.judge),
        },
    ];
    Rows {
        columns,
        key: |pair| pair.dropped.to_string(),
        text: |pair| format!("{} {}", pair.dropped_name, pair.kept_name),
    }
}

fn skill_look(rule: Rule) -> Rows<Decided> {
    let score_title = match rule {
        Rule::Granularity | Rule::Likelihood => "Rating",
        Rule::Verification => "Held",
        _ => "Score",
    };
    let columns = vec![
        Column {
            title: "Skill",
            class: "mono main",
            cell: |decided: &Decided| {
                view! { <span class="clip">{decided.row.name.clone()}</span> }.into_any()
            },
            order: |a, b| a.row.name.cmp(&b.row.name),
        },
        Column {
            title: score_title,
            class: "num",
            cell: |decided| {
                decided
                    .verdict
                    .as_ref()
                    .map_or_else(|| "–".to_owned(), |verdict| score(verdict.score))
                    .into_any()
            },
            order: |a, b| a.score().total_cmp(&b.score()),
        },
        Column {
            title: "Reason",
            class: "main",
            cell: |decided| {
                let reason = decided.reason();
                view! { <span class="clip" title=reason.clone()>{reason.clone()}</span> }.into_any()
            },
            order: |a, b| a.reason().cmp(&b.reason()),
        },
    ];
    Rows {
        columns,
        key: |decided| decided.row.id.to_string(),
        text: |decided| format!("{} {}", decided.row.name, decided.reason()),
    }
}
