use atelier_core::trajectory::{Outcome, Trajectory};

use super::*;
use crate::bench::{Recording, button, field, link, reading, skills};

fn rated(recording: Recording) -> Rating {
    let t = recording.done();
    let made = skills(std::slice::from_ref(&t));
    rate(&made[0], &t)
}

fn subscribe() -> Recording {
    Recording::forum("/")
        .task("Subscribe to the forum gardening")
        .follow("Forums", "/forums")
        .follow("gardening", "/f/gardening")
        .click(button("Subscribe"))
        .sends("POST", "/f/gardening/subscribe", 303)
}

#[test]
fn one_complete_task_is_a_three() {
    assert_eq!(rated(subscribe()).score, 3);
}

#[test]
fn a_bare_navigation_is_a_one() {
    let r = Recording::forum("/").task("Open the forums").follow("Forums", "/forums");
    assert_eq!(rated(r).score, 1);
    let r =
        Recording::forum("/").task("Open the forum tea").follow("Forums", "/forums").follow("tea", "/f/tea");
    assert_eq!(rated(r).score, 1);
}

#[test]
fn a_sorted_list_is_more_than_a_navigation() {
    let r = Recording::forum("/")
        .task("Show the posts of the forum tea sorted by top of the past month")
        .follow("Forums", "/forums")
        .follow("tea", "/f/tea")
        .follow("Top", "/f/tea/top")
        .follow("Past month", "/f/tea/top?t=month");
    assert_eq!(rated(r).score, 3);
}

#[test]
fn what_never_happened_is_a_two() {
    let unsent =
        Recording::forum("/submit").task("Post \"A b\"").fill(field("Title"), "A b").fill(field("Body"), "C");
    assert_eq!(rated(unsent).score, 2);
    assert_eq!(rated(subscribe().outcome(Outcome::Failure)).score, 2);
    let unanswered = Recording::forum("/")
        .task("What is the score of the post \"Tea for two people\"?")
        .follow("Tea for two people", "/f/tea/1/tea-for-two-people");
    assert_eq!(rated(unanswered).score, 2);
    let unchanged = Recording::forum("/")
        .task("Block the user eve")
        .follow("eve", "/user/eve")
        .follow("Block", "/user/eve/block");
    assert_eq!(rated(unchanged).score, 2);
}

fn read_score(answer: &str) -> Recording {
    Recording::forum("/search?q=tea")
        .task("What is the score of the post \"Tea for two people\"?")
        .follow("Tea for two people", "/f/tea/1/tea-for-two-people")
        .read(reading("span.submission__score", "42", "Upvote"), "42")
        .answer(answer)
}

#[test]
fn an_answer_from_the_page_exempts_from_incompleteness() {
    assert_eq!(rated(read_score("42")).score, 3);
    assert_eq!(rated(read_score("The score is 42.")).score, 3);
    // An answer that was made up elsewhere would be the same for every post.
    assert_eq!(rated(read_score("quite a lot")).score, 2);
}

#[test]
fn going_on_afterwards_is_a_four_that_can_be_cut() {
    let r = subscribe().follow("Wiki", "/wiki").follow("Rules", "/wiki/rules");
    let rating = rated(r);
    assert_eq!((rating.score, rating.trim), (4, Some([0, 1])), "{}", rating.reason);
}

#[test]
fn a_needless_start_is_a_four() {
    let mut search = field("Search query");
    search.role = Some("searchbox".into());
    let r = Recording::forum("/")
        .task("Search for tea")
        .click(link("Wiki", "/wiki"))
        .goes("http://forum.practice/wiki")
        .shows(&["Wiki pages", "Rules"])
        .fill(search, "tea")
        .click(button("Search"))
        .lands("/search?q=tea");
    let rating = rated(r);
    assert_eq!((rating.score, rating.trim), (4, Some([1, 2])), "{}", rating.reason);
}

fn bundle(task: Option<&str>) -> Trajectory {
    let r = Recording::forum("/submit");
    let r = match task {
        Some(task) => r.task(task),
        None => r,
    };
    r.fill(field("Title"), "A b")
        .click(button("Create submission"))
        .sends("POST", "/submit", 303)
        .fill(field("Biography"), "C d")
        .click(button("Save"))
        .sends("POST", "/user/ada/edit_biography", 303)
        .done()
}

#[test]
fn several_tasks_are_a_five() {
    for task in [Some("Post \"A b\" and change my biography to \"C d\""), Some("Post \"A b\""), None] {
        let t = bundle(task);
        let rating = rate(&skills(std::slice::from_ref(&t))[0], &t);
        assert_eq!(rating.score, 5, "{task:?}: {}", rating.reason);
    }
}

#[test]
fn a_chain_of_forms_for_one_thing_is_no_bundle() {
    let r = Recording::new("http://shop.practice/cart")
        .task("Order what is in the cart")
        .click(button("Continue to checkout"))
        .sends("POST", "/checkout/start", 303)
        .fill(field("Street"), "Elm 1")
        .click(button("Place order"))
        .sends("POST", "/checkout/order", 303);
    assert_eq!(rated(r).score, 3);
}

#[test]
fn the_same_done_to_two_things_is_a_five() {
    let r = Recording::forum("/forums")
        .task("Subscribe to tea and art")
        .click(button("Subscribe"))
        .sends("POST", "/f/tea/subscribe", 303)
        .click(button("Subscribe"))
        .sends("POST", "/f/art/subscribe", 303);
    assert_eq!(rated(r).score, 5);
}
