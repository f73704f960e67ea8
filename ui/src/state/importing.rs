//! Imports: what is read now, and the report of each file.

use atelier_core::fidelity::FidelityReport;
use atelier_core::ipc::{ImportEvent, UiError};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::bindings::{Channel, trajectories};
use crate::state::App;

/// What became of one file.
#[derive(Clone, Debug)]
pub enum FileResult {
    Read { report: FidelityReport, added: usize, duplicate: usize },
    Refused { file: String, error: UiError },
}

#[derive(Clone, Copy)]
pub struct Importing {
    pub running: RwSignal<bool>,
    pub files: RwSignal<usize>,
    pub results: RwSignal<Vec<FileResult>>,
    pub error: RwSignal<Option<UiError>>,
    /// The report is on screen.
    pub shown: RwSignal<bool>,
}

/// What to import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    Samples,
    /// Files the user picks.
    Choice,
}

impl Default for Importing {
    fn default() -> Self {
        Self {
            running: RwSignal::new(false),
            files: RwSignal::new(0),
            results: RwSignal::new(Vec::new()),
            error: RwSignal::new(None),
            shown: RwSignal::new(false),
        }
    }
}

impl Importing {
    pub fn start(self, app: App, from: From) {
        if self.running.get_untracked() {
            return;
        }
        spawn_local(async move {
            self.run(app, from).await;
        });
    }

    /// True where it came to its end.
    pub async fn run(self, app: App, from: From) -> bool {
        self.running.set(true);
        self.error.set(None);
        let channel = Channel::open(move |event| self.hear(app, event));
        let reply = match from {
            From::Samples => trajectories::import_samples(&channel).await,
            From::Choice => trajectories::import_choose(&channel).await,
        };
        self.running.set(false);
        app.load_trajectories();
        app.load_overview();
        match reply {
            Ok(()) => true,
            Err(error) => {
                self.error.set(Some(error));
                self.shown.set(true);
                false
            }
        }
    }

    /// Takes one event in; also those of dropped files, which the shell imports by itself.
    pub fn hear(self, app: App, event: ImportEvent) {
        match event {
            ImportEvent::Started { files } => {
                self.running.set(true);
                self.files.set(files);
                self.results.set(Vec::new());
                self.error.set(None);
                self.shown.set(true);
            }
            ImportEvent::Read { report, added, duplicate } => {
                self.results.update(|all| all.push(FileResult::Read { report, added, duplicate }));
            }
            ImportEvent::Refused { file, error } => {
                self.results.update(|all| all.push(FileResult::Refused { file, error }));
            }
            ImportEvent::Ended { .. } => {
                self.running.set(false);
                app.load_trajectories();
                app.load_overview();
            }
        }
    }
}
