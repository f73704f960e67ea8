//! Words of an intent with their places: quotations, numbers, dates, addresses, paths, plain words, marks.

use std::ops::Range;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Word,
    /// A quotation; always one token.
    Quoted,
    /// `value` holds the digits alone.
    Number,
    /// `value` holds `YYYY-MM-DD`.
    Date,
    Email,
    Url,
    /// `f/books`, `/f/books`, `@ada`.
    Path,
    /// Punctuation.
    Mark,
    /// `'s` after a name.
    Possessive,
}

/// One token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub kind: Kind,
    /// Bytes in the intent, quotation marks included.
    pub range: Range<usize>,
    /// The text as a value: without quotation marks, numbers bare, dates in ISO form.
    pub value: String,
    /// Begins with an upper-case letter although no sentence begins here.
    pub capital: bool,
}

/// Splits a text into tokens.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(found) = text[at..].find(|c: char| !c.is_whitespace()) {
        at += found;
        if let Some((inside, end)) = quotation(text, at) {
            let value = text[inside.clone()].trim().to_owned();
            out.push(Token { kind: Kind::Quoted, range: at..end, value, capital: false });
            at = end;
            continue;
        }
        let end = piece_end(text, at);
        push_piece(text, at..end, &mut out);
        at = end;
    }
    mark_capitals(&mut out);
    join_dates(text, &out)
}

/// The inside of a quotation that opens at `at`, and where it ends.
fn quotation(text: &str, at: usize) -> Option<(Range<usize>, usize)> {
    let open = text[at..].chars().next()?;
    let close = match open {
        '"' | '\'' | '`' => open,
        '“' | '„' => '”',
        '‘' => '’',
        '«' => '»',
        _ => return None,
    };
    let start = at + open.len_utf8();
    // A quotation ends where no letter follows, so that apostrophes inside stay inside.
    let end = text[start..].char_indices().map(|(i, c)| (start + i, c)).find(|(i, c)| {
        *c == close && !text[i + c.len_utf8()..].chars().next().is_some_and(char::is_alphanumeric)
    });
    let (end, c) = end?;
    (end > start).then(|| (start..end, end + c.len_utf8()))
}

fn piece_end(text: &str, at: usize) -> usize {
    text[at..]
        .char_indices()
        .skip(1)
        .find(|(_, c)| c.is_whitespace() || matches!(c, '"' | '“' | '„' | '«' | '—' | '–'))
        .map_or(text.len(), |(i, _)| at + i)
}

const LEADING: &[char] = &['(', '[', '{', '—', '–', '-', '"', '“', '\'', '‘', '>', '<', '*', '•'];
const TRAILING: &[char] =
    &[',', '.', ';', ':', '!', '?', ')', ']', '}', '…', '"', '”', '\'', '’', '—', '–', '>', '<', '*'];

fn push_piece(text: &str, range: Range<usize>, out: &mut Vec<Token>) {
    let (mut start, mut end) = (range.start, range.end);
    while let Some(c) = text[start..end].chars().next().filter(|c| LEADING.contains(c)) {
        out.push(mark(text, start..start + c.len_utf8()));
        start += c.len_utf8();
    }
    let mut tail = Vec::new();
    while let Some(c) = text[start..end].chars().next_back().filter(|c| TRAILING.contains(c)) {
        tail.push(mark(text, end - c.len_utf8()..end));
        end -= c.len_utf8();
    }
    let core = &text[start..end];
    let owner = ["'s", "’s"].into_iter().find_map(|s| core.strip_suffix(s)).filter(|o| !o.is_empty());
    match owner {
        Some(owner) if !is_contraction(owner) => {
            let cut = start + owner.len();
            push_core(text, start..cut, out);
            out.push(Token {
                kind: Kind::Possessive,
                range: cut..end,
                value: "'s".to_owned(),
                capital: false,
            });
        }
        _ if !core.is_empty() => push_core(text, start..end, out),
        _ => {}
    }
    out.extend(tail.into_iter().rev());
}

fn is_contraction(owner: &str) -> bool {
    const WORDS: [&str; 11] =
        ["what", "who", "where", "when", "how", "that", "there", "it", "let", "here", "which"];
    WORDS.contains(&owner.to_lowercase().as_str())
}

fn mark(text: &str, range: Range<usize>) -> Token {
    let value = text[range.clone()].to_owned();
    Token { kind: Kind::Mark, range, value, capital: false }
}

fn push_core(text: &str, range: Range<usize>, out: &mut Vec<Token>) {
    let core = &text[range.clone()];
    // `5-star` says a number and a word.
    if let Some((number, word)) = core.split_once('-')
        && !number.is_empty()
        && number.chars().all(|c| c.is_ascii_digit())
        && !word.is_empty()
        && word.chars().all(char::is_alphabetic)
    {
        let cut = range.start + number.len();
        out.push(Token {
            kind: Kind::Number,
            range: range.start..cut,
            value: number.to_owned(),
            capital: false,
        });
        out.push(Token {
            kind: Kind::Word,
            range: cut + 1..range.end,
            value: word.to_owned(),
            capital: false,
        });
        return;
    }
    let (kind, value) = classify(core);
    let capital = matches!(kind, Kind::Word) && core.chars().next().is_some_and(char::is_uppercase);
    out.push(Token { kind, range, value, capital });
}

fn classify(core: &str) -> (Kind, String) {
    let as_is = core.to_owned();
    if core.contains("://") || core.starts_with("www.") {
        return (Kind::Url, as_is);
    }
    if let Some((user, host)) = core.split_once('@')
        && host.contains('.')
        && !user.is_empty()
    {
        return (Kind::Email, as_is);
    }
    if let Some(iso) = date(core) {
        return (Kind::Date, iso);
    }
    if let Some(number) = number(core) {
        return (Kind::Number, number);
    }
    if core.starts_with('@') && core.len() > 1 {
        return (Kind::Path, as_is);
    }
    if let Some((head, rest)) = core.split_once('/') {
        let letters = |t: &str| t.chars().all(char::is_alphabetic);
        if head.len() <= 1 || rest.contains('/') || !letters(head) || !letters(rest) {
            return (Kind::Path, as_is);
        }
    }
    (Kind::Word, as_is)
}

/// The bare digits of a number with signs and thousands separators.
fn number(core: &str) -> Option<String> {
    let bare = core.trim_start_matches(['#', '$', '€', '£']).trim_end_matches(['%', '$', '€', '£']);
    if !bare.starts_with(|c: char| c.is_ascii_digit()) || !bare.ends_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    if !bare.chars().all(|c| c.is_ascii_digit() || c == '.' || c == ',') {
        return None;
    }
    let grouped = bare.split(',').skip(1).all(|g| g.split('.').next().is_some_and(|g| g.len() == 3));
    Some(if grouped { bare.replace(',', "") } else { bare.to_owned() })
}

/// `2026-03-05` and `03/05/2026` (month first) as ISO.
fn date(core: &str) -> Option<String> {
    let (a, b, c) = three(core, '-').or_else(|| three(core, '/').map(|(m, d, y)| (y, m, d)))?;
    (a > 999 && (1..=12).contains(&b) && (1..=31).contains(&c)).then(|| format!("{a:04}-{b:02}-{c:02}"))
}

fn three(core: &str, by: char) -> Option<(u32, u32, u32)> {
    let mut parts = core.split(by).map(str::parse::<u32>);
    let found = (parts.next()?.ok()?, parts.next()?.ok()?, parts.next()?.ok()?);
    parts.next().is_none().then_some(found)
}

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

fn month(word: &str) -> Option<usize> {
    let lower = word.to_lowercase();
    (lower.len() >= 3).then_some(())?;
    MONTHS.iter().position(|m| *m == lower || (lower.len() == 3 && m.starts_with(&lower))).map(|at| at + 1)
}

/// `5`, `5th` as a day.
fn day(token: &Token) -> Option<u32> {
    let digits = token.value.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    matches!(token.kind, Kind::Number | Kind::Word).then_some(())?;
    digits.parse().ok().filter(|d| (1..=31).contains(d))
}

fn year(token: &Token) -> Option<u32> {
    (token.kind == Kind::Number).then_some(())?;
    token.value.parse().ok().filter(|y| (1900..=2200).contains(y))
}

/// Joins `March 5, 2026` and `5 March 2026` into one token.
fn join_dates(text: &str, tokens: &[Token]) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        if let Some((used, iso)) = spoken_date(&tokens[at..]) {
            let range = tokens[at].range.start..tokens[at + used - 1].range.end;
            debug_assert!(text.get(range.clone()).is_some());
            out.push(Token { kind: Kind::Date, range, value: iso, capital: false });
            at += used;
        } else {
            out.push(tokens[at].clone());
            at += 1;
        }
    }
    out
}

fn spoken_date(t: &[Token]) -> Option<(usize, String)> {
    let comma = |at: usize| usize::from(t.get(at).is_some_and(|c| c.value == ","));
    let (m, d, next) = match (t.first()?, t.get(1)?) {
        (a, b) if a.kind == Kind::Word && month(&a.value).is_some() => (month(&a.value)?, day(b)?, 2),
        (a, b) if b.kind == Kind::Word => (month(&b.value)?, day(a)?, 2),
        _ => return None,
    };
    let at = next + comma(next);
    let y = year(t.get(at)?)?;
    Some((at + 1, format!("{y:04}-{m:02}-{d:02}")))
}

/// A capital at the start of a sentence says nothing.
fn mark_capitals(tokens: &mut [Token]) {
    let mut begins = true;
    for token in tokens {
        if begins || token.value == "I" {
            token.capital = false;
        }
        begins = token.kind == Kind::Mark && matches!(token.value.as_str(), "." | "!" | "?");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shown(text: &str) -> Vec<String> {
        tokens(text).iter().map(|t| format!("{:?}:{}", t.kind, t.value)).collect()
    }

    #[test]
    fn kinds_are_told_apart() {
        assert_eq!(
            shown("Post \"It's raining\" in /f/books, 1,200 times."),
            [
                "Word:Post",
                "Quoted:It's raining",
                "Word:in",
                "Path:/f/books",
                "Mark:,",
                "Number:1200",
                "Word:times",
                "Mark:."
            ]
        );
        assert_eq!(
            shown("Mail ada@x.org about Ada's 5-star review"),
            [
                "Word:Mail",
                "Email:ada@x.org",
                "Word:about",
                "Word:Ada",
                "Possessive:'s",
                "Number:5",
                "Word:star",
                "Word:review"
            ]
        );
        assert_eq!(shown("and/or what's on"), ["Word:and/or", "Word:what's", "Word:on"]);
        assert_eq!(shown("titled:\"X y\""), ["Word:titled", "Mark::", "Quoted:X y"]);
    }

    #[test]
    fn dates_in_three_spellings_are_one_date() {
        for text in ["2026-03-05", "03/05/2026", "March 5, 2026", "5 Mar 2026", "5th March 2026"] {
            assert_eq!(shown(text), ["Date:2026-03-05"], "{text}");
        }
        assert_eq!(shown("may 5 people"), ["Word:may", "Number:5", "Word:people"]);
    }

    #[test]
    fn a_capital_counts_inside_a_sentence_only() {
        let t = tokens("Block Ada. Then Eve");
        let capitals: Vec<_> = t.iter().filter(|t| t.capital).map(|t| t.value.as_str()).collect();
        assert_eq!(capitals, ["Ada", "Eve"]);
    }

    proptest! {
        #[test]
        fn ranges_are_ordered_and_inside(text in ".{0,60}") {
            let mut last = 0;
            for token in tokens(&text) {
                prop_assert!(token.range.start >= last && token.range.end <= text.len());
                prop_assert!(text.get(token.range.clone()).is_some());
                last = token.range.end;
            }
        }
    }
}
