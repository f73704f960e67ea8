//! State spaces: each visitor works on the copy of the site that its `space` cookie names.
//!
//! A space starts as a shared reference to the pristine state and is copied at its first write, so
//! reading in a new space costs nothing. At most [`MAX_SPACES`] are kept; the least recently used goes
//! first, the space `main` never.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use axum::Router;
use serde::Serialize;
use serde_json::Value;

use crate::tasks::Task;

pub use crate::server::visit::{Departure, Visit};

/// Most spaces kept at once.
pub const MAX_SPACES: usize = 64;
/// Most lines kept in the access log.
pub const MAX_LOG: usize = 10_000;
/// The space of a visitor that names none.
pub const MAIN_SPACE: &str = "main";

/// What a practice site brings; the server adds spaces, sessions, the access log and `/api`.
///
/// `Clone` must be quick (share unchanged items by `Arc`): it runs at the first write of every space.
pub trait Site: Clone + Send + Sync + 'static {
    /// Short name: `forum` or `shop`. Prefix of the site's cookies.
    const NAME: &'static str;
    /// Account of a visitor without a session cookie.
    const DEMO_ACCOUNT: &'static str;

    /// The pristine state of a seed.
    fn seeded(seed: u64) -> Self;
    /// The pages. Set the 404 page with `Router::fallback`; `/api` is added by the server.
    fn router() -> Router<Arc<Spaces<Self>>>;
    /// The whole state with stable ids, as `GET /api/state` returns it.
    fn state_json(&self) -> Value;
    /// The tasks of the site; called once, on the pristine state.
    fn tasks(&self) -> Vec<Task>;
    /// Whether this account exists; a session of an unknown account is a guest's.
    fn has_account(&self, account: &str) -> bool;
}

/// One line of the access log.
#[derive(Debug, Clone, Serialize)]
pub struct LogLine {
    pub n: u64,
    pub space: String,
    pub method: String,
    pub path: String,
    pub query: String,
    /// Names (never values) of the submitted form fields, in order.
    pub form_fields: Vec<String>,
    pub status: u16,
}

#[derive(Debug)]
struct Space<S> {
    state: Arc<S>,
    used: u64,
}

#[derive(Debug)]
struct Inner<S> {
    spaces: HashMap<String, Space<S>>,
    log: VecDeque<LogLine>,
    requests: u64,
    uses: u64,
}

/// All spaces of one site.
#[derive(Debug)]
pub struct Spaces<S> {
    seed: u64,
    pristine: Arc<S>,
    tasks: Vec<Task>,
    inner: Mutex<Inner<S>>,
}

impl<S: Site> Spaces<S> {
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let pristine = Arc::new(S::seeded(seed));
        let tasks = pristine.tasks();
        let inner = Inner { spaces: HashMap::new(), log: VecDeque::new(), requests: 0, uses: 0 };
        Self { seed, pristine, tasks, inner: Mutex::new(inner) }
    }

    pub fn seed(&self) -> u64 {
        self.seed
    }

    pub fn tasks(&self) -> &[Task] {
        &self.tasks
    }

    /// The seeded state, before any write.
    pub fn pristine(&self) -> &Arc<S> {
        &self.pristine
    }

    /// The present state of a space.
    pub fn state(&self, space: &str) -> Arc<S> {
        let mut inner = self.lock();
        Arc::clone(&self.touch(&mut inner, space).state)
    }

    /// Changes the state of a space. Other spaces and states handed out before do not see it.
    pub fn change<R>(&self, space: &str, write: impl FnOnce(&mut S) -> R) -> R {
        let mut inner = self.lock();
        write(Arc::make_mut(&mut self.touch(&mut inner, space).state))
    }

    /// Puts a space back to the seed.
    pub fn reset(&self, space: &str) {
        self.lock().spaces.remove(space);
    }

    /// Names of the spaces kept now.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.lock().spaces.keys().cloned().collect();
        names.sort();
        names
    }

    pub(crate) fn record(&self, mut line: LogLine) {
        let mut inner = self.lock();
        inner.requests += 1;
        line.n = inner.requests;
        if inner.log.len() == MAX_LOG {
            inner.log.pop_front();
        }
        inner.log.push_back(line);
    }

    /// The access log, oldest first; of one space if given.
    pub fn log(&self, space: Option<&str>) -> Vec<LogLine> {
        let inner = self.lock();
        let lines = inner.log.iter();
        lines.filter(|line| space.is_none_or(|name| line.space == name)).cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, Inner<S>> {
        // A panic while writing leaves a whole state behind (items are replaced, not torn).
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn touch<'a>(&self, inner: &'a mut Inner<S>, space: &str) -> &'a mut Space<S> {
        inner.uses += 1;
        let used = inner.uses;
        if !inner.spaces.contains_key(space) && inner.spaces.len() >= MAX_SPACES {
            let candidates = inner.spaces.iter().filter(|(name, _)| *name != MAIN_SPACE);
            let oldest = candidates.min_by_key(|(_, kept)| kept.used);
            if let Some(name) = oldest.map(|(name, _)| name.clone()) {
                inner.spaces.remove(&name);
            }
        }
        let entry = inner
            .spaces
            .entry(space.to_owned())
            .or_insert_with(|| Space { state: Arc::clone(&self.pristine), used });
        entry.used = used;
        entry
    }
}

/// Whether a name may name a space: 1 to 64 letters, digits, `-` or `_`.
pub fn is_space_name(name: &str) -> bool {
    (1..=64).contains(&name.len())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::forum::Commons;

    #[test]
    fn the_least_recently_used_space_goes_but_never_main() {
        let spaces = Spaces::<Commons>::new(1);
        spaces.change(MAIN_SPACE, |site| site.writes = 7);
        for n in 0..MAX_SPACES + 5 {
            spaces.change(&format!("s{n}"), |site| site.writes = 1);
        }
        let names = spaces.names();
        assert_eq!(names.len(), MAX_SPACES);
        assert!(names.iter().any(|name| name == MAIN_SPACE) && !names.iter().any(|name| name == "s0"));
        assert_eq!(spaces.state(MAIN_SPACE).writes, 7);
        assert_eq!(spaces.state("s0").writes, 0, "a dropped space starts anew");
    }

    #[test]
    fn reading_copies_nothing_and_a_reset_brings_the_seed_back() {
        let spaces = Spaces::<Commons>::new(1);
        assert!(Arc::ptr_eq(&spaces.state("a"), spaces.pristine()));
        let before = spaces.state("a");
        spaces.change("a", |site| site.writes = 3);
        assert_eq!((before.writes, spaces.state("a").writes, spaces.state("b").writes), (0, 3, 0));
        spaces.reset("a");
        assert!(Arc::ptr_eq(&spaces.state("a"), spaces.pristine()));
    }

    #[test]
    fn the_log_is_bounded() {
        let spaces = Spaces::<Commons>::new(1);
        let line = LogLine {
            n: 0,
            space: "a".to_owned(),
            method: "GET".to_owned(),
            path: "/".to_owned(),
            query: String::new(),
            form_fields: Vec::new(),
            status: 200,
        };
        for _ in 0..MAX_LOG + 3 {
            spaces.record(line.clone());
        }
        let log = spaces.log(None);
        assert_eq!((log.len(), log[0].n), (MAX_LOG, 4));
        assert!(spaces.log(Some("b")).is_empty());
    }

    #[test]
    fn names_of_spaces_are_plain() {
        assert!(is_space_name("verify-12_a"));
        for name in ["", "a b", "ä", "../x", &"x".repeat(65)] {
            assert!(!is_space_name(name), "{name}");
        }
    }
}
