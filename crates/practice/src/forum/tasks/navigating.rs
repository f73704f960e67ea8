//! Pages to be shown.

use super::{Draw, Template};
use crate::{
    forum::feed::{self, Sort},
    tasks::{TaskKind::Navigate, TaskList, Verifier},
};

const TOP_OF_RANGE: Template = ("top_of_range_in_forum", "sort_forum_top", Navigate);
const BEST_OF_RANGE: Template = ("best_of_range_in_forum", "sort_forum_top", Navigate);
const FORUM_NEW: Template = ("newest_in_forum", "sort_forum_new", Navigate);
const OPEN_NEWEST: Template = ("open_newest_post", "open_newest_post", Navigate);
const OPEN_POST: Template = ("open_post", "open_post", Navigate);
const SEARCH: Template = ("search_words", "search_posts", Navigate);
const FIND: Template = ("find_posts_about", "search_posts", Navigate);
const USER_COMMENTS: Template = ("comments_of_user", "open_user_comments", Navigate);
const USER_PROFILE: Template = ("profile_of_user", "open_user_profile", Navigate);
const OPEN_WIKI: Template = ("open_wiki_page", "open_wiki_page", Navigate);
const WIKI_HISTORY: Template = ("history_of_wiki_page", "open_wiki_history", Navigate);
const FRONT_COMMENTED: Template = ("most_commented_of_range", "sort_front_most_commented", Navigate);
const DIRECTORY: Template = ("forums_by_order", "sort_forum_list", Navigate);
const MODERATION_LOG: Template = ("moderation_log_of_forum", "open_moderation_log", Navigate);
const OPEN_THREAD: Template = ("open_conversation", "open_message_thread", Navigate);

pub(super) fn add(list: &mut TaskList, draw: &mut Draw<'_>) {
    in_forums(list, draw);
    over_everything(list, draw);
    of_others(list, draw);
}

fn in_forums(list: &mut TaskList, draw: &mut Draw<'_>) {
    let ranges = ["week", "month", "year"];
    for (one, range) in draw.forums(5, |_| true).into_iter().zip(ranges.into_iter().cycle()) {
        let goal = Verifier::url(format!("/f/{}/top", one.name)).with("t", range);
        list.add(
            TOP_OF_RANGE,
            format!("Show the top posts of the past {range} in the {} forum", one.name),
            "/",
            goal,
        );
    }
    for (one, range) in draw.forums(3, |_| true).into_iter().zip(ranges.into_iter().rev()) {
        let goal = Verifier::url(format!("/f/{}/top", one.name)).with("t", range);
        list.add(BEST_OF_RANGE, format!("Open {} sorted by top, past {range}", one.name), "/", goal);
    }
    for one in draw.forums(5, |_| true) {
        let goal = Verifier::url(format!("/f/{}/new", one.name));
        list.add(FORUM_NEW, format!("Sort the posts of the {} forum by new", one.name), "/", goal);
    }
    let site = draw.site;
    for one in draw.forums(4, |_| true) {
        let newest = feed::sorted(site, Sort::New, "all", |post| post.forum == one.name)
            .first()
            .map(|post| post.path());
        let goal = Verifier::url(newest.unwrap_or_default());
        list.add(OPEN_NEWEST, format!("Open the newest post in the {} forum", one.name), "/", goal);
    }
    for one in draw.forums(3, |_| true) {
        let goal = Verifier::url(format!("/f/{}/moderation_log", one.name));
        list.add(
            MODERATION_LOG,
            format!("Let me see the moderation log of the {} forum", one.name),
            "/",
            goal,
        );
    }
}

fn over_everything(list: &mut TaskList, draw: &mut Draw<'_>) {
    for one in draw.posts(4, |_| true) {
        list.add(OPEN_POST, format!("Open the post \"{}\"", one.title), "/", Verifier::url(one.path()));
    }
    for words in ["sourdough starters", "tram extensions", "winter light", "mail delivery", "saddle height"] {
        list.add(SEARCH, format!("Search for \"{words}\""), "/", Verifier::url("/search").with("q", words));
    }
    for words in ["swift counts", "grammatical gender", "moka pots", "school streets"] {
        list.add(
            FIND,
            format!("Find posts about \"{words}\" on this site"),
            "/",
            Verifier::url("/search").with("q", words),
        );
    }
    for range in ["day", "week", "month", "year"] {
        let said = if range == "day" { "24 hours" } else { range };
        let goal = Verifier::url("/most_commented").with("t", range);
        list.add(
            FRONT_COMMENTED,
            format!("Show the most commented posts of the past {said} on the front page"),
            "/",
            goal,
        );
    }
    for (order, said) in [
        ("subscribers", "number of subscribers"),
        ("submissions", "number of submissions"),
        ("newest", "newest"),
    ] {
        let goal = Verifier::url("/forums").with("order", order);
        list.add(DIRECTORY, format!("Show the list of forums sorted by {said}"), "/", goal);
    }
}

fn of_others(list: &mut TaskList, draw: &mut Draw<'_>) {
    for name in draw.members(4, |_| true) {
        list.add(
            USER_COMMENTS,
            format!("Show all comments written by {name}"),
            "/",
            Verifier::url(format!("/user/{name}/comments")),
        );
    }
    for name in draw.members(4, |_| true) {
        list.add(
            USER_PROFILE,
            format!("Go to the profile of {name}"),
            "/",
            Verifier::url(format!("/user/{name}")),
        );
    }
    let site = draw.site;
    for path in ["moderation", "faq", "guides/telescopes", "archive/2025-survey", "style"] {
        if let Some(page) = site.wiki_page(path) {
            list.add(
                OPEN_WIKI,
                format!("Open the wiki page \"{}\"", page.title),
                "/",
                Verifier::url(format!("/wiki/{path}")),
            );
        }
    }
    for path in ["posting", "guides/budget", "events"] {
        if let Some(page) = site.wiki_page(path) {
            let goal = Verifier::url(format!("/wiki/_history/{path}"));
            list.add(
                WIKI_HISTORY,
                format!("Show the history of the wiki page \"{}\"", page.title),
                "/wiki/index",
                goal,
            );
        }
    }
    for thread in site.threads.iter().skip(2).step_by(4).take(3) {
        let goal = Verifier::url(format!("/messages/thread/{}", thread.id));
        list.add(
            OPEN_THREAD,
            format!("Open the conversation \"{}\" in my messages", thread.subject),
            "/",
            goal,
        );
    }
}
