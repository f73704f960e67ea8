//! The model's words on a skill that was made from the recording.

use atelier_core::skill::Skill;

use super::ask::Proposal;

/// Longest description that is taken over, in characters.
const DESCRIPTION: usize = 300;

/// Gives name, description and parameter names. Where the skill is not sound with the new parameter names, it
/// keeps its own.
pub(super) fn give<'a>(
    skill: &mut Skill,
    proposal: &Proposal,
    taken: impl Iterator<Item = &'a Skill> + Clone,
) {
    skill.name = super::super::unique(&proposal.name, &skill.site, taken);
    skill.description = proposal.description.split_whitespace().collect::<Vec<_>>().join(" ");
    skill.description = skill.description.chars().take(DESCRIPTION).collect();
    for value in &proposal.values {
        let same = |example: &String| example.trim() == value.text.trim();
        let found = skill.parameters.iter().find(|p| p.examples.iter().any(same)).map(|p| p.name.clone());
        let free = !skill.parameters.iter().any(|p| p.name == value.name);
        if let Some(old) = found.filter(|old| free && *old != value.name)
            && let Some(renamed) = renamed(skill, &old, &value.name)
        {
            *skill = renamed;
        }
    }
}

/// The skill with another name for a parameter, everywhere; none where it would not be sound.
fn renamed(skill: &Skill, old: &str, new: &str) -> Option<Skill> {
    let text = serde_json::to_string(skill).ok()?;
    let text = text.replace(&format!("{{{{{old}}}}}"), &format!("{{{{{new}}}}}"));
    let mut out: Skill = serde_json::from_str(&text).ok()?;
    for parameter in out.parameters.iter_mut().filter(|p| p.name == old) {
        new.clone_into(&mut parameter.name);
    }
    for intent in &mut out.provenance.intents {
        if let Some(value) = intent.arguments.remove(old) {
            intent.arguments.insert(new.to_owned(), value);
        }
    }
    out.check().is_ok().then_some(out)
}
