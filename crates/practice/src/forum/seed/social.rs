//! What passes between members: messages, blocks, bans, notices and the moderation logs.

use super::{phrases, topics::TOPICS};
use crate::{
    forum::{
        model::{Ban, Block, Deed, Message, Notice, Thread},
        state::{Commons, DEMO_USER},
    },
    seed::{DAY, Dice, HOUR, MINUTE, NOW},
};

const BODIES: &[&str] = &[
    "Hello Ada, I saw your comment the other day and wanted to say thanks.",
    "Hi! Would you mind if I linked to your post from our wiki page?",
    "Do you still have the notes you mentioned? I would love to read them.",
    "We could use another pair of eyes in the moderation queue, are you interested?",
    "I found the book you were looking for and can put it in the post.",
    "Are you coming to the meeting in October? There is one place left in the car.",
    "Sorry for the late answer, it has been a busy month.",
];
const ANSWERS: &[&str] = &[
    "With pleasure, go ahead.",
    "Thank you, that is very kind of you.",
    "Give me until the weekend and I will look.",
    "I would rather not this time, but ask me again.",
    "Yes, please send me the details.",
];

pub(super) fn fill(seed: u64, site: &mut Commons) {
    site.threads = threads(seed, site);
    site.blocks = blocks(seed, site);
    site.bans = bans(seed, site);
    site.deeds = deeds(site);
    site.notices = notices(site);
}

/// Names of `n` different members other than the demo user.
fn others(dice: &mut Dice, site: &Commons, n: usize) -> Vec<String> {
    let mut names: Vec<String> = site.users[1..].iter().map(|user| user.name.clone()).collect();
    dice.shuffle(&mut names);
    names.truncate(n);
    names
}

fn threads(seed: u64, site: &Commons) -> Vec<Thread> {
    let mut dice = Dice::new(seed, "threads");
    let mut message = 0;
    let mut made = Vec::new();
    let names = others(&mut dice, site, phrases::SUBJECT_LINES.len());
    for ((name, subject), n) in names.into_iter().zip(phrases::SUBJECT_LINES).zip(0i64..) {
        let topic = &TOPICS[dice.below(TOPICS.len())];
        let mut at = NOW - (90 - 6 * n) * DAY - dice.between(0, 20) * HOUR;
        let theirs = dice.chance(75);
        let (from, to) = if theirs { (name, DEMO_USER.to_owned()) } else { (DEMO_USER.to_owned(), name) };
        let mut messages = Vec::new();
        let (mut bodies, mut answers) = (BODIES.to_vec(), ANSWERS.to_vec());
        dice.shuffle(&mut bodies);
        dice.shuffle(&mut answers);
        for turn in 0..=dice.below(4) {
            message += 1;
            let author = if turn % 2 == 0 { &from } else { &to };
            let text = if author == DEMO_USER { &answers[turn] } else { &bodies[turn] };
            messages.push(Message {
                id: message,
                author: author.clone(),
                body: (*text).to_owned(),
                sent: at,
            });
            at += dice.between(20 * MINUTE, 30 * HOUR);
        }
        let id = u32::try_from(n + 1).unwrap_or_default();
        made.push(Thread {
            id,
            subject: subject.replace("{s}", dice.pick(topic.subjects)),
            from,
            to,
            messages,
        });
    }
    made
}

fn blocks(seed: u64, site: &Commons) -> Vec<Block> {
    let mut dice = Dice::new(seed, "blocks");
    let known: Vec<&str> = site.threads.iter().map(|thread| thread.other(DEMO_USER)).collect();
    let names = others(&mut dice, site, 30).into_iter().filter(|name| !known.contains(&name.as_str()));
    let made = names.take(6).zip(1i64..).map(|(blocked, n)| Block {
        user: DEMO_USER.to_owned(),
        blocked,
        note: if n % 2 == 0 { "Keeps sending the same question.".to_owned() } else { String::new() },
        since: NOW - n * 31 * DAY,
    });
    made.collect()
}

fn bans(seed: u64, site: &Commons) -> Vec<Ban> {
    let mut dice = Dice::new(seed, "bans");
    let mut made = Vec::new();
    for forum in site.forums.iter().filter(|forum| forum.moderators.iter().any(|name| name == DEMO_USER)) {
        let names = others(&mut dice, site, 8);
        let mut reasons: Vec<&str> = phrases::BAN_REASONS.to_vec();
        dice.shuffle(&mut reasons);
        let outsiders = names.into_iter().filter(|name| !forum.moderators.contains(name));
        for (user, reason) in outsiders.take(3).zip(reasons) {
            made.push(Ban {
                forum: forum.name.clone(),
                user,
                by: forum.moderators[dice.below(forum.moderators.len())].clone(),
                reason: reason.to_owned(),
                since: NOW - dice.between(5, 300) * DAY,
                days: dice.chance(40).then_some(365),
            });
        }
    }
    made
}

fn deeds(site: &Commons) -> Vec<Deed> {
    let mut made: Vec<Deed> = Vec::new();
    for ban in &site.bans {
        let what = format!("banned {} ({})", ban.user, ban.reason);
        made.push(Deed { forum: ban.forum.clone(), by: ban.by.clone(), what, at: ban.since });
    }
    for submission in site.submissions.iter().filter(|submission| submission.locked) {
        if let Some(by) = site.forum(&submission.forum).and_then(|forum| forum.moderators.first()) {
            let what = format!("locked the submission “{}”", submission.title);
            let at = submission.created + 9 * HOUR;
            made.push(Deed { forum: submission.forum.clone(), by: by.clone(), what, at: at.min(NOW) });
        }
    }
    made.sort_by_key(|deed| deed.at);
    made
}

fn notices(site: &Commons) -> Vec<Notice> {
    // Replies to the demo user's comments and submissions, the newest unseen.
    let mut replies: Vec<u32> = Vec::new();
    for comment in site.comments.iter().filter(|comment| comment.author != DEMO_USER) {
        let answered = match comment.parent {
            Some(parent) => site.comment(parent).map(|parent| parent.author.as_str()),
            None => site.submission(comment.submission).map(|submission| submission.author.as_str()),
        };
        if answered == Some(DEMO_USER) {
            replies.push(comment.id);
        }
    }
    let total = replies.len();
    let made = replies.into_iter().zip(1u32..).map(|(comment, id)| Notice {
        id,
        user: DEMO_USER.to_owned(),
        comment,
        seen: (id as usize) + 9 <= total,
    });
    made.collect()
}
