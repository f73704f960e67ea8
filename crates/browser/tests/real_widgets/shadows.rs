//! Shoelace: a field, a list, a box and a button, all of whose parts stand in shadow roots.

use super::{recorded, still};

#[test]
fn shoelace() {
    recorded(
        "shoelace",
        |person| async move {
            person.click("#ship >> input").await;
            person.types("Anna").await;
            person.click("#berth >> [part~=combobox]").await;
            person.wait("document.querySelector('#berth').open").await;
            still(&person, "sl-option[value=b2]").await;
            person.click("sl-option[value=b2]").await;
            person
                .wait("!document.querySelector('#berth').shadowRoot.querySelector('sl-popup').active")
                .await;
            person.click("#pilot").await;
            person.click("#book").await;
        },
        |shown| async move {
            assert_eq!(shown.held, "Anna | Inner basin | pilot");
            assert_eq!(shown.done.trajectory.steps.len(), 4, "{:?}", shown.done.lines());
            shown
                .assert_takes(
                    &["Anna", "Inner basin"],
                    &["Brigitte", "North quay"],
                    "Brigitte | North quay | pilot",
                )
                .await;
        },
    );
}
