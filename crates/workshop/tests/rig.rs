//! A workshop in a folder of its own, and skills put into its store by hand.

use std::path::Path;
use std::sync::Arc;

use async_trait::async_trait;
use atelier_core::condition::Condition;
use atelier_core::effect::Effect;
use atelier_core::ids::{SkillId, TrajectoryId};
use atelier_core::site::{Site, SiteKind};
use atelier_core::skill::{Provenance, SCHEMA, Skill, SkillStep};
use atelier_core::target::Target;
use atelier_core::task::{ApprovalRequest, Decision, RunEvent};
use atelier_core::trajectory::Action;
use atelier_store::Store;
use atelier_testkit::Pages;
use atelier_workshop::{MemoryVault, Options, RunSink, Surroundings, Workshop};

pub const SKILL: u128 = 7;

pub async fn workshop(home: &Path, vault: Arc<MemoryVault>) -> Arc<Workshop> {
    let surroundings =
        Surroundings { path: std::env::var_os("PATH"), no_sandbox: true, ..Surroundings::default() };
    let options = Options { home: home.to_owned(), models: home.join("models"), surroundings };
    Workshop::open_with(options, vault).await.unwrap()
}

/// Puts a site for the pages and a skill of it into the store.
pub async fn seed(home: &Path, pages: &Pages, skill: &Skill) {
    let store = Store::open(home).await.unwrap();
    let site = Site {
        alias: "fixture".into(),
        kind: SiteKind::Other,
        description: String::new(),
        origins: vec![pages.origin()],
        test_site: true,
    };
    store.sites().upsert(&site).await.unwrap();
    store.skills().save(skill, 1).await.unwrap();
    store.close().await;
}

pub fn skill(steps: Vec<SkillStep>, postconditions: Vec<Condition>) -> Skill {
    Skill {
        schema: SCHEMA,
        id: SkillId::new(uuid::Uuid::from_u128(SKILL)),
        name: "do_it".into(),
        description: "Does it.".into(),
        site: "fixture".into(),
        url_pattern: "fixture".into(),
        parameters: Vec::new(),
        preconditions: Vec::new(),
        steps,
        postconditions,
        effect: Effect::Read,
        commit_step: None,
        provenance: Provenance {
            trajectory: TrajectoryId::new(uuid::Uuid::nil()),
            steps: [0, 0],
            aligned: Vec::new(),
            intents: Vec::new(),
            imported_from: None,
        },
        version: 1,
    }
}

pub fn step(action: Action, target: Target, value: Option<&str>) -> SkillStep {
    SkillStep {
        guidance: format!("{} it", action.name()),
        action,
        target: Some(target),
        destination: None,
        value: value.map(str::to_owned),
        compound: None,
        optional: false,
        effect: Effect::Read,
        awaits: Vec::new(),
        expects: Vec::new(),
    }
}

/// Notes every event as text.
#[derive(Debug, Default)]
pub struct Notes(pub Vec<String>);

#[async_trait]
impl RunSink for Notes {
    async fn event(&mut self, event: RunEvent) {
        self.0.push(serde_json::to_string(&event).unwrap());
    }

    async fn approve(&mut self, _request: &ApprovalRequest) -> Decision {
        Decision::AllowOnce
    }
}
