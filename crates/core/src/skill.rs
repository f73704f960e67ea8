//! Skills: an executable program with step-level guidance (WebXSkill §3.1).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::json;
use thiserror::Error;

use crate::compound::Compound;
use crate::condition::Condition;
use crate::day::Day;
use crate::effect::Effect;
use crate::ids::{SkillId, TrajectoryId};
use crate::target::Target;
use crate::template::{self, Bindings};
use crate::trajectory::Action;

/// Version of the skill format.
pub const SCHEMA: u32 = 1;
/// Longest name of a skill, in characters.
pub const NAME_MAX: usize = 40;
/// Meaningful actions of a skill that was cut from a longer trajectory (WebXSkill §3.1).
pub const ACTIONS: std::ops::RangeInclusive<usize> = 3..=6;

/// A skill in one version.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Skill {
    /// Always [`SCHEMA`].
    pub schema: u32,
    pub id: SkillId,
    /// `[a-z][a-z0-9_]*`, at most [`NAME_MAX`] characters, unique per site.
    pub name: String,
    pub description: String,
    /// Alias of the site.
    pub site: String,
    /// Node key of the page the skill starts on, for example `forum/f/*`.
    pub url_pattern: String,
    #[serde(default)]
    pub parameters: Vec<Parameter>,
    #[serde(default)]
    pub preconditions: Vec<String>,
    pub steps: Vec<SkillStep>,
    #[serde(default)]
    pub postconditions: Vec<Condition>,
    pub effect: Effect,
    /// Index of the step that sends what cannot be taken back.
    #[serde(default)]
    pub commit_step: Option<usize>,
    pub provenance: Provenance,
    /// Counts from 1.
    pub version: u32,
}

/// One typed parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    pub name: String,
    #[serde(rename = "type")]
    pub kind: ParameterKind,
    pub required: bool,
    pub description: String,
    #[serde(default)]
    pub examples: Vec<String>,
    /// Choices that were seen on the page when the skill was cut.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// The element whose choices hold the options on the live page.
    #[serde(default)]
    pub options_from: Option<Target>,
}

/// Types of parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ParameterKind {
    String,
    Integer,
    Number,
    Boolean,
    /// `YYYY-MM-DD`.
    Date,
    /// Path of a file to upload.
    File,
    /// Name of a keychain entry.
    Secret,
}

impl ParameterKind {
    /// Name as in files and signatures.
    pub const fn name(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::Boolean => "boolean",
            Self::Date => "date",
            Self::File => "file",
            Self::Secret => "secret",
        }
    }

    /// True where `text` is a value of this type.
    pub fn accepts(self, text: &str) -> bool {
        match self {
            Self::String | Self::File | Self::Secret => true,
            Self::Integer => text.trim().parse::<i64>().is_ok(),
            Self::Number => text.trim().parse::<f64>().is_ok_and(f64::is_finite),
            Self::Boolean => matches!(text.trim(), "true" | "false"),
            Self::Date => Day::iso(text).is_some(),
        }
    }
}

/// One step: what a person is told, and what the program does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SkillStep {
    /// An instruction a person or a model could follow without the program.
    pub guidance: String,
    pub action: Action,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub destination: Option<Target>,
    /// Template. `navigate`: a path on the site; `press`: a key chord; `extract`: the name of its output;
    /// `answer`: the answer, which may use outputs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// How a widget that takes several moves takes the value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compound: Option<Compound>,
    /// May fail without failing the skill: it only dismisses an overlay.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
    /// What this step alone does to the world.
    #[serde(default, skip_serializing_if = "Effect::is_read")]
    pub effect: Effect,
    /// What the recording saw the step set off: waited for, but its absence alone is no failure.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub awaits: Vec<Condition>,
    /// What the recording saw after this step, waited for before the next.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expects: Vec<Condition>,
}

/// Where a skill comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Provenance {
    pub trajectory: TrajectoryId,
    /// First and last step, both included.
    pub steps: [usize; 2],
    /// Other trajectories that were aligned with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aligned: Vec<TrajectoryId>,
    /// What people asked for in these trajectories, with the arguments each used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub intents: Vec<SourceIntent>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub imported_from: Option<String>,
}

/// An intent from a trajectory, and the arguments that the skill would have had for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SourceIntent {
    pub text: String,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub arguments: Bindings,
}

/// Why a skill is not well formed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SkillFault {
    #[error("the name `{0}` is not of the form [a-z][a-z0-9_]* with at most 40 characters")]
    Name(String),
    #[error("the skill has no steps")]
    NoSteps,
    #[error("step {step}: `{action}` needs a target")]
    NoTarget { step: usize, action: &'static str },
    #[error("`{{{{{0}}}}}` is used but is no parameter and no output of an earlier extract step")]
    Undeclared(String),
    #[error("parameter `{0}` is declared twice")]
    Twice(String),
    #[error("parameter `{0}` is not used by any step")]
    Unused(String),
    #[error("the commit step {0} does not exist")]
    CommitStep(usize),
}

/// Why arguments do not fit a skill.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ArgumentFault {
    #[error("`{0}` is required")]
    Missing(String),
    #[error("`{name}` is no parameter of this skill; it has: {known}")]
    Unknown { name: String, known: String },
    #[error("`{name}` must be of type {kind}, not `{value}`")]
    Type { name: String, kind: &'static str, value: String },
}

/// True where `name` may name a skill, a parameter or an output.
pub fn is_name(name: &str) -> bool {
    name.len() <= NAME_MAX
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

impl Skill {
    /// Names of the outputs of the extract steps.
    pub fn outputs(&self) -> impl Iterator<Item = &str> {
        self.steps
            .iter()
            .filter(|step| step.action == Action::Extract)
            .filter_map(|step| step.value.as_deref())
    }

    /// Checks that the skill is well formed.
    ///
    /// # Errors
    /// The first [`SkillFault`].
    pub fn check(&self) -> Result<(), SkillFault> {
        if !is_name(&self.name) {
            return Err(SkillFault::Name(self.name.clone()));
        }
        if self.steps.is_empty() {
            return Err(SkillFault::NoSteps);
        }
        let mut known = BTreeSet::new();
        for parameter in &self.parameters {
            if !is_name(&parameter.name) {
                return Err(SkillFault::Name(parameter.name.clone()));
            }
            if !known.insert(parameter.name.as_str()) {
                return Err(SkillFault::Twice(parameter.name.clone()));
            }
        }
        let mut used = BTreeSet::new();
        for (at, step) in self.steps.iter().enumerate() {
            if step.action.needs_target() && step.target.is_none() {
                return Err(SkillFault::NoTarget { step: at, action: step.action.name() });
            }
            for text in step.strings() {
                for name in template::placeholders(text) {
                    if !known.contains(name) {
                        return Err(SkillFault::Undeclared(name.to_owned()));
                    }
                    used.insert(name.to_owned());
                }
            }
            if step.action == Action::Extract
                && let Some(output) = step.value.as_deref()
            {
                known.insert(output);
            }
        }
        for text in self.postconditions.iter().flat_map(Condition::strings) {
            if let Some(name) = template::placeholders(text).find(|name| !known.contains(name)) {
                return Err(SkillFault::Undeclared(name.to_owned()));
            }
        }
        if let Some(idle) = self.parameters.iter().find(|p| !used.contains(&p.name)) {
            return Err(SkillFault::Unused(idle.name.clone()));
        }
        match self.commit_step {
            Some(at) if at >= self.steps.len() => Err(SkillFault::CommitStep(at)),
            _ => Ok(()),
        }
    }

    /// Checks arguments against the parameters.
    ///
    /// # Errors
    /// The first [`ArgumentFault`].
    pub fn check_arguments(&self, arguments: &Bindings) -> Result<(), ArgumentFault> {
        for name in arguments.keys() {
            if !self.parameters.iter().any(|p| &p.name == name) {
                let known = self.parameters.iter().map(|p| p.name.as_str());
                return Err(ArgumentFault::Unknown {
                    name: name.clone(),
                    known: known.collect::<Vec<_>>().join(", "),
                });
            }
        }
        for parameter in &self.parameters {
            match arguments.get(&parameter.name) {
                Some(value) if !parameter.kind.accepts(value) => {
                    return Err(ArgumentFault::Type {
                        name: parameter.name.clone(),
                        kind: parameter.kind.name(),
                        value: value.clone(),
                    });
                }
                None if parameter.required => {
                    return Err(ArgumentFault::Missing(parameter.name.clone()));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The arguments with the keychain entries that the recording used, where none was named.
    pub fn with_secret_names(&self, arguments: &Bindings) -> Bindings {
        let mut all = arguments.clone();
        for parameter in self.parameters.iter().filter(|p| p.kind == ParameterKind::Secret) {
            if let Some(entry) = parameter.examples.first()
                && !all.contains_key(&parameter.name)
            {
                all.insert(parameter.name.clone(), entry.clone());
            }
        }
        all
    }

    /// The skill with another class for one step. The whole is as heavy as its heaviest step, and the last step of
    /// that weight is the one that commits. None where there is no such step.
    pub fn with_effect(&self, step: usize, effect: Effect) -> Option<Self> {
        let mut changed = self.clone();
        // Skills of older versions know only what the whole does.
        if let Some(commit) = self.commit_step.and_then(|at| changed.steps.get_mut(at))
            && commit.effect == Effect::Read
        {
            commit.effect = self.effect;
        }
        changed.steps.get_mut(step)?.effect = effect;
        changed.effect = changed.steps.iter().map(|step| step.effect).max().unwrap_or_default();
        changed.commit_step = (changed.effect != Effect::Read)
            .then(|| changed.steps.iter().rposition(|step| step.effect == changed.effect))
            .flatten();
        Some(changed)
    }

    /// Arguments of the trajectory the skill was cut from: the first example of each parameter.
    pub fn example_arguments(&self) -> Bindings {
        self.parameters.iter().filter_map(|p| Some((p.name.clone(), p.examples.first()?.clone()))).collect()
    }

    /// `name(a: string, b: integer)`.
    pub fn signature(&self) -> String {
        let parameters: Vec<_> = self
            .parameters
            .iter()
            .map(|p| {
                let optional = if p.required { "" } else { "?" };
                format!("{}{optional}: {}", p.name, p.kind.name())
            })
            .collect();
        format!("{}({})", self.name, parameters.join(", "))
    }

    /// The parameterised docstring: what clustering embeds and judges read (AutoTailor §3.1).
    pub fn docstring(&self) -> String {
        let mut text = self.description.clone();
        if !self.parameters.is_empty() {
            let names: Vec<_> = self.parameters.iter().map(|p| p.name.replace('_', " ")).collect();
            text.push_str(" Takes ");
            text.push_str(&names.join(", "));
            text.push('.');
        }
        text
    }

    /// JSON schema (2020-12) of the arguments.
    pub fn input_schema(&self) -> serde_json::Value {
        let mut properties = serde_json::Map::new();
        for p in &self.parameters {
            let kind = match p.kind {
                ParameterKind::Integer => "integer",
                ParameterKind::Number => "number",
                ParameterKind::Boolean => "boolean",
                _ => "string",
            };
            let mut property = json!({ "type": kind, "description": p.description });
            if p.kind == ParameterKind::Date {
                property["format"] = json!("date");
            }
            if !p.options.is_empty() {
                property["enum"] = json!(p.options);
            }
            if !p.examples.is_empty() {
                property["examples"] = json!(p.examples);
            }
            properties.insert(p.name.clone(), property);
        }
        let required: Vec<_> =
            self.parameters.iter().filter(|p| p.required).map(|p| p.name.as_str()).collect();
        json!({
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        })
    }
}

impl SkillStep {
    /// Every string that may hold placeholders; for extract steps the output's name is not one.
    pub fn strings(&self) -> Vec<&str> {
        let value = self.value.as_deref().filter(|_| self.action != Action::Extract);
        let targets = self.target.iter().chain(&self.destination);
        value
            .into_iter()
            .chain(targets.flat_map(Target::strings).map(String::as_str))
            .chain(self.compound.iter().flat_map(Compound::strings).map(String::as_str))
            .chain(self.awaits.iter().chain(&self.expects).flat_map(Condition::strings))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn search() -> Skill {
        Skill {
            schema: SCHEMA,
            id: SkillId::new(Uuid::nil()),
            name: "search_posts".into(),
            description: "Search the forum for posts.".into(),
            site: "forum".into(),
            url_pattern: "forum/*".into(),
            parameters: vec![Parameter {
                name: "query".into(),
                kind: ParameterKind::String,
                required: true,
                description: "Words to look for".into(),
                examples: vec!["tea".into()],
                options: Vec::new(),
                options_from: None,
            }],
            preconditions: Vec::new(),
            steps: vec![SkillStep {
                guidance: "Type the words into the search field".into(),
                action: Action::Fill,
                target: Some(Target { name: Some("Search".into()), ..Target::default() }),
                destination: None,
                value: Some("{{query}}".into()),
                compound: None,
                optional: false,
                effect: Effect::Read,
                awaits: Vec::new(),
                expects: Vec::new(),
            }],
            postconditions: vec![Condition::UrlContains("q={{query}}".into())],
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
    fn a_sound_skill_passes_and_reads_back() {
        let skill = search();
        skill.check().unwrap();
        let text = serde_json::to_string(&skill).unwrap();
        assert_eq!(serde_json::from_str::<Skill>(&text).unwrap(), skill);
        assert!(text.contains(r#"{"url_contains":"q={{query}}"}"#));
        assert_eq!(skill.signature(), "search_posts(query: string)");
    }

    #[test]
    fn faults_are_named() {
        let mut skill = search();
        skill.name = "Search".into();
        assert!(matches!(skill.check(), Err(SkillFault::Name(_))));
        let mut skill = search();
        skill.steps[0].value = Some("{{other}}".into());
        assert_eq!(skill.check(), Err(SkillFault::Undeclared("other".into())));
        let mut skill = search();
        skill.steps[0].value = Some("fixed".into());
        assert_eq!(skill.check(), Err(SkillFault::Unused("query".into())));
        let mut skill = search();
        skill.commit_step = Some(1);
        assert_eq!(skill.check(), Err(SkillFault::CommitStep(1)));
    }

    #[test]
    fn an_output_may_be_used_after_its_extract_only() {
        let mut skill = search();
        let extract =
            SkillStep { action: Action::Extract, value: Some("count".into()), ..skill.steps[0].clone() };
        let answer = SkillStep {
            action: Action::Answer,
            target: None,
            value: Some("{{count}}".into()),
            ..skill.steps[0].clone()
        };
        skill.steps.extend([extract.clone(), answer.clone()]);
        skill.check().unwrap();
        skill.steps.swap(1, 2);
        assert_eq!(skill.check(), Err(SkillFault::Undeclared("count".into())));
    }

    #[test]
    fn the_heaviest_step_commits() {
        let mut skill = search();
        skill.steps = vec![skill.steps[0].clone(); 3];
        skill.effect = Effect::Reversible;
        skill.commit_step = Some(1);
        let heavier = skill.with_effect(2, Effect::Irreversible).unwrap();
        assert_eq!((heavier.effect, heavier.commit_step), (Effect::Irreversible, Some(2)));
        let back = heavier.with_effect(2, Effect::Read).unwrap();
        assert_eq!((back.effect, back.commit_step), (Effect::Reversible, Some(1)));
        let none = back.with_effect(1, Effect::Read).unwrap();
        assert_eq!((none.effect, none.commit_step), (Effect::Read, None));
        assert!(skill.with_effect(9, Effect::Read).is_none());
    }

    #[test]
    fn arguments_are_checked() {
        let mut skill = search();
        let one = |k: &str, v: &str| Bindings::from([(k.to_owned(), v.to_owned())]);
        assert_eq!(skill.check_arguments(&Bindings::new()), Err(ArgumentFault::Missing("query".into())));
        assert!(matches!(skill.check_arguments(&one("words", "x")), Err(ArgumentFault::Unknown { .. })));
        skill.parameters[0].kind = ParameterKind::Date;
        assert!(skill.check_arguments(&one("query", "2026-02-28")).is_ok());
        assert!(skill.check_arguments(&one("query", "2026-02-30")).is_err());
        assert!(matches!(
            skill.check_arguments(&one("query", "tomorrow")),
            Err(ArgumentFault::Type { kind: "date", .. })
        ));
    }
}
