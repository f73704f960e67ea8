//! One skill whole.
//!
//! | module | holds |
//! |---|---|
//! | [`effect`] | what it does to the world, and why that is thought |
//! | [`editor`] | edit with the check of its form |
//! | [`healings`] | targets found by other marks: accept or refuse |
//! | [`versions`] | every version with its differences, and the way back |
//! | [`usage`] | how it was used |

mod editor;
mod effect;
pub mod healings;
mod usage;
mod versions;

use atelier_core::ipc::SkillDetail;
use atelier_core::replay::ReplayReport;
use atelier_core::sets::{Actor, Mark};
use atelier_core::skill::Skill;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::trial::Trial;
use crate::bindings::{healing, skills};
use crate::components::badge::{EffectBadge, MarkBadge, StageBadge};
use crate::components::icon::{Icon, Sign};
use crate::components::notice::{Trouble, Waiting};
use crate::components::panel::{Fold, Section};
use crate::components::prose::prose;
use crate::route::Route;
use crate::state::{App, use_app};
use crate::views::replay::Report;
use crate::words;

#[component]
pub fn Detail() -> impl IntoView {
    let app = use_app();
    let wanted = move || match app.route.get() {
        Route::Skill(id) => Some(id),
        _ => None,
    };
    move || {
        if let Some(error) = app.skill.error() {
            let retry = Callback::new(move |()| {
                if let Some(id) = untrack(wanted) {
                    app.load_skill(id)
                }
            });
            return view! { <div class="pad"><Trouble error retry/></div> }.into_any();
        }
        match app.skill.get().filter(|detail| Some(detail.row.id) == wanted()) {
            Some(detail) => whole(app, &detail).into_any(),
            None => view! { <Waiting what="Opening the skill"/> }.into_any(),
        }
    }
}

fn mark(app: App, detail: &SkillDetail, to: Option<Mark>) {
    let (id, name, before) = (detail.row.id, detail.row.name.clone(), detail.row.mark);
    let say = move |mark: Option<Mark>, undo: Option<Option<Mark>>| {
        let name = name.clone();
        set_mark(app, id, mark, name, undo);
    };
    say(to, Some(before));
}

fn set_mark(
    app: App,
    id: atelier_core::ids::SkillId,
    mark: Option<Mark>,
    name: String,
    undo: Option<Option<Mark>>,
) {
    spawn_local(async move {
        if let Err(error) = skills::mark_skill(id, mark).await {
            return app.toasts.failed(&error);
        }
        app.load_skill(id);
        app.load_skills();
        app.load_overview();
        let what = match mark {
            Some(Mark::Pin) => "is pinned: it stays active.",
            Some(Mark::Never) => "will never be active.",
            Some(Mark::Deleted) => "is deleted.",
            None => "is up to the pipeline again.",
        };
        match undo {
            Some(before) => {
                let text = format!("{name} {what}");
                app.toasts.undoable(text, move || set_mark(app, id, before, name.clone(), None));
            }
            None => app.toasts.say(format!("{name} {what}")),
        }
    });
}

/// Saves an edited skill; Undo goes back to what it was.
fn save(app: App, old: &Skill, new: Skill) {
    let (id, before, name) = (old.id, old.version, new.name.clone());
    spawn_local(async move {
        if let Err(error) = skills::edit_skill(&new).await {
            return app.toasts.failed(&error);
        }
        let reload = move || {
            app.load_skill(id);
            app.load_skills();
        };
        reload();
        app.toasts.undoable(format!("{name} is saved as a new version."), move || {
            spawn_local(async move {
                match healing::roll_back(id, before).await {
                    Ok(_) => reload(),
                    Err(error) => app.toasts.failed(&error),
                }
            });
        });
    });
}

/// Puts a skill away; Undo brings it back with the mark it had.
fn remove(app: App, detail: &SkillDetail) {
    let (id, name, before) = (detail.row.id, detail.row.name.clone(), detail.row.mark);
    let reload = move || {
        app.load_skills();
        app.load_overview();
        app.load_pipeline();
    };
    spawn_local(async move {
        if let Err(error) = skills::mark_skill(id, Some(Mark::Deleted)).await {
            return app.toasts.failed(&error);
        }
        app.go(Route::Skills);
        reload();
        app.toasts.undoable(format!("{name} was deleted."), move || {
            spawn_local(async move {
                match skills::mark_skill(id, before).await {
                    Ok(()) => reload(),
                    Err(error) => app.toasts.failed(&error),
                }
            });
        });
    });
}

fn whole(app: App, detail: &SkillDetail) -> impl IntoView + use<> {
    let (row, skill) = (&detail.row, &detail.skill);
    let marked = row.mark;
    let own = detail.clone();
    let toggle = move |wanted: Mark| {
        let to = if marked == Some(wanted) { None } else { Some(wanted) };
        mark(app, &own, to);
    };
    let never = toggle.clone();
    let promises = if skill.postconditions.is_empty() {
        view! { <p class="muted">"Nothing was promised: a replay only shows that no step failed."</p> }
            .into_any()
    } else {
        let line = |condition| view! { <li>{words::condition(condition)}</li> };
        view! { <ul class="plain-list">{skill.postconditions.iter().map(line).collect_view()}</ul> }
            .into_any()
    };
    let steps_view = steps(skill);
    let editing = RwSignal::new(false);
    let (edited, gone) = (skill.clone(), detail.clone());
    view! {
        <div class="inspector-head">
            <h2 class="mono signature">{skill.signature()}</h2>
            <p>{skill.description.clone()}</p>
            <div class="row wrap">
                <StageBadge stage=row.stage/>
                <EffectBadge effect=row.effect/>
                {row.mark.map(|mark| view! { <MarkBadge mark/> })}
                {row.exit.map(|exit| view! { <span class="chip">{exit.words()}</span> })}
                <span class="chip mono">{skill.url_pattern.clone()}</span>
                <span class="muted small num">"version "{skill.version}</span>
            </div>
            <div class="row wrap">
                <button class="button" aria-pressed=(marked == Some(Mark::Pin)).to_string() on:click=move |_| toggle(Mark::Pin)>
                    <Sign icon=Icon::Pin/>"Pin"</button>
                <button class="button" aria-pressed=(marked == Some(Mark::Never)).to_string() on:click=move |_| never(Mark::Never)>
                    <Sign icon=Icon::Never/>"Never"</button>
                <button class="button" aria-pressed=move || editing.get().to_string() on:click=move |_| editing.update(|on| *on = !*on)>
                    <Sign icon=Icon::Edit/>"Edit"</button>
                <button class="button quiet" on:click=move |_| remove(app, &gone)><Sign icon=Icon::Trash/>"Delete"</button>
            </div>
        </div>
        {move || editing.get().then(|| view! { <editor::Editor skill=edited.clone() close=Callback::new(move |()| editing.set(false))/> })}
        <healings::OfSkill id=row.id/>
        <Trial skill=skill.clone()/>
        <Section title="Steps" note=words::count(skill.steps.len())>{steps_view}</Section>
        {parameters(skill)}
        {effect::card(app, detail)}
        <Section title="Counts as done when">{promises}</Section>
        {verification(detail.verification.as_ref())}
        {usage::usage(app, row)}
        {versions::versions(app, detail.row.id)}
        {history(detail)}
        {provenance(app, detail)}
    }
}

/// Guidance and program side by side.
fn steps(skill: &Skill) -> impl IntoView + use<> {
    let commit = skill.commit_step;
    let lines = skill.steps.iter().enumerate().map(|(at, step)| {
        let sends = commit == Some(at);
        view! {
            <li class:commit=sends>
                <span class="num step-number">{at + 1}</span>
                <span>{step.guidance.clone()}
                    {sends.then(|| view! { <span class="badge quiet caution"><Sign icon=Icon::Irreversible/>"sends it"</span> })}
                    {step.optional.then(|| view! { <span class="muted">" (may be missing)"</span> })}
                </span>
                <code>{words::program(step)}</code>
            </li>
        }
    });
    view! { <ol class="program">{lines.collect_view()}</ol> }
}

fn parameters(skill: &Skill) -> Option<impl IntoView + use<>> {
    let lines: Vec<_> = skill
        .parameters
        .iter()
        .map(|p| {
            let need = if p.required { "" } else { ", optional" };
            let examples = p.examples.iter().take(3).map(|e| format!("“{}”", words::short(e, 40))).collect::<Vec<_>>().join(", ");
            let options = (!p.options.is_empty()).then(|| format!(" One of {} choices.", p.options.len()));
            view! {
                <dt><span class="mono">{p.name.clone()}</span>" "<span class="muted">{p.kind.name()}{need}</span></dt>
                <dd>{p.description.clone()}{options}" "<span class="muted">{examples}</span></dd>
            }
        })
        .collect();
    (!lines.is_empty())
        .then(|| view! { <Section title="Parameters"><dl class="facts parameters">{lines}</dl></Section> })
}

fn verification(report: Option<&ReplayReport>) -> impl IntoView + use<> {
    let body = match report {
        None => view! { <p class="muted">"It was not tried on a page yet."</p> }.into_any(),
        Some(report) => view! { <Report report=report.clone()/> }.into_any(),
    };
    view! { <Section title="Last verification">{body}</Section> }
}

fn history(detail: &SkillDetail) -> impl IntoView + use<> {
    let verdicts = detail.verdicts.iter().map(|verdict| {
        let sign = if verdict.kept { Icon::Done } else { Icon::Failed };
        view! {
            <li>
                <span class=if verdict.kept { "good" } else { "bad" }><Sign icon=sign/></span>
                <span class="grow"><strong>{words::rule(verdict.rule)}</strong>" "{prose(&verdict.reason)}</span>
                <span class="muted small num">{score(verdict.score)}" · "{verdict.judge.clone()}</span>
            </li>
        }
    });
    let moves = detail.moves.iter().map(|change| {
        let actor = match change.actor {
            Actor::User => "you",
            Actor::Selection => "pipeline",
            Actor::Reselection => "reselection",
        };
        view! {
            <li>
                <StageBadge stage=change.to/>
                <span class="grow">{prose(&change.reason)}</span>
                <span class="muted small num">{actor}" · "{words::date(change.at)}</span>
            </li>
        }
    });
    let (verdicts, moves) = (verdicts.collect_view(), moves.collect_view());
    view! {
        <Section title="Decisions" note=words::count(detail.verdicts.len())><ul class="events">{verdicts}</ul></Section>
        <Section title="Stages"><ul class="events">{moves}</ul></Section>
    }
}

pub fn score(score: f64) -> String {
    if score.fract().abs() < 0.005 && score >= 1.0 { format!("{score:.0}") } else { format!("{score:.2}") }
}

fn provenance(app: App, detail: &SkillDetail) -> impl IntoView + use<> {
    let from = &detail.skill.provenance;
    let id = from.trajectory;
    let neighbours = detail.neighbours.clone();
    let intents: Vec<_> =
        from.intents.iter().take(6).map(|intent| view! { <li>"“"{intent.text.clone()}"”"</li> }).collect();
    let aligned = from.aligned.len();
    let [first, last] = from.steps.map(|at| at + 1);
    view! {
        <Section title="Where it comes from">
            <p>
                "Steps "{first}"–"{last}" of "
                <button class="link" on:click=move |_| app.go(Route::Trajectory(id))>"this trajectory"</button>
                {(aligned > 0).then(|| format!(", aligned with {}", words::counted(aligned, "other")))}"."
            </p>
            {(!intents.is_empty()).then(|| view! { <p class="muted small">"What people asked for"</p><ul class="plain-list">{intents}</ul> })}
            {(!neighbours.is_empty()).then(|| view! {
                <Fold title=format!("{} near it", words::counted(neighbours.len(), "skill"))>
                    <ul class="events">{neighbours.into_iter().map(|near| view! {
                        <li><span class="num">{words::percent(near.similarity)}</span><span class="mono grow">{near.name}</span><StageBadge stage=near.stage/></li>
                    }).collect_view()}</ul>
                </Fold>
            })}
        </Section>
    }
}
