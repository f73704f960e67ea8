//! The whole way without a window: practice sites, samples, skills, tasks, each by the product's own verbs.

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use super::http;
use crate::{command, place, say};

/// What the story does: the first of the sites' own tasks for each site and ability. One finds its way, two write.
const TASKS: [(&str, &str); 3] =
    [("forum", "search_posts"), ("forum", "subscribe_forum"), ("shop", "add_to_cart")];

pub fn tell(home: Option<PathBuf>) -> Result<()> {
    let kept = home.is_some();
    let home =
        home.unwrap_or_else(|| std::env::temp_dir().join(format!("atelier-story-{}", std::process::id())));
    std::fs::create_dir_all(&home).with_context(|| format!("cannot make `{}`", home.display()))?;
    let told = stages(&home);
    if kept {
        say::step("data", &format!("kept in `{}`", home.display()));
    } else {
        std::fs::remove_dir_all(&home).ok();
    }
    told
}

fn stages(home: &Path) -> Result<()> {
    say::stage("1 of 5  The practice sites: a forum and a shop on this machine");
    let practice = Practice::start(home)?;
    say::step("forum", &practice.forum);
    say::step("shop", &practice.shop);

    say::stage("2 of 5  The sample trajectories are read");
    let samples = place::root().join("crates/practice/samples");
    let read = told(atelier(home).arg("import").arg(&samples))?;
    summary(&read, 1);

    say::stage("3 of 5  Trajectories become skills");
    let made = told(atelier(home).arg("tailor"))?;
    for line in made.lines().take_while(|line| !line.is_empty()) {
        println!("    {line}");
    }

    say::stage("4 of 5  The skills at hand");
    command::run(atelier(home).args(["skills", "--set", "active"]))?;

    say::stage("5 of 5  Tasks, done in Chromium by these skills with the local planner");
    let mut passed = 0;
    for (site, ability) in TASKS {
        passed += usize::from(practice.task(home, site, ability)?);
    }

    let active = told(atelier(home).args(["--json", "skills", "--set", "active"]))?;
    let active: Value = serde_json::from_str(&active).unwrap_or_default();
    say::stage(&format!(
        "{} skills are active; {passed} of {} tasks are done, as the sites themselves judge. \
         Nothing left this machine.",
        active.as_array().map_or(0, Vec::len),
        TASKS.len()
    ));
    if passed == 0 {
        bail!("no task was done; the lines above say why, and `cargo xtask doctor` checks the parts");
    }
    Ok(())
}

fn atelier(home: &Path) -> Command {
    let program = place::product().unwrap_or_else(|_| PathBuf::from("atelier"));
    let mut command = Command::new(program);
    command.arg("--home").arg(home).current_dir(place::root());
    command
}

/// Runs a verb, its log on our standard error, and gives what it printed.
fn told(verb: &mut Command) -> Result<String> {
    let output = verb.stdin(Stdio::null()).stderr(Stdio::inherit()).output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() {
        print!("{text}");
        bail!("`{}` ended with {}", command::line(verb), command::ending(output.status));
    }
    Ok(text)
}

/// The last `count` lines, indented.
fn summary(text: &str, count: usize) {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    for line in &lines[lines.len().saturating_sub(count)..] {
        println!("    {line}");
    }
}

/// The running practice sites; they stop with this value.
struct Practice {
    process: Child,
    forum: String,
    shop: String,
}

impl Practice {
    fn start(home: &Path) -> Result<Self> {
        let mut process = atelier(home)
            .args(["--json", "practice"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot start `atelier practice`")?;
        let addresses =
            process.stdout.take().context("`atelier practice` has no output").and_then(read_addresses);
        match addresses {
            Ok((forum, shop)) => Ok(Self { process, forum, shop }),
            Err(error) => {
                process.kill().ok();
                process.wait().ok();
                Err(error)
            }
        }
    }

    /// Does a task that wants this ability and lets the site judge. True when it passed.
    fn task(&self, home: &Path, site: &str, ability: &str) -> Result<bool> {
        let site = if site == "forum" { &self.forum } else { &self.shop };
        let site = site.trim_end_matches('/');
        let all = http::get(site, "/api/tasks")?;
        let task = all
            .as_array()
            .into_iter()
            .flatten()
            .find(|task| task["capability"] == *ability)
            .with_context(|| format!("`{site}` has no task for `{ability}`"))?;
        let intent = task["intent"].as_str().unwrap_or_default();
        let start = format!("{site}{}", task["start_path"].as_str().unwrap_or("/"));
        println!("  “{intent}”");
        let output = atelier(home)
            .args(["--json", "run", intent, "--url", &start, "--headless", "--yes", "--model", "local"])
            .stdin(Stdio::null())
            .stderr(Stdio::inherit())
            .output()
            .context("cannot start `atelier run`")?;
        let record = steps(&String::from_utf8_lossy(&output.stdout));
        let attempt = json!({
            "task_id": task["id"], "url": record["final_url"], "answer": record["answer"].as_str().unwrap_or_default(),
        });
        let verdict = http::post(site, "/api/verify", &attempt)?;
        let passed = output.status.success() && verdict["passed"] == true;
        let answer = record["answer"].as_str().map(|text| format!(", answer “{text}”")).unwrap_or_default();
        let why = verdict["why"].as_str().unwrap_or_default();
        if passed {
            println!("    done{answer}; the site agrees");
        } else {
            println!("    not done{answer}: {why} {}", reason(&record));
        }
        Ok(passed)
    }
}

impl Drop for Practice {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

/// Prints the steps of a streamed run and gives the record it ended with.
fn steps(stream: &str) -> Value {
    let mut record = Value::Null;
    for mut event in stream.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        match event["event"].as_str() {
            Some("chosen") => {
                println!(
                    "    {}({})",
                    event["skill"].as_str().unwrap_or_default(),
                    arguments(&event["arguments"])
                );
            }
            Some("step_ended") => {
                println!("    · {}", event["step"]["guidance"].as_str().unwrap_or_default());
            }
            Some("ended") => record = event["record"].take(),
            _ => {}
        }
    }
    record
}

fn arguments(bindings: &Value) -> String {
    let pairs = bindings.as_object().into_iter().flatten().map(|(name, value)| format!("{name}: {value}"));
    pairs.collect::<Vec<_>>().join(", ")
}

fn reason(record: &Value) -> String {
    let outcome = &record["outcome"];
    let kind = outcome["kind"].as_str().unwrap_or("no record of the run");
    match outcome["reason"].as_str() {
        Some(reason) => format!("({kind}: {reason})"),
        None => format!("({kind})"),
    }
}

fn read_addresses(output: impl std::io::Read + Send + 'static) -> Result<(String, String)> {
    let mut output = BufReader::new(output);
    let mut line = String::new();
    output.read_line(&mut line)?;
    let sites: Value = serde_json::from_str(&line)
        .context("`atelier practice` did not say its addresses; its log above says why")?;
    // Whatever it prints later has to go somewhere, or it would stop at a full pipe.
    std::thread::spawn(move || output.read_to_end(&mut Vec::new()));
    let address = |key: &str| {
        sites[key].as_str().map(str::to_owned).with_context(|| format!("`atelier practice` named no `{key}`"))
    };
    Ok((address("forum")?, address("shop")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_gives_the_record_it_ended_with() {
        let stream = r#"{"event":"started","task":"1"}
{"event":"chosen","skill":"search","arguments":{"words":"bread"}}
{"event":"ended","record":{"final_url":"http://a/b","answer":"7","outcome":{"kind":"failed","reason":"no"}}}"#;
        let record = steps(stream);
        assert_eq!(record["answer"], "7");
        assert_eq!(reason(&record), "(failed: no)");
        assert_eq!(steps("not json"), Value::Null);
    }

    #[test]
    fn addresses_are_read_from_the_first_line() {
        let line = "{\"forum\":\"http://127.0.0.1:1\",\"shop\":\"http://127.0.0.1:2\"}\n";
        assert_eq!(read_addresses(line.as_bytes()).unwrap().1, "http://127.0.0.1:2");
        assert!(read_addresses("".as_bytes()).is_err());
    }
}
