//! `atelier replay SKILL`: runs one skill without a model and prints the replay report.

use std::sync::Arc;

use atelier_core::replay::{ReplayReport, ReplayResult, StepOutcome};
use atelier_core::template::Bindings;
use atelier_workshop::{TryRequest, Workshop, WorkshopError};

use super::output::{Output, short};
use super::run::Terminal;

#[derive(clap::Args)]
pub struct Arguments {
    /// Name, or `site/name` where two sites have a skill of that name.
    skill: String,
    /// One argument, `name=value`.
    #[arg(long = "arg", value_name = "NAME=VALUE", value_parser = pair)]
    given: Vec<(String, String)>,
    /// Page to start on; the skill's own by default.
    #[arg(long)]
    url: Option<String>,
    /// Without a window.
    #[arg(long)]
    headless: bool,
    /// Stop before the step that sends something.
    #[arg(long)]
    dry_run: bool,
    /// Allow effects without asking.
    #[arg(long)]
    yes: bool,
}

fn pair(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("write it as `name=value`")?;
    Ok((name.trim().to_owned(), value.to_owned()))
}

pub async fn run(workshop: &Arc<Workshop>, arguments: Arguments, out: Output) -> Result<bool, WorkshopError> {
    let request = TryRequest {
        skill: workshop.skill_named(&arguments.skill).await?,
        arguments: Bindings::from_iter(arguments.given),
        url: arguments.url,
        dry_run: arguments.dry_run,
        headless: arguments.headless,
    };
    let mut terminal = Terminal { out: Output { json: false }, yes: arguments.yes, quiet: true };
    let report = workshop.try_skill(request, &mut terminal).await?;
    out.document(&report, || text(&report));
    Ok(matches!(report.result, ReplayResult::Completed | ReplayResult::HeldBeforeCommit))
}

fn text(report: &ReplayReport) -> String {
    let mut lines = Vec::new();
    for step in &report.steps {
        let end = match &step.outcome {
            StepOutcome::Done => "done".to_owned(),
            StepOutcome::Skipped { why } => format!("skipped: {why}"),
            StepOutcome::Failed { fault } => format!("FAILED: {}", fault.message),
            StepOutcome::Held => "held back".to_owned(),
        };
        let matched = step
            .score
            .map(|score| {
                let by: Vec<_> = step.matched.iter().take(3).map(|id| id.words()).collect();
                format!(" · {:.2} by {}", score, by.join(", "))
            })
            .unwrap_or_default();
        lines.push(format!("{:>3} {} · {end}{matched} · {} ms", step.index + 1, step.guidance, step.took_ms));
        if let Some(how) = &step.how {
            lines.push(format!("      {how}"));
        }
        for (name, value) in &step.fields {
            lines.push(format!("      {name}: {}", short(value, 100)));
        }
        for candidate in &step.candidates {
            lines.push(format!("      {:.2} {}", candidate.score, candidate.description));
        }
    }
    for condition in &report.postconditions {
        let mark = if condition.held { "holds" } else { "DOES NOT HOLD" };
        lines.push(format!("    {mark}: {}", condition.condition));
    }
    for healing in report.healings.iter().filter(|healing| healing.is_proved()) {
        lines.push(format!(
            "    step {} was found by other marks ({:.2}); a change of its target is proposed",
            healing.step + 1,
            healing.score
        ));
    }
    lines.extend(report.outputs.iter().map(|(name, value)| format!("    {name} = {}", short(value, 100))));
    lines.push(match &report.result {
        ReplayResult::Completed => format!("done in {} ms, at {}", report.took_ms, report.final_url),
        ReplayResult::HeldBeforeCommit => "dry run: stopped before anything was sent".to_owned(),
        ReplayResult::Failed { fault, .. } => format!("failed: {}", fault.message),
    });
    lines.join("\n")
}
