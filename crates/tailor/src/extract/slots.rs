//! Slots: the places of a draft where a text of the case stood.

use std::collections::{BTreeMap, BTreeSet};

use atelier_core::skill::ParameterKind;
use atelier_core::target::Target;

use super::address::{Address, decoded, hint};
use super::values::{Known, Values};
use super::words::{family, find};

/// One place with its text. `key` names the place, so that drafts of one shape can be laid over each other.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Slot {
    pub key: String,
    pub value: String,
    pub kind: ParameterKind,
    /// Label of the field it was typed into.
    pub label: Option<String>,
    /// What the address or the family of choices says it is.
    pub hint: Option<&'static str>,
    pub options: Vec<String>,
    pub options_from: Option<Target>,
    /// Name of a link, row or option.
    pub entity: bool,
}

/// Gives out slots while a draft is made.
#[derive(Debug)]
pub(crate) struct Slots<'v> {
    pub values: &'v Values,
    pub all: Vec<Slot>,
    /// What extract steps read, by their position.
    pub reads: BTreeMap<usize, String>,
    /// Texts that pages showed on the way.
    pub seen: Vec<String>,
    /// Parts of addresses that belong to things reached by their name: of another thing they are others.
    pub borrowed: BTreeSet<String>,
}

/// A text with slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cast {
    pub text: String,
    /// Nothing but a slot.
    pub whole: bool,
    /// At least one slot.
    pub any: bool,
}

/// An address with slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Route {
    /// Path and query, slots in place of the case's texts.
    pub template: String,
    /// The path for conditions: what else belongs to the case is `*`.
    pub pattern: String,
    pub any: bool,
    /// No part of the case is left in `template` without a slot.
    pub covered: bool,
    /// Query pairs whose value is a slot, as `key={{slot}}`.
    pub queries: Vec<String>,
}

impl<'v> Slots<'v> {
    pub(crate) fn new(values: &'v Values) -> Self {
        Self { values, all: Vec::new(), reads: BTreeMap::new(), seen: Vec::new(), borrowed: BTreeSet::new() }
    }

    /// The text without those of the case, for naming.
    pub(crate) fn bare(&self, text: &str) -> String {
        let mut out = text.to_owned();
        for known in self.values.known.iter().filter(|k| k.inline && k.folded.chars().count() >= 3) {
            if let Some(range) = find(&out, &known.value) {
                out.replace_range(range, " ");
            }
        }
        if out.chars().any(char::is_alphabetic) { out } else { text.to_owned() }
    }

    /// A new slot; returns its placeholder.
    pub(crate) fn put(&mut self, slot: Slot) -> String {
        self.all.push(slot);
        format!("{{{{s{}}}}}", self.all.len() - 1)
    }

    fn plain(&mut self, key: &str, value: &str, hint: Option<&'static str>, entity: bool) -> String {
        let count = value.len() <= 3 && value.parse::<u32>().is_ok();
        self.put(Slot {
            key: key.to_owned(),
            value: value.to_owned(),
            kind: if count { ParameterKind::Integer } else { ParameterKind::String },
            label: None,
            hint,
            options: Vec::new(),
            options_from: None,
            entity,
        })
    }

    /// A text of a target with the case's texts taken out.
    pub(crate) fn text(&mut self, key: &str, text: &str, step: usize, hint: Option<&'static str>) -> Cast {
        if self.values.equal(text, Some(step)).is_some() {
            let hint = family(text).or(hint);
            return Cast { text: self.plain(key, text, hint, true), whole: true, any: true };
        }
        let usable: Vec<Known> = self
            .values
            .known
            .iter()
            .filter(|k| k.inline && (k.only.is_none() || k.only == Some(step)))
            .filter(|k| {
                let length = k.folded.chars().count();
                k.only.is_some() || length >= 4 || (length == 3 && k.folded.chars().any(char::is_alphabetic))
            })
            .filter(|k| k.folded.chars().count() <= 120)
            .cloned()
            .collect();
        let before = self.all.len();
        let text = self.inside(key, text, &usable, hint);
        Cast { text, whole: false, any: self.all.len() > before }
    }

    fn inside(&mut self, key: &str, text: &str, known: &[Known], hint: Option<&'static str>) -> String {
        for (at, one) in known.iter().enumerate() {
            if let Some(range) = find(text, &one.value) {
                let front = self.inside(&format!("{key}<"), &text[..range.start], &known[at..], hint);
                let slot = self.plain(key, &text[range.clone()], family(&one.value).or(hint), false);
                let back = self.inside(&format!("{key}>"), &text[range.end..], &known[at..], hint);
                return format!("{front}{slot}{back}");
            }
        }
        text.to_owned()
    }

    /// An address with the case's texts taken out.
    pub(crate) fn route(&mut self, key: &str, address: &Address) -> Route {
        let variable = address.variable();
        let (mut template, mut pattern) = (String::new(), String::new());
        let (mut any, mut covered) = (false, true);
        for (at, segment) in address.segments.iter().enumerate() {
            let text = decoded(segment);
            let before = at.checked_sub(1).map(|at| address.segments[at].as_str());
            template.push('/');
            pattern.push('/');
            let known = self.values.part(&text).filter(|_| at > 0);
            if known.is_some() {
                let hint = family(&text).or(hint(before, None));
                let slot = self.plain(&format!("{key}/{at}"), &text, hint, false);
                template.push_str(&slot);
                pattern.push_str(&slot);
                any = true;
            } else if at > 0 && !variable[at] && self.borrowed.contains(segment) {
                template.push_str(segment);
                covered = false;
                // How many such parts another thing's address has is not known: one star spans them.
                if pattern.ends_with("*/") {
                    pattern.pop();
                } else {
                    pattern.push('*');
                }
            } else {
                template.push_str(segment);
                covered &= !variable[at];
                pattern.push_str(if variable[at] { "*" } else { segment });
            }
        }
        if address.segments.is_empty() {
            template.push('/');
            pattern.push('/');
        }
        let mut queries = Vec::new();
        for (at, (name, value)) in address.query.iter().enumerate() {
            template.push(if at == 0 { '?' } else { '&' });
            if self.values.part(value).is_some() && !value.is_empty() {
                let hint = family(value).or(hint(None, Some(name)));
                let slot = self.plain(&format!("{key}?{name}"), value, hint, false);
                template.push_str(&format!("{}={slot}", encoded(name)));
                queries.push(format!("{name}={slot}"));
                any = true;
            } else {
                template.push_str(&format!("{}={}", encoded(name), encoded(value)));
            }
        }
        Route { template, pattern, any, covered, queries }
    }
}

fn encoded(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}
