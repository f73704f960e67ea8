//! Frames of the same and of another site, open and closed shadow roots.

use atelier_core::trajectory::{Action, Obstacle, Replayable};
use atelier_testkit::Reply;

use super::person::{isolating_scene, on_page, scene};
use crate::rig::{assert_done, run, step};

#[test]
fn steps_in_frames_know_the_way_to_their_frame_and_replay_there() {
    let pages = [
        (
            "/",
            Reply::html("<title>Out</title><h1>Out</h1><iframe name=mid src=/mid width=500 height=300></iframe>"),
        ),
        ("/mid", Reply::html("<p>Middle</p><iframe id=deep src=/in width=300 height=200></iframe>")),
        (
            "/in",
            Reply::html(
                "<label>Word <input id=w></label><button>Send</button>
                 <script>document.querySelector('button').onclick = () => { top.document.title = 'sent ' + w.value }</script>",
            ),
        ),
    ];
    scene(&pages, |mut scene| async move {
        let person = scene.person.clone();
        person.fills("iframe >> #deep >> #w", "tea").await;
        person.click("iframe >> #deep >> button").await;
        scene.until("both", |steps| steps.iter().any(|s| s.action == Action::Click)).await;
        person.wait("document.title === 'sent tea'").await;
        let browser = scene.browser.clone();
        let done = scene.finish().await;
        done.assert(&["fill Word = tea", "click Send"]);
        done.assert_all_replay();
        for one in &done.trajectory.steps {
            assert_eq!(one.frame_path, ["iframe[name=\"mid\"]", "#deep"]);
            assert_eq!(one.target.as_ref().unwrap().frame_path, one.frame_path);
            assert_eq!(one.page.title, "Out", "the page is the tab's, not the frame's");
        }
        let page = browser.open_isolated().await.unwrap();
        page.navigate(&done.pages.url("/")).await.unwrap();
        let steps =
            done.trajectory.steps.iter().map(|s| step(s.action, s.target.clone(), s.text())).collect();
        assert_done(&run(&page, &done.pages, steps).await);
        assert_eq!(page.title().await.unwrap(), "sent tea");
        page.close().await;
    });
}

#[test]
fn a_frame_of_another_site_is_recorded_from_its_own_process() {
    let pages = [
        ("/", Reply::html("<title>Out</title><div id=here></div><script>
            const f = document.createElement('iframe'); f.id = 'pay'; f.width = 400; f.height = 200;
            f.src = 'http://localhost:' + location.port + '/pay'; here.append(f);
            addEventListener('message', e => { document.title = e.data })</script>")),
        ("/pay", Reply::html("<label>Amount <input id=a></label><button>Pay</button>
            <script>document.querySelector('button').onclick = () => parent.postMessage('paid ' + a.value, '*')</script>")),
    ];
    isolating_scene(&pages, |mut scene| async move {
        let person = scene.person.clone();
        person.wait("document.querySelector('#pay')").await;
        // Its inside cannot be asked from outside: that it is a process of its own shows here.
        let targets = person.cdp.call(None, "Target.getTargets", serde_json::json!({})).await.unwrap();
        let own = |targets: &serde_json::Value| targets.to_string().contains("\"iframe\"");
        let mut found = own(&targets);
        for _ in 0..100 {
            if found {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            found = own(&person.cdp.call(None, "Target.getTargets", serde_json::json!({})).await.unwrap());
        }
        assert!(found, "the frame should have a process of its own");
        let (x, y) = person.place("#pay").await;
        let (left, top) = (x - 200.0, y - 100.0);
        // The field and the button stand in the frame's first line; the frame may still be loading.
        for _ in 0..100 {
            person.click_at(left + 110.0, top + 20.0, 1).await;
            person.types("7").await;
            if !scene.steps.is_empty() {
                break;
            }
            scene.look(100).await;
        }
        scene.until("the fill", |steps| steps.iter().any(|s| s.action == Action::Fill)).await;
        let done = scene.finish().await;
        let fill = done.step(Action::Fill);
        assert_eq!(fill.frame_path, ["#pay"], "{:?}", done.lines());
        assert_eq!(fill.target.as_ref().unwrap().label.as_deref(), Some("Amount"));
        assert!(matches!(fill.mark, Some(Replayable::Yes { .. })));
    });
}

#[test]
fn open_shadow_roots_are_seen_through_and_closed_ones_are_named() {
    on_page(
        "<title>T</title><open-one></open-one><closed-one style='display:inline-block'></closed-one><script>
         customElements.define('open-one', class extends HTMLElement { constructor() { super();
           this.attachShadow({mode:'open'}).innerHTML = '<button>Inner</button>' } });
         customElements.define('closed-one', class extends HTMLElement { constructor() { super();
           this.attachShadow({mode:'closed'}).innerHTML = '<button style=\"width:120px;height:30px\">Hidden</button>' } });
         </script>",
        |mut scene| async move {
            scene.person.click("open-one >> button").await;
            scene.steps(1).await;
            scene.person.click("closed-one").await;
            scene
                .until("the honest mark", |steps| {
                    steps.last().is_some_and(|s| {
                        matches!(&s.mark, Some(Replayable::No { why: Obstacle::ClosedShadowRoot, detail }) if detail.contains("Hidden"))
                    })
                })
                .await;
            let done = scene.finish().await;
            let [open, closed] = &done.trajectory.steps[..] else { panic!("{:?}", done.lines()) };
            assert_eq!(open.target.as_ref().unwrap().shadow_path, ["open-one"]);
            assert_eq!(open.target.as_ref().unwrap().name.as_deref(), Some("Inner"));
            assert!(matches!(open.mark, Some(Replayable::Yes { .. })), "{:?}", open.mark);
            assert_eq!(closed.target.as_ref().unwrap().tag.as_deref(), Some("closed-one"));
            let spot = closed.spot.unwrap();
            assert!((spot.x - 0.5).abs() < 0.1, "{spot:?}");
        },
    );
}

#[test]
fn a_step_says_why_it_will_not_replay() {
    on_page(
        "<title>T</title><style>.x{width:60px;height:30px;background:teal;cursor:pointer}</style>
         <div><div class=x></div><div class=x></div></div>
         <ul><li><button>Same</button></li><li><button>Same</button></li></ul><button id=renamed data-n=1>Count 1</button>",
        |mut scene| async move {
            scene.person.click("div > .x:nth-child(2)").await;
            scene.steps(1).await;
            let done = scene.finish().await;
            let mark = done.trajectory.steps[0].mark.clone();
            assert!(matches!(mark, Some(Replayable::No { why: Obstacle::NoLastingIdentity, .. })), "{mark:?}");
        },
    );
}
