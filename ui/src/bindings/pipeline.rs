//! Commands of the Pipeline screen.

use atelier_core::ids::SkillId;
use atelier_core::ipc::{CalibrationView, ClusterMap, PipelineView};
use atelier_core::settings::Selection;
use serde_json::{Value, json};

use super::bridge::{arguments, invoke};
use super::{Channel, Reply};

pub async fn get_pipeline() -> Reply<PipelineView> {
    invoke("get_pipeline", json!({})).await
}

pub async fn tailor(channel: &Channel) -> Reply<PipelineView> {
    invoke("tailor", arguments([("channel", channel.argument())])).await
}

pub async fn stop_tailor() -> Reply<()> {
    invoke::<Value>("stop_tailor", json!({})).await.map(drop)
}

pub async fn preview_selection(selection: Selection) -> Reply<PipelineView> {
    invoke("preview_selection", json!({ "selection": selection })).await
}

pub async fn set_selection(selection: Selection) -> Reply<()> {
    invoke::<Value>("set_selection", json!({ "selection": selection })).await.map(drop)
}

/// Says that two skills are no duplicates of each other.
pub async fn keep_both(a: SkillId, b: SkillId) -> Reply<()> {
    invoke::<Value>("keep_both", json!({ "a": a, "b": b })).await.map(drop)
}

/// What the duplicate threshold gets right with the model in use.
#[allow(dead_code)] // its page is not drawn yet
pub async fn calibration() -> Reply<CalibrationView> {
    invoke("calibration", json!({})).await
}

/// The skills of the last run on a plane, by what their descriptions say.
pub async fn cluster_map() -> Reply<ClusterMap> {
    invoke("cluster_map", json!({})).await
}
