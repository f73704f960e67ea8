//! Commands of the Trajectories screen.

use atelier_core::ids::TrajectoryId;
use atelier_core::ipc::{TrajectoryDetail, TrajectoryRow};
use serde_json::{Value, json};

use super::bridge::{arguments, invoke};
use super::{Channel, Reply};

pub async fn list_trajectories() -> Reply<Vec<TrajectoryRow>> {
    invoke("list_trajectories", json!({})).await
}

pub async fn get_trajectory(id: TrajectoryId) -> Reply<TrajectoryDetail> {
    invoke("get_trajectory", json!({ "id": id })).await
}

pub async fn delete_trajectory(id: TrajectoryId) -> Reply<()> {
    invoke::<Value>("delete_trajectory", json!({ "id": id })).await.map(drop)
}

pub async fn restore_trajectory(id: TrajectoryId) -> Reply<()> {
    invoke::<Value>("restore_trajectory", json!({ "id": id })).await.map(drop)
}

pub async fn import_samples(channel: &Channel) -> Reply<()> {
    invoke::<Value>("import_samples", arguments([("channel", channel.argument())])).await.map(drop)
}

pub async fn import_choose(channel: &Channel) -> Reply<()> {
    invoke::<Value>("import_choose", arguments([("channel", channel.argument())])).await.map(drop)
}
