//! A pool of recordings with known truth: sample recordings, said otherwise, with other values, in another
//! order, cut short, gone on with, and joined.
//!
//! The same samples, size and seed give the same pool. What is said otherwise comes in two sets of phrasings,
//! so that what was improved on one can be tried on the other.

mod dice;
mod phrases;
mod values;

use std::collections::BTreeSet;

use atelier_core::ids::TrajectoryId;
use atelier_core::trajectory::{Action, Outcome, Page, Signal, Step, Trajectory, Value};

use dice::Dice;

/// A recording whose meaning is known.
#[derive(Clone, Debug)]
pub struct Sample {
    pub trajectory: Trajectory,
    /// What it shows how to do, such as `subscribe_forum`.
    pub capability: String,
    /// Granularity, 1 to 5 (AutoTailor A.1).
    pub grade: u8,
}

impl Sample {
    /// Truth from the name of a sample file, such as `extra_subscribe.1`: what stands before the first `_` may
    /// be `atomic`, `unfinished`, `failed`, `extra` or `bundle`.
    #[must_use]
    pub fn named(name: &str, trajectory: Trajectory) -> Self {
        let name = name.split('.').next().unwrap_or(name);
        let grade = match name.split('_').next() {
            Some("atomic") => 1,
            Some("unfinished" | "failed") => 2,
            Some("extra") => 4,
            Some("bundle") => 5,
            _ => 3,
        };
        Self { trajectory, capability: name.to_owned(), grade }
    }
}

/// Which phrasings may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phrasings {
    /// To improve on.
    Known,
    /// To try what was improved.
    HeldOut,
}

/// One recording of the pool.
#[derive(Clone, Debug)]
pub struct Made {
    pub trajectory: Trajectory,
    /// Position of the sample it was made from: recordings of one sample are the same chore done the same way.
    pub sample: usize,
    /// Of that sample.
    pub capability: String,
    /// Granularity, 1 to 5.
    pub grade: u8,
}

impl Made {
    /// Whether two are the same chore done the same way; none where two samples show one chore, perhaps in
    /// different ways.
    #[must_use]
    pub fn same(&self, other: &Self) -> Option<bool> {
        if self.sample == other.sample {
            return Some(true);
        }
        // What a sample with extra steps is about stands in none of its names.
        let open = |made: &Self| made.capability.starts_with("extra_");
        (self.capability != other.capability && !open(self) && !open(other)).then_some(false)
    }
}

/// How often a second recording that fits is looked for.
const TRIES: usize = 12;

/// Makes a pool of `size` recordings.
#[must_use]
pub fn pool(samples: &[Sample], size: usize, seed: u64, phrasings: Phrasings) -> Vec<Made> {
    let whole: Vec<usize> = (0..samples.len()).filter(|at| samples[*at].grade == 3).collect();
    let mut dice = Dice::new(seed);
    let mut out = Vec::with_capacity(size);
    while out.len() < size && !whole.is_empty() {
        let before = out.len();
        // Each round takes every sample once, so that no chore is rare.
        for at in 0..samples.len() {
            let Some(made) = (out.len() < size).then(|| make(samples, &whole, at, &mut dice, phrasings))
            else {
                break;
            };
            if let Some(mut made) = made {
                if let Ok(id) = id(seed, out.len()).parse::<TrajectoryId>() {
                    made.trajectory.id = id;
                }
                made.trajectory.recorded_at += i64::try_from(out.len()).unwrap_or(0);
                out.push(made);
            }
        }
        if out.len() == before {
            break;
        }
    }
    out
}

fn id(seed: u64, number: usize) -> String {
    format!("{:08x}-0000-7000-8000-{number:012x}", seed & 0xffff_ffff)
}

fn make(
    samples: &[Sample],
    whole: &[usize],
    at: usize,
    dice: &mut Dice,
    phrasings: Phrasings,
) -> Option<Made> {
    let sample = &samples[at];
    let mut made = Made {
        trajectory: fresh(&sample.trajectory, dice, phrasings),
        sample: at,
        capability: sample.capability.clone(),
        grade: sample.grade,
    };
    if sample.grade != 3 {
        return Some(made);
    }
    match dice.below(10) {
        0 => {
            made.trajectory = first_move(&made.trajectory)?;
            made.grade = 1;
        }
        1 => {
            made.trajectory = cut_short(&made.trajectory)?;
            made.grade = 2;
        }
        2 => {
            let more = |dice: &mut Dice| {
                let more = &samples[dice.below(samples.len())].trajectory;
                gone_on(&made.trajectory, more)
            };
            made.trajectory = (0..TRIES).find_map(|_| more(dice))?;
            made.grade = 4;
        }
        3 => {
            let more = |dice: &mut Dice| {
                let other = &samples[whole[dice.below(whole.len())]];
                let second = fresh(&other.trajectory, dice, phrasings);
                if other.capability == sample.capability { None } else { joined(&made.trajectory, &second) }
            };
            made.trajectory = (0..TRIES).find_map(|_| more(dice))?;
            made.grade = 5;
        }
        _ => {}
    }
    Some(made)
}

/// With other values, other words, and the fields of a form in another order.
fn fresh(of: &Trajectory, dice: &mut Dice, phrasings: Phrasings) -> Trajectory {
    let mut made = if dice.below(4) == 0 { of.clone() } else { values::changed(of, dice) };
    made.task = made.task.map(|task| phrases::said(&task, dice, phrasings));
    reorder(&mut made.steps, dice);
    made
}

/// Fields filled one after the other on one page, in any order.
fn reorder(steps: &mut [Step], dice: &mut Dice) {
    let fills = |s: &Step| matches!(s.action, Action::Fill | Action::Select) && s.requests.is_empty();
    let mut from = 0;
    while from < steps.len() {
        let run = steps[from..]
            .iter()
            .take_while(|s| fills(s) && s.page.url == steps[from].page.url && s.signals.is_empty())
            .count();
        // A field that opens a list, and the filter of a table, belong to the step after them.
        if run >= 2 && steps.get(from + run).is_none_or(|s| s.action == Action::Click) && dice.below(2) == 0 {
            let other = from + 1 + dice.below(run - 1);
            steps.swap(from, other);
        }
        from += run.max(1);
    }
}

fn goes(step: &Step) -> bool {
    let navigates = step.signals.iter().any(|s| matches!(s, Signal::Navigation { .. }));
    step.action == Action::Click && navigates && step.requests.iter().all(|r| r.method == "GET")
}

/// Only the first link.
fn first_move(of: &Trajectory) -> Option<Trajectory> {
    let first = of.steps.first().filter(|s| goes(s))?;
    let name = first.target.as_ref()?.name.clone()?;
    let task = Some(format!("Go to {}", name.to_lowercase()));
    Some(Trajectory { task, steps: vec![first.clone()], outcome: Outcome::Success, ..of.clone() })
}

/// Without what makes it complete: the step that sends, or the reading and the answer.
fn cut_short(of: &Trajectory) -> Option<Trajectory> {
    let sends = |s: &Step| s.requests.iter().any(|r| r.method != "GET");
    let end = of.steps.iter().position(|s| sends(s) || s.action == Action::Extract).filter(|at| *at >= 2)?;
    Some(Trajectory { steps: of.steps[..end].to_vec(), outcome: Outcome::Unknown, ..of.clone() })
}

/// Goes on to a page of the site that the task does not need; before the answer, where there is one.
fn gone_on(of: &Trajectory, more: &Trajectory) -> Option<Trajectory> {
    let step = more.steps.first().filter(|s| goes(s))?;
    let done = |s: &Step| s.requests.iter().any(|r| r.method != "GET") || s.action == Action::Extract;
    if of.start_url != more.start_url || !of.steps.iter().any(done) {
        return None;
    }
    let mut made = of.clone();
    let at = made.steps.iter().position(|s| s.action == Action::Answer).unwrap_or(made.steps.len());
    let mut step = step.clone();
    let here = made.steps[..at].last()?.after.clone();
    step.page = Page { url: here.url.clone(), title: here.title.clone(), ..step.page };
    step.before = here;
    for after in &mut made.steps[at..] {
        (after.page.url, after.page.title) = (step.after.url.clone(), step.after.title.clone());
    }
    made.steps.insert(at, step);
    Some(made)
}

/// One chore after the other, both of which send something.
fn joined(first: &Trajectory, second: &Trajectory) -> Option<Trajectory> {
    let sends = |t: &Trajectory| t.steps.iter().any(|s| s.requests.iter().any(|r| r.method != "GET"));
    let origin = |t: &Trajectory| t.start_url.split('/').nth(2).map(str::to_owned);
    if !(sends(first) && sends(second)) || origin(first) != origin(second) {
        return None;
    }
    let task = format!(
        "{} and {}",
        phrases::command(first.task.as_deref()?)?,
        phrases::lower(&phrases::command(second.task.as_deref()?)?)
    );
    let last = first.steps.last()?;
    let mut steps = first.steps.clone();
    let mut go = Step::new(
        Page { url: last.after.url.clone(), title: last.after.title.clone(), ..Page::default() },
        Action::Navigate,
    );
    go.value = Some(Value::Text(second.start_url.clone()));
    go.before = last.after.clone();
    go.after = second.steps.first()?.before.clone();
    go.signals = vec![Signal::Navigation { url: second.start_url.clone(), same_document: false }];
    steps.push(go);
    steps.extend(second.steps.iter().cloned());
    Some(Trajectory { task: Some(task), steps, ..first.clone() })
}

/// The chores of the pool that a good filter keeps a skill for.
#[must_use]
pub fn capabilities(pool: &[Made]) -> BTreeSet<&str> {
    pool.iter().filter(|made| made.grade == 3).map(|made| made.capability.as_str()).collect()
}
