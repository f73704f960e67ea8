//! Submissions, comments and the demo user's votes.

use std::{collections::HashSet, sync::Arc};

use super::{
    COMMENTS, SUBMISSIONS, capitalised, past_moment, phrases,
    topics::{TOPICS, Topic},
};
use crate::{
    forum::{
        model::{Comment, Submission, SubmissionKind, Votable, Vote},
        state::{Commons, DEMO_USER},
    },
    seed::{Dice, HOUR, MINUTE, NOW, slug},
};

pub(super) fn fill(seed: u64, site: &mut Commons) {
    site.submissions = submissions(seed, site);
    site.comments = comments(seed, site);
    site.votes = votes(seed, site);
}

fn submissions(seed: u64, site: &Commons) -> Vec<Arc<Submission>> {
    let mut dice = Dice::new(seed, "submissions");
    let mut titles = HashSet::new();
    let mut made = Vec::with_capacity(SUBMISSIONS);
    let mut by_fame: Vec<usize> = (0..TOPICS.len()).collect();
    dice.shuffle(&mut by_fame);
    for n in 0..SUBMISSIONS {
        // Every forum gets six, the rest goes to the lively ones.
        let place = if n < 6 * TOPICS.len() {
            n % TOPICS.len()
        } else {
            by_fame[dice.below(TOPICS.len()).min(dice.below(TOPICS.len()))]
        };
        let topic = &TOPICS[place];
        let kind = match dice.below(100) {
            0..=49 => SubmissionKind::Text,
            50..=84 => SubmissionKind::Link,
            _ => SubmissionKind::Picture,
        };
        let (subject, other, title) = loop {
            let (subject, other) = two_subjects(&mut dice, topic);
            let patterns = match kind {
                SubmissionKind::Text => phrases::TEXT_TITLES,
                SubmissionKind::Link => phrases::LINK_TITLES,
                SubmissionKind::Picture => phrases::PICTURE_TITLES,
            };
            let title = capitalised(&fill_in(dice.pick(patterns), subject, other));
            if titles.insert(title.clone()) {
                break (subject, other, title);
            }
        };
        // The demo user wrote every thirtieth, whatever the forum.
        let author = if n % 30 == 7 { DEMO_USER.to_owned() } else { member(&mut dice, site) };
        let url = match kind {
            SubmissionKind::Text => None,
            SubmissionKind::Link => Some(format!("https://{}/{}", dice.pick(phrases::SITES), slug(&title))),
            SubmissionKind::Picture => Some(format!("/pictures/{}.svg", dice.below(100_000))),
        };
        let body = match kind {
            SubmissionKind::Text => body(&mut dice, subject, other),
            _ if dice.chance(30) => fill_in(dice.pick(phrases::BODY_MIDDLES), subject, other),
            _ => String::new(),
        };
        made.push(Submission {
            id: 0,
            forum: topic.name.to_owned(),
            author,
            title,
            kind,
            url,
            body,
            created: past_moment(&mut dice),
            edited: None,
            score: 1 + i64::try_from(dice.skewed(480)).unwrap_or_default() - i64::from(dice.chance(8)) * 14,
            pinned: false,
            locked: dice.chance(2),
            removed: false,
            deleted: false,
        });
    }
    made.sort_by_key(|submission| submission.created);
    let numbered = made.into_iter().zip(1..).map(|(mut submission, id)| {
        submission.id = id;
        Arc::new(submission)
    });
    numbered.collect()
}

fn comments(seed: u64, site: &Commons) -> Vec<Arc<Comment>> {
    let mut dice = Dice::new(seed, "comments");
    // Which submission each comment belongs to: every one gets a few, the famous get more.
    let mut order: Vec<usize> = (0..SUBMISSIONS).collect();
    dice.shuffle(&mut order);
    let mut per_submission = vec![0usize; SUBMISSIONS];
    for _ in 0..COMMENTS {
        per_submission[order[dice.below(SUBMISSIONS).min(dice.below(SUBMISSIONS))]] += 1;
    }
    let mut made: Vec<(usize, Comment)> = Vec::with_capacity(COMMENTS);
    for (at, count) in per_submission.into_iter().enumerate() {
        let submission = &site.submissions[at];
        let topic = TOPICS.iter().find(|topic| topic.name == submission.forum).unwrap_or(&TOPICS[0]);
        let first = made.len();
        let age = (NOW - submission.created).max(MINUTE);
        let mut offsets: Vec<i64> = (0..count).map(|_| dice.between(1, (age - 1).min(40 * HOUR))).collect();
        offsets.sort_unstable();
        for offset in offsets {
            let known = made.len() - first;
            let parent = (known > 0 && dice.chance(58)).then(|| first + dice.below(known));
            let (subject, other) = two_subjects(&mut dice, topic);
            let text = fill_in(dice.pick(phrases::COMMENTS), subject, other);
            let author = if dice.chance(2) { DEMO_USER.to_owned() } else { member(&mut dice, site) };
            made.push((
                made.len(),
                Comment {
                    id: 0,
                    submission: submission.id,
                    // For now the position in this list; ids follow the time.
                    parent: parent.and_then(|at| u32::try_from(at).ok()),
                    author,
                    body: format!("{}{}", capitalised(&text), dice.pick(phrases::COMMENT_TAILS)),
                    created: submission.created + offset,
                    edited: None,
                    score: 1 + i64::try_from(dice.skewed(60)).unwrap_or_default()
                        - i64::from(dice.chance(10)) * 6,
                    deleted: false,
                },
            ));
        }
    }
    made.sort_by_key(|(at, comment)| (comment.created, *at));
    let mut id_of = vec![0u32; made.len()];
    for (id, (at, _)) in (1..).zip(&made) {
        id_of[*at] = id;
    }
    let numbered = made.into_iter().map(|(at, mut comment)| {
        comment.id = id_of[at];
        comment.parent = comment.parent.map(|parent| id_of[parent as usize]);
        Arc::new(comment)
    });
    numbered.collect()
}

/// What the demo user voted on before; their effect is part of the scores.
fn votes(seed: u64, site: &Commons) -> Vec<Vote> {
    let mut dice = Dice::new(seed, "votes");
    let mut made = Vec::new();
    for submission in &site.submissions {
        if submission.author != DEMO_USER && dice.chance(5) {
            let value = if dice.chance(80) { 1 } else { -1 };
            made.push(Vote { user: DEMO_USER.to_owned(), on: Votable::Submission, id: submission.id, value });
        }
    }
    for comment in &site.comments {
        if comment.author != DEMO_USER && dice.chance(2) {
            made.push(Vote { user: DEMO_USER.to_owned(), on: Votable::Comment, id: comment.id, value: 1 });
        }
    }
    made
}

/// A member other than the demo user; some write much more than others.
fn member(dice: &mut Dice, site: &Commons) -> String {
    let others = site.users.len() - 1;
    let at = dice.below(others).min(dice.below(others));
    site.users[1 + at].name.clone()
}

fn two_subjects(dice: &mut Dice, topic: &Topic) -> (&'static str, &'static str) {
    let at = dice.below(topic.subjects.len());
    let step = 1 + dice.below(topic.subjects.len() - 1);
    (topic.subjects[at], topic.subjects[(at + step) % topic.subjects.len()])
}

fn fill_in(pattern: &str, subject: &str, other: &str) -> String {
    pattern.replace("{s}", subject).replace("{o}", other)
}

fn body(dice: &mut Dice, subject: &str, other: &str) -> String {
    let mut middles: Vec<&str> = phrases::BODY_MIDDLES.to_vec();
    dice.shuffle(&mut middles);
    let taken = 2 + dice.below(3);
    let start = dice.pick(phrases::BODY_STARTS);
    let text = format!("{start} {}\n\n{}", middles[..taken].join(" "), dice.pick(phrases::BODY_ENDS));
    fill_in(&text, subject, other)
}
