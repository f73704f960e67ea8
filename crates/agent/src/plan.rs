//! The local planner: finds the skill that does what an intent asks, and its arguments, without a model.
//!
//! | module | holds |
//! |---|---|
//! | [`words`] | tokens of an intent |
//! | [`lexicon`] | groups of words of one meaning, opposites apart |
//! | [`units`] | tokens with their meaning, phrases joined |
//! | [`heads`] | commanded verbs, questions, denial |
//! | [`template`] | source intents with slots for their arguments |
//! | [`shape`] | what values of a parameter look like |
//! | [`align`] | which words of the intent fill which slot |
//! | [`judge`] | whether verbs and things agree, and what is left over |
//!
//! A skill fits when its verbs are the task's verbs, nothing of weight is left over on either side, every
//! required parameter has a value, and the embedding agrees. Everything else is a refusal with its reason.

mod align;
mod heads;
mod judge;
mod lexicon;
mod shape;
mod template;
mod units;
mod words;

use atelier_core::intent;
use atelier_core::skill::{ParameterKind, Skill};
use atelier_core::task::{MissingInput, NearSkill};
use atelier_core::template::Bindings;
use atelier_embed::{Embedder, cosine};

use crate::error::AgentError;
use judge::{Balance, Clash};
use template::{Profile, Template};
use units::Unit;

/// What the planner decided.
#[derive(Clone, Debug, PartialEq)]
pub enum Plan<'a> {
    /// Run this skill with these arguments.
    Run(Chosen<'a>),
    /// This skill would do it, but the task does not say these parameters.
    Missing { chosen: Chosen<'a>, missing: Vec<MissingInput> },
    /// No active skill does it.
    NoFit { reason: String, nearest: Vec<NearSkill> },
}

/// A skill with the arguments the task gives it.
#[derive(Clone, Debug, PartialEq)]
pub struct Chosen<'a> {
    pub skill: &'a Skill,
    pub arguments: Bindings,
    /// Cosine similarity of the intent to the nearest source intent with the same arguments, 0 to 1.
    pub similarity: f64,
    /// One sentence for people.
    pub why: String,
}

/// Limits of a fit. They belong to the embedding model; these are for `all-MiniLM-L6-v2`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Weight of words that only the task says.
    pub left_over: f64,
    /// Weight of words that only the source intent says.
    pub lacking: f64,
    /// Share of shared words.
    pub coverage: f64,
    /// Least similarity of the intent to a source intent or the docstring.
    pub similarity: f64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { left_over: 0.65, lacking: 0.9, coverage: 0.6, similarity: 0.35 }
    }
}

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Wish<'a> {
    pub intent: &'a str,
    /// Values the user gave beside the intent.
    pub inputs: &'a Bindings,
}

/// The planner over one embedding model.
#[derive(Clone, Copy)]
pub struct Planner<'e> {
    embedder: &'e dyn Embedder,
    limits: Limits,
}

impl std::fmt::Debug for Planner<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Planner")
            .field("model", &self.embedder.model_id())
            .field("limits", &self.limits)
            .finish()
    }
}

/// One skill held against the intent.
struct Reading<'a> {
    skill: &'a Skill,
    /// The best template's source with the task's values in its slots.
    as_source: String,
    source: String,
    arguments: Bindings,
    missing: Vec<MissingInput>,
    balance: Balance,
    clash: Option<Clash>,
    similarity: f64,
}

impl<'e> Planner<'e> {
    /// A planner with the limits of the bundled model.
    #[must_use]
    pub fn new(embedder: &'e dyn Embedder) -> Self {
        Self { embedder, limits: Limits::default() }
    }

    /// The same with other limits.
    #[must_use]
    pub const fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Plans. `active` are the skills of the site the task starts on, those of the start page first: where
    /// two fit equally well, the earlier is taken.
    ///
    /// # Errors
    /// [`AgentError::Embed`] when the embedding fails.
    pub fn plan<'a>(&self, wish: Wish<'_>, active: &[&'a Skill]) -> Result<Plan<'a>, AgentError> {
        let text = wish.intent.trim();
        if text.is_empty() {
            return Ok(Plan::NoFit {
                reason: "The task is empty; say what should be done.".into(),
                nearest: vec![],
            });
        }
        if active.is_empty() {
            let reason = "No skill of this site is active; tailor skills from trajectories of it first.";
            return Ok(Plan::NoFit { reason: reason.into(), nearest: vec![] });
        }
        let units = units::of_intent(text);
        let mut readings: Vec<Reading<'a>> =
            active.iter().map(|skill| read(text, &units, wish.inputs, skill)).collect();
        self.compare(text, &mut readings)?;
        Ok(self.decide(readings))
    }

    /// Fills in the similarities.
    fn compare(&self, text: &str, readings: &mut [Reading<'_>]) -> Result<(), AgentError> {
        let (masked, _) = intent::normalise(text);
        let docs: Vec<String> = readings.iter().map(|r| r.skill.docstring()).collect();
        let mut texts: Vec<&str> = vec![&masked];
        for (reading, doc) in readings.iter().zip(&docs) {
            texts.extend([reading.source.as_str(), reading.as_source.as_str(), doc.as_str()]);
        }
        let vectors = self.embedder.embed(&texts)?;
        let Some((whole, rest)) = vectors.split_first() else {
            return Ok(());
        };
        for (reading, vectors) in readings.iter_mut().zip(rest.chunks_exact(3)) {
            let to_source = cosine(&vectors[0], &vectors[1]);
            reading.similarity = to_source.max(cosine(whole, &vectors[2]));
        }
        Ok(())
    }

    fn decide<'a>(&self, mut readings: Vec<Reading<'a>>) -> Plan<'a> {
        let fits: Vec<usize> = (0..readings.len()).filter(|at| self.fits(&readings[*at])).collect();
        let rank = |at: &usize| rank(&readings[*at]);
        let best = fits.iter().copied().reduce(|a, b| if rank(&b) > rank(&a) + 1e-6 { b } else { a });
        let Some(at) = best else {
            return self.refuse(&readings);
        };
        let reading = readings.swap_remove(at);
        let why = why(&reading);
        let Reading { skill, arguments, missing, similarity, .. } = reading;
        let chosen = Chosen { skill, arguments, similarity, why };
        if missing.is_empty() { Plan::Run(chosen) } else { Plan::Missing { chosen, missing } }
    }

    fn fits(&self, reading: &Reading<'_>) -> bool {
        let b = &reading.balance;
        let limits = self.limits;
        // A question back needs a surer fit than a run that has everything it needs.
        let strict = if reading.missing.is_empty() { 1.0 } else { 0.5 };
        // Short wordings of one meaning (*take me to*, *go to*) can be far apart for the model.
        let perfect = b.left_over < 0.1 && b.coverage() >= 0.8;
        reading.clash.is_none()
            && b.left_over <= limits.left_over * strict
            && b.lacking <= limits.lacking * strict
            && b.coverage() >= limits.coverage
            && reading.similarity >= limits.similarity - if perfect { 0.2 } else { 0.0 }
    }

    fn refuse<'a>(&self, readings: &[Reading<'a>]) -> Plan<'a> {
        let mut order: Vec<&Reading<'_>> = readings.iter().collect();
        order.sort_by(|a, b| near(b).total_cmp(&near(a)));
        let nearest: Vec<NearSkill> = order
            .iter()
            .take(3)
            .map(|r| NearSkill {
                name: r.skill.name.clone(),
                similarity: thousandths(r.similarity),
                why: self.against(r),
            })
            .collect();
        let reason = nearest.first().map_or_else(
            || "No active skill does this.".to_owned(),
            |near| format!("No active skill does this. The nearest is `{}`, but {}.", near.name, near.why),
        );
        Plan::NoFit { reason, nearest }
    }

    /// What speaks against a skill, as the end of a sentence.
    fn against(&self, reading: &Reading<'_>) -> String {
        let b = &reading.balance;
        let quoted =
            |words: &[String]| words.iter().take(3).map(|w| format!("“{w}”")).collect::<Vec<_>>().join(", ");
        match &reading.clash {
            Some(Clash::Denied) => return "the task says not to do something".into(),
            Some(Clash::Verb { asked, does }) => {
                return format!("the task says “{asked}”, the skill does “{does}”");
            }
            Some(Clash::NoCommand { does }) => return format!("the task does not say to “{does}”"),
            Some(Clash::Further { asked }) => return format!("the task also says “{asked}”"),
            None => {}
        }
        if b.left_over > self.limits.left_over && !b.extra.is_empty() {
            format!("it does not cover {}", quoted(&b.extra))
        } else if b.lacking > self.limits.lacking && !b.missing.is_empty() {
            format!("it is about {}", quoted(&b.missing))
        } else if let Some(missing) = reading.missing.first() {
            format!("the task does not say `{}`", missing.name)
        } else {
            "the wording is too far from what it was made for".into()
        }
    }
}

fn rank(reading: &Reading<'_>) -> f64 {
    let missing = 0.25 * reading.missing.len() as f64;
    0.45 * reading.similarity + 0.55 * reading.balance.coverage() - missing
}

fn near(reading: &Reading<'_>) -> f64 {
    let agrees = if reading.clash.is_none() { 0.2 } else { 0.0 };
    0.6 * reading.similarity + 0.4 * reading.balance.coverage() + agrees - 0.1 * reading.missing.len() as f64
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // clamped to 0..=1000
fn thousandths(similarity: f64) -> u32 {
    (similarity.clamp(0.0, 1.0) * 1000.0).round() as u32
}

fn why(reading: &Reading<'_>) -> String {
    let values: Vec<String> =
        reading.arguments.iter().map(|(name, value)| format!("{name} “{value}”")).collect();
    if values.is_empty() {
        format!("asked like “{}”", reading.source)
    } else {
        format!("asked like “{}”, with {}", reading.source, values.join(", "))
    }
}

/// Holds one skill against the intent: the best of its templates.
fn read<'a>(text: &str, units: &[Unit], inputs: &Bindings, skill: &'a Skill) -> Reading<'a> {
    let profile = Profile::of(skill);
    let heads = heads::heads(units);
    let free: Vec<bool> = skill.parameters.iter().map(|p| inputs.contains_key(&p.name)).collect();
    let mut best: Option<(f64, Reading<'a>)> = None;
    for template in &profile.templates {
        let clash = judge::clash(&heads, units, template, &profile);
        let found = align::align(text, units, template, &profile.shapes, &free, clash.is_none());
        let balance = judge::weigh(units, &heads, &found, template, &profile, clash.is_none());
        let (arguments, missing) = bind(skill, &profile, &found, inputs);
        let score = balance.coverage()
            - 0.15 * missing.len() as f64
            - if clash.is_some() { 1.0 } else { 0.0 }
            - 0.1 * (balance.left_over + balance.lacking);
        if best.as_ref().is_none_or(|(b, _)| score > *b + 1e-9) {
            let as_source = with_values(text, units, &found, template);
            let source = template.text.clone();
            best = Some((
                score,
                Reading { skill, as_source, source, arguments, missing, balance, clash, similarity: 0.0 },
            ));
        }
    }
    // A profile always has a template; an empty reading would fit nothing.
    best.map_or_else(
        || Reading {
            skill,
            as_source: String::new(),
            source: String::new(),
            arguments: Bindings::new(),
            missing: Vec::new(),
            balance: Balance::default(),
            clash: Some(Clash::Denied),
            similarity: 0.0,
        },
        |(_, reading)| reading,
    )
}

/// Arguments from the fills and the user's inputs; what is required and has no value.
fn bind(
    skill: &Skill,
    profile: &Profile,
    found: &align::Alignment,
    inputs: &Bindings,
) -> (Bindings, Vec<MissingInput>) {
    let mut arguments = Bindings::new();
    let mut missing = Vec::new();
    for (at, parameter) in skill.parameters.iter().enumerate() {
        let shape = &profile.shapes[at];
        let given =
            inputs.get(&parameter.name).map(|v| shape.option(v).unwrap_or_else(|| shape.dress(v, true)));
        let said = || found.fills[at].as_ref().map(|fill| fill.value.clone());
        // The entry of the keychain that the recording used.
        let entry = || {
            let secret = parameter.kind == ParameterKind::Secret;
            parameter.examples.first().filter(|_| secret).cloned()
        };
        match given.or_else(said).or_else(|| constant(profile, at)).or_else(entry) {
            Some(value) => {
                arguments.insert(parameter.name.clone(), value);
            }
            None if parameter.required => missing.push(MissingInput {
                name: parameter.name.clone(),
                description: parameter.description.clone(),
                options: parameter.options.clone(),
            }),
            None => {}
        }
    }
    (arguments, missing)
}

/// The value of a parameter that no recording ever said and that was the same in several of them.
fn constant(profile: &Profile, at: usize) -> Option<String> {
    let silent = profile.templates.iter().all(|t| t.units.iter().all(|u| u.slot != Some(at)));
    let values: Vec<&String> = profile.templates.iter().filter_map(|t| t.values[at].as_ref()).collect();
    let first = *values.first()?;
    (silent
        && values.len() > 1
        && values.len() == profile.templates.len()
        && values.iter().all(|v| *v == first))
    .then(|| first.clone())
}

/// The intent with the source intent's values in place of its own, so that only the wording is compared.
fn with_values(text: &str, units: &[Unit], found: &align::Alignment, template: &Template) -> String {
    let mut runs: Vec<(std::ops::Range<usize>, &str)> = Vec::new();
    for (at, fill) in found.fills.iter().enumerate() {
        let (Some(fill), Some(value)) = (fill, &template.values[at]) else {
            continue;
        };
        let said = template.units.iter().find(|u| u.slot == Some(at));
        let as_said = said.and_then(|u| template.text.get(u.range.clone())).unwrap_or(value);
        runs.push((units[fill.run.start].range.start..units[fill.run.end - 1].range.end, as_said));
    }
    runs.sort_by_key(|(range, _)| range.start);
    let mut out = String::new();
    let mut at = 0;
    for (range, value) in runs {
        out.push_str(text.get(at..range.start).unwrap_or_default());
        out.push_str(value);
        at = range.end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

#[cfg(test)]
mod tests;
