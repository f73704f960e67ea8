//! Dragging and scrolling.

use atelier_core::trajectory::Action;
use serde_json::json;

use super::person::on_page;

#[test]
fn things_that_pages_move_by_pointer_are_dragged() {
    on_page(
        "<title>T</title><style>li{height:30px;width:200px;user-select:none}</style>
         <ul id=list><li id=a>Alpha</li><li id=b>Beta</li><li id=c>Gamma</li></ul><p id=p>Just words to select here</p>
         <script>let held = null;
         list.onpointerdown = e => { held = e.target.closest('li'); held.style.opacity = 0.5 };
         addEventListener('pointermove', e => { if (held) held.style.translate = '0 2px' });
         addEventListener('pointerup', e => { if (!held) return;
           const over = document.elementsFromPoint(e.clientX, e.clientY).find(x => x.tagName === 'LI' && x !== held);
           if (over) over.after(held); held.style = ''; held = null });</script>",
        |mut scene| async move {
            let person = scene.person.clone();
            let (from, to) = (person.place("#a").await, person.place("#c").await);
            person.drag(from, to).await;
            scene.steps(1).await;
            // Selecting text moves nothing.
            let (x, y) = person.place("#p").await;
            person.drag((20.0, y), (x, y)).await;
            let done = scene.finish().await;
            let drags: Vec<_> = done.trajectory.steps.iter().filter(|s| s.action == Action::Drag).collect();
            assert_eq!(drags.len(), 1, "{:?}", done.lines());
            assert_eq!(drags[0].target.as_ref().unwrap().text.as_deref(), Some("Alpha"));
            assert_eq!(drags[0].destination.as_ref().unwrap().text.as_deref(), Some("Gamma"));
            let spot = drags[0].destination_spot.unwrap();
            assert!((spot.y - 0.5).abs() < 0.2, "{spot:?}");
        },
    );
}

#[test]
fn things_that_the_browser_moves_are_dragged() {
    on_page(
        "<title>T</title><div id=card draggable=true style='width:100px;height:40px;background:tan'>Card</div>
         <div id=box aria-label=Box role=group style='width:200px;height:100px;margin-top:40px;background:silver'></div>
         <script>card.ondragstart = e => e.dataTransfer.setData('text/plain', 'card');
         box.ondragover = e => e.preventDefault(); box.ondrop = e => { e.preventDefault(); box.append(card) }</script>",
        |mut scene| async move {
            let person = scene.person.clone();
            let (from, to) = (person.place("#card").await, person.place("#box").await);
            person.drag(from, to).await;
            person.wait("box.contains(card)").await;
            scene.steps(1).await;
            let done = scene.finish().await;
            assert_eq!(done.trajectory.steps.len(), 1, "{:?}", done.lines());
            let drag = done.step(Action::Drag);
            assert_eq!(drag.target.as_ref().unwrap().text.as_deref(), Some("Card"));
            assert_eq!(drag.destination.as_ref().unwrap().name.as_deref(), Some("Box"));
        },
    );
}

#[test]
fn scrolling_is_a_step_only_where_it_brought_something() {
    on_page(
        "<title>T</title><div id=feed><div style='height:2000px'>Top</div></div><script>
         addEventListener('scroll', () => { if (scrollY > 900 && !window.more) { window.more = 1;
           const b = document.createElement('button'); b.textContent = 'Older'; feed.append(b) } })</script>",
        |mut scene| async move {
            let person = scene.person.clone();
            let wheel = async |by: i32| {
                let params = json!({ "type": "mouseWheel", "x": 200, "y": 200, "deltaX": 0, "deltaY": by });
                person.call("Input.dispatchMouseEvent", params).await;
            };
            wheel(300).await;
            person.wait("scrollY === 300").await;
            tokio::time::sleep(std::time::Duration::from_millis(600)).await;
            wheel(900).await;
            person.wait("scrollY === 1200 && window.more").await;
            scene.steps(1).await;
            person.click("button").await;
            scene.steps(2).await;
            scene.finish().await.assert(&["scroll = 0,900", "click Older"]);
        },
    );
}
