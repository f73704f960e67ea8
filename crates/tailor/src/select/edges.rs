//! The rules at their edges, in whole runs.

use async_trait::async_trait;
use atelier_core::site::Site;
use atelier_core::verdict::{Exit, Rule};
use atelier_embed::EmbedError;

use super::tests::{Given, Site1, exit, from_list, on_forum, run, run_with, stage};
use super::*;
use crate::judge::{Judgement, Rating, Usage};

/// Says yes to every pair, and rates as told.
struct Told {
    granularity: u8,
    likelihood: u8,
}

#[async_trait]
impl Judge for Told {
    fn name(&self) -> &'static str {
        "told"
    }

    async fn granularity(&self, skill: &Skill, _: &Trajectory) -> Result<Rating, TailorError> {
        let trim = Some([0, skill.steps.len().saturating_sub(1)]);
        Ok(Rating { score: self.granularity, reason: "As told.".into(), trim })
    }

    async fn duplicate(&self, _: &Skill, _: &Skill, _: f64) -> Result<Judgement, TailorError> {
        Ok(Judgement { same: true, reason: "As told.".into() })
    }

    async fn likelihood(&self, _: &Skill, _: Option<&Site>, _: Usage) -> Result<Rating, TailorError> {
        Ok(Rating { score: self.likelihood, reason: "As told.".into(), trim: None })
    }
}

const GOOD: Told = Told { granularity: 3, likelihood: 5 };

/// The docstring that speaks of unsubscribing lies at this cosine from all others.
struct Apart(f32);

impl Embedder for Apart {
    fn model_id(&self) -> &'static str {
        "apart"
    }

    fn dimensions(&self) -> usize {
        2
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let c = self.0;
        let one = |text: &&str| {
            if text.to_lowercase().contains("unsubscribe") {
                vec![c, (1.0 - c * c).sqrt()]
            } else {
                vec![1.0, 0.0]
            }
        };
        Ok(texts.iter().map(one).collect())
    }
}

fn two() -> Vec<Trajectory> {
    vec![
        on_forum(1, "Subscribe to the forum tea", "tea", "Subscribe"),
        on_forum(2, "Unsubscribe from the forum art", "art", "Unsubscribe"),
    ]
}

#[test]
fn at_three_quarters_a_docstring_joins_its_cluster() {
    let clusters =
        |c: f32| run_with(&two(), &Given::default(), &GOOD, &Site1::default(), &Apart(c)).view.clusters;
    assert_eq!(clusters(0.75), 1);
    assert_eq!(clusters(0.7499), 2);
}

#[test]
fn only_above_four_fifths_a_pair_goes_to_the_judge() {
    let pairs = |c: f32| {
        let done = run_with(&two(), &Given::default(), &GOOD, &Site1::default(), &Apart(c));
        assert_eq!(done.view.clusters, 1);
        done.view.duplicates.len()
    };
    assert_eq!(pairs(0.80), 0);
    assert_eq!(pairs(0.8001), 1);
}

#[test]
fn three_is_the_best_granularity_and_five_is_none() {
    let given = Given::default();
    let left = |score: u8| {
        let judge = Told { granularity: score, ..GOOD };
        let done = run(&two()[..1], &given, &judge, &Site1::default());
        let verdict = done.verdicts.iter().find(|v| v.rule == Rule::Granularity).unwrap();
        assert_eq!(verdict.kept, verdict.exit.is_none());
        (exit(&done, "subscribe_forum"), done.view.quality)
    };
    assert_eq!(left(1), (Some(Exit::TooAtomic), 0));
    assert_eq!(left(2), (Some(Exit::Incomplete), 0));
    assert_eq!(left(3), (None, 1));
    // Nothing can be cut here: the extra steps stay, so the skill does not.
    assert_eq!(left(4), (Some(Exit::ExtraSteps), 0));
    assert_eq!(left(5), (Some(Exit::SeveralTasks), 0));
}

#[test]
fn four_is_likely_and_three_only_for_an_absent_cluster() {
    let staged = |likelihood: u8| {
        let judge = Told { likelihood, ..GOOD };
        let done = run_with(&two(), &Given::default(), &judge, &Site1::default(), &Apart(0.78));
        (stage(&done, "subscribe_forum"), stage(&done, "unsubscribe_forum"))
    };
    assert_eq!(staged(4), (Stage::Active, Stage::Active));
    // Both are rated alike: the first stands for the cluster.
    assert_eq!(staged(3), (Stage::Active, Stage::Pool));
    assert_eq!(staged(2), (Stage::Pool, Stage::Pool));
}

#[test]
fn fewer_steps_stay_and_among_equals_the_earlier() {
    let kept = |t: &[Trajectory]| {
        let done = run_with(t, &Given::default(), &GOOD, &Site1::default(), &Apart(0.9));
        assert_eq!(done.view.duplicates.len(), 1);
        done.view.duplicates[0].kept_name.clone()
    };
    let all = two();
    assert_eq!(kept(&all), "subscribe_forum");
    let shorter = from_list(2, "Unsubscribe from the forum art", "art", "Unsubscribe");
    assert_eq!(kept(&[all[0].clone(), shorter]), "unsubscribe_forum");
    let mut failed = all;
    failed[0].outcome = atelier_core::trajectory::Outcome::Unknown;
    assert_eq!(kept(&failed), "unsubscribe_forum");
}

/// Counts what it is asked.
#[derive(Default)]
struct Counting(std::sync::Mutex<Vec<String>>);

impl Counting {
    fn asked(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }

    fn note(&self, what: &str, skill: &Skill) {
        self.0.lock().unwrap().push(format!("{what} {}", skill.name));
    }
}

#[async_trait]
impl Judge for Counting {
    fn name(&self) -> &'static str {
        "counting"
    }

    async fn granularity(&self, skill: &Skill, t: &Trajectory) -> Result<Rating, TailorError> {
        self.note("granularity", skill);
        GOOD.granularity(skill, t).await
    }

    async fn duplicate(&self, a: &Skill, b: &Skill, _: f64) -> Result<Judgement, TailorError> {
        self.note("pair", a);
        Ok(Judgement { same: a.steps.len() != b.steps.len(), reason: "Counted.".into() })
    }

    async fn likelihood(&self, skill: &Skill, _: Option<&Site>, _: Usage) -> Result<Rating, TailorError> {
        self.note("likelihood", skill);
        Ok(Rating { score: 4, reason: "As told.".into(), trim: None })
    }
}

fn again(first: &Selected) -> Given {
    Given {
        skills: first.skills.clone(),
        stages: first.stages.clone(),
        known: first.verdicts.clone(),
        reports: first.reports.iter().map(|r| (r.skill, r.clone())).collect(),
        ..Given::default()
    }
}

#[test]
fn nobody_is_asked_again_about_what_did_not_change() {
    let judge = Counting::default();
    let page = Site1::default();
    // Two that are told apart, and a shorter one for which both are dropped.
    let mut all = two();
    all.push(from_list(3, "Subscribe to the forum cats", "cats", "Subscribe"));
    let first = run_with(&all, &Given::default(), &judge, &page, &Apart(0.9));
    assert!(judge.asked().iter().filter(|a| a.starts_with("pair")).count() >= 2);
    assert_eq!(first.view.duplicates.len(), 2);
    let second = run_with(&all, &again(&first), &judge, &page, &Apart(0.9));
    assert_eq!(judge.asked(), Vec::<String>::new());
    assert_eq!(second.view.duplicates, first.view.duplicates);
    let told = |s: &Selected| -> Vec<(SkillId, Rule, f64, String, i64)> {
        let of_judges = s.verdicts.iter().filter(|v| v.judge == "counting" && v.rule != Rule::Extraction);
        of_judges.map(|v| (v.skill, v.rule, v.score, v.reason.clone(), v.at)).collect()
    };
    assert_eq!(told(&second), told(&first), "score, reason and time are those of the decision");
    // A new recording: only what it brings is asked about.
    all.push(from_list(4, "Mute the forum dogs", "dogs", "Mute"));
    run_with(&all, &again(&second), &judge, &page, &Apart(0.9));
    let asked = judge.asked();
    assert!(!asked.is_empty());
    assert!(asked.iter().all(|a| a.starts_with("pair") || a.ends_with("mute_forum")), "{asked:?}");
}

#[test]
fn another_judge_is_asked_anew() {
    let page = Site1::default();
    let first = run_with(&two(), &Given::default(), &GOOD, &page, &Apart(0.5));
    let judge = Counting::default();
    run_with(&two(), &again(&first), &judge, &page, &Apart(0.5));
    assert_eq!(judge.asked().len(), 4);
}
