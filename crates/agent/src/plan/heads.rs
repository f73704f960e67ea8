//! Heads: the verbs an intent commands, clause by clause, and whether it asks or denies.

use super::lexicon;
use super::units::Unit;
use super::words::Kind;

/// One commanded verb.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// Its meaning, see [`lexicon::verb`].
    pub verb: String,
    /// Position of the verb among the units.
    pub at: usize,
    /// Position of the noun that makes a light verb mean something (*leave a comment*).
    pub noun: Option<usize>,
}

/// What an intent commands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heads {
    pub all: Vec<Head>,
    pub negated: bool,
}

impl Heads {
    /// The wishes: verbs that only lead to a page are left out where another verb follows.
    pub fn wishes(&self) -> Vec<&Head> {
        let last = self.all.iter().rposition(|head| !lexicon::is_leading(&head.verb));
        self.all
            .iter()
            .enumerate()
            .filter(|(at, head)| !(lexicon::is_leading(&head.verb) && last.is_some_and(|last| *at < last)))
            .map(|(_, head)| head)
            .collect()
    }

    /// True where the unit is part of a head.
    pub fn holds(&self, at: usize) -> bool {
        self.all.iter().any(|head| head.at == at || head.noun == Some(at))
    }
}

const POLITE: &[&str] = &[
    "please",
    "kindly",
    "can",
    "could",
    "would",
    "will",
    "you",
    "i",
    "we",
    "me",
    "want",
    "need",
    "wish",
    "to",
    "help",
    "let",
    "let's",
    "us",
    "try",
    "just",
    "now",
    "then",
    "also",
    "next",
    "first",
    "finally",
    "and",
    "or",
    "i'd",
    "i’d",
    "d",
    "hi",
    "hello",
    "hey",
    "have",
    "make",
    "sure",
    "it",
    "my",
    "using",
    "afterwards",
    "that",
    "do",
    "like",
];
const ASKING: &[&str] = &[
    "what", "what's", "which", "who", "who's", "whose", "whom", "where", "when", "why", "how", "howmany",
    "howmuch", "is", "are", "does", "did", "has", "was", "were",
];
/// Verbs that are as often nouns; after *and* or a comma they command only where an object follows.
const DOUBLE: &[&str] = &[
    "post", "comment", "message", "review", "order", "vote", "search", "list", "name", "title", "like",
    "rate", "report", "share", "star", "score", "book", "filter", "rank", "mail", "email", "reply", "answer",
    "limit", "count", "return", "purchase", "display", "view", "query", "track", "place", "print", "copy",
    "type", "dm",
];

/// Finds the heads.
pub fn heads(units: &[Unit]) -> Heads {
    let mut found = Heads::default();
    // How the clause began: `Some(true)` for the first words of a sentence, `Some(false)` after a comma or *and*.
    let mut start = Some(true);
    let mut at = 0;
    while at < units.len() {
        let unit = &units[at];
        if unit.slot.is_none() && unit.meaning.negation {
            found.negated = true;
        }
        if unit.kind == Kind::Mark && unit.slot.is_none() {
            start = match unit.value.as_str() {
                "." | "!" | "?" => Some(true),
                "," | ";" | "—" | "–" => Some(start == Some(true) && at == 0),
                _ => None,
            };
        } else if unit.slot.is_some() || unit.kind != Kind::Word {
            start = None;
        } else if matches!(unit.word.as_str(), "and" | "then" | "but" | "&" | "or") {
            start = start.or(Some(false));
        } else if let Some(firm) = start {
            start = begin(units, at, firm, &mut found);
        } else if unit.word == "to" && purpose(&found, at) && commands(units, at + 1) {
            start = Some(true);
        }
        at += 1;
    }
    found
}

/// Reads one word at the start of a clause; returns the state for the next word.
fn begin(units: &[Unit], at: usize, firm: bool, found: &mut Heads) -> Option<bool> {
    let word = units[at].word.as_str();
    let polite = POLITE.contains(&word);
    if word == "like"
        && at > 0
        && matches!(units[at - 1].word.as_str(), "would" | "i'd" | "i’d" | "d" | "we'd")
    {
        return Some(firm);
    }
    if word == "make" && units.get(at + 1).is_some_and(|u| u.word == "sure") {
        return Some(firm);
    }
    if matches!(word, "do" | "have")
        && found.all.is_empty()
        && units.get(at + 1).is_some_and(|u| u.word == "i")
    {
        found.all.push(Head { verb: "ask".into(), at, noun: None });
        return None;
    }
    if ASKING.contains(&word) {
        let alone = found.all.is_empty() || firm;
        if alone && !found.all.iter().any(|head| head.verb == "ask") {
            found.all.push(Head { verb: "ask".into(), at, noun: None });
        }
        return None;
    }
    if commands(units, at)
        && (firm || really_commands(units, at, found))
        && !(polite && word != "make" && word != "like")
    {
        found.all.push(head(units, at));
        return None;
    }
    if polite {
        return Some(firm);
    }
    // An adverb may stand before the verb.
    if word.ends_with("ly") { Some(firm) } else { None }
}

/// *Go there to subscribe*: the purpose is the wish.
fn purpose(found: &Heads, at: usize) -> bool {
    found.all.last().is_some_and(|head| head.at + 1 < at && matches!(head.verb.as_str(), "open" | "apply"))
}

fn commands(units: &[Unit], at: usize) -> bool {
    units.get(at).is_some_and(|u| u.slot.is_none() && u.kind == Kind::Word && u.meaning.command)
}

fn really_commands(units: &[Unit], at: usize, found: &Heads) -> bool {
    if !DOUBLE.contains(&units[at].word.as_str())
        || found.wishes().iter().all(|h| lexicon::is_leading(&h.verb))
    {
        return true;
    }
    units.get(at + 1).is_some_and(|next| {
        next.slot.is_none()
            && next.kind == Kind::Word
            && (next.meaning.filler || matches!(next.word.as_str(), "on" | "to" | "for" | "my" | "user"))
            && !matches!(next.word.as_str(), "and" | "is" | "are" | "as" | "saying")
    })
}

fn head(units: &[Unit], at: usize) -> Head {
    let word = units[at].word.as_str();
    let verb = lexicon::verb(word).unwrap_or_default();
    let plain = |verb: &str| Head { verb: verb.to_owned(), at, noun: None };
    let clause = clause(units, at);
    let says = |words: &[&str]| clause.iter().any(|u| u.slot.is_none() && words.contains(&u.word.as_str()));
    match word {
        "signup" if says(&["for", "to"]) => return plain("subscribe"),
        "vote" if says(&["down"]) => return plain("downvote"),
        "vote" => return plain(if says(&["up"]) { "upvote" } else { "vote" }),
        "order" if sorts(clause) => return plain("sort"),
        "give" | "cast" | "add" | "leave" | "put" => {
            let said = |u: &Unit| u.slot.is_none() && matches!(u.word.as_str(), "upvote" | "downvote");
            if let Some(offset) = clause.iter().position(said) {
                return Head { verb: clause[offset].word.clone(), at, noun: Some(at + 1 + offset) };
            }
        }
        "report" => {
            let thing = clause.iter().take(2).find_map(|u| u.meaning.thing);
            if matches!(thing, Some("post" | "comment" | "user")) {
                return plain("flag");
            }
        }
        _ => {}
    }
    let light = matches!(verb.as_str(), "create" | "write" | "add" | "post" | "message") || word == "give";
    if light && let Some((offset, action)) = near_noun(clause) {
        return Head { verb: action.to_owned(), at, noun: Some(at + 1 + offset) };
    }
    if matches!(word, "send" | "give" | "write" | "drop" | "leave")
        && let Some((offset, action)) = far_noun(clause)
    {
        return Head { verb: action.to_owned(), at, noun: Some(at + 1 + offset) };
    }
    if word == "leave" {
        let object = clause.iter().find(|u| !u.meaning.filler || u.slot.is_some());
        let group = object.is_some_and(|u| {
            u.slot.is_some() && u.kind != Kind::Quoted
                || u.kind == Kind::Path
                || u.meaning.thing == Some("forum")
                || (u.kind == Kind::Word && !u.is_known())
        });
        return plain(if group { "unsubscribe" } else { "write" });
    }
    plain(&verb)
}

/// *Order the posts by date*: *by* and its key end the clause.
fn sorts(clause: &[Unit]) -> bool {
    let colon = clause.iter().position(|u| u.value == ":").unwrap_or(clause.len());
    let by = clause[..colon].iter().position(|u| u.word == "by");
    by.is_some_and(|by| by > 0 && clause[..colon].len() - by <= 3 && clause[by - 1].word != "pay")
}

/// The units after `at` up to the next clause.
fn clause(units: &[Unit], at: usize) -> &[Unit] {
    let rest = &units[at + 1..];
    let end = rest.iter().position(|u| {
        u.slot.is_none()
            && (u.kind == Kind::Mark && u.value != ":" || matches!(u.word.as_str(), "and" | "then"))
    });
    &rest[..end.unwrap_or(rest.len())]
}

/// The noun right after a light verb that makes an action with it.
fn near_noun(clause: &[Unit]) -> Option<(usize, &'static str)> {
    for (offset, unit) in clause.iter().take(6).enumerate() {
        if unit.slot.is_some() {
            return None;
        }
        if unit.kind == Kind::Number {
            continue;
        }
        if unit.kind != Kind::Word || (unit.meaning.preposition && !unit.meaning.filler) {
            return None;
        }
        if let Some(action) = lexicon::action_of(&unit.word) {
            // *comment thread*: the last noun of the run counts.
            let next = clause.get(offset + 1).and_then(|u| lexicon::action_of(&u.word));
            return next.map_or(Some((offset, action)), |next| Some((offset + 1, next)));
        }
    }
    None
}

/// The noun after the one who gets it: *send ada a message*.
fn far_noun(clause: &[Unit]) -> Option<(usize, &'static str)> {
    clause.windows(2).enumerate().find_map(|(at, pair)| {
        let article = pair[0].slot.is_none() && matches!(pair[0].word.as_str(), "a" | "an" | "another");
        let action = lexicon::action_of(&pair[1].word).filter(|_| article && pair[1].slot.is_none())?;
        Some((at + 1, action))
    })
}

#[cfg(test)]
mod tests {
    use super::super::units::of_intent;
    use super::*;

    fn verbs(text: &str) -> Vec<String> {
        heads(&of_intent(text)).wishes().into_iter().map(|h| h.verb.clone()).collect()
    }

    #[test]
    fn commands_questions_and_politeness() {
        for (text, expected) in [
            ("Subscribe to books", vec!["subscribe"]),
            ("Please could you subscribe me to books?", vec!["subscribe"]),
            ("I would like to unsubscribe from books", vec!["unsubscribe"]),
            ("How many comments has the post \"X\"?", vec!["ask"]),
            ("Tell me how many comments there are", vec!["ask"]),
            ("In the forum books, post \"X\"", vec!["post"]),
            ("Leave a comment on \"X\"", vec!["comment"]),
            ("Write a short review for the lamp", vec!["rate"]),
            ("Leave the forum books", vec!["unsubscribe"]),
            ("Vote the post \"X\" down", vec!["downvote"]),
            ("Give \"X\" an upvote", vec!["upvote"]),
            ("Go to books and subscribe", vec!["subscribe"]),
            ("Go to the books forum", vec!["open"]),
            ("Subscribe to books and upvote \"X\"", vec!["subscribe", "upvote"]),
            ("Subscribe to books, then block the user ada", vec!["subscribe", "block"]),
            ("Send ada a message with subject \"a\" and message \"b\"", vec!["message"]),
            ("Go to my profile to change the biography", vec!["edit"]),
            ("Open the forum cars and comments", vec!["open"]),
            ("Price of the lamp", vec![]),
        ] {
            assert_eq!(verbs(text), expected, "{text}");
        }
    }

    #[test]
    fn denial_is_noticed() {
        assert!(heads(&of_intent("Do not subscribe to books")).negated);
        assert!(!heads(&of_intent("Post \"do not feed\" in books")).negated);
    }
}
