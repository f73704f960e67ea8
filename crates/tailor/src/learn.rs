//! What a verification teaches: recordings of formats without requests do not show what a skill sends, the
//! run on the page does.

use atelier_core::condition::Condition;
use atelier_core::effect::{self, Effect};
use atelier_core::replay::ReplayReport;
use atelier_core::skill::Skill;

use crate::extract::request_pattern;

/// The skill with its effect, its commit step and the request as a postcondition; none where the recording
/// showed them, or nothing was sent.
pub(crate) fn learned(skill: &Skill, report: &ReplayReport) -> Option<Skill> {
    let known = skill.postconditions.iter().any(|c| matches!(c, Condition::RequestMade { .. }));
    if known || !report.succeeded() {
        return None;
    }
    let sent = report.steps.iter().flat_map(|step| {
        step.requests
            .iter()
            .filter(|r| r.status.is_none_or(|status| status < 400))
            .map(move |r| (step.index, effect::of_request(r), r))
    });
    let (at, effect, request) =
        sent.filter(|(_, effect, _)| *effect != Effect::Read).max_by_key(|(at, effect, _)| (*effect, *at))?;
    let path = request_pattern(&request.path, &report.arguments)?;
    let mut out = skill.clone();
    out.effect = effect;
    out.commit_step = Some(at);
    out.postconditions.insert(0, Condition::RequestMade { method: request.method.clone(), path });
    out.check().is_ok().then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::{self, Recording, button, field};
    use atelier_core::replay::ReplayResult;
    use atelier_core::trajectory::Request;

    #[test]
    fn a_run_shows_what_a_recording_without_requests_did_not() {
        let t = Recording::forum("/f/tea")
            .task("Say \"hello there\" in tea")
            .fill(field("Message"), "hello there");
        let skill = bench::skills(&[t.click(button("Send")).done()]).remove(0);
        assert!(!skill.postconditions.iter().any(|c| matches!(c, Condition::RequestMade { .. })));
        let mut report = bench::report(&skill, ReplayResult::Completed);
        let at = skill.steps.len() - 1;
        report.steps[at].requests.push(Request {
            method: "POST".into(),
            path: "/f/tea/say".into(),
            status: Some(303),
            fields: vec![],
        });
        let better = learned(&skill, &report).unwrap();
        assert_eq!((better.effect, better.commit_step), (Effect::Irreversible, Some(at)));
        let name = skill.parameters.iter().find(|p| p.examples == ["tea"]).unwrap().name.clone();
        assert_eq!(
            better.postconditions[0],
            Condition::RequestMade { method: "POST".into(), path: format!("/f/{{{{{name}}}}}/say") }
        );
        assert!(learned(&better, &report).is_none());
    }
}
