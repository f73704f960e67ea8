//! Whole runs with a model as judge.

use std::sync::Arc;

use atelier_testkit::endpoint::{Asked, ScriptedEndpoint, Turn};
use serde_json::json;

use super::tests::{Given, Site1, Words, exit, four, stage};
use super::*;
use crate::bench;
use crate::judge::ModelJudge;
use crate::judge::answers::InMemory;
use crate::judge::scripted::{entries, granular, judge};

async fn run(
    given: &Given,
    judge: &ModelJudge,
    stopped: &(dyn Fn() -> bool + Sync),
) -> Result<Selected, TailorError> {
    let (sites, trajectories, page) = (bench::sites(), four(), Site1::default());
    let input = SelectionInput {
        trajectories: &trajectories,
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
    let mut ids = || {
        n += 1;
        SkillId::new(uuid::Uuid::from_u128(n))
    };
    let mut progress = |_: TailorEvent| {};
    let mut panel =
        Panel { judge, embedder: &Words, verify: &page, ids: &mut ids, progress: &mut progress, stopped };
    select(input, &mut panel).await
}

/// Judges as the rules would have it, by what stands in the item.
fn sensible(asked: &Asked) -> Turn {
    let rules = asked.words();
    entries(asked, |text| {
        if rules.contains("`band`") {
            json!({ "score": 5, "band": "very_likely", "reason": "People do." })
        } else if rules.contains("`same_way`") {
            let same = text.matches("ubscribe").count() > 2;
            json!({ "same_task": same, "same_way": same, "duplicate": same, "reason": "By their words." })
        } else if text.contains("open_wiki") {
            granular(1)
        } else if text.contains("post_title") {
            granular(2)
        } else {
            granular(3)
        }
    })
}

async fn scripted(answer: impl Fn(&Asked, usize) -> Turn + Send + Sync + 'static) -> ScriptedEndpoint {
    ScriptedEndpoint::serve_with(answer).await.unwrap()
}

#[tokio::test]
async fn the_same_script_gives_the_same_run() {
    let mut runs = Vec::new();
    for _ in 0..2 {
        let endpoint = scripted(|asked, _| sensible(asked)).await;
        let done = run(&Given::default(), &judge(&endpoint, &Arc::default()), &|| false).await.unwrap();
        runs.push(serde_json::to_string(&(&done.view, &done.skills, &done.moves)).unwrap());
        assert_eq!(exit(&done, "open_wiki"), Some(Exit::TooAtomic));
        assert_eq!(exit(&done, "subscribe_forum"), Some(Exit::Duplicate));
        assert_eq!(stage(&done, "subscribe_forum_2"), Stage::Active);
        assert!(done.verdicts.iter().filter(|v| v.rule == Rule::Granularity).all(|v| v.judge == "scripted"));
    }
    assert_eq!(runs[0], runs[1]);
}

#[tokio::test]
async fn what_is_undecided_stays_where_it_was_and_is_listed() {
    let endpoint = scripted(|asked, _| {
        if asked.words().contains("`band`") {
            Turn::text(200, "application/json", "{\"items\": 3}")
        } else {
            sensible(asked)
        }
    })
    .await;
    let local = scripted(|asked, _| sensible(asked)).await;
    let before = run(&Given::default(), &judge(&local, &Arc::default()), &|| false).await.unwrap();
    let mut older = before.skills.clone();
    for skill in &mut older {
        skill.description = "An older wording.".into();
    }
    let given = Given { skills: older.clone(), stages: before.stages.clone(), ..Given::default() };
    let broken = scripted(|_, _| {
        atelier_testkit::dialect::Dialect::OpenAi.stream(&atelier_testkit::dialect::Said::text("hm"))
    })
    .await;
    let judge_of = judge(&broken, &Arc::default());
    let done = run(&given, &judge_of, &|| false).await.unwrap();
    assert_eq!(done.stages, before.stages);
    assert!(done.moves.is_empty());
    assert_eq!(done.skills, older, "an unjudged version takes no place");
    let open: usize =
        done.view.exits.iter().filter(|e| e.exit == Exit::Undecided).map(|e| e.skills.len()).sum();
    assert_eq!((open, judge_of.account().undecided.len()), (4, 4));
    assert!(
        done.verdicts
            .iter()
            .any(|v| v.exit == Some(Exit::Undecided) && v.reason.contains("stays where it was"))
    );
    // A server that fails in its own way is no answer about a skill: the run ends, nothing is changed.
    let error = run(&Given::default(), &judge(&endpoint, &Arc::default()), &|| false).await.unwrap_err();
    assert!(matches!(error, TailorError::Judge { .. }), "{error}");
}

#[tokio::test]
async fn a_pair_that_nobody_can_compare_lets_one_through() {
    let endpoint = scripted(|asked, _| {
        if asked.words().contains("`same_way`") {
            let contradiction =
                json!({ "same_task": true, "same_way": true, "duplicate": false, "reason": "Hm." });
            entries(asked, |_| contradiction.clone())
        } else {
            sensible(asked)
        }
    })
    .await;
    let done = run(&Given::default(), &judge(&endpoint, &Arc::default()), &|| false).await.unwrap();
    assert_eq!(stage(&done, "subscribe_forum_2"), Stage::Active);
    assert_eq!(exit(&done, "subscribe_forum"), Some(Exit::Undecided));
    assert_eq!(stage(&done, "subscribe_forum"), Stage::Generated);
}

#[tokio::test]
async fn a_stopped_run_goes_on_where_it_was() {
    let endpoint = scripted(|asked, _| sensible(asked)).await;
    let answers: Arc<InMemory> = Arc::default();
    let first = judge(&endpoint, &answers);
    let stopped = || first.account().answered > 0;
    let error = run(&Given::default(), &first, &stopped).await.unwrap_err();
    assert!(matches!(error, TailorError::Stopped));
    let asked = endpoint.asked().len();
    assert!(asked > 0);
    let second = judge(&endpoint, &answers);
    let done = run(&Given::default(), &second, &|| false).await.unwrap();
    assert_eq!(stage(&done, "subscribe_forum_2"), Stage::Active);
    let fresh = scripted(|asked, _| sensible(asked)).await;
    let whole = run(&Given::default(), &judge(&fresh, &Arc::default()), &|| false).await.unwrap();
    assert_eq!(whole.verdicts, done.verdicts);
    assert_eq!(endpoint.asked().len(), fresh.asked().len(), "nothing was asked twice");
}

#[tokio::test]
async fn the_forecast_is_not_passed() {
    let endpoint = scripted(|asked, _| sensible(asked)).await;
    let judge = judge(&endpoint, &Arc::default());
    let (sites, trajectories, given) = (bench::sites(), four(), Given::default());
    let input = SelectionInput {
        trajectories: &trajectories,
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
    let forecast = crate::forecast(&input, &judge, &Words).await.unwrap();
    assert!(endpoint.asked().is_empty(), "nothing is asked for it");
    assert!(forecast.questions >= 8 && forecast.cost.is_some() && forecast.tokens.estimated);
    run(&given, &judge, &|| false).await.unwrap();
    let account = judge.account();
    assert!(account.answered <= forecast.questions && account.requests as usize <= forecast.requests);
    assert!(account.cost.unwrap() <= forecast.cost.unwrap());
    let after = crate::forecast(&input, &judge, &Words).await.unwrap();
    assert!(after.known >= 5 && after.requests < forecast.requests, "{after:?}");
}
