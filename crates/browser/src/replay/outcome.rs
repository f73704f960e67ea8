//! Whether a step whose end was lost may have had its effect. A second try is made only where nothing that was
//! sent can have changed anything: never a second post.

use atelier_core::condition::Condition;
use atelier_core::effect::{self, Effect};
use atelier_core::replay::StepReport;
use atelier_core::skill::SkillStep;
use atelier_core::trajectory::{Action, Request};

use super::runner::Runner;
use crate::act::Before;
use crate::browser::lock;
use crate::condition::path_matches;
use crate::error::BrowserError;
use crate::page::Mark;

impl Runner<'_> {
    /// Judges a step that was carried out at least in part, but whose answer was lost. `Ok` where what was seen
    /// since shows that it did what it is for, or where nothing happened and the action may go on as done.
    pub fn lost(
        &self,
        step: &SkillStep,
        before: &Before,
        mark: Mark,
        error: BrowserError,
        report: &mut StepReport,
    ) -> Result<(), BrowserError> {
        let made = lock(&self.page.session.journal).requests_since(mark);
        let wanted = self.rendered(&step.awaits);
        match verdict(&made, &wanted, &error) {
            Lost::Nothing => {
                // Going to another page is what many steps are for.
                let left = before.tab.peek().commits > before.state.commits;
                if matches!(error, BrowserError::Replaced { .. }) && (left || may_repeat(step.action)) {
                    Ok(())
                } else {
                    Err(error)
                }
            }
            Lost::Done(request) => {
                report.how = Some(format!("its answer was lost, but {request} was accepted"));
                Ok(())
            }
            Lost::Unsure(request) => Err(BrowserError::MayHaveHappened {
                during: step.action.name().into(),
                why: error.to_string(),
                seen: request,
            }),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Lost {
    /// Nothing that was sent changes anything.
    Nothing,
    /// The request that the step is for was accepted.
    Done(String),
    /// Something was sent.
    Unsure(String),
}

fn verdict(made: &[Request], wanted: &[Condition], error: &BrowserError) -> Lost {
    let said = |request: &Request| {
        let status =
            request.status.map_or_else(|| "not answered yet".to_owned(), |s| format!("answered {s}"));
        format!("{} {} ({status})", request.method, request.path)
    };
    let sent: Vec<&Request> =
        made.iter().filter(|request| effect::of_request(request) != Effect::Read).collect();
    let Some(first) = sent.first() else {
        return Lost::Nothing;
    };
    let is_wanted = |request: &&&Request| {
        wanted.iter().any(|condition| match condition {
            Condition::RequestMade { method, path } => {
                method.eq_ignore_ascii_case(&request.method) && path_matches(path, &request.path)
            }
            _ => false,
        })
    };
    let accepted = |request: &&&Request| request.status.is_some_and(|status| status < 400);
    // A page that went on after the request has shown its answer; a page that hangs or died has not.
    let went_on = matches!(error, BrowserError::Replaced { .. });
    match sent.iter().find(|r| accepted(r) && (went_on || is_wanted(r))) {
        Some(request) => Lost::Done(said(request)),
        None => Lost::Unsure(said(first)),
    }
}

/// True where it is not known what became of the step.
pub(super) const fn is_lost(error: &BrowserError) -> bool {
    matches!(
        error,
        BrowserError::Replaced { .. }
            | BrowserError::Deadline { .. }
            | BrowserError::PageGone { .. }
            | BrowserError::BrowserGone
    )
}

/// Actions that can be done twice without doing more, as long as nothing was sent.
pub(super) const fn may_repeat(action: Action) -> bool {
    matches!(
        action,
        Action::Fill
            | Action::Select
            | Action::Check
            | Action::Uncheck
            | Action::Upload
            | Action::Hover
            | Action::Scroll
    )
}

/// True where a request of this method and path was answered, well or not.
pub(super) fn answered(method: &str, path: &str, made: &[Request]) -> bool {
    made.iter().any(|request| {
        request.method.eq_ignore_ascii_case(method)
            && path_matches(path, &request.path)
            && request.status.is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(method: &str, path: &str, status: Option<u16>) -> Request {
        Request { method: method.into(), path: path.into(), status, fields: Vec::new() }
    }

    fn hung() -> BrowserError {
        BrowserError::Deadline { during: "click".into(), limit: std::time::Duration::from_secs(1) }
    }

    fn replaced() -> BrowserError {
        BrowserError::Replaced { during: "click".into() }
    }

    #[test]
    fn only_where_nothing_was_sent_is_nothing_lost() {
        let read = [request("GET", "/x", None), request("POST", "/search", Some(200))];
        assert_eq!(verdict(&read, &[], &hung()), Lost::Nothing);
        let sent = [request("POST", "/submit", None)];
        assert!(matches!(verdict(&sent, &[], &hung()), Lost::Unsure(seen) if seen.contains("not answered")));
        let refused = [request("POST", "/submit", Some(500))];
        assert!(matches!(verdict(&refused, &[], &replaced()), Lost::Unsure(_)));
    }

    #[test]
    fn what_the_recording_saw_shows_that_it_was_done() {
        let sent = [request("POST", "/submit", Some(303))];
        let wanted = [Condition::RequestMade { method: "POST".into(), path: "/submit".into() }];
        assert!(matches!(verdict(&sent, &wanted, &hung()), Lost::Done(_)));
        assert!(matches!(verdict(&sent, &[], &hung()), Lost::Unsure(_)), "it may be another request");
        assert!(matches!(verdict(&sent, &[], &replaced()), Lost::Done(_)), "the page went on");
    }
}
