//! Intent normalisation: what varies between two wordings of one wish is masked (AutoTailor A.4).

/// Mask of names, quotations and descriptions.
pub const VALUE: &str = "<val>";
/// Mask of numbers.
pub const NUMBER: &str = "<num>";
/// Mask of lists.
pub const LIST: &str = "<list>";

/// One masked piece of an intent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The mask that stands for it.
    pub mask: &'static str,
    /// The text that was masked, without quotation marks.
    pub text: String,
}

/// Masks quotations, URLs, e-mail addresses, numbers, words with inner signs and capitalised runs.
/// Returns the normalised form in lower case with single spaces, and what was masked, in order.
pub fn normalise(intent: &str) -> (String, Vec<Slot>) {
    let mut words: Vec<String> = Vec::new();
    let mut slots: Vec<Slot> = Vec::new();
    let mut first = true;
    for piece in pieces(intent) {
        match piece {
            Piece::Quoted(text) => push(&mut words, &mut slots, VALUE, text),
            Piece::Word(word) => {
                let core = word.trim_matches(|c: char| !c.is_alphanumeric() && !"#$€£/".contains(c));
                let capital = core.chars().next().is_some_and(char::is_uppercase);
                if is_number(core) {
                    push(&mut words, &mut slots, NUMBER, core);
                } else if is_marked(core) || (capital && !first && core != "I") {
                    push(&mut words, &mut slots, VALUE, core);
                } else if !core.is_empty() {
                    words.push(core.to_lowercase());
                }
                first = word.ends_with(['.', '!', '?']);
                continue;
            }
        }
        first = false;
    }
    (collapse_lists(&words).join(" "), slots)
}

enum Piece<'a> {
    Quoted(&'a str),
    Word(&'a str),
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| !c.is_whitespace()) {
        rest = &rest[at..];
        let quote = rest.chars().next().and_then(closing);
        if let Some(close) = quote {
            let open = rest.chars().next().map_or(0, char::len_utf8);
            let inside = &rest[open..];
            // A quote closes where no letter follows, so that apostrophes inside stay inside.
            let end = inside.char_indices().find(|(at, c)| {
                *c == close && !inside[at + c.len_utf8()..].chars().next().is_some_and(char::is_alphanumeric)
            });
            if let Some((end, _)) = end {
                out.push(Piece::Quoted(&inside[..end]));
                rest = &inside[end + close.len_utf8()..];
                continue;
            }
        }
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        out.push(Piece::Word(&rest[..end]));
        rest = &rest[end..];
    }
    out
}

const fn closing(open: char) -> Option<char> {
    match open {
        '"' => Some('"'),
        '\'' => Some('\''),
        '“' => Some('”'),
        '‘' => Some('’'),
        '«' => Some('»'),
        _ => None,
    }
}

fn is_number(word: &str) -> bool {
    let bare = word.trim_start_matches(['#', '$', '€', '£']).trim_end_matches('%');
    bare.chars().any(|c| c.is_ascii_digit())
        && bare.chars().all(|c| c.is_ascii_digit() || ".,:-/".contains(c))
}

fn is_marked(word: &str) -> bool {
    word.contains("://")
        || word.contains('@')
        || word.contains('_')
        || word.contains('/')
        || (word.chars().any(|c| c.is_ascii_digit()) && word.chars().any(char::is_alphabetic))
}

fn push(words: &mut Vec<String>, slots: &mut Vec<Slot>, mask: &'static str, text: &str) {
    // Neighbouring capitalised words are one name.
    if mask == VALUE
        && words.last().is_some_and(|w| w == VALUE)
        && let Some(last) = slots.last_mut()
    {
        last.text = format!("{} {text}", last.text);
        return;
    }
    words.push(mask.to_owned());
    slots.push(Slot { mask, text: text.to_owned() });
}

fn collapse_lists(words: &[String]) -> Vec<String> {
    let is_mask = |w: &String| w == VALUE || w == NUMBER;
    let mut out: Vec<String> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let joined = words[at] == "and" || words[at] == "or";
        if joined && at + 1 < words.len() && is_mask(&words[at + 1]) {
            if let Some(last) = out.last_mut()
                && (*last == VALUE || *last == NUMBER || *last == LIST)
            {
                LIST.clone_into(last);
                at += 2;
                continue;
            }
        }
        out.push(words[at].clone());
        at += 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn masks_what_varies() {
        let (form, slots) = normalise("Post \"It's raining\" in the forum books, 3 times");
        assert_eq!(form, "post <val> in the forum books <num> times");
        assert_eq!(slots[0].text, "It's raining");
        assert_eq!(slots[1].text, "3");
    }

    #[test]
    fn names_and_lists() {
        assert_eq!(normalise("Block the user Ada Byron").0, "block the user <val>");
        assert_eq!(normalise("compare 'a' and 'b'").0, "compare <list>");
        assert_eq!(normalise("What is order #1234 worth?").0, "what is order <num> worth");
    }

    proptest! {
        #[test]
        fn never_panics_and_is_stable(text in ".{0,80}") {
            let (once, _) = normalise(&text);
            prop_assert!(!once.contains("  "));
        }
    }
}
