//! The skills by the pages they start on: sites, then URL patterns, then skills.

use std::collections::BTreeMap;
use std::sync::Arc;

use atelier_core::ipc::SkillRow;
use leptos::prelude::*;

use crate::components::badge::{EffectBadge, StageBadge};
use crate::components::icon::{Icon, Sign};
use crate::words;

/// Site, then pattern, then its skills.
fn branches(rows: &[SkillRow], filter: &str) -> BTreeMap<String, BTreeMap<String, Vec<SkillRow>>> {
    let filter = filter.to_lowercase();
    let mut out: BTreeMap<String, BTreeMap<String, Vec<SkillRow>>> = BTreeMap::new();
    let fits = |row: &&SkillRow| {
        let text =
            format!("{} {} {}", row.name.replace('_', " "), row.description, row.url_pattern).to_lowercase();
        filter.split_whitespace().all(|word| text.contains(word))
    };
    for row in rows.iter().filter(fits) {
        out.entry(row.site.clone())
            .or_default()
            .entry(row.url_pattern.clone())
            .or_default()
            .push(row.clone());
    }
    out
}

#[component]
pub fn Tree(
    #[prop(into)] rows: Signal<Arc<Vec<SkillRow>>>,
    filter: RwSignal<String>,
    #[prop(into)] selected: Signal<Option<String>>,
    open: Callback<String>,
) -> impl IntoView {
    let branches = Memo::new(move |_| rows.with(|rows| branches(rows, &filter.get())));
    let skill = move |row: SkillRow| {
        let key = row.id.to_string();
        let own = key.clone();
        view! {
            <li>
                <button class="leaf" aria-current=move || (selected.get().as_ref() == Some(&own)).then_some("true")
                    on:click=move |_| open.run(key.clone())>
                    <span class="mono">{row.name}</span>
                    <span class="muted clip grow">{row.description}</span>
                    <EffectBadge effect=row.effect/>
                    <StageBadge stage=row.stage/>
                </button>
            </li>
        }
    };
    view! {
        <div class="tree" tabindex="0" role="region" aria-label="Skills by page">
            {move || branches.get().into_iter().map(|(site, patterns)| {
                let total: usize = patterns.values().map(Vec::len).sum();
                view! {
                    <section>
                        <h2><Sign icon=Icon::Page/>{site}<span class="muted num">{words::counted(total, "skill")}</span></h2>
                        <ul class="patterns">
                            {patterns.into_iter().map(|(pattern, skills)| view! {
                                <li>
                                    <p class="mono pattern">{pattern}</p>
                                    <ul>{skills.into_iter().map(skill).collect_view()}</ul>
                                </li>
                            }).collect_view()}
                        </ul>
                    </section>
                }
            }).collect_view()}
            {move || branches.with(BTreeMap::is_empty).then(|| view! { <p class="waiting">"Nothing matches the filter."</p> })}
        </div>
    }
}
