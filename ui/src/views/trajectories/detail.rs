//! One trajectory: its steps with targets under all identities, what they set off, and the raw source.

use atelier_core::ipc::{StepView, TrajectoryDetail};
use atelier_core::target::Target;
use atelier_core::trajectory::{Replayable, Step};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::bindings::trajectories;
use crate::components::badge::{EffectBadge, OutcomeBadge, StageBadge};
use crate::components::copy::Copy;
use crate::components::icon::{Icon, Sign};
use crate::components::notice::{Trouble, Waiting};
use crate::components::panel::{Fold, Section, Unfold};
use crate::components::picture::{Pair, Shot};
use crate::components::prose::prose;
use crate::route::Route;
use crate::state::{App, use_app};
use crate::words;

#[component]
pub fn Detail() -> impl IntoView {
    let app = use_app();
    let wanted = move || match app.route.get() {
        Route::Trajectory(id) => Some(id),
        _ => None,
    };
    move || {
        if let Some(error) = app.trajectory.error() {
            let retry = Callback::new(move |()| {
                if let Some(id) = untrack(wanted) {
                    app.load_trajectory(id)
                }
            });
            return view! { <div class="pad"><Trouble error retry/></div> }.into_any();
        }
        match app.trajectory.get().filter(|detail| Some(detail.row.id) == wanted()) {
            Some(detail) => whole(app, &detail).into_any(),
            None => view! { <Waiting what="Opening the trajectory"/> }.into_any(),
        }
    }
}

fn remove(app: App, detail: &TrajectoryDetail) {
    let id = detail.row.id;
    let task = words::short(&words::task(&detail.row), 60);
    spawn_local(async move {
        if let Err(error) = trajectories::delete_trajectory(id).await {
            return app.toasts.failed(&error);
        }
        app.go(Route::Trajectories);
        app.load_trajectories();
        app.load_overview();
        app.toasts.undoable(format!("“{task}” was deleted."), move || {
            spawn_local(async move {
                match trajectories::restore_trajectory(id).await {
                    Ok(()) => {
                        app.load_trajectories();
                        app.load_overview();
                    }
                    Err(error) => app.toasts.failed(&error),
                }
            });
        });
    });
}

fn whole(app: App, detail: &TrajectoryDetail) -> impl IntoView + use<> {
    let row = &detail.row;
    let gone = detail.clone();
    let skills = detail.skills.clone();
    let open_skill = move |name: &str| {
        let found = app
            .skills
            .get_untracked()
            .and_then(|rows| rows.iter().find(|row| row.name == name).map(|row| row.id));
        app.go(found.map_or(Route::Skills, Route::Skill));
    };
    let steps = detail.steps.iter().enumerate().map(|(at, view)| recorded(at, view)).collect_view();
    view! {
        <div class="inspector-head">
            <h2>{words::task(row)}</h2>
            <div class="row wrap">
                <OutcomeBadge outcome=row.outcome/>
                <span class="chip">{row.site.clone()}</span>
                <span class="chip">{words::source(&row.source)}</span>
                <span class="muted small num">{words::date(row.recorded_at)}</span>
            </div>
        </div>
        <Section title="Skills cut from it" note=words::count(skills.len())>
            {if skills.is_empty() {
                view! { <p class="muted">"None yet. Run the pipeline to cut skills from it."</p> }.into_any()
            } else {
                skills.into_iter().map(|(name, stage)| {
                    let own = name.clone();
                    view! {
                        <div class="row"><button class="link mono" on:click=move |_| open_skill(&own)>{name}</button><StageBadge stage/></div>
                    }
                }).collect_view().into_any()
            }}
        </Section>
        <Section title="Steps" note=format!("{} will replay", words::share(row.replayable, row.steps))>
            <ol class="recorded">{steps}</ol>
        </Section>
        <div class="row pad">
            <span class="mono muted small grow clip">{row.id.to_string()}</span>
            <button class="button quiet" on:click=move |_| remove(app, &gone)><Sign icon=Icon::Trash/>"Delete"</button>
        </div>
    }
}

/// One step as a line that opens to everything that was written down.
fn recorded(at: usize, view: &StepView) -> impl IntoView + use<> {
    let (line, whole) = (view.clone(), view.clone());
    view! { <li class="step"><Unfold class="step-line" head=move || head(at, &line) body=move || more(&whole)/></li> }
}

fn head(at: usize, view: &StepView) -> impl IntoView + use<> {
    let step = &view.step;
    let target = step.target.as_ref().map(Target::describe).unwrap_or_default();
    let value = step.value.as_ref().map(words::value).unwrap_or_default();
    let (sign, tone, mark) = match &view.problem {
        Some(_) => (Icon::Failed, "bad", "will not replay"),
        None => (Icon::Done, "good", "will replay"),
    };
    let words = match &step.label {
        Some(label) => view! { <strong>{label.clone()}</strong> }.into_any(),
        None => view! { <strong>{step.action.name().replace('_', " ")}</strong>" "{target} }.into_any(),
    };
    view! {
        <span class="num step-number">{at + 1}</span>
        <span class="grow">
            {words}
            {(!value.is_empty()).then(|| view! { <span class="muted">" ← "{value}</span> })}
            {step.parameter.clone().map(|name| view! { " " <span class="chip mono">{name}</span> })}
        </span>
        <EffectBadge effect=view.effect/>
        <span class=format!("step-word {tone}") title=mark><Sign icon=sign/><span class="visually-hidden">{mark}</span></span>
    }
}

fn more(view: &StepView) -> impl IntoView + use<> {
    let step = &view.step;
    let shots = [("Before", step.before.picture.clone()), ("After", step.after.picture.clone())];
    let shots: Vec<_> = shots.into_iter().filter_map(|(when, hash)| Shot::new(when, hash)).collect();
    let targets: Vec<_> = [("Target", &step.target), ("Where it ends", &step.destination)]
        .into_iter()
        .filter_map(|(name, target)| {
            let target = target.as_ref()?;
            Some(view! { <h4>{name}<span class="muted">" the most lasting identity first"</span></h4> {identities(target)} })
        })
        .collect();
    view! {
        <div class="step-detail">
            {view.problem.clone().map(|problem| view! { <p class="bad">"Will not replay: "{prose(&problem)}</p> })}
            {facts(step)}
            {targets}
            <Pair shots/>
            {step.raw.as_ref().map(|raw| {
                let text = serde_json::to_string_pretty(raw).unwrap_or_default();
                view! { <Fold title="Raw source"><pre class="raw" tabindex="0">{text}</pre></Fold> }
            })}
        </div>
    }
}

fn facts(step: &Step) -> impl IntoView + use<> {
    let requests: Vec<_> = step
        .requests
        .iter()
        .map(|r| {
            let fields =
                if r.fields.is_empty() { String::new() } else { format!(" ({})", r.fields.join(", ")) };
            let status = r.status.map(|status| format!(" → {status}")).unwrap_or_default();
            view! { <li><code>{format!("{} {}{fields}{status}", r.method, r.path)}</code></li> }
        })
        .collect();
    let signals: Vec<_> =
        step.signals.iter().map(|signal| view! { <li>{words::signal(signal)}</li> }).collect();
    let line = |name: &'static str, value: String| {
        (!value.is_empty()).then(|| view! { <dt>{name}</dt><dd>{value}</dd> })
    };
    let mark = match &step.mark {
        Some(Replayable::Yes { score }) => format!("its element was found again, {}", words::percent(*score)),
        Some(Replayable::No { why, detail }) => format!("{} {detail}", why.words()),
        None => String::new(),
    };
    let spot = step.spot.map(|spot| {
        format!(
            "{} from the left, {} from the top of its box",
            words::percent(spot.x),
            words::percent(spot.y)
        )
    });
    let tab = if step.page.tab > 0 { format!("tab {}", step.page.tab + 1) } else { String::new() };
    view! {
        <dl class="facts">
            {line("Page", step.page.url.clone())}
            {line("Title", step.page.title.clone())}
            {line("Tab", tab)}
            {line("Why", step.reasoning.clone().unwrap_or_default())}
            {line("Widget", step.compound.as_ref().map(|c| c.name().to_owned()).unwrap_or_default())}
            {line("Looked for", mark)}
            {line("Point", spot.unwrap_or_default())}
            {(!signals.is_empty()).then(|| view! { <dt>"Set off"</dt><dd><ul>{signals}</ul></dd> })}
            {(!requests.is_empty()).then(|| view! { <dt>"Requests"</dt><dd><ul>{requests}</ul></dd> })}
            {line("Appeared", step.after.appeared.iter().take(4).map(|text| words::short(text, 80)).collect::<Vec<_>>().join(" · "))}
            {line("Frame", step.frame_path.join(" › "))}
            {line("Error", step.error.clone().unwrap_or_default())}
        </dl>
    }
}

/// Every identity of a target, the most lasting first.
pub fn identities(target: &Target) -> impl IntoView + use<> {
    let attributes: Vec<_> =
        target.attributes.iter().map(|(name, value)| format!("{name}=\"{value}\"")).collect();
    let place = target.bounds.map(|b| format!("{:.0}, {:.0} · {:.0} × {:.0}", b.x, b.y, b.width, b.height));
    let role = target.role.clone().map(|role| match &target.name {
        Some(name) => format!("{role} “{name}”"),
        None => role,
    });
    let all = [
        ("test id", target.test_id.clone()),
        ("role and name", role),
        ("within", target.within.clone()),
        ("label", target.label.clone()),
        ("placeholder", target.placeholder.clone()),
        ("alternative text", target.alt.clone()),
        ("title", target.title.clone()),
        ("text", target.text.clone()),
        ("attributes", Some(attributes.join(" "))),
        ("CSS", Some(target.css.join("  "))),
        ("neighbours", Some(target.neighbours.join(" · "))),
        ("index", target.index.map(|index| (index + 1).to_string())),
        ("XPath", Some(target.xpath.join("  "))),
        ("shadow", Some(target.shadow_path.join(" › "))),
        ("frame", Some(target.frame_path.join(" › "))),
        ("tag", target.tag.clone()),
        ("box", place),
    ];
    let lines = all.into_iter().filter_map(|(name, value)| {
        let value = value.filter(|value| !value.is_empty())?;
        let text = value.clone();
        Some(view! { <dt>{name}</dt><dd class="row"><code class="grow">{value}</code><Copy text what=name/></dd> })
    });
    view! { <dl class="facts identities">{lines.collect_view()}</dl> }
}
