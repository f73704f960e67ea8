//! Hand-built skills for the tests of this crate.

use atelier_core::effect::Effect;
use atelier_core::ids::{SkillId, TrajectoryId};
use atelier_core::skill::{Parameter, ParameterKind, Provenance, SCHEMA, Skill, SkillStep, SourceIntent};
use atelier_core::target::Target;
use atelier_core::trajectory::Action;

pub fn skill(name: &str, description: &str, url_pattern: &str) -> Skill {
    Skill {
        schema: SCHEMA,
        id: SkillId::new("01890000-0000-7000-8000-000000000001".parse().unwrap()),
        name: name.into(),
        description: description.into(),
        site: url_pattern.split('/').next().unwrap_or_default().into(),
        url_pattern: url_pattern.into(),
        parameters: Vec::new(),
        preconditions: Vec::new(),
        steps: vec![SkillStep {
            guidance: "Press the button".into(),
            action: Action::Click,
            target: Some(Target {
                role: Some("button".into()),
                name: Some("Go".into()),
                ..Target::default()
            }),
            destination: None,
            value: None,
            compound: None,
            optional: false,
            effect: Effect::Read,
            awaits: Vec::new(),
            expects: Vec::new(),
        }],
        postconditions: Vec::new(),
        effect: Effect::Read,
        commit_step: None,
        provenance: Provenance {
            trajectory: TrajectoryId::new("01890000-0000-7000-8000-000000000002".parse().unwrap()),
            steps: [0, 0],
            aligned: Vec::new(),
            intents: Vec::new(),
            imported_from: None,
        },
        version: 1,
    }
}

pub fn parameter(name: &str, examples: &[&str]) -> Parameter {
    Parameter {
        name: name.into(),
        kind: ParameterKind::String,
        required: true,
        description: name.replace('_', " "),
        examples: examples.iter().map(|e| (*e).to_owned()).collect(),
        options: Vec::new(),
        options_from: None,
    }
}

pub fn source(text: &str, arguments: &[(&str, &str)]) -> SourceIntent {
    SourceIntent {
        text: text.into(),
        arguments: arguments.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect(),
    }
}
