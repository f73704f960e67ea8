//! `atelier record`: records what a person does in Chromium, step by step.

use std::sync::Arc;

use atelier_core::ipc::{RecordEvent, RecordRequest, RecordedStepView};
use atelier_core::trajectory::Replayable;
use atelier_workshop::{Workshop, WorkshopError};
use tokio::sync::mpsc;

use super::output::Output;

#[derive(clap::Args)]
pub struct Arguments {
    /// Page to begin on.
    #[arg(long)]
    url: String,
    /// What you are about to do, in your words.
    #[arg(long)]
    name: Option<String>,
    /// Without a window: another program acts as the person.
    #[arg(long)]
    headless: bool,
    /// Debugging port of Chromium on this machine, by which another program can act as the person.
    #[arg(long, value_name = "PORT")]
    devtools_port: Option<u16>,
    /// End only when the last tab is closed, not at Ctrl C.
    #[arg(long)]
    until_closed: bool,
}

pub async fn run(workshop: &Arc<Workshop>, arguments: Arguments, out: Output) -> Result<bool, WorkshopError> {
    let request = RecordRequest { url: arguments.url, name: arguments.name, headless: arguments.headless };
    let (tell, mut events) = mpsc::unbounded_channel();
    let sending = move |event| drop(tell.send(event));
    workshop.start_recording(request, arguments.devtools_port, sending).await?;
    let mut stopped = std::pin::pin!(stopped(arguments.until_closed));
    loop {
        tokio::select! {
            event = events.recv() => match event {
                // The last tab was closed. What is stored is told below.
                None | Some(RecordEvent::Ended { .. }) => break,
                Some(event) => show(out, &event),
            },
            () = &mut stopped => break,
        }
    }
    let stored = workshop.finish_recording(true).await?;
    while let Ok(event) = events.try_recv() {
        show(out, &event);
    }
    Ok(stored.is_some())
}

/// Resolves when the process is asked to end.
async fn stopped(until_closed: bool) {
    let interrupt = async {
        if until_closed || tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = terminate.recv() => {}
                () = interrupt => {}
            }
            return;
        }
    }
    interrupt.await;
}

fn show(out: Output, event: &RecordEvent) {
    out.line(event, || match event {
        RecordEvent::Started { url, .. } => Some(format!("recording at {url}; end with Ctrl C")),
        RecordEvent::Step { step } => Some(line("+", step)),
        RecordEvent::Changed { .. } | RecordEvent::Tabs { .. } => None,
        RecordEvent::Gone { id } => Some(format!("- step {id} is a part of another one")),
        RecordEvent::Paused { paused } => Some(if *paused { "paused" } else { "recording" }.to_owned()),
        RecordEvent::Ended { trajectory: Some(id), steps, .. } => {
            Some(format!("{steps} steps, stored as trajectory {id}"))
        }
        RecordEvent::Ended { .. } => Some("nothing was recorded".to_owned()),
    });
}

fn line(mark: &str, step: &RecordedStepView) -> String {
    let honest = match &step.mark {
        Some(Replayable::No { why, .. }) => format!("  ! will not replay: {}", why.words()),
        _ => String::new(),
    };
    format!("{mark} {:>3} {}{honest}", step.id, step.guidance)
}
