//! Fidelity report: how much of an imported file can be replayed, and why the rest cannot.

use serde::{Deserialize, Serialize};

/// What became of one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fidelity {
    /// Can be replayed as it is.
    Replayable,
    /// Has no lasting identity: good for guidance only.
    NeedsGrounding,
    /// The action has no counterpart here; kept as text.
    Unsupported,
    /// Carries nothing for a replay (window sizes and the like).
    Dropped,
}

/// One remark about one step of the source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepRemark {
    /// Index of the step in the source, from 0.
    pub step: usize,
    pub fidelity: Fidelity,
    pub note: String,
}

/// The report of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FidelityReport {
    /// File name without folder.
    pub file: String,
    /// Name of the format, for example `atelier` or `chrome-recorder`.
    pub format: String,
    pub trajectories: usize,
    pub steps: usize,
    pub replayable: usize,
    pub needs_grounding: usize,
    pub unsupported: usize,
    pub dropped: usize,
    /// Values that were taken out because they looked like secrets.
    pub secrets: usize,
    /// Remarks on every step that is not simply replayable.
    #[serde(default)]
    pub remarks: Vec<StepRemark>,
}

impl FidelityReport {
    /// Counts one step, with a remark unless it is replayable.
    pub fn count(&mut self, step: usize, fidelity: Fidelity, note: impl Into<String>) {
        self.steps += 1;
        match fidelity {
            Fidelity::Replayable => self.replayable += 1,
            Fidelity::NeedsGrounding => self.needs_grounding += 1,
            Fidelity::Unsupported => self.unsupported += 1,
            Fidelity::Dropped => self.dropped += 1,
        }
        if fidelity != Fidelity::Replayable {
            self.remarks.push(StepRemark { step, fidelity, note: note.into() });
        }
    }
}
