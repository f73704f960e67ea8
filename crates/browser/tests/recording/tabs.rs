//! Tabs, history, the address bar, and what only looks like a navigation.

use atelier_core::trajectory::{Action, Signal};
use atelier_testkit::Reply;
use serde_json::json;

use super::person::scene;

fn two() -> Vec<(&'static str, Reply)> {
    vec![
        (
            "/",
            Reply::html(
                "<title>One</title><a id=n target=_blank rel=noopener href=/two>New</a>
                 <button id=w onclick=\"window.open('/two')\">Open</button><a id=l href=/two>Two</a>
                 <button id=s onclick=\"history.pushState({}, '', '/inner'); document.title = 'Inner'\">Inner</button>
                 <button id=h onclick=\"history.back()\">Back here</button>
                 <button id=r onclick=\"location.reload()\">Again</button>",
            ),
        ),
        ("/inner", Reply::html("<title>Inner</title>")),
        ("/two", Reply::html("<title>Two</title><button onclick=\"document.title = 'Used'\">There</button>")),
    ]
}

#[test]
fn new_tabs_are_followed_though_they_name_no_opener() {
    for link in ["#n", "#w"] {
        scene(&two(), |mut scene| async move {
            scene.person.click_away(link).await;
            let there = scene.person.in_tab(&scene.pages.url("/two")).await;
            there.click("button").await;
            scene.steps(2).await;
            scene.person.click("#s").await;
            scene.steps(4).await;
            let done = scene.finish().await;
            let actions: Vec<_> = done.trajectory.steps.iter().map(|s| s.action).collect();
            assert_eq!(
                actions,
                [Action::Click, Action::Click, Action::SwitchTab, Action::Click],
                "{:?}",
                done.lines()
            );
            let [first, second, switch, _] = &done.trajectory.steps[..] else { unreachable!() };
            let popup = Signal::PopUp { url: done.pages.url("/two"), tab: 1 };
            assert!(first.signals.contains(&popup), "{link}: {:?}", first.signals);
            assert_eq!((second.page.tab, second.page.opener), (1, Some(0)));
            assert_eq!(switch.text(), Some("0"));
        });
    }
}

#[test]
fn what_the_person_does_in_the_browser_itself_is_a_step() {
    scene(&two(), |mut scene| async move {
        let person = scene.person.clone();
        let two = scene.pages.url("/two");
        let settle = async || tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        person.call("Page.navigate", json!({ "url": two })).await;
        scene.steps(1).await;
        person.loaded().await;
        person.call("Page.reload", json!({})).await;
        scene.steps(2).await;
        settle().await;
        let history = person.call("Page.getNavigationHistory", json!({})).await;
        let entries = history["entries"].as_array().unwrap();
        let back = &entries[entries.len() - 2]["id"];
        person.call("Page.navigateToHistoryEntry", json!({ "entryId": back })).await;
        scene.steps(3).await;
        settle().await;
        let forward = &entries[entries.len() - 1]["id"];
        person.call("Page.navigateToHistoryEntry", json!({ "entryId": forward })).await;
        scene.steps(4).await;
        let done = scene.finish().await;
        let wanted = [&format!("navigate = {two}"), "reload", "back", "forward"];
        assert_eq!(done.lines(), wanted);
        assert_eq!(done.trajectory.steps[0].page.url, done.pages.url("/"), "it was done on the page before");
    });
}

#[test]
fn what_a_page_does_by_itself_is_an_effect() {
    scene(&two(), |mut scene| async move {
        let person = scene.person.clone();
        person.click("#s").await;
        person.wait("location.pathname === '/inner'").await;
        scene.until("the move", |steps| steps.len() == 1 && !steps[0].signals.is_empty()).await;
        person.click("#h").await;
        person.wait("location.pathname === '/'").await;
        scene.until("the way back", |steps| steps.len() == 2 && !steps[1].signals.is_empty()).await;
        person.click_away("#r").await;
        scene.until("the reload", |steps| steps.len() == 3 && !steps[2].signals.is_empty()).await;
        person.loaded().await;
        scene.look(300).await;
        let done = scene.finish().await;
        done.assert(&["click Inner", "click Back here", "click Again"]);
        let moved = Signal::Navigation { url: done.pages.url("/inner"), same_document: true };
        assert_eq!(done.trajectory.steps[0].signals, [moved]);
    });
}

#[test]
fn a_tab_of_the_person_s_own_is_opened_and_closed_by_steps() {
    scene(&two(), |mut scene| async move {
        let person = scene.person.clone();
        let info = person
            .cdp
            .call(None, "Target.getTargetInfo", json!({ "targetId": person.target }))
            .await
            .unwrap();
        let params = json!({
            "url": scene.pages.url("/two"),
            "browserContextId": info["targetInfo"]["browserContextId"],
        });
        person.cdp.call(None, "Target.createTarget", params).await.unwrap();
        scene.steps(1).await;
        let there = person.in_tab(&scene.pages.url("/two")).await;
        there.click("button").await;
        scene.steps(2).await;
        tokio::time::sleep(std::time::Duration::from_millis(1500)).await;
        person.cdp.call(None, "Target.closeTarget", json!({ "targetId": there.target })).await.unwrap();
        scene.steps(3).await;
        person.click("#s").await;
        scene.steps(4).await;
        let done = scene.finish().await;
        let two = done.pages.url("/two");
        assert_eq!(done.lines(), [&format!("new_tab = {two}"), "click There", "close_tab", "click Inner"]);
    });
}

#[test]
fn closing_the_last_tab_ends_the_recording() {
    scene(&two(), |mut scene| async move {
        scene.person.click("#s").await;
        scene.steps(1).await;
        let params = json!({ "targetId": scene.person.target });
        scene.person.cdp.call(None, "Target.closeTarget", params).await.unwrap();
        scene.until_ended().await;
        scene.finish().await.assert(&["click Inner"]);
    });
}
