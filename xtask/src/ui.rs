//! `cargo xtask ui`: the interface, from Leptos to the folder that the window shows.
//!
//! The crate `atelier-ui` is built for wasm in a target folder of its own (the compiler may be another one
//! than that of the native build), bound to JavaScript at the `wasm-bindgen` version of `Cargo.lock`, and laid
//! into `ui/dist` with `index.html`, `boot.js`, the style sheets and `ui/assets`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use wasm_bindgen_cli_support::Bindgen;

use crate::args::Args;
use crate::setup::wasm;
use crate::{command, place, say, stamp};

const PROGRAM: &str = "atelier_ui";

pub fn ui(args: &mut Args) -> Result<()> {
    let force = args.flag("--force");
    let dev = args.flag("--dev");
    args.finish()?;
    if dev { draft() } else { build(force) }
}

/// The same in the development profile, for work on the interface: made in a fraction of the time, many times
/// as large. What is released is never made of it: the next ordinary build sees that the stamp is gone.
fn draft() -> Result<()> {
    let way = wasm::bring()?;
    say::step("interface", "building for wasm, in the development profile");
    std::fs::remove_file(place::scratch()?.join("ui.stamp")).ok();
    compile(way, "dev")?;
    put(&place::root().join("target-wasm").join(wasm::TARGET).join("debug/atelier-ui.wasm"))
}

/// Builds unless what stands in `ui/dist` was made from the same sources.
pub fn build(force: bool) -> Result<()> {
    let root = place::root();
    let dist = root.join("ui/dist");
    let stamp_path = place::scratch()?.join("ui.stamp");
    let sources =
        ["ui", "crates/core/src", "crates/core/Cargo.toml", "Cargo.lock", "Cargo.toml", "xtask/src/ui.rs"];
    let hash = stamp::of_tree(&root, &sources, &["ui/dist"])?;
    let there = ["index.html", "boot.js", "atelier_ui.js", "atelier_ui_bg.wasm", "styles.css"];
    if !force && stamp::holds(&stamp_path, &hash) && there.iter().all(|name| dist.join(name).is_file()) {
        say::step("interface", "nothing changed");
        return Ok(());
    }
    let way = wasm::bring()?;
    say::step("interface", "building for wasm");
    compile(way, "wasm")?;
    put(&root.join("target-wasm").join(wasm::TARGET).join("wasm/atelier-ui.wasm"))?;
    stamp::leave(&stamp_path, &hash)
}

/// Lays the compiled interface out in `ui/dist`.
fn put(wasm: &Path) -> Result<()> {
    let (root, fresh) = (place::root(), place::scratch()?.join("ui"));
    let dist = root.join("ui/dist");
    std::fs::remove_dir_all(&fresh).ok();
    bind(wasm, &fresh)?;
    lay_out(&root.join("ui"), &fresh)?;
    replace(&fresh, &dist)?;
    let size = std::fs::metadata(dist.join("atelier_ui_bg.wasm"))?.len();
    say::step("interface", &format!("`ui/dist` is ready, {} KiB of wasm", size / 1024));
    Ok(())
}

fn compile(way: wasm::Way, profile: &str) -> Result<()> {
    let mut cargo = way.cargo("build");
    cargo
        .args(["--package", "atelier-ui", "--target", wasm::TARGET, "--profile", profile])
        .arg("--target-dir")
        .arg(place::root().join("target-wasm"));
    command::run(&mut cargo).context("the interface did not build")
}

fn bind(wasm: &Path, folder: &Path) -> Result<()> {
    Bindgen::new()
        .input_path(wasm)
        .out_name(PROGRAM)
        .web(true)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(folder)
        .context("wasm-bindgen could not bind the interface")
}

/// Adds what is not made by the compiler.
fn lay_out(ui: &Path, folder: &Path) -> Result<()> {
    for name in ["index.html", "boot.js"] {
        copy(&ui.join(name), &folder.join(name))?;
    }
    std::fs::write(folder.join("styles.css"), styles(&ui.join("styles"))?)?;
    let assets = ui.join("assets");
    let mut files = Vec::new();
    stamp::collect(&assets, &[], &mut files)?;
    for file in files {
        copy(&file, &folder.join(file.strip_prefix(&assets)?))?;
    }
    copy(&place::root().join("icons/atelier.svg"), &folder.join("icon.svg"))
}

/// All style sheets in the order of their names, each under a line that says where it is from.
fn styles(folder: &Path) -> Result<String> {
    let mut files = Vec::new();
    stamp::collect(folder, &[], &mut files)?;
    files.retain(|file| file.extension().is_some_and(|ending| ending == "css"));
    files.sort();
    let mut text = String::new();
    for file in files {
        let name = file.strip_prefix(folder)?.display();
        write!(text, "/* {name} */\n{}\n", std::fs::read_to_string(&file)?)?;
    }
    Ok(text)
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    if let Some(folder) = to.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::copy(from, to).with_context(|| format!("cannot copy `{}`", from.display()))?;
    Ok(())
}

/// Makes `dist` equal to `fresh`, touching only what differs: the native build embeds these files, and is not
/// to run again for nothing.
fn replace(fresh: &Path, dist: &Path) -> Result<()> {
    let list = |folder: &Path| -> Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        stamp::collect(folder, &[], &mut files)?;
        files.iter().map(|file| Ok(file.strip_prefix(folder)?.to_path_buf())).collect()
    };
    let wanted = list(fresh)?;
    for name in &wanted {
        let (from, to) = (fresh.join(name), dist.join(name));
        let same = to.is_file() && std::fs::read(&from)? == std::fs::read(&to)?;
        if !same {
            copy(&from, &to)?;
        }
    }
    for name in list(dist)?.iter().filter(|name| !wanted.contains(name)) {
        std::fs::remove_file(dist.join(name))?;
    }
    Ok(())
}
