//! Editors that keep a document of their own: Quill, ProseMirror, TipTap, CodeMirror.

use atelier_core::trajectory::Action;

use super::{only, recorded};

/// A person writes these lines into the editor; then it takes other ones.
fn write(
    widget: &'static str,
    editor: &'static str,
    lines: &'static [&'static str],
    others: &'static [&'static str],
) {
    recorded(
        widget,
        move |person| async move {
            person.click(editor).await;
            for (at, line) in lines.iter().enumerate() {
                if at > 0 {
                    person.press("Enter", 0).await;
                }
                person.types(line).await;
            }
        },
        move |shown| async move {
            assert_eq!(shown.held, as_shown(lines));
            let fill = only(&shown, Action::Fill);
            let text = lines.join("\n");
            assert_eq!(fill.text(), Some(text.as_str()));
            shown.assert_takes(&[&text], &[&others.join("\n")], &as_shown(others)).await;
        },
    );
}

/// As the pages show lines.
fn as_shown(lines: &[&str]) -> String {
    let dotted = |line: &&str| {
        let text = line.trim_start_matches(' ');
        "·".repeat(line.len() - text.len()) + text
    };
    lines.iter().map(dotted).collect::<Vec<_>>().join(" / ")
}

const LETTER: &[&str] = &["Dear master", "the tug waits at noon"];
const OTHER: &[&str] = &["To the pilot", "come aboard at six", "and bring the charts"];

#[test]
fn quill() {
    write("quill", ".ql-editor", LETTER, OTHER);
}

#[test]
fn prosemirror() {
    write("prosemirror", ".ProseMirror", LETTER, OTHER);
}

#[test]
fn tiptap() {
    write("tiptap", ".tiptap", LETTER, OTHER);
}

#[test]
fn codemirror() {
    write("codemirror", ".cm-content", &["let depth = 4;", "sail;"], &["let tide = 7;", "moor;", "rest;"]);
}

/// CodeMirror closes brackets and indents by itself: what is written has them already.
#[test]
fn codemirror_with_brackets_and_indents() {
    write(
        "codemirror",
        ".cm-content",
        &["let depth = 4;"],
        &["ports.forEach((port) => {", "  call(port, [1, 2]);", "});"],
    );
}
