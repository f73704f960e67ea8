//! The same chore with other values, everywhere in a recording where the value stands: the task, what was
//! typed, the names of elements, and addresses.

use atelier_core::trajectory::{Action, Trajectory};

use super::dice::Dice;

const NAMES: &[&str] = &[
    "marlow", "quill", "osprey", "tamsin_r", "juniper", "bertil", "nocturne", "saffron", "wick", "orrin_k",
    "halcyon", "pebble", "larkin", "fenwick", "isolde", "cobalt",
];
const FIRST: &[&str] = &[
    "Quiet", "Northern", "Folding", "Second", "Winter", "Painted", "Hollow", "Early", "Borrowed", "Patient",
];
const SECOND: &[&str] = &[
    "harbours",
    "lanterns",
    "orchards",
    "ferries",
    "notebooks",
    "gloves",
    "kettles",
    "gardens",
    "rivers",
    "ladders",
];
const THIRD: &[&str] = &["by night", "for beginners", "in the rain", "at home", "without fear", "after all"];

/// The recording with other values.
pub(super) fn changed(of: &Trajectory, dice: &mut Dice) -> Trajectory {
    let Ok(mut text) = serde_json::to_string(of) else {
        return of.clone();
    };
    for value in values(of) {
        let other = other(&value, dice);
        text = replaced(&text, &escaped(&value), &escaped(&other));
        if value.contains(' ') {
            for joint in ["-", "_", "+", "%20"] {
                let slug = |text: &str| slug(text, joint);
                text = replaced(&text, &slug(&value), &slug(&other));
            }
        }
    }
    serde_json::from_str(&text).unwrap_or_else(|_| of.clone())
}

/// What belongs to the one case: quotations of the task, what was typed, and names of forums and
/// users.
fn values(of: &Trajectory) -> Vec<String> {
    let task = of.task.clone().unwrap_or_default();
    let mut out: Vec<String> = task.split('"').skip(1).step_by(2).map(str::to_owned).collect();
    let typed = of.steps.iter().filter(|s| matches!(s.action, Action::Fill | Action::Type));
    out.extend(typed.filter_map(|s| s.text()).filter(|text| task.contains(*text)).map(str::to_owned));
    for step in &of.steps {
        let path = step.after.url.split('?').next().unwrap_or_default();
        let parts: Vec<&str> = path.split('/').skip(3).collect();
        let of_kind = |pair: &&[&str]| matches!(pair[0], "f" | "user") && has_word(&task, pair[1]);
        out.extend(parts.windows(2).filter(of_kind).map(|pair| pair[1].to_owned()));
    }
    out.retain(|value| value.chars().count() > 1);
    out.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
    out.dedup();
    out
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !(c.is_alphanumeric() || "_-".contains(c))).any(|w| w == word)
}

/// Another value of the same look.
fn other(value: &str, dice: &mut Dice) -> String {
    if value.contains("://") {
        return format!("https://{}.example/{}", dice.pick(NAMES).replace('_', "-"), dice.pick(SECOND));
    }
    if value.contains('@') {
        return format!("{}@{}.test", dice.pick(NAMES), dice.pick(SECOND));
    }
    if value.chars().any(|c| c.is_ascii_digit()) && !value.contains(' ') {
        let digit = |c: char| {
            if c.is_ascii_digit() && c != '0' {
                char::from(b'1' + u8::try_from(dice.below(9)).unwrap_or(0))
            } else {
                c
            }
        };
        return value.chars().map(digit).collect();
    }
    if !value.contains(' ') && value.chars().all(|c| !c.is_uppercase()) {
        return dice.pick(NAMES).to_owned();
    }
    let end = value.chars().last().filter(|c| ".!?".contains(*c)).map(String::from).unwrap_or_default();
    format!("{} {} {}{end}", dice.pick(FIRST), dice.pick(SECOND), dice.pick(THIRD))
}

fn slug(text: &str, joint: &str) -> String {
    let words: Vec<String> = text
        .replace(['\'', '’'], "")
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .map(|w| if joint == "-" || joint == "_" { w.to_lowercase() } else { w.to_owned() })
        .collect();
    words.join(joint)
}

fn escaped(text: &str) -> String {
    let quoted = serde_json::to_string(text).unwrap_or_default();
    quoted.trim_start_matches('"').strip_suffix('"').unwrap_or(&quoted).to_owned()
}

/// Every whole-word occurrence replaced.
fn replaced(text: &str, from: &str, to: &str) -> String {
    if from.is_empty() {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(from) {
        let end = at + from.len();
        let open = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
        let before = rest[..at].chars().next_back().or_else(|| out.chars().next_back());
        let whole = open(before) && open(rest[end..].chars().next());
        out.push_str(&rest[..at]);
        out.push_str(if whole { to } else { from });
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}
