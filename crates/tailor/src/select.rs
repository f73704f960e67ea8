//! The offline selection (AutoTailor §3.1): Generated → Pool → Active, every decision as a row.
//!
//! | module | does |
//! |---|---|
//! | [`forecast`] | what a model as judge will be asked at most, and what that costs |
//! | `quality` | granularity, clusters, duplicates |
//! | `proof` | verification on live pages |
//! | `likely` | usage likelihood and the best of absent clusters |
//! | `memory` | decisions of the last run that still hold |
//! | `settle` | versions, stages, moves, what the screens show |

pub mod forecast;
mod likely;
mod memory;
mod proof;
mod quality;
mod settle;

use std::collections::BTreeMap;

use atelier_core::ids::SkillId;
use atelier_core::ipc::{DuplicatePair, PipelineView, TailorEvent};
use atelier_core::replay::ReplayReport;
use atelier_core::sets::{Mark, Move, Stage};
use atelier_core::settings::Selection;
use atelier_core::site::Sites;
use atelier_core::skill::Skill;
use atelier_core::trajectory::Trajectory;
use atelier_core::verdict::{Exit, Rule, Verdict};
use atelier_embed::Embedder;

use crate::duplicates::Contender;
use crate::error::TailorError;
use crate::extract::{self, Candidate, Library};
use crate::judge::Judge;
use crate::verify::Verify;

/// Everything a run starts from.
#[derive(Clone, Copy, Debug)]
pub struct SelectionInput<'a> {
    /// In collection order.
    pub trajectories: &'a [Trajectory],
    /// The library: every skill in its current version.
    pub skills: &'a [Skill],
    pub stages: &'a BTreeMap<SkillId, Stage>,
    pub marks: &'a BTreeMap<SkillId, Mark>,
    /// Pairs the user said are no duplicates.
    pub not_duplicates: &'a [(SkillId, SkillId)],
    /// Verdicts of the last run, so that nobody is asked again about what did not change.
    pub known: &'a [Verdict],
    /// Last verification of each skill; one of an unchanged program that succeeded is not repeated.
    pub reports: &'a BTreeMap<SkillId, ReplayReport>,
    pub sites: &'a Sites,
    pub selection: Selection,
    /// Unix milliseconds.
    pub now: i64,
}

/// Who decides and tries, and who is told.
pub struct Panel<'a> {
    pub judge: &'a dyn Judge,
    pub embedder: &'a dyn Embedder,
    pub verify: &'a dyn Verify,
    /// Gives the id of each new skill.
    pub ids: &'a mut (dyn FnMut() -> SkillId + Send),
    pub progress: &'a mut (dyn FnMut(TailorEvent) + Send),
    /// Looked at between decisions.
    pub stopped: &'a (dyn Fn() -> bool + Sync),
}

impl std::fmt::Debug for Panel<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Panel").field("judge", &self.judge.name()).finish_non_exhaustive()
    }
}

/// What a run brought. Nothing is stored yet.
#[derive(Clone, Debug, PartialEq)]
pub struct Selected {
    /// Every skill of the run; those equal to the library's carry its version.
    pub skills: Vec<Skill>,
    pub verdicts: Vec<Verdict>,
    /// Where each skill of the run stands now.
    pub stages: BTreeMap<SkillId, Stage>,
    /// Changes of stage against the input.
    pub moves: Vec<Move>,
    /// Verifications that were carried out in this run.
    pub reports: Vec<ReplayReport>,
    pub view: PipelineView,
}

pub use settle::skill_row;

/// One candidate on its way.
#[derive(Debug)]
pub(crate) struct Row {
    pub candidate: Candidate,
    pub exit: Option<(Exit, Rule)>,
    pub vector: Vec<f32>,
    pub cluster: Option<usize>,
    pub verified: Option<bool>,
    pub likelihood: Option<u8>,
    pub active: bool,
    /// Why it is where it is.
    pub reason: String,
}

impl Row {
    fn skill(&self) -> &Skill {
        &self.candidate.skill
    }

    fn is_on_the_way(&self) -> bool {
        self.exit.is_none()
    }
}

/// The state of a run.
pub(crate) struct Run<'a, 'b> {
    pub input: SelectionInput<'a>,
    pub panel: &'b mut Panel<'a>,
    pub memory: memory::Memory<'a>,
    pub rows: Vec<Row>,
    pub verdicts: Vec<Verdict>,
    pub pairs: Vec<DuplicatePair>,
    pub reports: Vec<ReplayReport>,
    pub clusters: usize,
    pub passed_quality: usize,
}

/// Runs the whole selection.
///
/// # Errors
/// [`TailorError`]; nothing is stored by this crate, so the library stays as it is.
pub async fn select<'a>(input: SelectionInput<'a>, panel: &mut Panel<'a>) -> Result<Selected, TailorError> {
    if input.trajectories.is_empty() {
        return Err(TailorError::NoTrajectories);
    }
    (panel.progress)(TailorEvent::Started { trajectories: input.trajectories.len() });
    let library = Library { trajectories: input.trajectories, skills: input.skills, sites: input.sites };
    let candidates = extract::local(&library, &input.selection, input.now, panel.ids);
    choose(candidates, input, panel).await
}

/// The selection from given candidates on, which were cut from the input's trajectories.
///
/// # Errors
/// As [`select`].
pub async fn choose<'a>(
    candidates: Vec<Candidate>,
    input: SelectionInput<'a>,
    panel: &mut Panel<'a>,
) -> Result<Selected, TailorError> {
    let library = Library { trajectories: input.trajectories, skills: input.skills, sites: input.sites };
    let rows = candidates.into_iter().map(|candidate| Row {
        candidate,
        exit: None,
        vector: Vec::new(),
        cluster: None,
        verified: None,
        likelihood: None,
        active: false,
        reason: String::new(),
    });
    let mut run = Run {
        memory: memory::Memory::of(&input),
        input,
        rows: rows.collect(),
        panel,
        verdicts: Vec::new(),
        pairs: Vec::new(),
        reports: Vec::new(),
        clusters: 0,
        passed_quality: 0,
    };
    run.extraction()?;
    run.granularity(&library).await?;
    run.embed()?;
    run.cluster();
    run.duplicates().await?;
    run.passed_quality = run.rows.iter().filter(|row| row.is_on_the_way()).count();
    run.verification().await?;
    run.likelihood().await?;
    Ok(run.settle())
}

impl Run<'_, '_> {
    fn extraction(&mut self) -> Result<(), TailorError> {
        self.begin(Rule::Extraction, self.rows.len())?;
        for at in 0..self.rows.len() {
            let verdict = self.rows[at].candidate.verdict.clone();
            self.decided(at, at + 1, self.rows.len(), verdict)?;
        }
        Ok(())
    }

    fn begin(&mut self, rule: Rule, skills: usize) -> Result<(), TailorError> {
        if (self.panel.stopped)() {
            return Err(TailorError::Stopped);
        }
        (self.panel.progress)(TailorEvent::Rule { rule, skills });
        Ok(())
    }

    /// Keeps a verdict and tells it.
    fn decided(&mut self, at: usize, done: usize, of: usize, verdict: Verdict) -> Result<(), TailorError> {
        if (self.panel.stopped)() {
            return Err(TailorError::Stopped);
        }
        let row = &mut self.rows[at];
        if let Some(exit) = verdict.exit {
            row.exit = Some((exit, verdict.rule));
        }
        row.reason.clone_from(&verdict.reason);
        let skill = row.skill().name.clone();
        (self.panel.progress)(TailorEvent::Decided {
            rule: verdict.rule,
            done,
            of,
            skill,
            verdict: verdict.clone(),
        });
        self.verdicts.push(verdict);
        Ok(())
    }

    fn verdict(&self, at: usize, rule: Rule, score: f64, reason: impl Into<String>) -> Verdict {
        Verdict {
            skill: self.rows[at].skill().id,
            rule,
            score,
            kept: true,
            exit: None,
            reason: reason.into(),
            judge: self.panel.judge.name().to_owned(),
            other: None,
            cluster: None,
            at: self.input.now,
        }
    }

    /// A question without an answer: the skill leaves the run and stays where it was. Other errors end the run.
    fn unless_undecided<T>(
        &mut self,
        at: usize,
        rule: Rule,
        (done, of): (usize, usize),
        answer: Result<T, TailorError>,
    ) -> Result<Option<T>, TailorError> {
        match answer {
            Ok(answer) => Ok(Some(answer)),
            Err(error @ TailorError::Undecided { .. }) => {
                let mut verdict = self.verdict(at, rule, 0.0, sentence(&error));
                verdict.kept = false;
                verdict.exit = Some(Exit::Undecided);
                self.decided(at, done, of, verdict)?;
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    fn on_the_way(&self) -> Vec<usize> {
        (0..self.rows.len()).filter(|at| self.rows[*at].is_on_the_way()).collect()
    }

    fn mark(&self, at: usize) -> Option<Mark> {
        self.input.marks.get(&self.rows[at].skill().id).copied()
    }

    fn contender(&self, at: usize) -> Contender {
        let row = &self.rows[at];
        let trajectory = self.input.trajectories.get(row.candidate.trajectory());
        Contender {
            pinned: self.mark(at) == Some(Mark::Pin),
            outcome: trajectory.map_or(atelier_core::trajectory::Outcome::Unknown, |t| t.outcome),
            whole: row.candidate.is_whole(),
            steps: row.skill().steps.iter().filter(|s| s.action.is_meaningful()).count(),
            order: at,
        }
    }
}

/// The error as a sentence of its own.
fn sentence(error: &TailorError) -> String {
    let text = error.to_string();
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}

#[cfg(test)]
mod asked;
#[cfg(test)]
mod edges;
#[cfg(test)]
mod tests;
