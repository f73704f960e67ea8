//! Healings: a target that a changed page no longer fulfils, found by its other marks. A healing is a proposal.
//! It was tried on the live page and proved there by what the step brought about; a person accepts it, which
//! makes a new version of the skill, or refuses it, which is remembered.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::ids::SkillId;
use crate::skill::Skill;
use crate::target::{Identity, Target};
use crate::template::{self, Bindings};

/// One proposal, as a replay makes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Healing {
    pub skill: SkillId,
    /// Version of the skill that was run.
    pub version: u32,
    /// Index of the step.
    pub step: usize,
    pub guidance: String,
    /// The step's target as it is, with its placeholders.
    pub old: Target,
    /// As it would be: found alone and surely on the page of the run.
    pub new: Target,
    /// Score of the element under the old target, 0 to 1.
    pub score: f64,
    /// How far it was before the second candidate.
    pub lead: f64,
    /// What the old target and the element still agree in.
    pub carried: Vec<Identity>,
    /// Content hash of a picture in which the element is outlined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// What held on the page afterwards, in words; empty where nothing showed that it was the right element.
    pub proof: Vec<String>,
}

/// What became of a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HealingState {
    /// It waits for the user.
    Open,
    /// It became a version of the skill.
    Accepted,
    Refused,
    /// Another one was accepted for the same step.
    Outdated,
}

/// One line of the difference between two targets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// What it is about, in words: `name`, `attribute href`, `CSS path`.
    pub what: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub old: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new: Option<String>,
}

impl Healing {
    /// True where the page showed that it was the right element.
    pub fn is_proved(&self) -> bool {
        !self.proof.is_empty()
    }

    /// The skill with the new target; none where its step is another one by now.
    pub fn apply(&self, skill: &Skill) -> Option<Skill> {
        let mut healed = skill.clone();
        let step = healed.steps.get_mut(self.step)?;
        if skill.id != self.skill || step.target.as_ref() != Some(&self.old) {
            return None;
        }
        step.target = Some(self.new.clone());
        healed.check().is_ok().then_some(healed)
    }

    /// What is different, line by line.
    pub fn differences(&self) -> Vec<Difference> {
        differences(&self.old, &self.new)
    }
}

/// What differs between two targets; places on the page are left out.
pub fn differences(old: &Target, new: &Target) -> Vec<Difference> {
    let mut out = Vec::new();
    let mut put = |what: &str, old: Option<String>, new: Option<String>| {
        if old != new {
            out.push(Difference { what: what.to_owned(), old, new });
        }
    };
    put("test id", old.test_id.clone(), new.test_id.clone());
    put("role", old.role.clone(), new.role.clone());
    put("name", old.name.clone(), new.name.clone());
    put("label", old.label.clone(), new.label.clone());
    put("placeholder", old.placeholder.clone(), new.placeholder.clone());
    put("alternative text", old.alt.clone(), new.alt.clone());
    put("title", old.title.clone(), new.title.clone());
    put("text", old.text.clone(), new.text.clone());
    put("row", old.within.clone(), new.within.clone());
    put("tag", old.tag.clone(), new.tag.clone());
    let keys: std::collections::BTreeSet<&String> =
        old.attributes.keys().chain(new.attributes.keys()).collect();
    for key in keys {
        let value = |target: &Target| target.attributes.get(key).cloned();
        put(&format!("attribute {key}"), value(old), value(new));
    }
    let joined = |list: &[String]| (!list.is_empty()).then(|| list.join(" | "));
    put("CSS path", joined(&old.css), joined(&new.css));
    put("XPath", joined(&old.xpath), joined(&new.xpath));
    put("frame", joined(&old.frame_path), joined(&new.frame_path));
    put("shadow root", joined(&old.shadow_path), joined(&new.shadow_path));
    put("neighbouring text", joined(&old.neighbours), joined(&new.neighbours));
    out
}

/// The target of a skill for an element as it was seen: the marks that `old` had, with the element's texts, and
/// arguments as placeholders again wherever `old` had them.
pub fn generalised(old: &Target, seen: &Target, bindings: &Bindings) -> Target {
    let used: BTreeMap<&str, &str> = old
        .strings()
        .flat_map(|text| template::placeholders(text))
        .filter_map(|name| Some((name, bindings.get(name)?.as_str())))
        .filter(|(_, value)| value.chars().count() >= 2)
        .collect();
    let lift = |text: &str| {
        let mut out = text.to_owned();
        for (name, value) in &used {
            if !template::is_template(&out) {
                out = out.replacen(value, &format!("{{{{{name}}}}}"), 1);
            }
        }
        out
    };
    let rendered = old.render(bindings).unwrap_or_else(|_| old.clone());
    let same = |a: &str, b: &str| a.trim().to_lowercase() == b.trim().to_lowercase();
    let keep = |old: &Option<String>, shown: &Option<String>, seen: &Option<String>| -> Option<String> {
        let seen = seen.as_deref()?;
        match (old, shown) {
            (Some(old), Some(shown)) if same(shown, seen) => Some(old.clone()),
            _ => Some(lift(seen)),
        }
    };
    let had = |old: &Option<String>, shown: &Option<String>, seen: &Option<String>| {
        old.as_ref().and_then(|_| keep(old, shown, seen))
    };
    let attributes = seen
        .attributes
        .iter()
        .filter(|(key, _)| old.attributes.contains_key(*key))
        .map(|(key, value)| {
            let unchanged = rendered.attributes.get(key).is_some_and(|shown| shown == value);
            let text = if unchanged { old.attributes[key].clone() } else { lift(value) };
            (key.clone(), text)
        })
        .collect();
    Target {
        tag: seen.tag.clone(),
        test_id: keep(&old.test_id, &rendered.test_id, &seen.test_id),
        role: seen.role.clone(),
        name: keep(&old.name, &rendered.name, &seen.name),
        index: old.index.and(seen.index),
        label: had(&old.label, &rendered.label, &seen.label),
        placeholder: had(&old.placeholder, &rendered.placeholder, &seen.placeholder),
        alt: had(&old.alt, &rendered.alt, &seen.alt),
        title: had(&old.title, &rendered.title, &seen.title),
        attributes,
        text: had(&old.text, &rendered.text, &seen.text),
        css: if old.css.is_empty() { Vec::new() } else { seen.css.clone() },
        xpath: if old.xpath.is_empty() { Vec::new() } else { seen.xpath.clone() },
        shadow_path: seen.shadow_path.clone(),
        frame_path: seen.frame_path.clone(),
        within: had(&old.within, &rendered.within, &seen.within).or_else(|| {
            // The row that an argument names is still the row, whatever else the page shows in it.
            old.within.clone().filter(|text| template::is_template(text))
        }),
        neighbours: if old.neighbours.is_empty() { Vec::new() } else { seen.neighbours.clone() },
        bounds: old.bounds.and(seen.bounds),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bind(pairs: &[(&str, &str)]) -> Bindings {
        pairs.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect()
    }

    #[test]
    fn placeholders_stay_and_new_texts_get_them() {
        let old = Target {
            role: Some("link".into()),
            name: Some("{{forum}}".into()),
            attributes: [("href".to_owned(), "/f/{{forum}}".to_owned())].into(),
            within: Some("Forums".into()),
            css: vec!["nav > a".into()],
            ..Target::default()
        };
        let seen = Target {
            role: Some("link".into()),
            name: Some("tea board".into()),
            attributes: [("href".to_owned(), "/b/tea".to_owned()), ("rel".to_owned(), "x".to_owned())].into(),
            within: Some("Boards".into()),
            css: vec!["main > a".into()],
            xpath: vec!["/html/body/main/a".into()],
            ..Target::default()
        };
        let new = generalised(&old, &seen, &bind(&[("forum", "tea")]));
        assert_eq!(new.name.as_deref(), Some("{{forum}} board"));
        assert_eq!(new.attributes, [("href".to_owned(), "/b/{{forum}}".to_owned())].into());
        assert_eq!(new.within.as_deref(), Some("Boards"));
        assert_eq!((new.css.len(), new.xpath.len()), (1, 0), "marks that were dropped stay dropped");
        let lines = differences(&old, &new);
        assert_eq!(lines[0].what, "name");
        assert!(lines.iter().any(|line| line.what == "attribute href"), "{lines:?}");
    }

    #[test]
    fn what_did_not_change_keeps_its_words() {
        let old =
            Target { role: Some("button".into()), name: Some("Post {{title}}".into()), ..Target::default() };
        let seen = Target { role: Some("button".into()), name: Some("post Tea".into()), ..Target::default() };
        assert_eq!(generalised(&old, &seen, &bind(&[("title", "Tea")])), old);
    }
}
