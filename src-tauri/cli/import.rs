//! `atelier import`: reads files of any known format, with a fidelity report each.

use std::path::PathBuf;
use std::sync::Arc;

use atelier_core::fidelity::FidelityReport;
use atelier_core::ipc::ImportEvent;
use atelier_workshop::{Workshop, WorkshopError};

use super::output::Output;

#[derive(clap::Args)]
pub struct Arguments {
    /// Files, or folders whose `.json` files are read.
    #[arg(required_unless_present = "samples")]
    paths: Vec<PathBuf>,
    /// The sample trajectories of the practice sites.
    #[arg(long)]
    samples: bool,
}

pub async fn run(workshop: &Arc<Workshop>, arguments: Arguments, out: Output) -> Result<bool, WorkshopError> {
    let mut print = |event: ImportEvent| out.line(&event, || text(&event));
    let mut refused = 0;
    if arguments.samples {
        refused += workshop.import_samples(&mut print).await?.refused;
    }
    if !arguments.paths.is_empty() {
        refused += workshop.import(&arguments.paths, &mut print).await?.refused;
    }
    Ok(refused == 0)
}

fn text(event: &ImportEvent) -> Option<String> {
    match event {
        ImportEvent::Started { .. } => None,
        ImportEvent::Read { report, added, duplicate } => Some(fidelity(report, *added, *duplicate)),
        ImportEvent::Refused { file, error } => Some(format!("{file}: {}\n  {}", error.message, error.hint)),
        ImportEvent::Ended { added, refused } => {
            Some(format!("{added} trajectories added, {refused} files refused"))
        }
    }
}

fn fidelity(report: &FidelityReport, added: usize, duplicate: usize) -> String {
    let mut line = format!(
        "{}: {} · {} of {} steps replayable",
        report.file, report.format, report.replayable, report.steps
    );
    for (count, words) in [
        (report.needs_grounding, "need grounding"),
        (report.unsupported, "unsupported"),
        (report.dropped, "carry nothing to replay"),
        (report.secrets, "secrets taken out"),
    ] {
        if count > 0 {
            line.push_str(&format!(", {count} {words}"));
        }
    }
    if duplicate > 0 {
        line.push_str(if added == 0 { " · already there" } else { " · in part already there" });
    }
    line
}
