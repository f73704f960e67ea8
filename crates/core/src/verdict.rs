//! Verdicts: every decision of the selection as a row with its score, reason, judge and time.

use serde::{Deserialize, Serialize};

use crate::ids::SkillId;

/// Which rule decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// New, update or skip against the library (WebXSkill §3.1).
    Extraction,
    /// 1–5, 3 is best (AutoTailor A.1). The score is the rating.
    Granularity,
    /// Centroid clustering (AutoTailor §3.1). The score is the similarity to the centroid.
    Cluster,
    /// Same user task in essentially the same way (AutoTailor A.2). The score is the similarity.
    Duplicate,
    /// Replay on a live page (WebXSkill §5.3). The score is the share of conditions that held.
    Verification,
    /// 1–5 (AutoTailor A.3). The score is the rating.
    Likelihood,
}

/// How a skill left the way to the active set; none while it is on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Exit {
    TooAtomic,
    Incomplete,
    /// The main task with steps that could not be cut away.
    ExtraSteps,
    SeveralTasks,
    Duplicate,
    FailedVerification,
    /// Kept in the pool, not likely enough for the active set.
    Unlikely,
    /// The user said never.
    Never,
    /// The judge gave no usable answer; the skill stays where it was.
    Undecided,
}

impl Exit {
    /// Words on screen.
    pub const fn words(self) -> &'static str {
        match self {
            Self::TooAtomic => "too atomic",
            Self::Incomplete => "unfinished",
            Self::ExtraSteps => "extra steps",
            Self::SeveralTasks => "several tasks",
            Self::Duplicate => "duplicate",
            Self::FailedVerification => "failed verification",
            Self::Unlikely => "not likely enough",
            Self::Never => "never, by you",
            Self::Undecided => "undecided",
        }
    }
}

/// One decision about one skill.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    pub skill: SkillId,
    pub rule: Rule,
    pub score: f64,
    /// True where the skill went on.
    pub kept: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit: Option<Exit>,
    /// One sentence for people.
    pub reason: String,
    /// `local`, the name of a model, or `user`.
    pub judge: String,
    /// The other skill of a duplicate pair: the survivor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<SkillId>,
    /// Number of the cluster, for [`Rule::Cluster`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cluster: Option<u32>,
    /// Unix milliseconds.
    pub at: i64,
}
