//! Whole recordings, in and out.

use atelier_core::compound::Compound;
use atelier_core::condition::Condition;
use atelier_core::effect::Effect;
use atelier_core::skill::{ParameterKind, Skill};
use atelier_core::target::Target;
use atelier_core::template;
use atelier_core::trajectory::{Action, Outcome, Request, Trajectory};
use proptest::prelude::*;

use super::*;
use crate::bench::{Recording, button, candidates, field, link, reading, select, sites, skills, target};

/// The skill as people read it, for snapshots.
fn shown(skill: &Skill) -> String {
    let mut out = format!(
        "{} @ {} [{}]\n{}\n",
        skill.signature(),
        skill.url_pattern,
        skill.effect.name(),
        skill.description
    );
    for (at, step) in skill.steps.iter().enumerate() {
        let commit = if skill.commit_step == Some(at) { " (commit)" } else { "" };
        out.push_str(&format!("{}. {}{commit}\n", at + 1, step.guidance));
        for condition in &step.expects {
            out.push_str(&format!("   then {}\n", condition.describe()));
        }
    }
    for condition in &skill.postconditions {
        out.push_str(&format!("=> {}\n", condition.describe()));
    }
    for intent in &skill.provenance.intents {
        out.push_str(&format!("“{}” {:?}\n", intent.text, intent.arguments));
    }
    out
}

fn subscribe(forum: &str, task: &str) -> Recording {
    Recording::forum("/")
        .task(task)
        .follow("Forums", "/forums")
        .follow(forum, &format!("/f/{forum}"))
        .click(button("Subscribe"))
        .sends("POST", &format!("/f/{forum}/subscribe"), 303)
        .lands(&format!("/f/{forum}"))
        .shows(&["Unsubscribe", "1,204", &format!("You are now subscribed to {forum}.")])
}

fn comment(title: &str, slug: &str, text: &str) -> Recording {
    let query = title.replace(' ', "+");
    Recording::forum("/")
        .task(&format!("Comment \"{text}\" on the post \"{title}\""))
        .fill(field("Search query"), title)
        .press("Enter")
        .lands(&format!("/search?q={query}"))
        .follow(title, &format!("/f/{slug}"))
        .fill(field("Comment"), text)
        .click(button("Post"))
        .sends("POST", &format!("/f/{slug}/comment"), 303)
        .lands(&format!("/f/{slug}"))
        .shows(&[text, "Your comment was posted.", "13 comments"])
}

#[test]
fn one_recording_of_a_subscription() {
    let made = skills(&[subscribe("gardening", "Subscribe to the forum gardening").done()]);
    insta::assert_snapshot!(shown(&made[0]), @r#"
    subscribe_forum(forum: string) @ forum* [reversible]
    Subscribe to a forum.
    1. Open the page of the forum {{forum}} (/f/{{forum}})
    2. Press the “Subscribe” button (commit)
    => POST /f/{{forum}}/subscribe was accepted
    => “You are now subscribed to {{forum}}.” is on the page
    => button “Unsubscribe” is there
    “Subscribe to the forum gardening” {"forum": "gardening"}
    "#);
}

#[test]
fn recordings_of_one_shape_become_one_skill() {
    let made = skills(&[
        subscribe("gardening", "Subscribe to the forum gardening").id(1).done(),
        subscribe("tea", "Please join the tea forum").id(2).done(),
    ]);
    assert_eq!(made.len(), 1);
    let skill = &made[0];
    assert_eq!(skill.parameters[0].examples, ["gardening", "tea"]);
    assert_eq!(skill.provenance.aligned.len(), 1);
    assert_eq!(skill.provenance.intents.len(), 2);
    assert_eq!(skill.provenance.intents[1].arguments["forum"], "tea");
}

#[test]
fn a_comment_finds_its_post_by_search() {
    let made = skills(&[
        comment("What tea is this", "tea/12/what-tea-is-this", "Nice one").id(1).done(),
        comment("Best soil for roses", "garden/7/best-soil-for-roses", "Use compost").id(2).done(),
    ]);
    assert_eq!(made.len(), 1);
    insta::assert_snapshot!(shown(&made[0]), @r#"
    comment_post(post: string, comment: string) @ forum [irreversible]
    Comment on a post.
    1. Type {{post}} into the “Search query” field
    2. Press Enter
    3. Follow the link {{post}}
    4. Type {{comment}} into the “Comment” field
    5. Press the “Post” button (commit)
    => POST /f/*/*/*/comment was accepted
    => “{{comment}}” is on the page
    => “Your comment was posted.” is on the page
    “Comment "Nice one" on the post "What tea is this"” {"comment": "Nice one", "post": "What tea is this"}
    “Comment "Use compost" on the post "Best soil for roses"” {"comment": "Use compost", "post": "Best soil for roses"}
    "#);
    let target = made[0].steps[2].target.as_ref().unwrap();
    assert_eq!(target.name.as_deref(), Some("{{post}}"));
    assert!(target.attributes.is_empty() && target.css.is_empty() && target.bounds.is_none(), "{target:?}");
}

#[test]
fn a_sorted_list_takes_forum_order_and_span() {
    let r = Recording::forum("/")
        .task("Open the forum books sorted by top of the past month")
        .follow("Forums", "/forums")
        .follow("books", "/f/books")
        .follow("Top", "/f/books/top")
        .follow("Past month", "/f/books/top?t=month");
    insta::assert_snapshot!(shown(&skills(&[r.done()])[0]), @r#"
    open_forum_sorted(forum: string, sort: string, range: string) @ forum* [read]
    Open a forum sorted by a sort of a given range.
    1. Open the page of the forum {{forum}} (/f/{{forum}})
    2. Follow the link {{sort}}
    3. Follow the “Past {{range}}” link
    => the address is `/f/{{forum}}/{{sort}}`
    => the address contains “t={{range}}”
    “Open the forum books sorted by top of the past month” {"forum": "books", "range": "month", "sort": "top"}
    "#);
}

#[test]
fn a_value_is_read_and_answered() {
    let r = Recording::forum("/")
        .task("What is the score of the post \"What tea is this\"?")
        .fill(field("Search query"), "What tea is this")
        .press("Enter")
        .lands("/search?q=What+tea+is+this")
        .follow("What tea is this", "/f/tea/12/what-tea-is-this")
        .read(reading("span.vote__score.submission__score", "42", "▲"), "42")
        .answer("42");
    insta::assert_snapshot!(shown(&skills(&[r.done()])[0]), @r#"
    get_score_post(post: string) @ forum [read]
    What is the score of a post?
    1. Type {{post}} into the “Search query” field
    2. Press Enter
    3. Follow the link {{post}}
    4. Read the score
    5. Answer with {{score}}
    => the address is `/f/*/*/*`
    => `score` was read
    “What is the score of the post "What tea is this"?” {"post": "What tea is this"}
    "#);
}

#[test]
fn a_form_started_elsewhere_keeps_its_way() {
    let r = Recording::forum("/")
        .task("Change my biography to \"I grow roses\"")
        .click(button("ada ▾"))
        .follow("Profile", "/user/ada")
        .follow("Edit biography", "/user/ada/edit_biography")
        .fill(field("Biography"), "I grow roses")
        .click(button("Save"))
        .sends("POST", "/user/ada/edit_biography", 303)
        .lands("/user/ada")
        .shows(&["I grow roses", "Your biography was saved."]);
    insta::assert_snapshot!(shown(&skills(&[r.done()])[0]), @r#"
    change_biography(biography: string) @ forum [irreversible]
    Change my biography to a new one.
    1. Press the “ada ▾” button
    2. Follow the “Profile” link
    3. Follow the “Edit biography” link
    4. Type {{biography}} into the “Biography” field
    5. Press the “Save” button (commit)
    => POST /user/*/edit_biography was accepted
    => “{{biography}}” is on the page
    => “Your biography was saved.” is on the page
    => the address is `/user/*`
    “Change my biography to "I grow roses"” {"biography": "I grow roses"}
    "#);
}

#[test]
fn a_message_takes_user_subject_and_body() {
    let r = Recording::forum("/")
        .task("Send the user eve a message with the subject \"Hello there\" and the text \"How are you\"")
        .follow("Messages", "/messages")
        .follow("New message", "/messages/compose")
        .fill(field("To"), "eve")
        .fill(field("Subject"), "Hello there")
        .fill(field("Message"), "How are you")
        .click(button("Send"))
        .sends("POST", "/messages/compose", 303)
        .lands("/messages/thread/9")
        .shows(&["Hello there", "How are you"]);
    insta::assert_snapshot!(shown(&skills(&[r.done()])[0]), @r#"
    send_user_message(recipient: string, subject: string, message: string) @ forum [irreversible]
    Send a user a message with a subject and a text.
    1. Follow the “Messages” link
    2. Follow the “New message” link
    3. Type {{recipient}} into the “To” field
    4. Type {{subject}} into the “Subject” field
    5. Type {{message}} into the “Message” field
    6. Press the “Send” button (commit)
    => POST /messages/compose was accepted
    => “{{subject}}” is on the page
    => “{{message}}” is on the page
    => the address is `/messages/thread/*`
    “Send the user eve a message with the subject "Hello there" and the text "How are you"” {"message": "How are you", "recipient": "eve", "subject": "Hello there"}
    "#);
}

#[test]
fn a_product_goes_into_the_cart() {
    let r = Recording::new("http://shop.practice/")
        .task("Add 2 of the Walnut Chopping Board to the cart")
        .fill(field("Search products"), "Walnut Chopping Board")
        .click(button("Search"))
        .lands("/search?q=Walnut+Chopping+Board")
        .follow("Walnut Chopping Board", "/p/walnut-chopping-board")
        .fill(field("Quantity"), "2")
        .click(button("Add to cart"))
        .sends("POST", "/cart/add", 303)
        .lands("/cart")
        .shows(&["Walnut Chopping Board", "Walnut Chopping Board was added to your cart.", "$12.00"]);
    insta::assert_snapshot!(shown(&skills(&[r.done()])[0]), @r#"
    add_cart(product: string, quantity: integer) @ shop [reversible]
    Add a quantity of a product to the cart.
    1. Type {{product}} into the “Search products” field
    2. Press the “Search” button
    3. Follow the link {{product}}
    4. Type {{quantity}} into the “Quantity” field
    5. Press the “Add to cart” button (commit)
    => POST /cart/add was accepted
    => “{{product}}” is on the page
    => “{{product}} was added to your cart.” is on the page
    => the address is `/cart`
    “Add 2 of the Walnut Chopping Board to the cart” {"product": "Walnut Chopping Board", "quantity": "2"}
    "#);
}

#[test]
fn choices_from_a_list_vary_only_where_the_task_says_them() {
    let pick = |task: &str| {
        let r = Recording::forum("/submit")
            .task(task)
            .fill(field("Title"), "A b")
            .choose(select("Forum"), "books");
        skills(&[r.click(button("Create")).sends("POST", "/submit", 303).done()]).remove(0)
    };
    assert_eq!(pick("Post \"A b\" in books").signature(), "post_title(title: string, forum: string)");
    assert_eq!(pick("Post \"A b\" somewhere").parameters.len(), 1);
}

#[test]
fn two_recordings_show_what_one_task_does_not_say_in_the_same_words() {
    let open = |forum: &str, order: &str| {
        Recording::forum("/")
            .task(&format!("Show the {order} posts of {forum}"))
            .follow("Forums", "/forums")
            .follow(forum, &format!("/f/{forum}"))
            .click(link(order, &format!("/f/{forum}/x-{order}")))
            .lands(&format!("/f/{forum}/x-{order}"))
    };
    let made = skills(&[open("books", "unread").id(1).done(), open("tea", "starred").id(2).done()]);
    assert_eq!(made.len(), 1, "{made:#?}");
    assert_eq!(made[0].parameters.len(), 2);
}

#[test]
fn a_page_that_the_task_does_not_name_stays_the_page_one_is_on() {
    let r = Recording::forum("/f/tea/12/what-tea-is-this")
        .task("Upvote this post")
        .click(button("Upvote"))
        .sends("POST", "/sv/12", 303);
    let skill = &skills(&[r.done()])[0];
    assert_eq!(skill.url_pattern, "forum/f/*/*/*");
    assert!(skill.parameters.is_empty());
    assert_eq!(
        skill.postconditions[0],
        Condition::RequestMade { method: "POST".into(), path: "/sv/*".into() }
    );
}

#[test]
fn the_row_tells_which_of_many_buttons() {
    let mut up = button("Upvote");
    up.within = Some("What tea is this".into());
    let r = Recording::forum("/f/tea")
        .task("Upvote the post \"What tea is this\" in the forum tea")
        .click(up)
        .sends("POST", "/sv/12", 303);
    let skill = &skills(&[r.done()])[0];
    let target = skill.steps.last().unwrap().target.as_ref().unwrap();
    assert_eq!(target.within.as_deref(), Some("{{post}}"));
    assert_eq!(target.name.as_deref(), Some("Upvote"));
    assert_eq!(skill.steps[0].value.as_deref(), Some("/f/{{forum}}"));
}

#[test]
fn a_number_of_stars_varies_and_the_star_does_not() {
    let mut four = crate::bench::target("input", "radio", "4 stars");
    four.attributes = [("name".to_owned(), "stars".to_owned()), ("value".to_owned(), "4".to_owned())].into();
    let r = Recording::new("http://shop.practice/p/oak-bench")
        .task("Rate this with 4 stars")
        .click(four)
        .click(button("Submit review"))
        .sends("POST", "/p/oak-bench/reviews", 303);
    let skill = skills(&[r.done()]).remove(0);
    assert_eq!(skill.signature(), "rate_stars(stars: integer)");
    let target = skill.steps[0].target.as_ref().unwrap();
    assert_eq!(target.name.as_deref(), Some("{{stars}} stars"));
    assert_eq!(target.attributes["value"], "{{stars}}");
}

#[test]
fn stretches_of_a_bundle_are_candidates_of_their_own() {
    let r = Recording::forum("/submit")
        .task("Post \"A b\" with the text \"C d\" and send the message \"E f\" to eve")
        .fill(field("Title"), "A b")
        .fill(field("Body"), "C d")
        .click(button("Create submission"))
        .sends("POST", "/submit", 303)
        .lands("/messages/compose")
        .fill(field("To"), "eve")
        .fill(field("Message"), "E f")
        .click(button("Send"))
        .sends("POST", "/messages/compose", 303);
    let made = candidates(&[r.done()]);
    assert_eq!(made.len(), 3);
    assert!(made[0].is_whole() && !made[1].is_whole());
    assert_eq!(made[1].skill.provenance.intents[0].text, "Post \"A b\" with the text \"C d\"");
    assert_eq!(made[2].skill.url_pattern, "forum/messages/compose");
}

#[test]
fn names_are_unique_and_the_library_is_known_again() {
    let t = [
        subscribe("gardening", "Subscribe to the forum gardening").id(1).done(),
        Recording::forum("/forums")
            .task("Subscribe to the forum tea")
            .click(link("Sort by name", "/forums?sort=name"))
            .lands("/forums?sort=name")
            .click({
                let mut b = button("Subscribe");
                b.within = Some("tea".into());
                b
            })
            .sends("POST", "/f/tea/subscribe", 303)
            .id(2)
            .done(),
    ];
    let first = candidates(&t);
    let names: Vec<&str> = first.iter().map(|c| c.skill.name.as_str()).collect();
    assert_eq!(names, ["subscribe_forum", "subscribe_forum_2"]);
    let known: Vec<Skill> = first.iter().map(|c| c.skill.clone()).collect();
    let sites = sites();
    let library = Library { trajectories: &t, skills: &known, sites: &sites };
    let again = local(&library, &Selection::default(), 1, &mut || panic!("no new skill is needed"));
    assert!(again.iter().all(|c| matches!(c.decision, Decision::Skip { .. })));
    // A further recording says more about a known skill.
    let mut more = t.to_vec();
    more.push(subscribe("art", "Subscribe to the forum art").id(3).done());
    let library = Library { trajectories: &more, skills: &known, sites: &sites };
    let again = local(&library, &Selection::default(), 1, &mut || panic!("no new skill is needed"));
    assert_eq!(again[0].decision, Decision::Update { id: known[0].id });
    assert_eq!((again[0].skill.id, again[0].skill.version), (known[0].id, 2));
}

#[test]
fn secrets_stay_references() {
    let mut t = Recording::forum("/login")
        .task("Log in as ada")
        .fill(field("User name"), "ada")
        .fill(field("Password"), "x")
        .click(button("Log in"))
        .sends("POST", "/login", 303)
        .done();
    t.steps[1].value = Some(atelier_core::trajectory::Value::Secret("forum.practice/password".into()));
    let skill = skills(&[t]).remove(0);
    let password = skill.parameters.iter().find(|p| p.name == "password").unwrap();
    assert_eq!(password.kind, atelier_core::skill::ParameterKind::Secret);
    assert_eq!(password.examples, ["forum.practice/password"]);
}

fn word() -> impl Strategy<Value = String> {
    "[A-Za-zäöü]{2,9}( [a-z0-9']{1,8}){0,3}"
}

fn recording() -> impl Strategy<Value = Trajectory> {
    let step = (0_u8..9, word(), word());
    (proptest::collection::vec(step, 1..9), proptest::option::of(word()), any::<bool>()).prop_map(
        |(steps, task, fails)| {
            let mut r = Recording::forum("/");
            if let Some(task) = task {
                // Some of what happens is in the task.
                let said = steps.first().map(|(_, a, _)| a.clone()).unwrap_or_default();
                r = r.task(&format!("{task} \"{said}\""));
            }
            for (kind, a, b) in steps {
                let slug = b.to_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), "-");
                r = match kind {
                    0 => r.fill(field(&a), &b),
                    1 => r.click(button(&a)).sends("POST", &format!("/x/{slug}"), 303).shows(&[&a, &b]),
                    2 => r.follow(&a, &format!("/f/{slug}")),
                    3 => r.follow(&b, &format!("/f/tea/12/{slug}")),
                    4 => r.choose(select(&a), &b),
                    5 => r.read(reading("dd", &b, &a), &b),
                    6 => r.answer(&b),
                    7 => r.navigate(&format!("/search?q={slug}")),
                    _ => r.press("Enter"),
                };
            }
            if fails { r.fails("it failed").outcome(Outcome::Failure).done() } else { r.done() }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(160))]

    /// Every skill is well formed, and its own example arguments give back what was recorded.
    #[test]
    fn skills_are_sound_and_reproduce_their_recording(a in recording(), b in recording()) {
        let trajectories = [a, b];
        for candidate in candidates(&trajectories) {
            let skill = &candidate.skill;
            prop_assert!(skill.check().is_ok(), "{:?}", skill.check());
            prop_assert!(!skill.postconditions.is_empty(), "{}", shown(skill));
            let arguments = skill.example_arguments();
            prop_assert!(skill.check_arguments(&arguments).is_ok(), "{:?}", skill.check_arguments(&arguments));
            let source = &trajectories[candidate.trajectory()];
            for step in &skill.steps {
                if !matches!(step.action, Action::Fill | Action::Select) {
                    continue;
                }
                let value = template::render(step.value.as_deref().unwrap_or_default(), &arguments).unwrap();
                let recorded = source.steps.iter().any(|s| s.action == step.action && s.text() == Some(&value));
                prop_assert!(recorded, "{value:?} was never typed: {}", shown(skill));
            }
            for condition in &skill.postconditions {
                prop_assert!(condition.render(&arguments).is_ok());
            }
            if skill.effect != Effect::Read {
                prop_assert!(skill.commit_step.is_some());
            }
        }
    }
}

#[test]
fn a_widget_of_several_moves_is_one_typed_step() {
    let mut recording = Recording::forum("/f/trips")
        .task("Plan a trip")
        .fill(field("Leaving on"), "2026-03-14")
        .fill(field("To"), "Bergen")
        .choose(select("Class"), "Business")
        .click(button("Search"))
        .done();
    let option =
        |text: &str| Target { index: Some(4), css: vec!["#o4".into()], ..target("li", "option", text) };
    recording.steps[0].compound =
        Some(Compound::Date { format: Some("DD.MM.YYYY".into()), opener: Some(button("Open calendar")) });
    recording.steps[1].compound =
        Some(Compound::Autocomplete { typed: Some("ber".into()), option: option("Bergen") });
    recording.steps[2].compound = Some(Compound::Choice { option: option("Business") });
    let skill = skills(&[recording]).into_iter().find(|s| s.steps.len() == 4).unwrap();
    let parameter = |at: usize| {
        let value = skill.steps[at].value.clone().unwrap();
        let name = value.trim_matches(['{', '}']).to_owned();
        skill.parameters.iter().find(|p| p.name == name).unwrap_or_else(|| panic!("{value}")).clone()
    };
    assert_eq!(
        (parameter(0).kind, parameter(0).examples),
        (ParameterKind::Date, vec!["2026-03-14".to_owned()])
    );
    let Some(Compound::Date { format, opener }) = &skill.steps[0].compound else { panic!("{skill:#?}") };
    assert_eq!(format.as_deref(), Some("DD.MM.YYYY"));
    assert_eq!(opener.as_ref().unwrap().name.as_deref(), Some("Open calendar"));
    let Some(Compound::Autocomplete { typed: None, option }) = &skill.steps[1].compound else {
        panic!("{skill:#?}")
    };
    assert_eq!(option.name, skill.steps[1].value, "the option is the argument");
    assert!(option.css.is_empty() && option.index.is_none(), "{option:?}");
    let Some(Compound::Choice { option }) = &skill.steps[2].compound else { panic!("{skill:#?}") };
    assert_eq!(option.name, skill.steps[2].value);
    skill.check().unwrap();
}

#[test]
fn what_scripts_fetched_is_waited_for_and_a_new_page_needs_no_word() {
    let mut recording = Recording::forum("/f/books")
        .task("Search for tea")
        .fill(field("Search"), "tea")
        .sends("GET", "/api/suggest/tea", 200)
        .click(button("More"))
        .sends("GET", "/api/posts", 200)
        .click(button("Post"))
        .sends("POST", "/submit", 303)
        .goes("http://forum.practice/done")
        .done();
    let beacon = Request { path: "/metrics/collect".into(), ..recording.steps[1].requests[0].clone() };
    recording.steps[1].requests.push(beacon);
    let skill = skills(&[recording]).into_iter().find(|s| s.steps.len() == 3).unwrap();
    let made = |path: &str| Condition::RequestMade { method: "GET".into(), path: path.into() };
    let name = skill.parameters[0].name.clone();
    assert_eq!(skill.steps[0].awaits, [made(&format!("/api/suggest/{{{{{name}}}}}"))]);
    assert_eq!(skill.steps[1].awaits, [made("/api/posts")]);
    assert!(skill.steps[2].awaits.is_empty(), "{:?}", skill.steps[2].awaits);
    assert_eq!(skill.steps[2].effect, Effect::Irreversible);
}
