//! `atelier skills` and `atelier skill NAME`.

use std::sync::Arc;

use atelier_core::ipc::SkillDetail;
use atelier_core::sets::Stage;
use atelier_workshop::{Workshop, WorkshopError};

use super::output::{Output, short, table};

#[derive(clap::Args)]
pub struct ListArguments {
    /// Only the skills of this stage.
    #[arg(long, value_parser = ["generated", "pool", "active", "quarantine"])]
    set: Option<String>,
}

#[derive(clap::Args)]
pub struct ShowArguments {
    /// Name, or `site/name` where two sites have a skill of that name.
    name: String,
}

pub async fn list(
    workshop: &Arc<Workshop>,
    arguments: &ListArguments,
    out: Output,
) -> Result<bool, WorkshopError> {
    let mut rows = workshop.skills().await?;
    if let Some(set) = &arguments.set {
        // Each set holds the later ones: what is active is in the pool, what is in the pool was generated.
        rows.retain(|row| match set.as_str() {
            "generated" => true,
            "pool" => matches!(row.stage, Stage::Pool | Stage::Active),
            _ => row.stage.name() == set,
        });
    }
    out.document(&rows, || {
        let cells: Vec<_> = rows
            .iter()
            .map(|row| {
                vec![
                    row.stage.name().to_owned(),
                    row.effect.name().to_owned(),
                    row.url_pattern.clone(),
                    row.signature.clone(),
                    short(&row.description, 70),
                ]
            })
            .collect();
        table(&["set", "effect", "page", "skill", "description"], &cells)
    });
    Ok(true)
}

pub async fn show(
    workshop: &Arc<Workshop>,
    arguments: &ShowArguments,
    out: Output,
) -> Result<bool, WorkshopError> {
    let id = workshop.skill_named(&arguments.name).await?;
    let detail = workshop.skill(id).await?;
    out.document(&detail, || text(&detail));
    Ok(true)
}

fn text(detail: &SkillDetail) -> String {
    let skill = &detail.skill;
    let mut lines = vec![
        format!(
            "{}  version {}, {}, {}",
            skill.signature(),
            skill.version,
            detail.row.stage.name(),
            skill.effect.name()
        ),
        skill.description.clone(),
        format!("page {}", skill.url_pattern),
    ];
    for (at, step) in skill.steps.iter().enumerate() {
        let value = step.value.as_ref().map(|v| format!(" = {}", short(v, 50))).unwrap_or_default();
        let target = step.target.as_ref().map(|t| format!(" {}", t.describe())).unwrap_or_default();
        lines.push(format!("{:>3} {}\n      {}{target}{value}", at + 1, step.guidance, step.action.name()));
    }
    lines.extend(skill.postconditions.iter().map(|c| format!("holds after: {}", c.describe())));
    lines.extend(detail.verdicts.iter().map(|v| {
        let mark = if v.kept { "+" } else { "-" };
        format!("{mark} {:?} {:.2}: {} ({})", v.rule, v.score, v.reason, v.judge)
    }));
    lines.extend(detail.moves.iter().map(|m| format!("→ {}: {}", m.to.name(), m.reason)));
    lines.join("\n")
}
