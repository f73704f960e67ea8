//! Granularity by rules (AutoTailor A.1): is it one complete task, less, or more?

use std::collections::BTreeSet;

use atelier_core::effect::Effect;
use atelier_core::skill::{Skill, SkillStep};
use atelier_core::template;
use atelier_core::trajectory::{Action, Outcome, Step, Trajectory};

use super::Rating;
use crate::extract::segment_clauses as clauses;
use crate::extract::wish::{is_asking, is_command, plain};
use crate::extract::words::{fold, words};
use crate::extract::{request_shape, step_effects};

/// Verbs of tasks that change something.
const CHANGING: &[&str] = &[
    "add",
    "ban",
    "block",
    "bookmark",
    "buy",
    "cancel",
    "change",
    "comment",
    "compose",
    "create",
    "delete",
    "downvote",
    "edit",
    "follow",
    "join",
    "leave",
    "like",
    "lock",
    "make",
    "message",
    "modify",
    "move",
    "order",
    "pin",
    "place",
    "post",
    "publish",
    "put",
    "rate",
    "register",
    "remove",
    "rename",
    "reply",
    "report",
    "review",
    "save",
    "send",
    "set",
    "sign",
    "stop",
    "submit",
    "subscribe",
    "turn",
    "unblock",
    "unfollow",
    "unlock",
    "unpin",
    "unsubscribe",
    "update",
    "upload",
    "upvote",
    "use",
    "vote",
    "write",
];

/// Rates one skill against the recording it was cut from.
pub(super) fn rate(skill: &Skill, trajectory: &Trajectory) -> Rating {
    let rating = |score: u8, reason: &str| Rating { score, reason: reason.to_owned(), trim: None };
    let range = recorded(skill, trajectory);
    let effects = step_effects(trajectory);
    let whole = whole(skill, trajectory);
    let said = skill
        .provenance
        .intents
        .first()
        .map(|i| i.text.as_str())
        .or(trajectory.task.as_deref().filter(|_| whole));
    let said = said.map(plain);
    let task = said.as_deref();
    let sent: Vec<usize> =
        range.clone().filter(|at| effects.get(*at).is_some_and(|effect| *effect != Effect::Read)).collect();
    if let Some(rating) = several(trajectory, &sent, task) {
        return rating;
    }
    if whole && trajectory.outcome == Outcome::Failure {
        return rating(2, "The recorded attempt failed.");
    }
    if let Some(reason) = incomplete(skill, trajectory, &sent, task, whole) {
        return rating(2, reason);
    }
    let meaningful = skill.steps.iter().filter(|s| s.action.is_meaningful() && !s.optional).count();
    let reads = skill.outputs().next().is_some();
    if meaningful <= 1 && skill.effect == Effect::Read && !reads {
        return rating(1, "It is a single move that changes and reads nothing.");
    }
    let fixed = skill.parameters.is_empty();
    if skill.effect == Effect::Read
        && !reads
        && fixed
        && skill.steps.iter().all(only_opens)
        && meaningful <= 2
    {
        return rating(1, "It only opens a page that one link leads to.");
    }
    if let Some(trim) = superfluous(skill, trajectory) {
        let [from, to] = trim;
        let reason = match (from > 0, to + 1 < skill.steps.len()) {
            (true, true) => "The task is surrounded by steps it does not need.",
            (true, false) => "The first steps are not needed for the task.",
            _ => "After the task is done, it goes on to other pages.",
        };
        return Rating { score: 4, reason: reason.to_owned(), trim: Some(trim) };
    }
    rating(3, "One complete task.")
}

/// Positions of the recording's steps that the skill stands for.
fn recorded(skill: &Skill, trajectory: &Trajectory) -> std::ops::Range<usize> {
    let [from, to] = skill.provenance.steps;
    from.min(trajectory.steps.len())..(to + 1).min(trajectory.steps.len())
}

/// True where nothing that counts lies outside the skill's stretch.
fn whole(skill: &Skill, trajectory: &Trajectory) -> bool {
    let range = recorded(skill, trajectory);
    let counts =
        |step: &Step| step.error.is_none() && step.action.is_meaningful() && step.action != Action::Reload;
    !trajectory.steps.iter().enumerate().any(|(at, step)| !range.contains(&at) && counts(step))
}

/// 5, where several unrelated things are sent.
fn several(trajectory: &Trajectory, sent: &[usize], task: Option<&str>) -> Option<Rating> {
    if sent.len() < 2 {
        return None;
    }
    let shapes: BTreeSet<String> = sent.iter().map(|at| request_shape(&trajectory.steps[*at])).collect();
    let things: BTreeSet<String> = sent.iter().map(|at| thing(&trajectory.steps[*at])).collect();
    let parts = task.map(clauses).unwrap_or_default();
    let reason = if parts.len() >= 2 {
        format!("The task has {} parts, and several of them send something of their own.", parts.len())
    } else if shapes.len() == 1 && things.len() > 1 {
        format!("It does the same to {} different things.", things.len())
    } else if task.is_none() && areas(&shapes) > 1 {
        "It sends unrelated things in different parts of the site.".to_owned()
    } else if let Some(task) = task
        && shapes.len() > 1
        && foreign(trajectory, sent, task)
    {
        "It also sends something the task does not ask for.".to_owned()
    } else {
        return None;
    };
    Some(Rating { score: 5, reason, trim: None })
}

/// What is sent, with the very thing it is sent to.
fn thing(step: &Step) -> String {
    let sent = step.requests.iter().find(|r| r.method != "GET");
    let within = step.target.as_ref().and_then(|t| t.within.clone()).unwrap_or_default();
    sent.map_or_else(|| within.clone(), |r| format!("{} {within}", r.path))
}

/// Number of the site's parts, by the first segment of the paths.
fn areas(shapes: &BTreeSet<String>) -> usize {
    let first = |shape: &String| shape.split('/').nth(1).unwrap_or_default().to_owned();
    shapes.iter().map(first).collect::<BTreeSet<_>>().len()
}

/// One of the things sent has to do with the task, by the words of its control or what was typed for it; the
/// last one has not.
fn foreign(trajectory: &Trajectory, sent: &[usize], task: &str) -> bool {
    let asked: BTreeSet<String> = words(task).iter().map(|w| root(w)).collect();
    let related = |n: usize| {
        let at = sent[n];
        let step = &trajectory.steps[at];
        let name = step.target.as_ref().and_then(|t| t.name.clone()).unwrap_or_default();
        let path =
            step.requests.iter().find(|r| r.method != "GET").map(|r| r.path.clone()).unwrap_or_default();
        let from = n.checked_sub(1).map_or(0, |before| sent[before] + 1);
        let typed = trajectory.steps[from..at].iter().filter_map(|s| s.text());
        typed.into_iter().any(|text| crate::extract::words::find(task, text).is_some())
            || words(&format!("{name} {path}")).iter().any(|w| w.len() > 2 && asked.contains(&root(w)))
    };
    let n = (0..sent.len()).filter(|n| related(*n)).count();
    // The last one sent is what a chain of forms is for; only an unrelated end betrays a second task.
    n > 0 && !related(sent.len() - 1)
}

fn root(word: &str) -> String {
    let word = word.strip_suffix("ing").or(word.strip_suffix("ed")).unwrap_or(word);
    word.trim_end_matches(['s', 'e']).to_owned()
}

fn incomplete(
    skill: &Skill,
    trajectory: &Trajectory,
    sent: &[usize],
    task: Option<&str>,
    whole: bool,
) -> Option<&'static str> {
    // A recording that ends in an answer has answered (AutoTailor A.1).
    if let Some(answer) = skill.steps.iter().find(|s| s.action == Action::Answer) {
        let from_page = answer.value.as_deref().is_some_and(template::is_template);
        return (!from_page)
            .then_some("The answer was not read from a page, so it would be the same every time.");
    }
    if whole && trajectory.steps.last().is_some_and(|step| step.error.is_some()) {
        return Some("The last recorded step failed.");
    }
    let last_fill = skill.steps.iter().rposition(|s| {
        matches!(s.action, Action::Fill | Action::Type | Action::Upload)
            && s.value.as_deref().is_some_and(|v| !v.is_empty())
    });
    if let Some(at) = last_fill {
        // A choice sends where the page answers it, not where it is one more field.
        let answered = trajectory.steps.iter().any(|s| s.action == Action::Select && !s.requests.is_empty());
        let sends = |s: &SkillStep| {
            let acts = matches!(s.action, Action::Click | Action::DoubleClick | Action::Press)
                || (s.action == Action::Select && answered);
            acts && !s.optional
        };
        let live = trajectory.steps.iter().any(|s| s.action == Action::Fill && !s.requests.is_empty());
        if !skill.steps[at + 1..].iter().any(sends) && !live {
            return Some("A form is filled in but never sent.");
        }
    }
    let task = task?;
    let said = words(task);
    if whole && asks(task, &said) {
        return Some("The task asks for an answer, and none is given.");
    }
    let verb = said.iter().take(8).find(|w| is_command(w));
    let changes = verb.is_some_and(|verb| {
        CHANGING.contains(&verb.as_str())
            // *Give it an upvote.*
            || (verb == "give" && said.iter().any(|w| w != "rate" && CHANGING.contains(&w.as_str())))
    });
    if changes && sent.is_empty() && skill.effect == Effect::Read {
        return Some("The task asks for a change, and nothing is sent.");
    }
    None
}

/// Wants to be told something.
fn asks(task: &str, said: &[String]) -> bool {
    let first = said.first().map(String::as_str).unwrap_or_default();
    let of = || said.iter().any(|w| w == "of");
    task.ends_with('?')
        || is_asking(first)
        || matches!(first, "tell" | "count" | "read")
        // *Look up the address of*, but not *look up "lamp"*
        || (first == "look" && said.get(1..3).is_some_and(|w| w == ["up", "the"]) && of())
}

/// Opens a page and does nothing there.
fn only_opens(step: &SkillStep) -> bool {
    let link = step.target.as_ref().and_then(|t| t.role.as_deref()) == Some("link");
    matches!(step.action, Action::Navigate | Action::Back | Action::Forward)
        || (step.action == Action::Click && link && !choice(step))
}

/// An order, a filter: chosen on the page, not a page of its own.
fn choice(step: &SkillStep) -> bool {
    let name = step.target.as_ref().and_then(|t| t.name.clone()).unwrap_or_default();
    template::is_template(&name) || crate::extract::words::family(&name).is_some()
}

/// First and last step that the task needs, where there are others.
fn superfluous(skill: &Skill, trajectory: &Trajectory) -> Option<[usize; 2]> {
    let last = skill.steps.len().checked_sub(1)?;
    let needed = |step: &SkillStep| {
        step.action == Action::Answer
            || step.action == Action::Extract
            || !step.action.is_meaningful()
            || step.optional
    };
    let goal = match skill.commit_step {
        Some(at) => Some(at),
        None => skill.steps.iter().rposition(|s| s.action == Action::Extract),
    };
    let to = match goal {
        // What is said at the end stays; what else is read there is part of the task.
        Some(goal) if skill.steps[goal + 1..].iter().any(|s| !needed(s)) => {
            let reads = skill.steps[goal + 1..].iter().any(|s| s.action == Action::Extract);
            if reads { last } else { goal }
        }
        _ => last,
    };
    let from = needless_start(skill, trajectory, to);
    (from > 0 || to < last).then_some([from, to])
}

/// Number of steps at the start that only open pages whose content the next step does not use.
fn needless_start(skill: &Skill, trajectory: &Trajectory, to: usize) -> usize {
    let range = recorded(skill, trajectory);
    let steps: Vec<&Step> =
        trajectory.steps[range].iter().filter(|s| s.error.is_none() && s.action.is_meaningful()).collect();
    if steps.len() < skill.steps.len() {
        return 0;
    }
    let mut from = 0;
    while from < to && only_opens(&skill.steps[from]) && skill.steps[from].action == Action::Click {
        let Some(next) = skill.steps.get(from + 1).filter(|s| !only_opens(s)) else {
            break;
        };
        let opened = steps.iter().find(|s| same_name(s, &skill.steps[from]));
        let appeared = opened.map(|s| s.after.appeared.as_slice()).unwrap_or_default();
        // The list of new texts is cut at 40: a full one may lack what the next step uses.
        if appeared.is_empty() || appeared.len() >= 40 || !stood_before(next, appeared) {
            break;
        }
        from += 1;
    }
    from
}

fn same_name(step: &Step, of: &SkillStep) -> bool {
    let name = |t: Option<&atelier_core::target::Target>| t.and_then(|t| t.name.clone());
    step.action == of.action && name(step.target.as_ref()) == name(of.target.as_ref())
}

/// The element the step uses was not among what the page showed anew.
fn stood_before(step: &SkillStep, appeared: &[String]) -> bool {
    let Some(target) = &step.target else {
        return false;
    };
    let texts: Vec<String> =
        [&target.name, &target.label, &target.text].into_iter().flatten().map(|t| fold(t)).collect();
    let search = matches!(target.role.as_deref(), Some("searchbox"));
    search && !texts.is_empty() && !appeared.iter().any(|new| texts.iter().any(|t| fold(new).contains(t)))
}

#[cfg(test)]
#[path = "granularity_tests.rs"]
mod tests;
