//! `atelier tailor`: the offline selection, its funnel, and a reason per skill.

use std::sync::Arc;

use atelier_core::ipc::{PipelineView, TailorEvent};
use atelier_core::sets::Stage;
use atelier_workshop::{Workshop, WorkshopError};

use super::output::{Output, table};

#[derive(clap::Args)]
pub struct Arguments {
    /// Who judges: `local` until model endpoints can be set.
    #[arg(long, default_value = "local", value_parser = ["local"])]
    judge: String,
}

pub async fn run(workshop: &Arc<Workshop>, arguments: Arguments, out: Output) -> Result<bool, WorkshopError> {
    tracing::info!("judged by: {}", arguments.judge);
    let mut print = |event: TailorEvent| match &event {
        TailorEvent::Ended { .. } => {}
        _ => out.line(&event, || text(&event)),
    };
    let view = workshop.tailor(&mut print).await?;
    if out.json {
        out.line(&view, || None);
    } else {
        out.document(&view, || funnel(&view));
    }
    Ok(true)
}

fn text(event: &TailorEvent) -> Option<String> {
    match event {
        TailorEvent::Started { trajectories } => Some(format!("{trajectories} trajectories")),
        TailorEvent::Rule { rule, skills } => Some(format!("{} of {skills} skills …", words(*rule))),
        TailorEvent::Decided { .. } | TailorEvent::Ended { .. } => None,
    }
}

const fn words(rule: atelier_core::verdict::Rule) -> &'static str {
    use atelier_core::verdict::Rule;
    match rule {
        Rule::Extraction => "extraction",
        Rule::Granularity => "granularity",
        Rule::Cluster => "clustering",
        Rule::Duplicate => "duplicates",
        Rule::Verification => "verification",
        Rule::Likelihood => "usage likelihood",
    }
}

fn funnel(view: &PipelineView) -> String {
    let mut lines = vec![format!(
        "{} generated → {} pool → {} verified → {} active",
        view.generated, view.quality, view.verified, view.active
    )];
    for exit in &view.exits {
        lines.push(format!("  {} {}", exit.skills.len(), exit.exit.words()));
    }
    let rows: Vec<_> = view
        .skills
        .iter()
        .map(|skill| {
            let last = view.verdicts.iter().rfind(|v| v.skill == skill.id);
            let reason = last.map(|v| v.reason.clone()).unwrap_or_default();
            let state = match (skill.stage, skill.exit) {
                (Stage::Active, _) | (_, None) => skill.stage.name(),
                (_, Some(exit)) => exit.words(),
            };
            vec![skill.name.clone(), state.to_owned(), reason]
        })
        .collect();
    lines.push(String::new());
    lines.push(table(&["skill", "state", "reason"], &rows));
    lines.join("\n")
}
