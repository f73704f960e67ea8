//! Commands of the recording panel.

use atelier_core::ids::TrajectoryId;
use atelier_core::ipc::{RecordControl, RecordRequest};
use serde_json::{Value, json};

use super::bridge::invoke;
use super::{Channel, Reply};

/// Resolves when the page is open and everything is recorded; what happens then comes over the channel.
pub async fn start_recording(request: &RecordRequest, channel: &Channel) -> Reply<()> {
    invoke::<Value>("start_recording", json!({ "request": request, "channel": channel.argument() }))
        .await
        .map(drop)
}

pub async fn control_recording(control: &RecordControl) -> Reply<()> {
    invoke::<Value>("control_recording", json!({ "control": control })).await.map(drop)
}

/// Ends the recording; stores it where `keep`, and gives the id of what was stored.
pub async fn finish_recording(keep: bool) -> Reply<Option<TrajectoryId>> {
    invoke("finish_recording", json!({ "keep": keep })).await
}
