//! What happened in a run, put together from its events. The same for a run that goes on and one of the past.

use atelier_core::replay::{ReplayReport, StepOutcome, StepReport};
use atelier_core::task::{RunEvent, TaskRecord};
use atelier_core::template::Bindings;

/// One call of a skill with its steps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Call {
    /// Empty where steps came without a choice, as in a trial of one skill.
    pub skill: String,
    pub arguments: Bindings,
    pub similarity: Option<f64>,
    pub why: String,
    pub steps: Vec<Line>,
    pub report: Option<ReplayReport>,
}

/// One step: begun, perhaps ended, perhaps waiting for the user.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub index: usize,
    pub guidance: String,
    pub report: Option<StepReport>,
    pub waits: bool,
}

/// The run so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Timeline {
    pub intent: String,
    pub start_url: String,
    pub calls: Vec<Call>,
    /// Hash of the newest picture and the address it shows.
    pub frame: Option<(String, String)>,
    pub record: Option<TaskRecord>,
}

impl Timeline {
    pub fn of(events: &[RunEvent]) -> Self {
        let mut timeline = Self::default();
        for event in events {
            timeline.apply(event.clone());
        }
        timeline
    }

    /// Steps that were carried out.
    pub fn steps(&self) -> usize {
        let lines = self.calls.iter().flat_map(|call| &call.steps);
        lines.filter(|line| line.report.as_ref().is_some_and(|r| r.outcome != StepOutcome::Held)).count()
    }

    pub fn apply(&mut self, event: RunEvent) {
        match event {
            RunEvent::Started { intent, start_url, .. } => {
                *self = Self { intent, start_url, ..Self::default() };
            }
            RunEvent::Chosen { skill, arguments, similarity, why } => {
                self.calls.push(Call {
                    skill,
                    arguments,
                    similarity: Some(similarity),
                    why,
                    ..Call::default()
                });
            }
            RunEvent::StepStarted { index, guidance } => {
                self.call().steps.push(Line { index, guidance, report: None, waits: false });
            }
            RunEvent::StepEnded { step } => self.end_step(*step),
            RunEvent::Frame { picture, url } => self.frame = Some((picture, url)),
            RunEvent::Approval { request } => {
                if let Some(line) = self.call().steps.iter_mut().rev().find(|line| line.index == request.step)
                {
                    line.waits = true;
                }
            }
            RunEvent::Replayed { report } => {
                let call = self.call();
                if call.skill.is_empty() {
                    call.skill.clone_from(&report.skill_name);
                    call.arguments.clone_from(&report.arguments);
                }
                call.report = Some(*report);
            }
            RunEvent::Ended { record } => self.record = Some(*record),
        }
    }

    fn call(&mut self) -> &mut Call {
        if self.calls.is_empty() {
            self.calls.push(Call::default());
        }
        let last = self.calls.len() - 1;
        &mut self.calls[last]
    }

    fn end_step(&mut self, report: StepReport) {
        if let Some(picture) = &report.picture_after {
            self.frame = Some((picture.clone(), report.url_after.clone()));
        }
        let steps = &mut self.call().steps;
        match steps.iter_mut().rev().find(|line| line.index == report.index && line.report.is_none()) {
            Some(line) => {
                line.waits = false;
                line.report = Some(report);
            }
            None => steps.push(Line {
                index: report.index,
                guidance: report.guidance.clone(),
                report: Some(report),
                waits: false,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_belong_to_the_call_that_began_last() {
        let chosen = |skill: &str| RunEvent::Chosen {
            skill: skill.into(),
            arguments: Bindings::new(),
            similarity: 0.9,
            why: String::new(),
        };
        let started = |index| RunEvent::StepStarted { index, guidance: format!("step {index}") };
        let timeline = Timeline::of(&[chosen("a"), started(0), started(1), chosen("b"), started(0)]);
        let lengths: Vec<_> = timeline.calls.iter().map(|call| call.steps.len()).collect();
        assert_eq!(lengths, [2, 1]);
        assert_eq!(timeline.steps(), 0, "nothing has ended yet");
    }

    #[test]
    fn steps_without_a_choice_are_kept() {
        let timeline = Timeline::of(&[RunEvent::StepStarted { index: 0, guidance: "go".into() }]);
        assert_eq!(timeline.calls.len(), 1);
    }
}
