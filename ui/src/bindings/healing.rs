//! Commands about proposals to heal targets, versions of skills, effects of steps, and the keychain.

use atelier_core::effect::Effect;
use atelier_core::healing::HealingState;
use atelier_core::ids::SkillId;
use atelier_core::ipc::{HealingView, SkillVersionRow};
use serde_json::{Value, json};

use super::Reply;
use super::bridge::invoke;

pub async fn list_healings(state: Option<HealingState>) -> Reply<Vec<HealingView>> {
    invoke("list_healings", json!({ "state": state })).await
}

pub async fn accept_healing(id: i64) -> Reply<u32> {
    invoke("accept_healing", json!({ "id": id })).await
}

pub async fn refuse_healing(id: i64) -> Reply<()> {
    invoke::<Value>("refuse_healing", json!({ "id": id })).await.map(drop)
}

pub async fn list_versions(id: SkillId) -> Reply<Vec<SkillVersionRow>> {
    invoke("list_versions", json!({ "id": id })).await
}

pub async fn roll_back(id: SkillId, version: u32) -> Reply<u32> {
    invoke("roll_back", json!({ "id": id, "version": version })).await
}

pub async fn set_effect(id: SkillId, step: usize, effect: Effect) -> Reply<u32> {
    invoke("set_effect", json!({ "id": id, "step": step, "effect": effect })).await
}

/// The value goes in and never comes back.
pub async fn set_secret(name: &str, value: &str) -> Reply<()> {
    invoke::<Value>("set_secret", json!({ "name": name, "value": value })).await.map(drop)
}

pub async fn remove_secret(name: &str) -> Reply<()> {
    invoke::<Value>("remove_secret", json!({ "name": name })).await.map(drop)
}

pub async fn has_secret(name: &str) -> Reply<bool> {
    invoke("has_secret", json!({ "name": name })).await
}
