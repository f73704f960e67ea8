//! The recording panel.

use atelier_core::ids::TrajectoryId;
use atelier_core::ipc::{RecordControl, RecordEvent, RecordRequest};
use tauri::ipc::Channel;

use super::{Reply, Shop};

#[tauri::command]
pub async fn start_recording(
    workshop: Shop<'_>,
    request: RecordRequest,
    channel: Channel<RecordEvent>,
) -> Reply<()> {
    // A window that was closed meanwhile does not end the recording.
    Ok(workshop.start_recording(request, None, move |event| drop(channel.send(event))).await?)
}

#[tauri::command]
pub async fn control_recording(workshop: Shop<'_>, control: RecordControl) -> Reply<()> {
    Ok(workshop.control_recording(control).await?)
}

#[tauri::command]
pub async fn finish_recording(workshop: Shop<'_>, keep: bool) -> Reply<Option<TrajectoryId>> {
    Ok(workshop.finish_recording(keep).await?)
}
