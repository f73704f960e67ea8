//! Killing the app or Chromium in the middle of a run loses nothing stored, and the next start works.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::support::{Home, Practice, samples};

/// A home in which one skill is active, and a task for it.
struct Ready {
    home: Home,
    practice: Practice,
    task: String,
}

/// Imports and tailors a few samples only: what is tested here is not the selection.
fn ready() -> Ready {
    let home = Home::new();
    let practice = Practice::start(&home);
    let mut files: Vec<_> = std::fs::read_dir(samples::folder().join("forum"))
        .expect("the samples")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.file_name().is_some_and(|n| n.to_string_lossy().starts_with("create_text_post.")))
        .collect();
    files.sort();
    let mut arguments = vec!["import"];
    arguments.extend(files.iter().filter_map(|f| f.to_str()));
    home.json(&arguments).done();
    home.json(&["tailor"]).done();
    let active = home.json(&["skills", "--set", "active"]).done();
    let name = active[0]["name"].as_str().expect("an active skill").to_owned();
    let skill = home.json(&["skill", &name]).done();
    let task = skill["skill"]["provenance"]["intents"][0]["text"].as_str().expect("an intent").to_owned();
    Ready { home, practice, task }
}

/// Starts the task and returns once its first step is done, with the process still running.
fn start(ready: &Ready) -> std::process::Child {
    let url = format!("{}/", ready.practice.forum);
    let mut process = ready
        .home
        .atelier(&["run", &ready.task, "--url", &url, "--headless", "--yes", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary starts");
    let lines = BufReader::new(process.stdout.take().expect("stdout is piped")).lines();
    for line in lines {
        let event: Value = serde_json::from_str(&line.expect("a line")).expect("an event");
        if event["event"] == "step_started" {
            return process;
        }
        assert_ne!(event["event"], "ended", "the run ended before it could be disturbed: {event}");
    }
    panic!("the run printed no step");
}

fn browsers_of(home: &Home) -> Vec<u32> {
    let profile = home.path().join("profile");
    let output = Command::new("pgrep").args(["-f", &format!("user-data-dir={}", profile.display())]).output();
    let output = output.expect("`pgrep` is there (package procps)");
    String::from_utf8_lossy(&output.stdout).lines().filter_map(|l| l.parse().ok()).collect()
}

fn last_task(home: &Home) -> Value {
    home.json(&["log", "--limit", "1"]).done()[0].clone()
}

#[cfg(unix)]
#[test]
fn the_app_killed_in_the_middle_of_a_run() {
    let ready = ready();
    let before = ready.home.json(&["skills"]).done();
    let mut process = start(&ready);
    process.kill().expect("killed");
    process.wait().expect("ended");

    let task = last_task(&ready.home);
    assert_eq!(task["outcome"]["kind"], "interrupted", "{task}");
    assert_eq!(ready.home.json(&["skills"]).done(), before, "skills changed");
    let url = format!("{}/", ready.practice.forum);
    let again = ready.home.json(&["run", &ready.task, "--url", &url, "--headless", "--yes"]).done();
    assert_eq!(again["record"]["outcome"]["kind"], "done", "{again}");
}

#[cfg(unix)]
#[test]
fn chromium_killed_in_the_middle_of_a_run() {
    let ready = ready();
    let mut process = start(&ready);
    let browsers = browsers_of(&ready.home);
    assert!(!browsers.is_empty(), "no Chromium runs over the profile of this home");
    for pid in browsers {
        // One may have ended with its parent meanwhile.
        let _ = Command::new("kill").args(["-9", &pid.to_string()]).status();
    }
    let status = process.wait().expect("it ends by itself");
    assert_eq!(status.code(), Some(1), "the run must end as failed");

    let task = last_task(&ready.home);
    assert_eq!(task["outcome"]["kind"], "failed", "{task}");
    let url = format!("{}/", ready.practice.forum);
    let again = ready.home.json(&["run", &ready.task, "--url", &url, "--headless", "--yes"]).done();
    assert_eq!(again["record"]["outcome"]["kind"], "done", "{again}");
}
