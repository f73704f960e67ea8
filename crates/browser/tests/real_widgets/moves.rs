//! SortableJS by native drags and by pointer events, and drop zones for files: react-dropzone and Dropzone.

use atelier_core::trajectory::Action;
use serde_json::json;

use super::{Shown, only, recorded};
use crate::recording::person::Person;

/// The first one is put behind the third.
async fn takes_down(person: &Person) {
    let from = person.place("#calls li:nth-child(1)").await;
    let to = person.place("#calls li:nth-child(3)").await;
    person
        .drag_until(from, to, "document.querySelector('#calls li:nth-child(3)').textContent === 'Bergen'")
        .await;
}

async fn sorts(shown: Shown) {
    assert_eq!(shown.held, "Cuxhaven, Dover, Bergen, Esbjerg, Gdansk");
    only(&shown, Action::Drag);
    let values = ["Bergen", "Dover"];
    shown.assert_takes(&values, &["Gdansk", "Cuxhaven"], "Bergen, Gdansk, Cuxhaven, Dover, Esbjerg").await;
    shown.assert_takes(&values, &["Dover", "Gdansk"], "Bergen, Cuxhaven, Esbjerg, Gdansk, Dover").await;
}

#[test]
fn sortable_by_the_browsers_dragging() {
    recorded(
        "sortable",
        |person| async move {
            takes_down(&person).await;
            person.wait("document.querySelector('#value').textContent.startsWith('Cux')").await;
        },
        sorts,
    );
}

#[test]
fn sortable_by_pointer_events() {
    recorded(
        "sortable-fallback",
        |person| async move {
            takes_down(&person).await;
            person.wait("document.querySelector('#value').textContent.startsWith('Cux')").await;
        },
        sorts,
    );
}

fn file(folder: &std::path::Path, name: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, "paper").unwrap();
    path.to_str().unwrap().to_owned()
}

/// A press on the zone opens the chooser, in which the person takes a file.
async fn chooses(person: &Person, zone: &str, path: &str) {
    person.call("Page.enable", json!({})).await;
    person.call("Page.setInterceptFileChooserDialog", json!({ "enabled": true })).await;
    person.click(zone).await;
    let document = person.call("DOM.getDocument", json!({})).await;
    let params = json!({ "nodeId": document["root"]["nodeId"], "selector": "input[type=file]" });
    let node = person.call("DOM.querySelector", params).await;
    person.call("DOM.setFileInputFiles", json!({ "nodeId": node["nodeId"], "files": [path] })).await;
    person.wait("document.querySelector('#value').textContent").await;
}

/// A file is dragged in from the desktop.
async fn drops(person: &Person, zone: &str, path: &str) {
    let (x, y) = person.place(zone).await;
    let data = json!({ "items": [], "files": [path], "dragOperationsMask": 1 });
    for kind in ["dragEnter", "dragOver", "drop"] {
        let event = json!({ "type": kind, "x": x, "y": y, "data": data });
        person.call("Input.dispatchDragEvent", event).await;
    }
    person.wait("document.querySelector('#value').textContent").await;
}

/// By the chooser or dropped; then the zone takes another file.
fn takes_files(widget: &'static str, zone: &'static str, dropped: bool) {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (file(folder.path(), "manifest.txt"), file(folder.path(), "crew list.txt"));
    recorded(
        widget,
        move |person| async move {
            if dropped { drops(&person, zone, &one).await } else { chooses(&person, zone, &one).await }
        },
        move |shown| async move {
            assert_eq!(shown.held, "manifest.txt");
            only(&shown, Action::Upload);
            let (held, _) = shown.replayed(&["manifest.txt"], &[&other]).await;
            assert_eq!(held, "crew list.txt");
        },
    );
    drop(folder);
}

#[test]
fn react_dropzone_by_the_chooser() {
    takes_files("react-dropzone", ".box", false);
}

#[test]
fn react_dropzone_by_a_drop() {
    takes_files("react-dropzone", ".box", true);
}

#[test]
fn dropzone_by_the_chooser() {
    takes_files("dropzone", "#papers", false);
}

#[test]
fn dropzone_by_a_drop() {
    takes_files("dropzone", "#papers", true);
}
