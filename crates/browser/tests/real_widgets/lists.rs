//! react-select: a list that is searched, drawn only when it is open, with a choice of one or of several.

use atelier_core::trajectory::Action;

use super::{only, recorded};

#[test]
fn react_select_by_pointer() {
    recorded(
        "react-select",
        |person| async move {
            person.click("#harbour").await;
            person.click("[role=option][id$=option-2]").await;
        },
        |shown| async move {
            assert_eq!(shown.held, "Cuxhaven");
            only(&shown, Action::Select);
            shown.assert_takes(&["Cuxhaven"], &["Porto"], "Porto").await;
        },
    );
}

#[test]
fn react_select_by_keys() {
    recorded(
        "react-select",
        |person| async move {
            person.click("#harbour").await;
            person.types("hel").await;
            person.wait("document.querySelectorAll('[role=option]').length === 1").await;
            person.press("Enter", 0).await;
        },
        |shown| async move {
            assert_eq!(shown.held, "Helsinki");
            only(&shown, Action::Select);
            shown.assert_takes(&["Helsinki"], &["Aarhus"], "Aarhus").await;
        },
    );
}

#[test]
fn react_select_for_several() {
    recorded(
        "react-select-many",
        |person| async move {
            person.click("#cargo").await;
            person.click("[role=option][id$=option-0]").await;
            person.click("#cargo").await;
            person.click("[role=option][id$=option-2]").await;
        },
        |shown| async move {
            assert_eq!(shown.held, "Coal, Salt");
            assert_eq!(shown.done.trajectory.steps.len(), 2, "{:?}", shown.done.lines());
            shown.assert_takes(&["Coal", "Salt"], &["Wool", "Grain"], "Wool, Grain").await;
        },
    );
}
