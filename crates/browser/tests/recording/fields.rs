//! Typing, choosing, ticking, uploading, keys.

use atelier_browser::{Browser, By};
use atelier_core::condition::Condition;
use atelier_core::skill::SkillStep;
use atelier_core::template::Bindings;
use atelier_core::trajectory::{Action, Step, Value};
use atelier_testkit::Reply;
use serde_json::json;

use super::person::{Recorded, on_page, scene};
use crate::rig::{assert_done, replay, skill, step};

const FORM: &str = include_str!("../fixtures/form.html");

/// The recorded step as a skill's step, word for word.
fn as_recorded(one: &Step) -> SkillStep {
    SkillStep { compound: one.compound.clone(), ..step(one.action, one.target.clone(), one.text()) }
}

/// Replays what was recorded in a fresh page and gives the server's log of posts.
async fn again(done: &Recorded, browser: &Browser) -> Vec<String> {
    let before = done.pages.log().len();
    let page = browser.open_isolated().await.unwrap();
    page.navigate(&done.pages.url("/")).await.unwrap();
    let steps = done.trajectory.steps.iter().map(as_recorded).collect();
    let skill = skill(&[], steps, vec![Condition::PathMatches("*".into())]);
    let report = replay(&page, &done.pages, &skill, &Bindings::new()).await;
    assert_done(&report);
    page.close().await;
    let log = done.pages.log();
    log[before..].iter().filter(|hit| hit.method == "POST").map(|hit| hit.body.clone()).collect()
}

#[test]
fn a_form_is_one_step_a_field_and_does_the_same_again() {
    let pages = [
        ("/", Reply::html(FORM)),
        ("POST /orders", Reply::see_other("/thanks")),
        ("/thanks", Reply::html("<title>Thanks</title><h1>Thank you</h1>")),
    ];
    scene(&pages, |mut scene| async move {
        let person = scene.person.clone();
        person.fills("[name=name]", "Ada").await;
        person.fills("[name=mail]", "ada@example.org").await;
        person.click("[name=gift]").await;
        // On the label, not on the box.
        person.click("label:has([value=bill])").await;
        let (x, y) = person.place("[name=count]").await;
        person.drag((x - 30.0, y), (x + 40.0, y)).await;
        person.fills("[name=note]", "two").await;
        person.press("Enter", 0).await;
        person.types("lines").await;
        person.click("[name=name]").await;
        person.press("End", 0).await;
        person.types(" L").await;
        // The native list: with the keyboard, as its pop-up is no part of the page.
        person.eval("document.querySelector('[name=size]').focus()").await;
        person.types("L").await;
        person.click("button").await;
        person.wait("document.title === 'Thanks'").await;
        scene
            .until("the order", |steps| steps.iter().any(|s| s.requests.iter().any(|r| r == "POST /orders")))
            .await;
        let browser = scene.browser.clone();
        let done = scene.finish().await;
        done.assert_all_replay();
        let posts = |done: &Recorded| -> Vec<String> {
            done.pages.log().iter().filter(|hit| hit.method == "POST").map(|hit| hit.body.clone()).collect()
        };
        let first = posts(&done);
        let count = first[0].split("count=").nth(1).and_then(|rest| rest.split('&').next()).unwrap();
        let lines = done.lines();
        let wanted = [
            "fill Name = Ada L",
            "fill Mail = ada@example.org",
            "check Gift wrap",
            "check Bill",
            &format!("fill Count = {count}"),
            "fill Note = two\nlines",
            "select Size = Large",
            "click Send order",
        ];
        assert_ne!(count, "2", "the slider was moved");
        assert_eq!(lines, wanted);
        let sent = &done.step(Action::Click).requests[0];
        assert_eq!((sent.method.as_str(), sent.path.as_str()), ("POST", "/orders"));
        assert_eq!(sent.fields, ["name", "mail", "size", "gift", "pay", "count", "note"]);
        assert_eq!(again(&done, &browser).await, first);
    });
}

#[test]
fn pasted_text_and_rich_editors_are_fills() {
    on_page(
        "<title>T</title><label>Name <input id=n></label>
         <div id=e contenteditable role=textbox aria-label=Story style='min-height:40px'><p>Old</p></div>
         <button onclick='document.body.append(1)'>End</button>",
        |mut scene| async move {
            let person = scene.person.clone();
            person.click("#n").await;
            person.call("Input.insertText", json!({ "text": "pasted in one piece" })).await;
            person.click("#e").await;
            person.press("a", 2).await;
            person.types("New story").await;
            person.click("button").await;
            scene
                .until("the end", |steps| {
                    steps.iter().any(|s| s.action == Action::Click && s.guidance.contains("End"))
                })
                .await;
            let done = scene.finish().await;
            done.assert(&["fill Name = pasted in one piece", "fill Story = New story", "click End"]);
            done.assert_all_replay();
        },
    );
}

#[test]
fn keys_are_steps_where_they_mean_something() {
    let pages = [
        (
            "/",
            Reply::html(
                "<title>T</title><form action=/find><input name=q aria-label=Search><button>Go</button></form>
                 <div id=list tabindex=0 role=listbox aria-label=Rows><div role=option>One</div></div>
                 <script>document.addEventListener('keydown', e => { if (e.key === 'k' && e.ctrlKey) e.preventDefault() })</script>",
            ),
        ),
        ("/find", Reply::html("<title>Found</title>")),
    ];
    scene(&pages, |mut scene| async move {
        let person = scene.person.clone();
        person.eval("document.querySelector('#list').focus()").await;
        person.press("ArrowDown", 0).await;
        person.press("k", 2).await;
        person.press("Escape", 0).await;
        person.click("[name=q]").await;
        person.types("tea").await;
        person.press("Tab", 0).await;
        person.press("Shift", 8).await;
        person.click("[name=q]").await;
        person.press("Enter", 0).await;
        person.wait("document.title === 'Found'").await;
        scene
            .until("the search", |steps| steps.iter().any(|s| s.requests.iter().any(|r| r == "GET /find")))
            .await;
        let done = scene.finish().await;
        done.assert(&[
            "press Rows = ArrowDown",
            "press Rows = Control+k",
            "press Rows = Escape",
            "fill Search = tea",
            "press Search = Enter",
        ]);
    });
}

#[test]
fn an_upload_is_a_name_and_takes_the_place_of_the_click() {
    on_page(
        "<title>T</title><button id=b>Choose a picture</button><input type=file id=f style='display:none' aria-label=Picture>
         <script>b.onclick = () => f.click()</script>",
        |mut scene| async move {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("cat.png");
            std::fs::write(&file, "x").unwrap();
            let person = scene.person.clone();
            person.call("Page.enable", json!({})).await;
            person.call("Page.setInterceptFileChooserDialog", json!({ "enabled": true })).await;
            person.click("#b").await;
            scene.steps(1).await;
            let document = person.call("DOM.getDocument", json!({})).await;
            let params = json!({ "nodeId": document["root"]["nodeId"], "selector": "#f" });
            let node = person.call("DOM.querySelector", params).await;
            let params = json!({ "nodeId": node["nodeId"], "files": [file] });
            person.call("DOM.setFileInputFiles", params).await;
            scene.until("the upload", |steps| steps.iter().any(|s| s.action == Action::Upload)).await;
            let done = scene.finish().await;
            assert_eq!(done.trajectory.steps.len(), 1, "{:?}", done.lines());
            assert_eq!(done.trajectory.steps[0].value, Some(Value::File("cat.png".into())));
            assert!(!done.text.contains(folder.path().to_str().unwrap()), "folders are nobody's business");
        },
    );
}

#[test]
fn what_a_demonstration_records_a_recording_records_too() {
    on_page(FORM, |mut scene| async move {
        scene.person.fills("[name=name]", "Ada").await;
        scene.until("the fill", |steps| steps.iter().any(|s| s.action == Action::Fill)).await;
        let browser = scene.browser.clone();
        let done = scene.finish().await;
        let page = browser.open_isolated().await.unwrap();
        let mut demo =
            atelier_browser::Demonstration::start(&page, None, &done.pages.url("/")).await.unwrap();
        demo.fill(By::label("Name"), "Ada").await.unwrap();
        assert_eq!(done.trajectory.steps[0].target, demo.steps()[0].target);
        page.close().await;
    });
}

#[test]
fn a_recording_can_be_corrected_while_it_runs() {
    use atelier_core::ipc::RecordControl;
    on_page(FORM, |mut scene| async move {
        let person = scene.person.clone();
        person.fills("[name=name]", "Ada").await;
        person.fills("[name=mail]", "ada@example.org").await;
        person.fills("[name=note]", "my words").await;
        person.click("[name=gift]").await;
        scene.until("four steps", |steps| steps.len() == 4 && steps[3].action == Action::Check).await;
        let ids: Vec<u32> = scene.steps.iter().map(|step| step.id).collect();
        let recording = scene.recording();
        recording.control(RecordControl::Parameter { step: ids[0], name: Some("Full name".into()) });
        recording.control(RecordControl::Drop { step: ids[1] });
        recording.control(RecordControl::Secret { step: ids[2], name: None });
        recording.control(RecordControl::Rename { step: ids[3], label: "Wrap it up".into() });
        recording.control(RecordControl::Pause);
        scene.until("the new words", |steps| steps.last().is_some_and(|s| s.guidance == "Wrap it up")).await;
        person.click("label:has([value=bill])").await;
        scene.recording().control(RecordControl::Resume);
        person.click("label:has([value=card])").await;
        scene.until("the card", |steps| steps.last().is_some_and(|s| s.guidance.contains("Card"))).await;
        let done = scene.finish().await;
        done.assert(&["fill Name = Ada", "fill Note = secret secret/note", "check Gift wrap", "check Card"]);
        assert_eq!(done.trajectory.steps[0].parameter.as_deref(), Some("full_name"));
        assert_eq!(done.trajectory.steps[2].label.as_deref(), Some("Wrap it up"));
        assert!(!done.text.contains("my words"));
    });
}
