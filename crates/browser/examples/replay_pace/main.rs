//! Prints how long single actions take on a small page (`page.html`, which `xtask/beside` uses too) and on one with
//! 650 controls.
//!
//! `cargo run -p atelier-browser --example replay_pace`

use std::time::{Duration, Instant};

use atelier_browser::{Browser, BrowserError, LaunchOptions, ReplayOptions, Unwatched, replay};
use atelier_core::condition::Condition;
use atelier_core::effect::Effect;
use atelier_core::site::Sites;
use atelier_core::skill::{Provenance, SCHEMA, Skill, SkillStep};
use atelier_core::target::Target;
use atelier_core::template::Bindings;
use atelier_core::trajectory::Action;

const NIL: &str = "00000000-0000-0000-0000-000000000000";

fn skill(action: Action, target: Target, value: Option<&str>, times: usize) -> Option<Skill> {
    let step = SkillStep {
        guidance: String::new(),
        action,
        target: Some(target),
        destination: None,
        value: value.map(str::to_owned),
        compound: None,
        optional: false,
        effect: Effect::Read,
        awaits: Vec::new(),
        expects: Vec::new(),
    };
    Some(Skill {
        schema: SCHEMA,
        id: NIL.parse().ok()?,
        name: "pace".into(),
        description: String::new(),
        site: "pace".into(),
        url_pattern: "*".into(),
        parameters: Vec::new(),
        preconditions: Vec::new(),
        steps: vec![step; times],
        postconditions: vec![Condition::TextAbsent("Error".into())],
        effect: Effect::Read,
        commit_step: None,
        provenance: Provenance {
            trajectory: NIL.parse().ok()?,
            steps: [0, 0],
            aligned: Vec::new(),
            intents: Vec::new(),
            imported_from: None,
        },
        version: 1,
    })
}

fn role(role: &str, name: &str) -> Target {
    Target { role: Some(role.into()), name: Some(name.into()), ..Target::default() }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn page(rows: usize) -> String {
    let list: String = (0..rows)
        .map(|n| {
            format!(
                "<article><h2><a href='#{n}'>Post {n}</a></h2><p>by user{n}</p><button>Up</button></article>"
            )
        })
        .collect();
    format!("data:text/html,{}{list}", include_str!("page.html")).replace('#', "%23")
}

#[tokio::main]
async fn main() -> Result<(), BrowserError> {
    let profile = std::env::temp_dir().join(format!("atelier-pace-{}", std::process::id()));
    let begun = Instant::now();
    let browser = Browser::launch(LaunchOptions {
        program: None,
        headless: true,
        profile: profile.clone(),
        window: (1280, 800),
        no_sandbox: true,
        devtools_port: None,
    })
    .await?;
    println!("launch            {:>8.1?}", begun.elapsed());
    let begun = Instant::now();
    let tab = browser.open_isolated().await?;
    println!("open              {:>8.1?}", begun.elapsed());
    for (name, rows) in [("small page", 0), ("650 controls", 324)] {
        println!("{name}");
        tab.navigate(&page(rows)).await?;
        for (what, action, target, value) in [
            ("fill", Action::Fill, role("textbox", "Title"), Some("Tea at five")),
            ("click", Action::Click, role("button", "Save"), None),
        ] {
            let Some(skill) = skill(action, target, value, 40) else { continue };
            let options = ReplayOptions { step_deadline: Duration::from_secs(5), ..ReplayOptions::default() };
            let mut watch = Unwatched { allow: true };
            let begun = Instant::now();
            let report =
                replay(&tab, &skill, &Bindings::new(), &Sites::default(), &options, &mut watch).await;
            let each = begun.elapsed() / 40;
            let times = report.steps.iter().map(|step| Duration::from_millis(step.took_ms)).collect();
            println!("  {what:<15} {:>8.1?} each, median {:.0?} ({:?})", each, median(times), report.result);
        }
        let mut observed = Vec::new();
        let mut located = Vec::new();
        let mut nodes = 0;
        for _ in 0..15 {
            let begun = Instant::now();
            nodes = tab.observe().await?.nodes.len();
            observed.push(begun.elapsed());
            let begun = Instant::now();
            tab.locate(&Target { within: Some(format!("Post {}", rows / 2)), ..role("button", "Up") })
                .await?;
            located.push(begun.elapsed());
        }
        println!("  observe         {:>8.1?} ({nodes} nodes)", median(observed));
        println!("  locate in a row {:>8.1?}", median(located));
    }
    tab.close().await;
    browser.close().await?;
    let _ = std::fs::remove_dir_all(profile);
    Ok(())
}
