//! One step: find the element, use it, wait for what that sets off.

use std::time::{Duration, Instant};

use atelier_core::compound::Compound;
use atelier_core::condition::Condition;
use atelier_core::day::Day;
use atelier_core::effect::Effect;
use atelier_core::healing::Healing;
use atelier_core::replay::StepReport;
use atelier_core::skill::SkillStep;
use atelier_core::target::{Target, Weak};
use atelier_core::template;
use atelier_core::trajectory::Action;

use super::outcome::{answered, is_lost, may_repeat};
use super::runner::Runner;
use super::worth::Worth;
use crate::LOAD_LIMIT;
use crate::act::Patience;
use crate::browser::lock;
use crate::condition::Evidence;
use crate::error::BrowserError;
use crate::locate::Chosen;
use crate::page::Mark;
use crate::secret::VEILED;

/// Time between two looks for an element that is not there yet.
const LOOK: Duration = Duration::from_millis(40);
/// After this, an element that is not in the tab in front is looked for in the others.
const OTHER_TABS_AFTER: Duration = Duration::from_millis(1000);
/// Elements that stay equally likely for this long will not be told apart by waiting.
const AMBIGUOUS_FOR: Duration = Duration::from_millis(1500);

/// What the recording saw follow a step is waited for this long at most; its absence is no failure.
const FOLLOW: Duration = Duration::from_secs(2);
/// A step may be this late beyond its deadline before its answer counts as lost.
const GRACE: Duration = Duration::from_secs(1);
/// An element that is not found surely for this long is tried if it leads clearly.
const WEAK_AFTER: Duration = Duration::from_millis(1200);

/// An element that was found, and how surely.
#[derive(Debug)]
pub(super) struct Sighting {
    pub chosen: Chosen,
    /// Set where it is only the clear first of those that are not good enough.
    pub weak: Option<Weak>,
}

impl Runner<'_> {
    /// Carries the step out, without its conditions. A healing is returned where the element was found only by
    /// other marks than its target's.
    pub async fn perform(
        &mut self,
        index: usize,
        step: &SkillStep,
        deadline: Duration,
        report: &mut StepReport,
        mark: Mark,
    ) -> Result<Option<Healing>, BrowserError> {
        let several = if step.compound.is_some() || step.action == Action::Upload { 4 } else { 1 };
        let until = Instant::now() + deadline * several;
        let worth = self.worth(step).await?;
        report.value = worth.as_ref().map(Worth::shown);
        let target = match &step.target {
            Some(target) => Some(target.render(&self.bindings).map_err(unbound)?),
            None => None,
        };
        if step.action.needs_target() && target.is_none() {
            return Err(BrowserError::Unsupported(format!("`{}` needs a target", step.action.name())));
        }
        report.target = target.as_ref().map(Target::describe);
        let harmless = step.effect == Effect::Read && !self.commits(index, step);
        let may_try = self.options.heal && harmless && step.action != Action::Extract;
        loop {
            let mut healing = None;
            let chosen = match &target {
                Some(target) if step.action != Action::Assert => {
                    let found = self.find(target, step.action, until, may_try).await?;
                    report.matched.clone_from(&found.chosen.matched);
                    report.score = Some(found.chosen.score);
                    if let Some(weak) = found.weak {
                        healing = Some(self.propose(index, step, target, &found.chosen, weak).await?);
                    }
                    Some(found.chosen)
                }
                _ => None,
            };
            let before = self.page.before()?;
            let limit = until.saturating_duration_since(Instant::now()) + GRACE + own_time(step.action);
            let acted =
                self.act(index, step, chosen.as_ref(), target.as_ref(), worth.as_ref(), until, report);
            let done = match tokio::time::timeout(limit, acted).await {
                Ok(done) => done,
                Err(_) => Err(BrowserError::Deadline { during: step.action.name().into(), limit }),
            };
            match done {
                Ok(false) => return Ok(healing),
                Ok(true) => {
                    let field = matches!(step.action, Action::Fill | Action::Hover | Action::Scroll);
                    let patience =
                        if field && step.compound.is_none() { Patience::FIELD } else { Patience::REPLAY };
                    let settled = self.page.settle(&before, patience).await;
                    return match settled {
                        Ok(()) => Ok(healing),
                        Err(error) => self.lost(step, &before, mark, error, report).map(|()| healing),
                    };
                }
                Err(error) if !before.tab.was_touched() => {
                    // Nothing was done to the page yet: it was replaced or redrawn first, so look again.
                    let again = match &error {
                        BrowserError::Replaced { .. } => true,
                        BrowserError::NotActionable { why, .. } => why == "it vanished",
                        _ => false,
                    };
                    if !again || Instant::now() >= until {
                        return Err(error);
                    }
                }
                Err(error) => {
                    if !is_lost(&error) {
                        return Err(error);
                    }
                    // A page that does not answer is not waited for any longer.
                    if matches!(error, BrowserError::Replaced { .. }) {
                        self.page.settle(&before, Patience::REPLAY).await.ok();
                    }
                    self.lost(step, &before, mark, error.clone(), report)?;
                    let repeats = may_repeat(step.action) && matches!(error, BrowserError::Replaced { .. });
                    if report.how.is_some() || !repeats || Instant::now() >= until {
                        return Ok(healing);
                    }
                }
            }
        }
    }

    /// Waits for what the recording saw follow the step; tells what of it was seen. A request counts once it was
    /// answered, however: whether the answer is good is for the conditions.
    pub async fn follow(&self, step: &SkillStep, mark: Mark, deadline: Duration) -> Vec<String> {
        let mut open = self.rendered(&step.awaits);
        let mut seen = Vec::new();
        let until = Instant::now() + FOLLOW.min(deadline);
        loop {
            let made = lock(&self.page.session.journal).requests_since(mark);
            let mut left = Vec::new();
            for condition in open {
                let there = match &condition {
                    Condition::RequestMade { method, path } => answered(method, path, &made),
                    other => {
                        let evidence = Evidence { since: mark, outputs: &self.outputs };
                        let never = || false;
                        let now = Instant::now();
                        let held = self.page.hold(std::slice::from_ref(other), &evidence, now, &never).await;
                        held.is_ok_and(|reports| reports.iter().all(|report| report.held))
                    }
                };
                if there {
                    seen.push(condition.describe());
                } else {
                    left.push(condition);
                }
            }
            open = left;
            if open.is_empty() || Instant::now() >= until || self.watch.stopped() {
                return seen;
            }
            tokio::time::sleep(LOOK / 4).await;
        }
    }

    /// Looks for the one element that is meant, until the time is over. With `may_try`, one that only leads
    /// clearly is returned where no sure one comes.
    pub async fn find(
        &mut self,
        target: &Target,
        action: Action,
        until: Instant,
        may_try: bool,
    ) -> Result<Sighting, BrowserError> {
        let begun = Instant::now();
        let unseen = matches!(action, Action::Upload | Action::Check | Action::Uncheck | Action::Select);
        loop {
            let mut tried = None;
            let error = match self.page.locate(target).await {
                Ok(located) => match located.chosen(target, unseen) {
                    Ok(chosen) => return Ok(Sighting { chosen, weak: None }),
                    Err(error) => {
                        tried = located.tried(target);
                        error
                    }
                },
                Err(error @ BrowserError::Replaced { .. }) => error,
                Err(other) => return Err(other),
            };
            let ambiguous = matches!(error, BrowserError::Ambiguous { .. });
            let over = Instant::now() + LOOK >= until || self.watch.stopped();
            if (over || begun.elapsed() > WEAK_AFTER)
                && may_try
                && let Some((chosen, weak)) = tried
            {
                return Ok(Sighting { chosen, weak: Some(weak) });
            }
            if over || ambiguous && begun.elapsed() > AMBIGUOUS_FOR {
                return Err(error);
            }
            if begun.elapsed() > OTHER_TABS_AFTER
                && let Some(chosen) = self.find_in_other_tabs(target, unseen).await
            {
                return Ok(Sighting { chosen, weak: None });
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    async fn find_in_other_tabs(&self, target: &Target, unseen: bool) -> Option<Chosen> {
        let session = &self.page.session;
        let front = session.front();
        for tab in session.tabs().into_iter().rev() {
            if tab.number == front || tab.peek().is_dead() {
                continue;
            }
            session.set_front(tab.number);
            if let Ok(located) = self.page.locate(target).await
                && let Ok(chosen) = located.chosen(target, unseen)
            {
                return Some(chosen);
            }
        }
        session.set_front(front);
        None
    }

    /// Does it. False where nothing can have been set off.
    #[expect(clippy::too_many_arguments, reason = "one step's parts, used here only")]
    async fn act(
        &mut self,
        index: usize,
        step: &SkillStep,
        chosen: Option<&Chosen>,
        target: Option<&Target>,
        worth: Option<&Worth>,
        until: Instant,
        report: &mut StepReport,
    ) -> Result<bool, BrowserError> {
        let page = self.page;
        let value = worth.map(Worth::reveal);
        let text = value.unwrap_or_default();
        if let (Some(compound), Some(it)) = (&step.compound, chosen) {
            report.how = Some(self.use_widget(compound, it, text, until).await?);
            return Ok(true);
        }
        match (step.action, chosen) {
            (Action::Click, Some(it)) => page.click(it, 1, until).await?,
            (Action::DoubleClick, Some(it)) => page.click(it, 2, until).await?,
            (Action::Hover, Some(it)) => page.hover(it, until).await?,
            (Action::Fill, Some(it)) => {
                let secret = worth.is_some_and(Worth::is_secret);
                self.unveilable |= secret && !it.frame.owners.is_empty();
                if page.fill(it, text, secret, until).await? {
                    report.value = Some(VEILED.into());
                }
            }
            (Action::Type, Some(it)) => {
                if worth.is_some_and(Worth::is_secret) {
                    self.unveilable |= !it.frame.owners.is_empty();
                    page.ask::<serde_json::Value>(it, "hide").await?;
                }
                page.type_keys(it, text, until).await?;
            }
            (Action::Press, it) => page.press(it, text, until).await?,
            (Action::Select, Some(it)) => {
                page.select(it, text, until).await?;
            }
            (Action::Check, Some(it)) => page.set_checked(it, true, until).await?,
            (Action::Uncheck, Some(it)) => page.set_checked(it, false, until).await?,
            (Action::Upload, Some(it)) => {
                report.how = Some(page.upload(it, text, until).await?.to_owned());
            }
            (Action::Drag, Some(it)) => {
                let Some(destination) = &step.destination else {
                    return Err(BrowserError::Unsupported("`drag` needs a destination".into()));
                };
                let destination = destination.render(&self.bindings).map_err(unbound)?;
                let to = self.find(&destination, Action::Drag, until, false).await?.chosen;
                page.drag(it, &to, until).await?;
            }
            (Action::Scroll, it) => page.scroll(it, value).await?,
            (Action::Navigate, _) => {
                page.navigate(text).await?;
                return Ok(false);
            }
            (Action::Back, _) => {
                page.go(-1).await?;
                return Ok(false);
            }
            (Action::Forward, _) => {
                page.go(1).await?;
                return Ok(false);
            }
            (Action::Reload, _) => {
                page.reload().await?;
                return Ok(false);
            }
            (Action::NewTab, _) => {
                page.new_tab(text).await?;
                return Ok(false);
            }
            (Action::SwitchTab, _) => {
                page.switch_tab(text).await?;
                return Ok(false);
            }
            (Action::CloseTab, _) => {
                page.close_tab().await?;
                return Ok(false);
            }
            (Action::Wait, _) => {
                self.wait(text, until).await?;
                return Ok(false);
            }
            (Action::Dialog, _) => {
                // The step before planned the answer already, unless this is the first one.
                if index == 0 {
                    page.plan_dialog(text);
                }
                return Ok(false);
            }
            (Action::Assert, _) => {
                self.assert(target, value, until).await?;
                return Ok(false);
            }
            (Action::Extract, Some(it)) => {
                let read = page.read(it).await?;
                report.output = Some(read.clone());
                if !text.is_empty() {
                    self.outputs.insert(text.to_owned(), read.clone());
                    self.bindings.insert(text.to_owned(), read);
                }
                return Ok(false);
            }
            (Action::Answer, _) => {
                self.answer = Some(text.to_owned());
                return Ok(false);
            }
            (other, None) => {
                return Err(BrowserError::Unsupported(format!("`{}` needs a target", other.name())));
            }
        }
        Ok(true)
    }

    /// A widget of several moves takes its value. Tells how.
    async fn use_widget(
        &mut self,
        compound: &Compound,
        it: &Chosen,
        text: &str,
        until: Instant,
    ) -> Result<String, BrowserError> {
        let page = self.page;
        let compound = compound.render(&self.bindings).map_err(unbound)?;
        let texts = |option: &Target| {
            let mut all = vec![text.to_owned()];
            all.extend([&option.name, &option.text].into_iter().flatten().cloned());
            all.retain(|text| !text.trim().is_empty());
            all.dedup();
            all
        };
        let empty = || BrowserError::Unsupported(format!("`{}` needs a value to choose", it.target));
        match &compound {
            Compound::Date { format, opener } => {
                let day = Day::iso(text).ok_or_else(|| {
                    BrowserError::Unsupported(format!("`{text}` is no day; write it as YYYY-MM-DD"))
                })?;
                if let Some(how) = page.type_day(it, day, format.as_deref(), until).await? {
                    return Ok(how);
                }
                let opener = match opener {
                    Some(target) => self.find(target, Action::Click, until, false).await?.chosen,
                    None => it.clone(),
                };
                page.walk_calendar(it, &opener, day, until).await
            }
            Compound::Autocomplete { typed, option } => {
                let texts = texts(option);
                let first = texts.first().ok_or_else(empty)?;
                page.autocomplete(it, typed.as_deref().unwrap_or(first), &texts, until).await
            }
            Compound::Choice { option } => {
                let texts = texts(option);
                if texts.is_empty() {
                    return Err(empty());
                }
                page.choose_option(it, &texts, until).await
            }
        }
    }

    /// Waits for a number of milliseconds, or until a text is visible.
    async fn wait(&mut self, text: &str, until: Instant) -> Result<(), BrowserError> {
        if let Ok(time) = text.trim().parse::<u64>() {
            let end = (Instant::now() + Duration::from_millis(time)).min(until);
            while Instant::now() < end && !self.watch.stopped() {
                tokio::time::sleep(LOOK.min(end.saturating_duration_since(Instant::now()))).await;
            }
            return Ok(());
        }
        if text.trim().is_empty() { Ok(()) } else { self.assert(None, Some(text), until).await }
    }

    async fn assert(
        &mut self,
        target: Option<&Target>,
        value: Option<&str>,
        until: Instant,
    ) -> Result<(), BrowserError> {
        let condition = match (target, value) {
            (Some(target), Some(value)) => {
                Condition::FieldHas { target: target.clone(), value: value.to_owned() }
            }
            (Some(target), None) => Condition::ElementPresent(target.clone()),
            (None, Some(text)) => Condition::TextPresent(text.to_owned()),
            (None, None) => return Ok(()),
        };
        let evidence = Evidence { since: self.since, outputs: &self.outputs };
        let never = || false;
        let reports = self.page.hold(std::slice::from_ref(&condition), &evidence, until, &never).await?;
        match super::unmet(&reports, "here") {
            Some(fault) => Err(BrowserError::NotFound { target: fault.message, candidates: Vec::new() }),
            None => Ok(()),
        }
    }
}

pub(super) fn unbound(error: template::Unbound) -> BrowserError {
    BrowserError::Unsupported(error.to_string())
}

/// What an action may take by itself, beyond the time to find and use an element.
const fn own_time(action: Action) -> Duration {
    match action {
        Action::Navigate
        | Action::Back
        | Action::Forward
        | Action::Reload
        | Action::NewTab
        | Action::SwitchTab
        | Action::CloseTab => LOAD_LIMIT,
        _ => Duration::ZERO,
    }
}
