//! The Pipeline screen.

use atelier_core::ids::SkillId;
use atelier_core::ipc::{CalibrationView, ClusterMap, PipelineView, TailorEvent};
use atelier_core::settings::Selection;
use tauri::ipc::Channel;

use super::{Reply, Shop};

#[tauri::command]
pub async fn get_pipeline(workshop: Shop<'_>) -> Reply<PipelineView> {
    Ok(workshop.pipeline().await?)
}

#[tauri::command]
pub async fn tailor(workshop: Shop<'_>, channel: Channel<TailorEvent>) -> Reply<PipelineView> {
    Ok(workshop.tailor(&mut |event| drop(channel.send(event))).await?)
}

#[tauri::command]
pub async fn stop_tailor(workshop: Shop<'_>) -> Reply<()> {
    workshop.stop_tailor();
    Ok(())
}

#[tauri::command]
pub async fn preview_selection(workshop: Shop<'_>, selection: Selection) -> Reply<PipelineView> {
    Ok(workshop.preview(selection).await?)
}

#[tauri::command]
pub async fn set_selection(workshop: Shop<'_>, selection: Selection) -> Reply<()> {
    Ok(workshop.change_settings(|settings| settings.selection = selection).await?)
}

#[tauri::command]
pub async fn keep_both(workshop: Shop<'_>, a: SkillId, b: SkillId) -> Reply<()> {
    Ok(workshop.keep_both(a, b).await?)
}

#[tauri::command]
pub async fn calibration(workshop: Shop<'_>) -> Reply<CalibrationView> {
    Ok(workshop.calibration().await?)
}

/// The skills of the last run as points on a plane.
#[tauri::command]
pub async fn cluster_map(workshop: Shop<'_>) -> Reply<ClusterMap> {
    Ok(workshop.cluster_map().await?)
}
