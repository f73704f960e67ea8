//! What the recordings show a chore to bring about: the postconditions of its skill.

use atelier_core::condition::Condition;
use atelier_core::effect::Effect;
use atelier_core::target::Target;
use atelier_core::trajectory::{Action, Step};

use super::address::Address;
use super::clean::Kept;
use super::draft::Draft;
use super::effects;
use super::slots::{Slot, Slots};
use super::words::{family, fold, has_digit, words};

/// Conditions with the draft's slots, and the slots (those of the draft, and further ones).
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    pub at_end: Vec<Condition>,
    /// Seen right after the commit step, before the recording went on.
    pub at_commit: Vec<Condition>,
    pub slots: Vec<Slot>,
}

/// Reads them off one draft.
pub(crate) fn of(draft: &Draft) -> Shown {
    let mut slots = Slots::new(&draft.values);
    slots.all.clone_from(&draft.slots);
    slots.borrowed = super::draft::borrowed(&draft.values, &draft.kept);
    let heaviest = draft.kept.iter().map(|k| k.effect).max().unwrap_or(Effect::Read);
    let commit =
        (heaviest != Effect::Read).then(|| draft.kept.iter().rposition(|k| k.effect == heaviest)).flatten();
    let mut at_end = Vec::new();
    let mut at_commit = Vec::new();
    match commit {
        Some(at) => {
            let kept = &draft.kept[at];
            if let Some(request) = effects::write(&kept.step)
                && let Some(address) = Address::of(&request.path)
            {
                let path = slots.route("c.request", &address).pattern;
                at_end.push(Condition::RequestMade { method: request.method.clone(), path });
            }
            let seen = visible(&mut slots, draft, at);
            let goes_on =
                draft.kept[at + 1..].iter().any(|k| k.step.page.url != kept.step.page.url || leads(k));
            if goes_on {
                at_commit = seen
            } else {
                at_end.extend(seen)
            }
            let after = kept.url_after(draft.kept.get(at + 1));
            if path_of(after) != path_of(&kept.step.page.url) && !goes_on {
                at_end.extend(place(&mut slots, after, None));
            }
        }
        None => at_end.extend(arrival(&mut slots, draft)),
    }
    for (name, _) in &draft.outputs {
        at_end.push(Condition::OutputFilled(name.clone()));
    }
    if at_end.is_empty()
        && let Some(last) = draft.kept.last()
    {
        at_end.extend(place(&mut slots, last.url_after(None), None));
    }
    Shown { at_end, at_commit, slots: slots.all }
}

fn leads(kept: &Kept) -> bool {
    kept.step.action == Action::Navigate || !kept.step.signals.is_empty()
}

fn path_of(url: &str) -> Option<String> {
    Address::of(url).map(|a| a.path())
}

/// Where a chore that only reads ends.
fn arrival(slots: &mut Slots<'_>, draft: &Draft) -> Vec<Condition> {
    let moves = |k: &&Kept| !matches!(k.step.action, Action::Extract | Action::Answer);
    let at = draft.kept.iter().rposition(|k| moves(&k)).unwrap_or(0);
    let Some(last) = draft.kept.get(at) else {
        return Vec::new();
    };
    let start = draft.kept.first().map(|k| k.step.page.url.clone());
    place(slots, last.url_after(draft.kept.get(at + 1)), start.as_deref())
}

/// The path, and those parts of the query that are the case's or were chosen on the way.
fn place(slots: &mut Slots<'_>, url: &str, start: Option<&str>) -> Vec<Condition> {
    let Some(address) = Address::of(url) else {
        return Vec::new();
    };
    let before = start.and_then(Address::of).map(|a| a.query).unwrap_or_default();
    let mut routes = Vec::new();
    let route = slots.route("c.place", &address);
    routes.push(Condition::PathMatches(route.pattern.clone()));
    routes.extend(route.queries.iter().cloned().map(Condition::UrlContains));
    for (key, value) in &address.query {
        let slotted = route.queries.iter().any(|q| q.starts_with(&format!("{key}={{{{")));
        let chosen = !before.contains(&(key.clone(), value.clone()));
        if !slotted && chosen && !value.is_empty() && !has_digit(value) && value.chars().count() <= 40 {
            routes.push(Condition::UrlContains(format!("{key}={value}")));
        }
    }
    routes
}

/// What the page showed after something was sent: the case's own texts, a confirmation, a control that
/// turned into its opposite.
fn visible(slots: &mut Slots<'_>, draft: &Draft, at: usize) -> Vec<Condition> {
    let step = &draft.kept[at].step;
    let mut texts: Vec<Condition> = Vec::new();
    let mut confirmation: Option<Condition> = None;
    for (n, text) in step.after.appeared.iter().enumerate() {
        let length = text.chars().count();
        if !(3..=160).contains(&length) || family(text).is_some() {
            continue;
        }
        let before = slots.all.len();
        let cast = slots.text(&format!("c.text{n}"), text, usize::MAX, None);
        let fixed = super::align::mask(&cast.text).replace("{}", "");
        if cast.whole {
            let known = slots.all.last().map(|s| fold(&s.value)).unwrap_or_default();
            let twice = texts.len() >= 2
                || slots.all[..before]
                    .iter()
                    .filter(|s| s.key.starts_with("c.text"))
                    .any(|s| fold(&s.value) == known);
            if !twice {
                texts.push(Condition::TextPresent(cast.text));
                continue;
            }
        } else if confirmation.is_none() && !has_digit(&fixed) && confirms(&fixed) {
            confirmation = Some(Condition::TextPresent(cast.text));
            continue;
        }
        slots.all.truncate(before);
    }
    texts.extend(confirmation);
    texts.extend(toggle(draft, at, step));
    texts
}

fn confirms(text: &str) -> bool {
    const WORDS: &[&str] = &[
        "was",
        "were",
        "now",
        "saved",
        "posted",
        "sent",
        "added",
        "updated",
        "changed",
        "created",
        "deleted",
        "removed",
        "subscribed",
        "blocked",
        "unblocked",
        "thank",
        "thanks",
        "successfully",
        "submitted",
        "placed",
        "moved",
        "longer",
        "joined",
        "left",
        "published",
        "confirmed",
        "received",
    ];
    let all = words(text);
    (2..=16).contains(&all.len()) && all.iter().any(|word| WORDS.contains(&word.as_str()))
}

/// A button that changed its name to the opposite.
fn toggle(draft: &Draft, at: usize, step: &Step) -> Option<Condition> {
    const PAIRS: &[(&str, &str)] = &[
        ("follow", "following"),
        ("subscribe", "subscribed"),
        ("upvote", "retract vote"),
        ("downvote", "retract vote"),
        ("join", "leave"),
        ("add to wish list", "remove from wish list"),
        ("save", "saved"),
        ("like", "liked"),
    ];
    let target = step.target.as_ref()?;
    let stays = path_of(&step.page.url) == path_of(draft.kept[at].url_after(draft.kept.get(at + 1)));
    if target.role.as_deref() != Some("button") || !stays {
        return None;
    }
    let name = fold(target.name.as_deref()?);
    let page = Address::of(&step.page.url)?;
    let within =
        draft.steps.iter().find(|s| s.source == draft.kept[at].source)?.target.as_ref()?.within.clone();
    // In a list without a row there are many such buttons.
    if within.is_none() && !page.variable().contains(&true) {
        return None;
    }
    let opposite = step.after.appeared.iter().find(|text| {
        let text = fold(text);
        text == format!("un{name}")
            || name == format!("un{text}")
            || PAIRS.iter().any(|(a, b)| (*a == name && *b == text) || (*b == name && *a == text))
    })?;
    let role = Some("button".to_owned());
    Some(Condition::ElementPresent(Target {
        role,
        name: Some(opposite.clone()),
        within,
        ..Target::default()
    }))
}
