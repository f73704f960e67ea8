//! Commands of the Skills screen.

use atelier_core::ids::SkillId;
use atelier_core::ipc::{SkillDetail, SkillRow};
use atelier_core::replay::ReplayReport;
use atelier_core::sets::Mark;
use atelier_core::skill::Skill;
use atelier_core::template::Bindings;
use serde_json::{Value, json};

use super::bridge::invoke;
use super::{Channel, Reply};

pub async fn list_skills() -> Reply<Vec<SkillRow>> {
    invoke("list_skills", json!({})).await
}

pub async fn get_skill(id: SkillId) -> Reply<SkillDetail> {
    invoke("get_skill", json!({ "id": id })).await
}

pub async fn mark_skill(id: SkillId, mark: Option<Mark>) -> Reply<()> {
    invoke::<Value>("mark_skill", json!({ "id": id, "mark": mark })).await.map(drop)
}

/// Saves an edited skill as its next version.
pub async fn edit_skill(skill: &Skill) -> Reply<()> {
    invoke::<Value>("edit_skill", json!({ "skill": skill })).await.map(drop)
}

pub async fn try_skill(
    id: SkillId,
    given: &Bindings,
    dry_run: bool,
    channel: &Channel,
) -> Reply<ReplayReport> {
    let channel = channel.argument();
    invoke("try_skill", json!({ "id": id, "arguments": given, "dryRun": dry_run, "channel": channel })).await
}
