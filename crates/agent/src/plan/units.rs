//! Units: the tokens of an intent with their meaning, phrases joined, values of a source intent as slots.

use std::ops::Range;

use super::lexicon;
use super::words::{self, Kind, Token};

/// One unit of an intent or of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    pub kind: Kind,
    /// Bytes in the text.
    pub range: Range<usize>,
    /// The text as a value.
    pub value: String,
    /// Lower-case word, or the word that stands for a phrase; empty for what is no word.
    pub word: String,
    pub capital: bool,
    /// Position of the parameter this unit stands for; templates only.
    pub slot: Option<usize>,
    /// Looked up once, because alignment compares every unit with every other.
    pub meaning: Meaning,
}

/// What the lexicon knows about a word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meaning {
    pub stem: String,
    pub verb: Option<String>,
    pub thing: Option<&'static str>,
    /// Family and name.
    pub qualifier: Option<(&'static str, &'static str)>,
    pub filler: bool,
    pub preposition: bool,
    pub negation: bool,
    /// A verb in the form of a command.
    pub command: bool,
    pub plural: bool,
}

impl Meaning {
    fn of(word: &str) -> Self {
        if word.is_empty() {
            return Self { filler: true, ..Self::default() };
        }
        Self {
            stem: lexicon::stem(word),
            verb: lexicon::verb(word),
            thing: lexicon::thing(word),
            qualifier: lexicon::qualifier(word),
            filler: lexicon::is_filler(word),
            preposition: lexicon::is_preposition(word),
            negation: lexicon::is_negation(word),
            command: lexicon::is_base_form(word),
            plural: word.ends_with('s') && !word.ends_with("ss"),
        }
    }
}

impl Unit {
    /// A slot that stands for a parameter.
    pub fn slot(range: Range<usize>, parameter: usize) -> Self {
        Self {
            kind: Kind::Word,
            range,
            value: String::new(),
            word: String::new(),
            capital: false,
            slot: Some(parameter),
            meaning: Meaning::of(""),
        }
    }

    /// How much it matters when it is said on one side only.
    pub fn weight(&self) -> f64 {
        if self.slot.is_some() {
            return 0.0;
        }
        match self.kind {
            Kind::Quoted => 2.5,
            Kind::Number | Kind::Date => 1.5,
            Kind::Email | Kind::Url | Kind::Path => 2.0,
            Kind::Mark | Kind::Possessive => 0.05,
            Kind::Word => self.word_weight(),
        }
    }

    fn word_weight(&self) -> f64 {
        let word = self.word.as_str();
        let meaning = &self.meaning;
        if meaning.negation {
            2.0
        } else if self.capital && !self.is_known() {
            1.5
        } else if meaning.preposition && meaning.qualifier.is_none() {
            0.15
        } else if meaning.filler {
            0.05
        } else if matches!(word, "new" | "old" | "my" | "own") {
            0.4
        } else if matches!(meaning.thing, Some("page" | "list" | "result")) {
            0.35
        } else {
            1.0
        }
    }

    /// True where the word belongs to the vocabulary of web chores.
    pub fn is_known(&self) -> bool {
        self.meaning.verb.is_some() || self.meaning.thing.is_some() || self.meaning.qualifier.is_some()
    }

    /// True for a word that carries a wish, as opposed to fillers, prepositions and marks.
    pub fn is_content(&self) -> bool {
        self.slot.is_none() && self.weight() >= 0.3
    }

    /// How far two units mean the same: 0 to 1.
    pub fn likeness(&self, other: &Self) -> f64 {
        if self.slot.is_some() || other.slot.is_some() || self.kind != other.kind {
            return 0.0;
        }
        if self.kind != Kind::Word {
            return if self.value.eq_ignore_ascii_case(&other.value) { 1.0 } else { 0.0 };
        }
        let (a, b) = (&self.meaning, &other.meaning);
        if self.word == other.word || a.stem == b.stem {
            return 1.0;
        }
        if let (Some(x), Some(y)) = (a.qualifier, b.qualifier) {
            return if x == y { 0.95 } else { 0.0 };
        }
        if a.thing.is_some() && a.thing == b.thing {
            return 0.95;
        }
        if a.verb.is_some() && a.verb == b.verb {
            return 0.9;
        }
        if a.preposition && b.preposition { 0.6 } else { 0.0 }
    }

    fn plain(token: &Token) -> Self {
        let word = if token.kind == Kind::Word { token.value.to_lowercase() } else { String::new() };
        let meaning = Meaning::of(&word);
        Self {
            kind: token.kind,
            range: token.range.clone(),
            value: token.value.clone(),
            word,
            capital: token.capital,
            slot: None,
            meaning,
        }
    }
}

/// The units of an intent.
pub fn of_intent(text: &str) -> Vec<Unit> {
    of_tokens(&words::tokens(text), &[])
}

/// The units of a text; `slots` are runs of tokens that stand for a parameter.
pub fn of_tokens(tokens: &[Token], slots: &[(Range<usize>, usize)]) -> Vec<Unit> {
    let mut out = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        if let Some((run, parameter)) = slots.iter().find(|(run, _)| run.start == at) {
            let last = &tokens[run.end - 1];
            out.push(Unit {
                range: tokens[at].range.start..last.range.end,
                slot: Some(*parameter),
                word: String::new(),
                meaning: Meaning::of(""),
                ..Unit::plain(&tokens[at])
            });
            at = run.end;
            continue;
        }
        let end = slots.iter().map(|(run, _)| run.start).filter(|s| *s > at).min().unwrap_or(tokens.len());
        if let Some((count, word)) = phrase_at(&tokens[at..end]) {
            out.push(Unit {
                kind: Kind::Word,
                range: tokens[at].range.start..tokens[at + count - 1].range.end,
                value: word.to_owned(),
                word: word.to_owned(),
                capital: false,
                slot: None,
                meaning: Meaning::of(word),
            });
            at += count;
            continue;
        }
        out.push(Unit::plain(&tokens[at]));
        at += 1;
    }
    out
}

fn phrase_at(tokens: &[Token]) -> Option<(usize, &'static str)> {
    let run: Vec<String> = tokens
        .iter()
        .take(4)
        .enumerate()
        .take_while(|(at, t)| t.kind == Kind::Word && (*at == 0 || !t.capital))
        .map(|(_, t)| t.value.to_lowercase())
        .collect();
    let words: Vec<&str> = run.iter().map(String::as_str).collect();
    lexicon::phrase(&words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_one_unit() {
        let words: Vec<_> = of_intent("Sign me up for the wish list").into_iter().map(|u| u.word).collect();
        assert_eq!(words, ["subscribe", "the", "wishlist"]);
    }

    #[test]
    fn likeness_keeps_opposites_apart() {
        let one = |w: &str| of_intent(&format!("x {w}")).pop().unwrap();
        assert!(one("forum").likeness(&one("communities")) > 0.9);
        assert!(one("subscribe").likeness(&one("join")) > 0.8);
        assert_eq!(one("subscribe").likeness(&one("unsubscribe")), 0.0);
        assert_eq!(one("newest").likeness(&one("oldest")), 0.0);
        assert_eq!(one("upvote").likeness(&one("downvote")), 0.0);
    }
}
