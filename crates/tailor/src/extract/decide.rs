//! New, update or skip against the library (WebXSkill §3.1).

use std::collections::BTreeSet;

use atelier_core::skill::Skill;

use crate::judge::duplicate;

/// What becomes of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    New,
    /// A better version of this skill.
    Update {
        id: atelier_core::ids::SkillId,
    },
    /// The library has it already.
    Skip {
        of: atelier_core::ids::SkillId,
    },
}

/// Share of name tokens that two names have in common.
pub fn jaccard(a: &str, b: &str) -> f64 {
    let (a, b): (BTreeSet<&str>, BTreeSet<&str>) = (a.split('_').collect(), b.split('_').collect());
    let all = a.union(&b).count();
    if all == 0 { 0.0 } else { a.intersection(&b).count() as f64 / all as f64 }
}

/// What the skill does, without its wording, provenance, identity and version.
pub fn same_program(a: &Skill, b: &Skill) -> bool {
    a.site == b.site
        && a.url_pattern == b.url_pattern
        && a.parameters == b.parameters
        && a.steps == b.steps
        && a.postconditions == b.postconditions
        && a.effect == b.effect
        && a.commit_step == b.commit_step
}

/// Equal but for identity and version.
pub fn same_content(a: &Skill, b: &Skill) -> bool {
    same_program(a, b) && a.name == b.name && a.description == b.description && a.provenance == b.provenance
}

/// Decides about one candidate, with the reason: (1) the same name; (2) nearly the same name on the same
/// site. Neighbours by embedding are the duplicate judge's. `threshold` is the least Jaccard similarity.
pub(crate) fn decide(candidate: &Skill, library: &[Skill], threshold: f64) -> (Decision, f64, String) {
    let own: Vec<&Skill> = library.iter().filter(|s| s.site == candidate.site).collect();
    if let Some(known) = own.iter().find(|s| s.name == candidate.name) {
        if same_content(known, candidate) {
            let reason = format!("`{}` is in the library as it is.", known.name);
            return (Decision::Skip { of: known.id }, 1.0, reason);
        }
        let reason = format!("`{}` is in the library; the recordings now say more.", known.name);
        return (Decision::Update { id: known.id }, 1.0, reason);
    }
    let near = own
        .iter()
        .map(|s| (jaccard(&s.name, &candidate.name), *s))
        .filter(|(score, _)| *score >= threshold)
        .max_by(|a, b| a.0.total_cmp(&b.0));
    if let Some((score, known)) = near
        && duplicate::compare(known, candidate).same
    {
        let reason = format!("`{}` does the same under nearly the same name.", known.name);
        return (Decision::Update { id: known.id }, score, reason);
    }
    (Decision::New, 0.0, "Nothing in the library has this name or does the same.".to_owned())
}

#[cfg(test)]
mod tests {
    use super::jaccard;

    #[test]
    fn names_compare_by_their_tokens() {
        assert!((jaccard("search_posts", "search_posts") - 1.0).abs() < 1e-9);
        assert!((jaccard("a_b_c_d", "a_b_c_d_e") - 0.8).abs() < 1e-9);
        assert!(jaccard("open_forum", "open_product") < 0.5);
    }
}
