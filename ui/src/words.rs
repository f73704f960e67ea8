//! Numbers, times and enums as people read them.

use std::cmp::Ordering;

use atelier_core::condition::Condition;
use atelier_core::ipc::TrajectoryRow;
use atelier_core::skill::SkillStep;
use atelier_core::template::Bindings;
use atelier_core::trajectory::{Action, Outcome, Signal, Source, Value};
use atelier_core::verdict::Rule;

/// `1,480`.
pub fn count(n: impl TryInto<u64>) -> String {
    let digits = n.try_into().unwrap_or(0).to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// `1 step`, `3 steps`.
pub fn counted(n: usize, one: &str) -> String {
    let many = match one.strip_suffix('y') {
        Some(stem) if !one.ends_with("ay") => format!("{stem}ies"),
        _ => format!("{one}s"),
    };
    format!("{} {}", count(n), if n == 1 { one } else { &many })
}

/// `0.4 s`, `2 min 05 s`.
pub fn took(ms: u64) -> String {
    if ms >= 60_000 {
        return format!("{} min {:02} s", ms / 60_000, ms % 60_000 / 1000);
    }
    if ms < 100 {
        return format!("0.{:02} s", ms / 10);
    }
    format!("{}.{} s", ms / 1000, ms % 1000 / 100)
}

/// `12 minutes ago`.
pub fn ago(now: i64, at: i64) -> String {
    let minutes = (now - at).max(0) / 60_000;
    let counted = |n: i64, one: &str| format!("{} ago", counted(usize::try_from(n).unwrap_or(0), one));
    match minutes {
        0 => "just now".to_owned(),
        1..60 => counted(minutes, "minute"),
        60..1440 => counted(minutes / 60, "hour"),
        _ => counted(minutes / 1440, "day"),
    }
}

/// Day and time by the clock of this machine.
pub fn date(at: i64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "milliseconds of this age are exact")]
    let date = js_sys::Date::new(&(at as f64).into());
    let two = |n: u32| format!("{n:02}");
    let day = [date.get_full_year().to_string(), two(date.get_month() + 1), two(date.get_date())].join("-");
    format!("{day} {}:{}", two(date.get_hours()), two(date.get_minutes()))
}

/// `93 %` of a share from 0 to 1.
pub fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

/// `3 of 4`.
pub fn share(part: usize, whole: usize) -> String {
    format!("{} of {}", count(part), count(whole))
}

/// `title: “Tea” · forum: “books”`.
pub fn bindings(bindings: &Bindings) -> String {
    let pairs: Vec<_> =
        bindings.iter().map(|(name, value)| format!("{name}: “{}”", short(value, 60))).collect();
    pairs.join(" · ")
}

/// The word with its first letter in upper case.
pub fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Order of two texts, case ignored, without copies of them.
pub fn compare(a: &str, b: &str) -> Ordering {
    a.chars().flat_map(char::to_lowercase).cmp(b.chars().flat_map(char::to_lowercase))
}

/// At most `most` characters.
pub fn short(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

/// The step as a line of its program.
pub fn program(step: &SkillStep) -> String {
    let target = step.target.as_ref().map(|target| format!(" {}", target.describe())).unwrap_or_default();
    match (step.action, step.value.as_deref()) {
        (Action::Extract, Some(name)) => format!("extract{target} → {name}"),
        (action, Some(value)) => format!("{}{target} ← {value}", action.name()),
        (action, None) => format!("{}{target}", action.name()),
    }
}

pub fn condition(condition: &Condition) -> String {
    condition.describe().replace('`', "")
}

/// `“Tea”`, `secret forum/password`, `file photo.png`.
pub fn value(value: &Value) -> String {
    match value {
        Value::Text(text) => format!("“{}”", short(text, 120)),
        Value::Secret(name) => format!("secret {name}"),
        Value::File(name) => format!("file {name}"),
    }
}

pub const fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Success => "success",
        Outcome::Failure => "failure",
        Outcome::Unknown => "unknown",
    }
}

pub fn source(source: &Source) -> String {
    match source {
        Source::Recorded => "recorded here".to_owned(),
        Source::Imported { format, .. } => match format.as_str() {
            "chrome-recorder" => "Chrome Recorder".to_owned(),
            "atelier" => "Atelier file".to_owned(),
            other => other.to_owned(),
        },
    }
}

pub fn task(row: &TrajectoryRow) -> String {
    row.task.clone().unwrap_or_else(|| "(no task given)".to_owned())
}

pub const fn rule(rule: Rule) -> &'static str {
    match rule {
        Rule::Extraction => "Cut from trajectories",
        Rule::Granularity => "Granularity",
        Rule::Cluster => "Clusters",
        Rule::Duplicate => "Duplicates",
        Rule::Verification => "Verification",
        Rule::Likelihood => "Likelihood",
    }
}

pub fn signal(signal: &Signal) -> String {
    match signal {
        Signal::Navigation { url, same_document: true } => format!("moved within the page to {url}"),
        Signal::Navigation { url, .. } => format!("went to {url}"),
        Signal::PopUp { url, tab } => format!("opened tab {tab}: {url}"),
        Signal::Download { file } => format!("downloaded {file}"),
        Signal::Dialog { kind, message } => format!("{kind} “{message}”"),
    }
}

/// Host, port and path of an address.
pub fn place(url: &str) -> String {
    let bare = url.split_once("://").map_or(url, |(_, rest)| rest);
    bare.trim_end_matches('/').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_read_well() {
        assert_eq!(count(1_234_567_usize), "1,234,567");
        assert_eq!(counted(1, "step"), "1 step");
        assert_eq!(counted(2, "trajectory"), "2 trajectories");
        assert_eq!(counted(3, "day"), "3 days");
        assert_eq!(took(1480), "1.4 s");
        assert_eq!(took(63), "0.06 s");
        assert_eq!(took(125_000), "2 min 05 s");
        assert_eq!(ago(10 * 60_000, 0), "10 minutes ago");
        assert_eq!(short("Überlang", 4), "Über…");
    }
}
