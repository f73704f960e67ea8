//! A browser that the user started is used beside them.

use std::sync::Arc;
use std::time::Duration;

use atelier_browser::{Browser, BrowserError};
use atelier_testkit::{Pages, Reply};

use crate::recording::person::{Person, Scene};
use crate::rig::{options, runtime, text_of};

const THEIRS: &str = "<title>Theirs</title><button id=mine>Pay</button>";
const OURS: &str =
    "<title>Ours</title><button id=go onclick=\"out.textContent='gone'\">Go</button><p id=out></p>";

#[test]
fn a_users_browser_is_used_and_left_as_it_was() {
    runtime().block_on(async {
        let profile = tempfile::tempdir().unwrap();
        let users = Browser::launch(options(profile.path())).await.unwrap();
        let replies = [("/theirs", Reply::html(THEIRS)), ("/", Reply::html(OURS))];
        let pages = Arc::new(Pages::serve(replies).await.unwrap());
        let theirs = users.open().await.unwrap();
        theirs.navigate(&pages.url("/theirs")).await.unwrap();

        let browser = Browser::attach(users.devtools_address()).await.unwrap();
        assert!(!browser.is_own());
        let page = browser.open().await.unwrap();
        page.navigate(&pages.url("/")).await.unwrap();
        assert_eq!(text_of(&page, "#go").await, "Go");
        page.close().await;

        let mut scene = Scene::start(browser.clone(), Arc::clone(&pages), false, false).await;
        let beside = Person::at(users.devtools_address(), &pages.url("/theirs")).await;
        beside.click("#mine").await;
        scene.person.click("#go").await;
        scene.steps(1).await;
        let recorded = scene.finish().await;
        assert_eq!(recorded.lines(), ["click Go"], "what happens in the user's other tabs is theirs");

        browser.close().await.unwrap();
        tokio::time::timeout(Duration::from_secs(5), async {
            assert!(users.is_alive(), "the user's browser goes on");
            assert_eq!(theirs.url().await.unwrap(), pages.url("/theirs"));
            assert_eq!(text_of(&theirs, "#mine").await, "Pay");
        })
        .await
        .unwrap();
        users.close().await.unwrap();
    });
}

#[test]
fn an_address_where_no_browser_answers_is_refused_with_the_remedy() {
    runtime().block_on(async {
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let refused = Browser::attach(&free.to_string()).await.unwrap_err();
        assert!(matches!(&refused, BrowserError::Attach { .. }), "{refused}");
        assert!(refused.to_string().contains("chrome://inspect/#remote-debugging"), "{refused}");
    });
}
