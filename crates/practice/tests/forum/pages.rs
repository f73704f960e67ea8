//! What stands on the pages.

use atelier_practice::{Task, TaskKind};
use reqwest::StatusCode;

use crate::client::{Visitor, start};

/// Text of the first element with this class, tags stripped.
fn text_of(page: &str, class: &str) -> Option<String> {
    let at = page.match_indices(class).map(|(at, _)| at).find(|at| {
        let (before, after) = (page[..*at].chars().next_back(), page[at + class.len()..].chars().next());
        matches!(before, Some('"' | ' ')) && matches!(after, Some('"' | ' '))
    })?;
    let open = at + page[at..].find('>')? + 1;
    let start = page[..at].rfind('<')?;
    let tag: String = page[start + 1..].chars().take_while(char::is_ascii_alphanumeric).collect();
    let inner = &page[open..open + page[open..].find(&format!("</{tag}>"))?];
    let mut out = String::new();
    let mut inside = false;
    for c in inner.replace("</li>", "</li> ").chars() {
        match c {
            '<' => inside = true,
            '>' => inside = false,
            c if !inside => out.push(c),
            _ => {}
        }
    }
    Some(out.replace("&quot;", "\"").replace("&amp;", "&").trim().to_owned())
}

/// Where the answer of a reading task stands: path and class of the element.
fn place(task: &Task) -> Option<(String, &'static str)> {
    let intent = task.intent.as_str();
    let title = intent.split('"').nth(1).unwrap_or_default();
    let query = || {
        let mut url = reqwest::Url::parse("http://x/search").expect("an address");
        url.query_pairs_mut().append_pair("q", title);
        format!("/search?{}", url.query().unwrap_or_default())
    };
    let word_before = |marker: &str| {
        let before = intent.split(marker).next().unwrap_or_default();
        before.rsplit(' ').next().unwrap_or_default().to_owned()
    };
    Some(match task.capability.as_str() {
        "read_comment_count" => (query(), "submission__comment-count"),
        "read_post_author" => (query(), "submission__author"),
        "read_post_score" => (query(), "submission__score"),
        "read_link_host" => (query(), "submission__host"),
        "read_search_count" => (query(), "search__count"),
        "read_subscriber_count" => (format!("/f/{}", word_before(" forum")), "forum__subscribers"),
        "read_forum_created" => (format!("/f/{}", word_before(" forum")), "forum__created"),
        "read_forum_moderators" => (format!("/f/{}", word_before(" forum")), "forum__moderators"),
        "read_newest_post_title" => (format!("/f/{}/new", word_before(" forum")), "submission__link"),
        "read_top_post_title" => (format!("/f/{}/top", word_before(" forum")), "submission__link"),
        "read_biography" => (format!("/user/{}", word_before(" say")), "user__biography"),
        "read_joined_date" => (format!("/user/{}", word_before(" join")), "user__joined"),
        "read_user_submission_count" => (format!("/user/{}", word_before(" made")), "user__submission-count"),
        _ => return None,
    })
}

#[tokio::test]
async fn answers_stand_in_their_own_element() {
    let practice = start().await;
    let visitor = Visitor::new(&practice.forum_url, "reader");
    let mut read = 0;
    for task in practice.forum.tasks().iter().filter(|task| task.kind == TaskKind::Read) {
        let Some((path, class)) = place(task) else { continue };
        let path = match task.capability.as_str() {
            "read_biography" | "read_joined_date" | "read_user_submission_count" => {
                let words = task.intent.split([' ', '?']);
                let name = words
                    .into_iter()
                    .find(|word| *word != "ada" && practice.forum.pristine().user(word).is_some());
                format!("/user/{}", name.expect("a member"))
            }
            _ => path,
        };
        let page = visitor.page(&path).await;
        let found = text_of(&page, class).unwrap_or_else(|| panic!("no {class} on {path}"));
        let (passed, why) = visitor.verdict(&task.id, &path, Some(&found)).await;
        assert!(passed, "{} `{}`: {why}", task.id, task.intent);
        read += 1;
    }
    assert!(read > 45, "only {read}");
}

#[tokio::test]
async fn the_wiki_messages_and_bans_show_their_answers() {
    let practice = start().await;
    let visitor = Visitor::new(&practice.forum_url, "reader");
    let pages = [
        ("read_wiki_editor", "/wiki/rules"),
        ("read_message_subject", "/messages"),
        ("read_ban_reason", "/f/gardening/bans"),
    ];
    for (capability, path) in pages {
        let page = visitor.page(path).await;
        let tasks = practice.forum.tasks().iter().filter(|task| task.capability == capability);
        let answered = tasks.filter(|task| {
            let key = serde_json::to_value(&task.verifier).expect("JSON");
            page.contains(&format!(
                ">{}<",
                key["key"]["any_of"][0].as_str().unwrap_or("?").replace('&', "&amp;")
            ))
        });
        assert!(answered.count() > 0, "{capability} is answered nowhere on {path}");
    }
}

#[tokio::test]
async fn votes_show_their_state() {
    let practice = start().await;
    let visitor = Visitor::new(&practice.forum_url, "voter");
    let state = practice.forum.pristine();
    let one = state
        .submissions
        .iter()
        .rev()
        .find(|one| state.votes.iter().all(|vote| vote.id != one.id))
        .expect("a post");
    let path = one.path();
    let pressed = |page: &str| page.matches("aria-label=\"Upvote\" aria-pressed=\"true\"").count();
    assert_eq!(pressed(&visitor.page(&path).await), 0);
    visitor.send(&format!("/sv/{}", one.id), &[("choice", "1"), ("return", &path)]).await;
    let page = visitor.page(&path).await;
    assert_eq!(pressed(&page), 1);
    assert_eq!(text_of(&page, "submission__score"), Some((one.score + 1).to_string()));
    // Voting the same way again changes nothing, taking it back does.
    visitor.send(&format!("/sv/{}", one.id), &[("choice", "1")]).await;
    assert_eq!(text_of(&visitor.page(&path).await, "submission__score"), Some((one.score + 1).to_string()));
    visitor.send(&format!("/sv/{}", one.id), &[("choice", "0")]).await;
    assert_eq!(text_of(&visitor.page(&path).await, "submission__score"), Some(one.score.to_string()));
}

#[tokio::test]
async fn what_members_write_is_text_and_never_markup() {
    let practice = start().await;
    let visitor = Visitor::new(&practice.forum_url, "escape");
    let evil = "<script>alert('x')</script>\"><img src=x onerror=alert(1)>";
    let form = [("kind", "text"), ("forum", "books"), ("title", evil), ("body", evil)];
    let response = visitor.send("/submit", &form).await;
    assert_eq!(response.status(), StatusCode::OK);
    visitor.send("/user/ada/edit_biography", &[("biography", evil)]).await;
    visitor.send("/wiki/_create", &[("path", "evil"), ("title", evil), ("body", evil)]).await;
    let mut query = reqwest::Url::parse("http://x/search").expect("an address");
    query.query_pairs_mut().append_pair("q", evil);
    let search = format!("/search?{}", query.query().unwrap_or_default());
    for path in
        ["/f/books/new", "/user/ada", "/wiki/evil", "/wiki/_recent", &search, "/user/ada/edit_biography"]
    {
        let page = visitor.page(path).await;
        assert!(page.contains("&lt;script&gt;"), "{path} does not show it");
        assert!(!page.contains("<script>") && !page.contains("<img src=x"), "{path}");
    }
    // A link to a script is no link.
    let form = [("kind", "link"), ("forum", "books"), ("title", "t"), ("url", "javascript:alert(1)")];
    assert_eq!(visitor.send("/submit", &form).await.status(), StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn lists_have_pages_that_hold_everything_once() {
    let practice = start().await;
    let visitor = Visitor::new(&practice.forum_url, "pager");
    let mut seen = std::collections::HashSet::new();
    for page in 1..=24 {
        let text = visitor.page(&format!("/new?page={page}")).await;
        for part in text.split("id=\"submission-").skip(1) {
            let id: String = part.chars().take_while(char::is_ascii_digit).collect();
            assert!(seen.insert(id), "twice on page {page}");
        }
        assert_eq!(text.contains("pages__next"), page < 24);
    }
    assert_eq!(seen.len(), 600);
    assert!(visitor.page("/new?page=25").await.contains("nothing here"));
}

#[tokio::test]
async fn nothing_is_loaded_from_another_host() {
    let practice = start().await;
    let visitor = Visitor::new(&practice.forum_url, "local");
    for path in ["/", "/f/cats", "/submit", "/user/ada", "/wiki/index", "/login"] {
        let page = visitor.page(path).await;
        for attribute in ["src=\"http", "src=\"//", "<link rel=\"stylesheet\" href=\"http", "url(http"] {
            assert!(!page.contains(attribute), "{path} has {attribute}");
        }
    }
    for (path, kind) in [
        ("/favicon.ico", "image/svg+xml"),
        ("/assets/forum.css", "text/css"),
        ("/assets/forum.js", "text/javascript"),
        ("/pictures/7.svg", "image/svg+xml"),
    ] {
        let response = visitor.open(path).await;
        let content_type = response.headers()["content-type"].to_str().unwrap_or_default().to_owned();
        assert!(content_type.starts_with(kind), "{path}: {content_type}");
    }
}
