//! Words of web chores in groups of one meaning: general English, tied to no site and to no task list.
//!
//! Embeddings put *subscribe* and *unsubscribe* side by side; these groups keep them apart.

use std::collections::HashMap;
use std::sync::LazyLock;

mod tables;

use tables::{FILLERS, NEGATIONS, PHRASES, PREPOSITIONS, QUALIFIERS, THINGS, VERBS};

static VERB_OF: LazyLock<HashMap<String, &'static str>> = LazyLock::new(|| by_stem(VERBS));
static THING_OF: LazyLock<HashMap<String, &'static str>> = LazyLock::new(|| by_stem(THINGS));
static QUALIFIER_OF: LazyLock<HashMap<&'static str, (&'static str, &'static str)>> = LazyLock::new(|| {
    let rows = QUALIFIERS.iter();
    rows.flat_map(|(family, name, words)| words.iter().map(move |w| (*w, (*family, *name)))).collect()
});

fn by_stem(table: &[(&'static str, &[&'static str])]) -> HashMap<String, &'static str> {
    let rows = table.iter();
    rows.flat_map(|(name, words)| words.iter().map(move |w| (stem(w), *name))).collect()
}

/// A rough stem: what is left without plural, *-ing*, *-ed* and a last *e*.
pub fn stem(word: &str) -> String {
    let mut w = word.to_lowercase();
    if w.len() > 4 && w.ends_with("ies") {
        w.truncate(w.len() - 3);
        w.push('y');
    } else if w.len() > 4 && ["sses", "shes", "ches", "xes", "zes"].iter().any(|end| w.ends_with(end)) {
        w.truncate(w.len() - 2);
    } else if w.len() > 3 && w.ends_with('s') && !["ss", "us", "is"].iter().any(|end| w.ends_with(end)) {
        w.pop();
    }
    let cut =
        [("ied", 4), ("ing", 5), ("ed", 4)].into_iter().find(|(end, min)| w.len() > *min && w.ends_with(end));
    if let Some((end, _)) = cut {
        w.truncate(w.len() - end.len());
        if end == "ied" {
            w.push('y');
        }
        let twice = w.chars().rev().take(2).collect::<Vec<_>>();
        if twice.len() == 2 && twice[0] == twice[1] && !"lsz".contains(twice[0]) {
            w.pop();
        }
    }
    if w.len() > 3 && w.ends_with('e') {
        w.pop();
    }
    w
}

/// The meaning of a verb, `un:` before it where a prefix turns a known verb round.
pub fn verb(word: &str) -> Option<String> {
    let s = stem(word);
    if let Some(name) = VERB_OF.get(&s) {
        return Some((*name).to_owned());
    }
    ["un", "dis", "de", "mis"].iter().find_map(|prefix| {
        let base = s.strip_prefix(prefix)?;
        VERB_OF.get(base).map(|name| format!("un:{name}"))
    })
}

/// True where the word is a verb in the form of a command.
pub fn is_base_form(word: &str) -> bool {
    let lower = word.to_lowercase();
    let formed = lower.ends_with("ed") || (lower.len() > 5 && lower.ends_with("ing"));
    let third_person = lower.ends_with('s') && !lower.ends_with("ss");
    verb(&lower).is_some() && !formed && !third_person
}

/// The meaning of a thing.
pub fn thing(word: &str) -> Option<&'static str> {
    THING_OF.get(&stem(word)).copied()
}

/// Family and meaning of a word that sets apart.
pub fn qualifier(word: &str) -> Option<(&'static str, &'static str)> {
    QUALIFIER_OF.get(word).copied()
}

/// The phrase that `words` begins with: number of words, and the word that stands for it.
pub fn phrase(words: &[&str]) -> Option<(usize, &'static str)> {
    PHRASES
        .iter()
        .filter(|(phrase, _)| words.len() >= phrase.len() && phrase.iter().zip(words).all(|(p, w)| p == w))
        .max_by_key(|(phrase, _)| phrase.len())
        .map(|(phrase, word)| (phrase.len(), *word))
}

pub fn is_filler(word: &str) -> bool {
    FILLERS.contains(&word) || word.is_empty()
}

pub fn is_preposition(word: &str) -> bool {
    PREPOSITIONS.contains(&word)
}

pub fn is_negation(word: &str) -> bool {
    NEGATIONS.contains(&word)
}

/// The value of a number word.
pub fn number_word(word: &str) -> Option<u32> {
    const WORDS: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    WORDS.iter().position(|w| *w == word).and_then(|at| u32::try_from(at).ok())
}

/// True where two meanings of verbs may stand for each other, as long as the rest agrees.
pub fn akin(a: &str, b: &str) -> bool {
    const PAIRS: &[(&str, &str)] = &[
        ("open", "show"),
        ("show", "find"),
        ("show", "ask"),
        ("find", "ask"),
        ("find", "search"),
        ("create", "write"),
        ("create", "post"),
        ("write", "post"),
        ("write", "comment"),
        ("write", "message"),
        ("post", "comment"),
        ("add", "create"),
        ("add", "write"),
        ("add", "post"),
        ("add", "comment"),
        ("add", "save"),
        ("rate", "write"),
        ("edit", "rename"),
        ("sort", "show"),
        ("filter", "show"),
        ("choose", "filter"),
        ("edit", "write"),
        ("edit", "choose"),
    ];
    a == b || PAIRS.iter().any(|(x, y)| (*x == a && *y == b) || (*x == b && *y == a))
}

/// True for a verb that says what is written only together with a noun (*write a comment*).
pub fn is_light(verb: &str) -> bool {
    matches!(verb, "write" | "create" | "add")
}

/// True for what one writes.
pub fn is_wordy(verb: &str) -> bool {
    matches!(verb, "post" | "comment" | "message" | "rate")
}

/// True where the verb only leads to a page, so that another verb after it is the wish.
pub fn is_leading(verb: &str) -> bool {
    matches!(verb, "open" | "show" | "find" | "search")
}

/// The verb that a light verb and this noun make together.
pub fn action_of(noun: &str) -> Option<&'static str> {
    let lower = noun.to_lowercase();
    match lower.as_str() {
        "upvote" | "like" => return Some("upvote"),
        "downvote" | "dislike" => return Some("downvote"),
        _ => {}
    }
    match thing(noun)? {
        "comment" => Some("comment"),
        "review" | "rating" => Some("rate"),
        "message" => Some("message"),
        "post" => Some("post"),
        "order" => Some("buy"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_have_one_stem() {
        for (a, b) in [
            ("subscribe", "subscribed"),
            ("votes", "voting"),
            ("reply", "replies"),
            ("replied", "reply"),
            ("stopped", "stop"),
            ("searches", "search"),
            ("rate", "rated"),
        ] {
            assert_eq!(stem(a), stem(b), "{a} {b}");
        }
        assert_ne!(stem("subscribe"), stem("unsubscribe"));
    }

    #[test]
    fn a_prefix_turns_a_verb_round() {
        assert_eq!(verb("Unsubscribe").as_deref(), Some("unsubscribe"));
        assert_eq!(verb("unsave").as_deref(), Some("un:save"));
        assert_eq!(verb("deselect").as_deref(), Some("un:choose"));
        assert_eq!(verb("gardening"), None);
        assert!(!akin("un:save", "save") && !akin("upvote", "downvote") && !akin("delete", "add"));
    }

    #[test]
    fn the_longest_phrase_wins() {
        assert_eq!(phrase(&["sign", "up", "for", "it"]), Some((3, "subscribe")));
        assert_eq!(phrase(&["sign", "up", "now"]), Some((2, "signup")));
        assert_eq!(phrase(&["signal"]), None);
    }
}
