//! Judges: ratings of granularity and usage likelihood, and whether two skills do the same.
//!
//! A judge may be a model ([`ModelJudge`]) or the rules of [`LocalJudge`]; the selection treats them alike.
//!
//! | module | does |
//! |---|---|
//! | `granularity`, [`duplicate`], `likelihood` | the local judge |
//! | `model`, `prompts` | the judge with a model: its questions, checks and refusals |
//! | [`answers`] | answers kept by content, the forecast and the account of asking |

pub mod answers;
pub mod duplicate;
mod granularity;
mod likelihood;
mod model;
pub(crate) mod prompts;

use async_trait::async_trait;
use atelier_core::site::Site;
use atelier_core::skill::Skill;
use atelier_core::trajectory::Trajectory;

use crate::error::TailorError;

pub use answers::{Account, Answers, Forecast};
pub use likelihood::core_phrases;
pub use model::ModelJudge;
#[cfg(test)]
pub(crate) use model::tests as scripted;
pub(crate) use model::until;

/// A rating from 1 to 5.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rating {
    pub score: u8,
    /// One sentence for people.
    pub reason: String,
    /// First and last step to keep, where the rest can be cut away (granularity 4).
    pub trim: Option<[usize; 2]>,
}

/// Whether two skills do the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    pub same: bool,
    /// One sentence for people.
    pub reason: String,
}

/// What is known about how a skill would be used.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Usage {
    /// Greatest similarity of the description to what people do on such sites, 0 to 1.
    pub core: f64,
    /// Recordings of the same chore.
    pub recordings: usize,
}

/// What becomes of a candidate beside its neighbours in the library (WebXSkill §3.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Novelty {
    New {
        reason: String,
    },
    /// A better version of this neighbour.
    Update {
        of: usize,
        reason: String,
    },
    /// This neighbour does it already.
    Skip {
        of: usize,
        reason: String,
    },
}

/// One thing that a judge will be asked.
#[derive(Clone, Copy, Debug)]
pub enum Question<'a> {
    Granularity { skill: &'a Skill, trajectory: &'a Trajectory },
    Duplicate { a: &'a Skill, b: &'a Skill, similarity: f64 },
    Likelihood { skill: &'a Skill, site: Option<&'a Site>, usage: Usage },
    Novelty { skill: &'a Skill, neighbours: &'a [&'a Skill] },
}

/// Judges skills. [`TailorError::Undecided`] leaves the one skill where it was; any other error ends the
/// selection, and nothing is stored then.
#[async_trait]
pub trait Judge: Send + Sync {
    /// `local`, or the name of the model; it stands in every verdict.
    fn name(&self) -> &str;

    /// Told what will be asked, so that a judge may ask for several answers at once. `stopped` is looked at while
    /// it waits.
    async fn prepare(
        &self,
        _questions: &[Question<'_>],
        _stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<(), TailorError> {
        Ok(())
    }

    /// 1 too atomic, 2 incomplete, 3 one complete task, 4 main task with unneeded steps, 5 several
    /// unrelated tasks (AutoTailor A.1). 3 is the best, 5 is not.
    async fn granularity(&self, skill: &Skill, trajectory: &Trajectory) -> Result<Rating, TailorError>;

    /// Same user task achieved in essentially the same way, whatever wording, order of equivalent steps or
    /// concrete values (AutoTailor A.2).
    async fn duplicate(&self, a: &Skill, b: &Skill, similarity: f64) -> Result<Judgement, TailorError>;

    /// How likely a typical user of the site wants it, 1 to 5 (AutoTailor A.3). An estimate.
    async fn likelihood(
        &self,
        skill: &Skill,
        site: Option<&Site>,
        usage: Usage,
    ) -> Result<Rating, TailorError>;

    /// A candidate beside its nearest neighbours in the library, all at once. None from judges that compare in
    /// pairs only.
    async fn novelty(&self, _skill: &Skill, _neighbours: &[&Skill]) -> Result<Option<Novelty>, TailorError> {
        Ok(None)
    }
}

/// The judge without a model: rules over steps, requests and words.
#[derive(Clone, Copy, Debug, Default)]
pub struct LocalJudge;

#[async_trait]
impl Judge for LocalJudge {
    fn name(&self) -> &'static str {
        "local"
    }

    async fn granularity(&self, skill: &Skill, trajectory: &Trajectory) -> Result<Rating, TailorError> {
        Ok(granularity::rate(skill, trajectory))
    }

    async fn duplicate(&self, a: &Skill, b: &Skill, _similarity: f64) -> Result<Judgement, TailorError> {
        Ok(duplicate::compare(a, b))
    }

    async fn likelihood(
        &self,
        skill: &Skill,
        site: Option<&Site>,
        usage: Usage,
    ) -> Result<Rating, TailorError> {
        Ok(likelihood::rate(skill, site, usage))
    }
}
