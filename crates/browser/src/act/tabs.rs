//! History and tabs.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Before, Patience};
use crate::LOAD_LIMIT;
use crate::error::BrowserError;
use crate::page::{Page, TabState};

impl Page {
    /// One step back or forward in the tab's history.
    pub(crate) async fn go(&self, by: i64) -> Result<(), BrowserError> {
        let before = self.before()?;
        let history = before.tab.call("Page.getNavigationHistory", json!({})).await?;
        let at = history["currentIndex"].as_i64().unwrap_or(0) + by;
        let entry = usize::try_from(at)
            .ok()
            .and_then(|at| history["entries"].get(at))
            .and_then(|entry| entry["id"].as_i64());
        let Some(entry) = entry else {
            let way = if by < 0 { "back" } else { "forward" };
            return Err(BrowserError::Unsupported(format!("there is no page to go {way} to")));
        };
        before.tab.call("Page.navigateToHistoryEntry", json!({ "entryId": entry })).await?;
        self.arrive(&before).await
    }

    pub(crate) async fn reload(&self) -> Result<(), BrowserError> {
        let before = self.before()?;
        before.tab.call("Page.reload", json!({})).await?;
        self.arrive(&before).await
    }

    async fn arrive(&self, before: &Before) -> Result<(), BrowserError> {
        let was = &before.state;
        let moved = |now: &TabState| now.is_dead() || now.commits > was.commits || now.moves > was.moves;
        if !before.tab.wait_state(LOAD_LIMIT, moved).await {
            return Err(BrowserError::Deadline { during: "going to another page".into(), limit: LOAD_LIMIT });
        }
        self.settle(before, Patience::REPLAY).await
    }

    /// Opens a tab beside the others and brings it to the front; `url` may be empty.
    pub(crate) async fn new_tab(&self, url: &str) -> Result<(), BrowserError> {
        let opened = match self.session.context() {
            Some(context) => self.session.inner.open_tab(Some(context.to_owned())).await?,
            None => self.session.inner.open_tab(None).await?,
        };
        self.session.add_tab(opened).await?;
        if url.is_empty() { Ok(()) } else { self.navigate(url).await }
    }

    /// Brings a tab to the front: by number, or by a part of its address or title.
    pub(crate) async fn switch_tab(&self, which: &str) -> Result<(), BrowserError> {
        let tabs: Vec<_> = self.session.tabs().into_iter().filter(|tab| !tab.peek().is_dead()).collect();
        let wanted = which.trim();
        let number = wanted.parse::<u32>().ok();
        for tab in tabs.iter().rev() {
            let hit = if let Some(number) = number {
                number == tab.number
            } else {
                let place: Value = tab.run("where", json!({})).await.unwrap_or_default();
                let holds = |key: &str| place[key].as_str().is_some_and(|text| text.contains(wanted));
                !wanted.is_empty() && (holds("url") || holds("title"))
            };
            if hit {
                self.session.set_front(tab.number);
                return tab.call("Page.bringToFront", json!({})).await.map(drop);
            }
        }
        Err(BrowserError::Unsupported(format!(
            "there is no tab `{wanted}`; {} are open, numbered from 0",
            tabs.len()
        )))
    }

    pub(crate) async fn close_tab(&self) -> Result<(), BrowserError> {
        let tab = self.session.tab()?;
        let others =
            self.session.tabs().iter().any(|other| other.number != tab.number && !other.peek().is_dead());
        if !others {
            return Err(BrowserError::Unsupported("the last tab is not closed by a step".into()));
        }
        self.session.inner.call("Target.closeTarget", json!({ "targetId": tab.target })).await?;
        tab.wait_state(Duration::from_secs(5), TabState::is_dead).await;
        self.session.on_closed(&tab.target);
        Ok(())
    }
}
