//! `cargo xtask run`: from a fresh checkout to the open window, or to the same story without one.

mod http;
mod story;

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};

use crate::args::Args;
use crate::setup::{self, Purpose};
use crate::{command, machine, place, say};

pub fn run(args: &mut Args) -> Result<()> {
    let home = args.value("--home")?.map(PathBuf::from);
    let headless = args.flag("--headless");
    args.finish()?;
    let display = machine::has_display() && !headless;
    let end =
        if display { "opens its window" } else { "does a practice task headless, as there is no display" };
    say::stage(&format!(
        "Atelier sets itself up and {end}. The first time takes 10 to 25 minutes, later ones some seconds."
    ));
    setup::set_up(Purpose::Run)?;
    build()?;
    if display {
        return open(home);
    }
    story::tell(home)
}

/// The product in the development profile; Cargo itself says what it compiles.
pub fn build() -> Result<()> {
    say::step("program", "building");
    command::run(command::cargo().args(["build", "--package", "atelier"])).context("Atelier did not build")
}

fn open(home: Option<PathBuf>) -> Result<()> {
    say::stage("The window opens. This command ends when you close it.");
    let mut window = std::process::Command::new(place::product()?);
    if let Some(home) = home {
        window.arg("--home").arg(home);
    }
    let status = window.status().context("cannot start Atelier")?;
    if !status.success() {
        bail!("Atelier ended with {}; `cargo xtask doctor` looks for the cause", command::ending(status));
    }
    Ok(())
}
