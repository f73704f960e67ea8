//! Waiting for what an action set off: a navigation, requests, a new tab.
//!
//! First it is waited a little for something to begin, because pages begin things a moment after the event;
//! then for its end. A page that begins nothing costs that little only.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::LOAD_LIMIT;
use crate::browser::lock;
use crate::engine::Settled;
use crate::error::BrowserError;
use crate::page::{Mark, Page, Tab, TabState};

/// The state before an action.
#[derive(Clone, Debug)]
pub(crate) struct Before {
    pub tab: Arc<Tab>,
    pub state: TabState,
    pub mark: Mark,
    tabs: usize,
}

/// How long is waited for what.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience {
    /// For something to begin.
    pub begin: Duration,
    /// For requests of scripts to end.
    pub requests: Duration,
    /// For pictures and scripts of a new document.
    pub parts: Duration,
    /// For everything together.
    pub whole: Duration,
}

impl Patience {
    pub const REPLAY: Self = Self {
        begin: Duration::from_millis(6),
        requests: Duration::from_secs(3),
        parts: Duration::from_secs(3),
        whole: LOAD_LIMIT,
    };
    /// After an action that seldom sets anything off at once.
    pub const FIELD: Self = Self { begin: Duration::from_millis(1), ..Self::REPLAY };
    /// A recording waits for late effects too, as a person would.
    pub const RECORD: Self = Self {
        begin: Duration::from_millis(120),
        requests: Duration::from_secs(5),
        parts: Duration::from_secs(5),
        whole: LOAD_LIMIT,
    };
}

impl Page {
    /// Notes the state before an action.
    pub(crate) fn before(&self) -> Result<Before, BrowserError> {
        let tab = self.session.tab()?;
        tab.begin();
        self.session.set_acting(true);
        Ok(Before {
            state: tab.peek(),
            mark: lock(&self.session.journal).mark(),
            tabs: self.session.tabs().len(),
            tab,
        })
    }

    /// Waits for what the action set off.
    pub(crate) async fn settle(&self, before: &Before, patience: Patience) -> Result<(), BrowserError> {
        let end = Instant::now() + patience.whole;
        let mut begin = patience.begin;
        for _ in 0..6 {
            let active = self.settle_once(before, patience, begin, end).await?;
            if !active || Instant::now() >= end {
                break;
            }
            begin = patience.begin / 2;
        }
        self.session.set_acting(false);
        if self.session.tab()?.peek().is_dead() {
            return Err(self.gone("waiting for the page").await);
        }
        Ok(())
    }

    /// One round; true where something was going on, so that its consequences need another look.
    async fn settle_once(
        &self,
        before: &Before,
        patience: Patience,
        begin: Duration,
        end: Instant,
    ) -> Result<bool, BrowserError> {
        let tab = &before.tab;
        let left = || end.saturating_duration_since(Instant::now());
        let grace = u64::try_from(begin.as_millis()).unwrap_or(0);
        let (leaving, moved, opens_tab) = match tab.run::<Settled>("settle", json!({ "grace": grace })).await
        {
            Ok(settled) => {
                tab.note_url(settled.url, &tab.peek());
                let leaving = settled.begun.as_ref().is_some_and(|begun| !begun.download);
                (leaving, settled.moved, settled.opens_tab)
            }
            Err(BrowserError::Replaced { .. }) => (true, false, false),
            // A tab may close itself; the one that opened it is in front again.
            Err(BrowserError::PageGone { .. }) if closed_itself(tab).await && self.other_tab_lives(tab) => {
                return Ok(false);
            }
            Err(other) => return Err(other),
        };
        let mut active = false;
        if moved {
            let limit = left().min(Duration::from_millis(500));
            tab.wait_state(limit, |now| now.is_dead() || now.moves > before.state.moves).await;
        }
        let seen = tab.peek();
        let was = &before.state;
        if leaving && seen.commits == was.commits {
            let stirred = |now: &TabState| {
                now.is_dead()
                    || now.started > was.started
                    || now.commits > was.commits
                    || now.moves > was.moves
                    || now.downloads > was.downloads
            };
            tab.wait_state(left().min(Duration::from_secs(1)), stirred).await;
        }
        // Loading that was under way before counts for nothing here.
        let loads = |now: &TabState| {
            now.started > was.started && now.stopped - was.stopped < now.started - was.started
        };
        let seen = tab.peek();
        if seen.commits > was.commits && !seen.is_loaded() || seen.moves == was.moves && loads(&seen) {
            active = true;
            let shown = |now: &TabState| {
                now.is_dead()
                    || now.downloads > was.downloads
                    || now.commits > was.commits && now.is_parsed()
                    || now.commits == was.commits && (now.moves > was.moves || !loads(now))
            };
            tab.wait_state(left(), shown).await;
            let parts = left().min(patience.parts);
            tab.wait_state(parts, |now| now.is_dead() || now.is_loaded() || !loads(now)).await;
        }
        let now = tab.peek();
        if leaving && (now.commits, now.moves, now.downloads) == (was.commits, was.moves, was.downloads) {
            // It led to no document: a download is told a moment later, an answer without content never is.
            let limit = left().min(Duration::from_millis(700));
            tab.wait_state(limit, |now| {
                now.is_dead() || now.downloads > was.downloads || now.commits > was.commits
            })
            .await;
        }
        let fresh = |now: &TabState| now.in_flight.iter().any(|id| !was.in_flight.contains(id));
        if fresh(&tab.peek()) {
            active = true;
            let limit = left().min(patience.requests);
            tab.wait_state(limit, |now| now.is_dead() || !fresh(now)).await;
        }
        if opens_tab || self.session.arriving() {
            let until = Instant::now() + left().min(Duration::from_secs(3));
            while Instant::now() < until
                && self.session.tabs().len() == before.tabs
                && !self.session.arriving()
            {
                tokio::time::sleep(Duration::from_millis(3)).await;
            }
            while Instant::now() < end && self.session.arriving() {
                tokio::time::sleep(Duration::from_millis(3)).await;
            }
        }
        if tab.peek().is_dead() && !self.other_tab_lives(tab) {
            return Err(self.gone("waiting for the page").await);
        }
        Ok(active)
    }

    fn other_tab_lives(&self, tab: &Tab) -> bool {
        self.session.tabs().iter().any(|other| other.number != tab.number && !other.peek().is_dead())
    }
}

/// True where the tab was closed, not crashed; a call may fail a moment before that is told.
pub(super) async fn closed_itself(tab: &Tab) -> bool {
    tab.wait_state(Duration::from_millis(500), TabState::is_dead).await;
    let now = tab.peek();
    now.closed && !now.crashed
}
