//! Progress of long work, sent over channels.

use serde::{Deserialize, Serialize};

use crate::fidelity::FidelityReport;
use crate::ipc::PipelineView;
use crate::ipc::error::UiError;
use crate::verdict::{Rule, Verdict};

/// Progress of an import.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum ImportEvent {
    Started {
        files: usize,
    },
    /// One file is in; `duplicate` where the same trajectories were there already.
    Read {
        report: FidelityReport,
        added: usize,
        duplicate: usize,
    },
    /// One file was refused; the store is as it was before it.
    Refused {
        file: String,
        error: UiError,
    },
    Ended {
        added: usize,
        refused: usize,
    },
}

/// Progress of the offline selection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum TailorEvent {
    Started {
        trajectories: usize,
    },
    /// A rule begins on so many skills.
    Rule {
        rule: Rule,
        skills: usize,
    },
    /// One decision.
    Decided {
        rule: Rule,
        done: usize,
        of: usize,
        skill: String,
        verdict: Verdict,
    },
    Ended {
        view: Box<PipelineView>,
    },
}
