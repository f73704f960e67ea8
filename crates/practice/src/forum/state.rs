//! The whole state of the forum and how to find things in it.

use std::{collections::BTreeMap, sync::Arc};

use serde::Serialize;

use super::model::{
    Ban, Block, Comment, Deed, Forum, Notice, Picture, Submission, Subscription, Thread, User, Votable, Vote,
    WikiPage,
};
use crate::seed::NOW;

/// Account of a visitor without a session.
pub const DEMO_USER: &str = "ada";
/// Password of every seeded account.
pub const DEMO_PASSWORD: &str = "practice";

/// Everything the forum knows. Large items are shared between clones until they change.
#[derive(Debug, Clone, Serialize)]
pub struct Commons {
    pub seed: u64,
    /// Writes so far; each moves the site's clock on by a second.
    pub writes: i64,
    pub users: Vec<Arc<User>>,
    pub forums: Vec<Arc<Forum>>,
    /// Submission `id` is at `id - 1`; nothing is ever taken out.
    pub submissions: Vec<Arc<Submission>>,
    /// Comment `id` is at `id - 1`; nothing is ever taken out.
    pub comments: Vec<Arc<Comment>>,
    pub votes: Vec<Vote>,
    pub subscriptions: Vec<Subscription>,
    pub blocks: Vec<Block>,
    pub threads: Vec<Thread>,
    pub wiki: Vec<WikiPage>,
    pub bans: Vec<Ban>,
    pub deeds: Vec<Deed>,
    pub notices: Vec<Notice>,
    #[serde(skip)]
    pub pictures: Vec<Picture>,
    /// Passwords other than [`DEMO_PASSWORD`].
    #[serde(skip)]
    pub passwords: BTreeMap<String, String>,
}

impl Commons {
    pub(super) fn empty(seed: u64) -> Self {
        Self {
            seed,
            writes: 0,
            users: Vec::new(),
            forums: Vec::new(),
            submissions: Vec::new(),
            comments: Vec::new(),
            votes: Vec::new(),
            subscriptions: Vec::new(),
            blocks: Vec::new(),
            threads: Vec::new(),
            wiki: Vec::new(),
            bans: Vec::new(),
            deeds: Vec::new(),
            notices: Vec::new(),
            pictures: Vec::new(),
            passwords: BTreeMap::new(),
        }
    }

    /// The moment of the next write.
    pub fn tick(&mut self) -> i64 {
        self.writes += 1;
        NOW + self.writes * 1_000
    }

    pub fn user(&self, name: &str) -> Option<&User> {
        self.users.iter().find(|user| user.name == name).map(AsRef::as_ref)
    }

    pub fn user_mut(&mut self, name: &str) -> Option<&mut User> {
        self.users.iter_mut().find(|user| user.name == name).map(Arc::make_mut)
    }

    /// A forum by its name, whatever the capitals.
    pub fn forum(&self, name: &str) -> Option<&Forum> {
        self.forums.iter().find(|forum| forum.name.eq_ignore_ascii_case(name)).map(AsRef::as_ref)
    }

    pub fn forum_mut(&mut self, name: &str) -> Option<&mut Forum> {
        self.forums.iter_mut().find(|forum| forum.name.eq_ignore_ascii_case(name)).map(Arc::make_mut)
    }

    pub fn submission(&self, id: u32) -> Option<&Submission> {
        self.submissions.get(index(id)?).map(AsRef::as_ref)
    }

    pub fn submission_mut(&mut self, id: u32) -> Option<&mut Submission> {
        self.submissions.get_mut(index(id)?).map(Arc::make_mut)
    }

    pub fn comment(&self, id: u32) -> Option<&Comment> {
        self.comments.get(index(id)?).map(AsRef::as_ref)
    }

    pub fn comment_mut(&mut self, id: u32) -> Option<&mut Comment> {
        self.comments.get_mut(index(id)?).map(Arc::make_mut)
    }

    pub fn thread(&self, id: u32) -> Option<&Thread> {
        self.threads.iter().find(|thread| thread.id == id)
    }

    pub fn wiki_page(&self, path: &str) -> Option<&WikiPage> {
        self.wiki.iter().find(|page| page.path == path)
    }

    pub fn is_moderator(&self, forum: &str, user: Option<&str>) -> bool {
        let forum = self.forum(forum);
        user.is_some_and(|user| forum.is_some_and(|forum| forum.moderators.iter().any(|name| name == user)))
    }

    pub fn is_subscribed(&self, user: &str, forum: &str) -> bool {
        self.subscriptions.iter().any(|one| one.user == user && one.forum == forum)
    }

    pub fn has_blocked(&self, user: &str, other: &str) -> bool {
        self.blocks.iter().any(|block| block.user == user && block.blocked == other)
    }

    pub fn ban(&self, forum: &str, user: &str) -> Option<&Ban> {
        self.bans.iter().find(|ban| ban.forum == forum && ban.user == user)
    }

    /// 1, -1 or 0.
    pub fn vote_of(&self, user: Option<&str>, on: Votable, id: u32) -> i64 {
        let mine =
            self.votes.iter().find(|vote| user == Some(vote.user.as_str()) && vote.on == on && vote.id == id);
        mine.map_or(0, |vote| vote.value)
    }

    /// Comments that still stand, per submission id.
    pub fn comment_counts(&self) -> Vec<usize> {
        let mut counts = vec![0; self.submissions.len() + 1];
        for comment in self.comments.iter().filter(|comment| !comment.deleted) {
            if let Some(count) = counts.get_mut(comment.submission as usize) {
                *count += 1;
            }
        }
        counts
    }

    pub fn unseen_notices(&self, user: &str) -> usize {
        self.notices.iter().filter(|notice| notice.user == user && !notice.seen).count()
    }

    /// Whether this password opens this account.
    pub fn password_fits(&self, user: &str, password: &str) -> bool {
        self.user(user).is_some()
            && self.passwords.get(user).map_or(DEMO_PASSWORD, String::as_str) == password
    }
}

fn index(id: u32) -> Option<usize> {
    usize::try_from(id.checked_sub(1)?).ok()
}
