//! Who may do what, and what forms refuse.

use reqwest::StatusCode;

use crate::client::{Visitor, start};

#[tokio::test]
async fn forms_say_what_is_wrong_and_keep_what_was_typed() {
    let practice = start().await;
    let visitor = Visitor::new(&practice.forum_url, "forms");
    let cases: &[(&str, &[(&str, &str)], &str)] = &[
        (
            "/submit",
            &[("kind", "text"), ("forum", "books"), ("title", ""), ("body", "kept words")],
            "kept words",
        ),
        (
            "/submit",
            &[("kind", "link"), ("forum", "books"), ("title", "kept words"), ("url", "no address")],
            "kept words",
        ),
        ("/submit", &[("kind", "text"), ("forum", "nowhere"), ("title", "kept words")], "kept words"),
        (
            "/create_forum",
            &[("name", "a b"), ("title", "kept words"), ("description", "d"), ("sidebar", "s")],
            "kept words",
        ),
        (
            "/create_forum",
            &[("name", "books"), ("title", "kept words"), ("description", "d"), ("sidebar", "s")],
            "already is",
        ),
        (
            "/registration",
            &[("username", "ADA"), ("password", "long enough"), ("again", "long enough")],
            "taken",
        ),
        (
            "/registration",
            &[("username", "someone"), ("password", "long enough"), ("again", "else")],
            "differ",
        ),
        (
            "/messages/compose",
            &[("to", "nobody_here"), ("subject", "kept words"), ("body", "b")],
            "kept words",
        ),
        (
            "/user/ada/account",
            &[("what", "password"), ("present", "no"), ("password", "long enough"), ("again", "long enough")],
            "present password",
        ),
        ("/f/gardening/bans/add", &[("user", "ada"), ("reason", "kept words")], "kept words"),
        ("/wiki/_create", &[("path", "Bad Path"), ("title", "kept words"), ("body", "b")], "kept words"),
    ];
    for (path, form, expected) in cases {
        let before = visitor.json("/api/state").await;
        let response = visitor.send(path, form).await;
        assert_eq!(response.status(), StatusCode::UNPROCESSABLE_ENTITY, "{path} {form:?}");
        let page = response.text().await.expect("a page");
        assert!(
            page.contains("role=\"alert\"") && page.contains("aria-invalid") && page.contains(expected),
            "{path} {form:?}"
        );
        assert_eq!(visitor.json("/api/state").await, before, "{path} changed something");
    }
}

#[tokio::test]
async fn only_moderators_and_authors_may() {
    let practice = start().await;
    let ada = Visitor::new(&practice.forum_url, "rights");
    let marta = ada.as_account("forum_session", "marta_k");
    let state = practice.forum.pristine();
    let foreign = state
        .submissions
        .iter()
        .find(|one| one.author != "ada" && one.author != "marta_k" && one.forum == "gardening")
        .expect("a post");
    let path = foreign.path();
    for (visitor, path) in [
        (&ada, format!("{path}/edit")),
        (&ada, format!("{path}/delete")),
        (&ada, "/user/marta_k/edit_biography".to_owned()),
        (&marta, format!("{path}/moderate")),
        (&marta, "/f/gardening/edit".to_owned()),
        (&marta, "/f/gardening/bans/add".to_owned()),
        (&marta, "/f/gardening/moderators".to_owned()),
        (&marta, "/user/ada/preferences".to_owned()),
    ] {
        let response = visitor.send(&path, &[("measure", "lock"), ("title", "x"), ("biography", "x")]).await;
        assert_eq!(response.status(), StatusCode::FORBIDDEN, "{path}");
    }
    assert_eq!(marta.open("/messages/thread/1").await.status(), StatusCode::NOT_FOUND, "others' messages");
    assert_eq!(practice.forum.state("rights").state(), state.state());
}

trait Summary {
    fn state(&self) -> serde_json::Value;
}

impl Summary for atelier_practice::forum::Commons {
    fn state(&self) -> serde_json::Value {
        serde_json::to_value(self).expect("JSON")
    }
}

#[tokio::test]
async fn locks_bans_and_blocks_hold() {
    let practice = start().await;
    let ada = Visitor::new(&practice.forum_url, "holds");
    let marta = ada.as_account("forum_session", "marta_k");
    let state = practice.forum.pristine();
    let one = state
        .submissions
        .iter()
        .find(|one| one.forum == "gardening" && !one.locked && one.author != "ada")
        .expect("a post");
    let write = format!("{}/comment", one.path());
    ada.send(&format!("{}/moderate", one.path()), &[("measure", "lock")]).await;
    assert_eq!(
        marta.send(&write, &[("comment", "hello")]).await.status(),
        StatusCode::UNPROCESSABLE_ENTITY,
        "locked"
    );
    ada.send(&format!("{}/moderate", one.path()), &[("measure", "unlock")]).await;
    assert_eq!(marta.send(&write, &[("comment", "hello")]).await.status(), StatusCode::OK);
    ada.send("/f/gardening/bans/add", &[("user", "marta_k"), ("reason", "test")]).await;
    assert_eq!(
        marta.send(&write, &[("comment", "again")]).await.status(),
        StatusCode::UNPROCESSABLE_ENTITY,
        "banned"
    );
    ada.send("/user/marta_k/block", &[]).await;
    let letter = [("subject", "hi"), ("body", "there")];
    assert_eq!(
        marta.send("/user/ada/compose_message", &letter).await.status(),
        StatusCode::UNPROCESSABLE_ENTITY,
        "blocked"
    );
    ada.send(&format!("{}/moderate", one.path()), &[("measure", "remove")]).await;
    assert_eq!(marta.open(&one.path()).await.status(), StatusCode::NOT_FOUND, "removed");
    assert_eq!(ada.open(&one.path()).await.status(), StatusCode::OK, "its moderator still sees it");
}

#[tokio::test]
async fn a_picture_can_be_sent_and_anything_else_cannot() {
    let practice = start().await;
    let visitor = Visitor::new(&practice.forum_url, "pictures");
    let body = |content: &str| {
        let field = |name: &str, value: &str| {
            format!("--zz\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
        };
        format!(
            "{}{}{}--zz\r\nContent-Disposition: form-data; name=\"picture\"; filename=\"p.gif\"\r\nContent-Type: image/gif\r\n\r\n{content}\r\n--zz--\r\n",
            field("kind", "picture"),
            field("forum", "cats"),
            field("title", "A sent picture")
        )
    };
    let send = async |content: &str| {
        let request = reqwest::Client::new().post(format!("{}/submit", practice.forum_url));
        let request = request
            .header("cookie", "space=pictures")
            .header("content-type", "multipart/form-data; boundary=zz");
        request.body(body(content)).send().await.expect("an answer")
    };
    assert_eq!(send("<svg onload=alert(1)>").await.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let response = send("GIF89a-not-much").await;
    assert_eq!(response.status(), StatusCode::OK);
    assert!(response.url().path().starts_with("/f/cats/"), "{}", response.url());
    let picture = visitor.open("/pictures/upload-1").await;
    assert_eq!(picture.headers()["content-type"], "image/gif");
}

#[tokio::test]
async fn registration_signs_in_and_the_new_account_works() {
    let practice = start().await;
    let visitor = Visitor::new(&practice.forum_url, "newcomer");
    let form =
        [("username", "brand_new"), ("email", ""), ("password", "long enough"), ("again", "long enough")];
    let response = visitor.unled().send("/registration", &form).await;
    let cookies: Vec<String> = response
        .headers()
        .get_all("set-cookie")
        .iter()
        .filter_map(|one| one.to_str().ok().map(str::to_owned))
        .collect();
    assert!(cookies.iter().any(|cookie| cookie.starts_with("forum_session=brand_new;")), "{cookies:?}");
    let new = visitor.as_account("forum_session", "brand_new");
    assert!(new.page("/user/brand_new").await.contains("Edit biography"));
    // The password of the seeded accounts does not open it; its own does.
    let login = |password| [("username", "brand_new"), ("password", password)];
    assert_eq!(visitor.send("/login", &login("practice")).await.status(), StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(visitor.send("/login", &login("long enough")).await.status(), StatusCode::OK);
    // In another space nobody knows it.
    let stranger = Visitor::new(&practice.forum_url, "elsewhere").as_account("forum_session", "brand_new");
    assert!(stranger.page("/").await.contains("Log in"));
}
