//! Gives every command of the window a permission of its own, `allow-<command>`.
//!
//! The names stand in `commands.txt`, one a line; `capabilities/main.json` grants them to the window,
//! and a test compares both with the handlers and with the bindings of the interface.

const LIST: &str = include_str!("commands.txt");

fn main() {
    let commands: Vec<&'static str> =
        LIST.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let manifest = tauri_build::AppManifest::new().commands(commands.leak());
    let attributes = tauri_build::Attributes::new()
        .app_manifest(manifest)
        .capabilities_path_pattern("src-tauri/capabilities/*.json");

    println!("cargo::rerun-if-changed=src-tauri/commands.txt");
    println!("cargo::rerun-if-changed=ui/dist");
    // A model that was fetched after the first build has to be laid beside the program too.
    println!("cargo::rerun-if-changed=models");
    if let Err(error) = tauri_build::try_build(attributes) {
        println!("cargo::error=the window cannot be set up: {error:#}");
        std::process::exit(1);
    }
}
