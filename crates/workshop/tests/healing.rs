//! Proposals from a replay to a new version of the skill, and back.

use std::sync::Arc;

use atelier_core::condition::Condition;
use atelier_core::effect::Effect;
use atelier_core::healing::HealingState;
use atelier_core::target::Target;
use atelier_core::template::Bindings;
use atelier_core::trajectory::Action;
use atelier_testkit::{Pages, Reply};
use atelier_workshop::{MemoryVault, TryRequest, WorkshopError};

use crate::rig::{Notes, seed, skill, step, workshop};

#[tokio::test(flavor = "multi_thread")]
async fn a_proposal_becomes_a_version_and_can_be_rolled_back() {
    let home = tempfile::tempdir().unwrap();
    let pages = Pages::serve([
        (
            "/",
            Reply::html(
                "<nav><a href=/start>Welcome</a> <a class=lead href=/places>Where people meet</a></nav>",
            ),
        ),
        ("/places", Reply::html("<h1>Places</h1>")),
    ])
    .await
    .unwrap();
    let old = Target {
        tag: Some("a".into()),
        role: Some("link".into()),
        name: Some("Forums".into()),
        css: vec!["nav > a.lead".into()],
        neighbours: vec!["Welcome".into()],
        ..Target::default()
    };
    let go =
        skill(vec![step(Action::Click, old.clone(), None)], vec![Condition::TextPresent("places".into())]);
    seed(home.path(), &pages, &go).await;
    let shop = workshop(home.path(), Arc::new(MemoryVault::default())).await;
    let request = || TryRequest {
        skill: go.id,
        arguments: Bindings::new(),
        url: Some(pages.url("/")),
        dry_run: false,
        headless: true,
    };
    let report = shop.try_skill(request(), &mut Notes::default()).await.unwrap();
    assert!(report.succeeded(), "{report:#?}");
    let open = shop.healings(Some(HealingState::Open)).await.unwrap();
    assert_eq!(open.len(), 1, "{report:#?}");
    let view = &open[0];
    assert!(view.applies && view.skill == "do_it" && view.healing.old == old);
    assert!(
        view.differences.iter().any(|line| line.new.as_deref() == Some("Where people meet")),
        "{view:#?}"
    );
    let picture = view.healing.picture.clone().unwrap();
    assert_eq!(shop.picture(&picture).await.unwrap()[..2], [0xff, 0xd8]);

    // The same is proposed once, however often it is seen.
    shop.try_skill(request(), &mut Notes::default()).await.unwrap();
    assert_eq!(shop.healings(None).await.unwrap().len(), 1);

    assert_eq!(shop.accept_healing(view.id).await.unwrap(), 2);
    assert!(matches!(shop.refuse_healing(view.id).await, Err(WorkshopError::NotFound { .. })));
    let report = shop.try_skill(request(), &mut Notes::default()).await.unwrap();
    assert!(report.succeeded() && report.healings.is_empty(), "{report:#?}");

    assert_eq!(shop.roll_back(go.id, 1).await.unwrap(), 3);
    let versions = shop.skill_versions(go.id).await.unwrap();
    let shown: Vec<_> = versions.iter().map(|row| (row.version, row.in_use)).collect();
    assert_eq!(shown, [(3, true), (2, false), (1, false)]);
    assert_eq!(versions[0].skill.steps, versions[2].skill.steps);

    let version = shop.set_effect(go.id, 0, Effect::Irreversible).await.unwrap();
    let now = &shop.skill_versions(go.id).await.unwrap()[0];
    assert_eq!((version, now.skill.effect, now.skill.commit_step), (4, Effect::Irreversible, Some(0)));
    assert!(matches!(shop.set_effect(go.id, 5, Effect::Read).await, Err(WorkshopError::NoStep { step: 5 })));
    let report = shop.try_skill(request(), &mut Notes::default()).await.unwrap();
    assert!(!report.succeeded(), "what counts is not tried on a weak match");
    shop.close().await;
}
