//! The forum of a seed: 40 forums, 600 submissions, 3,000 comments, 120 members, and what `ada` has.
//!
//! - [`topics`]: forums and their subjects
//! - [`phrases`]: sentence material
//! - `posts`: submissions, comments and votes
//! - `social`: messages, blocks, bans, notices
//! - `wiki`: the wiki and its history

mod phrases;
mod posts;
mod social;
mod topics;
mod wiki;

use std::sync::Arc;

use self::topics::{TOPICS, Topic};
use super::{
    model::{Forum, Preferences, Subscription, User},
    state::{Commons, DEMO_USER},
};
use crate::seed::{
    DAY, Dice, HOUR, MINUTE, NOW,
    words::{CITIES, FAMILY_NAMES},
};

pub const SUBMISSIONS: usize = 600;
pub const COMMENTS: usize = 3_000;

/// Forums that the demo user moderates.
const OWN_FORUMS: [&str; 3] = ["gardening", "mechanicalkeyboards", "cityplanning"];
/// Forums that the demo user follows from the start.
const FOLLOWED: [&str; 8] = [
    "books",
    "gardening",
    "mechanicalkeyboards",
    "cityplanning",
    "coffee",
    "trains",
    "astronomy",
    "localfood",
];

/// Builds the whole site.
pub fn commons(seed: u64) -> Commons {
    let mut site = Commons::empty(seed);
    site.users = users(seed);
    site.forums = forums(seed, &site.users);
    site.subscriptions = subscriptions(seed, &site);
    posts::fill(seed, &mut site);
    social::fill(seed, &mut site);
    site.wiki = wiki::pages(seed, &site.users);
    site
}

fn users(seed: u64) -> Vec<Arc<User>> {
    let mut dice = Dice::new(seed, "users");
    let mut users = vec![User {
        name: DEMO_USER.to_owned(),
        joined: NOW - 1_204 * DAY - 3 * HOUR,
        biography: "Analyst of engines, moderator of three small forums. I like tables, trains and tomatoes."
            .to_owned(),
        email: "ada@commons.example".to_owned(),
        preferences: Preferences::default(),
    }];
    for name in phrases::USER_NAMES {
        let topic = &TOPICS[dice.below(TOPICS.len())];
        let city = dice.pick(CITIES);
        let job = dice.pick(phrases::JOBS);
        let pattern = dice.pick(phrases::BIOGRAPHIES);
        let text =
            pattern.replace("{job}", job).replace("{city}", city).replace("{s}", dice.pick(topic.subjects));
        // One in eight has not written anything about themselves.
        let biography = if dice.chance(12) { String::new() } else { capitalised(&text) };
        users.push(User {
            name: (*name).to_owned(),
            joined: NOW - dice.between(40, 2_600) * DAY - dice.between(0, 23) * HOUR,
            biography,
            email: format!("{}@commons.example", name.to_lowercase()),
            preferences: Preferences::default(),
        });
    }
    users.into_iter().map(Arc::new).collect()
}

fn forums(seed: u64, users: &[Arc<User>]) -> Vec<Arc<Forum>> {
    let mut dice = Dice::new(seed, "forums");
    let made = TOPICS.iter().map(|topic| {
        let own = OWN_FORUMS.contains(&topic.name);
        let mut moderators = Vec::new();
        if own {
            moderators.push(DEMO_USER.to_owned());
        }
        let wanted = moderators.len() + 1 + dice.below(3);
        while moderators.len() < wanted {
            let name = &users[1 + dice.below(users.len() - 1)].name;
            if !moderators.contains(name) {
                moderators.push(name.clone());
            }
        }
        Arc::new(Forum {
            name: topic.name.to_owned(),
            title: topic.title.to_owned(),
            description: topic.description.to_owned(),
            sidebar: sidebar(&mut dice, topic),
            tags: topic.tags.iter().map(|tag| (*tag).to_owned()).collect(),
            created: NOW - dice.between(700, 2_800) * DAY,
            subscribers: u32::try_from(dice.between(180, 9_800)).unwrap_or(180),
            moderators,
        })
    });
    made.collect()
}

fn sidebar(dice: &mut Dice, topic: &Topic) -> String {
    let first = dice.pick(topic.subjects);
    let second = dice.pick(topic.subjects);
    let rules = [
        "Be patient with newcomers.",
        "Say where a picture comes from.",
        "No advertising, no referral links.",
        "Search before you ask.",
        "Keep titles plain and honest.",
        "Disagree with the idea, not with the person.",
    ];
    let skip = dice.below(rules.len());
    let kept: Vec<&str> =
        rules.iter().enumerate().filter(|(at, _)| *at != skip).map(|(_, rule)| *rule).take(4).collect();
    let thanks = dice.pick(FAMILY_NAMES);
    format!(
        "Welcome to {}.\n\nPopular here: {first} and {second}.\n\n{}\n\nThanks to the {thanks} family for the banner.",
        topic.title,
        kept.join("\n")
    )
}

fn subscriptions(seed: u64, site: &Commons) -> Vec<Subscription> {
    let mut dice = Dice::new(seed, "subscriptions");
    let mut found: Vec<Subscription> = FOLLOWED
        .iter()
        .map(|forum| Subscription { user: DEMO_USER.to_owned(), forum: (*forum).to_owned() })
        .collect();
    for user in &site.users[1..] {
        for forum in &site.forums {
            if dice.chance(14) {
                found.push(Subscription { user: user.name.clone(), forum: forum.name.clone() });
            }
        }
    }
    found
}

/// A moment in the past with more of them near the present: a share each for the last day, week,
/// month and year, the rest older.
fn past_moment(dice: &mut Dice) -> i64 {
    let (from, to) = match dice.below(100) {
        0..=5 => (2 * MINUTE, DAY),
        6..=20 => (DAY, 7 * DAY),
        21..=45 => (7 * DAY, 30 * DAY),
        46..=85 => (30 * DAY, 360 * DAY),
        _ => (360 * DAY, 690 * DAY),
    };
    NOW - dice.between(from, to)
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_seed_always_gives_the_same_site() {
        let json = |seed| serde_json::to_string(&commons(seed)).unwrap();
        assert_eq!(json(3), json(3));
        assert_ne!(json(3), json(4));
    }

    #[test]
    fn volumes_are_as_promised() {
        let site = commons(1);
        assert_eq!(
            (site.forums.len(), site.submissions.len(), site.comments.len(), site.users.len()),
            (40, 600, 3_000, 120)
        );
        for forum in &site.forums {
            let count = site.submissions.iter().filter(|one| one.forum == forum.name).count();
            assert!(count >= 6, "{} has {count}", forum.name);
        }
        let titles: HashSet<&str> = site.submissions.iter().map(|one| one.title.as_str()).collect();
        assert_eq!(titles.len(), 600);
        assert!(site.comments.iter().filter(|comment| comment.parent.is_some()).count() > 1_000);
    }

    #[test]
    fn ids_follow_the_time_and_answers_come_later() {
        let site = commons(2);
        assert!(site.submissions.iter().zip(1..).all(|(one, id)| one.id == id && one.created <= NOW));
        assert!(site.submissions.windows(2).all(|pair| pair[0].created <= pair[1].created));
        for comment in &site.comments {
            let on = site.submission(comment.submission).unwrap();
            assert!(comment.created > on.created && comment.created <= NOW);
            if let Some(parent) = comment.parent {
                let parent = site.comment(parent).unwrap();
                assert!(parent.submission == comment.submission && parent.id < comment.id);
            }
        }
    }

    #[test]
    fn copies_share_what_did_not_change() {
        let site = commons(1);
        let mut copy = site.clone();
        copy.submission_mut(1).unwrap().score += 1;
        assert_ne!(site.submission(1), copy.submission(1));
        assert!(Arc::ptr_eq(&site.submissions[1], &copy.submissions[1]));
    }
}
