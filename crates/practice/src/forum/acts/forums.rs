//! Making, following and looking after forums.

use std::sync::Arc;

use super::{Complaints, is_plain_name};
use crate::forum::{
    model::{Ban, Deed, Forum, Subscription},
    state::Commons,
};

/// What the forum form sends.
#[derive(Debug, Clone, Default)]
pub struct ForumDraft {
    pub name: String,
    pub title: String,
    pub description: String,
    pub sidebar: String,
    pub tags: Vec<String>,
}

impl ForumDraft {
    fn complaints(&self) -> Complaints {
        let mut wrong = Complaints::default();
        wrong.length("title", &self.title, 1, 100);
        wrong.length("description", &self.description, 1, 300);
        wrong.length("sidebar", &self.sidebar, 1, 10_000);
        if self.tags.len() > 8 || self.tags.iter().any(|tag| tag.chars().count() > 30) {
            wrong.add("tags", "Please give at most 8 tags of at most 30 characters.");
        }
        wrong
    }
}

/// Makes a forum; its founder moderates and follows it.
pub fn create(site: &mut Commons, founder: &str, draft: &ForumDraft) -> Result<(), Complaints> {
    let mut wrong = draft.complaints();
    if !is_plain_name(&draft.name) {
        wrong.add("name", "A name has 3 to 25 letters, digits or underscores.");
    } else if site.forum(&draft.name).is_some() {
        wrong.add("name", format!("There already is a forum named “{}”.", draft.name));
    }
    if site.forums.len() >= 2_000 {
        wrong.add("name", "This site is full. Reset it to go on.");
    }
    wrong.or(())?;
    let created = site.tick();
    site.forums.push(Arc::new(Forum {
        name: draft.name.clone(),
        title: draft.title.clone(),
        description: draft.description.clone(),
        sidebar: draft.sidebar.clone(),
        tags: draft.tags.clone(),
        created,
        subscribers: 0,
        moderators: vec![founder.to_owned()],
    }));
    subscribe(site, founder, &draft.name);
    Ok(())
}

pub fn edit(site: &mut Commons, by: &str, name: &str, draft: &ForumDraft) -> Result<(), Complaints> {
    draft.complaints().or(())?;
    let at = site.tick();
    if let Some(forum) = site.forum_mut(name) {
        forum.title.clone_from(&draft.title);
        forum.description.clone_from(&draft.description);
        forum.sidebar.clone_from(&draft.sidebar);
        forum.tags.clone_from(&draft.tags);
    }
    note(site, name, by, "changed the settings of the forum", at);
    Ok(())
}

/// Returns whether anything changed.
pub fn subscribe(site: &mut Commons, user: &str, forum: &str) -> bool {
    if site.is_subscribed(user, forum) {
        return false;
    }
    site.tick();
    site.subscriptions.push(Subscription { user: user.to_owned(), forum: forum.to_owned() });
    if let Some(forum) = site.forum_mut(forum) {
        forum.subscribers = forum.subscribers.saturating_add(1);
    }
    true
}

/// Returns whether anything changed.
pub fn unsubscribe(site: &mut Commons, user: &str, forum: &str) -> bool {
    if !site.is_subscribed(user, forum) {
        return false;
    }
    site.tick();
    site.subscriptions.retain(|one| !(one.user == user && one.forum == forum));
    if let Some(forum) = site.forum_mut(forum) {
        forum.subscribers = forum.subscribers.saturating_sub(1);
    }
    true
}

/// Bans a member from a forum, for ever when `days` is empty.
pub fn ban(
    site: &mut Commons,
    by: &str,
    forum: &str,
    user: &str,
    reason: &str,
    days: &str,
) -> Result<(), Complaints> {
    let mut wrong = Complaints::default();
    wrong.length("reason", reason, 1, 300);
    if site.user(user).is_none() {
        wrong.add("user", format!("There is no member named “{user}”."));
    } else if site.is_moderator(forum, Some(user)) {
        wrong.add("user", "A moderator cannot be banned.");
    } else if site.ban(forum, user).is_some() {
        wrong.add("user", "This member is banned already.");
    }
    let days = match days {
        "" => None,
        text => match text.parse::<u32>() {
            Ok(days) if (1..=3_650).contains(&days) => Some(days),
            _ => {
                wrong.add("days", "Please enter a number of days from 1 to 3650, or nothing.");
                None
            }
        },
    };
    wrong.or(())?;
    let since = site.tick();
    site.bans.push(Ban {
        forum: forum.to_owned(),
        user: user.to_owned(),
        by: by.to_owned(),
        reason: reason.to_owned(),
        since,
        days,
    });
    note(site, forum, by, format!("banned {user} ({reason})"), since);
    Ok(())
}

pub fn unban(site: &mut Commons, by: &str, forum: &str, user: &str) {
    let at = site.tick();
    site.bans.retain(|ban| !(ban.forum == forum && ban.user == user));
    note(site, forum, by, format!("unbanned {user}"), at);
}

pub fn add_moderator(site: &mut Commons, by: &str, forum: &str, user: &str) -> Result<(), Complaints> {
    if site.user(user).is_none() {
        return Err(Complaints::one("user", format!("There is no member named “{user}”.")));
    }
    if site.is_moderator(forum, Some(user)) {
        return Err(Complaints::one("user", "This member is a moderator already."));
    }
    let at = site.tick();
    if let Some(forum) = site.forum_mut(forum) {
        forum.moderators.push(user.to_owned());
    }
    note(site, forum, by, format!("made {user} a moderator"), at);
    Ok(())
}

/// The last moderator stays.
pub fn remove_moderator(site: &mut Commons, by: &str, forum: &str, user: &str) -> bool {
    let at = site.tick();
    let Some(found) = site.forum_mut(forum).filter(|found| found.moderators.len() > 1) else { return false };
    found.moderators.retain(|name| name != user);
    note(site, forum, by, format!("took {user} off the moderators"), at);
    true
}

fn note(site: &mut Commons, forum: &str, by: &str, what: impl Into<String>, at: i64) {
    site.deeds.push(Deed { forum: forum.to_owned(), by: by.to_owned(), what: what.into(), at });
}
