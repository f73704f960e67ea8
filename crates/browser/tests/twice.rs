//! Nothing is done twice: what may have happened is looked for before any second try.

use std::time::Duration;

use atelier_core::condition::Condition;
use atelier_core::replay::FaultCode;
use atelier_core::template::Bindings;
use atelier_core::trajectory::Action;
use atelier_testkit::Reply;

use crate::rig::{assert_done, assert_fault, click, fill, replay, role, run, skill, step, with};

#[test]
fn a_page_that_hangs_after_it_sent_is_not_asked_again() {
    let html = "<button onclick=\"const x = new XMLHttpRequest(); x.open('POST', '/pay', false); x.send(); for (;;);\">Pay</button>";
    with(&[("/", Reply::html(html)), ("POST /pay", Reply::html("ok"))], |page, pages| async move {
        page.navigate(&pages.url("/")).await.unwrap();
        let begun = std::time::Instant::now();
        let report = run(&page, &pages, vec![click(role("button", "Pay"))]).await;
        assert_fault(&report, FaultCode::MayHaveHappened, "POST /pay");
        assert!(report.may_have_changed());
        assert_eq!(pages.hits("POST", "/pay"), 1);
        assert!(begun.elapsed() < Duration::from_secs(15), "the step has a deadline of its own");
    });
}

#[test]
fn a_field_that_sends_its_form_when_it_changes_is_filled_once() {
    let html = "<form method=post action=/votes><label>Points <input name=p onchange='this.form.submit()'></label></form>";
    let replies = [
        ("/", Reply::html(html)),
        ("POST /votes", Reply::html(format!("<h1>Thanks</h1>{html}")).after(Duration::from_millis(150))),
    ];
    with(&replies, |page, pages| async move {
        page.navigate(&pages.url("/")).await.unwrap();
        let thanks = vec![Condition::TextPresent("thanks".into())];
        let skill = skill(&[], vec![fill(role("textbox", "Points"), "3")], thanks);
        assert_done(&replay(&page, &pages, &skill, &Bindings::new()).await);
        assert_eq!(pages.hits("POST", "/votes"), 1);
    });
}

#[test]
fn a_page_that_is_gone_after_it_sent_is_reported_as_such() {
    let html = "<button onclick=\"const x = new XMLHttpRequest(); x.open('POST', '/pay', false); x.send(); location = 'chrome://crash'; window.close(); for (;;);\">Pay</button>";
    with(
        &[("/", Reply::html(html)), ("POST /pay", Reply::html("no").status(500))],
        |page, pages| async move {
            page.navigate(&pages.url("/")).await.unwrap();
            let report = run(&page, &pages, vec![click(role("button", "Pay"))]).await;
            assert_fault(&report, FaultCode::MayHaveHappened, "POST /pay");
            assert_eq!(pages.hits("POST", "/pay"), 1);
        },
    );
}

#[test]
fn a_refusal_of_the_site_is_judged_by_its_outcome_and_not_tried_again() {
    let html = "<form method=post action=/publish><button>Publish</button></form>";
    let replies =
        [("/", Reply::html(html)), ("POST /publish", Reply::html("<p>Still uploading</p>").status(409))];
    with(&replies, |page, pages| async move {
        page.navigate(&pages.url("/")).await.unwrap();
        let made = vec![Condition::RequestMade { method: "POST".into(), path: "/publish".into() }];
        let skill = skill(&[], vec![click(role("button", "Publish"))], made);
        let report = replay(&page, &pages, &skill, &Bindings::new()).await;
        assert_fault(&report, FaultCode::Condition, "answered with 409");
        assert_eq!(pages.hits("POST", "/publish"), 1);
    });
}

#[test]
fn what_the_recording_saw_follow_is_waited_for() {
    // The button is there from the start, but means the right thing only when the data have come.
    let html = "<button onclick=\"setTimeout(() => fetch('/data').then(r => r.text()).then(t => window.total = t), 200)\">Load</button>
        <button onclick=\"out.textContent = window.total || 'too early'\">Add up</button><p id=out>-</p>";
    let replies = [
        ("/", Reply::html(html)),
        ("/data", Reply::new(200, "text/plain", "42").after(Duration::from_millis(200))),
    ];
    with(&replies, |page, pages| async move {
        page.navigate(&pages.url("/")).await.unwrap();
        let mut load = click(role("button", "Load"));
        load.awaits = vec![Condition::RequestMade { method: "GET".into(), path: "/data".into() }];
        let report = run(&page, &pages, vec![load, click(role("button", "Add up"))]).await;
        assert_done(&report);
        assert_eq!(crate::rig::text_of(&page, "#out").await, "42");
        // What no longer follows is no failure.
        let mut load = click(role("button", "Add up"));
        load.awaits = vec![Condition::RequestMade { method: "GET".into(), path: "/gone".into() }];
        assert_done(&run(&page, &pages, vec![load]).await);
    });
}

#[test]
fn an_element_that_is_drawn_again_under_the_hand_is_pressed_once() {
    let html = "<div id=box></div><p id=out>0</p><script>let n = 0; const draw = () => box.innerHTML =
        '<button onclick=\"out.textContent = ++window.n\">Go</button>'; window.n = 0; draw(); const t = setInterval(draw, 30);
        setTimeout(() => clearInterval(t), 900);</script>";
    with(&[("/", Reply::html(html))], |page, pages| async move {
        page.navigate(&pages.url("/")).await.unwrap();
        assert_done(&run(&page, &pages, vec![click(role("button", "Go"))]).await);
        assert_eq!(crate::rig::text_of(&page, "#out").await, "1");
        assert_done(&run(&page, &pages, vec![step(Action::Hover, Some(role("button", "Go")), None)]).await);
    });
}
