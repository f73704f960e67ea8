//! What the tests of the product share: a data folder, the binary, the practice sites.

pub mod samples;
pub mod webdriver;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A data folder of its own.
pub struct Home(TempDir);

impl Home {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// The binary over this folder.
    pub fn atelier(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_atelier"));
        command.arg("--home").arg(self.path()).args(arguments).stdin(Stdio::null());
        command
    }

    /// Runs a verb with `--json` and reads every document it prints.
    pub fn json(&self, arguments: &[&str]) -> Reply {
        let output = self.atelier(arguments).arg("--json").output().expect("the binary starts");
        Reply::read(output)
    }
}

/// What a verb printed and how it ended.
#[derive(Debug)]
pub struct Reply {
    pub code: Option<i32>,
    pub documents: Vec<Value>,
    pub errors: String,
}

impl Reply {
    fn read(output: Output) -> Self {
        let text = String::from_utf8(output.stdout).expect("stdout is UTF-8");
        let documents = serde_json::Deserializer::from_str(&text)
            .into_iter()
            .collect::<Result<_, _>>()
            .unwrap_or_else(|error| panic!("stdout is no JSON: {error}\n{text}"));
        Self {
            code: output.status.code(),
            documents,
            errors: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// The last document, of a verb that must have done its job.
    pub fn done(self) -> Value {
        assert_eq!(self.code, Some(0), "{}\n{:#?}", self.errors, self.documents.last());
        self.documents.into_iter().next_back().expect("a document on stdout")
    }
}

/// The practice sites, served by the binary until dropped.
pub struct Practice {
    process: Child,
    pub forum: String,
    pub shop: String,
}

impl Practice {
    pub fn start(home: &Home) -> Self {
        let mut process = home
            .atelier(&["practice", "--json"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary starts");
        let mut line = String::new();
        let stdout = process.stdout.take().expect("stdout is piped");
        BufReader::new(stdout).read_line(&mut line).expect("the addresses");
        let sites: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let address = |site: &str| sites[site].as_str().expect("an address").to_owned();
        Self { forum: address("forum"), shop: address("shop"), process }
    }

    /// Address of a site by its alias.
    pub fn address(&self, site: &str) -> &str {
        if site == "forum" { &self.forum } else { &self.shop }
    }
}

impl Drop for Practice {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Waits for something that another process brings about, and fails with `what` when it never comes.
pub async fn eventually<T, F: Future<Output = Option<T>>>(what: &str, mut look: impl FnMut() -> F) -> T {
    let deadline = std::time::Instant::now() + std::time::Duration::from_mins(2);
    loop {
        if let Some(found) = look().await {
            return found;
        }
        assert!(std::time::Instant::now() < deadline, "{what} did not come within two minutes");
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
}
