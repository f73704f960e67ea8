//! `cargo xtask bench`: the product's figures, measured in the release profile.

use anyhow::Result;

use crate::args::Args;
use crate::setup::{self, Purpose};
use crate::test::Surroundings;
use crate::{command, say};

pub fn bench(args: &mut Args) -> Result<()> {
    let quick = args.flag("--dev");
    let rest = args.rest();
    say::stage(
        "Measuring. The release build takes 10 to 20 minutes the first time; keep the machine quiet after it.",
    );
    setup::set_up(Purpose::Test)?;
    let mut left_out = Vec::new();
    let surroundings = Surroundings::prepare(&mut left_out)?;
    let profile = if quick {
        say::loud(
            "in the development profile (`--dev`): these figures are for comparing with each other only",
        );
        "dev"
    } else {
        "release"
    };
    // The start of the window is measured with the program of the same profile.
    command::run(command::cargo().args(["build", "--profile", profile, "--package", "atelier"]))?;
    let mut bench = command::cargo();
    bench.args(["run", "--profile", profile, "--package", "atelier-workshop", "--example", "bench", "--"]);
    bench.args(rest);
    surroundings.give(&mut bench);
    command::run(&mut bench)
}
