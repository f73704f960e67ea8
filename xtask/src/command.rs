//! Other programs: finding them, calling them, and calling Cargo from inside Cargo.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use crate::place;

/// The program called `name` on `PATH`.
pub fn find(name: &str) -> Option<PathBuf> {
    let endings: &[&str] = if cfg!(windows) { &[".exe", ".cmd", ".bat"] } else { &[""] };
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .flat_map(|folder| endings.iter().map(move |ending| folder.join(format!("{name}{ending}"))))
        .find(|file| file.is_file())
}

/// The Cargo that called us, with the environment of a Cargo called from a shell.
///
/// `cargo run` hands its own variables (`CARGO_MANIFEST_DIR`, `CARGO_PKG_…`, library paths) to the program it
/// starts. Build scripts that watch one of them would run again, and rebuild half the tree, each time the
/// same crate is built once from here and once by hand.
pub fn cargo() -> Command {
    let mut command = clean(&std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(place::root());
    command
}

/// A command without the variables that `cargo run` added.
pub fn clean(program: &OsStr) -> Command {
    let mut command = Command::new(program);
    for (name, _) in std::env::vars_os() {
        let Some(text) = name.to_str() else { continue };
        let ours = ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_", "CARGO_CRATE_"];
        let exact = ["CARGO", "CARGO_PRIMARY_PACKAGE", "OUT_DIR"];
        if ours.iter().any(|start| text.starts_with(start)) || exact.contains(&text) {
            command.env_remove(&name);
        }
    }
    for name in ["LD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH"] {
        let Some(value) = std::env::var_os(name) else { continue };
        let kept: Vec<PathBuf> = std::env::split_paths(&value)
            .filter(|folder| {
                !folder.starts_with(place::root()) && !folder.to_string_lossy().contains("rustlib")
            })
            .filter(|folder| !folder.to_string_lossy().contains("toolchains"))
            .collect();
        match std::env::join_paths(kept) {
            Ok(kept) if !kept.is_empty() => command.env(name, kept),
            _ => command.env_remove(name),
        };
    }
    command
}

/// Runs to the end with our own input and output; anything but success is an error naming the command.
pub fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start `{}`", line(command)))?;
    if !status.success() {
        bail!("`{}` ended with {}", line(command), ending(status));
    }
    Ok(())
}

/// Runs quietly and gives the standard output.
pub fn output(command: &mut Command) -> Result<String> {
    let output =
        command.stdin(Stdio::null()).output().with_context(|| format!("cannot start `{}`", line(command)))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        bail!("`{}` ended with {}: {}", line(command), ending(output.status), said.trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Whether the command runs and ends well, silently.
pub fn works(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Runs for `limit` at most; past it the command is ended and that is an error.
pub fn run_within(limit: Duration, command: &mut Command) -> Result<()> {
    let mut child =
        command.stdin(Stdio::null()).spawn().with_context(|| format!("cannot start `{}`", line(command)))?;
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            if status.success() {
                return Ok(());
            }
            bail!("`{}` ended with {}", line(command), ending(status));
        }
        if started.elapsed() > limit {
            child.kill().ok();
            child.wait().ok();
            bail!("`{}` did not end within {} s", line(command), limit.as_secs());
        }
        #[expect(
            clippy::disallowed_methods,
            reason = "the standard library can wait for a child only without a limit"
        )]
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// The command as one would type it.
pub fn line(command: &Command) -> String {
    let mut words = vec![command.get_program()];
    words.extend(command.get_args());
    words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

pub fn ending(status: ExitStatus) -> String {
    status.code().map_or_else(|| "a signal".to_owned(), |code| format!("exit code {code}"))
}
