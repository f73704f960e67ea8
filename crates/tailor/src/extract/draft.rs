//! Drafts: one stretch of one recording as steps with slots.

use std::collections::BTreeSet;

use atelier_core::compound::Compound;
use atelier_core::effect::Effect;
use atelier_core::skill::ParameterKind;
use atelier_core::target::Target;
use atelier_core::trajectory::{Action, Value};

use super::address::Address;
use super::clean::Kept;
use super::outputs;
use super::slots::{Route, Slot, Slots};
use super::targets;
use super::values::{Values, destination};
use super::words::{family, fold, words};

/// One step with slots.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DraftStep {
    /// Position in the trajectory.
    pub source: usize,
    pub action: Action,
    pub target: Option<Target>,
    pub destination: Option<Target>,
    /// Template with slots; for extract the name of the output.
    pub value: Option<String>,
    pub compound: Option<Compound>,
    pub optional: bool,
    pub effect: Effect,
    /// Path of the page it happens on, slots and `*` in place of the case.
    pub page: String,
}

/// A stretch of a recording, ready to be laid over others of its shape.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    /// Position of the trajectory in the library.
    pub trajectory: usize,
    /// The stretch's steps as recorded.
    pub kept: Vec<Kept>,
    pub values: Values,
    pub steps: Vec<DraftStep>,
    pub slots: Vec<Slot>,
    /// Path of the page it starts on; none where the first step goes there itself.
    pub start: Option<String>,
    /// The whole trajectory, not a stretch of it.
    pub whole: bool,
    /// Names of outputs with what was read.
    pub outputs: Vec<(String, String)>,
}

/// Makes the draft of a stretch. `task` is what was wanted of this stretch alone; `more` are texts that
/// another recording of the same chore showed to vary.
pub(crate) fn draft(
    trajectory: usize,
    task: Option<&str>,
    kept: &[Kept],
    whole: bool,
    more: &[String],
) -> Draft {
    let start_url = kept.first().map_or("", |k| k.step.page.url.as_str());
    let values = Values::of(task, start_url, kept).with(more);
    let mut slots = Slots::new(&values);
    let outputs = outputs::name(kept, task);
    slots.reads = kept.iter().enumerate().filter_map(|(at, k)| Some((at, targets::read_text(k)?))).collect();
    slots.seen = kept.iter().flat_map(|k| k.step.after.appeared.iter().cloned()).collect();
    slots.borrowed = borrowed(&values, kept);
    let mut steps = Vec::new();
    for (at, one) in kept.iter().enumerate() {
        let step = step(&mut slots, at, one, &outputs);
        // Saying “done” after the deed is no part of the chore.
        let said_only = step.action == Action::Answer
            && !step.value.as_deref().is_some_and(atelier_core::template::is_template)
            && kept.iter().any(|k| k.effect != Effect::Read);
        if !said_only {
            steps.push((step, jump(&mut slots, at, one)));
        }
    }
    let mut steps = shorten(steps);
    let start = begin(&mut slots, start_url, &mut steps);
    let all = slots.all;
    let named = kept
        .iter()
        .enumerate()
        .filter_map(|(at, k)| Some((outputs.get(&at)?.clone(), targets::read_text(k)?)));
    Draft {
        trajectory,
        kept: kept.to_vec(),
        steps,
        slots: all,
        start,
        whole,
        outputs: named.collect(),
        values,
    }
}

/// Parts of the addresses that links of named things lead to, from the first that belongs to the thing.
pub(crate) fn borrowed(values: &Values, kept: &[Kept]) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    for one in kept {
        let target = one.step.target.as_ref();
        let link = target.and_then(|t| t.role.as_deref()) == Some("link") && one.step.action == Action::Click;
        let name = target.and_then(|t| t.name.as_deref().or(t.text.as_deref())).unwrap_or_default();
        if !link || values.equal(name, None).is_none() {
            continue;
        }
        if let Some(address) = destination(one) {
            let flags = address.variable();
            let first = flags.iter().position(|v| *v).unwrap_or(flags.len());
            out.extend(address.segments.into_iter().skip(first.max(1)));
        }
    }
    out
}

fn step(slots: &mut Slots<'_>, at: usize, kept: &Kept, outputs: &outputs::Names) -> DraftStep {
    let recorded = &kept.step;
    let page = Address::of(&recorded.page.url)
        .map_or_else(String::new, |a| slots.route(&format!("{at}.page"), &a).pattern);
    let value = value(slots, at, kept, outputs);
    let target = recorded.target.as_ref().map(|t| targets::generalise(slots, at, kept, t));
    let destination =
        recorded.destination.as_ref().map(|t| targets::generalise(slots, at + 100_000, kept, t));
    let compound = recorded.compound.as_ref().map(|c| compound(slots, at, kept, c, value.as_deref()));
    DraftStep {
        source: kept.source,
        action: recorded.action,
        target,
        destination,
        value,
        compound,
        optional: kept.overlay,
        effect: kept.effect,
        page,
    }
}

/// The widget for every case: an option is named by the value of the step.
fn compound(
    slots: &mut Slots<'_>,
    at: usize,
    kept: &Kept,
    recorded: &Compound,
    value: Option<&str>,
) -> Compound {
    match recorded {
        Compound::Date { format, opener } => Compound::Date {
            format: format.clone(),
            opener: opener.as_ref().map(|t| targets::generalise(slots, at + 200_000, kept, t)),
        },
        Compound::Autocomplete { .. } | Compound::Choice { .. } => {
            recorded.for_value(kept.step.text().unwrap_or_default(), value.unwrap_or_default())
        }
    }
}

fn value(slots: &mut Slots<'_>, at: usize, kept: &Kept, outputs: &outputs::Names) -> Option<String> {
    let step = &kept.step;
    let target = step.target.as_ref();
    let label = target.and_then(|t| {
        let attribute = t.attributes.get("name");
        // A question makes no name.
        if t.label.as_deref().is_some_and(|label| label.trim_end().ends_with('?')) && attribute.is_some() {
            return attribute.cloned();
        }
        [&t.label, &t.name, &t.placeholder]
            .into_iter()
            .flatten()
            .next()
            .or(attribute)
            .map(|text| slots.bare(text))
    });
    let typed = |value: &str, kind: ParameterKind| Slot {
        key: format!("{at}.value"),
        value: value.to_owned(),
        kind,
        label: label.clone(),
        hint: is_search(target).then_some("query"),
        options: Vec::new(),
        options_from: None,
        entity: false,
    };
    match (&step.action, step.value.as_ref()) {
        (Action::Extract, _) => outputs.get(&at).cloned(),
        (Action::Answer, Some(Value::Text(text))) => Some(outputs::answer(text, at, slots, outputs)),
        (_, None) => None,
        (_, Some(Value::Secret(name))) => Some(slots.put(typed(name, ParameterKind::Secret))),
        (_, Some(Value::File(name))) => Some(slots.put(typed(name, ParameterKind::File))),
        (Action::Navigate, Some(Value::Text(url))) => {
            let Some(address) = Address::of(url) else {
                return Some(url.clone());
            };
            if !same_site(url, &step.page.url) {
                return Some(url.clone());
            }
            Some(slots.route(&format!("{at}.value"), &address).template)
        }
        (Action::Fill | Action::Type | Action::Select, Some(Value::Text(day)))
            if matches!(step.compound, Some(Compound::Date { .. })) =>
        {
            Some(slots.put(typed(day, ParameterKind::Date)))
        }
        (Action::Fill, Some(Value::Text(option)))
            if matches!(step.compound, Some(Compound::Autocomplete { .. })) =>
        {
            Some(slots.put(Slot { options: options_of(kept), ..typed(option, ParameterKind::String) }))
        }
        (Action::Fill | Action::Type, Some(Value::Text(text))) => {
            if text.is_empty() {
                return Some(String::new());
            }
            Some(slots.put(typed(text, kind_of(text, target))))
        }
        (Action::Select, Some(Value::Text(option))) => {
            let options = options_of(kept);
            let open = slots.values.task.is_none()
                || slots.values.equal(option, Some(at)).is_some()
                || chosen_in_task(slots.values, option);
            if !open {
                return Some(option.clone());
            }
            let options_from = target.map(|t| targets::generalise(slots, at, kept, t));
            let slot = Slot {
                hint: family(option),
                options,
                options_from,
                ..typed(option, kind_of(option, target))
            };
            Some(slots.put(slot))
        }
        (_, Some(Value::Text(text))) => Some(text.clone()),
    }
}

fn is_search(target: Option<&Target>) -> bool {
    let Some(target) = target else {
        return false;
    };
    let texts = [&target.name, &target.label, &target.placeholder];
    target.role.as_deref() == Some("searchbox")
        || target.attributes.get("type").is_some_and(|kind| kind == "search")
        || target.attributes.get("name").is_some_and(|name| name == "q" || name == "query")
        || texts
            .into_iter()
            .flatten()
            .any(|text| words(text).iter().any(|w| matches!(w.as_str(), "search" | "filter" | "find")))
}

/// The task says the option, or all words of it that mean something.
fn chosen_in_task(values: &Values, option: &str) -> bool {
    let task = values.task.as_deref().map(words).unwrap_or_default();
    let wanted: Vec<String> =
        words(option).into_iter().filter(|w| w.len() > 1 && !super::words::is_stop(w)).collect();
    values.said(option) || (!wanted.is_empty() && wanted.iter().all(|w| task.contains(w)))
}

/// Choices of a list, where the recording kept them.
fn options_of(kept: &Kept) -> Vec<String> {
    if super::is_one_of_many(&kept.step.page.url) {
        return Vec::new();
    }
    let raw = kept.step.raw.as_ref();
    let list = raw.and_then(|raw| ["options", "choices"].into_iter().find_map(|key| raw.get(key)));
    let texts = list
        .and_then(serde_json::Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|o| o.as_str().or_else(|| o.get("label").and_then(serde_json::Value::as_str)));
    texts.filter(|text| !text.trim().is_empty()).map(str::to_owned).take(100).collect()
}

fn kind_of(text: &str, target: Option<&Target>) -> ParameterKind {
    let kind = target.and_then(|t| t.attributes.get("type")).map_or("", String::as_str);
    let role = target.and_then(|t| t.role.as_deref()).unwrap_or_default();
    let label = target.and_then(|t| t.label.as_deref().or(t.name.as_deref())).unwrap_or_default();
    let counted = words(label).iter().any(|w| matches!(w.as_str(), "quantity" | "qty" | "amount" | "count"));
    let number = kind == "number" || role == "spinbutton" || counted;
    if ParameterKind::Date.accepts(text) {
        ParameterKind::Date
    } else if number && ParameterKind::Integer.accepts(text) {
        ParameterKind::Integer
    } else if number && ParameterKind::Number.accepts(text) {
        ParameterKind::Number
    } else {
        ParameterKind::String
    }
}

fn same_site(a: &str, b: &str) -> bool {
    let a = atelier_core::site::origin(a);
    a.is_none() || a == atelier_core::site::origin(b)
}

/// A click on the link of a named thing whose whole address is known from the name: going there directly
/// does not depend on the list the link stood in.
fn jump(slots: &mut Slots<'_>, at: usize, kept: &Kept) -> Option<Route> {
    let step = &kept.step;
    if step.action == Action::Navigate {
        return None;
    }
    let target = step.target.as_ref()?;
    let name = target.name.as_deref().or(target.text.as_deref())?;
    let named = slots.values.equal(name, None).is_some() && family(name).is_none();
    let link =
        step.action == Action::Click && kept.effect == Effect::Read && target.role.as_deref() == Some("link");
    if !link || !named || target.attributes.get("href").is_some_and(|href| href.contains("://")) {
        return None;
    }
    let address = destination(kept)?;
    let exact = address.segments.iter().any(|s| fold(&super::address::decoded(s)) == fold(name));
    let before = slots.all.len();
    let route = slots.route(&format!("{at}.jump"), &address);
    if route.any && route.covered && exact {
        Some(route)
    } else {
        slots.all.truncate(before);
        None
    }
}

/// Turns such clicks into navigations, and drops the way to the list.
fn shorten(steps: Vec<(DraftStep, Option<Route>)>) -> Vec<DraftStep> {
    let mut out: Vec<DraftStep> = Vec::new();
    for (step, route) in steps {
        let goes = step.action == Action::Navigate;
        let step = match route {
            Some(route) => DraftStep {
                action: Action::Navigate,
                target: None,
                compound: None,
                value: Some(route.template),
                optional: false,
                ..step
            },
            None if goes => step,
            None => {
                out.push(step);
                continue;
            }
        };
        let idle = |s: &DraftStep| {
            s.effect == Effect::Read
                && !matches!(s.action, Action::Extract | Action::NewTab | Action::SwitchTab)
        };
        let keep = out.iter().rposition(|s| !idle(s)).map_or(0, |at| at + 1);
        out.truncate(keep);
        out.push(step);
    }
    out
}

/// Makes the draft start anywhere where the task names the page it was started on.
fn begin(slots: &mut Slots<'_>, start_url: &str, steps: &mut Vec<DraftStep>) -> Option<String> {
    let first = steps.first()?;
    let goes = |step: &DraftStep| {
        step.action == Action::Navigate && step.value.as_deref().is_some_and(|v| v.starts_with('/'))
    };
    if goes(first) {
        return None;
    }
    let address = Address::of(start_url)?;
    let route = slots.route("start", &address);
    if route.any && route.covered {
        let step = DraftStep {
            source: first.source,
            action: Action::Navigate,
            target: None,
            destination: None,
            value: Some(route.template),
            compound: None,
            optional: false,
            effect: Effect::Read,
            page: route.pattern,
        };
        steps.insert(0, step);
        return None;
    }
    Some(route.pattern)
}
