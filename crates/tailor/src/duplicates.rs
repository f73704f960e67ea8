//! Which of two skills that do the same stays (AutoTailor §3.1).

use std::collections::BTreeMap;

use atelier_core::ids::SkillId;
use atelier_core::skill::{Skill, SourceIntent};
use atelier_core::trajectory::Outcome;
use atelier_embed::Rows;

/// What the survivor rule looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contender {
    /// The user pinned it.
    pub pinned: bool,
    pub outcome: Outcome,
    /// Cut from a whole recording, not a stretch of one.
    pub whole: bool,
    /// Meaningful actions.
    pub steps: usize,
    /// Place in collection order.
    pub order: usize,
}

/// True where `a` stays and `b` goes: the pinned one, else the more complete trajectory, else fewer
/// interaction steps, else the earlier one.
pub fn survives(a: &Contender, b: &Contender) -> bool {
    let rank =
        |c: &Contender| (!c.pinned, crate::extract::incompleteness(c.outcome), !c.whole, c.steps, c.order);
    rank(a) <= rank(b)
}

/// True where the user said that these two are no duplicates.
pub fn kept_apart(memory: &[(SkillId, SkillId)], a: SkillId, b: SkillId) -> bool {
    memory.iter().any(|(x, y)| (*x == a && *y == b) || (*x == b && *y == a))
}

/// Pairs of one cluster strictly above the threshold, in collection order, with their similarity.
pub fn pairs(vectors: &[Vec<f32>], clusters: &[usize], threshold: f64) -> Vec<(usize, usize, f64)> {
    let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (at, cluster) in clusters.iter().enumerate().take(vectors.len()) {
        members.entry(*cluster).or_default().push(at);
    }
    let mut out = Vec::new();
    for members in members.values() {
        let width = vectors[members[0]].len();
        let rows = Rows::of(width, members.iter().map(|at| vectors[*at].as_slice()));
        for (n, &a) in members.iter().enumerate() {
            for (roughly, &b) in rows.cosines(rows.row(n), n + 1).into_iter().zip(&members[n + 1..]) {
                if f64::from(roughly + Rows::ERROR) <= threshold {
                    continue;
                }
                let similarity = crate::cluster::similarity(&vectors[a], &vectors[b]);
                if similarity > threshold {
                    out.push((a, b, similarity));
                }
            }
        }
    }
    out.sort_unstable_by_key(|(a, b, _)| (*a, *b));
    out
}

/// What people asked for in the dropped skill's recordings, as arguments of the survivor. Nothing where the
/// parameters cannot be told to be the same.
pub fn inherited(survivor: &Skill, dropped: &Skill) -> Vec<SourceIntent> {
    let map: Option<Vec<(String, String)>> = dropped
        .parameters
        .iter()
        .map(|p| {
            let by_name = survivor.parameters.iter().find(|q| q.name == p.name && q.kind == p.kind);
            let only = match (&survivor.parameters[..], &dropped.parameters[..]) {
                ([one], [_]) if one.kind == p.kind => Some(one),
                _ => None,
            };
            by_name.or(only).map(|q| (p.name.clone(), q.name.clone()))
        })
        .collect();
    let Some(map) = map.filter(|map| map.len() == survivor.parameters.len()) else {
        return Vec::new();
    };
    let rename = |intent: &SourceIntent| SourceIntent {
        text: intent.text.clone(),
        arguments: intent
            .arguments
            .iter()
            .filter_map(|(name, value)| {
                let (_, to) = map.iter().find(|(from, _)| from == name)?;
                Some((to.clone(), value.clone()))
            })
            .collect(),
    };
    let known = &survivor.provenance.intents;
    dropped.provenance.intents.iter().map(rename).filter(|intent| !known.contains(intent)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ONE: Contender =
        Contender { pinned: false, outcome: Outcome::Success, whole: true, steps: 4, order: 1 };

    #[test]
    fn completeness_then_brevity_then_age() {
        let failed = Contender { outcome: Outcome::Failure, steps: 1, order: 0, ..ONE };
        assert!(survives(&ONE, &failed) && !survives(&failed, &ONE));
        let longer = Contender { steps: 5, order: 0, ..ONE };
        assert!(survives(&ONE, &longer) && !survives(&longer, &ONE));
        let later = Contender { order: 2, ..ONE };
        assert!(survives(&ONE, &later) && !survives(&later, &ONE));
        let pinned = Contender { pinned: true, outcome: Outcome::Failure, order: 9, ..ONE };
        assert!(survives(&pinned, &ONE));
    }

    /// Each rule decides only where all before it are equal, and then against all after it.
    #[test]
    fn each_tie_goes_to_the_next_rule() {
        let worst = Contender { pinned: false, outcome: Outcome::Failure, whole: false, steps: 9, order: 9 };
        let best = Contender { pinned: true, outcome: Outcome::Success, whole: true, steps: 1, order: 1 };
        let ladder = [
            (Contender { pinned: true, ..worst }, Contender { pinned: false, ..best }),
            (
                Contender { outcome: Outcome::Success, ..worst },
                Contender { outcome: Outcome::Unknown, pinned: false, ..best },
            ),
            (
                Contender { outcome: Outcome::Unknown, ..worst },
                Contender { outcome: Outcome::Failure, pinned: false, ..best },
            ),
            (
                Contender { whole: true, ..worst },
                Contender { whole: false, pinned: false, outcome: Outcome::Failure, ..best },
            ),
            (Contender { steps: 3, ..worst }, Contender { steps: 4, order: 0, ..worst }),
            (Contender { order: 3, ..worst }, Contender { order: 4, ..worst }),
        ];
        for (n, (stays, goes)) in ladder.iter().enumerate() {
            assert!(survives(stays, goes) && !survives(goes, stays), "rung {n}");
        }
    }

    #[test]
    fn exactly_the_threshold_is_no_pair() {
        let at = |c: f32| vec![c, (1.0 - c * c).sqrt()];
        assert!(pairs(&[at(1.0), at(0.8)], &[0, 0], 0.80).is_empty());
        assert_eq!(pairs(&[at(1.0), at(0.8001)], &[0, 0], 0.80).len(), 1);
        assert!(pairs(&[at(1.0), at(0.9)], &[0, 1], 0.80).is_empty(), "only inside a cluster");
    }

    #[test]
    fn the_users_word_counts_in_both_orders() {
        let id = |n| SkillId::new(uuid::Uuid::from_u128(n));
        let memory = [(id(1), id(2))];
        assert!(kept_apart(&memory, id(1), id(2)) && kept_apart(&memory, id(2), id(1)));
        assert!(!kept_apart(&memory, id(1), id(3)));
    }

    proptest! {
        #[test]
        fn one_of_two_survives(pin in any::<(bool, bool)>(), whole in any::<(bool, bool)>(), steps in (1_usize..9, 1_usize..9)) {
            let a = Contender { pinned: pin.0, whole: whole.0, steps: steps.0, order: 0, ..ONE };
            let b = Contender { pinned: pin.1, whole: whole.1, steps: steps.1, order: 1, ..ONE };
            prop_assert!(survives(&a, &b) != survives(&b, &a));
        }
    }
}
