//! Trajectories: identity by content, undo, pages, and any document unharmed.

use atelier_core::target::{Bounds, Target};
use atelier_core::trajectory::{
    Action, Outcome, Page, Request, Signal, Snapshot, Source, Step, Trajectory, Value,
};
use atelier_store::{Added, StoreError};
use proptest::array::uniform4;
use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;

use crate::fixture::{NOW, store, trajectory, trajectory_id};

#[tokio::test]
async fn the_same_content_is_stored_once() {
    let (_home, store) = store().await;
    let table = store.trajectories();
    assert_eq!(table.add(&trajectory(1), "a").await.unwrap(), Added::New);
    let again = Trajectory { id: trajectory_id(9), ..trajectory(1) };
    assert_eq!(table.add(&again, "a").await.unwrap(), Added::AlreadyThere);
    assert_eq!(table.all().await.unwrap(), [trajectory(1)]);
}

#[tokio::test]
async fn a_file_is_added_whole_or_not_at_all() {
    let (_home, store) = store().await;
    let table = store.trajectories();
    table.add(&trajectory(1), "a").await.unwrap();
    let other = Trajectory { task: None, ..trajectory(1) };
    let error = table.add_all(&[(&trajectory(2), "b"), (&other, "c")]).await.unwrap_err();
    assert!(matches!(error, StoreError::IdTaken(_)), "{error:?}");
    assert_eq!(table.all().await.unwrap(), [trajectory(1)]);
}

#[tokio::test]
async fn deleting_is_undone_by_restoring_and_by_importing_again() {
    let (_home, store) = store().await;
    let table = store.trajectories();
    table.add(&trajectory(1), "a").await.unwrap();
    assert!(table.delete(trajectory_id(1), NOW).await.unwrap());
    assert!(!table.delete(trajectory_id(1), NOW).await.unwrap());
    assert_eq!(table.count().await.unwrap(), 0);
    assert_eq!(table.get(trajectory_id(1)).await.unwrap(), Some(trajectory(1)), "skills refer to it");
    assert!(table.restore(trajectory_id(1)).await.unwrap());
    assert!(!table.restore(trajectory_id(1)).await.unwrap());
    assert_eq!(table.count().await.unwrap(), 1);

    table.delete(trajectory_id(1), NOW).await.unwrap();
    let again = Trajectory { id: trajectory_id(9), ..trajectory(1) };
    assert_eq!(table.add(&again, "a").await.unwrap(), Added::New);
    assert_eq!(table.all().await.unwrap(), [trajectory(1)]);
}

#[tokio::test]
async fn pages_run_through_all_without_gap_or_repetition() {
    let (_home, store) = store().await;
    let table = store.trajectories();
    for n in 0..7 {
        // Equal times: the id has to decide.
        let same_time = Trajectory { recorded_at: NOW, ..trajectory(n) };
        table.add(&same_time, &n.to_string()).await.unwrap();
    }
    let mut seen = Vec::new();
    let mut before = None;
    loop {
        let page = table.page(3, before).await.unwrap();
        let Some(last) = page.last() else { break };
        before = Some((last.recorded_at, last.id));
        seen.extend(page.into_iter().map(|t| t.id));
    }
    let expected: Vec<_> = (0..7).rev().map(trajectory_id).collect();
    assert_eq!(seen, expected);
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), "[a-z ]{0,12}"]
}

fn target() -> impl Strategy<Value = Target> {
    let texts = (option::of(text()), option::of(text()), option::of(text()), option::of(text()));
    // Whole quarters: numbers of boxes that every JSON reader keeps to the last bit.
    let bounds = option::of(uniform4(-40_000..40_000_i32));
    (texts, option::of(any::<u32>()), btree_map(text(), text(), 0..3), vec(text(), 0..3), bounds).prop_map(
        |((role, name, label, within), index, attributes, css, bounds)| Target {
            role,
            name,
            label,
            within,
            index,
            attributes,
            css,
            bounds: bounds.map(|b| {
                let [x, y, width, height] = b.map(|n| f64::from(n) / 4.0);
                Bounds { x, y, width, height }
            }),
            ..Target::default()
        },
    )
}

fn signal() -> impl Strategy<Value = Signal> {
    prop_oneof![
        (text(), any::<bool>()).prop_map(|(url, same_document)| Signal::Navigation { url, same_document }),
        (text(), any::<u32>()).prop_map(|(url, tab)| Signal::PopUp { url, tab }),
        text().prop_map(|file| Signal::Download { file }),
        (text(), text()).prop_map(|(kind, message)| Signal::Dialog { kind, message }),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    let value = prop_oneof![
        text().prop_map(Value::Text),
        text().prop_map(Value::Secret),
        text().prop_map(Value::File)
    ];
    let action = proptest::sample::select(vec![
        Action::Navigate,
        Action::Click,
        Action::Fill,
        Action::NewTab,
        Action::Extract,
        Action::Answer,
    ]);
    let request = (text(), text(), option::of(any::<u16>()), vec(text(), 0..3))
        .prop_map(|(method, path, status, fields)| Request { method, path, status, fields });
    let raw = prop_oneof![
        Just(serde_json::json!({"type": "click", "selectors": [["a"]], "n": 1})),
        text().prop_map(serde_json::Value::from)
    ];
    (
        (text(), text(), any::<u32>(), option::of(any::<u32>())),
        action,
        option::of(target()),
        option::of(value),
        vec(signal(), 0..3),
        vec(request, 0..3),
        (option::of(text()), option::of(text()), vec(text(), 0..3)),
        option::of(raw),
    )
        .prop_map(|((url, title, tab, opener), action, target, value, signals, requests, rest, raw)| {
            let (reasoning, error, appeared) = rest;
            let mut step = Step::new(Page { url: url.clone(), title, tab, opener }, action);
            step.target = target;
            step.value = value;
            step.signals = signals;
            step.requests = requests;
            step.reasoning = reasoning;
            step.error = error;
            step.after = Snapshot { url, appeared, ..Snapshot::default() };
            step.raw = raw;
            step
        })
}

fn any_trajectory() -> impl Strategy<Value = Trajectory> {
    let source = prop_oneof![
        Just(Source::Recorded),
        (text(), text()).prop_map(|(format, file)| Source::Imported { format, file })
    ];
    let outcome = proptest::sample::select(vec![Outcome::Success, Outcome::Failure, Outcome::Unknown]);
    (any::<u128>(), source, option::of(text()), text(), any::<i64>(), outcome, vec(step(), 0..4)).prop_map(
        |(id, source, task, start_url, recorded_at, outcome, steps)| Trajectory {
            schema: 1,
            id: trajectory_id(id),
            source,
            task,
            start_url,
            recorded_at,
            outcome,
            steps,
            raw: None,
        },
    )
}

#[test]
fn any_trajectory_comes_out_as_it_went_in() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (_home, store) = runtime.block_on(store());
    let number = std::cell::Cell::new(0_u32);
    proptest!(ProptestConfig::with_cases(64), |(trajectory in any_trajectory())| {
        number.set(number.get() + 1);
        let stored = runtime.block_on(async {
            store.trajectories().add(&trajectory, &number.get().to_string()).await?;
            store.trajectories().get(trajectory.id).await
        });
        prop_assert_eq!(stored.unwrap(), Some(trajectory));
    });
    assert_eq!(runtime.block_on(store.trajectories().all()).unwrap().len(), number.get() as usize);
}
