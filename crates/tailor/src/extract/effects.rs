//! What the steps of a recording did to the world.

use atelier_core::effect::{self, Effect};
use atelier_core::trajectory::{Action, Request, Step, Trajectory};

use super::words;

/// The effect of each step. Where a recording holds no requests at all (formats without them), steps that
/// look like sending are classed by their words.
pub(crate) fn of_steps(trajectory: &Trajectory) -> Vec<Effect> {
    let recorded = trajectory.steps.iter().any(|step| !step.requests.is_empty());
    trajectory
        .steps
        .iter()
        .enumerate()
        .map(|(at, step)| {
            if recorded {
                effect::of_requests(accepted(step))
            } else {
                guessed(trajectory, at).map_or(Effect::Read, |request| effect::of_request(&request))
            }
        })
        .collect()
}

/// Requests of a step that were not refused.
pub(crate) fn accepted(step: &Step) -> impl Iterator<Item = &Request> {
    step.requests.iter().filter(|request| request.status.is_none_or(|status| status < 400))
}

/// The request of the heaviest effect, if the step has one that writes.
pub(crate) fn write(step: &Step) -> Option<&Request> {
    accepted(step).filter(|r| effect::of_request(r) != Effect::Read).max_by_key(|r| effect::of_request(r))
}

/// Words on controls that send something.
const SENDING: &[&str] = &[
    "save",
    "submit",
    "send",
    "post",
    "publish",
    "add",
    "create",
    "delete",
    "remove",
    "update",
    "apply",
    "confirm",
    "subscribe",
    "unsubscribe",
    "follow",
    "unfollow",
    "block",
    "unblock",
    "vote",
    "upvote",
    "downvote",
    "like",
    "buy",
    "order",
    "pay",
    "checkout",
    "reply",
    "comment",
    "join",
    "leave",
    "sign",
    "register",
    "change",
    "upload",
    "move",
    "archive",
    "restore",
    "lock",
    "unlock",
    "pin",
    "unpin",
    "ban",
    "unban",
    "place",
    "book",
    "reserve",
];

/// A request made up from the words of the control, so that one rule classes both.
fn guessed(trajectory: &Trajectory, at: usize) -> Option<Request> {
    let step = &trajectory.steps[at];
    let target = step.target.as_ref();
    let role = target.and_then(|t| t.role.as_deref()).unwrap_or_default();
    let text = target.and_then(|t| t.name.as_deref().or(t.text.as_deref())).unwrap_or_default();
    let sends = match step.action {
        Action::Click | Action::DoubleClick => {
            let said = words::words(text);
            role != "link" && said.first().is_some_and(|word| SENDING.contains(&word.as_str()))
        }
        _ => false,
    };
    sends.then(|| Request {
        method: "POST".to_owned(),
        path: format!("/{}", words::words(text).join("_")),
        status: None,
        fields: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::{Recording, button};

    #[test]
    fn without_requests_the_words_decide() {
        let plain = |name: &str| of_steps(&Recording::new("http://a.example/").click(button(name)).done())[0];
        assert_eq!(plain("Subscribe"), Effect::Reversible);
        assert_eq!(plain("Add to cart"), Effect::Reversible);
        assert_eq!(plain("Send message"), Effect::Irreversible);
        assert_eq!(plain("More"), Effect::Read);
        assert_eq!(plain("Search"), Effect::Read);
    }

    #[test]
    fn refused_requests_changed_nothing() {
        let t = Recording::new("http://a.example/").click(button("Post")).sends("POST", "/x", 422).done();
        assert_eq!(of_steps(&t), [Effect::Read]);
    }
}
