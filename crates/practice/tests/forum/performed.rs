//! Every task that asks for a change, done by the forms of the site, and judged.

use atelier_practice::space::Site as _;
use atelier_practice::{Attempt, Practice, Task, TaskKind, verify};
use serde_json::Value;

use crate::client::{Visitor, start};

/// Texts of an intent between quotation marks.
fn quoted(intent: &str) -> Vec<&str> {
    intent.split('"').skip(1).step_by(2).collect()
}

/// The first word of the intent that is a name in this collection.
fn named<'a>(intent: &'a str, state: &Value, collection: &str) -> &'a str {
    let words = intent.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    let all = state[collection].as_array().expect("a collection");
    let is_name = |word: &&str| all.iter().any(|one| one["name"] == *word && *word != "ada");
    words.into_iter().find(is_name).unwrap_or_else(|| panic!("no {collection} in `{intent}`"))
}

/// `/f/books/12/x` of a title.
fn post(state: &Value, title: &str) -> (String, u64) {
    let all = state["submissions"].as_array().expect("submissions");
    let one = all.iter().find(|one| one["title"] == title).unwrap_or_else(|| panic!("no post `{title}`"));
    (
        format!("/f/{}/{}/x", one["forum"].as_str().unwrap_or_default(), one["id"]),
        one["id"].as_u64().unwrap_or_default(),
    )
}

/// A comment of a post, by somebody if it is named.
fn comment(state: &Value, post: u64, author: Option<&str>) -> u64 {
    let all = state["comments"].as_array().expect("comments");
    let one =
        all.iter().find(|one| one["submission"] == post && author.is_none_or(|name| one["author"] == name));
    one.expect("a comment")["id"].as_u64().unwrap_or_default()
}

fn thread(state: &Value, subject: &str) -> u64 {
    let all = state["threads"].as_array().expect("threads");
    all.iter().find(|one| one["subject"] == subject).expect("a thread")["id"].as_u64().unwrap_or_default()
}

/// Does the task as a person would by the forms; the address and the fields of the one that matters.
async fn perform(visitor: &Visitor, task: &Task, state: &Value) {
    let intent = task.intent.as_str();
    let texts = quoted(intent);
    let text = |at: usize| texts.get(at).copied().unwrap_or_default();
    let url = intent.split(' ').find(|word| word.starts_with("https://")).unwrap_or_default();
    let send = async |path: &str, form: &[(&str, &str)]| {
        let status = visitor.send(path, form).await.status();
        assert!(status.is_success(), "{path} for `{intent}`: {status}");
    };
    match task.capability.as_str() {
        "create_text_post" => {
            send(
                "/submit",
                &[
                    ("kind", "text"),
                    ("forum", named(intent, state, "forums")),
                    ("title", text(0)),
                    ("body", text(1)),
                ],
            )
            .await;
        }
        "create_link_post" => {
            send(
                "/submit",
                &[
                    ("kind", "link"),
                    ("forum", named(intent, state, "forums")),
                    ("title", text(0)),
                    ("url", url),
                ],
            )
            .await;
        }
        "create_picture_post" => {
            send(
                "/submit",
                &[
                    ("kind", "picture"),
                    ("forum", named(intent, state, "forums")),
                    ("title", text(0)),
                    ("url", url),
                ],
            )
            .await;
        }
        "comment_on_post" => {
            // The two templates name remark and title in different order.
            let titled = state["submissions"]
                .as_array()
                .expect("submissions")
                .iter()
                .any(|one| one["title"] == text(0));
            let (title, remark) = if titled { (text(0), text(1)) } else { (text(1), text(0)) };
            send(&format!("{}/comment", post(state, title).0), &[("comment", remark)]).await;
        }
        "reply_to_comment" => {
            let (path, id) = post(state, text(1));
            let parent = comment(state, id, None).to_string();
            send(&format!("{path}/comment"), &[("comment", text(0)), ("parent", &parent)]).await;
        }
        "upvote_post" => send(&format!("/sv/{}", post(state, text(0)).1), &[("choice", "1")]).await,
        "downvote_post" => send(&format!("/sv/{}", post(state, text(0)).1), &[("choice", "-1")]).await,
        "retract_vote" => send(&format!("/sv/{}", post(state, text(0)).1), &[("choice", "0")]).await,
        "upvote_comment" => {
            send(&format!("/cv/{}", comment(state, post(state, text(0)).1, None)), &[("choice", "1")]).await;
        }
        "edit_own_post" => {
            send(&format!("{}/edit", post(state, text(0)).0), &[("title", text(0)), ("body", text(1))]).await;
        }
        "delete_own_post" => send(&format!("{}/delete", post(state, text(0)).0), &[]).await,
        "delete_own_comment" => {
            let (path, id) = post(state, text(0));
            send(&format!("{path}/comment/{}/delete", comment(state, id, Some("ada"))), &[]).await;
        }
        "subscribe_forum" => send(&format!("/f/{}/subscribe", named(intent, state, "forums")), &[]).await,
        "unsubscribe_forum" => send(&format!("/f/{}/unsubscribe", named(intent, state, "forums")), &[]).await,
        "create_forum" => {
            let name = intent.split(' ').nth(4).unwrap_or_default();
            send(
                "/create_forum",
                &[("name", name), ("title", text(0)), ("description", text(1)), ("sidebar", text(2))],
            )
            .await;
        }
        "edit_forum_sidebar" | "edit_forum_title" => {
            let name = named(intent, state, "forums");
            let one = state["forums"]
                .as_array()
                .expect("forums")
                .iter()
                .find(|one| one["name"] == name)
                .expect("a forum");
            let old = |field: &str| one[field].as_str().unwrap_or_default().to_owned();
            let (mut title, mut sidebar) = (old("title"), old("sidebar"));
            if task.capability == "edit_forum_title" {
                text(0).clone_into(&mut title);
            } else {
                text(0).clone_into(&mut sidebar);
            }
            send(
                &format!("/f/{name}/edit"),
                &[
                    ("title", &title),
                    ("description", &old("description")),
                    ("sidebar", &sidebar),
                    ("tags", ""),
                ],
            )
            .await;
        }
        "lock_post" => send(&format!("{}/moderate", post(state, text(0)).0), &[("measure", "lock")]).await,
        "remove_post" => {
            send(&format!("{}/moderate", post(state, text(0)).0), &[("measure", "remove")]).await;
        }
        "pin_post" => send(&format!("{}/moderate", post(state, text(0)).0), &[("measure", "pin")]).await,
        "ban_user" => {
            send(
                &format!("/f/{}/bans/add", named(intent, state, "forums")),
                &[("user", named(intent, state, "users")), ("reason", text(0)), ("days", "")],
            )
            .await;
        }
        "unban_user" => {
            send(
                &format!("/f/{}/bans/remove", named(intent, state, "forums")),
                &[("user", named(intent, state, "users"))],
            )
            .await;
        }
        "add_moderator" => {
            send(
                &format!("/f/{}/moderators", named(intent, state, "forums")),
                &[("user", named(intent, state, "users"))],
            )
            .await;
        }
        "change_biography" => send("/user/ada/edit_biography", &[("biography", text(0))]).await,
        "change_email" => {
            let email = intent.rsplit(' ').next().unwrap_or_default();
            send("/user/ada/account", &[("what", "email"), ("email", email)]).await;
        }
        "change_default_sort" => {
            let sort = intent.rsplit(' ').next().unwrap_or_default().to_lowercase();
            send(
                "/user/ada/preferences",
                &[("front_page", "all"), ("front_sort", &sort), ("time_zone", "UTC")],
            )
            .await;
        }
        "send_message" => {
            let to = named(intent, state, "users");
            send(&format!("/user/{to}/compose_message"), &[("subject", text(0)), ("body", text(1))]).await;
        }
        "answer_message" => {
            send(&format!("/messages/thread/{}", thread(state, text(0))), &[("body", text(1))]).await;
        }
        "block_user" => {
            send(&format!("/user/{}/block", named(intent, state, "users")), &[("note", "")]).await;
        }
        "unblock_user" => send(&format!("/user/{}/unblock", named(intent, state, "users")), &[]).await,
        "register_account" => {
            let name = intent.split(' ').nth(8).unwrap_or_default();
            send(
                "/registration",
                &[
                    ("username", name),
                    ("email", ""),
                    ("password", "lantern-7-lane"),
                    ("again", "lantern-7-lane"),
                ],
            )
            .await;
        }
        "edit_wiki_page" => {
            let page = state["wiki"]
                .as_array()
                .expect("wiki")
                .iter()
                .find(|one| one["title"] == text(0))
                .expect("a page");
            let path = page["path"].as_str().unwrap_or_default();
            send(&format!("/wiki/_edit/{path}"), &[("title", text(0)), ("body", text(1)), ("note", "")])
                .await;
        }
        "create_wiki_page" => {
            let path = intent.split(' ').nth(5).unwrap_or_default();
            send("/wiki/_create", &[("path", path), ("title", text(0)), ("body", text(1))]).await;
        }
        other => panic!("nobody does `{other}` for `{intent}`"),
    }
}

fn tasks(practice: &Practice, kind: TaskKind) -> Vec<Task> {
    practice.forum.tasks().iter().filter(|task| task.kind == kind).cloned().collect()
}

#[tokio::test]
async fn doing_a_task_satisfies_its_verifier_and_no_other() {
    let practice = start().await;
    let pristine = practice.forum.pristine().state_json();
    let all = tasks(&practice, TaskKind::Write);
    for task in &all {
        let visitor = Visitor::new(&practice.forum_url, &task.id);
        perform(&visitor, task, &pristine).await;
        let state = practice.forum.state(&task.id).state_json();
        let attempt = Attempt { url: "/".to_owned(), answer: None, state };
        if let Err(why) = verify(task, &attempt) {
            panic!("{} `{}`: {why}", task.id, task.intent);
        }
        for other in all.iter().filter(|other| other.id != task.id) {
            assert!(
                verify(other, &attempt).is_err(),
                "doing `{}` also counts as `{}`",
                task.intent,
                other.intent
            );
        }
    }
}

#[tokio::test]
async fn doing_a_task_twice_or_wrongly_is_no_success() {
    let practice = start().await;
    let pristine = practice.forum.pristine().state_json();
    let all = tasks(&practice, TaskKind::Write);
    let by = |capability: &str| all.iter().find(|task| task.capability == capability).expect("a task");
    for capability in ["create_text_post", "comment_on_post", "send_message"] {
        let task = by(capability);
        let visitor = Visitor::new(&practice.forum_url, &format!("twice-{capability}"));
        perform(&visitor, task, &pristine).await;
        assert!(visitor.verdict(&task.id, "/", None).await.0, "{capability}");
        perform(&visitor, task, &pristine).await;
        assert!(!visitor.verdict(&task.id, "/", None).await.0, "{capability} twice");
    }
    let task = by("upvote_post");
    let visitor = Visitor::new(&practice.forum_url, "wrong-vote");
    let (_, id) = post(&pristine, quoted(&task.intent)[0]);
    visitor.send(&format!("/sv/{id}"), &[("choice", "-1")]).await;
    let (passed, why) = visitor.verdict(&task.id, "/", None).await;
    assert!(!passed && why.contains("/votes"), "{why}");
}

#[tokio::test]
async fn pages_to_be_shown_exist() {
    let practice = start().await;
    let visitor = Visitor::new(&practice.forum_url, "pages");
    for task in tasks(&practice, TaskKind::Navigate) {
        let text = serde_json::to_value(&task.verifier).expect("JSON");
        let query = text["query"].as_array().into_iter().flatten();
        let mut url = reqwest::Url::parse(&practice.forum_url).expect("an address");
        url.set_path(text["path"].as_str().unwrap_or_default());
        for pair in query {
            url.query_pairs_mut()
                .append_pair(pair[0].as_str().unwrap_or_default(), pair[1].as_str().unwrap_or_default());
        }
        let path = &url.as_str()[practice.forum_url.len()..];
        visitor.page(path).await;
        assert!(visitor.verdict(&task.id, url.as_str(), None).await.0, "{} `{}`", task.id, task.intent);
    }
}
