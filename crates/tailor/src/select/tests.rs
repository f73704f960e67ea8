//! Whole runs with a made-up embedding and a made-up page.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use async_trait::async_trait;
use atelier_core::replay::{Fault, FaultCode, ReplayResult};
use atelier_core::site::Site;
use atelier_core::trajectory::Outcome;
use atelier_embed::EmbedError;

use super::*;
use crate::bench::{self, Recording, button, field};
use crate::judge::{Judgement, LocalJudge, Rating, Usage};
use crate::verify::{Check, Verified};

/// Bags of words: texts with the same words are near.
pub(super) struct Words;

impl Embedder for Words {
    fn model_id(&self) -> &'static str {
        "words"
    }

    fn dimensions(&self) -> usize {
        256
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let one = |text: &&str| {
            let mut vector = vec![0.0_f32; 256];
            for word in crate::extract::words::words(text) {
                let hash = word.bytes().fold(7_usize, |h, b| h.wrapping_mul(31).wrapping_add(usize::from(b)));
                vector[hash % 256] += 1.0;
            }
            vector
        };
        Ok(texts.iter().map(one).collect())
    }
}

/// A page on which everything works, but for skills of these names.
#[derive(Default)]
pub(super) struct Site1 {
    broken: BTreeSet<String>,
    unreachable: bool,
    ran: Mutex<Vec<String>>,
}

#[async_trait]
impl Verify for Site1 {
    async fn verify(&self, check: Check<'_>) -> Verified {
        if self.unreachable {
            return Verified::NotRun { reason: "The site cannot be reached.".into() };
        }
        self.ran.lock().unwrap().push(check.skill.name.clone());
        let fault = Fault { code: FaultCode::NotFound, message: "there is no such element".into() };
        let result = if self.broken.contains(&check.skill.name) {
            ReplayResult::Failed { step: Some(0), fault }
        } else {
            ReplayResult::Completed
        };
        let choices = check
            .skill
            .parameters
            .iter()
            .filter(|p| p.options_from.is_some())
            .map(|p| (p.name.clone(), vec!["Hot".to_owned(), "New".to_owned()]));
        Verified::Ran { report: Box::new(bench::report(check.skill, result)), choices: choices.collect() }
    }
}

/// The local judge with likelihood ratings given by name.
struct Rated(BTreeMap<&'static str, u8>);

#[async_trait]
impl Judge for Rated {
    fn name(&self) -> &'static str {
        "rated"
    }

    async fn granularity(&self, skill: &Skill, trajectory: &Trajectory) -> Result<Rating, TailorError> {
        LocalJudge.granularity(skill, trajectory).await
    }

    async fn duplicate(&self, a: &Skill, b: &Skill, similarity: f64) -> Result<Judgement, TailorError> {
        LocalJudge.duplicate(a, b, similarity).await
    }

    async fn likelihood(&self, skill: &Skill, _: Option<&Site>, _: Usage) -> Result<Rating, TailorError> {
        let score = self.0.get(skill.name.as_str()).copied().unwrap_or(5);
        Ok(Rating { score, reason: "As given.".into(), trim: None })
    }
}

/// What a test may set; the rest is empty.
#[derive(Default)]
pub(super) struct Given {
    pub skills: Vec<Skill>,
    pub stages: BTreeMap<SkillId, Stage>,
    pub marks: BTreeMap<SkillId, Mark>,
    pub apart: Vec<(SkillId, SkillId)>,
    pub known: Vec<Verdict>,
    pub reports: BTreeMap<SkillId, ReplayReport>,
    pub selection: Selection,
}

pub(super) fn run(
    trajectories: &[Trajectory],
    given: &Given,
    judge: &dyn Judge,
    verify: &dyn Verify,
) -> Selected {
    run_with(trajectories, given, judge, verify, &Words)
}

pub(super) fn run_with(
    trajectories: &[Trajectory],
    given: &Given,
    judge: &dyn Judge,
    verify: &dyn Verify,
    embedder: &dyn Embedder,
) -> Selected {
    let sites = bench::sites();
    let input = SelectionInput {
        trajectories,
        skills: &given.skills,
        stages: &given.stages,
        marks: &given.marks,
        not_duplicates: &given.apart,
        known: &given.known,
        reports: &given.reports,
        sites: &sites,
        selection: given.selection,
        now: 7,
    };
    let mut n = 100_u128;
    let mut panel = Panel {
        judge,
        embedder,
        verify,
        ids: &mut || {
            n += 1;
            SkillId::new(uuid::Uuid::from_u128(n))
        },
        progress: &mut |_| {},
        stopped: &|| false,
    };
    let rt = tokio::runtime::Builder::new_current_thread().build().unwrap();
    rt.block_on(select(input, &mut panel)).unwrap()
}

pub(super) fn on_forum(n: u128, task: &str, forum: &str, control: &str) -> Trajectory {
    Recording::forum("/")
        .id(n)
        .task(task)
        .follow("Forums", "/forums")
        .follow(forum, &format!("/f/{forum}"))
        .click(button(control))
        .sends("POST", &format!("/f/{forum}/{}", control.to_lowercase()), 303)
        .done()
}

pub(super) fn from_list(n: u128, task: &str, forum: &str, control: &str) -> Trajectory {
    let mut row = button(control);
    row.within = Some(forum.into());
    Recording::forum("/forums")
        .id(n)
        .task(task)
        .click(row)
        .sends("POST", &format!("/f/{forum}/{}", control.to_lowercase()), 303)
        .done()
}

pub(super) fn stage(selected: &Selected, name: &str) -> Stage {
    let skill = selected.skills.iter().find(|s| s.name == name).unwrap_or_else(|| panic!("no {name}"));
    selected.stages[&skill.id]
}

pub(super) fn exit(selected: &Selected, name: &str) -> Option<Exit> {
    selected.view.skills.iter().find(|s| s.name == name).unwrap_or_else(|| panic!("no {name}")).exit
}

pub(super) fn four() -> Vec<Trajectory> {
    vec![
        on_forum(1, "Subscribe to the forum tea", "tea", "Subscribe"),
        from_list(2, "Subscribe to the forum art", "art", "Subscribe"),
        Recording::forum("/").id(3).task("Open the wiki").follow("Wiki", "/wiki").done(),
        Recording::forum("/submit")
            .id(4)
            .task("Post \"A b\"")
            .fill(field("Title"), "A b")
            .outcome(Outcome::Failure)
            .done(),
    ]
}

#[test]
fn every_decision_is_a_row_and_the_counts_agree() {
    let done = run(&four(), &Given::default(), &LocalJudge, &Site1::default());
    let view = &done.view;
    assert_eq!((view.trajectories, view.generated), (4, 4));
    assert_eq!(exit(&done, "open_wiki"), Some(Exit::TooAtomic));
    assert_eq!(exit(&done, "post_title"), Some(Exit::Incomplete));
    // The one from the list needs one step less.
    assert_eq!(exit(&done, "subscribe_forum"), Some(Exit::Duplicate));
    assert_eq!((view.quality, view.verified, view.duplicates.len()), (1, 1, 1));
    assert_eq!(view.duplicates[0].kept_name, "subscribe_forum_2");
    let survivor = done.skills.iter().find(|s| s.name == "subscribe_forum_2").unwrap();
    assert_eq!(survivor.provenance.intents.len(), 2, "what people asked for is inherited");
    let left: usize = view.exits.iter().map(|e| e.skills.len()).sum();
    assert_eq!(left + view.active, view.generated);
    for skill in &done.skills {
        let rules: Vec<Rule> = done.verdicts.iter().filter(|v| v.skill == skill.id).map(|v| v.rule).collect();
        assert_eq!(rules[..2], [Rule::Extraction, Rule::Granularity]);
        assert!(done.verdicts.iter().all(|v| !v.reason.is_empty() && v.at == 7));
    }
    assert_eq!(done.moves.len(), 4, "each new skill enters somewhere");
}

#[test]
fn a_second_run_changes_nothing() {
    let page = Site1::default();
    let first = run(&four(), &Given::default(), &LocalJudge, &page);
    let given = Given {
        skills: first.skills.clone(),
        stages: first.stages.clone(),
        reports: first.reports.iter().map(|r| (r.skill, r.clone())).collect(),
        ..Given::default()
    };
    let ran = page.ran.lock().unwrap().len();
    let second = run(&four(), &given, &LocalJudge, &page);
    assert_eq!(second.skills, first.skills);
    assert!(second.moves.is_empty(), "{:?}", second.moves);
    assert_eq!(page.ran.lock().unwrap().len(), ran, "an unchanged skill is not verified again");
    assert_eq!(second.view.active, first.view.active);
}

#[test]
fn choices_seen_on_the_page_stay_with_the_skill() {
    let t = [Recording::forum("/")
        .task("List the forums sorted by New")
        .follow("Forums", "/forums")
        .choose(bench::select("Sort by"), "New")
        .lands("/forums?sort=new")
        .done()];
    let page = Site1::default();
    let first = run(&t, &Given::default(), &LocalJudge, &page);
    assert_eq!(first.skills[0].parameters[0].options, ["Hot", "New"]);
    let given = Given {
        skills: first.skills.clone(),
        reports: first.reports.iter().map(|r| (r.skill, r.clone())).collect(),
        ..Given::default()
    };
    let second = run(&t, &given, &LocalJudge, &page);
    assert_eq!(second.skills, first.skills);
    assert!(second.reports.is_empty(), "nothing to verify again");
}

#[test]
fn choices_of_one_product_are_not_those_of_another() {
    let t = [Recording::new("http://shop.practice/p/cable-jumper")
        .task("Add this in size Large to the cart")
        .choose(bench::select("Size"), "Large")
        .click(button("Add to cart"))
        .sends("POST", "/cart/add", 303)
        .done()];
    let done = run(&t, &Given::default(), &LocalJudge, &Site1::default());
    assert_eq!(done.view.verified, 1);
    assert!(done.skills[0].parameters[0].options.is_empty());
}

#[test]
fn who_fails_on_the_page_goes_to_quarantine() {
    let page = Site1 { broken: ["subscribe_forum".to_owned()].into(), ..Site1::default() };
    let t = [on_forum(1, "Subscribe to the forum tea", "tea", "Subscribe")];
    let done = run(&t, &Given::default(), &LocalJudge, &page);
    assert_eq!(stage(&done, "subscribe_forum"), Stage::Quarantine);
    assert_eq!(exit(&done, "subscribe_forum"), Some(Exit::FailedVerification));
    let verdict = done.verdicts.iter().find(|v| v.rule == Rule::Verification).unwrap();
    assert!(!verdict.kept && verdict.reason.contains("no such element"));
}

#[test]
fn who_could_not_be_tried_waits_in_the_pool() {
    let page = Site1 { unreachable: true, ..Site1::default() };
    let t = [on_forum(1, "Subscribe to the forum tea", "tea", "Subscribe")];
    let done = run(&t, &Given::default(), &LocalJudge, &page);
    assert_eq!(stage(&done, "subscribe_forum"), Stage::Pool);
    assert_eq!(done.view.skills[0].verified, None);
    assert!(done.verdicts.iter().any(|v| v.reason.contains("Not verified")));
}

fn cluster_of_two() -> Vec<Trajectory> {
    vec![
        on_forum(1, "Subscribe to the forum tea", "tea", "Subscribe"),
        on_forum(2, "Unsubscribe from the forum art", "art", "Unsubscribe"),
    ]
}

fn one_cluster() -> Given {
    Given { selection: Selection { cluster: 0.2, ..Selection::default() }, ..Given::default() }
}

#[test]
fn the_best_of_an_absent_cluster_is_let_in_at_three_and_not_at_two() {
    let page = Site1::default();
    let rated = |a, b| Rated([("subscribe_forum", a), ("unsubscribe_forum", b)].into());
    let done = run(&cluster_of_two(), &one_cluster(), &rated(3, 2), &page);
    assert_eq!(done.view.clusters, 1);
    assert_eq!(stage(&done, "subscribe_forum"), Stage::Active);
    assert_eq!(stage(&done, "unsubscribe_forum"), Stage::Pool);
    let done = run(&cluster_of_two(), &one_cluster(), &rated(2, 2), &page);
    assert_eq!(done.view.active, 0);
    assert_eq!(exit(&done, "subscribe_forum"), Some(Exit::Unlikely));
    // A cluster that somebody stands for sends nobody else.
    let done = run(&cluster_of_two(), &one_cluster(), &rated(4, 3), &page);
    assert_eq!(stage(&done, "unsubscribe_forum"), Stage::Pool);
}

#[test]
fn the_users_marks_outrank_the_judges() {
    let page = Site1::default();
    let judge = Rated([("subscribe_forum", 1), ("unsubscribe_forum", 5)].into());
    let first = run(&cluster_of_two(), &one_cluster(), &judge, &page);
    let id = |name: &str| first.skills.iter().find(|s| s.name == name).unwrap().id;
    let given = Given {
        skills: first.skills.clone(),
        marks: [(id("subscribe_forum"), Mark::Pin), (id("unsubscribe_forum"), Mark::Never)].into(),
        ..one_cluster()
    };
    let done = run(&cluster_of_two(), &given, &judge, &page);
    assert_eq!(stage(&done, "subscribe_forum"), Stage::Active);
    assert_eq!(stage(&done, "unsubscribe_forum"), Stage::Pool);
    assert_eq!(exit(&done, "unsubscribe_forum"), Some(Exit::Never));
}

#[test]
fn not_a_duplicate_is_remembered() {
    let page = Site1::default();
    let first = run(&four(), &Given::default(), &LocalJudge, &page);
    let pair = &first.view.duplicates[0];
    let given =
        Given { skills: first.skills.clone(), apart: vec![(pair.kept, pair.dropped)], ..Given::default() };
    let done = run(&four(), &given, &LocalJudge, &page);
    assert!(done.view.duplicates.is_empty());
    assert!(done.verdicts.iter().any(|v| v.rule == Rule::Duplicate && v.judge == "user"));
    assert_eq!(done.view.quality, 2);
}

#[test]
fn extra_steps_are_cut_unless_trimming_is_off() {
    let t = [Recording::forum("/")
        .task("Subscribe to the forum tea")
        .follow("tea", "/f/tea")
        .click(button("Subscribe"))
        .sends("POST", "/f/tea/subscribe", 303)
        .follow("Wiki", "/wiki")
        .done()];
    let page = Site1::default();
    let done = run(&t, &Given::default(), &LocalJudge, &page);
    assert_eq!(done.skills[0].steps.len(), 2);
    assert_eq!(stage(&done, "subscribe_forum"), Stage::Active);
    let given = Given { selection: Selection { trim: false, ..Selection::default() }, ..Given::default() };
    let done = run(&t, &given, &LocalJudge, &page);
    assert_eq!(exit(&done, "subscribe_forum"), Some(Exit::ExtraSteps));
}

#[test]
fn a_stop_leaves_everything_as_it_was() {
    let sites = bench::sites();
    let given = Given::default();
    let t = four();
    let input = SelectionInput {
        trajectories: &t,
        skills: &given.skills,
        stages: &given.stages,
        marks: &given.marks,
        not_duplicates: &given.apart,
        known: &given.known,
        reports: &given.reports,
        sites: &sites,
        selection: given.selection,
        now: 7,
    };
    let mut panel = Panel {
        judge: &LocalJudge,
        embedder: &Words,
        verify: &Site1::default(),
        ids: &mut || SkillId::new(uuid::Uuid::nil()),
        progress: &mut |_| {},
        stopped: &|| true,
    };
    let rt = tokio::runtime::Builder::new_current_thread().build().unwrap();
    assert!(matches!(rt.block_on(select(input, &mut panel)), Err(TailorError::Stopped)));
}

#[test]
fn a_preview_counts_without_a_run() {
    let page = Site1::default();
    let judge = Rated([("subscribe_forum", 4), ("unsubscribe_forum", 3)].into());
    let done = run(&cluster_of_two(), &Given::default(), &judge, &page);
    let active = done.view.active;
    let same = crate::preview(&done.view, done.view.selection);
    assert_eq!((same.active, same.quality, same.exits), (active, done.view.quality, done.view.exits.clone()));
    let wide = crate::preview(&done.view, Selection { likely: 3, ..done.view.selection });
    assert_eq!(wide.active, 2);
    let narrow = crate::preview(&done.view, Selection { likely: 5, cluster_best: 5, ..done.view.selection });
    assert_eq!(narrow.active, 0);
}

/// The shell runs the selection on whatever thread is free.
#[test]
fn a_run_may_move_between_threads() {
    fn is_send<T: Send>(_: &T) {}
    let sites = bench::sites();
    let given = Given::default();
    let input = SelectionInput {
        trajectories: &[],
        skills: &given.skills,
        stages: &given.stages,
        marks: &given.marks,
        not_duplicates: &given.apart,
        known: &given.known,
        reports: &given.reports,
        sites: &sites,
        selection: given.selection,
        now: 7,
    };
    let page = Site1::default();
    let mut ids = || SkillId::new(uuid::Uuid::nil());
    let mut progress = |_: TailorEvent| {};
    let mut panel = Panel {
        judge: &LocalJudge,
        embedder: &Words,
        verify: &page,
        ids: &mut ids,
        progress: &mut progress,
        stopped: &|| false,
    };
    let future = select(input, &mut panel);
    is_send(&future);
}
