//! `cargo xtask test`: the one test command, the same here and in continuous integration.

pub mod axe;
pub mod display;
pub mod widgets;

use std::ffi::OsString;
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::args::Args;
use crate::setup::{self, Purpose};
use crate::{command, machine, say};

/// The interface builds for wasm; xtask is tested by itself, as its features differ from the product's.
const EXCLUDED: [&str; 4] = ["--exclude", "atelier-ui", "--exclude", "xtask"];

pub fn test(args: &mut Args) -> Result<()> {
    let lint = args.flag("--lint");
    let filter = args.value("--filter")?;
    args.finish()?;
    say::stage(
        "Atelier sets itself up and runs every test. The first time takes 20 to 45 minutes, later ones a few.",
    );
    let mut left_out = Vec::new();
    setup::set_up(Purpose::Test)?;

    say::stage("Formatting");
    tool("fmt", "rustfmt", &["--all", "--check"], &mut left_out)?;
    if lint {
        say::stage("Clippy");
        tool("clippy", "clippy", &["--workspace", "--all-targets", "--", "-D", "warnings"], &mut left_out)?;
    }

    say::stage("The tools' own tests");
    command::run(command::cargo().args(["test", "--quiet", "--package", "xtask"]))?;

    let mut surroundings = Surroundings::prepare(&mut left_out)?;
    surroundings.bring_widgets(&mut left_out);
    say::stage("The product's tests");
    let mut runner = runner(filter.as_deref(), &surroundings.left_out());
    surroundings.give(&mut runner);
    let status = runner.status().with_context(|| format!("cannot start `{}`", command::line(&runner)))?;
    drop(surroundings);
    if !status.success() {
        // The runner has said which tests failed; its closing lines stay the last.
        std::process::exit(status.code().unwrap_or(1));
    }
    if machine::in_ci() && !left_out.is_empty() {
        bail!("not everything was tested, and in CI nothing may be left out: {}", left_out.join("; "));
    }
    Ok(())
}

/// A display and what else tests of the window need, for as long as this value lives.
#[derive(Debug)]
pub struct Surroundings {
    display: Option<display::Xvfb>,
    variables: Vec<(&'static str, OsString)>,
    /// Whether a window can be driven here.
    window: bool,
    /// Whether the pages with widgets from the npm registry are here.
    widgets: bool,
}

impl Surroundings {
    pub fn prepare(left_out: &mut Vec<String>) -> Result<Self> {
        let mut variables = Vec::new();
        match axe::bring() {
            Ok(script) => variables.push(("ATELIER_AXE", script.into_os_string())),
            Err(error) => {
                say::loud(&format!("the axe run on each screen is NOT done: {error:#}"));
                left_out.push("axe on each screen".to_owned());
                // Empty is said on purpose: the tests of the window then leave axe out rather than fail.
                variables.push(("ATELIER_AXE", OsString::new()));
            }
        }
        let mut display = None;
        if cfg!(target_os = "linux") && command::find("Xvfb").is_some() {
            display = Some(display::Xvfb::start()?);
        }
        let lacks = if !cfg!(target_os = "linux") {
            Some("WebDriver for this system's web view is not set up")
        } else if display.is_none() && !machine::has_display() {
            Some("there is no display, and no Xvfb")
        } else if command::find("WebKitWebDriver").is_none() {
            Some("WebKitWebDriver is not here")
        } else {
            None
        };
        if let Some(lacks) = lacks {
            say::loud(&format!("the tests of the window are NOT done: {lacks}"));
            left_out.push("the window".to_owned());
        }
        Ok(Self { display, variables, window: lacks.is_none(), widgets: false })
    }

    fn bring_widgets(&mut self, left_out: &mut Vec<String>) {
        match widgets::bring() {
            Ok(folder) => {
                self.variables.push(("ATELIER_WIDGETS", folder.into_os_string()));
                self.widgets = true;
            }
            Err(error) => {
                say::loud(&format!("the tests with widgets from the npm registry are NOT done: {error:#}"));
                left_out.push("widgets from the npm registry".to_owned());
            }
        }
    }

    /// The modules of tests that cannot be done here.
    fn left_out(&self) -> Vec<&'static str> {
        let modules = [("window::", self.window), ("real_widgets::", self.widgets)];
        modules.into_iter().filter(|(_, there)| !there).map(|(module, _)| module).collect()
    }

    pub fn give(&self, command: &mut Command) {
        command.envs(self.variables.iter().map(|(name, value)| (*name, value)));
        if let Some(display) = &self.display {
            display.give(command);
        }
    }
}

fn runner(filter: Option<&str>, left_out: &[&str]) -> Command {
    let mut cargo = command::cargo();
    let nextest = command::find("cargo-nextest").is_some();
    cargo.args(if nextest { &["nextest", "run"][..] } else { &["test", "--no-fail-fast"][..] });
    cargo.arg("--workspace").args(EXCLUDED).args(filter);
    if nextest {
        cargo.arg("--no-tests=warn");
    }
    if !left_out.is_empty() {
        if nextest {
            let tests: Vec<String> = left_out.iter().map(|module| format!("test(/^{module}/)")).collect();
            cargo.args(["-E", &format!("not ({})", tests.join(" | "))]);
        } else {
            cargo.arg("--").args(left_out.iter().flat_map(|module| ["--skip", *module]));
        }
    }
    cargo
}

/// Runs a Cargo tool that is a component of the toolchain, bringing the component when it is not there.
fn tool(verb: &str, component: &str, words: &[&str], left_out: &mut Vec<String>) -> Result<()> {
    let there = || command::works(command::cargo().args([verb, "--version"]));
    if !there() {
        say::step(component, "adding the component by rustup");
        let mut rustup = command::clean("rustup".as_ref());
        command::works(rustup.args(["component", "add", component]).env("RUSTUP_MAX_RETRIES", "1"));
    }
    if there() {
        return command::run(command::cargo().arg(verb).args(words));
    }
    say::loud(&format!("`cargo {verb}` is NOT run: it is not here; run `rustup component add {component}`"));
    left_out.push(format!("`cargo {verb}`"));
    Ok(())
}
