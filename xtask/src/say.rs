//! What the person at the terminal reads: one line a step.

use std::io::{IsTerminal as _, Write as _};

fn painted(code: &str, text: &str) -> String {
    if std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none() {
        format!("\x1b[{code}m{text}\x1b[0m")
    } else {
        text.to_owned()
    }
}

/// What will happen now, before a longer stage.
pub fn stage(text: &str) {
    println!("{}", painted("1", text));
    flush();
}

/// A step of the set-up and how it stands.
pub fn step(name: &str, text: &str) {
    println!("  {} {text}", painted("2", &format!("{name:<12}")));
    flush();
}

/// Something that was left out and should not be overlooked.
pub fn loud(text: &str) {
    println!("{}", painted("1;33", &format!("!! {text}")));
    flush();
}

pub fn failure(text: &str) {
    flush();
    eprintln!("{} {text}", painted("1;31", "failed:"));
}

// Children write to the same terminal: what was said before must stand before.
fn flush() {
    let _ = std::io::stdout().flush();
}
