//! What other thresholds would change, from the verdicts of the last run: nothing is judged, verified or
//! stored anew.
//!
//! Exact for the likelihood ratings, trimming, and a higher duplicate threshold. A lower duplicate threshold
//! or another cluster threshold needs pairs that nobody has judged; the counts stay then until the next run.

use std::collections::{BTreeMap, BTreeSet};

use atelier_core::ids::SkillId;
use atelier_core::ipc::{FunnelExit, PipelineView, SkillRow};
use atelier_core::sets::{Mark, Stage};
use atelier_core::settings::Selection;
use atelier_core::verdict::{Exit, Rule, Verdict};

/// The view as it would be with `selection`.
#[must_use]
pub fn preview(view: &PipelineView, selection: Selection) -> PipelineView {
    let mut out = view.clone();
    out.selection = selection;
    let of = |rule: Rule| -> BTreeMap<SkillId, &Verdict> {
        view.verdicts.iter().filter(|v| v.rule == rule).map(|v| (v.skill, v)).collect()
    };
    let (granularity, likelihood, clusters) =
        (of(Rule::Granularity), of(Rule::Likelihood), of(Rule::Cluster));
    out.duplicates.retain(|pair| pair.similarity > selection.duplicate);
    let dropped: BTreeSet<SkillId> = out.duplicates.iter().map(|pair| pair.dropped).collect();
    let mut in_cluster: BTreeSet<u32> = BTreeSet::new();
    let mut absent: BTreeMap<u32, (usize, f64)> = BTreeMap::new();
    for (at, row) in out.skills.iter_mut().enumerate() {
        let rating = granularity.get(&row.id).map(|v| v.score);
        let before = row.exit;
        let trimmed = rating.is_some_and(|score| (score - 4.0).abs() < 1e-9);
        row.exit = match before {
            Some(Exit::Duplicate) if !dropped.contains(&row.id) && likely_judged(view, row.id) => None,
            None | Some(Exit::Unlikely | Exit::Never) if trimmed && !selection.trim => Some(Exit::ExtraSteps),
            other => other,
        };
        let decided = matches!(row.exit, None | Some(Exit::Unlikely | Exit::Never));
        if !decided {
            continue;
        }
        let Some(score) = likelihood.get(&row.id).map(|v| v.score) else {
            continue;
        };
        let cluster = clusters.get(&row.id).and_then(|v| v.cluster);
        let verified = row.verified == Some(true);
        let inside = match row.mark {
            Some(Mark::Pin) => true,
            Some(Mark::Never | Mark::Deleted) => false,
            None => verified && score >= f64::from(selection.likely),
        };
        row.stage = if inside { Stage::Active } else { Stage::Pool };
        row.exit = match row.mark {
            Some(Mark::Never | Mark::Deleted) => Some(Exit::Never),
            _ if inside || !verified => None,
            _ => Some(Exit::Unlikely),
        };
        if inside {
            in_cluster.extend(cluster);
        } else if let Some(cluster) = cluster
            && verified
            && row.mark.is_none()
            && score >= f64::from(selection.cluster_best)
            && absent.get(&cluster).is_none_or(|(_, best)| score > *best)
        {
            absent.insert(cluster, (at, score));
        }
    }
    for (cluster, (at, _)) in absent {
        if !in_cluster.contains(&cluster) {
            out.skills[at].stage = Stage::Active;
            out.skills[at].exit = None;
        }
    }
    count(&mut out, view);
    out
}

/// A duplicate that is let through again was never rated: it counts for quality, not for the active set.
fn likely_judged(view: &PipelineView, id: SkillId) -> bool {
    view.duplicates.iter().any(|pair| pair.dropped == id)
}

fn count(out: &mut PipelineView, before: &PipelineView) {
    let through = |exit: Option<Exit>| {
        matches!(exit, None | Some(Exit::FailedVerification | Exit::Unlikely | Exit::Never))
    };
    // Undecided only at the end of the way.
    let late = |row: &SkillRow| row.exit == Some(Exit::Undecided) && row.verified.is_some();
    out.quality = out.skills.iter().filter(|row| through(row.exit) || late(row)).count();
    out.verified = out.skills.iter().filter(|row| through(row.exit) && row.verified == Some(true)).count();
    out.active = out.skills.iter().filter(|row| row.stage == Stage::Active && through(row.exit)).count();
    let mut exits: Vec<FunnelExit> = Vec::new();
    for row in &out.skills {
        let Some(exit) = row.exit else { continue };
        let rule = before
            .exits
            .iter()
            .find(|e| e.exit == exit && e.skills.contains(&row.id))
            .map_or_else(|| rule_of(exit), |e| e.rule);
        match exits.iter_mut().find(|e| e.exit == exit && e.rule == rule) {
            Some(found) => found.skills.push(row.id),
            None => exits.push(FunnelExit { exit, rule, skills: vec![row.id] }),
        }
    }
    exits.sort_by_key(|e| e.exit);
    out.exits = exits;
}

const fn rule_of(exit: Exit) -> Rule {
    match exit {
        Exit::TooAtomic | Exit::Incomplete | Exit::ExtraSteps | Exit::SeveralTasks | Exit::Undecided => {
            Rule::Granularity
        }
        Exit::Duplicate => Rule::Duplicate,
        Exit::FailedVerification => Rule::Verification,
        Exit::Unlikely | Exit::Never => Rule::Likelihood,
    }
}
