//! The binary's verbs: one file each. Results go to stdout, logs to stderr.
//!
//! Exit codes: 0 done, 1 the job failed, 2 bad usage.

mod doctor;
mod embed;
mod import;
mod intents;
mod log;
mod output;
mod practice;
mod record;
mod replay;
mod run;
mod secret;
mod skills;
mod tailor;
mod trajectories;

use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use atelier_core::settings::BrowserInUse;
use atelier_workshop::{Options, Workshop, WorkshopError};
use clap::{Parser, Subcommand};

use crate::environment;
use output::Output;

/// Turns recorded web chores into skills, and does tasks with them.
#[derive(Parser)]
#[command(name = "atelier", version, about, disable_help_subcommand = true)]
struct Arguments {
    /// Folder of the user's data.
    #[arg(long, global = true, env = "ATELIER_HOME", value_name = "DIR")]
    home: Option<PathBuf>,
    /// One JSON document on stdout, JSON lines for streams.
    #[arg(long, global = true)]
    json: bool,
    #[command(flatten)]
    browser: BrowserArguments,
    /// Opens the window when left out.
    #[command(subcommand)]
    verb: Option<Verb>,
}

/// The browser for this one call; what is set in the window otherwise.
#[derive(clap::Args)]
struct BrowserArguments {
    /// Atelier's own browser with the profile of this identity: what is signed in to there stays so.
    #[arg(long, global = true, value_name = "NAME", conflicts_with = "attach", value_parser = identity)]
    identity: Option<String>,
    /// Your own Chrome, where it allows remote debugging: a port of this machine, the socket's address, or `auto`.
    #[arg(long, global = true, value_name = "ADDRESS")]
    attach: Option<String>,
}

impl BrowserArguments {
    fn in_use(self) -> Option<BrowserInUse> {
        let users = self
            .attach
            .map(|text| BrowserInUse::Users { address: if text == "auto" { String::new() } else { text } });
        users.or_else(|| self.identity.map(|identity| BrowserInUse::Own { identity }))
    }
}

fn identity(text: &str) -> Result<String, String> {
    BrowserInUse::check_identity(text).map(|()| text.to_owned())
}

#[derive(Subcommand)]
enum Verb {
    /// Serve the practice sites until stopped.
    Practice(practice::Arguments),
    /// Read files of any known format.
    Import(import::Arguments),
    /// List the trajectories.
    Trajectories,
    /// Show one trajectory with its steps.
    Trajectory(trajectories::Arguments),
    /// Record what you do in Chromium, step by step.
    Record(record::Arguments),
    /// Run the offline selection.
    Tailor(tailor::Arguments),
    /// List the skills.
    Skills(skills::ListArguments),
    /// Show one skill.
    Skill(skills::ShowArguments),
    /// Run one skill without a model.
    Replay(replay::Arguments),
    /// Put a secret into the system's keychain, or take it out.
    #[command(subcommand)]
    Secret(secret::Action),
    /// Do a task.
    Run(run::Arguments),
    /// Show the task log.
    Log(log::Arguments),
    /// Embed the lines of standard input.
    Embed,
    /// Normalise the intents on standard input.
    Intents(intents::Arguments),
    /// Check browser, model files and data folder.
    Doctor,
}

/// Reads the command line and does what it says.
pub fn run() -> ExitCode {
    let arguments = Arguments::parse();
    let home = arguments.home.unwrap_or_else(environment::default_home);
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        // The browser library logs raw messages with headers and cookies: never below warnings.
        .with_env_filter("warn,atelier=info,chromiumoxide=off")
        .with_ansi(std::io::stderr().is_terminal())
        .with_target(false)
        .init();
    let Some(verb) = arguments.verb else {
        return crate::window::open(home);
    };
    let out = Output { json: arguments.json };
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("error: cannot start: {error}");
            return ExitCode::FAILURE;
        }
    };
    runtime.block_on(async {
        let mut options = environment::options(home);
        options.surroundings.browser_in_use = arguments.browser.in_use();
        match perform(verb, options, out).await {
            Ok(true) => ExitCode::SUCCESS,
            Ok(false) => ExitCode::FAILURE,
            Err(error) => {
                out.error(&error.into());
                ExitCode::FAILURE
            }
        }
    })
}

/// True where the job was done, false where it was reported as failed.
async fn perform(verb: Verb, options: Options, out: Output) -> Result<bool, WorkshopError> {
    let workshop: Arc<Workshop> = Workshop::open(options).await?;
    let done = match verb {
        Verb::Practice(arguments) => practice::run(&workshop, arguments, out).await,
        Verb::Import(arguments) => import::run(&workshop, arguments, out).await,
        Verb::Trajectories => trajectories::list(&workshop, out).await,
        Verb::Trajectory(arguments) => trajectories::show(&workshop, &arguments, out).await,
        Verb::Record(arguments) => record::run(&workshop, arguments, out).await,
        Verb::Tailor(arguments) => tailor::run(&workshop, arguments, out).await,
        Verb::Skills(arguments) => skills::list(&workshop, &arguments, out).await,
        Verb::Skill(arguments) => skills::show(&workshop, &arguments, out).await,
        Verb::Replay(arguments) => replay::run(&workshop, arguments, out).await,
        Verb::Secret(action) => secret::run(&workshop, action, out).await,
        Verb::Run(arguments) => run::run(&workshop, arguments, out).await,
        Verb::Log(arguments) => log::run(&workshop, &arguments, out).await,
        Verb::Embed => embed::run(&workshop, out).await,
        Verb::Intents(arguments) => intents::run(&workshop, &arguments, out).await,
        Verb::Doctor => doctor::run(&workshop, out).await,
    };
    workshop.close().await;
    done
}
