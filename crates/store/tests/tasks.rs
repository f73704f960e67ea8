//! The task log.

use atelier_core::task::{NearSkill, RunEvent, TaskOutcome, TaskRecord};
use atelier_store::{CallCount, Store, StoreError};

use crate::fixture::{NOW, skill_id, store, task, task_id};

fn gap() -> TaskOutcome {
    let near = NearSkill { name: "search".into(), similarity: 410, why: "another thing".into() };
    TaskOutcome::NoSkillFits { reason: "nothing near".into(), nearest: vec![near] }
}

#[tokio::test]
async fn a_task_is_begun_followed_and_finished() {
    let (_home, store) = store().await;
    let log = store.tasks();
    log.begin(&task(1, TaskOutcome::Running)).await.unwrap();
    assert_eq!(log.get(task_id(1)).await.unwrap(), Some(task(1, TaskOutcome::Running)));
    let events = [
        RunEvent::Started {
            task: task_id(1),
            intent: "task 1".into(),
            start_url: "http://a.example/".into(),
        },
        RunEvent::StepStarted { index: 0, guidance: "Type the words.".into() },
        RunEvent::Ended { record: Box::new(task(1, TaskOutcome::Done)) },
    ];
    // Stored out of order, read in order.
    for n in [0, 2, 1] {
        log.event(task_id(1), n, &events[n]).await.unwrap();
    }
    let ended =
        TaskRecord { ended_at: Some(NOW + 40), answer: Some("42".into()), ..task(1, TaskOutcome::Done) };
    log.finish(&ended).await.unwrap();
    assert_eq!(log.get(task_id(1)).await.unwrap(), Some(ended));
    assert_eq!(log.events(task_id(1)).await.unwrap(), events);
    assert_eq!(log.get(task_id(2)).await.unwrap(), None);
    let error = log.event(task_id(2), 0, &events[0]).await.unwrap_err();
    assert!(matches!(error, StoreError::Missing { what: "task", .. }), "{error:?}");
}

#[tokio::test]
async fn what_the_user_said_stays_when_the_run_is_written_again() {
    let (_home, store) = store().await;
    let log = store.tasks();
    log.finish(&task(1, TaskOutcome::Done)).await.unwrap();
    log.set_right(task_id(1), Some(false)).await.unwrap();
    log.finish(&task(1, TaskOutcome::Done)).await.unwrap();
    assert_eq!(log.get(task_id(1)).await.unwrap().unwrap().right, Some(false));
    log.set_right(task_id(1), None).await.unwrap();
    assert_eq!(log.get(task_id(1)).await.unwrap().unwrap().right, None);
    let error = log.set_right(task_id(9), Some(true)).await.unwrap_err();
    assert!(matches!(error, StoreError::Missing { what: "task", .. }), "{error:?}");
}

#[tokio::test]
async fn the_log_is_read_in_pages_and_counted() {
    let (_home, store) = store().await;
    let log = store.tasks();
    for n in 0..5 {
        let outcome = if n % 2 == 0 { gap() } else { TaskOutcome::Done };
        // Equal times: the id has to decide.
        log.finish(&TaskRecord { started_at: NOW, ..task(n, outcome) }).await.unwrap();
    }
    let ids = |page: &[TaskRecord]| page.iter().map(|t| t.id).collect::<Vec<_>>();
    let first = log.list(3, None).await.unwrap();
    assert_eq!(ids(&first), [4, 3, 2].map(task_id));
    let rest = log.list(3, Some((NOW, task_id(2)))).await.unwrap();
    assert_eq!(ids(&rest), [1, 0].map(task_id));
    assert_eq!(ids(&log.gaps(9, None).await.unwrap()), [4, 2, 0].map(task_id));
    assert_eq!((log.count().await.unwrap(), log.count_gaps().await.unwrap()), (5, 3));
    let calls = log.calls().await.unwrap();
    assert_eq!(calls[&skill_id(1)], CallCount { tasks: 5, succeeded: 2 });
}

#[tokio::test]
async fn tasks_of_living_stores_are_not_closed() {
    let (home, window) = store().await;
    let verb = Store::open(home.path()).await.unwrap();
    window.tasks().begin(&task(1, TaskOutcome::Running)).await.unwrap();
    verb.tasks().begin(&task(2, TaskOutcome::Running)).await.unwrap();
    assert_eq!(window.tasks().close_interrupted().await.unwrap(), []);
    assert_eq!(verb.tasks().close_interrupted().await.unwrap(), []);

    verb.tasks().set_right(task_id(2), Some(true)).await.unwrap();
    verb.close().await;
    assert_eq!(window.tasks().close_interrupted().await.unwrap(), [task_id(2)]);
    assert_eq!(window.tasks().close_interrupted().await.unwrap(), []);
    let closed = window.tasks().get(task_id(2)).await.unwrap().unwrap();
    assert_eq!((closed.outcome, closed.gap, closed.right), (TaskOutcome::Interrupted, false, Some(true)));
    assert_eq!(window.tasks().get(task_id(1)).await.unwrap().unwrap().outcome, TaskOutcome::Running);
    assert_eq!(std::fs::read_dir(home.path().join("run")).unwrap().count(), 2, "the opening lock and ours");
}
