//! Alignment: drafts of one shape are one chore done for different cases.

use atelier_core::trajectory::{Action, Trajectory};

use super::address::Address;
use super::draft::{Draft, DraftStep, draft};
use super::effects;
use super::values::Values;

/// Lays drafts of one shape over each other, in the order they come.
pub(crate) fn groups(drafts: Vec<(String, Draft)>, trajectories: &[Trajectory]) -> Vec<(String, Vec<Draft>)> {
    let mut out: Vec<(String, Vec<Draft>)> = Vec::new();
    for (site, one) in drafts {
        let mine = shape(&one, trajectories);
        let place = out.iter().position(|(alias, group)| {
            *alias == site && group[0].whole == one.whole && shape(&group[0], trajectories) == mine
        });
        if let Some(at) = place {
            out[at].1.push(one);
            continue;
        }
        let near = out.iter().enumerate().find_map(|(at, (alias, group))| {
            let fits = *alias == site && group[0].whole && one.whole;
            fits.then(|| meet(group, &one, trajectories).map(|(group, one)| (at, group, one))).flatten()
        });
        match near {
            Some((at, group, one)) => {
                out[at].1 = group;
                out[at].1.push(one);
            }
            None => out.push((site, vec![one])),
        }
    }
    out
}

/// What must agree: actions, kinds of elements and their fixed names, pages, and what is sent.
pub(crate) fn shape(draft: &Draft, trajectories: &[Trajectory]) -> Vec<String> {
    let recorded = trajectories.get(draft.trajectory).map(|t| t.steps.as_slice()).unwrap_or_default();
    let mut out: Vec<String> = vec![draft.start.as_deref().map_or("anywhere".to_owned(), mask)];
    out.extend(draft.steps.iter().map(|step| {
        let sent = recorded.get(step.source).and_then(effects::write).map(|r| {
            let path =
                Address::of(&r.path).map_or_else(String::new, |a| a.path().split('/').count().to_string());
            format!("{} {path}", r.method)
        });
        format!("{} {}", key(step), sent.unwrap_or_default())
    }));
    out
}

fn key(step: &DraftStep) -> String {
    let target = step.target.as_ref();
    let role = target.and_then(|t| t.role.as_deref()).unwrap_or_default();
    let name = target.and_then(|t| match step.action {
        Action::Fill | Action::Type | Action::Select | Action::Upload => {
            t.label.as_deref().or(t.name.as_deref()).or(t.placeholder.as_deref())
        }
        Action::Extract => None,
        _ => t.name.as_deref().or(t.text.as_deref()),
    });
    let value = step.value.as_deref().filter(|_| !matches!(step.action, Action::Answer));
    format!(
        "{} {role} {} = {} @ {}",
        step.action.name(),
        name.map(mask).unwrap_or_default(),
        value.map(mask).unwrap_or_default(),
        mask(&step.page),
    )
}

/// The text with every slot as `{}`.
pub(crate) fn mask(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("{{s") {
        let Some(end) = rest[at..].find("}}") else {
            break;
        };
        out.push_str(&rest[..at]);
        out.push_str("{}");
        rest = &rest[at + end + 2..];
    }
    out.push_str(rest);
    out
}

/// Two shapes that differ only in names both tasks say, or in choices from a list, are one after all.
fn meet(group: &[Draft], one: &Draft, trajectories: &[Trajectory]) -> Option<(Vec<Draft>, Draft)> {
    let base = &group[0];
    if base.steps.len() != one.steps.len() {
        return None;
    }
    let mut theirs: Vec<(usize, String)> = Vec::new();
    let mut mine: Vec<String> = Vec::new();
    for (at, (a, b)) in base.steps.iter().zip(&one.steps).enumerate() {
        if key(a) == key(b) {
            continue;
        }
        let (x, y) = differs(a, b, &base.values, &one.values)?;
        theirs.push((at, x));
        mine.push(y);
    }
    if mine.is_empty() {
        return None;
    }
    let again =
        |d: &Draft, more: &[String]| draft(d.trajectory, d.values.task.as_deref(), &d.kept, d.whole, more);
    // Every member of the group says the same at these places.
    let group: Vec<Draft> = group
        .iter()
        .map(|d| again(d, &theirs.iter().map(|(_, text)| text.clone()).collect::<Vec<_>>()))
        .collect();
    let one = again(one, &mine);
    let same = shape(&group[0], trajectories) == shape(&one, trajectories);
    let whole = group.iter().all(|d| shape(d, trajectories) == shape(&group[0], trajectories));
    (same && whole).then_some((group, one))
}

/// The two texts in which the steps differ, where such a difference is one of case.
fn differs(a: &DraftStep, b: &DraftStep, left: &Values, right: &Values) -> Option<(String, String)> {
    let role = |s: &DraftStep| s.target.as_ref().and_then(|t| t.role.clone()).unwrap_or_default();
    if a.action != b.action || role(a) != role(b) {
        return None;
    }
    let plain = |text: &str| !text.contains("{{");
    match a.action {
        Action::Select => {
            let (x, y) = (a.value.clone()?, b.value.clone()?);
            (plain(&x) && plain(&y) && x != y).then_some((x, y))
        }
        Action::Click | Action::Check | Action::Uncheck => {
            let picks = matches!(
                role(a).as_str(),
                "link" | "radio" | "option" | "menuitem" | "menuitemradio" | "tab" | "checkbox"
            );
            let name = |s: &DraftStep| s.target.as_ref().and_then(|t| t.name.clone().or(t.text.clone()));
            let (x, y) = (name(a)?, name(b)?);
            let said = left.said(&x) && right.said(&y);
            (picks && x != y && plain(&x) && plain(&y) && said && like(a, b)).then_some((x, y))
        }
        _ => None,
    }
}

/// Links of one kind: their addresses have the same number of parts and begin alike.
fn like(a: &DraftStep, b: &DraftStep) -> bool {
    let href =
        |s: &DraftStep| s.target.as_ref().and_then(|t| t.attributes.get("href")).and_then(|h| Address::of(h));
    match (href(a), href(b)) {
        (Some(x), Some(y)) => {
            x.segments.len() == y.segments.len() && x.segments.first() == y.segments.first()
        }
        (None, None) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::mask;

    #[test]
    fn slots_are_masked() {
        assert_eq!(mask("/f/{{s12}}/{{s0}}?q={{s1}}"), "/f/{}/{}?q={}");
        assert_eq!(mask("{{s"), "{{s");
    }
}
