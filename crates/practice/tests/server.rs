//! What both sites share: spaces, sessions, the log, refusals.

use atelier_practice::{PracticeError, PracticeOptions, serve};
use reqwest::StatusCode;

use crate::client::{Visitor, start};

#[tokio::test]
async fn spaces_do_not_see_each_other_and_can_be_reset() {
    let practice = start().await;
    let [one, two] = ["one", "two"].map(|space| Visitor::new(&practice.forum_url, space));
    one.send("/f/sewing/subscribe", &[]).await;
    assert!(one.page("/f/sewing").await.contains("Unsubscribe"));
    assert!(!two.page("/f/sewing").await.contains("Unsubscribe"));
    // A query names the space of `/api` calls, whatever the cookie says.
    let elsewhere = Visitor::new(&practice.forum_url, "main");
    let follows = |state: &serde_json::Value| {
        let all = state["subscriptions"].as_array().expect("a list").clone();
        all.iter().any(|one| one["user"] == "ada" && one["forum"] == "sewing")
    };
    assert!(follows(&elsewhere.json("/api/state?space=one").await));
    assert!(!follows(&elsewhere.json("/api/state").await));
    elsewhere.send("/api/reset?space=one", &[]).await;
    assert!(!follows(&one.json("/api/state").await));
    assert_eq!(one.json("/api/state").await, two.json("/api/state").await);
}

#[tokio::test]
async fn a_space_must_have_a_usable_name() {
    let practice = start().await;
    let response = Visitor::new(&practice.forum_url, "../etc").open("/").await;
    assert_eq!(response.status(), StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn the_log_names_fields_but_keeps_no_values() {
    let practice = start().await;
    let visitor = Visitor::new(&practice.forum_url, "logged");
    visitor.send("/login", &[("username", "ada"), ("password", "top-secret-words")]).await;
    let text = visitor.json("/api/log?space=logged").await.to_string();
    assert!(text.contains("\"form_fields\":[\"username\",\"password\"]"), "{text}");
    assert!(text.contains("\"method\":\"POST\"") && text.contains("\"path\":\"/login\""));
    assert!(!text.contains("top-secret-words"));
}

#[tokio::test]
async fn guests_are_led_to_the_login_and_back() {
    let practice = start().await;
    let guest = Visitor::new(&practice.forum_url, "guests").as_account("forum_session", "-").unled();
    let response = guest.send("/f/books/subscribe", &[("return", "/f/books/new")]).await;
    assert_eq!(response.status(), StatusCode::SEE_OTHER);
    assert_eq!(response.headers()["location"], "/login?return=%2Ff%2Fbooks%2Fnew");
    let form = [("username", "marta_k"), ("password", "practice"), ("return", "/f/books/new")];
    let response = guest.send("/login", &form).await;
    assert_eq!(response.headers()["location"], "/f/books/new");
    let cookies: Vec<&str> =
        response.headers().get_all("set-cookie").iter().filter_map(|one| one.to_str().ok()).collect();
    assert!(cookies.iter().any(|cookie| cookie.starts_with("forum_session=marta_k;")), "{cookies:?}");
    let response = guest.send("/login", &[("username", "marta_k"), ("password", "wrong")]).await;
    assert_eq!(response.status(), StatusCode::UNPROCESSABLE_ENTITY);
    // Never to another site.
    let response = guest
        .send("/login", &[("username", "ada"), ("password", "practice"), ("return", "//evil.example")])
        .await;
    assert_eq!(response.headers()["location"], "/");
}

#[tokio::test]
async fn odd_requests_get_an_answer() {
    let practice = start().await;
    let visitor = Visitor::new(&practice.forum_url, "odd");
    for path in [
        "/f/%ff",
        "/f/books/-1",
        "/f/books/99999999999999",
        "/user/%00",
        "/search?q=%ff%fe",
        "/forums?page=0",
        "/wiki/_history/",
        "/?page=18446744073709551615",
    ] {
        let status = visitor.open(path).await.status();
        assert!(status.is_success() || status.is_client_error(), "{path}: {status}");
    }
    for path in [
        "/sv/1",
        "/sv/x",
        "/submit",
        "/create_forum",
        "/messages/thread/9999",
        "/api/verify",
        "/f/nowhere/bans/add",
    ] {
        let status = visitor.send(path, &[("choice", "x")]).await.status();
        assert!(status.is_client_error(), "{path}: {status}");
    }
    let large = "x".repeat(4 << 20);
    assert_eq!(visitor.send("/submit", &[("body", &large)]).await.status(), StatusCode::PAYLOAD_TOO_LARGE);
}

#[tokio::test]
async fn both_sites_say_who_they_are_and_stop_when_asked() {
    let practice = start().await;
    for (url, name) in [(&practice.forum_url, "forum"), (&practice.shop_url, "shop")] {
        let about = Visitor::new(url, "main").json("/api/practice").await;
        assert_eq!(about["site"], name);
        assert_eq!(about["seed"], 1);
    }
    let url = practice.forum_url.clone();
    practice.shutdown().await;
    assert!(reqwest::get(url).await.is_err());
}

#[tokio::test]
async fn a_taken_port_and_a_public_host_are_named() {
    let practice = start().await;
    let port = practice.forum_url.rsplit(':').next().and_then(|port| port.parse().ok()).expect("a port");
    let taken = serve(PracticeOptions { forum_port: port, ..PracticeOptions::default() }).await;
    let Err(PracticeError::Bind { address, .. }) = taken else { panic!("the port is taken") };
    assert!(address.ends_with(&port.to_string()));
    let public = serve(PracticeOptions { host: "0.0.0.0".to_owned(), ..PracticeOptions::default() }).await;
    assert!(matches!(public, Err(PracticeError::NotLoopback { .. })));
}
