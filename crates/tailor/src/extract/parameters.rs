//! Parameters: slots that hold the same text in every recording are one parameter, named for people.

use std::collections::BTreeMap;

use atelier_core::skill::{Parameter, ParameterKind, is_name};
use atelier_core::target::Target;
use atelier_core::template::Bindings;

use super::draft::Draft;
use super::slots::Slot;
use super::words::{find, fold, is_stop, name_of, noun, words};

/// The parameters of a group of drafts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parameters {
    pub all: Vec<Parameter>,
    /// Name of the parameter for each slot of the first draft; none where its text is the same in every case.
    names: BTreeMap<usize, Option<String>>,
    /// Arguments each recording would have had.
    pub arguments: Vec<Bindings>,
}

struct Class {
    slots: Vec<usize>,
    /// One value for each draft; none where the draft has no such place.
    values: Vec<Option<String>>,
}

/// Finds them. `used` are the slots that stand in steps.
pub(crate) fn of(group: &[Draft], used: &[usize]) -> Parameters {
    let Some(base) = group.first() else {
        return Parameters::default();
    };
    let mut classes: Vec<Class> = Vec::new();
    for &at in used {
        let slot = &base.slots[at];
        let values: Vec<Option<String>> = group
            .iter()
            .enumerate()
            .map(|(n, draft)| {
                if n == 0 {
                    return Some(slot.value.clone());
                }
                draft.slots.iter().find(|other| other.key == slot.key).map(|other| other.value.clone())
            })
            .collect();
        match classes.iter_mut().find(|class| same(&class.values, &values)) {
            Some(class) => {
                class.slots.push(at);
                for (mine, theirs) in class.values.iter_mut().zip(values) {
                    if mine.is_none() {
                        *mine = theirs;
                    }
                }
            }
            None => classes.push(Class { slots: vec![at], values }),
        }
    }
    let mut out = Parameters { arguments: vec![Bindings::new(); group.len()], ..Parameters::default() };
    let outputs: Vec<&str> = base.outputs.iter().map(|(name, _)| name.as_str()).collect();
    let varies = classes.iter().any(|class| !is_constant(class));
    for class in classes {
        // What is equal in cases that otherwise differ is a part of the chore. What was typed may still vary.
        let typed = class.slots.iter().any(|at| base.slots[*at].label.is_some());
        if group.len() > 1 && varies && is_constant(&class) && !typed {
            out.names.extend(class.slots.iter().map(|at| (*at, None)));
        } else {
            out.add(&class, group, &outputs);
        }
    }
    out
}

fn is_constant(class: &Class) -> bool {
    let mut values = class.values.iter().map(|v| v.as_deref().map(fold));
    let first = values.next().flatten();
    first.is_some() && values.all(|v| v == first)
}

fn same(a: &[Option<String>], b: &[Option<String>]) -> bool {
    a.iter().zip(b).all(|(x, y)| match (x, y) {
        (Some(x), Some(y)) => fold(x) == fold(y),
        _ => true,
    })
}

impl Parameters {
    /// The text with parameters in place of the first draft's slots; none where a slot is no parameter.
    pub(crate) fn name(&self, text: &str, slots: &[Slot]) -> Option<String> {
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find("{{s") {
            let Some(end) = rest[at..].find("}}") else {
                break;
            };
            out.push_str(&rest[..at]);
            let inside = &rest[at + 3..at + end];
            match inside.parse::<usize>() {
                Ok(slot) => match self.names.get(&slot) {
                    Some(Some(name)) => out.push_str(&format!("{{{{{name}}}}}")),
                    Some(None) => out.push_str(&slots.get(slot)?.value),
                    None => out.push_str(&format!("{{{{{}}}}}", self.exactly(&slots.get(slot)?.value, 0)?)),
                },
                // An output, whose name begins with the same letter.
                Err(_) => out.push_str(&rest[at..at + end + 2]),
            }
            rest = &rest[at + end + 2..];
        }
        out.push_str(rest);
        Some(out)
    }

    /// The parameter that has this text in the given draft, capitals aside.
    pub(crate) fn of_value(&self, value: &str, draft: usize) -> Option<String> {
        let wanted = fold(value);
        self.arguments.get(draft)?.iter().find(|(_, v)| fold(v) == wanted).map(|(name, _)| name.clone())
    }

    /// The parameter that has exactly this text in the given draft.
    pub(crate) fn exactly(&self, value: &str, draft: usize) -> Option<String> {
        self.arguments.get(draft)?.iter().find(|(_, v)| *v == value).map(|(name, _)| name.clone())
    }

    /// True where a slot's text is the same in every case.
    pub(crate) fn is_fixed(&self, value: &str, slots: &[Slot]) -> bool {
        let wanted = fold(value);
        self.names
            .iter()
            .any(|(at, name)| name.is_none() && slots.get(*at).is_some_and(|s| fold(&s.value) == wanted))
    }

    fn add(&mut self, class: &Class, group: &[Draft], outputs: &[&str]) {
        let base = &group[0];
        let slots: Vec<&Slot> = class.slots.iter().map(|at| &base.slots[*at]).collect();
        let free = |name: &str| self.all.iter().all(|p| p.name != name) && !outputs.contains(&name);
        let wanted = names(&slots, group, class);
        let name = wanted.iter().find(|name| free(name)).cloned().unwrap_or_else(|| {
            let base = wanted.first().map_or("value", String::as_str);
            (2..).map(|n| format!("{base}_{n}")).find(|name| free(name)).unwrap_or_else(|| base.to_owned())
        });
        // An address takes its parts as they are, a list its options; a link's name may be dressed up.
        let listed = slots.iter().find(|s| s.options_from.is_some()).copied();
        let in_address = base.slots.iter().find(|s| {
            s.key.contains(['/', '?']) && class.values[0].as_ref().is_some_and(|v| fold(v) == fold(&s.value))
        });
        let undressed = || slots.iter().find(|s| !s.entity).copied().or(slots.first().copied());
        let best = listed.or(in_address).or_else(undressed).map(|s| s.key.clone()).unwrap_or_default();
        let mut examples: Vec<String> = Vec::new();
        for (n, draft) in group.iter().enumerate() {
            let exact = draft.slots.iter().find(|s| s.key == best).map(|s| s.value.clone());
            if let Some(value) = exact.or_else(|| class.values[n].clone()) {
                if !examples.contains(&value) && examples.len() < 5 {
                    examples.push(value.clone());
                }
                self.arguments[n].insert(name.clone(), value);
            }
        }
        let kind = slots
            .iter()
            .map(|s| s.kind)
            .find(|k| *k != ParameterKind::String)
            .unwrap_or(ParameterKind::String);
        let kind = if examples.iter().all(|e| kind.accepts(e)) { kind } else { ParameterKind::String };
        let listed = slots.iter().find(|s| !s.options.is_empty());
        let options = listed.map(|s| s.options.clone()).unwrap_or_default();
        let options_from = slots.iter().find_map(|s| s.options_from.clone()).and_then(|t| plain(&t));
        for at in &class.slots {
            self.names.insert(*at, Some(name.clone()));
        }
        let description = describe(&name, &slots);
        self.all.push(Parameter { name, kind, required: true, description, examples, options, options_from });
    }
}

/// The list's element, if nothing of the case is in it.
fn plain(target: &Target) -> Option<Target> {
    target.strings().all(|text| !text.contains("{{")).then(|| target.clone())
}

/// Names that suit, the best first.
fn names(slots: &[&Slot], group: &[Draft], class: &Class) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let typed = slots.iter().find(|s| s.label.is_some() && s.hint.is_none());
    let label = typed.and_then(|s| s.label.as_deref()).and_then(of_label);
    let searched = slots.iter().any(|s| s.label.is_some() && s.hint == Some("query"));
    let entity = slots.iter().any(|s| s.entity || s.label.is_none());
    let introduced = group
        .iter()
        .zip(&class.values)
        .find_map(|(draft, value)| introduced(draft.values.task.as_deref()?, value.as_deref()?));
    let hint = slots.iter().filter(|s| s.label.is_none()).filter_map(|s| s.hint).find(|h| *h != "row");
    let chosen = slots.iter().find_map(|s| s.hint).filter(|h| matches!(*h, "sort" | "range" | "kind"));
    out.extend(chosen.map(str::to_owned));
    out.extend(label);
    if searched && !entity {
        out.push("query".to_owned());
    }
    out.extend(introduced.map(str::to_owned));
    out.extend(hint.map(str::to_owned));
    out.extend(
        class.values[0].as_deref().and_then(|value| in_addresses(&group[0], value)).map(str::to_owned),
    );
    if searched {
        out.push("query".to_owned());
    }
    out.push("name".to_owned());
    out.retain(|name| is_name(name));
    out.dedup();
    out
}

/// `E-mail address *` → `email_address`.
fn of_label(label: &str) -> Option<String> {
    let label = label.to_lowercase().replace("e-mail", "email");
    let label = label.split(['(', '[']).next().unwrap_or(&label);
    let all = words(label);
    let telling: Vec<&str> = all.iter().map(String::as_str).filter(|w| !is_stop(w)).take(3).collect();
    match all.first().map(String::as_str) {
        Some("to") if telling.is_empty() => Some("recipient".to_owned()),
        _ => name_of(telling.into_iter(), 30),
    }
}

/// The noun that introduces the value in the task: *the forum gardening*, *the post "A b"*.
fn introduced(task: &str, value: &str) -> Option<&'static str> {
    let range = find(task, value)?;
    let mut before = words(&task[..range.start]);
    // The verb of the sentence is no noun: *Review the "A"*, *Comment "b"*.
    if before.first().is_some_and(|w| super::segments::COMMANDS.contains(&w.as_str())) && !before.is_empty() {
        before.remove(0);
    }
    let skip = ["the", "a", "called", "titled", "named", "with", "by", "from", "my"];
    let front = before.iter().rev().take(3).take_while(|w| skip.contains(&w.as_str()) || noun(w).is_some());
    if let Some(found) = front.into_iter().find_map(|w| noun(w)) {
        return Some(found);
    }
    words(&task[range.end..]).first().and_then(|w| noun(w))
}

/// What an address that the recording went through says the value is.
fn in_addresses(draft: &Draft, value: &str) -> Option<&'static str> {
    let wanted = fold(value);
    let urls = draft.kept.iter().flat_map(|k| [k.step.page.url.as_str(), k.step.after.url.as_str()]);
    urls.filter_map(super::address::Address::of).find_map(|address| {
        let at = address.segments.iter().skip(1).position(|s| fold(&super::address::decoded(s)) == wanted)?;
        super::address::hint(Some(&address.segments[at]), None)
    })
}

fn describe(name: &str, slots: &[&Slot]) -> String {
    let words = name.replace('_', " ");
    if let Some(label) = slots.iter().find(|s| s.hint.is_none()).and_then(|s| s.label.as_deref()) {
        return format!("What goes into the field “{label}”.");
    }
    if slots.iter().any(|s| s.label.is_some()) {
        return format!("The {words} to search for.");
    }
    if slots.iter().any(|s| s.entity) {
        format!("The {words}, as it is called on the page.")
    } else {
        format!("The {words}, as in its address.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_introduce_values() {
        assert_eq!(introduced("Subscribe to the forum gardening", "gardening"), Some("forum"));
        assert_eq!(introduced("Comment \"x\" on the post \"A b\"", "A b"), Some("post"));
        assert_eq!(introduced("Join the gardening forum", "gardening"), Some("forum"));
        assert_eq!(introduced("Search for tea", "tea"), None);
    }

    #[test]
    fn labels_become_names() {
        assert_eq!(of_label("E-mail address *").as_deref(), Some("email_address"));
        assert_eq!(of_label("Title (required)").as_deref(), Some("title"));
        assert_eq!(of_label("To").as_deref(), Some("recipient"));
        assert_eq!(of_label("From"), None);
    }
}
