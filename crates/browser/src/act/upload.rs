//! Uploads: into a file field, through the file chooser that a press opens, or dropped on a drop zone.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use chromiumoxide::cdp::browser_protocol::page::EventFileChooserOpened;
use futures::StreamExt;
use serde_json::{Value, json};

use super::{PRESS, dispatch};
use crate::CALL_LIMIT;
use crate::error::BrowserError;
use crate::locate::Chosen;
use crate::page::Page;

/// How long a press may take to open a file chooser.
const CHOOSER: Duration = Duration::from_millis(800);

impl Page {
    /// Puts a file in. The path is checked first: a wrong one would crash the page. Tells how it was done.
    pub(crate) async fn upload(
        &self,
        chosen: &Chosen,
        path: &str,
        until: Instant,
    ) -> Result<&'static str, BrowserError> {
        let file = checked(path)?;
        let file = file.to_string_lossy();
        let tab = self.session.tab()?;
        let field: Option<Value> = self.ask(chosen, "fileField").await?;
        if let Some(handle) = field.and_then(|field| field["handle"].as_u64()) {
            let object = tab.object(&chosen.frame, handle).await?;
            tab.touch();
            let params = json!({ "files": [file], "objectId": object });
            tab.call("DOM.setFileInputFiles", params).await?;
            return Ok("put into the file field");
        }
        if self.choose_file(chosen, &file, until).await? {
            return Ok("chosen in the file chooser");
        }
        self.drop_file(chosen, &file, until).await?;
        Ok("dropped on the element")
    }

    /// Presses the element; true where a file chooser opened and took the file.
    async fn choose_file(&self, chosen: &Chosen, file: &str, until: Instant) -> Result<bool, BrowserError> {
        let tab = self.session.tab()?;
        let mut choosers = self
            .session
            .inner
            .bounded("uploading", CALL_LIMIT, tab.driver.event_listener::<EventFileChooserOpened>())
            .await?;
        self.click(chosen, 1, until).await?;
        let Ok(Some(opened)) = tokio::time::timeout(CHOOSER, choosers.next()).await else {
            return Ok(false);
        };
        let opened = serde_json::to_value(&*opened).unwrap_or_default();
        let Some(node) = opened["backendNodeId"].as_i64() else {
            return Ok(false);
        };
        let params = json!({ "files": [file], "backendNodeId": node });
        tab.call("DOM.setFileInputFiles", params).await?;
        Ok(true)
    }

    /// Drops the file as if it had been dragged in from the desktop.
    async fn drop_file(&self, chosen: &Chosen, file: &str, until: Instant) -> Result<(), BrowserError> {
        let (x, y) = self.ready(chosen, PRESS, until).await?;
        let tab = self.session.tab()?;
        let data = json!({ "items": [], "files": [file], "dragOperationsMask": 1 });
        let events = ["dragEnter", "dragOver", "drop"]
            .map(|kind| json!({ "type": kind, "x": x, "y": y, "data": data }))
            .to_vec();
        dispatch(&tab, "Input.dispatchDragEvent", events).await
    }
}

fn checked(path: &str) -> Result<PathBuf, BrowserError> {
    let bad = |reason: &str| BrowserError::File { path: path.to_owned(), reason: reason.to_owned() };
    let given = Path::new(path);
    if !given.is_absolute() {
        return Err(bad("give its whole path, from the root on"));
    }
    let real = given.canonicalize().map_err(|error| bad(&error.to_string()))?;
    if !real.is_file() {
        return Err(bad("it is no file"));
    }
    std::fs::File::open(&real).map_err(|error| bad(&error.to_string()))?;
    Ok(real)
}
