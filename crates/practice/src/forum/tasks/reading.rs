//! Questions whose answer is the text of an element.

use super::{Draw, Template};
use crate::{
    forum::{
        feed::{self, Sort},
        state::DEMO_USER,
    },
    seed::dates,
    tasks::{TaskKind::Read, TaskList, Verifier},
};

const COUNT_COMMENTS: Template = ("count_comments", "read_comment_count", Read);
const COUNT_COMMENTS_SHORT: Template = ("count_comments_short", "read_comment_count", Read);
const WHO_WROTE: Template = ("who_wrote_post", "read_post_author", Read);
const WHO_WROTE_SHORT: Template = ("author_of_post", "read_post_author", Read);
const SCORE: Template = ("score_of_post", "read_post_score", Read);
const SUBSCRIBERS: Template = ("subscribers_of_forum", "read_subscriber_count", Read);
const FORUM_CREATED: Template = ("forum_created", "read_forum_created", Read);
const MODERATORS: Template = ("moderators_of_forum", "read_forum_moderators", Read);
const BIOGRAPHY: Template = ("biography_of_user", "read_biography", Read);
const JOINED: Template = ("joined_date_of_user", "read_joined_date", Read);
const SUBMISSION_COUNT: Template = ("submission_count_of_user", "read_user_submission_count", Read);
const NEWEST_TITLE: Template = ("newest_title_in_forum", "read_newest_post_title", Read);
const TOP_TITLE: Template = ("top_title_in_forum", "read_top_post_title", Read);
const SEARCH_COUNT: Template = ("search_result_count", "read_search_count", Read);
const LINK_HOST: Template = ("site_of_link", "read_link_host", Read);
const WIKI_EDITOR: Template = ("last_editor_of_wiki_page", "read_wiki_editor", Read);
const MESSAGE_WITH: Template = ("subject_of_message", "read_message_subject", Read);
const BAN_REASON: Template = ("reason_of_ban", "read_ban_reason", Read);

pub(super) fn add(list: &mut TaskList, draw: &mut Draw<'_>) {
    of_posts(list, draw);
    of_forums(list, draw);
    of_members(list, draw);
    elsewhere(list, draw);
}

fn of_posts(list: &mut TaskList, draw: &mut Draw<'_>) {
    let counts = draw.site.comment_counts();
    let count = |id: u32| Verifier::number(u32::try_from(counts[id as usize]).unwrap_or_default());
    for one in draw.posts(5, |one| counts[one.id as usize] > 2) {
        list.add(
            COUNT_COMMENTS,
            format!("How many comments does the post \"{}\" have?", one.title),
            "/",
            count(one.id),
        );
    }
    for one in draw.posts(3, |one| counts[one.id as usize] > 2) {
        list.add(
            COUNT_COMMENTS_SHORT,
            format!("Tell me the number of comments on \"{}\"", one.title),
            "/",
            count(one.id),
        );
    }
    for one in draw.posts(5, |_| true) {
        list.add(
            WHO_WROTE,
            format!("Who submitted the post \"{}\"?", one.title),
            "/",
            Verifier::text(&one.author),
        );
    }
    for one in draw.posts(3, |_| true) {
        list.add(
            WHO_WROTE_SHORT,
            format!("I need the name of the author of \"{}\"", one.title),
            "/",
            Verifier::text(&one.author),
        );
    }
    for one in draw.posts(5, |one| one.score > 5) {
        let score = i32::try_from(one.score).unwrap_or_default();
        list.add(
            SCORE,
            format!("What is the score of the post \"{}\"?", one.title),
            "/",
            Verifier::number(score),
        );
    }
    let domains =
        draw.posts(4, |one| one.domain().is_some() && one.kind == crate::forum::model::SubmissionKind::Link);
    for one in domains {
        let host = one.domain().unwrap_or_default();
        list.add(
            LINK_HOST,
            format!("Which website does the link post \"{}\" lead to?", one.title),
            "/",
            Verifier::text(host),
        );
    }
}

fn of_forums(list: &mut TaskList, draw: &mut Draw<'_>) {
    for one in draw.forums(5, |_| true) {
        let intent = format!("How many subscribers does the {} forum have?", one.name);
        list.add(SUBSCRIBERS, intent, "/", Verifier::number(one.subscribers));
    }
    for one in draw.forums(3, |_| true) {
        let intent = format!("On which date was the {} forum created?", one.name);
        list.add(FORUM_CREATED, intent, "/", Verifier::text(dates::long_date(one.created)));
    }
    for one in draw.forums(4, |one| one.moderators.len() > 1) {
        let intent = format!("List the moderators of the {} forum", one.name);
        list.add(MODERATORS, intent, "/", Verifier::list(one.moderators.clone()));
    }
    let first = |name: &str, sort: Sort| {
        let title = feed::sorted(draw.site, sort, "all", |one| one.forum == name)
            .first()
            .map(|one| one.title.clone());
        Verifier::text(title.unwrap_or_default())
    };
    let names: Vec<&str> = draw.site.forums.iter().map(|forum| forum.name.as_str()).collect();
    // Neighbouring forums for the two templates, so that none is asked about twice.
    for name in names.iter().skip(3).step_by(8).take(5) {
        list.add(
            NEWEST_TITLE,
            format!("What is the title of the newest post in the {name} forum?"),
            "/",
            first(name, Sort::New),
        );
    }
    for name in names.iter().skip(6).step_by(8).take(4) {
        list.add(
            TOP_TITLE,
            format!("Which post has the highest score of all time in the {name} forum?"),
            "/",
            first(name, Sort::Top),
        );
    }
}

fn of_members(list: &mut TaskList, draw: &mut Draw<'_>) {
    let site = draw.site;
    let has_biography = |name: &str| site.user(name).is_some_and(|user| !user.biography.is_empty());
    for name in draw.members(5, has_biography) {
        let text = site.user(name).map(|user| user.biography.clone()).unwrap_or_default();
        list.add(
            BIOGRAPHY,
            format!("What does the biography of the user {name} say?"),
            "/",
            Verifier::text(text),
        );
    }
    for name in draw.members(4, |_| true) {
        let joined = site.user(name).map(|user| dates::long_date(user.joined)).unwrap_or_default();
        list.add(JOINED, format!("When did {name} join Commons?"), "/", Verifier::text(joined));
    }
    let written =
        |name: &str| site.submissions.iter().filter(|one| one.visible() && one.author == name).count();
    for name in draw.members(3, |name| written(name) > 1) {
        let count = u32::try_from(written(name)).unwrap_or_default();
        list.add(
            SUBMISSION_COUNT,
            format!("How many submissions has the user {name} made?"),
            "/",
            Verifier::number(count),
        );
    }
}

fn elsewhere(list: &mut TaskList, draw: &mut Draw<'_>) {
    let site = draw.site;
    for words in ["compost", "night trains", "binoculars", "backups"] {
        let count = u32::try_from(feed::search(site, words, false).submissions.len()).unwrap_or_default();
        list.add(
            SEARCH_COUNT,
            format!("How many posts does a search for \"{words}\" find?"),
            "/",
            Verifier::number(count),
        );
    }
    for path in ["rules", "glossary", "guides/compost", "history"] {
        if let Some((page, last)) = site.wiki_page(path).and_then(|page| Some((page, page.revisions.last()?)))
        {
            let intent = format!("Who last edited the wiki page \"{}\"?", page.title);
            list.add(WIKI_EDITOR, intent, "/wiki/index", Verifier::text(&last.author));
        }
    }
    for thread in site.threads.iter().skip(1).step_by(4).take(4) {
        let intent = format!("What is the subject of my conversation with {}?", thread.other(DEMO_USER));
        list.add(MESSAGE_WITH, intent, "/", Verifier::text(&thread.subject));
    }
    for ban in site.bans.iter().step_by(3).take(3) {
        let intent = format!("For what reason was {} banned from the {} forum?", ban.user, ban.forum);
        list.add(BAN_REASON, intent, format!("/f/{}", ban.forum), Verifier::text(&ban.reason));
    }
}
