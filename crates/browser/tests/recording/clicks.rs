//! Clicks and what they turn out to be.

use atelier_core::trajectory::{Action, Obstacle, Replayable, Signal};
use atelier_testkit::Reply;

use super::person::{on_page, scene};

#[test]
fn a_click_means_the_control_around_what_was_hit() {
    on_page(
        "<title>T</title><button id=b><svg width=40 height=40><rect id=r width=40 height=40></rect></svg><b>Go</b></button>
         <script>b.onclick = () => document.body.append('done')</script>",
        |mut scene| async move {
            scene.person.click("#r").await;
            scene.steps(1).await;
            let done = scene.finish().await;
            done.assert(&["click Go"]);
            done.assert_all_replay();
            let step = &done.trajectory.steps[0];
            assert_eq!(step.target.as_ref().unwrap().role.as_deref(), Some("button"));
            assert!(step.raw.as_ref().unwrap()["events"][0]["x"].is_number(), "{:?}", step.raw);
        },
    );
}

#[test]
fn a_page_that_clicks_itself_records_nothing() {
    on_page(
        "<title>T</title><button id=a>Mine</button><button id=b>Yours</button><input id=i>
         <script>a.onclick = () => { b.click(); i.value = 'x'; i.dispatchEvent(new Event('input', {bubbles: true}));
           i.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true})) }</script>",
        |mut scene| async move {
            scene.person.click("#a").await;
            scene.steps(1).await;
            scene.finish().await.assert(&["click Mine"]);
        },
    );
}

#[test]
fn what_a_click_causes_is_on_its_step() {
    let pages = [
        ("/", Reply::html("<title>Front</title><a href=/next?q=1>Next</a>")),
        ("/next", Reply::html("<title>Next</title><h1>Arrived</h1>")),
    ];
    scene(&pages, |mut scene| async move {
        scene.person.click("a").await;
        scene
            .until("the effect", |steps| {
                steps.iter().any(|step| !step.requests.is_empty() && !step.signals.is_empty())
            })
            .await;
        scene.person.loaded().await;
        scene.person.wait("document.title === 'Next'").await;
        tokio::time::sleep(std::time::Duration::from_millis(600)).await;
        let done = scene.finish().await;
        done.assert(&["click Next"]);
        let step = &done.trajectory.steps[0];
        assert_eq!(
            step.signals,
            [Signal::Navigation { url: done.pages.url("/next?q=1"), same_document: false }]
        );
        assert_eq!(step.requests.len(), 1, "{:?}", step.requests);
        assert_eq!((step.requests[0].path.as_str(), step.requests[0].status), ("/next", Some(200)));
        assert_eq!(step.requests[0].fields, ["q"]);
        assert_eq!((step.before.title.as_str(), step.after.title.as_str()), ("Front", "Next"));
        assert_eq!(step.after.appeared, ["Arrived"]);
    });
}

#[test]
fn a_double_click_is_one_step() {
    on_page(
        "<title>T</title><div id=row tabindex=0 role=button>Row</div><script>row.ondblclick = () => row.append(' opened')</script>",
        |mut scene| async move {
            scene.person.double_click("#row").await;
            scene
                .until("the double click", |steps| steps.iter().any(|s| s.action == Action::DoubleClick))
                .await;
            scene.finish().await.assert(&["double_click Row"]);
        },
    );
}

#[test]
fn clicks_on_mere_text_are_no_steps_unless_something_happens() {
    on_page(
        "<title>T</title><p id=p>Only words</p><div id=d>A tile</div><button>End</button>
         <script>d.addEventListener('click', () => d.append(' opened'))</script>",
        |mut scene| async move {
            scene.person.click("#p").await;
            scene.steps(1).await;
            let first = scene.steps[0].id;
            tokio::time::sleep(std::time::Duration::from_millis(400)).await;
            scene.person.click("#d").await;
            scene.until("the tile", |steps| steps.iter().any(|step| step.id != first)).await;
            tokio::time::sleep(std::time::Duration::from_millis(400)).await;
            scene.person.click("button").await;
            scene.steps(2).await;
            scene.finish().await.assert(&["click A tile", "click End"]);
        },
    );
}

#[test]
fn menus_on_hover_are_recorded_where_they_are_needed() {
    on_page(
        "<title>T</title><style>li ul { display: none } li:hover ul { display: block }</style>
         <ul id=menu><li><a href=#f>File</a><ul><li><a href=#export>Export</a></li></ul></li>
         <li><a href=#e>Edit</a></li></ul><div id=js tabindex=0>More</div><button id=plain>Plain</button>
         <script>js.onmouseenter = () => { if (!js.dataset.open) { js.dataset.open = 1;
           const b = document.createElement('button'); b.textContent = 'Hidden'; js.after(b) } }</script>",
        |mut scene| async move {
            tokio::time::sleep(std::time::Duration::from_millis(500)).await;
            // Noise: over a menu, but what is pressed was there before.
            scene.person.hover("a[href='#e']").await;
            scene.person.click("#plain").await;
            scene.steps(1).await;
            tokio::time::sleep(std::time::Duration::from_millis(500)).await;
            scene.person.hover("a[href='#f']").await;
            scene.person.click("a[href='#export']").await;
            scene.steps(3).await;
            tokio::time::sleep(std::time::Duration::from_millis(500)).await;
            scene.person.hover("#js").await;
            scene.person.click("#js + button").await;
            scene.steps(5).await;
            let done = scene.finish().await;
            done.assert(&["click Plain", "hover File", "click Export", "hover More", "click Hidden"]);
        },
    );
}

#[test]
fn a_picture_has_places_instead_of_elements() {
    on_page(
        "<title>T</title><canvas id=c width=200 height=100 style='border:1px solid'></canvas>",
        |mut scene| async move {
            let (x, y) = scene.person.place("#c").await;
            scene.person.click_at(x - 50.5, y, 1).await;
            scene.steps(1).await;
            assert!(!scene.steps[0].warnings.is_empty(), "{:?}", scene.steps);
            scene.person.drag((x, y), (x + 60.0, y + 20.0)).await;
            scene.steps(2).await;
            let done = scene.finish().await;
            let [click, drag] = &done.trajectory.steps[..] else { panic!("{:?}", done.lines()) };
            assert!(
                matches!(click.mark, Some(Replayable::No { why: Obstacle::Canvas, .. })),
                "{:?}",
                click.mark
            );
            let spot = click.spot.unwrap();
            assert!((spot.x - 0.25).abs() < 0.02 && (spot.y - 0.5).abs() < 0.02, "{spot:?}");
            assert_eq!(drag.action, Action::Drag);
            assert!(drag.destination_spot.unwrap().x > 0.7, "{drag:?}");
        },
    );
}

#[test]
fn dialogs_are_signals_and_a_refusal_is_planned_before() {
    on_page(
        "<title>T</title><button id=a onclick=\"alert('Saved')\">Save</button>
         <button id=c onclick=\"document.title = confirm('Sure?') ? 'yes' : 'no'\">Delete</button>",
        |mut scene| async move {
            let answer = async |accept: bool| {
                // The dialog may not be there yet.
                for _ in 0..200 {
                    let params = serde_json::json!({ "accept": accept });
                    let session = Some(scene.person.session.as_str());
                    if scene.person.cdp.call(session, "Page.handleJavaScriptDialog", params).await.is_ok() {
                        return;
                    }
                    tokio::time::sleep(std::time::Duration::from_millis(20)).await;
                }
                panic!("no dialog came");
            };
            scene.person.call("Page.enable", serde_json::json!({})).await;
            scene.person.click_away("#a").await;
            answer(true).await;
            scene.person.click_away("#c").await;
            answer(false).await;
            scene.person.wait("document.title === 'no'").await;
            scene.steps(3).await;
            let done = scene.finish().await;
            done.assert(&["click Save", "dialog = dismiss", "click Delete"]);
            let told = |step: usize| done.trajectory.steps[step].signals.clone();
            assert_eq!(told(0), [Signal::Dialog { kind: "alert".into(), message: "Saved".into() }]);
            assert_eq!(told(2), [Signal::Dialog { kind: "confirm".into(), message: "Sure?".into() }]);
        },
    );
}

#[test]
fn a_download_is_a_signal() {
    let pages = [
        ("/", Reply::html("<title>T</title><a href=/file>Get it</a>")),
        ("/file", Reply::download("report.csv", "a,b")),
    ];
    scene(&pages, |mut scene| async move {
        scene.person.click_away("a").await;
        scene
            .until("the download", |steps| {
                steps.iter().any(|s| s.signals.contains(&Signal::Download { file: "report.csv".into() }))
            })
            .await;
        scene.finish().await.assert(&["click Get it"]);
    });
}
