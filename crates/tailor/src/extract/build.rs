//! From a group of drafts to a skill.

use atelier_core::condition::Condition;
use atelier_core::effect::Effect;
use atelier_core::ids::SkillId;
use atelier_core::skill::{Provenance, SCHEMA, Skill, SkillStep, SourceIntent};
use atelier_core::target::Target;
use atelier_core::template::Bindings;
use atelier_core::trajectory::{Action, Signal, Step, Trajectory};
use atelier_core::url_pattern::UrlPattern;

use super::align::mask;
use super::conditions::{self, Shown};
use super::draft::{Draft, DraftStep};
use super::parameters::{self, Parameters};
use super::slots::Slot;
use super::{guidance, naming};

/// What is needed beside the drafts.
#[derive(Debug)]
pub(crate) struct Frame<'a> {
    pub site: &'a str,
    pub trajectories: &'a [Trajectory],
    /// What was wanted of each draft's stretch, where that is known.
    pub intents: &'a [Option<String>],
}

/// Makes the skill; its name is not yet unique. None where no step is left.
pub(crate) fn skill(group: &[Draft], frame: &Frame<'_>, id: SkillId) -> Option<Skill> {
    let base = group.first()?;
    let steps = common(group);
    let first = steps.first()?;
    let anywhere = base.start.is_none() && first.action == Action::Navigate;
    let used = used_slots(&steps);
    let parameters = parameters::of(group, &used);
    let mut program: Vec<SkillStep> = Vec::new();
    for step in &steps {
        program.push(finished(step, &parameters, &base.slots)?);
    }
    for (at, step) in program.iter_mut().enumerate() {
        step.awaits = awaited(group, at, &parameters);
    }
    let effect = steps.iter().map(|s| s.effect).max().unwrap_or(Effect::Read);
    let commit_step =
        (effect != Effect::Read).then(|| steps.iter().rposition(|s| s.effect == effect)).flatten();
    let (postconditions, at_commit) = agreed(group, &parameters);
    if let Some(at) = commit_step {
        program[at].expects = at_commit;
    }
    let arguments = parameters.arguments.first().cloned().unwrap_or_default();
    let intent = frame.intents.iter().flatten().next().map(String::as_str);
    let order: Vec<String> = parameters.all.iter().map(|p| p.name.clone()).collect();
    let name = naming::name(base, intent, &arguments, &order);
    let url_pattern = pattern(group, frame.site, anywhere);
    let provenance = provenance(group, frame, &parameters.arguments)?;
    let skill = Skill {
        schema: SCHEMA,
        id,
        description: naming::description(&name, intent, &arguments, &order),
        name,
        site: frame.site.to_owned(),
        preconditions: guidance::preconditions(anywhere, &url_pattern, effect),
        url_pattern,
        parameters: parameters.all,
        steps: program,
        postconditions,
        effect,
        commit_step,
        provenance,
        version: 1,
    };
    match skill.check() {
        Ok(()) => Some(skill),
        Err(fault) => {
            tracing::warn!(name = %skill.name, %fault, "a candidate is not well formed and is left out");
            None
        }
    }
}

/// The first draft's steps without what the others contradict.
fn common(group: &[Draft]) -> Vec<DraftStep> {
    let base = &group[0];
    let mut steps = base.steps.clone();
    for (at, step) in steps.iter_mut().enumerate() {
        for other in &group[1..] {
            let Some(theirs) = other.steps.get(at) else {
                continue;
            };
            if let (Some(mine), Some(theirs)) = (&mut step.target, &theirs.target) {
                let before = mine.clone();
                agree(mine, theirs);
                if !mine.is_lasting() && before.is_lasting() {
                    *mine = before;
                }
            }
        }
    }
    steps
}

/// Keeps the identities that say the same, slots aside.
fn agree(mine: &mut Target, theirs: &Target) {
    let same = |a: &Option<String>, b: &Option<String>| match (a, b) {
        (Some(a), Some(b)) => mask(a) == mask(b),
        _ => false,
    };
    macro_rules! keep {
        ($($field:ident),*) => {$(
            if !same(&mine.$field, &theirs.$field) {
                mine.$field = None;
            }
        )*};
    }
    keep!(test_id, name, label, placeholder, alt, title, text, within);
    if mine.index != theirs.index {
        mine.index = None;
    }
    mine.attributes
        .retain(|key, value| theirs.attributes.get(key).is_some_and(|other| mask(other) == mask(value)));
    mine.css.retain(|css| theirs.css.contains(css));
    mine.xpath.retain(|path| theirs.xpath.contains(path));
    mine.neighbours.retain(|text| theirs.neighbours.contains(text));
}

fn used_slots(steps: &[DraftStep]) -> Vec<usize> {
    let mut used: Vec<usize> = Vec::new();
    let mut take = |text: &str| {
        for name in atelier_core::template::placeholders(text) {
            if let Some(at) = name.strip_prefix('s').and_then(|n| n.parse().ok())
                && !used.contains(&at)
            {
                used.push(at);
            }
        }
    };
    for step in steps {
        if step.action != Action::Extract {
            step.value.iter().for_each(|text| take(text));
        }
        // Attributes and paths follow what names the element, they make no parameter by themselves.
        for target in step.target.iter().chain(&step.destination) {
            let plain = Target {
                attributes: Default::default(),
                css: Vec::new(),
                xpath: Vec::new(),
                ..target.clone()
            };
            plain.strings().for_each(|text| take(text));
        }
    }
    used
}

fn finished(step: &DraftStep, parameters: &Parameters, slots: &[Slot]) -> Option<SkillStep> {
    let target = |t: &Target| {
        let mut t = t.clone();
        t.attributes.retain(|_, text| parameters.name(text, slots).is_some());
        t.map_strings(|text| parameters.name(text, slots).ok_or(())).ok()
    };
    let value = match (&step.value, step.action) {
        (Some(output), Action::Extract) => Some(output.clone()),
        (Some(value), _) => Some(parameters.name(value, slots)?),
        (None, _) => None,
    };
    let mut out = SkillStep {
        guidance: String::new(),
        action: step.action,
        target: match &step.target {
            Some(t) => Some(target(t)?),
            None => None,
        },
        destination: match &step.destination {
            Some(t) => Some(target(t)?),
            None => None,
        },
        value,
        compound: match &step.compound {
            Some(compound) => Some(compound.map_strings(|text| parameters.name(text, slots).ok_or(())).ok()?),
            None => None,
        },
        optional: step.optional,
        effect: step.effect,
        awaits: Vec::new(),
        expects: Vec::new(),
    };
    out.guidance = guidance::of(&out);
    Some(out)
}

/// Requests that are not waited for: nothing on the page depends on them.
const IDLE: [&str; 9] =
    ["analytics", "track", "tracking", "beacon", "metrics", "telemetry", "collect", "log", "ping"];

/// What every recording saw a step set off within its page: requests of scripts, and moves of a single page. A step
/// that leads to another document needs none, its loading is waited for anyway.
fn awaited(group: &[Draft], at: usize, parameters: &Parameters) -> Vec<Condition> {
    let mut all = group.iter().enumerate().map(|(n, draft)| {
        let step = draft.steps.get(at)?;
        let kept = draft.kept.iter().find(|kept| kept.source == step.source)?;
        Some(set_off(&kept.step, parameters.arguments.get(n)?))
    });
    let Some(Some(mut shared)) = all.next() else {
        return Vec::new();
    };
    for other in all {
        let other = other.unwrap_or_default();
        shared.retain(|condition| other.contains(condition));
    }
    shared.truncate(4);
    shared
}

fn set_off(step: &Step, arguments: &Bindings) -> Vec<Condition> {
    let leaves = step.signals.iter().any(|s| matches!(s, Signal::Navigation { same_document: false, .. }));
    let acts = !matches!(step.action, Action::Navigate | Action::Extract | Action::Answer);
    if leaves || !acts {
        return Vec::new();
    }
    let mut out = Vec::new();
    for request in step.requests.iter().filter(|request| request.status.is_some()) {
        let idle = request.path.split(['/', '.', '_', '-']).any(|part| IDLE.contains(&part));
        if let Some(path) = super::request_pattern(&request.path, arguments).filter(|_| !idle) {
            let condition = Condition::RequestMade { method: request.method.clone(), path };
            if !out.contains(&condition) {
                out.push(condition);
            }
        }
    }
    let moved = step.signals.iter().rev().find_map(|signal| match signal {
        Signal::Navigation { url, same_document: true } => url::Url::parse(url).ok(),
        _ => None,
    });
    let before = url::Url::parse(&step.page.url).ok();
    if let Some(url) = moved
        && before.is_none_or(|before| before.path() != url.path())
        && let Some(path) = super::request_pattern(url.path(), arguments)
    {
        out.push(Condition::PathMatches(path));
    }
    out
}

/// Conditions that every recording shows: those of the end, and those right after the commit step.
fn agreed(group: &[Draft], parameters: &Parameters) -> (Vec<Condition>, Vec<Condition>) {
    let shown: Vec<Shown> = group.iter().map(conditions::of).collect();
    let named: Vec<(Vec<Condition>, Vec<Condition>)> = shown
        .iter()
        .enumerate()
        .map(|(n, s)| {
            let name = |c: &Condition| named(c, &s.slots, &group[0].slots, parameters, n);
            (s.at_end.iter().filter_map(name).collect(), s.at_commit.iter().filter_map(name).collect())
        })
        .collect();
    let Some(((end, commit), others)) = named.split_first() else {
        return (Vec::new(), Vec::new());
    };
    let everywhere = |c: &Condition,
                      pick: fn(&(Vec<Condition>, Vec<Condition>)) -> &Vec<Condition>|
     -> Option<Condition> {
        let mut found = c.clone();
        for other in others {
            found = pick(other).iter().find_map(|o| both(&found, o))?;
        }
        Some(found)
    };
    let mut at_end: Vec<Condition> = Vec::new();
    for condition in end.iter().filter_map(|c| everywhere(c, |pair| &pair.0)) {
        if !at_end.contains(&condition) {
            at_end.push(condition);
        }
    }
    let at_commit = commit.iter().filter_map(|c| everywhere(c, |pair| &pair.1)).collect();
    // Recordings that share nothing at the end: the first one's say at least something.
    let at_end = if at_end.is_empty() { end.clone() } else { at_end };
    (at_end, at_commit)
}

/// The condition that both are: equal, or paths of which the parts that differ become `*`.
fn both(a: &Condition, b: &Condition) -> Option<Condition> {
    if a == b {
        return Some(a.clone());
    }
    let merge = |x: &str, y: &str| {
        let (x, y): (Vec<&str>, Vec<&str>) = (x.split('/').collect(), y.split('/').collect());
        let same_start = x.get(1) == y.get(1) && x.len() > 2;
        (x.len() == y.len() && same_start).then(|| {
            x.iter().zip(&y).map(|(a, b)| if a == b { *a } else { "*" }).collect::<Vec<_>>().join("/")
        })
    };
    match (a, b) {
        (Condition::PathMatches(x), Condition::PathMatches(y)) => merge(x, y).map(Condition::PathMatches),
        (Condition::RequestMade { method: m, path: x }, Condition::RequestMade { method: n, path: y })
            if m == n =>
        {
            merge(x, y).map(|path| Condition::RequestMade { method: m.clone(), path })
        }
        _ => None,
    }
}

/// The condition with parameters in place of the draft's slots. In a path what is no parameter is `*`;
/// any other condition with such a text says too much.
fn named(
    condition: &Condition,
    slots: &[Slot],
    first: &[Slot],
    parameters: &Parameters,
    draft: usize,
) -> Option<Condition> {
    let path = matches!(condition, Condition::PathMatches(_) | Condition::RequestMade { .. });
    // Addresses tell capitals apart, what people read does not.
    let strict = path || matches!(condition, Condition::UrlContains(_));
    let put = |text: &str| -> Option<String> {
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find("{{s") {
            let end = rest[at..].find("}}")?;
            out.push_str(&rest[..at]);
            let value = &slots.get(rest[at + 3..at + end].parse::<usize>().ok()?)?.value;
            let name =
                if strict { parameters.exactly(value, draft) } else { parameters.of_value(value, draft) };
            match name {
                // In a path the text must stand as it is, without escapes.
                Some(_)
                    if path && !value.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.~".contains(&b)) =>
                {
                    out.push('*');
                }
                Some(name) => out.push_str(&format!("{{{{{name}}}}}")),
                None if parameters.is_fixed(value, first) => out.push_str(value),
                None if path => out.push('*'),
                None => return None,
            }
            rest = &rest[at + end + 2..];
        }
        out.push_str(rest);
        Some(out)
    };
    Some(match condition {
        Condition::UrlContains(text) => Condition::UrlContains(put(text)?),
        Condition::PathMatches(text) => Condition::PathMatches(put(text)?),
        Condition::TextPresent(text) => Condition::TextPresent(put(text)?),
        Condition::TextAbsent(text) => Condition::TextAbsent(put(text)?),
        Condition::ElementPresent(t) => {
            Condition::ElementPresent(t.map_strings(|text| put(text).ok_or(())).ok()?)
        }
        Condition::ElementAbsent(t) => {
            Condition::ElementAbsent(t.map_strings(|text| put(text).ok_or(())).ok()?)
        }
        Condition::RequestMade { method, path } => {
            Condition::RequestMade { method: method.clone(), path: put(path)? }
        }
        other => other.clone(),
    })
}

/// Node key of the page the skill starts on.
fn pattern(group: &[Draft], site: &str, anywhere: bool) -> String {
    if anywhere {
        return format!("{site}*");
    }
    let keys: Vec<String> = group
        .iter()
        .map(|draft| {
            let path = mask(draft.start.as_deref().unwrap_or("/")).replace("{}", "*");
            format!("{site}{}", path.trim_end_matches('/'))
        })
        .collect();
    UrlPattern::generalise(keys.iter().map(String::as_str))
        .map_or_else(|| format!("{site}*"), |pattern| pattern.0)
}

fn provenance(group: &[Draft], frame: &Frame<'_>, arguments: &[Bindings]) -> Option<Provenance> {
    let base = group.first()?;
    let source = |at: usize| base.kept.get(at).map_or(0, |k| k.source);
    let id = |draft: &Draft| frame.trajectories.get(draft.trajectory).map(|t| t.id);
    let mut intents: Vec<SourceIntent> = Vec::new();
    for (intent, arguments) in frame.intents.iter().zip(arguments) {
        let Some(text) = intent else { continue };
        let one = SourceIntent { text: text.clone(), arguments: arguments.clone() };
        if !intents.contains(&one) {
            intents.push(one);
        }
    }
    Some(Provenance {
        trajectory: id(base)?,
        steps: [source(0), source(base.kept.len().saturating_sub(1))],
        aligned: group[1..].iter().filter_map(id).collect(),
        intents,
        imported_from: None,
    })
}
