//! The main job: sample trajectories become skills, and these do tasks they were not recorded for.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::support::{Home, Practice, samples};

/// Tasks whose skill is in the active set: chosen, and at least this many done.
const FITTING: (usize, usize) = (50, 40);
/// Tasks that no active skill fits: chosen, and at least this many refused as such.
const FOREIGN: (usize, usize) = (20, 18);

#[derive(Debug)]
struct Attempt {
    task: Value,
    outcome: String,
    reason: String,
    passed: bool,
}

#[tokio::test(flavor = "multi_thread")]
async fn skills_from_samples_do_new_tasks_and_refuse_foreign_ones() {
    let home = Home::new();
    let practice = Practice::start(&home);
    let folder = samples::folder();
    let folder = folder.to_str().expect("a UTF-8 path");

    let first = home.json(&["import", folder]).done();
    assert!(first["added"].as_u64() >= Some(60), "{first}");
    let again = home.json(&["import", folder]).done();
    assert_eq!(
        (again["added"].as_u64(), again["refused"].as_u64()),
        (Some(0), Some(0)),
        "a second import adds nothing"
    );

    let view = home.json(&["tailor"]).done();
    for exit in ["too_atomic", "incomplete", "several_tasks", "duplicate"] {
        let left = view["exits"].as_array().expect("exits").iter().find(|e| e["exit"] == exit);
        assert!(
            left.is_some_and(|e| !e["skills"].as_array().expect("skills").is_empty()),
            "nobody left as {exit}"
        );
    }

    let able = active_capabilities(&home);
    let client = reqwest::Client::builder().no_proxy().build().expect("a client");
    let mut fitting = Vec::new();
    let mut foreign = Vec::new();
    for site in ["forum", "shop"] {
        let tasks: Vec<Value> = get(&client, &format!("{}/api/tasks", practice.address(site))).await;
        for task in tasks {
            let capability = task["capability"].as_str().expect("a capability").to_owned();
            if able.contains(&capability) { &mut fitting } else { &mut foreign }.push(task);
        }
    }
    let seed = std::env::var("ATELIER_TEST_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(20_261_130);
    eprintln!(
        "{} abilities, {} fitting and {} foreign tasks, seed {seed}",
        able.len(),
        fitting.len(),
        foreign.len()
    );
    shuffle(&mut fitting, seed);
    shuffle(&mut foreign, seed);
    fitting.truncate(FITTING.0);
    foreign.truncate(FOREIGN.0);
    assert_eq!(
        (fitting.len(), foreign.len()),
        (FITTING.0, FOREIGN.0),
        "there are enough tasks to choose from"
    );

    let fitting = attempt_all(&home, &practice, &client, fitting).await;
    let foreign = attempt_all(&home, &practice, &client, foreign).await;
    let done = fitting.iter().filter(|a| a.passed).count();
    let refused = foreign.iter().filter(|a| a.outcome == "no_skill_fits").count();
    eprintln!("{done} of {} fitting tasks done, {refused} of {} foreign tasks refused", FITTING.0, FOREIGN.0);
    for (kind, attempt) in fitting
        .iter()
        .filter(|a| !a.passed)
        .map(|a| ("missed", a))
        .chain(foreign.iter().filter(|a| a.outcome != "no_skill_fits").map(|a| ("taken on", a)))
    {
        eprintln!("{kind}: {} · {} · {}", attempt.task["intent"], attempt.outcome, attempt.reason);
    }
    let mistaken: Vec<_> = fitting.iter().filter(|a| a.outcome == "done" && !a.passed).collect();
    assert!(mistaken.is_empty(), "reported as done, but the verifier says no: {mistaken:#?}");
    assert!(done >= FITTING.1, "{done} of {} fitting tasks were done", FITTING.0);
    assert!(refused >= FOREIGN.1, "{refused} of {} foreign tasks were refused", FOREIGN.0);
}

/// The abilities that the active skills were cut for.
fn active_capabilities(home: &Home) -> BTreeSet<String> {
    let of_task = samples::capabilities();
    let trajectories = home.json(&["trajectories"]).done();
    let of_trajectory: BTreeMap<&str, &String> = trajectories
        .as_array()
        .expect("rows")
        .iter()
        .filter_map(|row| Some((row["id"].as_str()?, of_task.get(row["task"].as_str()?)?)))
        .collect();
    let active = home.json(&["skills", "--set", "active"]).done();
    let active = active.as_array().expect("rows");
    assert!(active.len() >= 20, "only {} skills are active", active.len());
    active
        .iter()
        .filter_map(|row| {
            let name = format!(
                "{}/{}",
                row["site"].as_str().expect("a site"),
                row["name"].as_str().expect("a name")
            );
            let skill = home.json(&["skill", &name]).done();
            let source = skill["skill"]["provenance"]["trajectory"].as_str().expect("a source").to_owned();
            of_trajectory.get(source.as_str()).map(|capability| (*capability).clone())
        })
        .collect()
}

async fn attempt_all(
    home: &Home,
    practice: &Practice,
    client: &reqwest::Client,
    tasks: Vec<Value>,
) -> Vec<Attempt> {
    let mut attempts = Vec::new();
    for task in tasks {
        let site = practice.address(task["site"].as_str().expect("a site"));
        client.post(format!("{site}/api/reset")).send().await.expect("the site is reset");
        let url = format!("{site}{}", task["start_path"].as_str().expect("a path"));
        let intent = task["intent"].as_str().expect("an intent");
        let reply = home.json(&["run", intent, "--url", &url, "--headless", "--yes"]);
        let record = reply.documents.last().map(|event| event["record"].clone()).unwrap_or_default();
        assert!(record.is_object(), "a run ends with its record: {}", reply.errors);
        let report = json!({ "task_id": task["id"], "url": record["final_url"], "answer": record["answer"] });
        let verdict: Value = client
            .post(format!("{site}/api/verify"))
            .json(&report)
            .send()
            .await
            .expect("a verdict")
            .json()
            .await
            .expect("a verdict is JSON");
        let outcome = record["outcome"].clone();
        let kind = outcome["kind"].as_str().unwrap_or_default().to_owned();
        attempts.push(Attempt {
            passed: kind == "done" && verdict["passed"] == true,
            reason: format!("{outcome} · {} · calls {}", verdict["why"], record["calls"]),
            outcome: kind,
            task,
        });
    }
    attempts
}

async fn get<T: serde::de::DeserializeOwned>(client: &reqwest::Client, url: &str) -> T {
    client.get(url).send().await.expect("a reply").json().await.expect("JSON")
}

/// Fisher and Yates with a small generator: the same seed chooses the same tasks.
fn shuffle(items: &mut [Value], mut seed: u64) {
    for last in (1..items.len()).rev() {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let at = usize::try_from((seed >> 33) % (last as u64 + 1)).expect("an index");
        items.swap(last, at);
    }
}
