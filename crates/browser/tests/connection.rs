//! The thin connection: every call ends, with a name for why.

use std::time::Duration;

use atelier_browser::{Browser, BrowserError, Cdp};
use serde_json::json;

use crate::rig::{options, runtime, with_browser};

const LONG: Duration = Duration::from_secs(60);
/// Never answered while the page lives.
const NEVER: &str = "new Promise(() => {})";

async fn tab(cdp: &Cdp) -> (String, String) {
    let answer = cdp.call(None, "Target.createTarget", json!({ "url": "about:blank" })).await.unwrap();
    let target = answer["targetId"].as_str().unwrap().to_owned();
    let session = cdp.attach(&target).await.unwrap();
    (target, session)
}

#[test]
fn answers_and_refusals_come_back_to_their_calls() {
    with_browser(|browser| async move {
        let (cdp, mut events) = Cdp::connect(browser.devtools_address()).await.unwrap();
        let version = cdp.call(None, "Browser.getVersion", json!({})).await.unwrap();
        assert!(version["product"].as_str().unwrap().contains("Chrome"));
        let refused = cdp.call(None, "Browser.noSuchThing", json!({})).await.unwrap_err();
        assert!(matches!(refused, BrowserError::Protocol { .. }), "{refused}");
        let stranger = cdp.call(Some("no-such-session"), "Page.enable", json!({})).await.unwrap_err();
        assert!(matches!(stranger, BrowserError::PageGone { .. }), "{stranger}");
        // Unknown parameters do no harm.
        let (target, session) = tab(&cdp).await;
        cdp.call(Some(&session), "Runtime.enable", json!({ "tomorrow": true })).await.unwrap();
        let event = loop {
            let event = events.recv().await.unwrap();
            if event.method == "Runtime.executionContextCreated" {
                break event;
            }
        };
        assert_eq!(event.session.as_deref(), Some(session.as_str()), "events say whose they are");
        cdp.call(None, "Target.closeTarget", json!({ "targetId": target })).await.unwrap();
    });
}

#[test]
fn a_call_that_is_never_answered_ends_at_its_deadline() {
    with_browser(|browser| async move {
        let (cdp, _) = Cdp::connect(browser.devtools_address()).await.unwrap();
        let (target, session) = tab(&cdp).await;
        let params = json!({ "expression": NEVER, "awaitPromise": true });
        let limit = Duration::from_millis(200);
        let late = cdp.call_within(Some(&session), "Runtime.evaluate", params, limit).await.unwrap_err();
        assert_eq!(late, BrowserError::Deadline { during: "Runtime.evaluate".into(), limit });
        cdp.call(None, "Target.closeTarget", json!({ "targetId": target })).await.unwrap();
    });
}

#[test]
fn a_crashed_page_ends_its_calls() {
    with_browser(|browser| async move {
        let (cdp, _) = Cdp::connect(browser.devtools_address()).await.unwrap();
        cdp.call(None, "Target.setDiscoverTargets", json!({ "discover": true })).await.unwrap();
        let (target, session) = tab(&cdp).await;
        cdp.call(Some(&session), "Inspector.enable", json!({})).await.unwrap();
        let params = json!({ "expression": NEVER, "awaitPromise": true });
        let waiting = cdp.send(Some(&session), "Runtime.evaluate", params);
        drop(cdp.send(Some(&session), "Page.crash", json!({})));
        let gone = waiting.within(LONG).await.unwrap_err();
        assert_eq!(gone, BrowserError::PageGone { during: "Runtime.evaluate".into() });
        cdp.call(None, "Target.closeTarget", json!({ "targetId": target })).await.unwrap();
    });
}

#[test]
fn a_closed_tab_ends_its_calls() {
    with_browser(|browser| async move {
        let (cdp, _) = Cdp::connect(browser.devtools_address()).await.unwrap();
        let (target, session) = tab(&cdp).await;
        let params = json!({ "expression": NEVER, "awaitPromise": true });
        let waiting = cdp.send(Some(&session), "Runtime.evaluate", params);
        cdp.call(None, "Target.closeTarget", json!({ "targetId": target })).await.unwrap();
        let gone = waiting.within(LONG).await.unwrap_err();
        assert!(matches!(gone, BrowserError::PageGone { .. }), "{gone}");
    });
}

#[test]
fn the_end_of_chromium_ends_every_call() {
    runtime().block_on(async {
        let profile = tempfile::tempdir().unwrap();
        let browser = Browser::launch(options(profile.path())).await.unwrap();
        let (cdp, _) = Cdp::connect(browser.devtools_address()).await.unwrap();
        let (_, session) = tab(&cdp).await;
        let params = json!({ "expression": NEVER, "awaitPromise": true });
        let waiting = cdp.send(Some(&session), "Runtime.evaluate", params);
        browser.close().await.unwrap();
        let gone = waiting.within(LONG).await.unwrap_err();
        assert!(matches!(gone, BrowserError::BrowserGone | BrowserError::PageGone { .. }), "{gone}");
        cdp.closed().await;
        let late = cdp.call(None, "Browser.getVersion", json!({})).await.unwrap_err();
        assert_eq!(late, BrowserError::BrowserGone);
    });
}
