//! Guidance: each step as a person would write it down, and what must be so before the first.

use atelier_core::compound::Compound;
use atelier_core::effect::Effect;
use atelier_core::skill::SkillStep;
use atelier_core::target::Target;
use atelier_core::trajectory::Action;

/// The instruction of one step; the step's strings hold the skill's parameters.
pub(crate) fn of(step: &SkillStep) -> String {
    let target = step.target.as_ref();
    let value = step.value.as_deref().unwrap_or_default();
    let what = target.map_or_else(|| "the page".to_owned(), thing);
    let mut text = match step.action {
        Action::Navigate => navigate(value),
        Action::Back => "Go back to the page before".to_owned(),
        Action::Forward => "Go forward again".to_owned(),
        Action::Reload => "Load the page again".to_owned(),
        Action::NewTab => "Open a new tab".to_owned(),
        Action::SwitchTab => "Change to the other tab".to_owned(),
        Action::CloseTab => "Close the tab".to_owned(),
        Action::Click => click(target, &what),
        Action::DoubleClick => format!("Double-click {what}"),
        Action::Hover => format!("Point at {what}"),
        Action::Fill | Action::Type if value.is_empty() => format!("Empty {what}"),
        Action::Fill if matches!(step.compound, Some(Compound::Autocomplete { .. })) => {
            let field = what.replace(" list", " field");
            format!("Type {0} into {field} and take {0} from what comes up", say(value))
        }
        Action::Fill | Action::Select if matches!(step.compound, Some(Compound::Date { .. })) => {
            format!("Set {what} to the day {}", say(value))
        }
        // A list that can be typed into is a field to whoever types.
        Action::Fill | Action::Type => {
            format!("Type {} into {}", say(value), what.replace(" list", " field"))
        }
        Action::Press => format!("Press {value}"),
        Action::Select => format!("Choose {} in {what}", say(value)),
        Action::Check => format!("Tick {what}"),
        Action::Uncheck => format!("Clear {what}"),
        Action::Upload => format!("Choose the file {} for {what}", say(value)),
        Action::Drag => {
            let to = step.destination.as_ref().map_or_else(|| "its new place".to_owned(), thing);
            format!("Drag {what} to {to}")
        }
        Action::Scroll => "Scroll on".to_owned(),
        Action::Wait => format!("Wait for {what}"),
        Action::Dialog => "Answer the dialog".to_owned(),
        Action::Assert => format!("Check that {what} is there"),
        Action::Extract => format!("Read the {}", value.replace('_', " ")),
        Action::Answer => format!("Answer with {}", say(value)),
    };
    if step.action == Action::Extract
        && let Some(row) = target.and_then(|t| t.within.as_deref())
    {
        text.push_str(&format!(" in the row of {}", say(row)));
    }
    if step.optional {
        text.push_str(", if it is there");
    }
    text
}

fn navigate(path: &str) -> String {
    let names: Vec<&str> = atelier_core::template::placeholders(path).collect();
    match names[..] {
        [] => format!("Open {path}"),
        [name] => format!("Open the page of the {} {{{{{name}}}}} ({path})", name.replace('_', " ")),
        _ => format!("Open the page {path}"),
    }
}

fn click(target: Option<&Target>, what: &str) -> String {
    match target.and_then(|t| t.role.as_deref()) {
        Some("button") => format!("Press {what}"),
        Some("link") => format!("Follow {what}"),
        Some("radio" | "option" | "menuitemradio") => format!("Choose {what}"),
        Some("tab") => format!("Open {what}"),
        _ => format!("Click {what}"),
    }
}

/// `{{query}}` as it is, anything else in quotation marks.
fn say(value: &str) -> String {
    let single = value.starts_with("{{") && value.ends_with("}}") && value.matches("{{").count() == 1;
    if single { value.to_owned() } else { format!("“{value}”") }
}

/// The element in words: *the “Search” field*, *the link {{title}}*.
fn thing(target: &Target) -> String {
    let kind = match target.role.as_deref().or(target.tag.as_deref()).unwrap_or("element") {
        "textbox" | "searchbox" | "input" | "textarea" | "spinbutton" => "field",
        "combobox" | "listbox" | "select" => "list",
        "a" => "link",
        "checkbox" | "switch" => "box",
        "radio" => "option",
        other => other,
    };
    let texts = [&target.label, &target.name, &target.placeholder, &target.text, &target.title, &target.alt];
    let name = texts.into_iter().flatten().find(|text| !text.trim().is_empty());
    let row = target.within.as_ref().map(|row| format!(" in the row of {}", say(row))).unwrap_or_default();
    match name {
        Some(name) if name.starts_with("{{") => format!("the {kind} {}{row}", say(name)),
        Some(name) => format!("the {} {kind}{row}", say(name)),
        None if kind == "link" && target.attributes.contains_key("href") => {
            format!("the link to {}{row}", target.attributes["href"])
        }
        None if kind == "link" && !target.css.is_empty() => format!("the first {kind} of the list{row}"),
        None => format!("the {kind}{row}"),
    }
}

/// What must be so before the first step, in words.
pub(crate) fn preconditions(starts_anywhere: bool, pattern: &str, effect: Effect) -> Vec<String> {
    let mut out = Vec::new();
    out.push(if starts_anywhere {
        "Any page of the site will do.".to_owned()
    } else if pattern.contains('*') {
        format!("A page like {pattern} is open.")
    } else if pattern.contains('/') {
        format!("The page {pattern} is open.")
    } else {
        "The front page is open.".to_owned()
    });
    if effect != Effect::Read {
        out.push("The person is signed in, where the site asks for it.".to_owned());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::{button, field, link};

    fn step(action: Action, target: Option<Target>, value: &str) -> String {
        let value = (!value.is_empty()).then(|| value.to_owned());
        of(&SkillStep {
            guidance: String::new(),
            action,
            target,
            destination: None,
            value,
            compound: None,
            optional: false,
            effect: Effect::Read,
            awaits: Vec::new(),
            expects: Vec::new(),
        })
    }

    #[test]
    fn steps_read_like_instructions() {
        assert_eq!(
            step(Action::Fill, Some(field("Search")), "{{query}}"),
            "Type {{query}} into the “Search” field"
        );
        assert_eq!(step(Action::Click, Some(button("Post")), ""), "Press the “Post” button");
        assert_eq!(step(Action::Click, Some(link("{{title}}", "")), ""), "Follow the link {{title}}");
        assert_eq!(
            step(Action::Navigate, None, "/f/{{forum}}"),
            "Open the page of the forum {{forum}} (/f/{{forum}})"
        );
        assert_eq!(step(Action::Extract, None, "price"), "Read the price");
        let row = Target { within: Some("{{title}}".into()), ..button("Upvote") };
        assert_eq!(step(Action::Click, Some(row), ""), "Press the “Upvote” button in the row of {{title}}");
    }
}
