//! `atelier trajectories` and `atelier trajectory ID`.

use std::sync::Arc;

use atelier_core::ids::TrajectoryId;
use atelier_core::ipc::TrajectoryDetail;
use atelier_workshop::{Workshop, WorkshopError};

use super::output::{Output, short, table};

#[derive(clap::Args)]
pub struct Arguments {
    id: TrajectoryId,
}

pub async fn list(workshop: &Arc<Workshop>, out: Output) -> Result<bool, WorkshopError> {
    let rows = workshop.trajectories().await?;
    out.document(&rows, || {
        let cells: Vec<_> = rows
            .iter()
            .map(|row| {
                vec![
                    row.id.to_string(),
                    row.site.clone(),
                    format!("{}/{}", row.replayable, row.steps),
                    format!("{:?}", row.outcome).to_lowercase(),
                    row.skills.to_string(),
                    short(row.task.as_deref().unwrap_or("(no task text)"), 70),
                ]
            })
            .collect();
        table(&["id", "site", "replay", "outcome", "skills", "task"], &cells)
    });
    Ok(true)
}

pub async fn show(
    workshop: &Arc<Workshop>,
    arguments: &Arguments,
    out: Output,
) -> Result<bool, WorkshopError> {
    let detail = workshop.trajectory(arguments.id).await?;
    out.document(&detail, || text(&detail));
    Ok(true)
}

fn text(detail: &TrajectoryDetail) -> String {
    let mut lines = vec![detail.row.task.clone().unwrap_or_else(|| "(no task text)".to_owned())];
    for (at, view) in detail.steps.iter().enumerate() {
        let step = &view.step;
        let target = step.target.as_ref().map(|t| format!(" {}", t.describe())).unwrap_or_default();
        let value = step.text().map(|v| format!(" = {}", short(v, 60))).unwrap_or_default();
        let problem = view.problem.as_ref().map(|p| format!("  ! {p}")).unwrap_or_default();
        lines.push(format!("{:>3} {}{target}{value}{problem}", at + 1, step.action.name()));
    }
    for (name, stage) in &detail.skills {
        lines.push(format!("skill {name} ({})", stage.name()));
    }
    lines.join("\n")
}
