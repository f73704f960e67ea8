//! Proposals to heal targets.

use atelier_core::healing::{Healing, HealingState};
use atelier_core::target::Target;
use atelier_store::StoreError;

use crate::fixture::{skill, skill_id, store};

fn healing(n: u128, name: &str) -> Healing {
    let old = skill(n, "search").steps[0].target.clone().unwrap_or_default();
    Healing {
        skill: skill_id(n),
        version: 1,
        step: 0,
        guidance: "Press it".into(),
        new: Target { name: Some(name.into()), ..old.clone() },
        old,
        score: 0.4,
        lead: 0.2,
        carried: Vec::new(),
        picture: None,
        proof: vec!["“Found” is on the page".into()],
    }
}

#[tokio::test]
async fn a_proposal_is_made_once_and_what_was_refused_is_remembered() {
    let (_home, store) = store().await;
    store.skills().save(&skill(1, "search"), 1).await.unwrap();
    let table = store.healings();
    assert!(table.propose(&healing(1, "Find"), 5).await.unwrap());
    assert!(!table.propose(&healing(1, "Find"), 6).await.unwrap(), "it is there already");
    let unproved = Healing { proof: Vec::new(), ..healing(1, "Other") };
    assert!(!table.propose(&unproved, 7).await.unwrap(), "nothing is kept without proof");
    let id = table.all(Some(HealingState::Open)).await.unwrap()[0].id;
    table.refuse(id, 8).await.unwrap();
    assert!(!table.propose(&healing(1, "Find"), 9).await.unwrap(), "what was refused is not asked again");
    assert!(table.all(Some(HealingState::Open)).await.unwrap().is_empty());
    assert_eq!(table.get(id).await.unwrap().unwrap().state, HealingState::Refused);
    assert!(matches!(table.refuse(77, 9).await, Err(StoreError::Missing { what: "healing", .. })));
    let stranger = table.propose(&healing(9, "Find"), 9).await;
    assert!(matches!(stranger, Err(StoreError::Missing { what: "skill", .. })), "{stranger:?}");
}

#[tokio::test]
async fn accepting_makes_a_version_and_closes_the_rest() {
    let (_home, store) = store().await;
    let before = skill(1, "search");
    store.skills().save(&before, 1).await.unwrap();
    let table = store.healings();
    for name in ["Find", "Look"] {
        table.propose(&healing(1, name), 5).await.unwrap();
    }
    let open = table.all(Some(HealingState::Open)).await.unwrap();
    assert_eq!((open.len(), table.open_of(skill_id(1)).await.unwrap()), (2, 2));
    let mut healed = before.clone();
    healed.steps[0].target = Some(open[1].healing.new.clone());
    let saved = table.accept(open[1].id, &healed, 0, 9).await.unwrap();
    assert_eq!((saved.version, saved.changed), (2, true));
    let states: Vec<_> = table.all(None).await.unwrap().into_iter().map(|one| one.state).collect();
    assert_eq!(states, [HealingState::Outdated, HealingState::Accepted]);
    assert_eq!(store.skills().versions(skill_id(1)).await.unwrap().len(), 2, "the old version stays");
}
