//! Killed in the middle of writing: all that was committed is there, and the task is closed as interrupted.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use atelier_core::task::{RunEvent, TaskOutcome};
use atelier_store::Store;

use crate::fixture::{task, task_id, trajectory, trajectory_id};

const HOME: &str = "ATELIER_STORE_TEST_HOME";

/// Not a test of its own: the process that is killed. Does nothing unless the test below starts it.
#[tokio::test]
async fn victim() {
    let Some(home) = std::env::var_os(HOME) else { return };
    let store = Store::open(Path::new(&home)).await.unwrap();
    store.tasks().begin(&task(1, TaskOutcome::Running)).await.unwrap();
    let mut out = std::io::stdout();
    for n in 0.. {
        let event = RunEvent::StepStarted { index: n, guidance: "x".repeat(3_000) };
        store.tasks().event(task_id(1), n, &event).await.unwrap();
        store.trajectories().add(&trajectory(n as u128), &n.to_string()).await.unwrap();
        writeln!(out, "\ncommitted {n}").unwrap();
        out.flush().unwrap();
    }
}

#[tokio::test]
async fn a_killed_process_loses_nothing_committed() {
    let home = tempfile::tempdir().unwrap();
    let mut victim = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "kill::victim", "--nocapture"])
        .env(HOME, home.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(victim.stdout.take().unwrap()).lines().map(Result::unwrap);
    let number = |line: String| line.strip_prefix("committed ").and_then(|n| n.parse::<usize>().ok());
    assert!(lines.by_ref().filter_map(number).any(|n| n == 60), "the writer ended early");

    let store = Store::open(home.path()).await.unwrap();
    assert_eq!(store.tasks().close_interrupted().await.unwrap(), [], "it is alive");
    victim.kill().unwrap();
    victim.wait().unwrap();
    let last = lines.filter_map(number).last().unwrap_or(60);

    assert_eq!(store.tasks().close_interrupted().await.unwrap(), [task_id(1)]);
    store.close().await;
    let store = Store::open(home.path()).await.unwrap();
    store.check().await.unwrap();
    let events = store.tasks().events(task_id(1)).await.unwrap();
    assert!(events.len() > last, "{} events, {last} were reported", events.len());
    assert!(matches!(&events[last], RunEvent::StepStarted { index, .. } if *index == last));
    for n in 0..=last {
        assert!(store.trajectories().get(trajectory_id(n as u128)).await.unwrap().is_some(), "{n}");
    }
    let record = store.tasks().get(task_id(1)).await.unwrap().unwrap();
    assert_eq!(record.outcome, TaskOutcome::Interrupted);
}
