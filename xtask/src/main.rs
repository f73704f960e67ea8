//! Sets up, builds, runs, tests and measures Atelier: `cargo xtask help` lists the tasks.
//!
//! This is the first thing a fresh machine compiles, so its dependencies stay few: the standard library,
//! `anyhow`, and what the interface and the embedding model need (`wasm-bindgen-cli-support`, `sha2`,
//! `serde_json`). Each task is a file. Each step of the set-up first looks whether it is already satisfied,
//! so a second run is quick.

mod args;
mod bench;
mod bundle;
mod command;
mod doctor;
mod machine;
mod npm;
mod place;
mod run;
mod samples;
mod say;
mod setup;
mod shots;
mod stamp;
mod test;
mod ui;

use std::process::ExitCode;

use args::Args;

const HELP: &str = "\
cargo xtask <task>

  run      sets up, builds and opens Atelier; with no display tells the same story headless
           --home DIR    where the headless story keeps its data (default: thrown away)
           --headless    headless although there is a display
  test     sets up, then formatting, every test
           --lint        clippy too, warnings denied
           --filter TEXT only the tests whose name contains TEXT
  ui       builds the interface into `ui/dist`
           --force       even when nothing changed
  bench    measures: embedding, replay, observation, start of the window
  doctor   says what is there, what is missing and how to mend it; changes nothing
  bundle   builds the release and packs the installers of this platform
  shots    takes the screenshots in `docs/shots`
  samples  makes the sample trajectories anew by driving the practice sites
";

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let task = words.next().unwrap_or_default();
    let mut args = Args::new(words);
    let outcome = match task.as_str() {
        "run" => run::run(&mut args),
        "test" => test::test(&mut args),
        "ui" => ui::ui(&mut args),
        "bench" => bench::bench(&mut args),
        "doctor" => doctor::doctor(&mut args),
        "bundle" => bundle::bundle(&mut args),
        "shots" => shots::shots(&mut args),
        "samples" => samples::samples(&mut args),
        "help" | "--help" | "-h" => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprint!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say::failure(&format!("{error:#}"));
            ExitCode::FAILURE
        }
    }
}
