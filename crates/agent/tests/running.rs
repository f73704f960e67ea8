//! One Chromium, many tasks: what was done on the site, what the row says, what the log holds.

use atelier_core::condition::Condition;
use atelier_core::task::{RunEvent, TaskOutcome};
use serde_json::Value;

use crate::rig::{Rig, Sink, request, skills};

fn failed(outcome: &TaskOutcome) -> &str {
    let TaskOutcome::Failed { reason } = outcome else { panic!("should have failed: {outcome:?}") };
    reason
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_fitting_task_is_done_once_and_logged() {
    let rig = Rig::new().await;
    let mut sink = Sink::default();
    let record = rig.run("Please subscribe to the tea forum", &mut sink).await;
    assert_eq!(record.outcome, TaskOutcome::Done, "{:#?}", sink.events);
    assert_eq!(rig.pages.hits("POST", "/f/tea/subscribe"), 1);
    assert_eq!(record.site, "forum");
    assert_eq!(record.normalised, "please subscribe to the tea forum");
    assert_eq!(record.calls[0].arguments["forum"], "tea");
    assert!(record.calls[0].succeeded && !record.gap);
    assert_eq!((record.started_at, record.ended_at, record.latency_ms), (1_000, Some(2_000), 1_000));
    assert!(record.final_url.ends_with("/done"), "{}", record.final_url);
    assert_eq!(
        sink.order(),
        [
            "started",
            "chosen",
            "step_started",
            "step_ended",
            "step_started",
            "step_ended",
            "replayed",
            "ended"
        ]
    );
    assert!(sink.events.iter().any(|e| matches!(e, RunEvent::Frame { .. })));
    assert!(matches!(sink.events.last(), Some(RunEvent::Ended { record: last }) if **last == record));

    // The same again gives the same log, times of the browser aside.
    let mut again = Sink::default();
    rig.run("Please subscribe to the tea forum", &mut again).await;
    assert_eq!(log(&again), log(&sink));
    rig.browser.close().await.unwrap();
}

/// The log as JSON without how long the browser took.
fn log(sink: &Sink) -> Vec<Value> {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(map) => {
                map.remove("took_ms");
                map.values_mut().for_each(strip);
            }
            Value::Array(items) => items.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let values = sink.events.iter().map(|event| serde_json::to_value(event).unwrap());
    values
        .map(|mut value| {
            strip(&mut value);
            value
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_does_not_fit_or_lacks_a_value_touches_nothing() {
    let rig = Rig::new().await;
    let mut sink = Sink::default();
    let record = rig.run("Unsubscribe from the tea forum", &mut sink).await;
    let TaskOutcome::NoSkillFits { nearest, .. } = &record.outcome else { panic!("{:?}", record.outcome) };
    assert_eq!(nearest.len(), 3);
    assert!(record.gap && record.calls.is_empty());
    assert_eq!(sink.order(), ["started", "ended"]);

    let record = rig.run("Comment on the post \"Kettles\"", &mut Sink::default()).await;
    let TaskOutcome::NeedsInput { skill, missing } = &record.outcome else { panic!("{:?}", record.outcome) };
    assert_eq!((skill.as_str(), missing[0].name.as_str()), ("comment_on_post", "text"));
    assert!(!record.gap);

    let mut other = request("Subscribe to the tea forum", &rig.pages.url("/"));
    other.model = "some-model".into();
    let record = rig.ask(other, &skills(), &mut Sink::default()).await;
    assert!(failed(&record.outcome).contains("`some-model` has no endpoint"), "{:?}", record.outcome);

    let mut sink = Sink { stop: true, ..Sink::default() };
    assert_eq!(rig.run("Subscribe to the tea forum", &mut sink).await.outcome, TaskOutcome::Stopped);
    assert!(rig.pages.log().iter().all(|hit| hit.method == "GET"));
    rig.browser.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_effect_on_a_real_site_waits_for_the_user() {
    let mut rig = Rig::new().await;
    let intent = "Comment \"Very nice\" on the post \"Kettles\"";
    // A test site asks nobody.
    let mut sink = Sink::default();
    assert_eq!(rig.run(intent, &mut sink).await.outcome, TaskOutcome::Done, "{:#?}", sink.events);
    assert!(sink.asked.is_empty());

    rig.test_site = false;
    let mut sink = Sink::default();
    let record = rig.run(intent, &mut sink).await;
    let reason = failed(&record.outcome);
    assert!(reason.contains("step 4 of `comment_on_post`") && reason.contains("not allow"), "{reason}");
    assert_eq!(sink.asked.len(), 1);
    assert!(
        sink.asked[0].fields.contains(&("Comment".to_owned(), "Very nice".to_owned())),
        "{:?}",
        sink.asked
    );
    assert_eq!(rig.pages.hits("POST", "/f/tea/1/comment"), 1);

    let mut sink = Sink { allow: true, ..Sink::default() };
    assert_eq!(rig.run(intent, &mut sink).await.outcome, TaskOutcome::Done);
    assert_eq!(rig.pages.hits("POST", "/f/tea/1/comment"), 2);
    rig.browser.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postconditions_decide_and_nothing_is_sent_twice() {
    let rig = Rig::new().await;
    let mut active = skills();
    active[1].postconditions = vec![Condition::TextPresent("Your comment is number 99".into())];
    let intent = request("Comment \"Very nice\" on the post \"Kettles\"", &rig.pages.url("/"));
    let record = rig.ask(intent, &active, &mut Sink::default()).await;
    let reason = failed(&record.outcome);
    assert!(reason.contains("number 99") && reason.contains("nothing was repeated"), "{reason}");
    assert!(record.gap && !record.calls[0].succeeded);
    assert_eq!(rig.pages.hits("POST", "/f/tea/1/comment"), 1);

    // The skill of another page is brought to its page; what it read is the answer.
    let intent = request("How many comments has the newest post?", &rig.pages.url("/"));
    let record = rig.ask(intent, &skills(), &mut Sink::default()).await;
    assert_eq!((record.outcome, record.answer.as_deref()), (TaskOutcome::Done, Some("12 comments")));
    rig.browser.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_cannot_lead_the_run_off_its_site() {
    let rig = Rig::new().await;
    let outside = format!("{}/f/tea", rig.pages.other_origin());
    // The forum's page sends the visitor to another host, which looks just the same.
    rig.pages.put("/f/books", atelier_testkit::Reply::see_other(&outside));
    let mut sink = Sink::default();
    let record = rig.run("Subscribe to the forum books", &mut sink).await;
    let reason = failed(&record.outcome);
    assert!(reason.contains("outside the site of this task"), "{reason}");
    assert_eq!(sink.asked.len(), 1);
    assert_eq!(rig.pages.hits("POST", "/f/tea/subscribe"), 0);
    rig.browser.close().await.unwrap();
}
