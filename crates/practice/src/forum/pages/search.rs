//! Search over submissions, comments, forums, members and the wiki.

use axum::response::IntoResponse;
use maud::html;

use super::{Guest, Reply, frame, parts, talk};
use crate::{
    forum::feed,
    layout::{page_links, paged, plural},
    server::fields::Fields,
};

/// `/search?q=…&kind=posts|comments|forums|users|wiki&sort=relevance|newest`.
pub async fn show(visit: Guest) -> Reply {
    let site = visit.state();
    let words = visit.query.trimmed("q").to_owned();
    let kind = ["comments", "forums", "users", "wiki"]
        .into_iter()
        .find(|kind| *kind == visit.query.text("kind"))
        .unwrap_or("posts");
    let newest = visit.query.text("sort") == "newest";
    let found = feed::search(&site, &words, newest);
    let counts = site.comment_counts();
    let tab = |key: &'static str, text: &'static str, n: usize| {
        let mut query = Fields::from_urlencoded(visit.query.query_with("page", None).as_bytes());
        query = Fields::from_urlencoded(query.query_with("kind", Some(key)).as_bytes());
        (format!("/search?{}", query.query_with("", None)), format!("{text} ({n})"), key == kind)
    };
    let tabs = [
        tab("posts", "Posts", found.submissions.len()),
        tab("comments", "Comments", found.comments.len()),
        tab("forums", "Forums", found.forums.len()),
        tab("users", "Users", found.users.len()),
        tab("wiki", "Wiki", found.wiki.len()),
    ];
    let tabs: Vec<(String, &str, bool)> =
        tabs.iter().map(|(href, text, here)| (href.clone(), text.as_str(), *here)).collect();
    let posts = paged(found.submissions, visit.page(), 25);
    let main = html! {
        h1.page-heading { "Search" }
        form.filters action="/search" method="get" data-submit-on-change {
            label for="search_q" { "Words" } input #search_q type="search" name="q" value=(words) maxlength="200";
            input type="hidden" name="kind" value=(kind);
            label for="search_sort" { "Sort by" }
            select #search_sort name="sort" {
                option value="relevance" selected[!newest] { "Relevance" }
                option value="newest" selected[newest] { "Newest" }
            }
            button.button.button--small type="submit" { "Search again" }
        }
        @if words.is_empty() { p.empty { "Type the words you are looking for." } } @else {
            (parts::tabs("What to search", &tabs))
            @match kind {
                "comments" => (talk::list(&visit, &site, "/search", found.comments)),
                "forums" => {
                    ul.results { @for forum in found.forums { li { a href=(format!("/f/{}", forum.name)) { (forum.name) } " " span.muted { (forum.title) } } } }
                },
                "users" => {
                    ul.results { @for user in found.users { li { a href=(format!("/user/{}", user.name)) { (user.name) } } } }
                },
                "wiki" => {
                    ul.results { @for page in found.wiki { li { a href=(format!("/wiki/{}", page.path)) { (page.title) } } } }
                },
                _ => {
                    p.result-count { span.search__count { (posts.total) } " " (if posts.total == 1 { "post" } else { "posts" }) " found" }
                    @if posts.total == 0 { p.empty { "Nothing fits. Try fewer words." } }
                    @for one in &posts.items { (parts::submission(&visit, &site, one, counts[one.id as usize], false)) }
                    (page_links("/search", &visit.query, &posts))
                },
            }
        }
    };
    let title = if words.is_empty() { "Search".to_owned() } else { format!("Search for {words}") };
    let aside = html! { section.card { h2 { "Tips" } p { "All words must occur. Titles count more than texts." } p { (plural(site.submissions.len(), "post", "posts")) " are searched." } } };
    Ok(frame::page(&visit, &site, &title, &main, Some(&aside)).into_response())
}
