//! Writing submissions and comments, and voting.

use super::{Draw, Template, mine};
use crate::{
    forum::{
        model::{Submission, SubmissionKind, Votable},
        state::DEMO_USER,
    },
    tasks::{StateCheck, TaskKind::Write, TaskList, Verifier},
};

const TEXT_POST: Template = ("create_text_post", "create_text_post", Write);
const TEXT_POST_IN: Template = ("write_post_in_forum", "create_text_post", Write);
const LINK_POST: Template = ("create_link_post", "create_link_post", Write);
const PICTURE_POST: Template = ("create_picture_post", "create_picture_post", Write);
const COMMENT: Template = ("comment_on_post", "comment_on_post", Write);
const COMMENT_SHORT: Template = ("leave_comment", "comment_on_post", Write);
const REPLY: Template = ("reply_to_comment", "reply_to_comment", Write);
const UPVOTE: Template = ("upvote_post", "upvote_post", Write);
const UPVOTE_SHORT: Template = ("give_upvote", "upvote_post", Write);
const DOWNVOTE: Template = ("downvote_post", "downvote_post", Write);
const RETRACT: Template = ("retract_vote", "retract_vote", Write);
const UPVOTE_COMMENT: Template = ("upvote_first_comment", "upvote_comment", Write);
const EDIT_POST: Template = ("edit_own_post_body", "edit_own_post", Write);
const DELETE_POST: Template = ("delete_own_post", "delete_own_post", Write);
const DELETE_COMMENT: Template = ("delete_own_comment", "delete_own_comment", Write);

#[rustfmt::skip]
const TEXTS: [(&str, &str, &str); 7] = [
    ("languages", "Which dictionary do you trust?", "I am looking for one that also explains where a word comes from."),
    ("coffee", "Cleaning a grinder without taking it apart", "Rice is said to be a bad idea. What do you use instead?"),
    ("hiking", "Two days, one rucksack, no car", "Please suggest a walk that starts and ends at a station."),
    ("writing", "My novel has no middle", "Beginning and end are done. How do you find what lies between?"),
    ("frugal", "Sharing a drill with the whole street", "We keep it in the hallway with a list. It works."),
    ("dogs", "Old dog, new sofa", "He refuses to lie on it. Any tricks?"),
    ("trains", "Best seat in a dining car", "I say it is the one facing backwards."),
];

#[rustfmt::skip]
const LINKS: [(&str, &str, &str); 5] = [
    ("history", "Letters from a lighthouse", "https://openarchive.example/letters"),
    ("weather", "A century of rain in one picture", "https://dailyledger.example/rain"),
    ("programming", "Why the oldest bug is still open", "https://longform.example/oldest-bug"),
    ("cycling", "City counts its cyclists for the first time", "https://citybulletin.example/count"),
    ("tea", "How a teapot is thrown", "https://workshopmag.example/teapot"),
];

#[rustfmt::skip]
const PICTURES: [(&str, &str, &str); 3] = [
    ("sketchbook", "Harbour cranes in ink", "https://fieldnotes.example/cranes.png"),
    ("houseplants", "Third leaf this month", "https://fieldnotes.example/leaf.jpg"),
    ("cats", "He found the warm spot", "https://fieldnotes.example/warm.jpg"),
];

#[rustfmt::skip]
const REMARKS: [&str; 12] = [
    "Thanks, this answered my question.", "I would love to see a follow-up.", "Same here, it took me two years.", "Could you add where you found this?",
    "This deserves more attention.", "Well put, I had not seen it that way.", "Have you tried asking at the library?", "Count me in for the next one.",
    "I printed this and put it on the wall.", "Which one would you choose today?", "That made my morning.", "Good point about the costs.",
];

pub(super) fn add(list: &mut TaskList, draw: &mut Draw<'_>) {
    submissions(list, draw);
    comments(list, draw);
    votes(list, draw);
    own_things(list, draw);
}

fn submitted(draw: &Draw<'_>, forum: &str, title: &str, kind: SubmissionKind) -> (StateCheck, StateCheck) {
    let one = mine(StateCheck::exists("/submissions"), "author")
        .equals("forum", forum)
        .equals("title", title)
        .equals("kind", kind.key());
    (one, StateCheck::count("/submissions", draw.site.submissions.len() + 1))
}

fn submissions(list: &mut TaskList, draw: &Draw<'_>) {
    for (n, (forum, title, body)) in TEXTS.into_iter().enumerate() {
        let (one, count) = submitted(draw, forum, title, SubmissionKind::Text);
        let goal = Verifier::state(vec![one.equals("body", body), count]);
        if n < 4 {
            list.add(TEXT_POST, format!("Create a text post in the {forum} forum with the title \"{title}\" and the body \"{body}\""), "/", goal);
        } else {
            list.add(
                TEXT_POST_IN,
                format!("Write a new post called \"{title}\" in {forum} that says \"{body}\""),
                "/",
                goal,
            );
        }
    }
    for (forum, title, url) in LINKS {
        let (one, count) = submitted(draw, forum, title, SubmissionKind::Link);
        let goal = Verifier::state(vec![one.equals("url", url), count]);
        list.add(
            LINK_POST,
            format!("Submit the link {url} with the title \"{title}\" to the {forum} forum"),
            "/",
            goal,
        );
    }
    for (forum, title, url) in PICTURES {
        let (one, count) = submitted(draw, forum, title, SubmissionKind::Picture);
        let goal = Verifier::state(vec![one.equals("url", url), count]);
        list.add(
            PICTURE_POST,
            format!("Post the picture {url} in the {forum} forum, titled \"{title}\""),
            "/",
            goal,
        );
    }
}

fn comments(list: &mut TaskList, draw: &mut Draw<'_>) {
    let site = draw.site;
    let total = site.comments.len() + 1;
    let written = |one: &Submission, text: &str| {
        mine(StateCheck::exists("/comments"), "author").equals("submission", one.id).equals("body", text)
    };
    for (one, text) in draw.posts(4, |one| !one.locked).into_iter().zip(&REMARKS[..4]) {
        let check = written(one, text).equals("parent", serde_json::Value::Null);
        let goal = Verifier::state(vec![check, StateCheck::count("/comments", total)]);
        list.add(COMMENT, format!("Comment \"{text}\" on the post \"{}\"", one.title), "/", goal);
    }
    for (one, text) in draw.posts(3, |one| !one.locked).into_iter().zip(&REMARKS[4..7]) {
        let check = written(one, text).equals("parent", serde_json::Value::Null);
        let goal = Verifier::state(vec![check, StateCheck::count("/comments", total)]);
        list.add(COMMENT_SHORT, format!("Under \"{}\", leave the comment \"{text}\"", one.title), "/", goal);
    }
    // One comment only, so that "the comment" is clear.
    let single = |one: &Submission| {
        !one.locked && site.comments.iter().filter(|comment| comment.submission == one.id).count() == 1
    };
    for (one, text) in draw.posts(3, single).into_iter().zip(&REMARKS[7..10]) {
        let Some(parent) = site.comments.iter().find(|comment| comment.submission == one.id) else {
            continue;
        };
        let goal = Verifier::state(vec![
            written(one, text).equals("parent", parent.id),
            StateCheck::count("/comments", total),
        ]);
        list.add(
            REPLY,
            format!("Reply \"{text}\" to the comment by {} on the post \"{}\"", parent.author, one.title),
            "/",
            goal,
        );
    }
}

fn votes(list: &mut TaskList, draw: &mut Draw<'_>) {
    let site = draw.site;
    let all = site.votes.iter().filter(|vote| vote.user == DEMO_USER).count();
    let cast = |on: Votable, id: u32, value: i64| {
        let key = if on == Votable::Submission { "submission" } else { "comment" };
        let one = mine(StateCheck::exists("/votes"), "user")
            .equals("on", key)
            .equals("id", id)
            .equals("value", value);
        Verifier::state(vec![one, mine(StateCheck::count("/votes", all + 1), "user")])
    };
    let fresh = |one: &Submission| site.vote_of(Some(DEMO_USER), Votable::Submission, one.id) == 0;
    for one in draw.posts(5, fresh) {
        list.add(
            UPVOTE,
            format!("Upvote the post \"{}\"", one.title),
            "/",
            cast(Votable::Submission, one.id, 1),
        );
    }
    for one in draw.posts(3, fresh) {
        list.add(
            UPVOTE_SHORT,
            format!("Give \"{}\" an upvote from me", one.title),
            "/",
            cast(Votable::Submission, one.id, 1),
        );
    }
    for one in draw.posts(4, fresh) {
        list.add(
            DOWNVOTE,
            format!("Downvote the post \"{}\"", one.title),
            "/",
            cast(Votable::Submission, one.id, -1),
        );
    }
    for one in draw.posts(3, |one| site.vote_of(Some(DEMO_USER), Votable::Submission, one.id) == 1) {
        let gone = mine(StateCheck::absent("/votes"), "user").equals("on", "submission").equals("id", one.id);
        let goal = Verifier::state(vec![gone, mine(StateCheck::count("/votes", all - 1), "user")]);
        list.add(RETRACT, format!("Take back my upvote on the post \"{}\"", one.title), "/", goal);
    }
    let single = |one: &Submission| {
        let mut here = site.comments.iter().filter(|comment| comment.submission == one.id);
        here.next().is_some_and(|comment| {
            comment.author != DEMO_USER && site.vote_of(Some(DEMO_USER), Votable::Comment, comment.id) == 0
        }) && here.next().is_none()
    };
    for one in draw.posts(3, single) {
        let Some(comment) = site.comments.iter().find(|comment| comment.submission == one.id) else {
            continue;
        };
        let intent = format!("Upvote the comment by {} under the post \"{}\"", comment.author, one.title);
        list.add(UPVOTE_COMMENT, intent, "/", cast(Votable::Comment, comment.id, 1));
    }
}

fn own_things(list: &mut TaskList, draw: &Draw<'_>) {
    let site = draw.site;
    let own: Vec<&Submission> = site
        .submissions
        .iter()
        .map(AsRef::as_ref)
        .filter(|one: &&Submission| one.author == DEMO_USER)
        .collect();
    let bodies = [
        "This has been settled, thank you all.",
        "Update: it works now.",
        "I moved the question to the wiki.",
    ];
    for (one, text) in own.iter().zip(bodies) {
        let goal = Verifier::state(vec![
            StateCheck::exists("/submissions")
                .equals("id", one.id)
                .equals("body", text)
                .equals("title", one.title.as_str()),
        ]);
        list.add(
            EDIT_POST,
            format!("Change the body of my post \"{}\" to \"{text}\"", one.title),
            "/user/ada/submissions",
            goal,
        );
    }
    for one in own.iter().skip(3).take(3) {
        let goal = Verifier::state(vec![
            StateCheck::exists("/submissions").equals("id", one.id).equals("deleted", true),
            StateCheck::count("/submissions", 1).equals("deleted", true),
        ]);
        list.add(DELETE_POST, format!("Delete my post \"{}\"", one.title), "/user/ada/submissions", goal);
    }
    // One comment of one's own per submission, so that "my comment" is clear.
    let mut seen = std::collections::HashSet::new();
    let mine = site.comments.iter().filter(|comment| comment.author == DEMO_USER);
    let clear = mine.filter(|comment| {
        let others = site
            .comments
            .iter()
            .filter(|one| one.submission == comment.submission && one.author == DEMO_USER)
            .count();
        others == 1 && seen.insert(comment.submission)
    });
    for comment in clear.take(3) {
        let Some(one) = site.submission(comment.submission) else { continue };
        let goal = Verifier::state(vec![
            StateCheck::exists("/comments").equals("id", comment.id).equals("deleted", true),
            StateCheck::count("/comments", 1).equals("deleted", true),
        ]);
        list.add(DELETE_COMMENT, format!("Remove the comment I wrote on \"{}\"", one.title), "/", goal);
    }
}
