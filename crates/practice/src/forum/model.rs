//! What the forum consists of. Serialised as it stands, these are the items of `GET /api/state`.

use std::sync::Arc;

use serde::Serialize;

/// A member. `ada` is the demo account.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct User {
    pub name: String,
    pub joined: i64,
    pub biography: String,
    pub email: String,
    pub preferences: Preferences,
}

/// What the account settings choose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Preferences {
    /// `all` or `subscribed`.
    pub front_page: String,
    /// A sort mode's address part, like `hot`.
    pub front_sort: String,
    pub show_thumbnails: bool,
    pub open_links_in_new_tab: bool,
    pub notify_on_reply: bool,
    pub time_zone: String,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            front_page: "all".to_owned(),
            front_sort: "hot".to_owned(),
            show_thumbnails: true,
            open_links_in_new_tab: false,
            notify_on_reply: true,
            time_zone: "UTC".to_owned(),
        }
    }
}

/// One forum of the site.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Forum {
    pub name: String,
    pub title: String,
    pub description: String,
    pub sidebar: String,
    pub tags: Vec<String>,
    pub created: i64,
    pub subscribers: u32,
    /// The first is the founder.
    pub moderators: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SubmissionKind {
    Text,
    Link,
    Picture,
}

impl SubmissionKind {
    pub const ALL: [Self; 3] = [Self::Link, Self::Text, Self::Picture];

    pub fn key(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Link => "link",
            Self::Picture => "picture",
        }
    }

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.key() == key)
    }
}

// Four independent facts, not one state.
#[allow(clippy::struct_excessive_bools)]
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Submission {
    pub id: u32,
    pub forum: String,
    pub author: String,
    pub title: String,
    pub kind: SubmissionKind,
    /// Address of a link, or of the picture.
    pub url: Option<String>,
    pub body: String,
    pub created: i64,
    pub edited: Option<i64>,
    pub score: i64,
    pub pinned: bool,
    pub locked: bool,
    /// Taken away by a moderator.
    pub removed: bool,
    /// Taken away by its author.
    pub deleted: bool,
}

impl Submission {
    pub fn visible(&self) -> bool {
        !self.removed && !self.deleted
    }

    /// `/f/books/12/a-title`.
    pub fn path(&self) -> String {
        format!("/f/{}/{}/{}", self.forum, self.id, crate::seed::slug(&self.title))
    }

    /// Host of a link.
    pub fn domain(&self) -> Option<String> {
        let url = url::Url::parse(self.url.as_deref()?).ok()?;
        url.host_str().map(|host| host.trim_start_matches("www.").to_owned())
    }
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comment {
    pub id: u32,
    pub submission: u32,
    pub parent: Option<u32>,
    pub author: String,
    pub body: String,
    pub created: i64,
    pub edited: Option<i64>,
    pub score: i64,
    pub deleted: bool,
}

/// What a vote is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Votable {
    Submission,
    Comment,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Vote {
    pub user: String,
    pub on: Votable,
    pub id: u32,
    /// 1 or -1; a vote taken back is no vote.
    pub value: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Subscription {
    pub user: String,
    pub forum: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Block {
    pub user: String,
    pub blocked: String,
    /// Private note on why.
    pub note: String,
    pub since: i64,
}

/// A private conversation of two members.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Thread {
    pub id: u32,
    pub subject: String,
    pub from: String,
    pub to: String,
    pub messages: Vec<Message>,
}

impl Thread {
    pub fn other(&self, user: &str) -> &str {
        if self.from == user { &self.to } else { &self.from }
    }

    pub fn includes(&self, user: &str) -> bool {
        self.from == user || self.to == user
    }

    pub fn last_at(&self) -> i64 {
        self.messages.last().map_or(0, |message| message.sent)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Message {
    pub id: u32,
    pub author: String,
    pub body: String,
    pub sent: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WikiPage {
    /// Like `guides/posting`.
    pub path: String,
    pub title: String,
    pub body: String,
    /// Oldest first; the last one is the present text.
    pub revisions: Vec<Revision>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Revision {
    pub n: u32,
    pub author: String,
    pub title: String,
    pub body: String,
    pub note: String,
    pub at: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Ban {
    pub forum: String,
    pub user: String,
    pub by: String,
    pub reason: String,
    pub since: i64,
    /// `None` is for ever.
    pub days: Option<u32>,
}

/// One line of a forum's moderation log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Deed {
    pub forum: String,
    pub by: String,
    pub what: String,
    pub at: i64,
}

/// A reply that its addressee may not have seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Notice {
    pub id: u32,
    pub user: String,
    pub comment: u32,
    pub seen: bool,
}

/// A picture sent by a member, kept in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    pub name: String,
    pub content_type: String,
    pub bytes: Arc<Vec<u8>>,
}
