//! Thinking that models write into their answer, between tags.

/// Tags as the families of models write them.
const TAGS: [(&str, &str); 5] = [
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<reasoning>", "</reasoning>"),
    ("[THINK]", "[/THINK]"),
    ("<|channel|>analysis<|message|>", "<|end|>"),
];
/// What stands before the answer proper in one of them.
const ANSWER_MARKS: [&str; 2] =
    ["<|start|>assistant<|channel|>final<|message|>", "<|channel|>final<|message|>"];

/// Takes thinking out: (what is left, what was thought). An end without a beginning closes thinking that the
/// model's template opened; a beginning without an end is thinking to the last.
pub(crate) fn split(text: &str) -> (String, String) {
    let mut rest = text.to_owned();
    let mut thought = String::new();
    for (open, close) in TAGS {
        loop {
            let (from, to) = (rest.find(open), rest.find(close));
            let (cut, inner) = match (from, to) {
                (Some(from), Some(to)) if from < to => (from..to + close.len(), from + open.len()..to),
                (_, Some(to)) => (0..to + close.len(), 0..to),
                (Some(from), None) => (from..rest.len(), from + open.len()..rest.len()),
                (None, None) => break,
            };
            thought.push_str(rest[inner].trim());
            thought.push('\n');
            rest.replace_range(cut, "");
        }
    }
    for mark in ANSWER_MARKS {
        rest = rest.replace(mark, "");
    }
    (rest.trim().to_owned(), thought.trim().to_owned())
}

/// Tells while the answer still comes whether a piece is thinking.
#[derive(Debug, Default)]
pub(crate) struct Lead {
    held: String,
    state: State,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Undecided,
    Thinking(usize),
    Text,
}

/// One piece, told apart.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    Text(String),
    Thinking(String),
}

impl Lead {
    /// What can be told of a piece so far.
    pub(crate) fn take(&mut self, piece: &str) -> Vec<Piece> {
        self.held.push_str(piece);
        let mut out = Vec::new();
        loop {
            match self.state {
                State::Text => {
                    out.push(Piece::Text(std::mem::take(&mut self.held)));
                    break;
                }
                State::Undecided => {
                    let start = self.held.trim_start();
                    if let Some(tag) = TAGS.iter().position(|(open, _)| start.starts_with(open)) {
                        self.held = start[TAGS[tag].0.len()..].to_owned();
                        self.state = State::Thinking(tag);
                    } else if TAGS.iter().any(|(open, _)| open.starts_with(start)) {
                        break;
                    } else {
                        self.state = State::Text;
                    }
                }
                State::Thinking(tag) => {
                    let close = TAGS[tag].1;
                    if let Some(at) = self.held.find(close) {
                        out.push(Piece::Thinking(self.held[..at].to_owned()));
                        self.held = self.held[at + close.len()..].to_owned();
                        self.state = State::Undecided;
                        continue;
                    }
                    // Keeps back what may be the beginning of the end.
                    let keep =
                        (1..close.len()).rev().find(|n| self.held.ends_with(&close[..*n])).unwrap_or(0);
                    let told = self.held.len() - keep;
                    out.push(Piece::Thinking(self.held[..told].to_owned()));
                    self.held.drain(..told);
                    break;
                }
            }
        }
        out.retain(|piece| !matches!(piece, Piece::Text(t) | Piece::Thinking(t) if t.is_empty()));
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinking_is_no_part_of_the_answer() {
        for (text, answer, thought) in [
            ("<think>hm\n</think>\n\nYes.", "Yes.", "hm"),
            ("hm, so\n</think>Yes.", "Yes.", "hm, so"),
            ("<think>and on and on", "", "and on and on"),
            ("<think>a</think>One <think>b</think>two", "One two", "a\nb"),
            ("Plain < text > here", "Plain < text > here", ""),
        ] {
            assert_eq!(split(text), (answer.to_owned(), thought.to_owned()), "{text}");
        }
    }

    #[test]
    fn pieces_are_told_apart_wherever_they_are_cut() {
        let whole = "<think>so it is</think>Fine, thanks.";
        for size in 1..whole.len() {
            let mut lead = Lead::default();
            let (mut text, mut thinking) = (String::new(), String::new());
            let bytes = whole.as_bytes().chunks(size).map(|c| std::str::from_utf8(c).unwrap());
            for piece in bytes.flat_map(|c| lead.take(c)) {
                match piece {
                    Piece::Text(t) => text.push_str(&t),
                    Piece::Thinking(t) => thinking.push_str(&t),
                }
            }
            assert_eq!((text.as_str(), thinking.as_str()), ("Fine, thanks.", "so it is"), "{size}");
        }
    }
}
