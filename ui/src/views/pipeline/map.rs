//! The skills as points: the nearer, the more alike what they say they do. Colour and shape tell the stage.
//!
//! Points of one kind are one path, so that tens of thousands stay quick; what is pointed at is found by
//! distance.

use std::sync::Arc;

use atelier_core::ids::SkillId;
use atelier_core::ipc::{ClusterMap, MapPoint, PipelineView, SkillRow};
use atelier_core::sets::Stage;
use leptos::html::Div;
use leptos::prelude::*;

use super::Chosen;
use crate::components::notice::{Trouble, Waiting};
use crate::dom;
use crate::state::use_app;
use crate::words;

/// Room around the points.
const EDGE: f64 = 18.0;
/// How far from a point the pointer may be.
const REACH: f64 = 24.0;
const STAGES: [Stage; 4] = [Stage::Generated, Stage::Quarantine, Stage::Pool, Stage::Active];

/// A point on the drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Dot {
    skill: SkillId,
    x: f64,
    y: f64,
    cluster: Option<u32>,
    stage: Stage,
    /// In the selected band.
    inside: bool,
}

fn dots(map: &ClusterMap, view: &PipelineView, chosen: &Chosen, size: (f64, f64)) -> Vec<Dot> {
    let band = chosen.band.get().skills(view);
    let stages: std::collections::HashMap<SkillId, Stage> =
        view.skills.iter().map(|row| (row.id, row.stage)).collect();
    let place = |share: f64, length: f64| EDGE + share * (length - 2.0 * EDGE).max(1.0);
    let dot = |point: &MapPoint| {
        let stage = *stages.get(&point.skill)?;
        Some(Dot {
            skill: point.skill,
            x: place(point.x, size.0),
            y: place(1.0 - point.y, size.1),
            cluster: point.cluster,
            stage,
            inside: band.contains(&point.skill),
        })
    };
    map.points.iter().filter_map(dot).collect()
}

/// The dot nearest to a place, if one is near enough.
fn nearest(dots: &[Dot], x: f64, y: f64) -> Option<Dot> {
    let far = |dot: &Dot| (dot.x - x).hypot(dot.y - y);
    let best = dots.iter().min_by(|a, b| far(a).total_cmp(&far(b)))?;
    (far(best) <= REACH).then_some(*best)
}

/// The next dot in the direction of an arrow key: near, and not far to the side.
fn towards(dots: &[Dot], from: Dot, key: &str) -> Option<Dot> {
    let (right, down) = match key {
        "ArrowRight" => (1.0, 0.0),
        "ArrowLeft" => (-1.0, 0.0),
        "ArrowDown" => (0.0, 1.0),
        "ArrowUp" => (0.0, -1.0),
        _ => return None,
    };
    let cost = |dot: &Dot| {
        let (dx, dy) = (dot.x - from.x, dot.y - from.y);
        let along = dx * right + dy * down;
        let aside = (dx * down).abs() + (dy * right).abs();
        (dot.skill != from.skill && along > 0.5 && aside <= along * 2.0 + 4.0).then_some(along + aside * 2.0)
    };
    let costed = dots.iter().filter_map(|dot| Some((cost(dot)?, *dot)));
    costed.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, dot)| dot)
}

/// One path for all dots of a kind. Dots are strokes of no length with round ends.
fn path(dots: &[Dot], stage: Stage, inside: bool) -> String {
    let mut out = String::new();
    for dot in dots.iter().filter(|dot| dot.stage == stage && dot.inside == inside) {
        if stage == Stage::Quarantine {
            out.push_str(&format!("M{:.1} {:.1}l6 6m0-6l-6 6", dot.x - 3.0, dot.y - 3.0));
        } else {
            out.push_str(&format!("M{:.1} {:.1}h0", dot.x, dot.y));
        }
    }
    out
}

const fn class(stage: Stage) -> &'static str {
    match stage {
        Stage::Generated => "dots generated",
        Stage::Pool => "dots pool",
        Stage::Active => "dots active",
        Stage::Quarantine => "dots quarantine",
    }
}

/// The sign of a stage on the map, and its word.
fn legend(stage: Stage) -> impl IntoView {
    let d = if stage == Stage::Quarantine { "M5 5l6 6m0-6l-6 6" } else { "M8 8h0" };
    view! {
        <span class="map-sign">
            <svg width="16" height="16" aria-hidden="true">
                <path class=class(stage) d=d></path>
                {(stage == Stage::Pool).then(|| view! { <path class="dots hollow" d=d></path> })}
            </svg>
            {stage.name()}
        </span>
    }
}

#[component]
pub fn Map(view: Signal<Arc<PipelineView>>) -> impl IntoView {
    let app = use_app();
    let place = NodeRef::<Div>::new();
    let chosen = expect_context::<Chosen>();
    let size = RwSignal::new((560.0, 320.0));
    dom::on_resize(place, move |element| {
        size.set((
            f64::from(element.client_width()).max(240.0),
            f64::from(element.client_height()).max(200.0),
        ));
    });
    let ran = Memo::new(move |_| view.with(|view| view.ran_at));
    Effect::new(move || {
        if ran.get().is_some() {
            app.load_cluster_map();
        }
    });
    let all = Memo::new(move |_| {
        let map = app.cluster_map.get().unwrap_or_default();
        Arc::new(view.with(|view| dots(&map, view, &chosen, size.get())))
    });
    let hover = RwSignal::new(None::<Dot>);
    let shown = Memo::new(move |_| {
        let selected = chosen.skill.get();
        hover.get().or_else(|| all.with(|all| all.iter().find(|dot| Some(dot.skill) == selected).copied()))
    });
    let at = move |event: &web_sys::MouseEvent| {
        let (x, y) = (f64::from(event.offset_x()), f64::from(event.offset_y()));
        all.with_untracked(|all| nearest(all, x, y))
    };
    let keys = move |event: web_sys::KeyboardEvent| {
        let now = all.with_untracked(|all| {
            let selected = chosen.skill.get_untracked();
            all.iter().find(|dot| Some(dot.skill) == selected).or_else(|| all.first()).copied()
        });
        let Some(next) = now.and_then(|now| all.with_untracked(|all| towards(all, now, &event.key()))) else {
            return;
        };
        event.prevent_default();
        hover.set(None);
        chosen.skill.set(Some(next.skill));
    };
    let row = move |dot: Dot| view.with(|view| view.skills.iter().find(|row| row.id == dot.skill).cloned());
    let spoken =
        move || shown.get().and_then(|dot| row(dot).map(|row| in_words(&row, dot))).unwrap_or_default();
    view! {
        <div class="map-card">
            <div class="map" node_ref=place tabindex="0" role="group" aria-roledescription="map"
                aria-label="Skills by what they do; the arrow keys go from one to the next" on:keydown=keys
                on:mousemove=move |event| hover.set(at(&event)) on:mouseleave=move |_| hover.set(None)
                on:click=move |event| if let Some(dot) = at(&event) { chosen.skill.set(Some(dot.skill)) }>
                <svg width=move || format!("{:.0}", size.get().0) height=move || format!("{:.0}", size.get().1) aria-hidden="true">
                    {move || all.with(|all| [false, true].into_iter().flat_map(|inside| {
                        STAGES.map(|stage| (stage, inside, path(all, stage, inside)))
                    }).filter(|(_, _, path)| !path.is_empty()).map(|(stage, inside, d)| {
                        let (ring, inner) = (class(stage), d.clone());
                        view! {
                            <path class=ring class:faded=!inside d=d></path>
                            {(stage == Stage::Pool).then(|| view! { <path class="dots hollow" d=inner></path> })}
                        }
                    }).collect_view())}
                    {move || shown.get().map(|dot| {
                        let kin: String = all.with(|all| all.iter().filter(|other| dot.cluster.is_some() && other.cluster == dot.cluster)
                            .map(|other| format!("M{:.1} {:.1}L{:.1} {:.1}", dot.x, dot.y, other.x, other.y)).collect());
                        view! {
                            <path class="kin" d=kin></path>
                            <circle class="here" cx=format!("{:.1}", dot.x) cy=format!("{:.1}", dot.y) r="8"></circle>
                        }
                    })}
                </svg>
                {move || app.cluster_map.error().map(|error| view! { <Trouble error retry=Callback::new(move |()| app.load_cluster_map())/> })}
                {move || (app.cluster_map.get().is_none() && app.cluster_map.error().is_none()).then(|| view! { <Waiting what="Laying out the map"/> })}
            </div>
            <p class="visually-hidden" role="status">{spoken}</p>
            <div class="map-foot">
                <div class="row wrap">{STAGES.map(legend).collect_view()}
                    <span class="muted small grow">{move || app.cluster_map.get().map(|map| format!("The two axes hold {} of the differences; lines join a cluster.", words::percent(map.shown)))}</span></div>
                <p class="map-note">{move || match shown.get().and_then(|dot| row(dot).map(|row| (row, dot))) {
                    Some((row, dot)) => view! {
                        <span class="mono">{row.name.clone()}</span>
                        <span class="muted">" "{row.description.clone()}</span>
                        <span class="muted small">{kin_words(dot, &all.get())}</span>
                    }.into_any(),
                    None => view! { <span class="muted">"Point at a skill to see what it does and which are like it."</span> }.into_any(),
                }}</p>
            </div>
        </div>
    }
}

fn kin_words(dot: Dot, all: &[Dot]) -> String {
    let Some(cluster) = dot.cluster else { return " · left before clustering".to_owned() };
    let others = all.iter().filter(|other| other.cluster == Some(cluster)).count().saturating_sub(1);
    if others == 0 {
        return format!(" · alone in cluster {}", cluster + 1);
    }
    format!(" · cluster {} with {}", cluster + 1, words::counted(others, "other"))
}

fn in_words(row: &SkillRow, dot: Dot) -> String {
    let cluster = dot.cluster.map(|cluster| format!(", cluster {}", cluster + 1)).unwrap_or_default();
    format!("{}, {}{cluster}: {}", row.name, row.stage.name(), row.description)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dot(n: u32, x: f64, y: f64) -> Dot {
        let skill = format!("01890a5d-ac96-774b-bcce-b3020000{n:04}").parse().unwrap();
        Dot { skill, x, y, cluster: None, stage: Stage::Pool, inside: true }
    }

    #[test]
    fn arrows_go_to_the_next_in_their_direction() {
        let all = [dot(0, 100.0, 100.0), dot(1, 140.0, 104.0), dot(2, 300.0, 100.0), dot(3, 100.0, 20.0)];
        let to = |key| towards(&all, all[0], key).map(|dot| dot.skill);
        assert_eq!(to("ArrowRight"), Some(all[1].skill));
        assert_eq!(to("ArrowUp"), Some(all[3].skill));
        assert_eq!(to("ArrowLeft"), None);
        assert_eq!(to("a"), None);
    }

    #[test]
    fn only_what_is_near_is_pointed_at() {
        let all = [dot(0, 100.0, 100.0), dot(1, 140.0, 100.0)];
        assert_eq!(nearest(&all, 130.0, 104.0).map(|dot| dot.skill), Some(all[1].skill));
        assert_eq!(nearest(&all, 220.0, 220.0), None);
    }

    #[test]
    fn dots_of_a_kind_are_one_path() {
        let all = [dot(0, 1.0, 2.0), dot(1, 3.0, 4.0)];
        assert_eq!(path(&all, Stage::Pool, true), "M1.0 2.0h0M3.0 4.0h0");
        assert_eq!(path(&all, Stage::Active, true), "");
    }
}
