//! What verbs print: text for people, or JSON.

use std::io::Write;

use atelier_core::ipc::UiError;
use serde::Serialize;

/// Where and how a verb prints.
#[derive(Clone, Copy, Debug)]
pub struct Output {
    pub json: bool,
}

impl Output {
    /// One result: `text` for people, `value` as JSON.
    pub fn document(self, value: &impl Serialize, text: impl FnOnce() -> String) {
        if self.json {
            match serde_json::to_string_pretty(value) {
                Ok(json) => print(&json),
                Err(error) => eprintln!("error: the result cannot be written as JSON: {error}"),
            }
        } else {
            let text = text();
            if !text.is_empty() {
                print(&text);
            }
        }
    }

    /// One line of a stream.
    pub fn line(self, value: &impl Serialize, text: impl FnOnce() -> Option<String>) {
        if self.json {
            match serde_json::to_string(value) {
                Ok(json) => print(&json),
                Err(error) => eprintln!("error: the line cannot be written as JSON: {error}"),
            }
        } else if let Some(text) = text() {
            print(&text);
        }
    }

    /// A failure, with its hint on a line of its own.
    pub fn error(self, error: &UiError) {
        if self.json {
            self.line(&serde_json::json!({ "error": error }), || None);
        }
        eprintln!("error: {}", error.message);
        if !error.hint.is_empty() {
            eprintln!("hint: {}", error.hint);
        }
    }
}

/// One piece of output with its line end. Whoever reads it may have had enough (`atelier log | head`): what a
/// verb does must not depend on it.
pub fn print(text: &str) {
    let _ = writeln!(std::io::stdout(), "{text}");
}

/// Rows under headings, columns as wide as their widest cell.
pub fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let mut widths: Vec<usize> = head.iter().map(|h| h.chars().count()).collect();
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let line = |cells: &mut dyn Iterator<Item = &str>| {
        let mut out = String::new();
        for (width, cell) in widths.iter().zip(cells) {
            out.push_str(cell);
            out.extend(std::iter::repeat_n(' ', width - cell.chars().count() + 2));
        }
        out.trim_end().to_owned()
    };
    let mut lines = vec![line(&mut head.iter().copied())];
    lines.extend(rows.iter().map(|row| line(&mut row.iter().map(String::as_str))));
    lines.join("\n")
}

/// The first `most` characters, with a mark where something was cut.
pub fn short(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}
