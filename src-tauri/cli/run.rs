//! `atelier run TASK`: does a task and streams the steps.

use std::io::{IsTerminal, Write};
use std::sync::Arc;

use async_trait::async_trait;
use atelier_core::effect::Effect;
use atelier_core::replay::StepOutcome;
use atelier_core::task::{ApprovalRequest, Decision, Mode, RunEvent, STEP_BUDGET, TaskOutcome, TaskRequest};
use atelier_core::template::Bindings;
use atelier_workshop::{RunSink, Workshop, WorkshopError};

use super::output::Output;

#[derive(clap::Args)]
pub struct Arguments {
    /// What is to be done, in plain words.
    task: String,
    /// Page to start on.
    #[arg(long)]
    url: String,
    /// Who plans: `local` until model endpoints can be set.
    #[arg(long, default_value = "local")]
    model: String,
    #[arg(long, default_value = "grounded", value_parser = ["grounded", "guided", "mixed"])]
    mode: String,
    /// What takes over when no skill fits.
    #[arg(long, default_value = "none", value_parser = ["react", "none"])]
    fallback: String,
    /// Value for a parameter that the task does not say, `name=value`.
    #[arg(long = "input", value_name = "NAME=VALUE")]
    inputs: Vec<String>,
    #[arg(long, default_value_t = STEP_BUDGET)]
    max_steps: u32,
    /// Without a browser window.
    #[arg(long)]
    headless: bool,
    /// Allow reversible effects without asking.
    #[arg(long)]
    yes: bool,
}

pub async fn run(workshop: &Arc<Workshop>, arguments: Arguments, out: Output) -> Result<bool, WorkshopError> {
    let inputs: Bindings = arguments
        .inputs
        .iter()
        .filter_map(|text| text.split_once('='))
        .map(|(name, value)| (name.trim().to_owned(), value.to_owned()))
        .collect();
    let request = TaskRequest {
        intent: arguments.task,
        start_url: arguments.url,
        model: arguments.model,
        mode: match arguments.mode.as_str() {
            "guided" => Mode::Guided,
            "mixed" => Mode::Mixed,
            _ => Mode::Grounded,
        },
        fallback: arguments.fallback == "react",
        max_steps: arguments.max_steps,
        inputs,
    };
    let mut terminal = Terminal { out, yes: arguments.yes, quiet: false };
    let record = workshop.run_task(request, arguments.headless, &mut terminal).await?;
    Ok(record.outcome == TaskOutcome::Done)
}

/// Shows a run on the terminal and asks there.
pub struct Terminal {
    pub out: Output,
    pub yes: bool,
    /// Only asks, prints no steps.
    pub quiet: bool,
}

#[async_trait]
impl RunSink for Terminal {
    async fn event(&mut self, event: RunEvent) {
        if !self.quiet {
            self.out.line(&event, || text(&event));
        }
    }

    async fn approve(&mut self, request: &ApprovalRequest) -> Decision {
        if self.yes && request.effect != Effect::Irreversible {
            return Decision::AllowOnce;
        }
        eprintln!("{} · {} effect, to {}", request.guidance, request.effect.name(), request.url);
        for (name, value) in &request.fields {
            eprintln!("    {name}: {value}");
        }
        if !std::io::stdin().is_terminal() {
            eprintln!(
                "not allowed: nobody can be asked here; use the window, or allow the skill always there"
            );
            return Decision::Stop;
        }
        eprint!("Send it? [y/N] ");
        if std::io::stderr().flush().is_err() {
            return Decision::Stop;
        }
        let answer = tokio::task::spawn_blocking(|| {
            let mut line = String::new();
            std::io::stdin().read_line(&mut line).map(|_| line)
        })
        .await;
        match answer {
            Ok(Ok(line)) if matches!(line.trim(), "y" | "Y" | "yes") => Decision::AllowOnce,
            _ => Decision::Stop,
        }
    }
}

fn text(event: &RunEvent) -> Option<String> {
    Some(match event {
        RunEvent::Chosen { skill, arguments, similarity, .. } => {
            let arguments: Vec<_> = arguments.iter().map(|(k, v)| format!("{k}: “{v}”")).collect();
            format!("S {skill}({}) · {similarity:.2}", arguments.join(", "))
        }
        RunEvent::StepEnded { step } => {
            let end = match &step.outcome {
                StepOutcome::Done => String::new(),
                StepOutcome::Skipped { why } => format!(" · skipped: {why}"),
                StepOutcome::Failed { fault } => format!(" · FAILED: {}", fault.message),
                StepOutcome::Held => " · held back".to_owned(),
            };
            format!("  {} {}{end} · {} ms", step.index + 1, step.guidance, step.took_ms)
        }
        RunEvent::Ended { record } => {
            let mut text = format!(
                "{} in {:.1} s, at {}",
                record.outcome.name(),
                record.latency_ms as f64 / 1000.0,
                record.final_url
            );
            match &record.outcome {
                TaskOutcome::Failed { reason } => text.push_str(&format!("\n{reason}")),
                TaskOutcome::NoSkillFits { reason, nearest } => {
                    text.push_str(&format!("\n{reason}"));
                    for skill in nearest {
                        text.push_str(&format!(
                            "\n  nearest: {} ({:.2}): {}",
                            skill.name,
                            f64::from(skill.similarity) / 1000.0,
                            skill.why
                        ));
                    }
                }
                TaskOutcome::NeedsInput { skill, missing } => {
                    for input in missing {
                        text.push_str(&format!(
                            "\n  {skill} needs `{}`: {} (give it with --input {}=…)",
                            input.name, input.description, input.name
                        ));
                    }
                }
                _ => {}
            }
            if let Some(answer) = &record.answer {
                text.push_str(&format!("\nanswer: {answer}"));
            }
            text
        }
        _ => return None,
    })
}
