//! The Skills screen.

use atelier_core::ids::SkillId;
use atelier_core::ipc::{SkillDetail, SkillRow};
use atelier_core::replay::ReplayReport;
use atelier_core::sets::Mark;
use atelier_core::skill::Skill;
use atelier_core::task::RunEvent;
use atelier_core::template::Bindings;
use atelier_workshop::TryRequest;
use tauri::ipc::Channel;

use super::run::Watching;
use super::{Approvals, Reply, Shop};

#[tauri::command]
pub async fn list_skills(workshop: Shop<'_>) -> Reply<Vec<SkillRow>> {
    Ok(workshop.skills().await?)
}

#[tauri::command]
pub async fn get_skill(workshop: Shop<'_>, id: SkillId) -> Reply<SkillDetail> {
    Ok(workshop.skill(id).await?)
}

#[tauri::command]
pub async fn mark_skill(workshop: Shop<'_>, id: SkillId, mark: Option<Mark>) -> Reply<()> {
    Ok(workshop.mark_skill(id, mark).await?)
}

/// Saves an edited skill as its next version.
#[tauri::command]
pub async fn edit_skill(workshop: Shop<'_>, skill: Skill) -> Reply<()> {
    Ok(workshop.edit_skill(skill).await?)
}

#[tauri::command]
pub async fn try_skill(
    workshop: Shop<'_>,
    approvals: tauri::State<'_, Approvals>,
    id: SkillId,
    arguments: Bindings,
    dry_run: bool,
    channel: Channel<RunEvent>,
) -> Reply<ReplayReport> {
    let headless = !workshop.settings().await?.show_browser;
    let request = TryRequest { skill: id, arguments, url: None, dry_run, headless };
    let mut watching = Watching { channel, approvals: approvals.inner() };
    Ok(workshop.try_skill(request, &mut watching).await?)
}
