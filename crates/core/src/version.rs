//! Versions of a skill: what differs between two of them, field by field, in words for people.

use serde_json::{Map, Value};

use crate::healing::Difference;
use crate::skill::Skill;

/// Fields that tell nothing to people: numbers of versions, places on the page.
const SILENT: [&str; 3] = ["schema", "version", "box"];

/// What differs between two versions, in the order of the fields: `description`, `step 2, target, name`.
#[must_use]
pub fn changes(old: &Skill, new: &Skill) -> Vec<Difference> {
    let mut out = Vec::new();
    // A skill is plain data: it always becomes JSON.
    let (old, new) = (serde_json::to_value(old), serde_json::to_value(new));
    compare(&mut Vec::new(), old.as_ref().ok(), new.as_ref().ok(), &mut out);
    out
}

fn compare(path: &mut Vec<String>, old: Option<&Value>, new: Option<&Value>, out: &mut Vec<Difference>) {
    let there = |value: Option<&Value>| value.is_some_and(|value| !is_nothing(value));
    if old == new || (!there(old) && !there(new)) {
        return;
    }
    match (old, new) {
        (Some(Value::Object(a)), Some(Value::Object(b))) => objects(path, a, b, out),
        (Some(Value::Array(a)), Some(Value::Array(b)))
            if [a, b].iter().any(|list| list.iter().any(Value::is_object)) =>
        {
            lists(path, a, b, out);
        }
        _ => {
            let text = |value: Option<&Value>| value.filter(|value| !is_nothing(value)).map(words);
            out.push(Difference { what: path.join(", "), old: text(old), new: text(new) });
        }
    }
}

fn objects(
    path: &mut Vec<String>,
    a: &Map<String, Value>,
    b: &Map<String, Value>,
    out: &mut Vec<Difference>,
) {
    let added = b.keys().filter(|key| !a.contains_key(*key));
    let keys: Vec<&String> = a.keys().chain(added).filter(|key| !SILENT.contains(&key.as_str())).collect();
    for key in keys {
        path.push(key.replace('_', " "));
        compare(path, a.get(key), b.get(key), out);
        path.pop();
    }
}

/// Lists of things: equal ones at both ends stay, what is between is compared in pairs.
fn lists(path: &mut Vec<String>, a: &[Value], b: &[Value], out: &mut Vec<Difference>) {
    let head = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let most = a.len().min(b.len()) - head;
    let tail = a.iter().rev().zip(b.iter().rev()).take(most).take_while(|(x, y)| x == y).count();
    let (left, right) = (&a[head..a.len() - tail], &b[head..b.len() - tail]);
    let list = path.pop().unwrap_or_default();
    for at in 0..left.len().max(right.len()) {
        let (x, y) = (left.get(at), right.get(at));
        path.push(member(&list, head + at, x.or(y)));
        compare(path, x, y, out);
        path.pop();
    }
    path.push(list);
}

/// `step 2`, `parameter title`.
fn member(list: &str, at: usize, value: Option<&Value>) -> String {
    let one = list.strip_suffix('s').unwrap_or(list);
    match value.and_then(|value| value.get("name")).and_then(Value::as_str) {
        Some(name) => format!("{one} {name}"),
        None => format!("{one} {}", at + 1),
    }
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.is_empty(),
        Value::Object(map) => map.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

/// A value as one line.
fn words(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(words).collect::<Vec<_>>().join(" | "),
        Value::Object(map) => {
            let title = ["guidance", "description"].iter().find_map(|key| map.get(*key)?.as_str());
            title.map_or_else(|| value.to_string(), str::to_owned)
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effect::Effect;
    use crate::ids::{SkillId, TrajectoryId};
    use crate::skill::{Provenance, SCHEMA, SkillStep};
    use crate::target::{Bounds, Target};
    use crate::trajectory::Action;
    use uuid::Uuid;

    fn step(guidance: &str, name: &str) -> SkillStep {
        SkillStep {
            guidance: guidance.into(),
            action: Action::Click,
            target: Some(Target { name: Some(name.into()), ..Target::default() }),
            destination: None,
            value: None,
            compound: None,
            optional: false,
            effect: Effect::Read,
            awaits: Vec::new(),
            expects: Vec::new(),
        }
    }

    fn skill(steps: Vec<SkillStep>) -> Skill {
        Skill {
            schema: SCHEMA,
            id: SkillId::new(Uuid::nil()),
            name: "open_forum".into(),
            description: "Open a forum.".into(),
            site: "forum".into(),
            url_pattern: "forum".into(),
            parameters: Vec::new(),
            preconditions: Vec::new(),
            steps,
            postconditions: Vec::new(),
            effect: Effect::Read,
            commit_step: None,
            provenance: Provenance {
                trajectory: TrajectoryId::new(Uuid::nil()),
                steps: [0, 0],
                aligned: Vec::new(),
                intents: Vec::new(),
                imported_from: None,
            },
            version: 1,
        }
    }

    #[test]
    fn fields_are_named_as_people_read_them() {
        let old = skill(vec![step("Open it", "Forums"), step("Choose it", "Books")]);
        let mut new = Skill { version: 2, effect: Effect::Reversible, commit_step: Some(1), ..old.clone() };
        new.steps[1].target = Some(Target {
            name: Some("Boards".into()),
            bounds: Some(Bounds::default()),
            ..Target::default()
        });
        let found: Vec<_> = changes(&old, &new)
            .into_iter()
            .map(|c| format!("{}: {} > {}", c.what, c.old.unwrap_or_default(), c.new.unwrap_or_default()))
            .collect();
        assert!(found.contains(&"step 2, target, name: Books > Boards".to_owned()), "{found:?}");
        assert!(found.contains(&"effect: read > reversible".to_owned()), "{found:?}");
        assert!(found.contains(&"commit step:  > 1".to_owned()), "{found:?}");
        assert_eq!(found.len(), 3, "the version's number and boxes say nothing: {found:?}");
        assert_eq!(changes(&old, &old), []);
    }

    #[test]
    fn a_step_in_the_middle_is_one_change() {
        let (a, b, c) = (step("A", "a"), step("B", "b"), step("C", "c"));
        let found = changes(&skill(vec![a.clone(), c.clone()]), &skill(vec![a, b, c]));
        assert_eq!(found, [Difference { what: "step 2".into(), old: None, new: Some("B".into()) }]);
    }
}
