//! Setting the whole value of a field: by editing commands, by keys, and in rich editors line by line.

use std::time::{Duration, Instant};

use futures::future::try_join_all;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Chord, dispatch, keys, lenient, refusal};
use crate::engine::{Filled, Handle};
use crate::error::BrowserError;
use crate::locate::Chosen;
use crate::page::Page;

/// Text of the caret's line on both sides of it.
#[derive(Debug, Default, Deserialize)]
struct Caret {
    before: String,
    after: String,
}

impl Page {
    /// Sets the whole value of a field: the old text is selected and typed over, and the page hears `input`, key
    /// and `change` events. Fields that do not take it in one go get real keys.
    /// True where the field is one for secrets. With `secret` the text is one, whatever the field says: the field
    /// is hidden in pictures from then on, and no error names the text.
    pub(crate) async fn fill(
        &self,
        chosen: &Chosen,
        text: &str,
        secret: bool,
        until: Instant,
    ) -> Result<bool, BrowserError> {
        let budget = until.saturating_duration_since(Instant::now()).min(Duration::from_secs(5));
        let argument = json!({
            "handle": chosen.handle,
            "value": text,
            "secret": secret,
            "budget": u64::try_from(budget.as_millis()).unwrap_or(5000),
        });
        let tab = self.session.tab()?;
        let limit = budget + Duration::from_secs(3);
        tab.touch();
        let (field, secret) = match tab.run_in(&chosen.frame, "fill", argument, limit).await? {
            Filled::Done { secret } => return Ok(secret),
            Filled::Gone => return Err(refusal(chosen, "gone", None)),
            Filled::Refused { why } => {
                let shown = if secret { "what was given" } else { text };
                return Err(refusal(chosen, &why, Some(shown)));
            }
            Filled::Editor { handle, secret } => {
                let editor = Chosen { handle, ..chosen.clone() };
                self.edit(&editor, text).await?;
                (handle, secret)
            }
            Filled::Type { handle, secret } => {
                self.type_over(text).await?;
                (handle, secret)
            }
        };
        match self.job::<Value>(chosen, "endFill", json!({ "handle": field })).await {
            Ok(end) if end["value"] == json!("") && !text.trim().is_empty() => {
                Err(BrowserError::NotActionable {
                    target: chosen.target.clone(),
                    why: if secret {
                        "it did not take the text".into()
                    } else {
                        format!("it did not take the text `{text}`")
                    },
                })
            }
            Ok(_) | Err(BrowserError::Replaced { .. }) => Ok(secret),
            Err(other) => Err(other),
        }
    }

    /// Types over what is selected; the last character comes by a key, so that pages waiting for `keyup` notice.
    async fn type_over(&self, text: &str) -> Result<(), BrowserError> {
        let tab = self.session.tab()?;
        let mut events: Vec<(&'static str, Value)> = Vec::new();
        match text.char_indices().next_back() {
            None => {
                for event in Chord::parse("Delete")?.events() {
                    events.push(("Input.dispatchKeyEvent", event));
                }
            }
            Some((_, '\n' | '\r')) => events.push(("Input.insertText", json!({ "text": text }))),
            Some((at, last)) => {
                if at > 0 {
                    events.push(("Input.insertText", json!({ "text": &text[..at] })));
                }
                for event in keys::typing(last) {
                    events.push(("Input.dispatchKeyEvent", event));
                }
            }
        }
        let typed = try_join_all(events.into_iter().map(|(method, params)| tab.call(method, params))).await;
        lenient(typed.map(drop))
    }

    /// Replaces the whole text of a rich editor as a person does: everything is selected by keys, and lines are
    /// typed with Enter between them. Editors keep a document of their own, which only input changes.
    async fn edit(&self, editor: &Chosen, text: &str) -> Result<(), BrowserError> {
        let tab = self.session.tab()?;
        let keys = "Input.dispatchKeyEvent";
        self.ask::<Value>(editor, "focus").await?;
        dispatch(&tab, keys, select_all()?).await?;
        dispatch(&tab, keys, Chord::parse("Delete")?.events()).await?;
        let mut first = true;
        for line in text.split('\n') {
            if !first {
                dispatch(&tab, keys, Chord::parse("Enter")?.events()).await?;
                // Editors of code indent a new line by themselves: the text brings its own indentation.
                let caret = self.caret(editor).await?;
                if !caret.before.is_empty() && caret.before.trim().is_empty() {
                    let unit = if line.is_empty() { "Shift+Home Delete" } else { "Shift+Home" };
                    for chord in unit.split(' ') {
                        dispatch(&tab, keys, Chord::parse(chord)?.events()).await?;
                    }
                }
            }
            first = false;
            let line = line.trim_end_matches('\r');
            if !line.is_empty() {
                lenient(tab.call("Input.insertText", json!({ "text": line })).await.map(drop))?;
                // And they close what was opened: the text brings its own closing.
                let closed = self.caret(editor).await?.after;
                if closed.chars().all(|c| ")]}>\"'`".contains(c)) {
                    for _ in closed.chars() {
                        dispatch(&tab, keys, Chord::parse("Delete")?.events()).await?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The line around the caret; empty where the page was replaced meanwhile.
    async fn caret(&self, editor: &Chosen) -> Result<Caret, BrowserError> {
        match self.ask(editor, "caret").await {
            Err(BrowserError::Replaced { .. }) => Ok(Caret::default()),
            other => other,
        }
    }

    /// Types digits into one section of a field that is made of several.
    pub(super) async fn type_section(
        &self,
        chosen: &Chosen,
        section: Handle,
        digits: &str,
    ) -> Result<(), BrowserError> {
        let tab = self.session.tab()?;
        let section = Chosen { handle: section, ..chosen.clone() };
        self.ask::<Value>(&section, "focus").await?;
        let events: Vec<Value> = digits.chars().flat_map(keys::typing).collect();
        dispatch(&tab, "Input.dispatchKeyEvent", events).await
    }
}

/// Control and A with the editing command that the browser's own keyboard would send.
fn select_all() -> Result<Vec<Value>, BrowserError> {
    let mut events = Chord::parse("Control+a")?.events();
    for event in &mut events {
        if event["key"] == json!("a") && event["type"] == json!("rawKeyDown") {
            event["commands"] = json!(["selectAll"]);
        }
    }
    Ok(events)
}
