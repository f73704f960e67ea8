//! Small but filled documents.

use std::collections::BTreeMap;

use atelier_core::condition::Condition;
use atelier_core::effect::Effect;
use atelier_core::ids::{SkillId, TaskId, TrajectoryId};
use atelier_core::replay::{ReplayReport, ReplayResult};
use atelier_core::sets::{Actor, Move, Stage};
use atelier_core::skill::{Parameter, ParameterKind, Provenance, Skill, SkillStep};
use atelier_core::target::Target;
use atelier_core::task::{Mode, SkillCall, TaskOutcome, TaskRecord, Tokens};
use atelier_core::trajectory::{Action, Outcome, Page, Source, Step, Trajectory, Value};
use atelier_store::Store;
use tempfile::TempDir;
use uuid::Uuid;

pub const NOW: i64 = 1_800_000_000_000;

pub async fn store() -> (TempDir, Store) {
    let home = tempfile::tempdir().unwrap();
    let store = Store::open(home.path()).await.unwrap();
    (home, store)
}

pub fn skill_id(n: u128) -> SkillId {
    SkillId::new(Uuid::from_u128(n))
}

pub fn task_id(n: u128) -> TaskId {
    TaskId::new(Uuid::from_u128(n))
}

pub fn trajectory_id(n: u128) -> TrajectoryId {
    TrajectoryId::new(Uuid::from_u128(n))
}

fn button() -> Target {
    Target { role: Some("button".into()), name: Some("Search".into()), ..Target::default() }
}

pub fn trajectory(n: u128) -> Trajectory {
    let page = Page { url: "http://forum.practice/".into(), ..Page::default() };
    let mut step = Step::new(page, Action::Fill);
    step.target = Some(button());
    step.value = Some(Value::Text(format!("text {n} – “ü”")));
    Trajectory {
        schema: 1,
        id: trajectory_id(n),
        source: Source::Recorded,
        task: Some(format!("find {n}")),
        start_url: "http://forum.practice/".into(),
        recorded_at: NOW + i64::try_from(n).unwrap(),
        outcome: Outcome::Success,
        steps: vec![step],
        raw: None,
    }
}

pub fn skill(n: u128, name: &str) -> Skill {
    Skill {
        schema: 1,
        id: skill_id(n),
        name: name.into(),
        description: "Searches.".into(),
        site: "forum".into(),
        url_pattern: "forum/f/*".into(),
        parameters: vec![Parameter {
            name: "query".into(),
            kind: ParameterKind::String,
            required: true,
            description: "What to look for".into(),
            examples: vec!["rust".into()],
            options: Vec::new(),
            options_from: None,
        }],
        preconditions: Vec::new(),
        steps: vec![SkillStep {
            guidance: "Type the words.".into(),
            action: Action::Fill,
            target: Some(button()),
            destination: None,
            value: Some("{{query}}".into()),
            compound: None,
            optional: false,
            effect: Effect::Read,
            awaits: Vec::new(),
            expects: vec![Condition::TextPresent("{{query}}".into())],
        }],
        postconditions: vec![Condition::UrlContains("q=".into())],
        effect: Effect::Read,
        commit_step: None,
        provenance: Provenance {
            trajectory: trajectory_id(n),
            steps: [0, 0],
            aligned: Vec::new(),
            intents: Vec::new(),
            imported_from: None,
        },
        version: 1,
    }
}

pub fn step(skill: u128, to: Stage, at: i64) -> Move {
    Move { skill: skill_id(skill), to, reason: format!("to {}", to.name()), actor: Actor::Selection, at }
}

pub fn report(skill: u128, result: ReplayResult) -> ReplayReport {
    ReplayReport {
        skill: skill_id(skill),
        skill_name: "search".into(),
        arguments: BTreeMap::from([("query".into(), "rust".into())]),
        healings: Vec::new(),
        steps: Vec::new(),
        postconditions: Vec::new(),
        result,
        outputs: BTreeMap::new(),
        answer: None,
        final_url: "http://127.0.0.1:1/".into(),
        took_ms: 12,
    }
}

pub fn task(n: u128, outcome: TaskOutcome) -> TaskRecord {
    TaskRecord {
        id: task_id(n),
        intent: format!("task {n}"),
        normalised: "task <num>".into(),
        site: "forum".into(),
        start_url: "http://127.0.0.1:1/".into(),
        model: "local".into(),
        mode: Mode::Grounded,
        calls: vec![SkillCall {
            skill: skill_id(1),
            name: "search".into(),
            arguments: BTreeMap::new(),
            succeeded: outcome == TaskOutcome::Done,
        }],
        gap: outcome.is_gap(),
        outcome,
        answer: None,
        final_url: String::new(),
        latency_ms: 40,
        model_calls: 0,
        mcp_calls: 0,
        tokens: Tokens::default(),
        right: None,
        started_at: NOW + i64::try_from(n).unwrap(),
        ended_at: None,
    }
}
