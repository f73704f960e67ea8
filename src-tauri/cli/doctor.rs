//! `atelier doctor`: what is there, what is missing, and how to mend it.

use std::sync::Arc;

use atelier_workshop::{Workshop, WorkshopError};

use super::output::Output;

pub async fn run(workshop: &Arc<Workshop>, out: Output) -> Result<bool, WorkshopError> {
    let checks = workshop.doctor().await;
    out.document(&checks, || {
        let line = |c: &atelier_workshop::Check| {
            let mark = if c.ok { "ok     " } else { "MISSING" };
            let remedy = if c.ok { String::new() } else { format!("\n        {}", c.remedy) };
            format!("{mark} {}: {}{remedy}", c.name, c.detail)
        };
        checks.iter().map(line).collect::<Vec<_>>().join("\n")
    });
    Ok(checks.iter().all(|c| c.ok))
}
