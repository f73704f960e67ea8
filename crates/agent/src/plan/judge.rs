//! Whether a skill does what an intent asks: verbs and things must agree, and neither side may say more.
//!
//! The judgement is lexical on purpose. Embeddings rank; they cannot tell *subscribe* from *unsubscribe*, or
//! a question about comments from the wish to write one. A doubtful fit is a refusal: doing the wrong thing
//! costs more than doing nothing.

use super::align::Alignment;
use super::heads::{Head, Heads};
use super::lexicon;
use super::template::{Profile, Template};
use super::units::Unit;
use super::words::Kind;

/// Weight of words on either side that the other side does not say.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Balance {
    pub shared: f64,
    /// Said by the task only.
    pub left_over: f64,
    /// Said by the template only.
    pub lacking: f64,
    /// Words behind `left_over`, heaviest first.
    pub extra: Vec<String>,
    /// Words behind `lacking`.
    pub missing: Vec<String>,
}

impl Balance {
    /// Share of what is said on both sides, 0 to 1.
    pub fn coverage(&self) -> f64 {
        let all = self.shared + self.left_over + self.lacking;
        if all <= 0.0 { 0.0 } else { self.shared / all }
    }
}

/// Why verbs do not agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clash {
    /// The task denies something.
    Denied,
    /// The task asks for this verb, the skill does not do it.
    Verb { asked: String, does: String },
    /// The task commands nothing, the skill would do this.
    NoCommand { does: String },
    /// The task wants something beside what the skill does.
    Further { asked: String },
}

/// Compares the verbs of an intent with those of a template, and with the skill's own name and description.
pub fn clash(intent: &Heads, units: &[Unit], template: &Template, profile: &Profile) -> Option<Clash> {
    if intent.negated && !template.heads.negated {
        return Some(Clash::Denied);
    }
    let asked = intent.wishes();
    let done = template.heads.wishes();
    let own: Vec<&str> = profile.own_verbs.iter().map(String::as_str).collect();
    let list = |heads: &[&Head]| heads.iter().map(|h| word_of(&h.verb)).collect::<Vec<_>>().join(" and ");
    let does =
        if done.is_empty() { own.first().map_or_else(String::new, |v| word_of(v)) } else { list(&done) };
    if asked.is_empty() {
        let reading = |verb: &str| matches!(verb, "ask" | "show" | "find" | "search" | "open");
        let asks =
            done.iter().all(|h| h.verb == "ask") && (!done.is_empty() || own.iter().all(|v| reading(v)));
        return if asks || (done.is_empty() && !template.made_up) {
            None
        } else {
            Some(Clash::NoCommand { does })
        };
    }
    let wanted: Vec<&str> =
        if done.is_empty() { own.clone() } else { done.iter().map(|h| h.verb.as_str()).collect() };
    // A verb that is only akin must suit the skill's own wording too: *find* may open a page or search.
    let names =
        |units: &[Unit], action: &str| units.iter().any(|u| lexicon::action_of(&u.word) == Some(action));
    let suits = |asked: &str, verb: &str| {
        // *Write to ada* is no way to write a post: a light verb needs the noun of the other one.
        let said = match (lexicon::is_light(asked), lexicon::is_light(verb)) {
            (true, false) if lexicon::is_wordy(verb) => names(units, verb),
            (false, true) if lexicon::is_wordy(asked) => names(&template.units, asked),
            _ => true,
        };
        asked == verb
            || agrees(asked, verb) && said && (own.is_empty() || own.iter().any(|own| agrees(asked, own)))
    };
    for head in &asked {
        if !wanted.iter().any(|verb| suits(&head.verb, verb)) {
            let asked_word =
                units.get(head.at).map_or_else(|| word_of(&head.verb), |u| u.value.to_lowercase());
            // Several commands of which one is the skill's are more than the skill does.
            let some = asked.iter().any(|h| wanted.iter().any(|verb| agrees(&h.verb, verb)));
            return Some(if some && asked.len() > 1 {
                Clash::Further { asked: asked_word }
            } else {
                Clash::Verb { asked: asked_word, does }
            });
        }
    }
    // What the skill does must be asked for, all of it.
    if !done.is_empty()
        && let Some(silent) = done.iter().find(|d| !asked.iter().any(|a| agrees(&a.verb, &d.verb)))
    {
        let asked_word = asked.first().map_or_else(String::new, |h| word_of(&h.verb));
        return Some(Clash::Verb { asked: asked_word, does: word_of(&silent.verb) });
    }
    // A part of a longer recording carries the whole recording's intent: several wishes need the skill's word.
    if asked.len() > 1
        && !own.is_empty()
        && let Some(other) = asked.iter().find(|h| !own.iter().any(|verb| agrees(&h.verb, verb)))
    {
        return Some(Clash::Further { asked: word_of(&other.verb) });
    }
    None
}

fn agrees(a: &str, b: &str) -> bool {
    lexicon::akin(a, b)
}

fn word_of(verb: &str) -> String {
    verb.strip_prefix("un:").map_or_else(|| verb.to_owned(), |base| format!("un{base}"))
}

/// Weighs what both sides say, apart from verbs of command and values. `agree`: the verbs agree.
pub fn weigh(
    intent: &[Unit],
    heads: &Heads,
    found: &Alignment,
    template: &Template,
    profile: &Profile,
    agree: bool,
) -> Balance {
    let in_slot = |at: usize| found.fills.iter().flatten().any(|fill| fill.run.contains(&at));
    let mut balance = Balance::default();
    let mut used = vec![false; template.units.len()];
    // A verb of command counts as one shared word: that the verbs agree was decided before.
    if agree && !heads.all.is_empty() && !template.heads.all.is_empty() {
        balance.shared += 1.0;
    }
    balance.shared += found.fills.iter().flatten().map(|fill| fill.score.clamp(0.0, 1.0)).sum::<f64>();
    let mut extra: Vec<(f64, String)> = Vec::new();
    let one_of_many = |unit: &Unit, t: &Unit| {
        unit.meaning.thing.is_some()
            && unit.meaning.thing == t.meaning.thing
            && unit.meaning.plural != t.meaning.plural
    };
    let ranked = intent.iter().any(|u| u.meaning.qualifier.is_some_and(|(family, _)| family == "rank"));
    for (at, unit) in intent.iter().enumerate() {
        if in_slot(at) || !unit.is_content() || silent(heads, intent, at) {
            continue;
        }
        let best = template
            .units
            .iter()
            .enumerate()
            .filter(|(other, _)| !used[*other] && !silent(&template.heads, &template.units, *other))
            // *The newest post* is one, *the newest posts* are a list; *the forum books* is one, *forums* are not.
            .filter(|(other, t)| !(one_of_many(unit, t) && (ranked || calls_a_slot(&template.units, *other))))
            .map(|(other, t)| (unit.likeness(t), other))
            .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
        match best {
            Some((likeness, other)) if likeness >= 0.8 => {
                used[other] = true;
                balance.shared += likeness * unit.weight();
            }
            // *How much does it cost* says the price twice.
            _ if again(unit, template, &used) && !cut_off(intent, found, at) => {}
            _ => {
                let weight = unit.weight()
                    * if cut_off(intent, found, at)
                        || unit.meaning.thing.is_some() && unit.meaning.plural && calls_one(unit, template)
                    {
                        1.0
                    } else {
                        stray(unit, profile, template, heads)
                    };
                balance.left_over += weight;
                extra.push((weight, unit.value.clone()));
            }
        }
    }
    for (fill, shape) in found.fills.iter().zip(&profile.shapes) {
        let Some(fill) = fill else { continue };
        let quoted = intent[fill.run.start].kind == Kind::Quoted;
        if fill.score < 0.2 || fill.strange {
            balance.left_over += 0.7;
            extra.push((0.7, fill.value.clone()));
        } else if quoted && shape.bare {
            // A title where so far there were names only.
            balance.left_over += 0.35;
            extra.push((0.35, fill.value.clone()));
        }
    }
    for (at, unit) in template.units.iter().enumerate() {
        if used[at] || !unit.is_content() || silent(&template.heads, &template.units, at) {
            continue;
        }
        // A head noun on the task's side (*leave a comment*) says the same thing.
        if heads.all.iter().any(|h| h.noun.is_some_and(|noun| intent[noun].likeness(unit) >= 0.8)) {
            continue;
        }
        let share = if template.made_up {
            0.25
        } else if names_a_place(&template.units, at) {
            0.3
        } else if calls_a_slot(&template.units, at) {
            0.4
        } else {
            1.0
        };
        balance.lacking += unit.weight() * share;
        balance.missing.push(unit.value.clone());
    }
    extra.sort_by(|a, b| b.0.total_cmp(&a.0));
    balance.extra = extra.into_iter().filter(|(weight, _)| *weight >= 0.3).map(|(_, word)| word).collect();
    balance
}

/// True for a noun right beside a slot (*the forum books*): the value speaks for itself without it.
fn calls_a_slot(units: &[Unit], at: usize) -> bool {
    let named = |u: &&Unit| !matches!(u.word.as_str(), "named" | "called" | "titled" | "entitled");
    let is_slot = |u: Option<&Unit>| u.is_some_and(|u| u.slot.is_some());
    units[at].meaning.thing.is_some()
        && (is_slot(units[at + 1..].iter().find(named))
            || is_slot(at.checked_sub(1).map(|before| &units[before])))
}

/// True for a word of no known meaning after a preposition (*in the back office*): it says where on the site the
/// source did it, and another person may not say it.
fn names_a_place(units: &[Unit], at: usize) -> bool {
    let unknown = |u: &Unit| u.kind == Kind::Word && !u.is_known() && !u.capital && u.slot.is_none();
    let leads = |u: &Unit| matches!(u.word.as_str(), "in" | "on" | "at" | "from");
    let before = units[..at].iter().rev().find(|u| u.meaning.preposition || !unknown(u));
    unknown(&units[at]) && before.is_some_and(leads)
}

/// True for a word of command; *how many* still says what is asked.
fn silent(heads: &Heads, units: &[Unit], at: usize) -> bool {
    let counts = matches!(units[at].meaning.thing, Some("count" | "price" | "date" | "user"));
    heads.holds(at) && !counts
}

/// True where the template has the same noun beside a slot, as the name of one thing.
fn calls_one(unit: &Unit, template: &Template) -> bool {
    template.units.iter().enumerate().any(|(at, t)| {
        t.meaning.thing == unit.meaning.thing && !t.meaning.plural && calls_a_slot(&template.units, at)
    })
}

/// True for a word right after a bare value: the value may go on there (*cash on delivery*).
fn cut_off(intent: &[Unit], found: &Alignment, at: usize) -> bool {
    let ends_at = |end: usize| {
        found
            .fills
            .iter()
            .flatten()
            .any(|fill| fill.run.end == end && intent[fill.run.start].kind == Kind::Word)
    };
    ends_at(at) || (at > 0 && intent[at - 1].meaning.preposition && ends_at(at - 1))
}

/// True where the word repeats one that both sides said.
fn again(unit: &Unit, template: &Template, used: &[bool]) -> bool {
    unit.kind == Kind::Word
        && template.units.iter().zip(used).any(|(t, used)| *used && unit.likeness(t) >= 0.8)
}

/// How much of a word's weight counts when the template does not say it.
fn stray(unit: &Unit, profile: &Profile, template: &Template, heads: &Heads) -> f64 {
    if unit.kind != Kind::Word || unit.meaning.negation {
        return 1.0;
    }
    if let Some((family, name)) = unit.meaning.qualifier {
        // *Find all posts* finds posts; *upvote all posts* is something else.
        if name == "all" && heads.wishes().iter().all(|h| lexicon::is_leading(&h.verb) || h.verb == "ask") {
            return 0.3;
        }
        let says_family =
            template.units.iter().any(|t| t.meaning.qualifier.is_some_and(|(other, _)| other == family));
        return match (says_family, profile.meets(unit)) {
            (true, _) => 2.0,
            (false, true) => 0.5,
            (false, false) => 1.0,
        };
    }
    if profile.is_site(unit) && unit.meaning.thing.is_none() {
        return 0.1;
    }
    if unit.capital && !unit.is_known() {
        return 1.0;
    }
    if profile.knows(unit) {
        return 0.3;
    }
    // *Sorted by number of subscribers* asks for no number.
    let counts = unit.meaning.thing == Some("count") && heads.wishes().iter().all(|h| h.verb != "ask");
    if counts || profile.meets(unit) {
        return 0.5;
    }
    if !unit.is_known() && unit.word.ends_with("ly") { 0.3 } else { 1.0 }
}
