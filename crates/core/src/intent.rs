//! Intent normalisation: what varies between two wordings of one wish is masked (AutoTailor A.4).
//!
//! Here is what one intent tells by itself: quotations, numbers, addresses, names, lists. What only a log of
//! many intents tells (a value in plain lower-case words) is found in `tailor`.

mod tokens;

pub use tokens::{Token, tokens};

/// Mask of names, quotations and descriptions.
pub const VALUE: &str = "<val>";
/// Mask of numbers.
pub const NUMBER: &str = "<num>";
/// Mask of lists.
pub const LIST: &str = "<list>";

/// The mask this word is, if it is one.
pub fn mask_of(word: &str) -> Option<&'static str> {
    [VALUE, NUMBER, LIST].into_iter().find(|mask| *mask == word)
}

/// One masked piece of an intent.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Slot {
    /// The mask that stands for it.
    pub mask: &'static str,
    /// The text that was masked, as it was written; without quotation marks where it was one quotation.
    pub text: String,
}

/// Masks quotations, URLs, e-mail addresses, numbers, words with inner signs, capitalised runs and lists of
/// these. Returns the normalised form in lower case with single spaces, and what was masked, in order.
pub fn normalise(intent: &str) -> (String, Vec<Slot>) {
    let tokens = tokens(intent);
    let form: Vec<&str> = tokens.iter().map(|token| token.form.as_str()).collect();
    let slot = |token: &Token| {
        mask_of(&token.form)
            .map(|mask| Slot { mask, text: unquoted(&intent[token.from..token.to]).to_owned() })
    };
    (form.join(" "), tokens.iter().filter_map(slot).collect())
}

/// The text without the marks around it, where it is one quotation.
pub fn unquoted(text: &str) -> &str {
    let mut inner = text.chars();
    let (Some(open), Some(close)) = (inner.next(), inner.next_back()) else {
        return text;
    };
    let inner = inner.as_str();
    if closing(open) == Some(close) && tokens::end_of_quote(inner, close).is_none() { inner } else { text }
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn form(intent: &str) -> String {
        normalise(intent).0
    }

    #[test]
    fn masks_what_varies() {
        let (form, slots) = normalise("Post \"It's raining\" in the forum books, 3 times");
        assert_eq!(form, "post <val> in the forum books <num> times");
        assert_eq!(slots[0].text, "It's raining");
        assert_eq!(slots[1].text, "3");
    }

    #[test]
    fn names_and_lists() {
        assert_eq!(form("Block the user Ada Byron"), "block the user <val>");
        assert_eq!(form("compare 'a' and 'b'"), "compare <list>");
        assert_eq!(form("What is order #1234 worth?"), "what is order <num> worth");
        let (form, slots) = normalise("Add ['ada_b', 'Eve'], \"Bo\" and Cy to the group");
        assert_eq!(form, "add <list> to the group");
        assert_eq!(slots[0].text, "'ada_b', 'Eve'], \"Bo\" and Cy");
    }

    #[test]
    fn values_by_their_look() {
        assert_eq!(form("Fork a11y-syntax and byteKit"), "fork <list>");
        assert_eq!(form("open www.example.org for ada@example.org"), "open <val> for <val>");
        assert_eq!(form("What sold in March 2022?"), "what sold in <val>");
        assert_eq!(form("List the top five for -$5.50 or 12%"), "list the top <num> for <list>");
        assert_eq!(form("the 2nd of 3/15/2023"), "the <num> of <num>");
        assert_eq!(form("Go home. Then call Eve's friend."), "go home then call <val> friend");
        assert_eq!(form("I think I'm lost"), "i think i'm lost");
    }

    #[test]
    fn one_quotation_loses_its_marks_and_two_do_not() {
        assert_eq!(unquoted("\"a b\""), "a b");
        assert_eq!(unquoted("'it's'"), "it's");
        assert_eq!(unquoted("\"a\" and \"b\""), "\"a\" and \"b\"");
        assert_eq!(unquoted("\""), "\"");
    }

    proptest! {
        #[test]
        fn never_panics_and_spaces_are_single(text in ".{0,80}") {
            let (once, _) = normalise(&text);
            prop_assert!(!once.contains("  "));
        }

        #[test]
        fn tokens_come_in_order_and_lie_in_the_text(text in "[a-zA-Z0-9'\", .\\[\\]]{0,60}") {
            let mut last = 0;
            for token in tokens(&text) {
                prop_assert!(last <= token.from && token.from < token.to && token.to <= text.len());
                prop_assert!(text.is_char_boundary(token.from) && text.is_char_boundary(token.to));
                last = token.to;
            }
        }
    }
}
