//! The planner over hand-built skills: paraphrases that fit, near misses that must be refused.

mod paraphrases;
mod refusals;
mod skills;

use std::collections::BTreeMap;

use super::*;
use skills::{Bag, forum, shop};

/// What a plan comes to, in one line: `name(a=x, b=y)`, `name?missing`, or `-`.
fn line(plan: &Plan<'_>) -> String {
    let called = |c: &Chosen<'_>| {
        let arguments: Vec<String> = c.arguments.iter().map(|(k, v)| format!("{k}={v}")).collect();
        format!("{}({})", c.skill.name, arguments.join(", "))
    };
    match plan {
        Plan::Run(chosen) => called(chosen),
        Plan::Missing { chosen, missing } => {
            let names: Vec<&str> = missing.iter().map(|m| m.name.as_str()).collect();
            format!("{}?{}", chosen.skill.name, names.join(","))
        }
        Plan::NoFit { .. } => "-".to_owned(),
    }
}

fn plan_line(embedder: &dyn Embedder, skills: &[Skill], intent: &str) -> (String, String) {
    let active: Vec<&Skill> = skills.iter().collect();
    let plan = Planner::new(embedder).plan(Wish { intent, inputs: &Bindings::new() }, &active).unwrap();
    let reason = match &plan {
        Plan::NoFit { reason, .. } => reason.clone(),
        Plan::Run(c) | Plan::Missing { chosen: c, .. } => format!("{:.2} {}", c.similarity, c.why),
    };
    (line(&plan), reason)
}

#[test]
fn inputs_of_the_user_fill_what_the_task_does_not_say() {
    let bag = Bag;
    let skills = forum();
    let active: Vec<&Skill> = skills.iter().collect();
    let intent = "Comment on the post \"Rye bread at home\"";
    let plan = Planner::new(&bag).plan(Wish { intent, inputs: &Bindings::new() }, &active).unwrap();
    let Plan::Missing { chosen, missing } = plan else { panic!("{plan:?}") };
    assert_eq!(chosen.skill.name, "comment_on_post");
    assert_eq!(missing.iter().map(|m| m.name.as_str()).collect::<Vec<_>>(), ["text"]);
    let inputs = BTreeMap::from([("text".to_owned(), "Lovely".to_owned())]);
    let plan = Planner::new(&bag).plan(Wish { intent, inputs: &inputs }, &active).unwrap();
    assert_eq!(line(&plan), "comment_on_post(text=Lovely, title=Rye bread at home)");
}

#[test]
fn a_refusal_names_the_nearest_skills_and_why() {
    let skills = forum();
    let active: Vec<&Skill> = skills.iter().collect();
    let wish = Wish { intent: "Unsubscribe from the forum books", inputs: &Bindings::new() };
    let Plan::NoFit { reason, nearest } = Planner::new(&Bag).plan(wish, &active).unwrap() else { panic!() };
    assert_eq!(nearest.len(), 3);
    let near = nearest.iter().find(|n| n.name == "subscribe_forum").unwrap();
    assert_eq!(near.why, "the task says “unsubscribe”, the skill does “subscribe”");
    assert!(reason.contains(&format!("`{}`", nearest[0].name)), "{reason}");
}

#[test]
fn nothing_is_guessed_from_nothing() {
    let skills = forum();
    assert_eq!(plan_line(&Bag, &skills, "").0, "-");
    assert_eq!(plan_line(&Bag, &skills, "   ?! ").0, "-");
    assert_eq!(plan_line(&Bag, &[], "Subscribe to books").0, "-");
    assert_eq!(plan_line(&Bag, &shop(), "Subscribe to books").0, "-");
}
