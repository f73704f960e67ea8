//! The Trajectories screen.

use std::path::PathBuf;

use atelier_core::ids::TrajectoryId;
use atelier_core::ipc::{ImportEvent, TrajectoryDetail, TrajectoryRow};
use tauri::AppHandle;
use tauri::ipc::Channel;
use tauri_plugin_dialog::DialogExt;

use super::{Reply, Shop};

#[tauri::command]
pub async fn import_samples(workshop: Shop<'_>, channel: Channel<ImportEvent>) -> Reply<()> {
    workshop.import_samples(&mut |event| drop(channel.send(event))).await?;
    Ok(())
}

/// Lets the user choose files in the system's dialog; the window never sees their paths.
#[tauri::command]
pub async fn import_choose(app: AppHandle, workshop: Shop<'_>, channel: Channel<ImportEvent>) -> Reply<()> {
    let chosen = tauri::async_runtime::spawn_blocking(move || {
        app.dialog().file().add_filter("Recordings", &["json"]).blocking_pick_files().unwrap_or_default()
    })
    .await
    .unwrap_or_default();
    let paths: Vec<PathBuf> = chosen.into_iter().filter_map(|file| file.into_path().ok()).collect();
    if !paths.is_empty() {
        workshop.import(&paths, &mut |event| drop(channel.send(event))).await?;
    }
    Ok(())
}

#[tauri::command]
pub async fn list_trajectories(workshop: Shop<'_>) -> Reply<Vec<TrajectoryRow>> {
    Ok(workshop.trajectories().await?)
}

#[tauri::command]
pub async fn get_trajectory(workshop: Shop<'_>, id: TrajectoryId) -> Reply<TrajectoryDetail> {
    Ok(workshop.trajectory(id).await?)
}

#[tauri::command]
pub async fn delete_trajectory(workshop: Shop<'_>, id: TrajectoryId) -> Reply<()> {
    Ok(workshop.delete_trajectory(id).await?)
}

#[tauri::command]
pub async fn restore_trajectory(workshop: Shop<'_>, id: TrajectoryId) -> Reply<()> {
    Ok(workshop.restore_trajectory(id).await?)
}
