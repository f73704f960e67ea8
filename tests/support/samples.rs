//! The sample trajectories, with the ability that each demonstrates: the first part of its file's name.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::Value;

/// Folder of the samples.
pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("crates/practice/samples")
}

/// Ability by the words of the task: both formats carry them.
pub fn capabilities() -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for site in ["forum", "shop"] {
        for entry in std::fs::read_dir(folder().join(site)).expect("the samples") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().and_then(|n| n.to_str()).expect("a name").to_owned();
            let text = std::fs::read_to_string(&path).expect("a sample");
            let file: Value = serde_json::from_str(&text).expect("a sample is JSON");
            let task = file["task"].as_str().or_else(|| file["title"].as_str()).expect("a task");
            let capability = name.split('.').next().expect("a first part");
            found.insert(task.to_owned(), capability.to_owned());
        }
    }
    found
}
