//! Cutting: the whole recording, and the stretches of it that are chores of their own.

use std::ops::Range;

use atelier_core::effect::Effect;
use atelier_core::skill::ACTIONS;
use atelier_core::trajectory::{Outcome, Trajectory};

use super::address::Address;
use super::clean::Kept;
use super::wish::begins_with_command as commands;

/// A stretch of the kept steps.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Stretch {
    pub range: Range<usize>,
    /// Text in which the case's values are looked for.
    pub task: Option<String>,
    /// What was wanted of this stretch, where the task says it apart.
    pub intent: Option<String>,
    pub whole: bool,
}

/// The whole first, then the stretches: one up to each thing sent where several were sent, else the form at
/// the end of a long way.
pub(crate) fn cut(trajectory: &Trajectory, kept: &[Kept]) -> Vec<Stretch> {
    if kept.is_empty() {
        return Vec::new();
    }
    let task = trajectory.task.clone();
    let whole = Stretch { range: 0..kept.len(), task: task.clone(), intent: task.clone(), whole: true };
    let mut out = vec![whole];
    let commits: Vec<usize> = (0..kept.len()).filter(|at| kept[*at].effect != Effect::Read).collect();
    let failed = trajectory.outcome == Outcome::Failure;
    let clauses = task.as_deref().map(clauses).unwrap_or_default();
    let meaningful =
        |range: &Range<usize>| kept[range.clone()].iter().filter(|k| k.step.action.is_meaningful()).count();
    if commits.len() >= 2 || (failed && commits.last().is_some_and(|at| at + 1 < kept.len())) {
        let mut from = 0;
        for (n, commit) in commits.iter().enumerate() {
            let range = from..commit + 1;
            from = commit + 1;
            if !ACTIONS.contains(&meaningful(&range)) {
                continue;
            }
            let intent = (clauses.len() == commits.len()).then(|| clauses[n].clone());
            let task = intent.clone().or_else(|| task.clone());
            out.push(Stretch { range, task, intent, whole: false });
        }
    } else if let [commit] = commits[..]
        && meaningful(&(0..kept.len())) > *ACTIONS.end()
    {
        let from =
            (0..=commit).rev().take_while(|at| same_page(&kept[*at], &kept[commit])).last().unwrap_or(commit);
        let range = from..commit + 1;
        let plain = Address::of(&kept[from].step.page.url).is_some_and(|a| !a.variable().contains(&true));
        if from > 0 && plain && ACTIONS.contains(&meaningful(&range)) {
            out.push(Stretch { range, task, intent: None, whole: false });
        }
    }
    out
}

fn same_page(a: &Kept, b: &Kept) -> bool {
    let key = |k: &Kept| Address::of(&k.step.page.url).map(|a| a.path());
    key(a) == key(b)
}

/// The parts of a task that are joined by *and*, *then* or a full stop and each begin with a command.
pub(crate) fn clauses(task: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut rest = task;
    let mut current = String::new();
    let mut quote: Option<char> = None;
    while let Some(c) = rest.chars().next() {
        let before = current.chars().next_back();
        match quote {
            Some(close)
                if c == close && !rest[c.len_utf8()..].chars().next().is_some_and(char::is_alphanumeric) =>
            {
                quote = None;
            }
            None if matches!(c, '"' | '“') || (c == '\'' && before.is_none_or(char::is_whitespace)) => {
                quote = Some(if c == '“' { '”' } else { c });
            }
            None => {
                if let Some(joint) = JOINTS.iter().find(|joint| rest.to_lowercase().starts_with(**joint))
                    && commands(rest.get(joint.len()..).unwrap_or_default())
                    && !current.trim().is_empty()
                {
                    parts.push(std::mem::take(&mut current));
                    rest = rest.get(joint.len()..).unwrap_or_default();
                    continue;
                }
            }
            Some(_) => {}
        }
        current.push(c);
        rest = &rest[c.len_utf8()..];
    }
    parts.push(current);
    let tidy = |part: String| part.trim().trim_end_matches(['.', ',', ';']).to_owned();
    parts.into_iter().map(tidy).filter(|part| !part.is_empty()).collect()
}

const JOINTS: &[&str] = &[
    ", and then ",
    " and then ",
    ", then ",
    "; then ",
    ". then ",
    ", and also ",
    " and also ",
    ", and ",
    " and ",
    "; ",
    ". ",
    ", ",
];

/// Verbs that begin a command.
pub(crate) const COMMANDS: &[&str] = &[
    "add",
    "answer",
    "apply",
    "archive",
    "ban",
    "block",
    "bookmark",
    "buy",
    "cancel",
    "change",
    "check",
    "choose",
    "comment",
    "compare",
    "compose",
    "create",
    "delete",
    "downvote",
    "edit",
    "find",
    "follow",
    "get",
    "give",
    "go",
    "hide",
    "join",
    "leave",
    "like",
    "list",
    "lock",
    "look",
    "make",
    "message",
    "move",
    "open",
    "order",
    "pin",
    "place",
    "post",
    "publish",
    "put",
    "rate",
    "read",
    "register",
    "remove",
    "rename",
    "reply",
    "report",
    "reset",
    "review",
    "save",
    "search",
    "see",
    "select",
    "send",
    "set",
    "show",
    "sign",
    "sort",
    "submit",
    "subscribe",
    "tell",
    "turn",
    "unblock",
    "unfollow",
    "unlock",
    "unpin",
    "unsubscribe",
    "update",
    "upload",
    "upvote",
    "view",
    "visit",
    "vote",
    "write",
];

#[cfg(test)]
mod tests {
    use super::super::{clean, effects};
    use super::*;
    use crate::bench::{Recording, button, field};

    #[test]
    fn clauses_begin_with_commands() {
        assert_eq!(
            clauses("Subscribe to gardening, and then post \"Tea and cake. Then eat\" there"),
            ["Subscribe to gardening", "post \"Tea and cake. Then eat\" there"]
        );
        assert_eq!(clauses("Compare salt and pepper").len(), 1);
        assert_eq!(clauses("Block ada and unblock eve").len(), 2);
        assert_eq!(clauses("Upvote the post 'It's late and dark'").len(), 1);
        assert_eq!(clauses("").len(), 0);
    }

    #[test]
    fn two_things_sent_are_two_stretches() {
        let t = Recording::forum("/")
            .task("Change the title to \"A\" and send the message \"B\"")
            .fill(field("Title"), "A")
            .fill(field("Body"), "C")
            .click(button("Save"))
            .sends("POST", "/title", 303)
            .fill(field("To"), "eve")
            .fill(field("Message"), "B")
            .click(button("Send"))
            .sends("POST", "/message", 303)
            .done();
        let kept = clean::clean(&t, &effects::of_steps(&t));
        let cuts = cut(&t, &kept);
        assert_eq!(cuts.iter().map(|s| s.range.clone()).collect::<Vec<_>>(), [0..6, 0..3, 3..6]);
        assert_eq!(cuts[2].intent.as_deref(), Some("send the message \"B\""));
    }
}
