//! Whether two skills do the same, from what they do rather than how they are described.

use std::collections::BTreeSet;

use atelier_core::condition::Condition;
use atelier_core::effect::Effect;
use atelier_core::skill::{Skill, SkillStep};
use atelier_core::template;
use atelier_core::trajectory::Action;

use super::Judgement;
use crate::extract::words::fold;

/// What is compared.
struct Facts {
    /// Methods and paths of what is sent, parameters as `*`.
    requests: BTreeSet<String>,
    /// The control that sends.
    commit: Option<String>,
    /// Fields that are filled, and fixed controls that are pressed.
    controls: BTreeSet<String>,
    /// Fields that take a parameter.
    fields: BTreeSet<String>,
    /// What is read.
    outputs: BTreeSet<String>,
    /// Where it ends.
    places: BTreeSet<String>,
    /// The link that is followed last.
    followed: Option<String>,
    /// Types of the parameters.
    kinds: Vec<&'static str>,
}

/// Compares. Wording, values, and the order of equivalent steps do not count.
pub fn compare(a: &Skill, b: &Skill) -> Judgement {
    let no = |reason: String| Judgement { same: false, reason };
    if a.site != b.site {
        return no("They belong to different sites.".to_owned());
    }
    if a.effect != b.effect {
        return no(format!("One is {}, the other {}.", a.effect.name(), b.effect.name()));
    }
    let (x, y) = (facts(a), facts(b));
    if let (Some(p), Some(q)) = (&x.commit, &y.commit)
        && p != q
    {
        return no(format!("One ends with {p}, the other with {q}."));
    }
    if !x.requests.is_empty() && !y.requests.is_empty() && x.requests != y.requests {
        return no("They send different things.".to_owned());
    }
    if x.outputs != y.outputs {
        return no("They read different things.".to_owned());
    }
    if x.kinds != y.kinds {
        return no("They take different parameters.".to_owned());
    }
    if a.effect == Effect::Read && x.places != y.places {
        return no("They end on different pages.".to_owned());
    }
    if a.effect == Effect::Read && x.followed != y.followed {
        return no("They end by following different links.".to_owned());
    }
    if !x.fields.is_subset(&y.fields) && !y.fields.is_subset(&x.fields) {
        return no("They fill in different fields.".to_owned());
    }
    let shared = x.controls.intersection(&y.controls).count();
    let all = x.controls.union(&y.controls).count();
    if all > 0 && shared * 2 < all {
        return no("They go about it with different fields and controls.".to_owned());
    }
    let how = if shared > 0 {
        format!("the same {shared} fields and controls")
    } else {
        "the same pages".to_owned()
    };
    let what = x.requests.iter().next().map_or_else(|| "end alike".to_owned(), |r| format!("send {r}"));
    Judgement { same: true, reason: format!("Both use {how} and {what}.") }
}

fn facts(skill: &Skill) -> Facts {
    let mut facts = Facts {
        requests: BTreeSet::new(),
        commit: skill.commit_step.and_then(|at| skill.steps.get(at)).and_then(control),
        controls: BTreeSet::new(),
        fields: BTreeSet::new(),
        outputs: BTreeSet::new(),
        places: BTreeSet::new(),
        followed: followed(skill),
        kinds: skill.parameters.iter().map(|p| p.kind.name()).collect(),
    };
    facts.kinds.sort_unstable();
    for condition in &skill.postconditions {
        match condition {
            Condition::RequestMade { method, path } => {
                facts.requests.insert(format!("{method} {}", stars(path)));
            }
            Condition::PathMatches(text) | Condition::UrlContains(text) => {
                facts.places.insert(stars(text));
            }
            _ => {}
        }
    }
    for step in &skill.steps {
        match step.action {
            Action::Extract => {
                let place = step
                    .target
                    .as_ref()
                    .map(|t| (t.css.last().cloned(), t.attributes.get("itemprop").cloned()));
                facts.outputs.insert(format!("{place:?}"));
            }
            Action::Navigate | Action::Answer => {}
            _ => {
                let open = step.value.as_deref().is_some_and(template::is_template);
                facts.fields.extend(control(step).filter(|_| open && step.action != Action::Press));
                facts.controls.extend(control(step));
            }
        }
    }
    facts
}

/// The last step that moves, where it is a link.
fn followed(skill: &Skill) -> Option<String> {
    let moves = |s: &&SkillStep| s.action.is_meaningful() && s.action != Action::Extract && !s.optional;
    let last = skill.steps.iter().rfind(moves)?;
    let link = last.target.as_ref().and_then(|t| t.role.as_deref()) == Some("link");
    control(last).filter(|_| link)
}

/// Kind and fixed name of the element a step works on.
fn control(step: &SkillStep) -> Option<String> {
    let target = step.target.as_ref()?;
    let name = [&target.label, &target.name, &target.placeholder, &target.text]
        .into_iter()
        .flatten()
        .find(|text| !text.is_empty())?;
    let role = target.role.as_deref().or(target.tag.as_deref()).unwrap_or("element");
    Some(format!("{role} “{}”", stars(&fold(name))))
}

/// Every placeholder as `*`.
fn stars(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("{{") {
        let Some(end) = rest[at..].find("}}") else {
            break;
        };
        out.push_str(&rest[..at]);
        out.push('*');
        rest = &rest[at + end + 2..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::{Recording, button, field, skills};

    fn two(a: Recording, b: Recording) -> Judgement {
        let made = skills(&[a.id(1).done(), b.id(2).done()]);
        assert_eq!(made.len(), 2, "{made:?}");
        compare(&made[0], &made[1])
    }

    fn subscribing(task: &str, forum: &str, word: &str) -> Recording {
        Recording::forum("/")
            .task(task)
            .follow("Forums", "/forums")
            .follow(forum, &format!("/f/{forum}"))
            .click(button(word))
            .sends("POST", &format!("/f/{forum}/{}", word.to_lowercase()), 303)
    }

    #[test]
    fn opposites_are_no_duplicates() {
        let judged = two(
            subscribing("Subscribe to the forum tea", "tea", "Subscribe"),
            subscribing("Unsubscribe from the forum art", "art", "Unsubscribe"),
        );
        assert!(!judged.same, "{}", judged.reason);
    }

    #[test]
    fn a_page_and_its_history_are_two_tasks() {
        let page = |task: &str| {
            Recording::forum("/wiki/index")
                .task(task)
                .follow("Choosing a telescope", "/wiki/guides/telescope")
        };
        let judged = two(
            page("Open the wiki page \"Choosing a telescope\""),
            page("Show the history of the wiki page \"Choosing a telescope\"")
                .follow("History", "/wiki/guides/telescope-log"),
        );
        assert!(!judged.same, "{}", judged.reason);
    }

    #[test]
    fn another_order_of_fields_is_the_same_task() {
        let post = |first: &str, second: &str| {
            Recording::forum("/submit")
                .task("Post \"A b\" with the text \"C d\"")
                .fill(field(first), if first == "Title" { "A b" } else { "C d" })
                .fill(field(second), if second == "Title" { "A b" } else { "C d" })
                .click(button("Create submission"))
                .sends("POST", "/submit", 303)
        };
        let judged = two(post("Title", "Body"), post("Body", "Title"));
        assert!(judged.same, "{}", judged.reason);
    }

    #[test]
    fn other_fields_are_another_task() {
        let post = |said: &str, value: &str| {
            Recording::forum("/submit")
                .task(&format!("Post \"A b\" with \"{value}\""))
                .fill(field("Title"), "A b")
                .fill(field(said), value)
                .click(button("Create submission"))
                .sends("POST", "/submit", 303)
        };
        let judged = two(post("Body", "C d"), post("Source", "E f"));
        assert!(!judged.same, "{}", judged.reason);
    }

    #[test]
    fn other_parameters_are_another_task() {
        let one = Recording::forum("/submit")
            .task("Post \"A b\"")
            .fill(field("Title"), "A b")
            .click(button("Create"));
        let two_fields = Recording::forum("/submit")
            .task("Post \"A b\" with the text \"C d\"")
            .fill(field("Title"), "A b")
            .fill(field("Body"), "C d")
            .click(button("Create"));
        let judged = two(one.sends("POST", "/submit", 303), two_fields.sends("POST", "/submit", 303));
        assert!(!judged.same, "{}", judged.reason);
    }
}
