//! The rules of comparison.
//!
//! - **Texts** are compared in lower case, with blanks collapsed and quotes straightened. An answer may
//!   be a short sentence: the wanted text must stand in it as whole words, with at most
//!   [`MAX_EXTRA_WORDS`] other words, so that listing everything does not pass.
//! - **Numbers**: the answer must contain exactly one distinct number (`1,204` is one number).
//! - **Lists**: every item as whole words, in any order, with the same bound on the words that remain.
//! - **Addresses**: exact path apart from a trailing slash, and at least the wanted query pairs.

use serde_json::Value;
use url::Url;

use super::{AnswerKey, Attempt, Condition, Expect, StateCheck, Task, Test, Verifier};

/// Words an answer may have beside the wanted ones.
pub const MAX_EXTRA_WORDS: usize = 12;

/// Whether the attempt did the task; if not, the reason in a sentence.
pub fn verify(task: &Task, attempt: &Attempt) -> Result<(), String> {
    holds(&task.verifier, attempt)
}

fn holds(verifier: &Verifier, attempt: &Attempt) -> Result<(), String> {
    match verifier {
        Verifier::Answer { key } => {
            let answer = attempt.answer.as_deref().unwrap_or_default();
            if answer.trim().is_empty() {
                return Err("no answer was given".to_owned());
            }
            answer_is(key, answer)
        }
        Verifier::Url { path, query } => url_is(path, query, &attempt.url),
        Verifier::State { checks } => checks.iter().try_for_each(|check| state_is(check, &attempt.state)),
        Verifier::All { of } => of.iter().try_for_each(|part| holds(part, attempt)),
    }
}

fn answer_is(key: &AnswerKey, answer: &str) -> Result<(), String> {
    match key {
        AnswerKey::Text { any_of } => {
            let fits = any_of.iter().any(|wanted| {
                remaining_words(answer, std::slice::from_ref(wanted)).is_some_and(|n| n <= MAX_EXTRA_WORDS)
            });
            fits.then_some(())
                .ok_or_else(|| format!("the answer `{answer}` is not `{}`", any_of.join("` or `")))
        }
        AnswerKey::Number { value } => {
            let mut found = numbers(answer);
            found.dedup();
            match found.as_slice() {
                [only] if (only - value).abs() < 1e-6 => Ok(()),
                [only] => Err(format!("the answer is {only}, it should be {value}")),
                [] => Err(format!("the answer `{answer}` has no number, it should be {value}")),
                _ => Err(format!("the answer `{answer}` has several numbers, it should be {value} alone")),
            }
        }
        AnswerKey::List { items } => match remaining_words(answer, items) {
            None => Err(format!("the answer `{answer}` does not name all of `{}`", items.join("`, `"))),
            Some(extra) if extra > MAX_EXTRA_WORDS => {
                Err("the answer names the wanted things among too many others".to_owned())
            }
            Some(_) => Ok(()),
        },
    }
}

/// Words of the answer beside the wanted texts, or nothing if a wanted text is missing.
fn remaining_words(answer: &str, wanted: &[String]) -> Option<usize> {
    let mut words = words(answer);
    // Longer texts first, so that one contained in another is not taken out of it.
    let mut wanted: Vec<Vec<String>> = wanted.iter().map(|text| self::words(text)).collect();
    wanted.sort_by_key(|text| std::cmp::Reverse(text.len()));
    let mut taken = 0;
    for text in &wanted {
        if text.is_empty() {
            return None;
        }
        let at = words.windows(text.len()).position(|window| window == text.as_slice())?;
        // A mark that no wanted word equals keeps the rest from joining up.
        words.splice(at..at + text.len(), ["\u{0}".to_owned()]);
        taken += 1;
    }
    Some(words.len() - taken)
}

/// Lower-case words; punctuation at their edges does not count.
fn words(text: &str) -> Vec<String> {
    let lower = plain(text);
    let words = lower.split([' ', '\u{a0}']).map(|word| {
        let inner =
            word.trim_matches(|c: char| !c.is_alphanumeric() && c != '_' && c != '$' && c != '-' && c != '+');
        // `-` alone is punctuation, `-3` and `well-known` are not.
        if inner.chars().any(char::is_alphanumeric) {
            inner.trim_end_matches(['-', '+']).to_owned()
        } else {
            String::new()
        }
    });
    words.filter(|word| !word.is_empty()).collect()
}

/// Lower case, straight quotes, single blanks.
fn plain(text: &str) -> String {
    plain_chars(text).collect()
}

/// [`plain`] character by character: collections are long and most texts differ early.
fn plain_chars(text: &str) -> impl Iterator<Item = char> + '_ {
    let words = text.split_whitespace().enumerate();
    let spaced = words.flat_map(|(n, word)| (n > 0).then_some(' ').into_iter().chain(word.chars()));
    spaced.flat_map(|c| {
        let straight = match c {
            '‘' | '’' => '\'',
            '“' | '”' => '"',
            '–' | '—' | '−' => '-',
            other => other,
        };
        straight.to_lowercase()
    })
}

/// All numbers of a text, sorted; `1,204.50` is one, and `-3` negative only after a blank or the start.
fn numbers(text: &str) -> Vec<f64> {
    let chars: Vec<char> = plain(text).chars().collect();
    let mut found = Vec::new();
    let mut i = 0;
    while i < chars.len() {
        if !chars[i].is_ascii_digit() || i > 0 && (chars[i - 1].is_alphanumeric() || chars[i - 1] == '_') {
            i += 1;
            continue;
        }
        let start = i;
        let mut digits = String::new();
        while i < chars.len() {
            let next = chars.get(i + 1).is_some_and(char::is_ascii_digit);
            match chars[i] {
                digit if digit.is_ascii_digit() => digits.push(digit),
                ',' if next && chars[i + 1..].iter().take_while(|c| c.is_ascii_digit()).count() == 3 => {}
                '.' if next && !digits.contains('.') => digits.push('.'),
                _ => break,
            }
            i += 1;
        }
        let negative =
            start > 0 && chars[start - 1] == '-' && (start == 1 || !chars[start - 2].is_alphanumeric());
        if let Ok(value) = digits.parse::<f64>() {
            found.push(if negative { -value } else { value });
        }
    }
    found.sort_by(f64::total_cmp);
    found
}

fn url_is(path: &str, query: &[(String, String)], at: &str) -> Result<(), String> {
    let parsed =
        Url::parse(at).or_else(|_| Url::parse("http://practice.test").and_then(|base| base.join(at)));
    let Ok(url) = parsed else {
        return Err(format!("`{at}` is not an address"));
    };
    let wanted: Vec<&str> = path.trim_end_matches('/').split('/').collect();
    let found: Vec<&str> = url.path().trim_end_matches('/').split('/').collect();
    if wanted.len() != found.len() || !wanted.iter().zip(&found).all(|(w, f)| *w == "*" || w == f) {
        return Err(format!("the page is `{}`, it should be `{path}`", url.path()));
    }
    let pairs: Vec<(String, String)> =
        url.query_pairs().map(|(name, value)| (name.into_owned(), plain(&value))).collect();
    for (name, value) in query {
        if !pairs.iter().any(|(key, found)| key == name && *found == plain(value)) {
            return Err(format!("the address has no `{name}={value}`"));
        }
    }
    Ok(())
}

fn state_is(check: &StateCheck, state: &Value) -> Result<(), String> {
    let fits = |item: &&Value| check.conditions.iter().all(|condition| condition_holds(condition, item));
    let n = match state.pointer(&check.at) {
        None | Some(Value::Null) => 0,
        Some(Value::Array(items)) => items.iter().filter(fits).count(),
        Some(single) => usize::from(fits(&single)),
    };
    let said = || {
        let conditions = check.conditions.iter().map(|c| format!("{} {}", c.field, said_test(&c.test)));
        format!("`{}` where {}", check.at, conditions.collect::<Vec<_>>().join(" and "))
    };
    match check.expect {
        Expect::Exists if n == 0 => Err(format!("nothing in {}", said())),
        Expect::Absent if n > 0 => Err(format!("there should be nothing in {}, but there are {n}", said())),
        Expect::Count(wanted) if n != wanted => {
            Err(format!("there should be {wanted} in {}, there are {n}", said()))
        }
        _ => Ok(()),
    }
}

fn said_test(test: &Test) -> String {
    match test {
        Test::Equals(value) => format!("is {value}"),
        Test::Not(value) => format!("is not {value}"),
        Test::Contains(value) => format!("contains {value}"),
        Test::Above(value) => format!("is above {value}"),
    }
}

fn condition_holds(condition: &Condition, item: &Value) -> bool {
    let found = if condition.field.is_empty() {
        Some(item)
    } else if condition.field.starts_with('/') {
        item.pointer(&condition.field)
    } else {
        item.get(&condition.field)
    };
    let found = found.unwrap_or(&Value::Null);
    match &condition.test {
        Test::Equals(wanted) => same(found, wanted),
        Test::Not(wanted) => !same(found, wanted),
        Test::Contains(wanted) => match (found, wanted) {
            (Value::Array(items), wanted) => items.iter().any(|item| same(item, wanted)),
            (Value::String(text), Value::String(part)) => plain(text).contains(&plain(part)),
            _ => false,
        },
        Test::Above(bound) => found.as_f64().is_some_and(|value| value > *bound),
    }
}

fn same(found: &Value, wanted: &Value) -> bool {
    match (found, wanted) {
        (Value::String(found), Value::String(wanted)) => plain_chars(found).eq(plain_chars(wanted)),
        (Value::Number(found), Value::Number(wanted)) => match (found.as_f64(), wanted.as_f64()) {
            (Some(found), Some(wanted)) => (found - wanted).abs() < 1e-9,
            _ => false,
        },
        _ => found == wanted,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::tasks::TaskKind;

    fn task(verifier: Verifier) -> Task {
        Task {
            id: "t".into(),
            site: "forum".into(),
            template: "t".into(),
            capability: "c".into(),
            kind: TaskKind::Read,
            intent: "i".into(),
            start_path: "/".into(),
            verifier,
        }
    }

    fn passes(verifier: Verifier, url: &str, answer: &str, state: Value) -> bool {
        let answer = (!answer.is_empty()).then(|| answer.to_owned());
        verify(&task(verifier), &Attempt { url: url.into(), answer, state }).is_ok()
    }

    #[test]
    fn texts_may_stand_in_a_short_sentence_but_not_in_a_heap() {
        let wanted = || Verifier::text("marta_k");
        assert!(passes(wanted(), "", "marta_k", Value::Null));
        assert!(passes(wanted(), "", "It was posted by “Marta_K”.", Value::Null));
        assert!(!passes(wanted(), "", "marta_kk", Value::Null));
        assert!(!passes(wanted(), "", "", Value::Null));
        let heap = format!("{} marta_k", "somebody ".repeat(40));
        assert!(!passes(wanted(), "", &heap, Value::Null));
    }

    #[test]
    fn a_number_must_be_the_only_one() {
        for (answer, ok) in [
            ("1,204 subscribers", true),
            ("1204", true),
            ("1204.0", true),
            ("1203", false),
            ("1204 or 1205", false),
            ("f2b", false),
            ("many", false),
        ] {
            assert_eq!(passes(Verifier::number(1204), "", answer, Value::Null), ok, "{answer}");
        }
        assert!(passes(Verifier::number(-3), "", "-3 points", Value::Null));
        assert!(passes(Verifier::number(3), "", "score: 3", Value::Null));
    }

    #[test]
    fn lists_come_in_any_order_and_complete() {
        let wanted = || Verifier::list(vec!["ada".into(), "ada lovelace".into(), "bob".into()]);
        assert!(passes(wanted(), "", "bob, ada lovelace and ada", Value::Null));
        assert!(!passes(wanted(), "", "bob, ada lovelace", Value::Null));
    }

    #[test]
    fn addresses_need_the_path_and_the_pairs() {
        let wanted = || Verifier::url("/f/books/top").with("t", "week");
        assert!(passes(wanted(), "http://127.0.0.1:9/f/books/top?page=1&t=week", "", Value::Null));
        assert!(passes(wanted(), "/f/books/top/?t=week#x", "", Value::Null));
        for wrong in ["/f/books/top", "/f/book/top?t=week", "/f/books/top?t=weekly", "/f/books?t=week", ""] {
            assert!(!passes(wanted(), wrong, "", Value::Null), "{wrong}");
        }
        assert!(passes(Verifier::url("/f/books/*/x"), "/f/books/12/x", "", Value::Null));
    }

    #[test]
    fn state_is_selected_and_counted() {
        let state = json!({ "votes": [{"user": "ada", "id": 3, "value": 1}], "tags": [["a", "b"]], "me": {"bio": "Hi\nthere "} });
        let on = |check: StateCheck| passes(Verifier::state(vec![check]), "", "", state.clone());
        assert!(on(StateCheck::exists("/votes").equals("user", "ada").equals("id", 3)));
        assert!(!on(StateCheck::exists("/votes").equals("user", "ada").equals("id", 4)));
        assert!(on(StateCheck::absent("/votes").equals("id", 4)));
        assert!(on(StateCheck::count("/votes", 1)));
        assert!(!on(StateCheck::count("/votes", 2)));
        assert!(on(StateCheck::exists("/me").equals("bio", "hi there")));
        assert!(on(StateCheck::exists("/me").contains("/bio", "THERE")));
        assert!(on(StateCheck::exists("/tags").contains("", "b")));
        assert!(on(StateCheck::exists("/votes").above("value", 0)));
        assert!(!on(StateCheck::exists("/nowhere")));
        assert!(on(StateCheck::absent("/nowhere")));
    }

    #[test]
    fn tasks_travel_as_json() {
        let check = StateCheck::exists("/votes").equals("user", "ada").above("value", 0);
        let of = vec![Verifier::url("/x").with("a", "b"), Verifier::number(3), Verifier::state(vec![check])];
        let before = task(Verifier::All { of });
        let text = serde_json::to_string(&before).unwrap();
        assert_eq!(serde_json::from_str::<Task>(&text).unwrap(), before);
    }
}
