//! `atelier log`: the task log.

use std::sync::Arc;

use atelier_workshop::{Workshop, WorkshopError};

use super::output::{Output, short, table};

#[derive(clap::Args)]
pub struct Arguments {
    /// Most rows to show, newest first.
    #[arg(long, default_value_t = 50)]
    limit: u32,
}

pub async fn run(
    workshop: &Arc<Workshop>,
    arguments: &Arguments,
    out: Output,
) -> Result<bool, WorkshopError> {
    let rows = workshop.tasks(arguments.limit).await?;
    out.document(&rows, || {
        let cells: Vec<_> = rows
            .iter()
            .map(|row| {
                let t = row.tokens;
                vec![
                    row.outcome.name().to_owned(),
                    if row.gap { "gap".to_owned() } else { String::new() },
                    format!("{:.1} s", row.latency_ms as f64 / 1000.0),
                    format!(
                        "{}+{}",
                        t.tooling_request + t.tooling_completion,
                        t.fallback_request + t.fallback_completion
                    ),
                    row.skills.join(", "),
                    short(&row.intent, 70),
                    short(row.answer.as_deref().unwrap_or_default(), 30),
                ]
            })
            .collect();
        table(&["outcome", "", "time", "tokens", "skills", "task", "answer"], &cells)
    });
    Ok(true)
}
