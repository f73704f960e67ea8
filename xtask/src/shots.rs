//! `cargo xtask shots`: the screenshots of the screens, light and dark, as the product's tests take them.

use anyhow::Result;

use crate::args::Args;
use crate::setup::{self, Purpose};
use crate::test::Surroundings;
use crate::{command, place, say};

pub fn shots(args: &mut Args) -> Result<()> {
    args.finish()?;
    say::stage("Taking the screenshots of every screen into `docs/shots`. This takes some minutes.");
    setup::set_up(Purpose::Test)?;
    let folder = place::root().join("docs/shots");
    std::fs::create_dir_all(&folder)?;
    let surroundings = Surroundings::prepare(&mut Vec::new())?;
    let mut tests = command::cargo();
    tests
        .args(["test", "--package", "atelier", "--test", "product", "--"])
        .args(["shots", "--ignored", "--nocapture"])
        .env("ATELIER_SHOTS", &folder);
    surroundings.give(&mut tests);
    command::run(&mut tests)?;
    say::step("shots", "`docs/shots` is new");
    Ok(())
}
