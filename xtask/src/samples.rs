//! `cargo xtask samples`: the sample trajectories, made anew by driving the practice sites in Chromium.

use anyhow::Result;

use crate::args::Args;
use crate::setup::{Purpose, packages};
use crate::{command, say};

pub fn samples(args: &mut Args) -> Result<()> {
    let rest = args.rest();
    say::stage("Driving the practice sites to record the samples anew. This takes some minutes.");
    packages::bring(Purpose::Run)?;
    let mut demonstrate = command::cargo();
    demonstrate.args(["run", "--package", "atelier-workshop", "--example", "demonstrate", "--"]).args(rest);
    command::run(&mut demonstrate)
}
