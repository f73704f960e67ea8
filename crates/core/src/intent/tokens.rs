//! Words and typed masks of an intent, with where they stand.

use super::{LIST, NUMBER, VALUE, closing, mask_of};

/// A word in lower case, or a mask, with the bytes of the intent it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub form: String,
    pub from: usize,
    pub to: usize,
}

/// Cardinals in words; ordinals and *one* have too many other uses.
const CARDINALS: [&str; 14] = [
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "dozen",
    "hundred", "thousand",
];

/// Words in lower case and masks, in order. Masks side by side are one, and so are the members of a list.
pub fn tokens(intent: &str) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::new();
    let mut comma = false;
    // The first word of a sentence has its capital for nothing.
    let mut first = true;
    for piece in pieces(intent) {
        let text = &intent[piece.from..piece.to];
        let mut token = Token { form: VALUE.to_owned(), from: piece.from, to: piece.to };
        let mut after = false;
        if piece.quoted {
            first = false;
        } else if text == "&" {
            "and".clone_into(&mut token.form);
        } else {
            let (core, from) = core_of(text);
            after = text.trim_end_matches(['\'', '"', ')']).ends_with(',');
            if core.is_empty() {
                // A comma or bracket that stands alone still separates the members of a list.
                comma |= after;
                continue;
            }
            token.from += from;
            token.to = token.from + core.len();
            token.form = form_of(core, first);
            first = text.ends_with(['.', '!', '?', ':']);
        }
        push(&mut out, token, comma);
        comma = after;
    }
    out
}

fn form_of(core: &str, first: bool) -> String {
    let low = core.to_lowercase();
    if is_number(core) || CARDINALS.contains(&low.as_str()) {
        return NUMBER.to_owned();
    }
    let owner = core.strip_suffix("'s").or_else(|| core.strip_suffix("’s")).unwrap_or(core);
    let mut chars = owner.chars();
    let capital = chars.next().is_some_and(char::is_uppercase);
    let me = owner == "I" || owner.starts_with("I'") || owner.starts_with("I’");
    let inner = chars.any(char::is_uppercase);
    if !me && (is_marked(owner) || inner || (capital && !first)) { VALUE.to_owned() } else { low }
}

/// Appends the token, joined with the one before where both are masks of one run or list.
fn push(out: &mut Vec<Token>, token: Token, comma: bool) {
    let masked = |at: Option<&Token>| at.and_then(|t| mask_of(&t.form));
    let Some(mask) = mask_of(&token.form) else {
        out.push(token);
        return;
    };
    let joined = out.last().is_some_and(|t| t.form == "and" || t.form == "or");
    if joined && out.len() >= 2 && masked(out.get(out.len() - 2)).is_some() {
        out.pop();
        if let Some(last) = out.last_mut() {
            LIST.clone_into(&mut last.form);
            last.to = token.to;
        }
        return;
    }
    let Some(before) = masked(out.last()) else {
        out.push(token);
        return;
    };
    if let Some(last) = out.last_mut() {
        last.to = token.to;
        let whole = match (comma, before, mask) {
            (true, ..) | (_, LIST, _) | (.., LIST) => LIST,
            (_, a, b) if a == b => a,
            _ => VALUE,
        };
        whole.clone_into(&mut last.form);
    }
}

struct Piece {
    from: usize,
    to: usize,
    quoted: bool,
}

fn pieces(text: &str) -> Vec<Piece> {
    let gap = |c: char| c.is_whitespace() || "[]".contains(c);
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(skip) = text[at..].find(|c: char| !gap(c)) {
        at += skip;
        let rest = &text[at..];
        let open = rest.chars().next().unwrap_or_default();
        let inside = &rest[open.len_utf8()..];
        let quote = closing(open).and_then(|close| Some((end_of_quote(inside, close)?, close)));
        let (to, quoted) = match quote {
            Some((end, close)) => (at + open.len_utf8() + end + close.len_utf8(), true),
            None => (at + rest.find(gap).unwrap_or(rest.len()), false),
        };
        out.push(Piece { from: at, to, quoted });
        at = to;
    }
    out
}

/// Where the quote closes: where no letter follows, so that apostrophes inside stay inside.
pub(super) fn end_of_quote(inside: &str, close: char) -> Option<usize> {
    let ends = |(at, c): &(usize, char)| {
        let next = inside[at + c.len_utf8()..].chars().next();
        *c == close && *at > 0 && !next.is_some_and(char::is_alphanumeric)
    };
    inside.char_indices().find(ends).map(|(at, _)| at)
}

/// The word without signs around it, and how many bytes were cut from its front.
fn core_of(word: &str) -> (&str, usize) {
    let front = word.trim_start_matches(|c: char| !(c.is_alphanumeric() || "#$€£+-@_/".contains(c)));
    let core = front.trim_end_matches(|c: char| !(c.is_alphanumeric() || "%_".contains(c)));
    (core, word.len() - front.len())
}

fn is_number(word: &str) -> bool {
    let bare = word.trim_start_matches(['#', '$', '€', '£', '+', '-']).trim_end_matches('%');
    let bare = ["st", "nd", "rd", "th"].iter().find_map(|end| bare.strip_suffix(end)).unwrap_or(bare);
    bare.starts_with(|c: char| c.is_ascii_digit())
        && bare.chars().all(|c| c.is_ascii_digit() || ".,:-/".contains(c))
}

/// Looks like an identifier or an address: inner signs, or letters and digits together.
fn is_marked(word: &str) -> bool {
    word.contains("://")
        || word.contains(['@', '_', '/'])
        || word.trim_matches('.').contains('.')
        || (word.chars().any(|c| c.is_ascii_digit()) && word.chars().any(char::is_alphabetic))
}
