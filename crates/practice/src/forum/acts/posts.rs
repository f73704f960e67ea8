//! Submitting, commenting, voting.

use std::sync::Arc;

use url::Url;

use super::Complaints;
use crate::forum::{
    model::{Comment, Deed, Notice, Submission, SubmissionKind, Votable, Vote},
    state::Commons,
};

/// Most submissions and comments of a space: a runaway script must not fill the memory.
const MAX_ITEMS: usize = 20_000;

/// What the submission form sends.
#[derive(Debug, Clone, Default)]
pub struct Draft {
    pub forum: String,
    pub title: String,
    pub kind: Option<SubmissionKind>,
    pub url: String,
    pub body: String,
}

pub fn submit(site: &mut Commons, author: &str, draft: &Draft) -> Result<u32, Complaints> {
    let mut wrong = Complaints::default();
    let kind = draft.kind.unwrap_or(SubmissionKind::Link);
    wrong.length("title", &draft.title, 1, 300);
    wrong.length("body", &draft.body, 0, 20_000);
    let forum = site.forum(&draft.forum).map(|forum| forum.name.clone());
    match &forum {
        None if draft.forum.is_empty() => wrong.add("forum", "Please choose a forum."),
        None => wrong.add("forum", format!("There is no forum named “{}”.", draft.forum)),
        Some(name) if site.ban(name, author).is_some() => {
            wrong.add("forum", "You are banned from this forum.");
        }
        Some(_) => {}
    }
    let url = match kind {
        SubmissionKind::Text => None,
        SubmissionKind::Link if is_web_address(&draft.url) => Some(draft.url.clone()),
        SubmissionKind::Picture if is_web_address(&draft.url) || is_own_picture(&draft.url) => {
            Some(draft.url.clone())
        }
        _ => {
            wrong.add("url", "Please enter a full address that begins with http:// or https://.");
            None
        }
    };
    if site.submissions.len() >= MAX_ITEMS {
        wrong.add("title", "This site is full. Reset it to go on.");
    }
    let forum = wrong.or(forum.unwrap_or_default())?;
    let created = site.tick();
    let id = u32::try_from(site.submissions.len() + 1).unwrap_or(u32::MAX);
    site.submissions.push(Arc::new(Submission {
        id,
        forum,
        author: author.to_owned(),
        title: draft.title.clone(),
        kind,
        url,
        body: draft.body.clone(),
        created,
        edited: None,
        score: 1,
        pinned: false,
        locked: false,
        removed: false,
        deleted: false,
    }));
    Ok(id)
}

/// The author changes title or text.
pub fn edit_submission(site: &mut Commons, id: u32, title: &str, body: &str) -> Result<(), Complaints> {
    let mut wrong = Complaints::default();
    wrong.length("title", title, 1, 300);
    wrong.length("body", body, 0, 20_000);
    wrong.or(())?;
    let now = site.tick();
    if let Some(submission) = site.submission_mut(id) {
        title.clone_into(&mut submission.title);
        body.clone_into(&mut submission.body);
        submission.edited = Some(now);
    }
    Ok(())
}

pub fn delete_submission(site: &mut Commons, id: u32) {
    site.tick();
    if let Some(submission) = site.submission_mut(id) {
        submission.deleted = true;
    }
}

/// What a moderator does to a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    Lock,
    Unlock,
    Pin,
    Unpin,
    Remove,
    Restore,
}

impl Measure {
    pub fn from_key(key: &str) -> Option<Self> {
        Some(match key {
            "lock" => Self::Lock,
            "unlock" => Self::Unlock,
            "pin" => Self::Pin,
            "unpin" => Self::Unpin,
            "remove" => Self::Remove,
            "restore" => Self::Restore,
            _ => return None,
        })
    }

    /// As the log and the message say it.
    pub fn said(self) -> &'static str {
        match self {
            Self::Lock => "locked",
            Self::Unlock => "unlocked",
            Self::Pin => "pinned",
            Self::Unpin => "unpinned",
            Self::Remove => "removed",
            Self::Restore => "restored",
        }
    }
}

pub fn moderate(site: &mut Commons, id: u32, by: &str, measure: Measure) {
    let at = site.tick();
    let Some(submission) = site.submission_mut(id) else { return };
    match measure {
        Measure::Lock => submission.locked = true,
        Measure::Unlock => submission.locked = false,
        Measure::Pin => submission.pinned = true,
        Measure::Unpin => submission.pinned = false,
        Measure::Remove => submission.removed = true,
        Measure::Restore => submission.removed = false,
    }
    let what = format!("{} the submission “{}”", measure.said(), submission.title);
    let forum = submission.forum.clone();
    site.deeds.push(Deed { forum, by: by.to_owned(), what, at });
}

/// Adds a comment, as an answer to `parent` if there is one, and tells the one who is answered.
pub fn comment(
    site: &mut Commons,
    author: &str,
    submission: u32,
    parent: Option<u32>,
    body: &str,
) -> Result<u32, Complaints> {
    let mut wrong = Complaints::default();
    wrong.length("comment", body, 1, 10_000);
    let Some(on) = site.submission(submission).filter(|one| one.visible()) else {
        return Err(Complaints::one("comment", "This submission is gone."));
    };
    let (forum, locked, mut answered) = (on.forum.clone(), on.locked, on.author.clone());
    if locked && !site.is_moderator(&forum, Some(author)) {
        wrong.add("comment", "This submission is locked; no new comments are taken.");
    }
    if site.ban(&forum, author).is_some() {
        wrong.add("comment", "You are banned from this forum.");
    }
    if let Some(parent) = parent {
        match site.comment(parent).filter(|one| one.submission == submission && !one.deleted) {
            Some(parent) => answered.clone_from(&parent.author),
            None => wrong.add("comment", "The comment you answer is gone."),
        }
    }
    if site.comments.len() >= MAX_ITEMS {
        wrong.add("comment", "This site is full. Reset it to go on.");
    }
    wrong.or(())?;
    let created = site.tick();
    let id = u32::try_from(site.comments.len() + 1).unwrap_or(u32::MAX);
    site.comments.push(Arc::new(Comment {
        id,
        submission,
        parent,
        author: author.to_owned(),
        body: body.to_owned(),
        created,
        edited: None,
        score: 1,
        deleted: false,
    }));
    if answered != author && !site.has_blocked(&answered, author) {
        let notice = u32::try_from(site.notices.len() + 1).unwrap_or(u32::MAX);
        site.notices.push(Notice { id: notice, user: answered, comment: id, seen: false });
    }
    Ok(id)
}

pub fn edit_comment(site: &mut Commons, id: u32, body: &str) -> Result<(), Complaints> {
    let mut wrong = Complaints::default();
    wrong.length("comment", body, 1, 10_000);
    wrong.or(())?;
    let now = site.tick();
    if let Some(comment) = site.comment_mut(id) {
        body.clone_into(&mut comment.body);
        comment.edited = Some(now);
    }
    Ok(())
}

pub fn delete_comment(site: &mut Commons, id: u32) {
    site.tick();
    if let Some(comment) = site.comment_mut(id) {
        comment.deleted = true;
    }
}

/// Sets a member's vote to 1, -1 or 0 and returns the new score; nothing if there is no such thing.
pub fn vote(site: &mut Commons, user: &str, on: Votable, id: u32, value: i64) -> Option<i64> {
    let value = value.signum();
    let before = site.vote_of(Some(user), on, id);
    let score = match on {
        Votable::Submission => &mut site.submission_mut(id).filter(|one| one.visible())?.score,
        Votable::Comment => &mut site.comment_mut(id).filter(|one| !one.deleted)?.score,
    };
    *score += value - before;
    let score = *score;
    site.votes.retain(|vote| !(vote.user == user && vote.on == on && vote.id == id));
    if value != 0 {
        site.votes.push(Vote { user: user.to_owned(), on, id, value });
    }
    site.tick();
    Some(score)
}

fn is_web_address(text: &str) -> bool {
    text.len() <= 2_000
        && Url::parse(text).is_ok_and(|url| {
            matches!(url.scheme(), "http" | "https") && url.host_str().is_some_and(|host| host.contains('.'))
        })
}

fn is_own_picture(text: &str) -> bool {
    text.strip_prefix("/pictures/")
        .is_some_and(|name| name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'.' || b == b'-'))
}
