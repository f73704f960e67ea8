//! Profiles, settings, messages, blocks, registration.

use std::sync::Arc;

use super::{Complaints, is_plain_name};
use crate::forum::{
    model::{Block, Message, Preferences, Thread, User},
    state::Commons,
};

pub fn set_biography(site: &mut Commons, user: &str, text: &str) -> Result<(), Complaints> {
    let mut wrong = Complaints::default();
    wrong.length("biography", text, 0, 2_000);
    wrong.or(())?;
    site.tick();
    if let Some(user) = site.user_mut(user) {
        text.clone_into(&mut user.biography);
    }
    Ok(())
}

pub fn set_email(site: &mut Commons, user: &str, email: &str) -> Result<(), Complaints> {
    if !is_email(email) {
        return Err(Complaints::one("email", "Please enter an e-mail address like name@host.example."));
    }
    site.tick();
    if let Some(user) = site.user_mut(user) {
        email.clone_into(&mut user.email);
    }
    Ok(())
}

pub fn set_password(
    site: &mut Commons,
    user: &str,
    present: &str,
    new: &str,
    again: &str,
) -> Result<(), Complaints> {
    let mut wrong = Complaints::default();
    if !site.password_fits(user, present) {
        wrong.add("present", "This is not your present password.");
    }
    check_password(&mut wrong, new, again);
    wrong.or(())?;
    site.tick();
    site.passwords.insert(user.to_owned(), new.to_owned());
    Ok(())
}

pub fn set_preferences(site: &mut Commons, user: &str, preferences: Preferences) {
    site.tick();
    if let Some(user) = site.user_mut(user) {
        user.preferences = preferences;
    }
}

pub fn register(
    site: &mut Commons,
    name: &str,
    email: &str,
    password: &str,
    again: &str,
) -> Result<(), Complaints> {
    let mut wrong = Complaints::default();
    if !is_plain_name(name) {
        wrong.add("username", "A user name has 3 to 25 letters, digits or underscores.");
    } else if site.users.iter().any(|user| user.name.eq_ignore_ascii_case(name)) {
        wrong.add("username", "This user name is taken.");
    }
    if !email.is_empty() && !is_email(email) {
        wrong.add("email", "Please enter an e-mail address like name@host.example, or nothing.");
    }
    check_password(&mut wrong, password, again);
    if site.users.len() >= 5_000 {
        wrong.add("username", "This site is full. Reset it to go on.");
    }
    wrong.or(())?;
    let joined = site.tick();
    site.users.push(Arc::new(User {
        name: name.to_owned(),
        joined,
        biography: String::new(),
        email: email.to_owned(),
        preferences: Preferences::default(),
    }));
    site.passwords.insert(name.to_owned(), password.to_owned());
    Ok(())
}

pub fn block(site: &mut Commons, user: &str, other: &str, note: &str) -> Result<(), Complaints> {
    let mut wrong = Complaints::default();
    wrong.length("note", note, 0, 300);
    if site.user(other).is_none() {
        wrong.add("user", format!("There is no member named “{other}”."));
    } else if user == other {
        wrong.add("user", "You cannot block yourself.");
    } else if site.has_blocked(user, other) {
        wrong.add("user", format!("You have blocked {other} already."));
    }
    wrong.or(())?;
    let since = site.tick();
    site.blocks.push(Block {
        user: user.to_owned(),
        blocked: other.to_owned(),
        note: note.to_owned(),
        since,
    });
    Ok(())
}

pub fn unblock(site: &mut Commons, user: &str, other: &str) {
    site.tick();
    site.blocks.retain(|block| !(block.user == user && block.blocked == other));
}

/// Begins a conversation and returns its id.
pub fn send_message(
    site: &mut Commons,
    from: &str,
    to: &str,
    subject: &str,
    body: &str,
) -> Result<u32, Complaints> {
    let mut wrong = Complaints::default();
    if to.is_empty() {
        wrong.add("to", "Please say who the message is for.");
    } else if site.user(to).is_none() {
        wrong.add("to", format!("There is no member named “{to}”."));
    } else if to == from {
        wrong.add("to", "You cannot write to yourself.");
    } else if site.has_blocked(to, from) || site.has_blocked(from, to) {
        wrong.add("to", "One of you has blocked the other.");
    }
    wrong.length("subject", subject, 1, 150);
    wrong.length("body", body, 1, 10_000);
    if site.threads.len() >= 5_000 {
        wrong.add("body", "This site is full. Reset it to go on.");
    }
    wrong.or(())?;
    let id = site.threads.iter().map(|thread| thread.id).max().unwrap_or(0) + 1;
    let message = next_message(site, from, body);
    let (from, to, subject) = (from.to_owned(), to.to_owned(), subject.to_owned());
    site.threads.push(Thread { id, subject, from, to, messages: vec![message] });
    Ok(id)
}

pub fn answer_message(site: &mut Commons, from: &str, thread: u32, body: &str) -> Result<(), Complaints> {
    let mut wrong = Complaints::default();
    wrong.length("body", body, 1, 10_000);
    if let Some(other) = site.thread(thread).map(|thread| thread.other(from).to_owned())
        && (site.has_blocked(&other, from) || site.has_blocked(from, &other))
    {
        wrong.add("body", "One of you has blocked the other.");
    }
    wrong.or(())?;
    let message = next_message(site, from, body);
    if let Some(thread) = site.threads.iter_mut().find(|one| one.id == thread && one.messages.len() < 1_000) {
        thread.messages.push(message);
    }
    Ok(())
}

pub fn mark_notices_seen(site: &mut Commons, user: &str) {
    site.tick();
    for notice in site.notices.iter_mut().filter(|notice| notice.user == user) {
        notice.seen = true;
    }
}

fn next_message(site: &mut Commons, author: &str, body: &str) -> Message {
    let sent = site.tick();
    let ids = site.threads.iter().flat_map(|thread| thread.messages.iter().map(|message| message.id));
    let id = ids.max().unwrap_or(0) + 1;
    Message { id, author: author.to_owned(), body: body.to_owned(), sent }
}

fn check_password(wrong: &mut Complaints, password: &str, again: &str) {
    wrong.length("password", password, 8, 72);
    if password != again {
        wrong.add("again", "The two passwords differ.");
    }
}

fn is_email(text: &str) -> bool {
    let Some((name, host)) = text.split_once('@') else { return false };
    text.len() <= 200
        && !name.is_empty()
        && host.contains('.')
        && !host.starts_with('.')
        && !host.ends_with('.')
        && !text.contains(char::is_whitespace)
        && !host.contains('@')
}
