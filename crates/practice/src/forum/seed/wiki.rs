//! The wiki and who wrote it.

use std::sync::Arc;

use crate::{
    forum::model::{Revision, User, WikiPage},
    seed::{DAY, Dice, HOUR, NOW},
};

#[rustfmt::skip]
const PAGES: &[(&str, &str, &str)] = &[
    ("index", "Welcome to the Commons wiki", "This wiki is written by the members of Commons.\n\nStart with the guide for newcomers, or look at the list of all pages.\n\nEverybody who is signed in may edit; please leave a note about what you changed."),
    ("newcomers", "Guide for newcomers", "Subscribe to a handful of forums first.\n\nRead for a few days before you post.\n\nUse the search: most questions have been asked before."),
    ("rules", "Site rules", "1. Treat others as you would in a shared kitchen.\n2. No advertising.\n3. One account per person.\n4. Moderators decide about their own forums."),
    ("posting", "How to post well", "A good title says what the post is about without the post.\n\nChoose the right kind: text for questions, link for articles, picture for pictures.\n\nAnswer those who take the time to comment."),
    ("moderation", "Handbook for moderators", "Lock before you remove, warn before you ban.\n\nWrite the reason of a ban so that a stranger understands it.\n\nKeep the sidebar short."),
    ("formatting", "Formatting text", "An empty line begins a new paragraph.\n\nA line that begins with > is shown as a quotation.\n\nAddresses of pages become links."),
    ("glossary", "Glossary", "Score: upvotes minus downvotes.\n\nHot: a mixture of score and age.\n\nSidebar: the text at the right of a forum."),
    ("events", "Meetings and events", "The spring meeting was in Fairwater.\n\nThe next one is planned for October in Millbrook.\n\nBring a cup."),
    ("faq", "Frequently asked questions", "Why was my post removed? Ask the moderators of the forum.\n\nCan I change my name? No.\n\nWho pays for this? The members."),
    ("guides/compost", "Compost without tears", "Brown and green in equal parts.\n\nTurn it when you remember.\n\nIf it smells, add cardboard."),
    ("guides/sourdough", "Sourdough in plain words", "Feed the starter at the same hour every day.\n\nThe dough is ready when a poke springs back slowly."),
    ("guides/keyboards", "Buying a first keyboard", "Try switches before you buy.\n\nA cheap board with good keycaps beats the reverse."),
    ("guides/telescopes", "Choosing a telescope", "Aperture matters more than magnification.\n\nA pair of binoculars is a fine start."),
    ("guides/night-trains", "Night trains for beginners", "Book the middle berth if you are tall.\n\nTake earplugs and something for breakfast."),
    ("guides/budget", "A budget in one evening", "List what comes in, list what goes out.\n\nGive every sum a job.\n\nLook at it again after a month."),
    ("history", "How Commons began", "Commons began as a mailing list of eleven people.\n\nThe first forum was about gardening, the second about trains."),
    ("archive/2025-survey", "Results of the 2025 survey", "412 members took part.\n\nMost wanted better search.\n\nNobody wanted coloured names."),
    ("style", "Style of this wiki", "Short sentences.\n\nNo jokes in headings.\n\nSay who the page is for."),
];

#[rustfmt::skip]
const NOTES: &[&str] = &["Fixed a typo", "Clearer wording", "Added a line about beginners", "Removed an outdated part", "Answered a question from the forum"];

pub(super) fn pages(seed: u64, users: &[Arc<User>]) -> Vec<WikiPage> {
    let mut dice = Dice::new(seed, "wiki");
    let made = PAGES.iter().map(|(path, title, body)| {
        let count = 1 + dice.below(5);
        let mut at = NOW - dice.between(400, 640) * DAY;
        let mut revisions = Vec::new();
        for n in 1..=count {
            // Earlier versions had fewer paragraphs.
            let paragraphs: Vec<&str> = body.split("\n\n").collect();
            let kept = if n == count { paragraphs.len() } else { 1 + (n - 1).min(paragraphs.len() - 1) };
            revisions.push(Revision {
                n: u32::try_from(n).unwrap_or(u32::MAX),
                author: users[dice.below(users.len())].name.clone(),
                title: (*title).to_owned(),
                body: paragraphs[..kept].join("\n\n"),
                note: if n == 1 { "Page created".to_owned() } else { dice.pick(NOTES).to_owned() },
                at,
            });
            at += dice.between(8, 90) * DAY + dice.between(0, 22) * HOUR;
        }
        WikiPage { path: (*path).to_owned(), title: (*title).to_owned(), body: (*body).to_owned(), revisions }
    });
    made.collect()
}
