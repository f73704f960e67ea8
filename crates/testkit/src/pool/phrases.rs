//! The same wish in other words.

use super::Phrasings;
use super::dice::Dice;

/// Around a command; `{}` is the command in lower case, `{!}` with its capital.
const KNOWN: &[&str] = &[
    "{!}",
    "{!}",
    "Please {}",
    "{!}, please",
    "I want to {}",
    "Could you {}?",
    "Can you {} for me?",
    "I would like to {}",
];
const HELD_OUT: &[&str] = &[
    "{!}",
    "Kindly {}",
    "Would you {}?",
    "I need to {}",
    "Help me {}",
    "It would be nice if you could {}",
    "{!}. Thanks!",
    "Hi, I was hoping you could {}",
];

/// Around a question.
const ASKED: &[&str] = &["{!}", "{!}", "Please tell me: {}", "I want to know: {}"];
const ASKED_HELD_OUT: &[&str] = &["{!}", "Quick question: {}", "Can you find out: {}", "I wonder: {}"];

/// The beginning of a command, and other words for it.
const VERBS: &[(&str, &[&str])] = &[
    ("Change", &["Update"]),
    ("Set", &["Change"]),
    ("Send", &["Write"]),
    ("Show", &["Display", "Open"]),
    ("Open", &["Show"]),
    ("Search for", &["Find"]),
    ("Create", &["Make"]),
    ("Put", &["Add"]),
    ("Post", &["Publish"]),
];
const VERBS_HELD_OUT: &[(&str, &[&str])] = &[
    ("Change", &["Edit", "Modify"]),
    ("Set", &["Update"]),
    ("Show", &["View", "Bring up"]),
    ("Open", &["View", "Go to"]),
    ("Search for", &["Look up"]),
    ("Create", &["Set up"]),
    ("Add", &["Put"]),
    ("Delete", &["Remove"]),
    ("Post", &["Submit"]),
];

/// One of the ways to say it.
pub(super) fn said(task: &str, dice: &mut Dice, phrasings: Phrasings) -> String {
    let known = phrasings == Phrasings::Known;
    let question = task.trim_end().ends_with('?');
    let frames = match (question, known) {
        (false, true) => KNOWN,
        (false, false) => HELD_OUT,
        (true, true) => ASKED,
        (true, false) => ASKED_HELD_OUT,
    };
    let mut core = task.to_owned();
    if !question {
        let Some(command) = command(task) else {
            return task.to_owned();
        };
        core = command;
        let verbs = if known { VERBS } else { VERBS_HELD_OUT };
        let begins = |verb: &str| core.strip_prefix(verb).filter(|rest| rest.starts_with(' '));
        let found = verbs.iter().find_map(|(verb, others)| Some((begins(verb)?, *others)));
        if let Some((rest, others)) = found
            && dice.below(3) == 0
        {
            core = format!("{}{rest}", dice.pick(others));
        }
    }
    let frame = dice.pick(frames);
    // *Please …* twice is no way to say it.
    frame.replace("{!}", &core).replace("{}", &lower(&core))
}

/// The command in it: without courtesies around it, with a capital. None where it begins with no command.
pub(super) fn command(task: &str) -> Option<String> {
    const FRONT: &[&str] = &["Please ", "I would like to ", "I want to ", "Could you ", "Can you "];
    let mut text = task.trim();
    for front in FRONT {
        text = text.strip_prefix(front).unwrap_or(text);
    }
    for end in [" for me", ", please", "?", "."] {
        text = text.strip_suffix(end).unwrap_or(text);
    }
    let mut chars = text.chars();
    let first = chars.next()?;
    Some(first.to_uppercase().chain(chars).collect())
}

/// With a small first letter, but for words that keep their capital.
pub(super) fn lower(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) if !text.starts_with("I ") => first.to_lowercase().chain(chars).collect(),
        _ => text.to_owned(),
    }
}
