//! Lists that are no native ones: opened, and an option taken by its text; else by the keyboard.

use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};

use super::{Chord, dispatch, keys};
use crate::engine::Handle;
use crate::error::BrowserError;
use crate::locate::Chosen;
use crate::page::Page;

/// Time between two looks for an option.
const LOOK: Duration = Duration::from_millis(40);
/// How long an open list may take to show the option, before it is scrolled and then typed into.
const PATIENCE: Duration = Duration::from_millis(1500);
/// How long a list that draws only a part of its options is scrolled through.
const SEEK: Duration = Duration::from_secs(4);
/// Arrow keys pressed at most.
const KEYS: usize = 60;

enum Look {
    Found(FoundChoice),
    /// It is not there; these are.
    Offered(Vec<String>),
}

/// What a look for an option found.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct FoundChoice {
    handle: Option<Handle>,
    disabled: bool,
    how: String,
    several: Vec<String>,
    offered: Vec<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct ShownChoice {
    gone: bool,
    /// It is a field, which now holds what was typed.
    typed: bool,
    texts: Vec<String>,
    active: Option<String>,
}

impl Page {
    /// Opens a list and takes the option with one of the texts, the first that is there. Tells how.
    pub(crate) async fn choose_option(
        &self,
        chosen: &Chosen,
        texts: &[String],
        until: Instant,
    ) -> Result<String, BrowserError> {
        // The same list may be a native one on this page.
        match self.select(chosen, &texts[0], until).await {
            Ok(label) => return Ok(format!("chosen as “{label}” in the native list")),
            Err(BrowserError::NotActionable { .. }) => {}
            Err(other) => return Err(other),
        }
        self.note_choices(chosen, &texts[0]).await?;
        self.click(chosen, 1, until).await?;
        let patience = (Instant::now() + PATIENCE).min(until);
        match self.await_choice(chosen, texts, false, patience).await? {
            Look::Found(found) => {
                let how = self.take(chosen, &found, until).await?;
                Ok(format!("opened, and the option taken by its {how}"))
            }
            Look::Offered(others) => self.by_keyboard(chosen, texts, true, others, until).await,
        }
    }

    /// Types, waits for the option that comes up, and takes it. Tells how.
    pub(crate) async fn autocomplete(
        &self,
        chosen: &Chosen,
        typed: &str,
        texts: &[String],
        until: Instant,
    ) -> Result<String, BrowserError> {
        self.note_choices(chosen, &texts[0]).await?;
        self.fill(chosen, typed, false, until).await?;
        let patience = (Instant::now() + PATIENCE).min(until);
        if let Look::Found(found) = self.await_choice(chosen, texts, true, patience).await? {
            let how = self.take(chosen, &found, until).await?;
            return Ok(format!("typed, and the option taken by its {how}"));
        }
        // Some fields only listen to real keys.
        self.fill(chosen, "", false, until).await?;
        self.type_keys(chosen, typed, until).await?;
        let patience = (Instant::now() + PATIENCE).min(until);
        match self.await_choice(chosen, texts, true, patience).await? {
            Look::Found(found) => {
                let how = self.take(chosen, &found, until).await?;
                Ok(format!("typed key by key, and the option taken by its {how}"))
            }
            Look::Offered(others) => self.by_keyboard(chosen, texts, false, others, until).await,
        }
    }

    async fn note_choices(&self, chosen: &Chosen, text: &str) -> Result<(), BrowserError> {
        self.job::<Value>(chosen, "noteChoices", json!({ "text": text })).await.map(drop)
    }

    /// Looks until the option is there; scrolls through lists that show only a part of their options.
    async fn await_choice(
        &self,
        chosen: &Chosen,
        texts: &[String],
        loose: bool,
        until: Instant,
    ) -> Result<Look, BrowserError> {
        let first_half = Instant::now() + until.saturating_duration_since(Instant::now()) / 2;
        let last = loop {
            // A longer text will do only once the exact one had its time.
            let looser = loose && Instant::now() > first_half;
            let found = self.look_for(chosen, texts, looser).await?;
            if found.handle.is_some() {
                return Ok(Look::Found(found));
            }
            let offers = !found.offered.is_empty() || !found.several.is_empty();
            if Instant::now() + LOOK >= until || offers && looser == loose && Instant::now() > first_half {
                break found;
            }
            tokio::time::sleep(LOOK).await;
        };
        if !last.several.is_empty() {
            return Err(BrowserError::NoSuchOption {
                target: chosen.target.clone(),
                wanted: format!("{} (there are {})", texts[0], last.several.len()),
                options: last.several,
            });
        }
        let budget = u64::try_from(SEEK.as_millis()).unwrap_or(3000);
        let argument = json!({ "field": chosen.handle, "texts": texts, "budget": budget });
        let tab = self.session.tab()?;
        let limit = SEEK + Duration::from_secs(3);
        let found: FoundChoice = tab.run_in(&chosen.frame, "seekChoice", argument, limit).await?;
        Ok(match found.handle {
            Some(_) => Look::Found(found),
            None => Look::Offered(last.offered),
        })
    }

    async fn look_for(
        &self,
        chosen: &Chosen,
        texts: &[String],
        loose: bool,
    ) -> Result<FoundChoice, BrowserError> {
        let argument = json!({ "field": chosen.handle, "texts": texts, "loose": loose });
        self.job(chosen, "findChoice", argument).await
    }

    async fn take(
        &self,
        chosen: &Chosen,
        found: &FoundChoice,
        until: Instant,
    ) -> Result<String, BrowserError> {
        let Some(handle) = found.handle else {
            return Err(BrowserError::NotFound { target: chosen.target.clone(), candidates: Vec::new() });
        };
        if found.disabled {
            return Err(BrowserError::NotActionable {
                target: chosen.target.clone(),
                why: "its option is disabled".into(),
            });
        }
        self.click(&Chosen { handle, ..chosen.clone() }, 1, until).await?;
        Ok(found.how.clone())
    }

    /// Goes through the options with the arrow keys, or by the letters of the text, until the wanted one is
    /// active, and takes it with Enter. Nothing is taken that does not say the text.
    async fn by_keyboard(
        &self,
        chosen: &Chosen,
        texts: &[String],
        letters: bool,
        others: Vec<String>,
        until: Instant,
    ) -> Result<String, BrowserError> {
        let tab = self.session.tab()?;
        let keyboard = "Input.dispatchKeyEvent";
        if letters {
            let events: Vec<Value> = texts[0].chars().take(12).flat_map(keys::typing).collect();
            dispatch(&tab, keyboard, events).await?;
        }
        let wanted: Vec<String> = texts.iter().map(|text| text.trim().to_lowercase()).collect();
        let says = |text: &str| wanted.contains(&text.trim().to_lowercase());
        let mut seen: Vec<String> = Vec::new();
        let mut typed = false;
        for _ in 0..KEYS {
            let shown: ShownChoice =
                self.job(chosen, "shownChoice", json!({ "handle": chosen.handle })).await?;
            typed = shown.typed;
            if let Some(active) = &shown.active {
                if says(active) {
                    dispatch(&tab, keyboard, Chord::parse("Enter")?.events()).await?;
                    return Ok("taken with the keyboard".into());
                }
                if seen.last() != Some(active) && seen.contains(active) {
                    break;
                }
                if seen.last() != Some(active) {
                    seen.push(active.clone());
                }
            } else if letters && shown.texts.iter().any(|text| says(text)) {
                return Ok("chosen by its first letters".into());
            } else if shown.gone {
                break;
            }
            if Instant::now() >= until {
                break;
            }
            dispatch(&tab, keyboard, Chord::parse("ArrowDown")?.events()).await?;
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        if typed {
            self.fill(chosen, "", false, until).await?;
        }
        // What was opened is closed again, so that it does not cover what comes next.
        dispatch(&tab, keyboard, Chord::parse("Escape")?.events()).await?;
        Err(BrowserError::NoSuchOption {
            target: chosen.target.clone(),
            wanted: texts[0].clone(),
            options: if others.is_empty() { seen } else { others },
        })
    }
}
