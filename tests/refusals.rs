//! Bad input: a named error with a hint, and the store as it was.

use std::io::Write;

use serde_json::Value;

use crate::support::Home;

fn trajectories(home: &Home) -> Value {
    home.json(&["trajectories"]).done()
}

#[test]
fn a_file_that_is_no_trajectory_is_refused_by_name_and_changes_nothing() {
    let home = Home::new();
    let before = trajectories(&home);
    let folder = tempfile::tempdir().expect("a folder");
    let sample = std::fs::read(first_sample()).expect("a sample");
    let cases: [(&str, Vec<u8>); 9] = [
        ("empty.json", Vec::new()),
        ("truncated.json", sample[..sample.len() / 2].to_vec()),
        ("brackets.json", vec![b'['; 5_000_000]),
        ("har.json", br#"{"log":{"version":"1.2","entries":[]}}"#.to_vec()),
        ("types.json", br#"{"schema":1,"id":5,"steps":"none"}"#.to_vec()),
        ("number.json", b"42".to_vec()),
        ("zip.json", b"PK\x03\x04 not really".to_vec()),
        ("binary.json", (0..=255).collect()),
        (
            "future.json",
            String::from_utf8_lossy(&sample)
                .replace("\"schema\": 1", "\"schema\": 99")
                .replace("\"schema\":1", "\"schema\":99")
                .into_bytes(),
        ),
    ];
    for (name, bytes) in cases {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("the file");
        let reply = home.json(&["import", path.to_str().expect("a path")]);
        assert_eq!(reply.code, Some(1), "{name}: {:?}", reply.documents);
        let refused = reply.documents.iter().find(|d| d["event"] == "refused");
        let error = &refused.unwrap_or_else(|| panic!("{name} was not refused"))["error"];
        assert_eq!(error["code"], "bad_file", "{name}");
        assert!(error["message"].as_str().is_some_and(|m| m.contains(name)), "{name} is not named: {error}");
        assert!(error["hint"].as_str().is_some_and(|h| !h.is_empty()), "{name} has no hint");
        assert_eq!(trajectories(&home), before, "{name} left something behind");
    }
}

#[test]
fn two_hundred_megabytes_of_brackets_are_refused_unread() {
    let home = Home::new();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("huge.json");
    let mut file = std::io::BufWriter::new(std::fs::File::create(&path).expect("the file"));
    let block = vec![b'['; 1_000_000];
    for _ in 0..200 {
        file.write_all(&block).expect("written");
    }
    file.flush().expect("written");
    let reply = home.json(&["import", path.to_str().expect("a path")]);
    assert_eq!(reply.code, Some(1));
    let message =
        &reply.documents.iter().find(|d| d["event"] == "refused").expect("a refusal")["error"]["message"];
    assert!(message.as_str().is_some_and(|m| m.contains("huge.json")), "{message}");
    assert_eq!(trajectories(&home), Value::Array(Vec::new()));
}

#[test]
fn a_missing_file_an_unknown_skill_and_a_bad_address_are_named() {
    let home = Home::new();
    let reply = home.json(&["import", "no-such-file.json"]);
    assert_eq!(reply.code, Some(1));
    assert!(reply.errors.is_empty() || !reply.errors.contains("panicked"), "{}", reply.errors);
    let reply = home.json(&["skill", "no_such_skill"]);
    assert_eq!(reply.code, Some(1));
    assert!(reply.errors.contains("no_such_skill`"), "{}", reply.errors);
    let reply = home.json(&["run", "anything", "--url", "not an address", "--headless"]);
    assert_eq!(reply.code, Some(1));
    assert!(reply.errors.contains("`not an address`"), "{}", reply.errors);
    let usage = home.atelier(&["run"]).output().expect("the binary starts");
    assert_eq!(usage.status.code(), Some(2));
}

#[test]
fn a_damaged_database_is_refused_and_left_alone() {
    let home = Home::new();
    let file = home.path().join("atelier.db");
    let junk = b"this is no database at all, but a text that somebody put here".repeat(100);
    std::fs::write(&file, &junk).expect("the file");
    let reply = home.json(&["trajectories"]);
    assert_eq!(reply.code, Some(1));
    assert!(reply.errors.contains("atelier.db"), "{}", reply.errors);
    assert_eq!(std::fs::read(&file).expect("the file"), junk, "the file was touched");
}

fn first_sample() -> std::path::PathBuf {
    let folder = crate::support::samples::folder().join("forum");
    let mut names: Vec<_> = std::fs::read_dir(folder)
        .expect("the samples")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.to_string_lossy().ends_with(".atelier.json"))
        .collect();
    names.sort();
    names.swap_remove(0)
}
