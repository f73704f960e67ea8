//! A wish without the courtesies around it: *Could you please block ada for me?* is *Block ada*.

use super::segments::COMMANDS;
use super::words::collapse;

/// Verbs of commands that are too often something else to cut a task at.
const MORE: &[&str] = &[
    "bring", "close", "count", "display", "modify", "navigate", "notify", "reorder", "start", "stop", "use",
];

/// Words before a command that say nothing of what is wanted.
const COURTESY: &[&str] = &[
    "please",
    "kindly",
    "i",
    "we",
    "you",
    "i'd",
    "i'm",
    "would",
    "could",
    "can",
    "will",
    "may",
    "should",
    "like",
    "love",
    "want",
    "need",
    "wish",
    "have",
    "am",
    "was",
    "were",
    "be",
    "it",
    "it's",
    "that",
    "this",
    "if",
    "to",
    "and",
    "then",
    "now",
    "just",
    "also",
    "help",
    "me",
    "us",
    "hi",
    "hello",
    "hey",
    "there",
    "nice",
    "great",
    "good",
    "kind",
    "hoping",
    "wonder",
    "wondering",
    "trying",
    "going",
    "time",
    "for",
    "someone",
    "somebody",
    "ask",
    "question",
    "quick",
    "know",
    "do",
    "so",
    "let",
    "let's",
    "next",
    "finally",
    "go",
    "ahead",
    "able",
    "possible",
    "what",
];

/// Words that begin a question.
const ASKING: &[&str] = &["what", "what's", "how", "which", "who", "whose", "when", "where", "why"];

/// Words that begin a question unless a request follows: *is the lamp in stock*.
const BEING: &[&str] = &["is", "are", "was", "were", "does", "did", "has", "do"];

const AFTER: &[&str] =
    &["please", "thanks", "thank you", "thanks a lot", "for me", "if you can", "if you could", "if possible"];

/// Most words that a courtesy has.
const LONGEST: usize = 12;

/// True where the word is the verb of a command.
pub(crate) fn is_command(word: &str) -> bool {
    COMMANDS.contains(&word) || MORE.contains(&word)
}

/// True where the text, courtesies aside, begins with the verb of a command.
pub(crate) fn begins_with_command(text: &str) -> bool {
    matches!(start(text.trim_start()), Some((_, Kind::Command)))
}

/// True for words such as *how* and *who*.
pub(crate) fn is_asking(word: &str) -> bool {
    ASKING.contains(&word)
}

/// The wish itself, beginning with a capital; a question keeps its mark, a command has none. The text as it is
/// where it begins in another way.
pub(crate) fn plain(task: &str) -> String {
    let whole = collapse(task);
    let text = without_end(&whole);
    match start(text) {
        Some((from, kind)) => {
            let asks = kind == Kind::Question;
            let rest = text[from..].trim_end_matches(['?', '.', '!', ' ']);
            let mut letters = rest.chars();
            let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
            format!("{first}{}{}", letters.as_str(), if asks { "?" } else { "" })
        }
        None => text.to_owned(),
    }
}

/// Cuts thanks and the like off the end.
fn without_end(text: &str) -> &str {
    let mut out = text;
    loop {
        let bare = out.trim_end_matches(['.', '!', '?', ',', ' ']);
        let low = bare.to_lowercase();
        let cut = AFTER.iter().find_map(|end| {
            let front = low.strip_suffix(end)?;
            (front.ends_with([' ', ',', '.', '!']) && front.len() < bare.len()).then_some(front.len())
        });
        match cut.filter(|at| bare.is_char_boundary(*at)) {
            Some(at) => out = bare[..at].trim_end_matches([',', ' ']),
            None => return out,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Question,
    /// Begins with a known verb.
    Command,
    /// Was asked for, in words of its own.
    Request,
}

/// Where the wish begins, and what it is.
fn start(text: &str) -> Option<(usize, Kind)> {
    let mut words: Vec<(usize, String)> = Vec::new();
    let mut at = 0;
    for word in text.split(' ').take(LONGEST + 4) {
        let bare = word.trim_matches(|c: char| !(c.is_alphanumeric() || c == '\'')).replace('’', "'");
        words.push((at, bare.to_lowercase()));
        at += word.len() + 1;
    }
    let word = |n: usize| words.get(n).map_or("", |(_, word)| word.as_str());
    let marked = text.trim_end().ends_with('?');
    if BEING.contains(&word(0)) || (matches!(word(0), "can" | "may" | "could") && word(1) == "i") {
        return Some((0, if marked { Kind::Question } else { Kind::Request }));
    }
    for n in 0..words.len().min(LONGEST) {
        let here = word(n);
        if is_asking(here) {
            return Some((words[n].0, Kind::Question));
        }
        // *would like to*, *go ahead and*
        let idle = (here == "like" && matches!(word(n.wrapping_sub(1)), "would" | "i'd"))
            || (here == "go" && word(n + 1) == "ahead");
        if is_command(here) && !idle {
            // *tell me how many*, *find out who*
            let asks = matches!(here, "tell" | "find" | "look" | "see").then(|| {
                (n + 1..n + 4)
                    .take_while(|k| matches!(word(*k), "me" | "us" | "out" | "up"))
                    .last()
                    .map_or(n, |k| k)
                    + 1
            });
            return match asks.filter(|k| is_asking(word(*k))) {
                Some(k) => Some((words[k].0, Kind::Question)),
                None => Some((words[n].0, Kind::Command)),
            };
        }
        if !COURTESY.contains(&here) {
            // *Could you in the office set it*, *I want to top it*
            let asked = n > 0 && matches!(word(n - 1), "to" | "you" | "please" | "kindly");
            return asked.then_some((words[n].0, Kind::Request));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::plain;

    #[test]
    fn courtesies_go_and_the_wish_stays() {
        for (said, wanted) in [
            ("Could you please block ada for me?", "Block ada"),
            ("I would like to follow the forum tea", "Follow the forum tea"),
            ("Like the post \"A b\", please", "Like the post \"A b\""),
            ("Search for \"thanks, please\". Thank you!", "Search for \"thanks, please\""),
            ("Go ahead and open the cart", "Open the cart"),
            ("Can you tell me how many forums there are?", "How many forums there are?"),
            ("Please tell me: who wrote it?", "Who wrote it?"),
            ("Tell me the price of the lamp", "Tell me the price of the lamp"),
            ("Is the lamp in stock?", "Is the lamp in stock?"),
            ("Can I return the lamp?", "Can I return the lamp?"),
            ("Top posts of the past year, please", "Top posts of the past year"),
            ("Could you in the back office list all orders?", "In the back office list all orders"),
            ("In the back office, list all orders", "In the back office, list all orders"),
        ] {
            assert_eq!(plain(said), wanted);
        }
    }

    proptest! {
        #[test]
        fn never_panics_and_said_twice_is_said_once(text in "(please |could you |Hi, |tell me |é)?[a-zé ?\"',.]{0,40}") {
            let once = plain(&text);
            prop_assert_eq!(plain(&once), once.clone());
        }
    }
}
