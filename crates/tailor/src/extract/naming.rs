//! Names and descriptions of skills: from the words of the task, else from the control that sends.

use atelier_core::skill::NAME_MAX;
use atelier_core::template::Bindings;
use atelier_core::trajectory::Action;

use super::draft::Draft;
use super::segments::COMMANDS;
use super::wish::plain;
use super::words::{find, is_stop, name_of, noun, quoted, words};

/// Words that say how something is said, not what is wanted.
const WEAK: &[&str] = &[
    "i", "want", "need", "would", "like", "could", "now", "just", "see", "whether", "much", "many", "which",
    "what", "when", "where", "how", "who", "will", "should", "still", "also", "first", "called", "saying",
    "here", "there", "post's", "s", "one", "it", "go", "page",
];

/// A name from the task, or from the steps where there is none.
pub(crate) fn name(draft: &Draft, intent: Option<&str>, arguments: &Bindings, order: &[String]) -> String {
    let from_task = intent.and_then(|task| from_task(&plain(task), arguments, order));
    from_task.or_else(|| from_steps(draft, order)).unwrap_or_else(|| "skill".to_owned())
}

/// The task without the case's texts.
fn bare(task: &str, arguments: &Bindings) -> String {
    let mut text = task.replace("e-mail", "email").replace("E-mail", "email");
    let mut values: Vec<&String> = arguments.values().collect();
    values.sort_by_key(|v| std::cmp::Reverse(v.chars().count()));
    for value in values {
        while let Some(range) = find(&text, value) {
            text.replace_range(range, " ");
        }
    }
    for text_in_quotes in quoted(&text) {
        text = text.replace(&text_in_quotes, " ");
    }
    text
}

fn from_task(task: &str, arguments: &Bindings, order: &[String]) -> Option<String> {
    let text = bare(task, arguments);
    let all = words(&text);
    let asks = task.trim_end().ends_with('?')
        || all.first().is_some_and(|w| {
            matches!(w.as_str(), "what" | "how" | "which" | "who" | "when" | "where" | "is")
        });
    let telling: Vec<&str> = all
        .iter()
        .map(String::as_str)
        .filter(|w| !is_stop(w) && !WEAK.contains(w) && w.len() > 1 && !w.chars().all(|c| c.is_ascii_digit()))
        .collect();
    let verb = telling.iter().position(|w| COMMANDS.contains(w));
    let mut parts: Vec<&str> = Vec::new();
    if asks {
        let counts = all.iter().any(|w| w == "many");
        parts.push(if counts { "count" } else { "get" });
        parts.extend(telling.iter().copied().take(3));
    } else {
        let from = verb.unwrap_or(0);
        parts.extend(telling.iter().copied().skip(from).take(3));
        if parts.len() < 2 {
            parts.extend(telling.iter().copied().take(from));
        }
    }
    // One verb alone says too little: the first parameter tells of what.
    let objects: Vec<&str> = order.iter().flat_map(|name| name.split('_')).collect();
    if parts.len() < 2 {
        parts.extend(objects.into_iter().take(1));
    }
    name_of(parts.into_iter(), NAME_MAX)
}

/// What was pressed last, and where.
fn from_steps(draft: &Draft, order: &[String]) -> Option<String> {
    let acts = |action| matches!(action, Action::Click | Action::DoubleClick | Action::Press | Action::Check);
    let heaviest = draft.steps.iter().map(|s| s.effect).max()?;
    let last = draft.steps.iter().rev().find(|s| s.effect == heaviest && acts(s.action));
    let reads = draft.steps.iter().find(|s| s.action == Action::Extract).and_then(|s| s.value.clone());
    let label = last.and_then(|s| s.target.as_ref()).and_then(|t| t.name.clone().or(t.text.clone()));
    let label = label.filter(|text| !text.contains("{{"));
    let page = draft.steps.last().map(|s| s.page.clone()).unwrap_or_default();
    let place: Vec<String> =
        page.split('/').filter(|s| s.len() > 1 && !s.contains(['{', '*'])).map(str::to_owned).collect();
    let mut parts: Vec<String> = Vec::new();
    match (reads, label) {
        (Some(output), _) => parts.extend(["get".to_owned(), output]),
        (None, Some(label)) => parts.extend(words(&label)),
        (None, None) => parts.push("open".to_owned()),
    }
    parts.extend(place.iter().flat_map(|s| words(s)));
    parts.extend(order.iter().cloned());
    let plain: Vec<&str> = parts.iter().flat_map(|p| p.split('_')).filter(|w| !is_stop(w)).take(4).collect();
    name_of(plain.into_iter(), NAME_MAX)
}

/// A sentence: the task for any case.
pub(crate) fn description(
    name: &str,
    intent: Option<&str>,
    arguments: &Bindings,
    order: &[String],
) -> String {
    let Some(task) = intent else {
        let mut sentence = name.replace('_', " ");
        if let Some(first) = sentence.get(..1) {
            let upper = first.to_uppercase();
            sentence.replace_range(..1, &upper);
        }
        let fields: Vec<String> = order.iter().map(|p| p.replace('_', " ")).collect();
        return match fields.split_last() {
            None => format!("{sentence}."),
            Some((only, [])) => format!("{sentence} with a given {only}."),
            Some((last, front)) => format!("{sentence} with {} and {last}.", front.join(", ")),
        };
    };
    let task = plain(task);
    let end = if task.ends_with('?') { '?' } else { '.' };
    let mut text = task.trim().trim_end_matches(['.', '!', '?']).to_owned();
    let mut values: Vec<(&String, &String)> = arguments.iter().collect();
    values.sort_by_key(|(_, v)| std::cmp::Reverse(v.chars().count()));
    for (parameter, value) in values {
        let said = parameter.replace('_', " ");
        let mut from = 0;
        while let Some(range) = text.get(from..).and_then(|rest| find(rest, value)) {
            let range = with_quotes(&text, range.start + from..range.end + from);
            let (range, put) = fit(&text, range, &said);
            text.replace_range(range.clone(), &put);
            from = range.start + put.len();
        }
    }
    if let Some(first) = text.chars().next() {
        let upper: String = first.to_uppercase().collect();
        text.replace_range(..first.len_utf8(), &upper);
    }
    text.push(end);
    text
}

fn with_quotes(text: &str, range: std::ops::Range<usize>) -> std::ops::Range<usize> {
    let before = text[..range.start].chars().next_back();
    // Signs of numbers and money go with them.
    if let Some(sign) = before.filter(|c| matches!(c, '#' | '$' | '€' | '£' | '@')) {
        return range.start - sign.len_utf8()..range.end;
    }
    let after = text[range.end..].chars().next();
    match (before, after) {
        (Some(a), Some(b))
            if matches!((a, b), ('"', '"') | ('“', '”') | ('\'', '\'') | ('‘', '’') | ('«', '»')) =>
        {
            range.start - a.len_utf8()..range.end + b.len_utf8()
        }
        _ => range,
    }
}

/// *the forum gardening* and *the gardening forum* → *a given forum*; else *the given title*.
fn fit(text: &str, range: std::ops::Range<usize>, said: &str) -> (std::ops::Range<usize>, String) {
    let before = text[..range.start].trim_end();
    let after = text[range.end..].trim_start();
    // *the submission "A"* for a parameter called post: the task's own word stays.
    let own = words(&text[..range.start]).pop().filter(|w| noun(w) == Some(said));
    let said = own.as_deref().unwrap_or(said);
    if let Some(found) = apposition(text, &range, said) {
        return found;
    }
    let said = if said == "name" { "item" } else { said };
    let article = article(said);
    let strip = |front: &str| {
        let front = front.trim_end();
        let article = ["the", "a", "an"].into_iter().find(|article| {
            let low = front.to_lowercase();
            low == *article || low.ends_with(&format!(" {article}"))
        });
        article.map_or(front.len(), |article| front.len() - article.len())
    };
    // At the very start the word is the verb of the sentence.
    if let Some(front) = strip_word_end(before, said).filter(|front| !front.trim().is_empty()) {
        if is_own(front) {
            return (front.trim_end().len()..range.end, format!(" {said}"));
        }
        let start = strip(front);
        if start == front.trim_end().len() {
            // *the wiki page "A"* → *the wiki page*.
            return (front.trim_end().len()..range.end, format!(" {said}"));
        }
        return (start..range.end, spaced(&text[..start], &format!("{article} {said}")));
    }
    if let Some(rest) = strip_word_start(after, said) {
        if is_own(before) {
            return (before.len()..text.len() - rest.len(), format!(" {said}"));
        }
        let start = strip(before);
        return (start..text.len() - rest.len(), spaced(&text[..start], &format!("{article} {said}")));
    }
    let start = strip(before);
    let start = if start < before.len() { start } else { range.start };
    (start..range.end, spaced(&text[..start], &format!("{article} {said}")))
}

/// Values that need no words of their own in the sentence, since the word before says what they are: *the
/// customer Ada* is *a customer*, *a forum named tea* a forum, *comment "A" on* is *comment on*, *the title to
/// "A"* the title to a new one.
fn apposition(
    text: &str,
    range: &std::ops::Range<usize>,
    said: &str,
) -> Option<(std::ops::Range<usize>, String)> {
    const LINKING: &[&str] = &["named", "called", "titled", "saying", "says", "reading"];
    const JOINING: &[&str] = &[
        "of", "to", "in", "on", "at", "for", "from", "by", "with", "as", "and", "or", "about", "under",
        "into", "than", "that", "me", "did", "does", "has", "is", "are", "all", "list",
    ];
    let front = text[..range.start].trim_end();
    let before: Vec<&str> = front.split(' ').collect();
    let [.., last] = before[..] else {
        return None;
    };
    let cut = |words: usize| {
        let kept = before[..before.len() - words].join(" ");
        (kept.len()..range.end, String::new())
    };
    if LINKING.contains(&last) {
        let that = before.len() >= 2 && before[before.len() - 2] == "that";
        return Some(cut(if that { 2 } else { 1 }));
    }
    let root = |word: &str| word.to_lowercase().trim_end_matches('s').to_owned();
    if before.len() == 1 && root(last) == root(said) {
        return Some(cut(0));
    }
    let mentioned = words(front).iter().filter(|w| root(w) == root(said)).count();
    if last == "to" && mentioned > 0 {
        return Some((range.clone(), "a new one".to_owned()));
    }
    if JOINING.contains(&last) || !last.chars().all(char::is_alphabetic) {
        return None;
    }
    // An article, and nothing but a noun or two between it and the value.
    let near = before.iter().rev().take(3).position(|w| matches!(*w, "the" | "a" | "an"))?;
    let noun = &before[before.len() - near..];
    if near == 0 || noun.iter().any(|w| JOINING.contains(w)) {
        return None;
    }
    let kept = before[..before.len() - near - 1].join(" ");
    if matches!(last, "past" | "last" | "next") {
        return Some((kept.len()..range.end, format!(" a given {said}")));
    }
    let noun = noun.join(" ");
    let put = format!("{}{} {noun}", if kept.is_empty() { "" } else { " " }, article(&noun));
    Some((kept.len()..range.end, put))
}

fn article(noun: &str) -> &'static str {
    let vowel =
        noun.starts_with(['a', 'e', 'i', 'o', 'u']) && !noun.starts_with("us") && !noun.starts_with("ur");
    if vowel { "an" } else { "a" }
}

/// *my forum* stays mine.
fn is_own(front: &str) -> bool {
    words(front).last().is_some_and(|w| matches!(w.as_str(), "my" | "your" | "his" | "her" | "our" | "this"))
}

fn spaced(before: &str, put: &str) -> String {
    if before.is_empty() || before.ends_with(char::is_whitespace) {
        put.to_owned()
    } else {
        format!(" {put}")
    }
}

fn strip_word_end<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let start = text.len().checked_sub(word.len())?;
    let (front, end) = (text.get(..start)?, text.get(start..)?);
    (end.eq_ignore_ascii_case(word) && (front.is_empty() || front.ends_with(char::is_whitespace)))
        .then_some(front)
}

fn strip_word_start<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (front, rest) = (text.get(..word.len())?, text.get(word.len()..)?);
    (front.eq_ignore_ascii_case(word) && !rest.chars().next().is_some_and(char::is_alphanumeric))
        .then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bind(pairs: &[(&str, &str)]) -> Bindings {
        pairs.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect()
    }

    #[test]
    fn names_are_verb_and_object() {
        let n = |task: &str, pairs: &[(&str, &str)]| {
            let order: Vec<String> = pairs.iter().map(|(k, _)| (*k).to_owned()).collect();
            from_task(task, &bind(pairs), &order).unwrap()
        };
        assert_eq!(n("Subscribe to the forum gardening", &[("forum", "gardening")]), "subscribe_forum");
        assert_eq!(n("Search for tea", &[("query", "tea")]), "search_query");
        assert_eq!(n("What is the price of the Oak Board?", &[("product", "Oak Board")]), "get_price");
        assert_eq!(
            n(
                "Please post a comment saying \"Nice\" on the post \"A b\"",
                &[("comment", "Nice"), ("post", "A b")]
            ),
            "post_comment"
        );
        assert_eq!(
            n("How many subscribers does the forum tea have?", &[("forum", "tea")]),
            "count_subscribers_forum"
        );
    }

    #[test]
    fn descriptions_hold_for_any_case() {
        let d = |task: &str, pairs: &[(&str, &str)]| description("x", Some(task), &bind(pairs), &[]);
        assert_eq!(d("Subscribe to the forum gardening", &[("forum", "gardening")]), "Subscribe to a forum.");
        assert_eq!(d("Join the gardening forum", &[("forum", "gardening")]), "Join a forum.");
        assert_eq!(
            d("comment \"Nice\" on the post \"A b\"", &[("comment", "Nice"), ("post", "A b")]),
            "Comment on a post."
        );
        assert_eq!(d("Lock the submission \"A b\"", &[("post", "A b")]), "Lock a submission.");
        assert_eq!(d("Block eve", &[("user", "eve")]), "Block a user.");
        assert_eq!(d("Open the wiki page \"A b\"", &[("page", "A b")]), "Open a wiki page.");
        assert_eq!(d("Could you block eve, please?", &[("user", "eve")]), "Block a user.");
        assert_eq!(
            d("Create a forum named tea with the title \"A b\"", &[("name", "tea"), ("title", "A b")]),
            "Create a forum with a title."
        );
        assert_eq!(
            d("Look up the e-mail address of the customer Ann Lee", &[("query", "Ann Lee")]),
            "Look up the e-mail address of a customer."
        );
        assert_eq!(d("Upvote the post \"A b\"", &[("query", "A b")]), "Upvote a post.");
        assert_eq!(
            d("Change the title of my forum tea to \"A b\"", &[("forum", "tea"), ("title", "A b")]),
            "Change the title of my forum to a new one."
        );
        assert_eq!(
            d("Write eve a message saying \"A b\"", &[("user", "eve"), ("message", "A b")]),
            "Write a user a message."
        );
        assert_eq!(d("Lock my forum tea", &[("forum", "tea")]), "Lock my forum.");
        assert_eq!(d("Cancel my order #1003", &[("order", "1003")]), "Cancel my order.");
        assert_eq!(description("save_title", None, &Bindings::new(), &[]), "Save title.");
    }
}
