//! What can be selected in the drawing.

use std::collections::BTreeSet;

use atelier_core::ids::SkillId;
use atelier_core::ipc::PipelineView;
use atelier_core::sets::Stage;
use atelier_core::verdict::{Exit, Rule};

/// A band of the flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Band {
    Generated,
    /// Through the quality filter.
    Quality,
    Verified,
    Active,
    /// The pairs of duplicates.
    Duplicates,
    /// Any other side exit.
    Left(Exit),
}

impl Band {
    pub const fn of_exit(exit: Exit) -> Self {
        match exit {
            Exit::Duplicate => Self::Duplicates,
            other => Self::Left(other),
        }
    }

    pub const fn title(self) -> &'static str {
        match self {
            Self::Generated => "Generated",
            Self::Quality => "In the pool",
            Self::Verified => "Verified on the page",
            Self::Active => "Active",
            Self::Duplicates => "Duplicates",
            Self::Left(exit) => match exit {
                Exit::TooAtomic => "Too atomic",
                Exit::Incomplete => "Unfinished",
                Exit::ExtraSteps => "Extra steps",
                Exit::SeveralTasks => "Several tasks",
                Exit::Duplicate => "Duplicates",
                Exit::FailedVerification => "Failed verification",
                Exit::Unlikely => "Not likely enough",
                Exit::Never => "Never, by you",
                Exit::Undecided => "Undecided",
            },
        }
    }

    /// The rule whose reason stands beside each skill of this band.
    pub const fn rule(self) -> Rule {
        match self {
            Self::Generated => Rule::Extraction,
            Self::Quality => Rule::Granularity,
            Self::Verified => Rule::Verification,
            Self::Active => Rule::Likelihood,
            Self::Duplicates => Rule::Duplicate,
            Self::Left(exit) => match exit {
                Exit::TooAtomic
                | Exit::Incomplete
                | Exit::ExtraSteps
                | Exit::SeveralTasks
                | Exit::Undecided => Rule::Granularity,
                Exit::Duplicate => Rule::Duplicate,
                Exit::FailedVerification => Rule::Verification,
                Exit::Unlikely | Exit::Never => Rule::Likelihood,
            },
        }
    }

    /// The skills of this band.
    pub fn skills(self, view: &PipelineView) -> BTreeSet<SkillId> {
        let left = |keep: &dyn Fn(Exit, Rule) -> bool| -> BTreeSet<SkillId> {
            let exits = view.exits.iter().filter(|exit| keep(exit.exit, exit.rule));
            exits.flat_map(|exit| exit.skills.iter().copied()).collect()
        };
        let all = || view.skills.iter().map(|row| row.id);
        match self {
            Self::Generated => all().collect(),
            Self::Quality => {
                let gone = left(&|_, rule| rule < Rule::Verification);
                all().filter(|id| !gone.contains(id)).collect()
            }
            Self::Verified => {
                view.skills.iter().filter(|row| row.verified == Some(true)).map(|row| row.id).collect()
            }
            Self::Active => {
                view.skills.iter().filter(|row| row.stage == Stage::Active).map(|row| row.id).collect()
            }
            Self::Duplicates => left(&|exit, _| exit == Exit::Duplicate),
            Self::Left(exit) => left(&|other, _| other == exit),
        }
    }
}
