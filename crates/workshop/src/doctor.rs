//! Doctor: checks what Atelier stands on, and says how to mend each.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::home::Workshop;

/// One check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    pub name: String,
    pub ok: bool,
    pub detail: String,
    /// What to do where it is not.
    pub remedy: String,
}

fn check(name: &str, found: Result<String, String>, remedy: &str) -> Check {
    let (ok, detail) = match found {
        Ok(detail) => (true, detail),
        Err(detail) => (false, detail),
    };
    Check { name: name.to_owned(), ok, detail, remedy: remedy.to_owned() }
}

impl Workshop {
    /// All checks, in the order in which they build on each other.
    pub async fn doctor(&self) -> Vec<Check> {
        let home = self.options.home.display().to_string();
        let store = self.store.check().await.map(|()| home).map_err(|error| error.to_string());
        let model = match self.embed(vec!["a text to try the model on".to_owned()]).await {
            Ok(vectors) => Ok(format!("{} numbers a text", vectors.first().map_or(0, Vec::len))),
            Err(error) => Err(error.to_string()),
        };
        let starts = async {
            let browser = self.checking_browser().await.map_err(|error| error.to_string())?;
            browser.version().await.map_err(|error| error.to_string())
        };
        vec![
            check("data folder", store, "Choose another folder with --home, or restore a backup."),
            check("embedding model", model, "Run `cargo xtask run` once more, or install Atelier again."),
            check(
                "Chromium",
                starts.await,
                "Install Chromium or Chrome, or name the program in ATELIER_BROWSER.",
            ),
            check("model endpoint", Ok("none set: the local planner and judge are in use".to_owned()), ""),
        ]
    }

    /// Name and version of the browser as its program prints them, asked once; none where there is none.
    pub(crate) async fn browser_version(&self) -> Option<String> {
        let asked = self.browser_named.get_or_init(|| async {
            let program = self.browser_program().await.ok()?;
            if cfg!(windows) {
                // There the program opens a window instead of printing.
                return program.file_stem().map(|name| name.to_string_lossy().into_owned());
            }
            let printing = tokio::process::Command::new(program).arg("--version").kill_on_drop(true).output();
            let output = tokio::time::timeout(Duration::from_secs(5), printing).await.ok()?.ok()?;
            let text = String::from_utf8(output.stdout).ok()?;
            let line = text.lines().next()?.split(" built on").next()?.trim();
            (!line.is_empty()).then(|| line.to_owned())
        });
        asked.await.clone()
    }
}
