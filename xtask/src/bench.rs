//! `cargo xtask bench`: the product's figures beside those of the tools a person would pick instead.

use anyhow::Result;

use crate::args::Args;
use crate::setup::{self, Purpose};
use crate::test::Surroundings;
use crate::{command, machine, npm, place, say};

/// Measured once on 2 cores with the tools named, Chromium 156, Debian 12.
const BESIDE: [(&str, &str); 10] = [
    ("430 sentences/s", "ONNX Runtime, int8 build of the same model, short intents"),
    ("100 to 135 sentences/s", "plain candle f32, batches of 8"),
    ("0.5 s", "wanted: 1,300 embedded skills clustered, paired and rated"),
    ("20 s", "wanted: 20,000 of them"),
    ("2 ms", "wanted: retrieval at one page, 99th percentile"),
    ("0.36 / 0.64 / 0.86", "pair F1 of intents: raw, values masked by look, the benchmark's own templates"),
    ("0.95 and 0.9", "wanted of the pool: duplicates, granularity"),
    ("10.0 ms", "Playwright `fill` by label on a small page"),
    ("33.4 ms", "Playwright `click` by role on a small page"),
    ("0.5 s", "cold start of Chromium to its first page"),
];

pub fn bench(args: &mut Args) -> Result<()> {
    let quick = args.flag("--dev");
    let intents = args.value("--intents")?;
    args.finish()?;
    say::stage("Measuring. The release build takes 10 to 20 minutes the first time; keep the machine quiet.");
    setup::set_up(Purpose::Test)?;
    let surroundings = Surroundings::prepare(&mut Vec::new())?;
    let profile = if quick {
        say::loud(
            "in the development profile (`--dev`): these figures are for comparing with each other only",
        );
        "dev"
    } else {
        "release"
    };
    let example = |package: &str, name: &str, more: &[&str]| {
        let mut cargo = command::cargo();
        cargo.args(["run", "--profile", profile, "--package", package, "--example", name, "--"]);
        command::run(cargo.args(more))
    };
    say::stage("Embedding");
    example("atelier-embed", "throughput", &[])?;
    say::stage("The filters over embedded skills, and retrieval at one page");
    example("atelier-tailor", "pace", &[])?;
    example("atelier-agent", "retrieval", &[])?;
    say::stage("The local judge over a pool with known truth");
    example("atelier-tailor", "pool", &[])?;
    if let Some(file) = &intents {
        say::stage("Normal forms of labelled intents");
        example("atelier-tailor", "intents", &[file.as_str(), "gitlab,map,shopping,shopping_admin"])?;
    }
    say::stage("The browser: replay per action, observation, locating");
    example("atelier-browser", "replay_pace", &[])?;
    beside()?;
    say::stage("Start of the window");
    let mut window = command::cargo();
    window.args(["test", "--profile", if quick { "test" } else { "release" }, "--package", "atelier"]).args(
        ["--test", "product", "--", "window::start_of_the_window", "--exact", "--ignored", "--nocapture"],
    );
    surroundings.give(&mut window);
    command::run(&mut window)?;
    say::stage("Beside them, measured on 2 cores");
    for (figure, what) in BESIDE {
        println!("{figure:>24}  {what}");
    }
    Ok(())
}

/// Playwright on the same page of the same machine, where Node.js is.
fn beside() -> Result<()> {
    say::stage("Playwright on the same small page");
    let (Some(program), Ok(folder)) = (machine::browser(), npm::bring("beside")) else {
        say::loud("Playwright is NOT measured: it needs Chromium, Node.js and npm");
        return Ok(());
    };
    std::fs::copy(place::root().join("xtask/beside/pace.mjs"), folder.join("pace.mjs"))?;
    let page = place::root().join("crates/browser/examples/replay_pace/page.html");
    let mut node = npm::node()?;
    node.current_dir(&folder)
        .arg("pace.mjs")
        .arg(program)
        .arg(format!("file://{}", page.display()))
        .arg("40");
    command::run(&mut node)
}
