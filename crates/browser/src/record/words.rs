//! A step in words, for the list.

use atelier_core::target::Target;
use atelier_core::trajectory::{Action, Step, Value};

/// One sentence without a full stop, in the imperative.
pub(super) fn guidance(step: &Step) -> String {
    let target = step.target.as_ref().map_or_else(|| "the page".to_owned(), Target::describe);
    let value = match &step.value {
        Some(Value::Text(text)) if text.is_empty() => "nothing".to_owned(),
        Some(Value::Text(text)) => format!("“{}”", short(text)),
        Some(Value::Secret(name)) => format!("the secret `{name}`"),
        Some(Value::File(name)) => format!("the file `{name}`"),
        None => String::new(),
    };
    match step.action {
        Action::Navigate => format!("Go to {}", value.trim_matches(['“', '”'])),
        Action::Back => "Go back".to_owned(),
        Action::Forward => "Go forward".to_owned(),
        Action::Reload => "Reload the page".to_owned(),
        Action::NewTab => "Open a new tab".to_owned(),
        Action::SwitchTab => format!("Go to tab {}", value.trim_matches(['“', '”'])),
        Action::CloseTab => "Close the tab".to_owned(),
        Action::Click => format!("Click {target}"),
        Action::DoubleClick => format!("Double-click {target}"),
        Action::Hover => format!("Point at {target}"),
        Action::Fill if step.compound.is_some() => format!("Choose {value} in {target}"),
        Action::Fill => format!("Type {value} into {target}"),
        Action::Type => format!("Type the keys {value} into {target}"),
        Action::Press if step.target.is_some() => format!("Press {value} in {target}"),
        Action::Press => format!("Press {value}"),
        Action::Select => format!("Choose {value} in {target}"),
        Action::Check => format!("Tick {target}"),
        Action::Uncheck => format!("Untick {target}"),
        Action::Upload => format!("Upload {value} in {target}"),
        Action::Drag => match &step.destination {
            Some(onto) if Some(onto) != step.target.as_ref() => {
                format!("Drag {target} to {}", onto.describe())
            }
            _ => format!("Drag in {target}"),
        },
        Action::Scroll => format!("Scroll {target}"),
        Action::Dialog => format!("Answer the dialog with {value}"),
        Action::Wait | Action::Assert | Action::Extract | Action::Answer => {
            format!("{} {target}", step.action.name())
        }
    }
}

fn short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= 60 {
        return line;
    }
    line.chars().take(59).chain(['…']).collect()
}

/// Letters and digits of any script, lower case, joined by underscores.
pub(super) fn plain(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if c.is_alphanumeric() {
            out.extend(c.to_lowercase());
        } else if !out.is_empty() && !out.ends_with('_') {
            out.push('_');
        }
        if out.len() >= 40 {
            break;
        }
    }
    let out = out.trim_end_matches('_');
    if out.is_empty() { "field".to_owned() } else { out.to_owned() }
}

#[cfg(test)]
mod tests {
    use atelier_core::trajectory::Page;

    use super::*;

    #[test]
    fn steps_read_as_sentences() {
        let mut step = Step::new(Page::default(), Action::Fill);
        step.target =
            Some(Target { role: Some("textbox".into()), name: Some("Name".into()), ..Target::default() });
        step.value = Some(Value::Text("Ada".into()));
        assert_eq!(guidance(&step), "Type “Ada” into textbox “Name”");
        step.value = Some(Value::Secret("password/pw".into()));
        assert_eq!(guidance(&step), "Type the secret `password/pw` into textbox “Name”");
    }

    #[test]
    fn names_in_any_script_are_kept() {
        assert_eq!(plain("Größe (cm)"), "größe_cm");
        assert_eq!(plain("数量"), "数量");
        assert_eq!(plain("!!"), "field");
    }
}
