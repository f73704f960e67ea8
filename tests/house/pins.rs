//! Versions that have to agree.

use super::read;

fn locked(name: &str) -> Vec<String> {
    let lock: toml::Table = toml::from_str(&read("Cargo.lock")).unwrap();
    lock["package"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|package| package["name"].as_str() == Some(name))
        .map(|package| package["version"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn the_interface_is_bound_by_the_version_it_is_built_with() {
    let built = locked("wasm-bindgen");
    assert_eq!(built.len(), 1, "more than one `wasm-bindgen` in `Cargo.lock`: {built:?}");
    assert_eq!(
        locked("wasm-bindgen-cli-support"),
        built,
        "set both pins, in `ui/Cargo.toml` and `xtask/Cargo.toml`, to one version"
    );
}

#[test]
fn bundle_and_workspace_name_one_version_and_one_licence() {
    let manifest: toml::Table = toml::from_str(&read("Cargo.toml")).unwrap();
    let conf: serde_json::Value = serde_json::from_str(&read("tauri.conf.json")).unwrap();
    // Without a version of its own the bundle takes that of the package.
    assert!(conf.get("version").is_none(), "the version stands in `Cargo.toml` alone");
    assert_eq!(conf["bundle"]["license"].as_str(), manifest["workspace"]["package"]["license"].as_str());
}
