//! Skills, moves, verdicts, marks, pairs, verifications, selection runs.

use atelier_core::ipc::PipelineView;
use atelier_core::replay::{Fault, FaultCode, ReplayResult};
use atelier_core::sets::{Mark, Stage};
use atelier_core::skill::Skill;
use atelier_core::verdict::{Exit, Rule, Verdict};
use atelier_store::{Saved, SelectionRecord, StoreError};

use crate::fixture::{NOW, report, skill, skill_id, step, store};

fn verdict(skill: u128, rule: Rule, at: i64) -> Verdict {
    Verdict {
        skill: skill_id(skill),
        rule,
        score: 0.8125,
        kept: rule != Rule::Duplicate,
        exit: (rule == Rule::Duplicate).then_some(Exit::Duplicate),
        reason: "because".into(),
        judge: "local".into(),
        other: (rule == Rule::Duplicate).then(|| skill_id(1)),
        cluster: (rule == Rule::Cluster).then_some(3),
        at,
    }
}

fn failed() -> ReplayResult {
    ReplayResult::Failed {
        step: Some(1),
        fault: Fault { code: FaultCode::NotFound, message: "no button".into() },
    }
}

#[tokio::test]
async fn versions_of_a_skill_are_kept() {
    let (_home, store) = store().await;
    let table = store.skills();
    assert_eq!(table.save(&skill(1, "search"), NOW).await.unwrap(), Saved { version: 1, changed: true });
    assert_eq!(table.save(&skill(1, "search"), NOW + 1).await.unwrap(), Saved { version: 1, changed: false });

    let renamed = Skill { name: "search_posts".into(), ..skill(1, "search") };
    assert_eq!(table.save(&renamed, NOW + 2).await.unwrap(), Saved { version: 2, changed: true });
    let current = Skill { version: 2, ..renamed };
    assert_eq!(table.save(&current, NOW + 3).await.unwrap(), Saved { version: 2, changed: false });

    assert_eq!(table.get(skill_id(1)).await.unwrap().as_ref(), Some(&current));
    assert_eq!(table.current().await.unwrap(), std::slice::from_ref(&current));
    assert_eq!(table.by_name("forum", "search_posts").await.unwrap(), Some(current.clone()));
    assert_eq!(table.by_name("forum", "search").await.unwrap(), None);
    assert_eq!(table.by_name("shop", "search_posts").await.unwrap(), None);
    let versions = table.versions(skill_id(1)).await.unwrap();
    let versions: Vec<_> = versions.into_iter().map(|v| (v.skill, v.saved_at)).collect();
    assert_eq!(versions, [(skill(1, "search"), NOW), (current, NOW + 2)]);
    assert_eq!(table.get(skill_id(7)).await.unwrap(), None);
}

#[tokio::test]
async fn the_newest_move_says_the_stage() {
    let (_home, store) = store().await;
    store.skills().save_all(&[skill(1, "a"), skill(2, "b")], NOW).await.unwrap();
    let moves = [step(1, Stage::Generated, NOW), step(2, Stage::Generated, NOW), step(1, Stage::Active, NOW)];
    store.moves().add_all(&moves).await.unwrap();
    // A clock that was set back does not turn the order round.
    store.moves().add(&step(2, Stage::Quarantine, NOW - 5_000)).await.unwrap();

    let stages = store.moves().stage_of_all().await.unwrap();
    assert_eq!(stages[&skill_id(1)], (Stage::Active, step(1, Stage::Active, NOW)));
    assert_eq!(stages[&skill_id(2)].0, Stage::Quarantine);
    let history = store.moves().history(skill_id(1)).await.unwrap();
    assert_eq!(history, [step(1, Stage::Generated, NOW), step(1, Stage::Active, NOW)]);
}

#[tokio::test]
async fn what_is_about_an_unknown_skill_is_refused() {
    let (_home, store) = store().await;
    let errors = [
        store.moves().add(&step(5, Stage::Pool, NOW)).await.unwrap_err(),
        store.marks().set(skill_id(5), Some(Mark::Pin)).await.unwrap_err(),
        store.verifications().save(&report(5, ReplayResult::Completed), NOW).await.unwrap_err(),
    ];
    for error in errors {
        assert!(matches!(error, StoreError::Missing { what: "skill", .. }), "{error:?}");
        assert!(error.to_string().contains(&skill_id(5).to_string()), "{error}");
    }
}

#[tokio::test]
async fn verdicts_of_the_last_run_are_current_and_the_others_stay() {
    let (_home, store) = store().await;
    let table = store.verdicts();
    assert_eq!(table.current().await.unwrap(), []);
    let old = [verdict(1, Rule::Granularity, NOW), verdict(2, Rule::Duplicate, NOW)];
    table.replace_run(NOW, &old).await.unwrap();
    table.replace_run(NOW, &old).await.unwrap();
    assert_eq!(table.current().await.unwrap(), old);
    let new = [verdict(1, Rule::Cluster, NOW + 9)];
    table.replace_run(NOW + 9, &new).await.unwrap();
    let by_user = Verdict { judge: "user".into(), ..verdict(2, Rule::Likelihood, NOW + 10) };
    table.add(&by_user).await.unwrap();
    assert_eq!(table.current().await.unwrap(), [new[0].clone(), by_user.clone()]);
    assert_eq!(table.of_skill(skill_id(1)).await.unwrap(), [old[0].clone(), new[0].clone()]);
    assert_eq!(table.of_skill(skill_id(2)).await.unwrap(), [old[1].clone(), by_user]);
}

#[tokio::test]
async fn marks_are_set_changed_and_taken_away() {
    let (_home, store) = store().await;
    store.skills().save_all(&[skill(1, "a"), skill(2, "b")], NOW).await.unwrap();
    let marks = store.marks();
    marks.set(skill_id(1), Some(Mark::Pin)).await.unwrap();
    marks.set(skill_id(1), Some(Mark::Never)).await.unwrap();
    marks.set(skill_id(2), Some(Mark::Pin)).await.unwrap();
    marks.set(skill_id(2), None).await.unwrap();
    let all: Vec<_> = marks.all().await.unwrap().into_iter().collect();
    assert_eq!(all, [(skill_id(1), Mark::Never)]);
}

#[tokio::test]
async fn pairs_have_no_order() {
    let (_home, store) = store().await;
    let pairs = store.pairs();
    pairs.not_duplicate(skill_id(9), skill_id(2)).await.unwrap();
    pairs.not_duplicate(skill_id(2), skill_id(9)).await.unwrap();
    pairs.not_duplicate(skill_id(2), skill_id(2)).await.unwrap();
    assert_eq!(pairs.all().await.unwrap(), [(skill_id(2), skill_id(9))]);
}

#[tokio::test]
async fn the_last_verification_counts() {
    let (_home, store) = store().await;
    store.skills().save_all(&[skill(1, "a"), skill(2, "b")], NOW).await.unwrap();
    let table = store.verifications();
    table.save(&report(1, failed()), NOW).await.unwrap();
    table.save(&report(1, ReplayResult::Completed), NOW).await.unwrap();
    table.save(&report(2, failed()), NOW).await.unwrap();
    assert_eq!(table.last(skill_id(1)).await.unwrap(), Some(report(1, ReplayResult::Completed)));
    assert_eq!(table.last(skill_id(3)).await.unwrap(), None);
    let all: Vec<_> = table.succeeded_of_all().await.unwrap().into_iter().collect();
    assert_eq!(all, [(skill_id(1), true), (skill_id(2), false)]);
}

#[tokio::test]
async fn a_selection_is_stored_whole_or_not_at_all() {
    let (_home, store) = store().await;
    let skills = [skill(1, "a"), skill(2, "b")];
    let verdicts = [verdict(1, Rule::Granularity, NOW)];
    let view = PipelineView { generated: 2, active: 1, ran_at: Some(NOW), ..PipelineView::default() };
    let reports = [report(1, ReplayResult::Completed)];
    let stray = [step(1, Stage::Active, NOW), step(77, Stage::Active, NOW)];
    let run = SelectionRecord {
        skills: &skills,
        verdicts: &verdicts,
        moves: &stray,
        reports: &reports,
        view: &view,
    };
    store.selection_runs().record(run, NOW).await.unwrap_err();
    assert!(store.skills().current().await.unwrap().is_empty());
    assert!(store.verdicts().current().await.unwrap().is_empty());
    assert_eq!(store.selection_runs().last().await.unwrap(), None);

    store.selection_runs().record(SelectionRecord { moves: &stray[..1], ..run }, NOW).await.unwrap();
    assert_eq!(store.skills().current().await.unwrap(), skills);
    assert_eq!(store.verdicts().current().await.unwrap(), verdicts);
    assert_eq!(store.moves().stage_of_all().await.unwrap().len(), 1);
    assert_eq!(store.verifications().last(skill_id(1)).await.unwrap().as_ref(), Some(&reports[0]));
    assert_eq!(store.selection_runs().last().await.unwrap(), Some(view.clone()));

    let changed = PipelineView { active: 2, ..view };
    store.selection_runs().save(&changed, NOW + 1).await.unwrap();
    assert_eq!(store.selection_runs().last().await.unwrap(), Some(changed));
}
