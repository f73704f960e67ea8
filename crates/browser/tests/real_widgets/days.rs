//! A Material day made of parts with a calendar behind a button, and flatpickr's calendar under a field.

use atelier_core::trajectory::Action;

use super::{only, recorded, still};

#[test]
fn material_by_its_calendar() {
    recorded(
        "mui-date",
        |person| async move {
            person.click("button[aria-label*='hoose date']").await;
            person.wait("document.querySelector('[role=gridcell]')").await;
            still(&person, "[aria-label='Next month']").await;
            person.click("[aria-label='Next month']").await;
            person.wait("document.body.innerText.includes('July 2026')").await;
            still(&person, "[role=gridcell][aria-colindex='5']").await;
            person.click("[role=gridcell][aria-colindex='5']").await;
            person.wait("document.querySelector('#value').textContent").await;
        },
        |shown| async move {
            assert_eq!(shown.held, "2026-07-02");
            only(&shown, Action::Fill);
            shown.assert_takes(&["2026-07-02"], &["2027-03-19"], "2027-03-19").await;
        },
    );
}

#[test]
fn material_by_keys() {
    recorded(
        "mui-date",
        |person| async move {
            person.click("[role=spinbutton][aria-label=Month]").await;
            person.types("07152026").await;
            person.wait("document.querySelector('#value').textContent === '2026-07-15'").await;
        },
        |shown| async move {
            only(&shown, Action::Fill);
            shown.assert_takes(&["2026-07-15"], &["2025-11-02"], "2025-11-02").await;
        },
    );
}

#[test]
fn flatpickr_by_its_calendar() {
    recorded(
        "flatpickr",
        |person| async move {
            person.click("#arrival").await;
            person.click(".flatpickr-next-month").await;
            person.click(".flatpickr-day[aria-label='July 9, 2026']").await;
        },
        |shown| async move {
            assert_eq!(shown.held, "2026-07-09");
            only(&shown, Action::Fill);
            shown.assert_takes(&["2026-07-09"], &["2027-02-28"], "2027-02-28").await;
        },
    );
}
