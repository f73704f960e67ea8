//! Templates: a source intent with the values of its arguments replaced by slots.

use std::collections::BTreeSet;
use std::ops::Range;

use atelier_core::skill::{Skill, SourceIntent};

use super::heads::{Heads, heads};
use super::lexicon;
use super::shape::{Shape, words_of};
use super::units::{self, Unit};
use super::words::{self, Kind, Token};

/// One way to ask for a skill.
#[derive(Clone, Debug)]
pub struct Template {
    /// The source intent as it was said.
    pub text: String,
    pub units: Vec<Unit>,
    pub heads: Heads,
    /// Values of the source intent, one for each parameter (empty where it had none).
    pub values: Vec<Option<String>>,
    /// Made from the skill's name, because nobody asked for it in words yet.
    pub made_up: bool,
}

/// What the planner knows about a skill's wording.
#[derive(Clone, Debug)]
pub struct Profile {
    pub templates: Vec<Template>,
    pub shapes: Vec<Shape>,
    /// Stems of every word that belongs to the skill.
    vocabulary: BTreeSet<String>,
    /// Stems of the words that its guidance uses.
    surroundings: BTreeSet<String>,
    /// Stems of the name of its site.
    site: BTreeSet<String>,
    /// Verbs of name and description.
    pub own_verbs: Vec<String>,
}

impl Profile {
    pub fn of(skill: &Skill) -> Self {
        let parsed: Vec<Parsed<'_>> = skill.provenance.intents.iter().map(|i| Parsed::of(skill, i)).collect();
        let shapes = skill
            .parameters
            .iter()
            .enumerate()
            .map(|(at, parameter)| {
                let seen: Vec<&str> = skill
                    .provenance
                    .intents
                    .iter()
                    .filter_map(|i| i.arguments.get(&parameter.name))
                    .map(String::as_str)
                    .collect();
                let said: Vec<bool> = parsed
                    .iter()
                    .flat_map(|p| {
                        p.slots.iter().filter(|(_, slot)| *slot == at).map(|(run, _)| p.is_quoted(run))
                    })
                    .collect();
                Shape::of(parameter, &seen, &said)
            })
            .collect();
        let mut templates: Vec<Template> = parsed.into_iter().map(|p| p.template(skill)).collect();
        if templates.is_empty() {
            templates.push(made_up(skill));
        }
        let mut vocabulary = BTreeSet::new();
        let own = [skill.name.replace('_', " "), skill.description.clone()];
        let parameters =
            skill.parameters.iter().map(|p| format!("{} {}", p.name.replace('_', " "), p.description));
        // Verbs of command are compared by themselves; as words of the skill they would excuse *comment* the noun.
        let mut learn = |units: &[Unit], heads: &Heads| {
            let words = units.iter().enumerate().filter(|(at, u)| u.slot.is_none() && !heads.holds(*at));
            vocabulary.extend(words.map(|(_, u)| u.meaning.stem.clone()));
        };
        for text in own.into_iter().chain(parameters) {
            let units = units::of_intent(&text);
            learn(&units, &heads(&units));
        }
        for template in &templates {
            learn(&template.units, &template.heads);
        }
        let stems = |text: &str| words_of(text).into_iter().map(|word| lexicon::stem(&word));
        let surroundings = skill.steps.iter().flat_map(|step| stems(&step.guidance)).collect();
        let site = stems(&skill.site).collect();
        Self { templates, shapes, vocabulary, surroundings, site, own_verbs: own_verbs(skill) }
    }

    /// True where the word belongs to the skill's own wording.
    pub fn knows(&self, unit: &Unit) -> bool {
        unit.kind == Kind::Word && self.vocabulary.contains(&unit.meaning.stem)
    }

    /// True where the skill's steps come past the word, though nobody asked with it yet.
    pub fn meets(&self, unit: &Unit) -> bool {
        unit.kind == Kind::Word && self.surroundings.contains(&unit.meaning.stem)
    }

    /// True where the word is the name of the skill's site (*of the shop*).
    pub fn is_site(&self, unit: &Unit) -> bool {
        unit.kind == Kind::Word && !unit.meaning.plural && self.site.contains(&unit.meaning.stem)
    }
}

fn own_verbs(skill: &Skill) -> Vec<String> {
    let name = skill.name.replace('_', " ");
    let mut out: Vec<String> = Vec::new();
    for text in [name.as_str(), skill.description.as_str()] {
        out.extend(heads(&units::of_intent(text)).all.into_iter().map(|head| head.verb));
    }
    out.dedup();
    out
}

struct Parsed<'s> {
    source: &'s SourceIntent,
    tokens: Vec<Token>,
    slots: Vec<(Range<usize>, usize)>,
}

impl<'s> Parsed<'s> {
    fn of(skill: &Skill, source: &'s SourceIntent) -> Self {
        let tokens = words::tokens(&source.text);
        // Long values first, so that a short one does not cut into them.
        let mut order: Vec<(usize, &String)> = skill
            .parameters
            .iter()
            .enumerate()
            .filter_map(|(at, p)| Some((at, source.arguments.get(&p.name)?)))
            .collect();
        order.sort_by_key(|(at, value)| (std::cmp::Reverse(words_of(value).len()), *at));
        let mut slots: Vec<(Range<usize>, usize)> = Vec::new();
        for (at, value) in order {
            if let Some(run) = locate(&tokens, value, &slots) {
                slots.push((run, at));
            }
        }
        slots.sort_by_key(|(run, _)| run.start);
        Self { source, tokens, slots }
    }

    fn is_quoted(&self, run: &Range<usize>) -> bool {
        self.tokens[run.clone()].iter().any(|t| t.kind == Kind::Quoted)
    }

    fn template(self, skill: &Skill) -> Template {
        let units = units::of_tokens(&self.tokens, &self.slots);
        let text = self.source.text.clone();
        let values = skill.parameters.iter().map(|p| self.source.arguments.get(&p.name).cloned()).collect();
        Template { heads: heads(&units), text, units, values, made_up: false }
    }
}

/// The run of tokens that says `value`: in quotation marks first, else the first free one.
fn locate(tokens: &[Token], value: &str, taken: &[(Range<usize>, usize)]) -> Option<Range<usize>> {
    let wanted = words_of(value);
    if wanted.is_empty() {
        return None;
    }
    let free = |run: &Range<usize>| taken.iter().all(|(t, _)| run.end <= t.start || t.end <= run.start);
    let mut plain = None;
    for start in 0..tokens.len() {
        if matches!(tokens[start].kind, Kind::Mark | Kind::Possessive) {
            continue;
        }
        let Some(run) = run_at(tokens, start, value, &wanted).filter(free) else {
            continue;
        };
        if tokens[start].kind == Kind::Quoted {
            return Some(run);
        }
        plain = plain.or(Some(run));
    }
    plain
}

fn run_at(tokens: &[Token], start: usize, value: &str, wanted: &[String]) -> Option<Range<usize>> {
    let first = &tokens[start];
    let whole = first.value.eq_ignore_ascii_case(value.trim());
    let number =
        lexicon::number_word(&first.value.to_lowercase()).is_some_and(|n| n.to_string() == value.trim());
    let last = first.kind == Kind::Path
        && first.value.trim_end_matches('/').rsplit('/').next().is_some_and(|l| words_of(l) == wanted);
    if whole || number || last {
        return Some(start..start + 1);
    }
    let mut said: Vec<String> = Vec::new();
    for (at, token) in tokens.iter().enumerate().skip(start) {
        if token.kind != Kind::Mark {
            said.extend(words_of(&token.value));
        }
        if said.len() >= wanted.len() {
            let same = said == wanted
                || said.len() == wanted.len()
                    && said
                        .iter()
                        .zip(wanted)
                        .all(|(a, b)| a.len() > 3 && lexicon::stem(a) == lexicon::stem(b));
            return same.then_some(start..at + 1);
        }
    }
    None
}

/// A template from the name and the parameters: *search posts query <query>*.
fn made_up(skill: &Skill) -> Template {
    let mut text = skill.name.replace('_', " ");
    let mut units = units::of_intent(&text);
    for (at, parameter) in skill.parameters.iter().enumerate() {
        let words = parameter.name.replace('_', " ");
        let start = text.len();
        text.push_str(&format!(" {words} <{words}>"));
        let mut more = units::of_intent(&words);
        for unit in &mut more {
            unit.range = unit.range.start + start + 1..unit.range.end + start + 1;
        }
        units.append(&mut more);
        units.push(Unit::slot(start + 2 + words.len()..text.len(), at));
    }
    Template { heads: heads(&units), text, units, values: vec![None; skill.parameters.len()], made_up: true }
}
