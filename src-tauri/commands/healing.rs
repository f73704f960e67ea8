//! Proposals to heal targets, versions of skills, effects of steps, and the keychain.

use atelier_core::effect::Effect;
use atelier_core::healing::HealingState;
use atelier_core::ids::SkillId;
use atelier_core::ipc::{HealingView, SkillVersionRow};
use atelier_workshop::Secret;

use super::{Reply, Shop};

#[tauri::command]
pub async fn list_healings(workshop: Shop<'_>, state: Option<HealingState>) -> Reply<Vec<HealingView>> {
    Ok(workshop.healings(state).await?)
}

#[tauri::command]
pub async fn accept_healing(workshop: Shop<'_>, id: i64) -> Reply<u32> {
    Ok(workshop.accept_healing(id).await?)
}

#[tauri::command]
pub async fn refuse_healing(workshop: Shop<'_>, id: i64) -> Reply<()> {
    Ok(workshop.refuse_healing(id).await?)
}

#[tauri::command]
pub async fn list_versions(workshop: Shop<'_>, id: SkillId) -> Reply<Vec<SkillVersionRow>> {
    Ok(workshop.skill_versions(id).await?)
}

#[tauri::command]
pub async fn roll_back(workshop: Shop<'_>, id: SkillId, version: u32) -> Reply<u32> {
    Ok(workshop.roll_back(id, version).await?)
}

#[tauri::command]
pub async fn set_effect(workshop: Shop<'_>, id: SkillId, step: usize, effect: Effect) -> Reply<u32> {
    Ok(workshop.set_effect(id, step, effect).await?)
}

/// The value goes in and never comes back.
#[tauri::command]
pub async fn set_secret(workshop: Shop<'_>, name: String, value: String) -> Reply<()> {
    Ok(workshop.set_secret(&name, Secret::new(value)).await?)
}

#[tauri::command]
pub async fn remove_secret(workshop: Shop<'_>, name: String) -> Reply<()> {
    Ok(workshop.remove_secret(&name).await?)
}

#[tauri::command]
pub async fn has_secret(workshop: Shop<'_>, name: String) -> Reply<bool> {
    Ok(workshop.has_secret(&name).await?)
}
