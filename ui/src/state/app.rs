//! All state in one place.

use std::collections::HashMap;
use std::ops::Deref;

use atelier_core::healing::HealingState;
use atelier_core::ids::{SkillId, TaskId, TrajectoryId};
use atelier_core::ipc::{
    ClusterMap, HealingView, Overview, PipelineView, RunDetail, SkillDetail, SkillRow, SkillVersionRow,
    Suggestion, TaskRow, TrajectoryDetail, TrajectoryRow,
};
use atelier_core::settings::BrowserInUse;
use atelier_core::template::Bindings;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::Loaded;
use super::appearance::Appearance;
use super::importing::Importing;
use super::live::Live;
use super::recording::Recording;
use super::tailoring::Tailoring;
use super::toasts::Toasts;
use crate::bindings::{frame, healing, pipeline, skills, tasks, trajectories};
use crate::dom;
use crate::route::Route;

/// Rows of the history that are loaded.
const HISTORY: usize = 500;
/// Sizes of the window, as factors.
const SIZES: [f64; 9] = [0.75, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.5];
const NATURAL: usize = 2;

/// A handle to everything the screens share; it lives as long as the window.
#[derive(Clone, Copy)]
pub struct App(&'static Shared);

impl Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        self.0
    }
}

/// What there is behind the handle.
pub struct Shared {
    pub route: RwSignal<Route>,
    pub overview: Loaded<Overview>,
    pub trajectories: Loaded<Vec<TrajectoryRow>>,
    pub trajectory: Loaded<TrajectoryDetail>,
    pub pipeline: Loaded<PipelineView>,
    pub cluster_map: Loaded<ClusterMap>,
    pub skills: Loaded<Vec<SkillRow>>,
    pub skill: Loaded<SkillDetail>,
    /// Versions of the open skill, the newest first.
    pub versions: Loaded<Vec<SkillVersionRow>>,
    /// Proposals that wait for the user.
    pub healings: Loaded<Vec<HealingView>>,
    pub tasks: Loaded<Vec<TaskRow>>,
    pub past: Loaded<RunDetail>,
    pub suggestions: Loaded<Vec<Suggestion>>,
    pub run: Live,
    pub trial: Live,
    pub tailoring: Tailoring,
    pub importing: Importing,
    pub recording: Recording,
    pub toasts: Toasts,
    pub appearance: Appearance,
    /// What stands in the composer.
    pub intent: RwSignal<String>,
    pub start_url: RwSignal<String>,
    pub history: RwSignal<bool>,
    pub palette: RwSignal<bool>,
    /// The introduction is on screen.
    pub intro: RwSignal<bool>,
    /// It is known whether to begin with the introduction.
    pub opened: RwSignal<bool>,
    /// What was written into the form of a trial, and whether it stops before it sends.
    pub trial_form: StoredValue<Option<(SkillId, Bindings, bool)>>,
    size: StoredValue<f64>,
    pictures: StoredValue<HashMap<String, String>>,
}

impl App {
    /// Makes the state; once, at the root.
    pub fn new() -> Self {
        Self(Box::leak(Box::new(Shared::default())))
    }
}

impl Default for Shared {
    fn default() -> Self {
        Self {
            route: RwSignal::new(Route::Run),
            overview: Loaded::default(),
            trajectories: Loaded::default(),
            trajectory: Loaded::default(),
            pipeline: Loaded::default(),
            cluster_map: Loaded::default(),
            skills: Loaded::default(),
            skill: Loaded::default(),
            versions: Loaded::default(),
            healings: Loaded::default(),
            tasks: Loaded::default(),
            past: Loaded::default(),
            suggestions: Loaded::default(),
            run: Live::default(),
            trial: Live::default(),
            tailoring: Tailoring::default(),
            importing: Importing::default(),
            recording: Recording::default(),
            toasts: Toasts::default(),
            appearance: Appearance::default(),
            intent: RwSignal::new(String::new()),
            start_url: RwSignal::new(String::new()),
            history: RwSignal::new(false),
            palette: RwSignal::new(false),
            intro: RwSignal::new(false),
            opened: RwSignal::new(false),
            trial_form: StoredValue::new(None),
            size: StoredValue::new(SIZES[NATURAL]),
            pictures: StoredValue::new(HashMap::new()),
        }
    }
}

/// The shared state; the root provides it.
pub fn use_app() -> App {
    expect_context::<App>()
}

impl App {
    pub fn load_overview(self) {
        self.overview.load(frame::overview());
    }

    pub fn load_trajectories(self) {
        self.trajectories.load(trajectories::list_trajectories());
    }

    pub fn load_trajectory(self, id: TrajectoryId) {
        self.trajectory.load(trajectories::get_trajectory(id));
    }

    pub fn load_pipeline(self) {
        self.pipeline.load(pipeline::get_pipeline());
    }

    pub fn load_cluster_map(self) {
        self.cluster_map.load(pipeline::cluster_map());
    }

    pub fn load_skills(self) {
        self.skills.load(skills::list_skills());
    }

    pub fn load_skill(self, id: SkillId) {
        self.skill.load(skills::get_skill(id));
        self.versions.load(healing::list_versions(id));
    }

    pub fn load_healings(self) {
        self.healings.load(healing::list_healings(Some(HealingState::Open)));
    }

    pub fn load_tasks(self) {
        self.tasks.load(tasks::list_tasks(HISTORY));
    }

    pub fn load_past(self, id: TaskId) {
        self.past.load(tasks::get_task(id));
    }

    pub fn load_suggestions(self) {
        self.suggestions.load(tasks::suggest_tasks());
    }

    /// Everything that the lists show.
    pub fn load_all(self) {
        self.load_overview();
        self.load_trajectories();
        self.load_pipeline();
        self.load_skills();
        self.load_tasks();
        self.load_suggestions();
        self.load_healings();
    }

    /// Goes to a screen, by its address, so that back and forward know of it.
    pub fn go(self, route: Route) {
        dom::window().location().set_hash(&route.hash()).ok();
        self.route.set(route);
    }

    /// Larger (1), smaller (-1), or back to the natural size (0).
    pub fn zoom(self, by: i32) {
        let at = SIZES.iter().position(|size| *size >= self.size.get_value()).unwrap_or(NATURAL);
        let to = match by {
            0 => NATURAL,
            1.. => (at + 1).min(SIZES.len() - 1),
            _ => at.saturating_sub(1),
        };
        self.size.set_value(SIZES[to]);
        spawn_local(async move {
            if let Err(error) = frame::set_zoom(SIZES[to]).await {
                self.toasts.failed(&error);
            }
        });
    }

    /// Starts the practice sites and takes up what they change.
    /// Sets the browser that is recorded and acted in.
    pub fn use_browser(self, wanted: BrowserInUse) {
        spawn_local(async move {
            if let Err(error) = frame::set_browser_in_use(&wanted).await {
                self.toasts.failed(&error);
            }
            self.load_overview();
        });
    }

    pub fn start_practice(self) {
        spawn_local(async move {
            match frame::practice_start().await {
                Ok(_) => {
                    self.load_overview();
                    self.load_suggestions();
                    self.toasts.say("The practice sites run on this machine.");
                }
                Err(error) => self.toasts.failed(&error),
            }
        });
    }

    /// The picture of this hash as a data URL, from memory or from the shell.
    pub async fn picture(self, hash: String) -> Option<String> {
        if let Some(known) = self.pictures.with_value(|all| all.get(&hash).cloned()) {
            return Some(known);
        }
        let url = tasks::picture(&hash).await.ok()?;
        self.pictures.update_value(|all| {
            // A long run has many pictures; the oldest are not worth the memory.
            if all.len() >= 120 {
                all.clear();
            }
            all.insert(hash, url.clone());
        });
        Some(url)
    }
}
