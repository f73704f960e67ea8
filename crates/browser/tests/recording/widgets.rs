//! Widgets that take several moves for one value become one typed step, and replay with another one.

use atelier_core::compound::Compound;
use atelier_core::trajectory::{Action, Trajectory};

use super::person::{Recorded, Scene, on_page};

const PAGE: &str = include_str!("../fixtures/widgets.html");

fn compound(trajectory: &Trajectory, at: usize) -> &Compound {
    trajectory.steps[at].compound.as_ref().unwrap_or_else(|| panic!("{:?}", trajectory.steps[at]))
}

/// Presses the last button, so that everything before is done with, and ends.
async fn end(mut scene: Scene) -> Recorded {
    scene.look(300).await;
    scene.person.click("#end").await;
    scene.until("the end", |steps| steps.iter().any(|s| s.guidance.contains("End"))).await;
    scene.finish().await
}

#[test]
fn a_scripted_list_is_one_choice() {
    on_page(PAGE, |mut scene| async move {
        let person = scene.person.clone();
        // On the box around the field, as people do.
        person.click("#control .arrow").await;
        person.click("#react-select-2-option-1").await;
        scene.until("the choice", |steps| steps.iter().any(|s| s.compound.is_some())).await;
        person.click("#colour").await;
        person.click("#colours li:nth-child(2)").await;
        scene.until("both", |steps| steps.iter().filter(|s| s.compound.is_some()).count() == 2).await;
        let done = end(scene).await;
        done.assert(&["select Fruit = Pear (choice)", "select Colour = Green (choice)", "click End"]);
        let Compound::Choice { option } = compound(&done.trajectory, 0) else { panic!("{:?}", done.lines()) };
        assert_eq!((option.role.as_deref(), option.name.as_deref()), (Some("option"), Some("Pear")));
    });
}

#[test]
fn a_list_that_is_searched_first_is_a_choice_all_the_same() {
    on_page(PAGE, |mut scene| async move {
        let person = scene.person.clone();
        person.click("#fruit").await;
        person.types("pl").await;
        person.click("#react-select-2-option-1").await;
        scene.until("the choice", |steps| steps.iter().any(|s| s.action == Action::Select)).await;
        end(scene).await.assert(&["select Fruit = Plum (choice)", "click End"]);
    });
}

#[test]
fn an_autocomplete_is_one_step_by_pointer_and_by_key() {
    on_page(PAGE, |mut scene| async move {
        let person = scene.person.clone();
        person.fills("#city", "berl").await;
        person.click("#cities li").await;
        scene.until("the first", |steps| steps.iter().any(|s| s.compound.is_some())).await;
        person.fills("#street", "mai").await;
        person.click("#streets div:nth-child(2)").await;
        scene.until("both", |steps| steps.iter().filter(|s| s.compound.is_some()).count() == 2).await;
        let done = end(scene).await;
        done.assert(&[
            "fill City = Berlin (autocomplete)",
            "fill Street = Mainzer Weg (autocomplete)",
            "click End",
        ]);
        let Compound::Autocomplete { typed, option } = compound(&done.trajectory, 0) else { unreachable!() };
        assert_eq!((typed.as_deref(), option.name.as_deref()), (Some("berl"), Some("Berlin")));
    });
    on_page(PAGE, |mut scene| async move {
        let person = scene.person.clone();
        person.fills("#city", "bern").await;
        person.press("ArrowDown", 0).await;
        person.press("Enter", 0).await;
        scene.until("the choice", |steps| steps.iter().any(|s| s.compound.is_some())).await;
        end(scene).await.assert(&["fill City = Bern (autocomplete)", "click End"]);
    });
}

#[test]
fn a_day_is_one_typed_value() {
    on_page(PAGE, |mut scene| async move {
        let person = scene.person.clone();
        person.click("#arrival").await;
        person.click("#next").await;
        person.click("#calendar tr:nth-child(3) td:nth-child(3)").await;
        scene.until("the day", |steps| steps.iter().any(|s| s.compound.is_some())).await;
        let (x, y) = person.place("#born").await;
        person.click_at(x - 40.0, y, 1).await;
        person.types("05172025").await;
        scene
            .until("the other day", |steps| steps.iter().filter(|s| s.compound.is_some()).count() == 2)
            .await;
        let done = end(scene).await;
        done.assert(&["fill Arrival = 2026-04-17 (date)", "fill Born = 2025-05-17 (date)", "click End"]);
        let Compound::Date { format, opener } = compound(&done.trajectory, 0) else { unreachable!() };
        assert_eq!((format.as_deref(), opener.as_ref()), (Some("MM/DD/YYYY"), None));
    });
}
