//! Makes the sample trajectories anew: drives the practice sites in Chromium by the scripts beside this file
//! and writes what was recorded to `crates/practice/samples`.
//!
//! `cargo run -p atelier-workshop --example demonstrate -- [part of a capability]`: with an argument only the
//! demonstrations whose capability contains it are made, and nothing else is touched.

mod forum;
mod script;
mod shop;

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};

use atelier_browser::{Browser, By as Found, Demonstration, LaunchOptions};
use atelier_core::ids::TrajectoryId;
use atelier_core::trajectory::{Outcome, Trajectory};
use atelier_practice::PracticeOptions;
use sha2::{Digest, Sha256};

use script::{By, Demo, Do, End, Format};

/// When the first demonstration was given, and how far they lie apart: samples do not change with the day.
const FIRST_AT: i64 = 1_780_300_800_000;
const APART: i64 = 7 * 60_000;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let only = std::env::args().nth(1);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../practice/samples");
    let practice = atelier_practice::serve(PracticeOptions::default()).await?;
    let profile = tempfile::tempdir()?;
    let path = std::env::var_os("PATH");
    let program = atelier_browser::find_program(None, path.as_deref()).ok_or("no Chromium was found")?;
    let browser = Browser::launch(LaunchOptions {
        program: Some(program),
        headless: true,
        profile: profile.path().to_owned(),
        window: (1280, 800),
        // Scripted pages of this process only.
        no_sandbox: true,
        devtools_port: None,
    })
    .await?;
    let mut troubles = 0;
    let mut at = FIRST_AT;
    for (site, live, demos) in
        [("forum", &practice.forum_url, forum::all()), ("shop", &practice.shop_url, shop::all())]
    {
        let folder = folder.join(site);
        if only.is_none() && folder.is_dir() {
            std::fs::remove_dir_all(&folder)?;
        }
        std::fs::create_dir_all(&folder)?;
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for demo in demos {
            let number = counts.entry(demo.capability).or_default();
            *number += 1;
            at += APART;
            if only.as_ref().is_some_and(|part| !demo.capability.contains(part.as_str())) {
                continue;
            }
            match give(&browser, live, &demo, at).await {
                Ok(trajectory) => {
                    let file = write(&folder, site, live, &demo, *number, &trajectory)?;
                    println!("{:>2} steps  {}", trajectory.steps.len(), file.display());
                }
                Err(error) => {
                    troubles += 1;
                    println!("TROUBLE {} · {}: {error}", demo.capability, demo.task);
                }
            }
        }
    }
    browser.close().await?;
    practice.shutdown().await;
    if troubles > 0 {
        return Err(format!("{troubles} demonstrations did not go as written").into());
    }
    Ok(())
}

/// Gives one demonstration on a site as it was seeded.
async fn give(browser: &Browser, live: &str, demo: &Demo, at: i64) -> Result<Trajectory, Box<dyn Error>> {
    let id = identify(demo);
    let page = browser.open_isolated().await?;
    page.set_cookie(live, "space", &id.to_string()).await?;
    let given = perform(&page, live, demo).await;
    page.close().await;
    let outcome = match demo.end {
        End::Success => Outcome::Success,
        End::Failure => Outcome::Failure,
        End::Unfinished => Outcome::Unknown,
    };
    Ok(given?.finish(outcome, id, at))
}

async fn perform(
    page: &atelier_browser::Page,
    live: &str,
    demo: &Demo,
) -> Result<Demonstration, Box<dyn Error>> {
    let mut going = Demonstration::start(page, Some(demo.task), &format!("{live}{}", demo.start)).await?;
    let mut read = String::new();
    for step in &demo.steps {
        let done = match *step {
            Do::Go(path) => going.navigate(path).await,
            Do::Click(by) => going.click(found(by)).await,
            Do::Fill(by, text) => going.fill(found(by), text).await,
            Do::Select(by, label) => going.select(found(by), label).await,
            Do::Check(by) => going.check(found(by)).await,
            Do::Press(chord) => going.press(chord).await,
            Do::Read(by) => match going.extract(found(by)).await {
                Ok(text) => {
                    read = text;
                    Ok(())
                }
                Err(error) => Err(error),
            },
            Do::Answer(text) => going.answer(text).await,
            Do::AnswerWithIt => going.answer(&read).await,
            Do::Because(why) => {
                going.reasoning(why);
                Ok(())
            }
        };
        done.map_err(|error| format!("at {step:?}: {error}"))?;
    }
    Ok(going)
}

fn found(by: By) -> Found {
    match by {
        By::Role(role, name) => Found::role(role, name),
        By::RoleIn(role, name, text) => Found::role(role, name).within(text),
        By::Label(label) => Found::label(label),
        By::Css(css) => Found::css(css),
        By::CssIn(css, text) => Found::css(css).within(text),
    }
}

/// The same demonstration has the same id whenever it is given.
fn identify(demo: &Demo) -> TrajectoryId {
    let digest = Sha256::digest(format!("{}\n{}\n{:?}", demo.capability, demo.task, demo.steps));
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    TrajectoryId::new(uuid::Builder::from_custom_bytes(bytes).into_uuid())
}

/// Writes the file under the address that the samples are known by.
fn write(
    folder: &Path,
    site: &str,
    live: &str,
    demo: &Demo,
    number: usize,
    trajectory: &Trajectory,
) -> Result<PathBuf, Box<dyn Error>> {
    let (text, ending) = match demo.format {
        Format::Native => (atelier_formats::native::write(trajectory), "atelier"),
        Format::Recorder => (atelier_formats::chrome_recorder::write(trajectory), "recorder"),
    };
    let file = folder.join(format!("{}.{number}.{ending}.json", demo.capability));
    std::fs::write(&file, text.replace(live, &format!("http://{site}.practice")))?;
    Ok(file)
}
