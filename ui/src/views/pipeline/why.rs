//! Why: the reasons of one skill; for a duplicate both programs side by side.

use std::sync::Arc;

use atelier_core::ids::SkillId;
use atelier_core::ipc::{DuplicatePair, PipelineView};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::Chosen;
use super::band::Band;
use crate::bindings::pipeline;
use crate::components::badge::{EffectBadge, StageBadge};
use crate::components::icon::{Icon, Sign};
use crate::components::prose::prose;
use crate::route::Route;
use crate::state::{App, use_app};
use crate::views::skills::score;
use crate::words;

#[component]
pub fn Why(view: Signal<Arc<PipelineView>>) -> impl IntoView {
    let app = use_app();
    let chosen = expect_context::<Chosen>();
    let body = move || {
        let view = view.get();
        let id = chosen.skill.get()?;
        let pair = view
            .duplicates
            .iter()
            .find(|pair| pair.dropped == id)
            .filter(|_| chosen.band.get() == Band::Duplicates);
        Some(match pair {
            Some(pair) => compared(app, chosen, pair).into_any(),
            None => reasons(app, &view, id).into_any(),
        })
    };
    let name = move || {
        let id = chosen.skill.get()?;
        view.with(|view| view.skills.iter().find(|row| row.id == id).map(|row| row.name.clone()))
    };
    view! {
        <section class="card why" aria-label="Why" tabindex="0">
            <div class="card-head"><h2>"Why"</h2><span class="mono muted clip">{name}</span></div>
            {move || body().unwrap_or_else(|| view! { <p class="waiting">"Choose a row to see what was decided about it, and why."</p> }.into_any())}
        </section>
    }
}

fn keep_both(app: App, chosen: Chosen, pair: &DuplicatePair) {
    let (a, b) = (pair.dropped, pair.kept);
    let text = format!("{} and {} stay apart from the next run on.", pair.dropped_name, pair.kept_name);
    spawn_local(async move {
        match pipeline::keep_both(a, b).await {
            Ok(()) => {
                app.toasts.say(text);
                chosen.apart.update(|apart| {
                    apart.insert(a);
                });
            }
            Err(error) => app.toasts.failed(&error),
        }
    });
}

fn compared(app: App, chosen: Chosen, pair: &DuplicatePair) -> impl IntoView + use<> {
    let (dropped, kept) = marked(&pair.dropped_program, &pair.kept_program);
    let own = pair.clone();
    let (a, b) = (pair.dropped, pair.kept);
    view! {
        <div class="pair">
            <p>{prose(&pair.reason)}</p>
            <div class="programs">
                <div><h3>"Dropped "<button class="link mono" on:click=move |_| app.go(Route::Skill(a))>{pair.dropped_name.clone()}</button></h3>{lines(dropped)}</div>
                <div><h3>"Kept "<button class="link mono" on:click=move |_| app.go(Route::Skill(b))>{pair.kept_name.clone()}</button></h3>{lines(kept)}</div>
            </div>
            <div class="row wrap">
                <span class="muted small num">{words::percent(pair.similarity)}" alike · judged by "{pair.judge.clone()}</span>
                <span class="grow"></span>
                {move || if chosen.apart.with(|apart| apart.contains(&a)) {
                    view! { <span class="good-line"><Sign icon=Icon::Done/>" Both stay from the next run on"</span> }.into_any()
                } else {
                    let own = own.clone();
                    view! { <button class="button" on:click=move |_| keep_both(app, chosen, &own)>"Not a duplicate"</button> }.into_any()
                }}
            </div>
        </div>
    }
}

fn lines(lines: Vec<(String, bool)>) -> impl IntoView {
    let line = |(text, differs): (String, bool)| {
        let note = differs.then(|| view! { <span class="visually-hidden">" (only here)"</span> });
        view! { <li class:differs=differs>{text}{note}</li> }
    };
    view! { <ol class="mono program-lines">{lines.into_iter().map(line).collect_view()}</ol> }
}

/// Each line of both programs with whether the other lacks it (longest common subsequence).
fn marked(a: &[String], b: &[String]) -> (Vec<(String, bool)>, Vec<(String, bool)>) {
    let (bare_a, bare_b) = (without_names(a), without_names(b));
    let mut common = vec![vec![0_usize; b.len() + 1]; a.len() + 1];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            common[i][j] = if bare_a[i] == bare_b[j] {
                common[i + 1][j + 1] + 1
            } else {
                common[i + 1][j].max(common[i][j + 1])
            };
        }
    }
    let (mut left, mut right) = (Vec::new(), Vec::new());
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        if i < a.len() && j < b.len() && bare_a[i] == bare_b[j] {
            left.push((a[i].clone(), false));
            right.push((b[j].clone(), false));
            (i, j) = (i + 1, j + 1);
        } else if j >= b.len() || (i < a.len() && common[i + 1][j] >= common[i][j + 1]) {
            left.push((a[i].clone(), true));
            i += 1;
        } else {
            right.push((b[j].clone(), true));
            j += 1;
        }
    }
    (left, right)
}

/// The lines with nameless placeholders: a parameter under another name is no difference.
fn without_names(lines: &[String]) -> Vec<String> {
    let bare = |line: &String| {
        let mut pieces = line.split("{{");
        let first = pieces.next().unwrap_or_default().to_owned();
        pieces.fold(first, |line, piece| line + "{{" + piece.find("}}").map_or(piece, |end| &piece[end..]))
    };
    lines.iter().map(bare).collect()
}

fn reasons(app: App, view: &PipelineView, id: SkillId) -> impl IntoView + use<> {
    let row = view.skills.iter().find(|row| row.id == id).cloned();
    let verdicts: Vec<_> = view.verdicts.iter().filter(|verdict| verdict.skill == id).cloned().collect();
    let name_of = |id: SkillId| view.skills.iter().find(|row| row.id == id).map(|row| row.name.clone());
    let lines: Vec<_> = verdicts
        .into_iter()
        .map(|verdict| {
            let other = verdict.other.and_then(name_of);
            let (tone, sign) = if verdict.kept { ("good", Icon::Done) } else { ("bad", Icon::Failed) };
            view! {
                <li>
                    <span class=tone><Sign icon=sign/><span class="visually-hidden">{if verdict.kept { "kept" } else { "left" }}</span></span>
                    <span class="grow">
                        <strong>{words::rule(verdict.rule)}</strong>" "<span class="muted num">{score(verdict.score)}</span>
                        <br/>{prose(&verdict.reason)}
                        {other.map(|other| view! { <span class="mono">" "{other}</span> })}
                    </span>
                    <span class="muted small">{verdict.judge}</span>
                </li>
            }
        })
        .collect();
    view! {
        <div class="pair">
            {row.map(|row| view! {
                <p>{row.description}</p>
                <div class="row wrap"><StageBadge stage=row.stage/><EffectBadge effect=row.effect/></div>
            })}
            <ol class="events">{lines}</ol>
            <div class="row"><button class="button" on:click=move |_| app.go(Route::Skill(id))>"Open the skill"</button></div>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_other_lacks_is_marked() {
        let lines = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let (left, right) = marked(&lines("a{{x}} b c"), &lines("a{{y}} c d"));
        let only = |side: Vec<(String, bool)>| {
            side.into_iter().filter(|(_, differs)| *differs).map(|(text, _)| text).collect::<Vec<_>>()
        };
        assert_eq!(only(left), ["b"]);
        assert_eq!(only(right), ["d"]);
    }
}
