//! `cargo xtask bundle`: the release, and this platform's installers where the Tauri CLI is there.

use anyhow::Result;

use crate::args::Args;
use crate::setup::{self, Purpose};
use crate::{command, place, say};

pub fn bundle(args: &mut Args) -> Result<()> {
    let rest = args.rest();
    say::stage("Building the release. The first time takes 10 to 20 minutes.");
    setup::set_up(Purpose::Run)?;
    if command::works(command::cargo().args(["tauri", "--version"])) {
        command::run(command::cargo().args(["tauri", "build"]).args(rest))?;
        say::step("installers", &format!("in `{}`", place::target()?.join("release/bundle").display()));
        return Ok(());
    }
    command::run(command::cargo().args(["build", "--release", "--package", "atelier"]))?;
    say::step("program", &format!("`{}`", place::target()?.join("release").display()));
    say::loud(
        "no installers were packed, as the Tauri CLI is not here. \
         Run: cargo install tauri-cli --locked --version ^2 && cargo xtask bundle",
    );
    Ok(())
}
