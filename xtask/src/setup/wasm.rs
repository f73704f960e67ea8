//! A compiler that can build for `wasm32-unknown-unknown`, by one of two ways.
//!
//! 1. The Rust at hand, once it has the target: rustup adds it where there is a network.
//! 2. Debian's current Rust, which builds the standard library from its packaged source.

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};

use super::apt;
use crate::machine::{self, System};
use crate::{command, place, say};

pub const TARGET: &str = "wasm32-unknown-unknown";
const DEBIAN: [&str; 5] = ["rustc-web", "cargo-web", "rust-web-src", "rust-web-llvm", "lld-22"];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Rust,
    Debian,
}

impl Way {
    pub fn name(self) -> &'static str {
        match self {
            Self::Rust => "the installed Rust, which has the target",
            Self::Debian => "Debian's Rust (`/usr/bin/cargo`), building `std` from its packaged source",
        }
    }

    /// A Cargo that builds for [`TARGET`], up to but without the verb's own arguments.
    pub fn cargo(self, verb: &str) -> Command {
        match self {
            Self::Rust => {
                let mut cargo = command::cargo();
                cargo.arg(verb);
                cargo
            }
            Self::Debian => {
                let mut cargo = command::clean(OsStr::new("/usr/bin/cargo"));
                let path = std::env::var("PATH").unwrap_or_default();
                cargo
                    .current_dir(place::root())
                    .env("PATH", format!("/usr/bin:{path}"))
                    .env("RUSTC", "/usr/bin/rustc")
                    .env("RUSTC_BOOTSTRAP", "1")
                    .env_remove("RUSTUP_TOOLCHAIN")
                    .env_remove("RUSTC_WRAPPER")
                    .args([verb, "-Zbuild-std=std,panic_abort"]);
                cargo
            }
        }
    }
}

/// The way that works now, without changing anything.
pub fn present() -> Option<Way> {
    if rust_has_target() {
        Some(Way::Rust)
    } else if debian_is_there() {
        Some(Way::Debian)
    } else {
        None
    }
}

/// The way to build, brought here if need be.
pub fn bring() -> Result<Way> {
    if rust_has_target() {
        say::step("wasm", Way::Rust.name());
        return Ok(Way::Rust);
    }
    let mut tried = Vec::new();
    // Where Debian's way already works, its set-up was chosen before: do not wait for a network again.
    let debian = matches!(machine::system(), System::Debian { .. });
    if !(debian && debian_is_there()) {
        match add_by_rustup() {
            Ok(()) if rust_has_target() => {
                say::step("wasm", &format!("added `{TARGET}` by rustup"));
                return Ok(Way::Rust);
            }
            Ok(()) => tried.push(format!("rustup added `{TARGET}`, but to another toolchain than this one")),
            Err(error) => tried.push(format!("{error:#}")),
        }
    }
    if debian {
        let absent = apt::missing(&DEBIAN);
        let brought = if absent.is_empty() { Ok(()) } else { apt::install(&absent) };
        match brought {
            Ok(()) if debian_is_there() => {
                say::step("wasm", Way::Debian.name());
                return Ok(Way::Debian);
            }
            Ok(()) => tried.push("`/usr/bin/rustc` is older than 1.95".to_owned()),
            Err(error) => tried.push(format!("{error:#}")),
        }
    }
    bail!(
        "no compiler for `{TARGET}`: {}. Run `rustup target add {TARGET}` where there is a network{}",
        tried.join("; "),
        if debian { format!(", or `sudo apt-get install {}`", DEBIAN.join(" ")) } else { String::new() }
    )
}

/// Whether the Rust that Cargo uses holds the target's standard library; true without rustup too.
fn rust_has_target() -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut ask = command::clean(&rustc);
    ask.args(["--print", "sysroot"]).current_dir(place::root());
    command::output(&mut ask).is_ok_and(|sysroot| {
        let library = Path::new(sysroot.trim()).join("lib/rustlib").join(TARGET).join("lib");
        std::fs::read_dir(library).is_ok_and(|mut files| files.next().is_some())
    })
}

fn add_by_rustup() -> Result<()> {
    if command::find("rustup").is_none() {
        bail!("rustup is not installed");
    }
    let mut rustup = command::clean(OsStr::new("rustup"));
    rustup.args(["target", "add", TARGET]).current_dir(place::root()).env("RUSTUP_MAX_RETRIES", "1");
    command::run_within(Duration::from_mins(4), &mut rustup).context("rustup could not fetch the target")
}

fn debian_is_there() -> bool {
    let source = Path::new("/usr/lib/rustlib/src/rust/library/std/Cargo.toml");
    let linker = Path::new("/usr/bin/rust-lld");
    let version = command::output(Command::new("/usr/bin/rustc").arg("--version")).unwrap_or_default();
    source.exists() && linker.exists() && Path::new("/usr/bin/cargo").exists() && recent(&version)
}

/// Whether `rustc 1.96.0 (…)` is at least the workspace's 1.95.
fn recent(version: &str) -> bool {
    let mut numbers = version.split_whitespace().nth(1).unwrap_or_default().split('.');
    let mut next = || numbers.next().and_then(|number| number.parse::<u32>().ok()).unwrap_or_default();
    (next(), next()) >= (1, 95)
}

#[cfg(test)]
mod tests {
    use super::recent;

    #[test]
    fn versions_are_compared_by_number() {
        assert!(recent("rustc 1.96.0 (ac68faa20 2026-05-25) (built from a source tarball)"));
        assert!(recent("rustc 1.100.0"));
        assert!(!recent("rustc 1.63.0"));
        assert!(!recent(""));
    }
}
