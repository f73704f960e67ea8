//! The local path over a pool with known truth: what is counted, and how.
//!
//! Shared by the test with a small pool and the example with the full one.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;

use async_trait::async_trait;
use atelier_core::ids::{SkillId, TrajectoryId};
use atelier_core::replay::{ReplayReport, ReplayResult};
use atelier_core::settings::Selection;
use atelier_core::site::{Site, SiteKind, Sites};
use atelier_core::verdict::{Exit, Rule};
use atelier_embed::Embedder;
use atelier_tailor::{
    Check, Library, LocalJudge, Panel, Selected, SelectionInput, Verified, Verify, choose, extract,
};
use atelier_testkit::pool::{Made, Sample, capabilities};

/// The samples of the practice sites.
pub fn samples() -> Vec<Sample> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../practice/samples");
    let mut files: Vec<_> = ["forum", "shop"]
        .iter()
        .flat_map(|site| std::fs::read_dir(root.join(site)).into_iter().flatten().flatten())
        .map(|entry| entry.path())
        .collect();
    files.sort();
    let mut ids = || TrajectoryId::new(uuid::Uuid::nil());
    files
        .iter()
        .filter_map(|file| {
            // The pool makes its own with extra steps, and then it is known of what.
            let name = file.file_name()?.to_str().filter(|name| !name.starts_with("extra_"))?;
            let found = atelier_formats::read_file(file, 0, &mut ids).ok()?;
            found.trajectories.into_iter().next().map(|trajectory| Sample::named(name, trajectory))
        })
        .collect()
}

pub fn sites() -> Sites {
    let site = |alias: &str, kind| Site {
        alias: alias.into(),
        kind,
        description: String::new(),
        origins: vec![format!("http://{alias}.practice")],
        test_site: true,
    };
    Sites(vec![site("forum", SiteKind::Forum), site("shop", SiteKind::Shop)])
}

/// Every check succeeds: here it is the filters that are on trial.
struct AllWell;

#[async_trait]
impl Verify for AllWell {
    async fn verify(&self, check: Check<'_>) -> Verified {
        let report = ReplayReport {
            skill: check.skill.id,
            skill_name: check.skill.name.clone(),
            arguments: BTreeMap::new(),
            steps: Vec::new(),
            postconditions: Vec::new(),
            healings: Vec::new(),
            result: ReplayResult::Completed,
            outputs: BTreeMap::new(),
            answer: None,
            final_url: String::new(),
            took_ms: 0,
        };
        Verified::Ran { report: Box::new(report), choices: BTreeMap::new() }
    }
}

/// What came of a pool.
pub struct Found {
    pub selected: Selected,
    /// Counts by true and given grade, 1 to 5.
    pub grades: [[usize; 6]; 6],
    pub duplicates: Counts,
    pub judged: Counts,
    /// Chores for which the pool has a complete recording, and no skill stayed.
    pub lost: BTreeSet<String>,
    pub capabilities: usize,
    /// For people: what went wrong.
    pub faults: Vec<String>,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    pub right: usize,
    pub wrong: usize,
    pub missed: usize,
}

impl Counts {
    pub fn precision(self) -> f64 {
        share(self.right, self.right + self.wrong)
    }

    pub fn recall(self) -> f64 {
        share(self.right, self.right + self.missed)
    }
}

fn share(part: usize, of: usize) -> f64 {
    if of == 0 { 1.0 } else { part as f64 / of as f64 }
}

impl Found {
    /// Of those given this grade, the share that has it; of those that have it, the share that was given it.
    pub fn grade(&self, grade: usize) -> (f64, f64) {
        let right = self.grades[grade][grade];
        let given: usize = (1..6).map(|truth| self.grades[truth][grade]).sum();
        let has: usize = self.grades[grade].iter().sum();
        (share(right, given), share(right, has))
    }

    pub fn right_grades(&self) -> f64 {
        let all: usize = self.grades.iter().flatten().sum();
        share((1..6).map(|grade| self.grades[grade][grade]).sum(), all)
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let view = &self.selected.view;
        writeln!(
            f,
            "{} candidates, {} clusters, {} through quality",
            view.generated, view.clusters, view.quality
        )?;
        writeln!(f, "granularity: {:.3} right", self.right_grades())?;
        for grade in 1..6 {
            let (precision, recall) = self.grade(grade);
            writeln!(
                f,
                "  {grade}: precision {precision:.3}, recall {recall:.3}, given {:?}",
                &self.grades[grade][1..]
            )?;
        }
        let d = self.duplicates;
        writeln!(f, "duplicates dropped: precision {:.3}, recall {:.3} ({d:?})", d.precision(), d.recall())?;
        let j = self.judged;
        writeln!(f, "pairs judged: precision {:.3}, recall {:.3} ({j:?})", j.precision(), j.recall())?;
        write!(f, "chores: {}, without any skill: {:?}", self.capabilities, self.lost)
    }
}

/// Runs the filters over the pool and counts.
pub async fn run(pool: &[Made], embedder: &dyn Embedder) -> Found {
    let trajectories: Vec<_> = pool.iter().map(|made| made.trajectory.clone()).collect();
    let sites = sites();
    let selection = Selection::default();
    let library = Library { trajectories: &trajectories, skills: &[], sites: &sites };
    let mut n = 0_u128;
    let mut ids = || {
        n += 1;
        SkillId::new(uuid::Uuid::from_u128(n))
    };
    let candidates = extract::each(&library, &selection, 1, &mut ids);
    let made_of: BTreeMap<SkillId, usize> = candidates.iter().map(|c| (c.skill.id, c.trajectory())).collect();
    let (stages, marks, reports) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    let input = SelectionInput {
        trajectories: &trajectories,
        skills: &[],
        stages: &stages,
        marks: &marks,
        not_duplicates: &[],
        known: &[],
        reports: &reports,
        sites: &sites,
        selection,
        now: 1,
    };
    let mut panel = Panel {
        judge: &LocalJudge,
        embedder,
        verify: &AllWell,
        ids: &mut ids,
        progress: &mut |_| {},
        stopped: &|| false,
    };
    match choose(candidates, input, &mut panel).await {
        Ok(selected) => count(pool, &made_of, selected),
        Err(error) => panic!("the selection failed: {error}"),
    }
}

fn count(pool: &[Made], made_of: &BTreeMap<SkillId, usize>, selected: Selected) -> Found {
    let mut grades = [[0; 6]; 6];
    let mut faults = Vec::new();
    let of = |id: &SkillId| &pool[made_of[id]];
    let text = |id: &SkillId| {
        let skill = selected.skills.iter().find(|s| s.id == *id);
        format!(
            "{} ({}) “{}” ← {:?}",
            of(id).capability,
            of(id).sample,
            skill.map_or_else(String::new, |s| s.docstring()),
            of(id).trajectory.task
        )
    };
    for verdict in selected.verdicts.iter().filter(|v| v.rule == Rule::Granularity) {
        let (truth, given) = (of(&verdict.skill).grade, verdict.score.round());
        let given = (1..6_u8).find(|g| (f64::from(*g) - given).abs() < 0.5).unwrap_or(0);
        grades[usize::from(truth)][usize::from(given)] += 1;
        if truth != given {
            faults.push(format!("{truth} rated {given} ({}): {}", verdict.reason, text(&verdict.skill)));
        }
    }
    let (mut judged, mut duplicates) = (Counts::default(), Counts::default());
    for verdict in selected.verdicts.iter().filter(|v| v.rule == Rule::Duplicate) {
        let Some(other) = verdict.other else { continue };
        let says = verdict.exit == Some(Exit::Duplicate);
        match (says, of(&verdict.skill).same(of(&other))) {
            (true, Some(true)) => judged.right += 1,
            (true, Some(false)) => judged.wrong += 1,
            (false, Some(true)) => judged.missed += 1,
            _ => continue,
        }
        if says != (of(&verdict.skill).sample == of(&other).sample) {
            faults.push(format!(
                "{} at {:.2}: {}\n      {}\n      {}",
                if says { "wrongly one" } else { "wrongly two" },
                verdict.score,
                verdict.reason,
                text(&verdict.skill),
                text(&other)
            ));
        }
    }
    // A dropped one is right where a survivor does the same; a survivor is missed where an earlier one does.
    let ended = |exit: Option<Exit>| matches!(exit, None | Some(Exit::Unlikely | Exit::Never));
    let through: Vec<&SkillId> =
        selected.view.skills.iter().filter(|row| ended(row.exit)).map(|row| &row.id).collect();
    for row in selected.view.skills.iter().filter(|row| row.exit == Some(Exit::Duplicate)) {
        let same: Vec<Option<bool>> = through.iter().map(|id| of(&row.id).same(of(id))).collect();
        if same.contains(&Some(true)) {
            duplicates.right += 1;
        } else if !same.contains(&None) {
            duplicates.wrong += 1;
        }
    }
    for (n, id) in through.iter().enumerate() {
        if let Some(first) = through[..n].iter().find(|other| of(id).same(of(other)) == Some(true)) {
            duplicates.missed += 1;
            faults.push(format!("stayed twice:\n      {}\n      {}", text(id), text(first)));
        }
    }
    let kept: BTreeSet<&str> = through.iter().map(|id| of(id).capability.as_str()).collect();
    let wanted = capabilities(pool);
    let lost = wanted.iter().filter(|c| !kept.contains(**c)).map(|c| (*c).to_owned()).collect();
    Found { grades, duplicates, judged, lost, capabilities: wanted.len(), faults, selected }
}
