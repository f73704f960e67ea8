//! `cargo xtask doctor`: what is there and what is missing, with the remedy. Changes nothing.

use anyhow::{Result, bail};

use crate::args::Args;
use crate::setup::{Purpose, model, packages, wasm};
use crate::{command, machine, place, say};

pub fn doctor(args: &mut Args) -> Result<()> {
    args.finish()?;
    say::stage("What Atelier needs on this machine. Nothing is changed.");
    let mut faults = 0;
    let mut line = |name: &str, state: Result<String, String>| match state {
        Ok(text) => say::step(name, &text),
        Err(text) => {
            faults += 1;
            say::step(name, &format!("MISSING: {text}"));
        }
    };
    line("rust", rust());
    let system = machine::system();
    line("system", Ok(format!("{system:?}")));
    let missing = packages::missing(system, Purpose::Test);
    if missing.iter().all(|lack| !lack.needed) {
        line("packages", Ok("all there".to_owned()));
    }
    for lack in missing {
        let text = format!("{}. {}", lack.what, lack.remedy);
        let optional = || Ok(format!("only a part of the tests lacks {text}"));
        line("packages", if lack.needed { Err(text) } else { optional() });
    }
    if let Some(browser) = machine::browser() {
        line("browser", Ok(browser.display().to_string()));
    }
    line(
        "wasm",
        wasm::present().map(|way| way.name().to_owned()).ok_or_else(|| {
            format!(
                "a compiler for `{}`; `cargo xtask ui` brings it by rustup or Debian's packages",
                wasm::TARGET
            )
        }),
    );
    line("model", model_state());
    let dist = place::root().join("ui/dist/atelier_ui_bg.wasm");
    let built = |there: bool, task: &str| {
        Ok(if there { "built".to_owned() } else { format!("not built yet; `cargo xtask {task}` does it") })
    };
    line("interface", built(dist.is_file(), "ui"));
    line("program", built(place::product()?.is_file(), "run"));
    let nextest = command::find("cargo-nextest").is_some();
    line(
        "runner",
        Ok(if nextest { "cargo-nextest" } else { "cargo test (cargo-nextest is not here)" }.to_owned()),
    );
    let display = machine::has_display();
    let headless = "none: `cargo xtask run` tells its story headless, tests bring their own";
    line("display", Ok(if display { "there" } else { headless }.to_owned()));
    if faults > 0 {
        bail!("{faults} missing; `cargo xtask run` brings what it can and names the rest");
    }
    Ok(())
}

fn rust() -> Result<String, String> {
    command::output(command::cargo().arg("--version"))
        .map(|text| text.trim().to_owned())
        .map_err(|error| format!("Cargo does not answer: {error:#}"))
}

fn model_state() -> Result<String, String> {
    match model::state() {
        Ok(model::State::Verified) => Ok("there and verified".to_owned()),
        Ok(model::State::Missing(names)) => {
            Err(format!("{}; `cargo xtask run` fetches the embedding model", names.join(", ")))
        }
        Err(error) => Err(format!("{error:#}")),
    }
}
