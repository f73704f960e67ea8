//! `core` ← `formats, browser, embed, llm, store` ← `tailor, agent` ← `mcp, workshop` ← the shell.

use std::collections::BTreeSet;

use super::{read, root};

const GROUND: &[&str] = &["core"];
const SKILLED: &[&str] = &["core", "formats", "browser", "embed", "llm", "store"];
const WHOLE: &[&str] =
    &["core", "formats", "browser", "embed", "llm", "store", "tailor", "agent", "practice"];

/// A crate and those of ours that it may depend on.
const ARROWS: &[(&str, &[&str])] = &[
    ("core", &[]),
    ("formats", GROUND),
    ("browser", GROUND),
    ("embed", GROUND),
    ("llm", GROUND),
    ("store", GROUND),
    ("practice", GROUND),
    ("testkit", GROUND),
    ("tailor", SKILLED),
    ("agent", SKILLED),
    ("mcp", WHOLE),
    ("workshop", WHOLE),
];
const SHELL: &[&str] = &["core", "workshop", "mcp"];
const INTERFACE: &[&str] = &["core"];

/// Tests of any crate may stand on these besides what the crate itself may know.
const TEST_GROUND: &[&str] = &["testkit", "practice"];
/// Tests of the shell are tests of the whole product.
const PRODUCT_TEST_GROUND: &[&str] =
    &["testkit", "practice", "formats", "browser", "embed", "llm", "store", "tailor", "agent"];

/// The names that a manifest depends on: (needed to build, needed by tests only).
fn dependencies(manifest: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let whole: toml::Table = toml::from_str(manifest).unwrap();
    let mut build = BTreeSet::new();
    let mut tests = BTreeSet::new();
    let mut tables = vec![&whole];
    if let Some(targets) = whole.get("target").and_then(toml::Value::as_table) {
        tables.extend(targets.values().filter_map(toml::Value::as_table));
    }
    for table in tables {
        for section in ["dependencies", "build-dependencies", "dev-dependencies"] {
            let names = if section == "dev-dependencies" { &mut tests } else { &mut build };
            for (key, entry) in table.get(section).and_then(toml::Value::as_table).into_iter().flatten() {
                let name = entry.get("package").and_then(toml::Value::as_str).unwrap_or(key);
                names.insert(name.to_owned());
            }
        }
    }
    (build, tests)
}

/// What is wrong with one manifest.
fn faults(who: &str, manifest: &str, may: &[&str], tests_may: &[&str]) -> Vec<String> {
    let (build, tests) = dependencies(manifest);
    let ours = |names: &BTreeSet<String>| -> Vec<String> {
        names.iter().filter_map(|name| name.strip_prefix("atelier-")).map(str::to_owned).collect()
    };
    let mut found = Vec::new();
    for name in ours(&build) {
        if !may.contains(&name.as_str()) {
            found.push(format!("`{who}` must not depend on `atelier-{name}`; it may know {may:?}"));
        }
    }
    for name in ours(&tests) {
        if !may.contains(&name.as_str()) && !tests_may.contains(&name.as_str()) {
            found.push(format!("the tests of `{who}` must not depend on `atelier-{name}`"));
        }
    }
    for name in build.union(&tests) {
        let window =
            ["tauri", "wry", "tao"].iter().any(|window| name == window) || name.starts_with("tauri-");
        if window && who != "the shell" {
            found.push(format!("`{who}` must not know the window library: `{name}`"));
        }
    }
    found
}

#[test]
fn every_arrow_points_the_way_the_architecture_says() {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(root().join("crates")).unwrap() {
        let folder = entry.unwrap().path();
        if !folder.join("Cargo.toml").is_file() {
            continue;
        }
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        let manifest = read(folder.join("Cargo.toml"));
        let Some((_, may)) = ARROWS.iter().find(|(known, _)| *known == name) else {
            found.push(format!(
                "`crates/{name}` is not in the architecture: say in this test what it may know"
            ));
            continue;
        };
        let package: toml::Table = toml::from_str(&manifest).unwrap();
        if package["package"]["name"].as_str() != Some(&format!("atelier-{name}")) {
            found.push(format!("the package in `crates/{name}` is to be called `atelier-{name}`"));
        }
        found.extend(faults(&format!("crates/{name}"), &manifest, may, TEST_GROUND));
    }
    found.extend(faults("ui", &read("ui/Cargo.toml"), INTERFACE, &[]));
    found.extend(faults("xtask", &read("xtask/Cargo.toml"), &[], &[]));
    found.extend(faults("the shell", &read("Cargo.toml"), SHELL, PRODUCT_TEST_GROUND));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn a_wrong_arrow_is_found_wherever_it_hides() {
    let wrong = |text: &str| faults("crates/store", text, GROUND, TEST_GROUND);
    assert!(wrong("[dependencies]\natelier-core.workspace = true").is_empty());
    assert!(wrong("[dev-dependencies]\natelier-testkit.workspace = true").is_empty());
    for text in [
        "[dependencies]\natelier-tailor.workspace = true",
        "[dependencies]\natelier-testkit = { path = \"../testkit\" }",
        "[dependencies]\nother = { path = \"../agent\", package = \"atelier-agent\" }",
        "[build-dependencies]\natelier-embed.workspace = true",
        "[dev-dependencies]\natelier-workshop.workspace = true",
        "[target.'cfg(unix)'.dependencies]\natelier-browser.workspace = true",
        "[dependencies]\ntauri-plugin-dialog = \"2\"",
        "[dev-dependencies]\ntauri = \"2\"",
    ] {
        assert_eq!(wrong(text).len(), 1, "{text}");
    }
}
