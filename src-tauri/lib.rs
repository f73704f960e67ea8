//! The shell of Atelier: the window and the binary's verbs.
//!
//! Invariants: no behaviour lives here. [`cli`] has one file a verb, [`commands`] one file a screen; both
//! call `atelier-workshop` and nothing else. This is the only crate that knows Tauri.

mod cli;
mod commands;
mod environment;
mod window;

use std::process::ExitCode;

/// Runs the verb of the command line, or opens the window where there is none.
pub fn main() -> ExitCode {
    cli::run()
}
