//! One step: find the element, use it, wait for what that sets off.

use std::time::{Duration, Instant};

use atelier_core::replay::StepReport;
use atelier_core::skill::SkillStep;
use atelier_core::target::Target;
use atelier_core::template;
use atelier_core::trajectory::Action;

use super::runner::Runner;
use crate::act::Patience;
use crate::error::BrowserError;
use crate::locate::Chosen;

/// Time between two looks for an element that is not there yet.
const LOOK: Duration = Duration::from_millis(40);
/// After this, an element that is not in the tab in front is looked for in the others.
const OTHER_TABS_AFTER: Duration = Duration::from_millis(1000);
/// Elements that stay equally likely for this long will not be told apart by waiting.
const AMBIGUOUS_FOR: Duration = Duration::from_millis(1500);

impl Runner<'_> {
    /// Carries the step out, without its conditions.
    pub async fn perform(
        &mut self,
        index: usize,
        step: &SkillStep,
        deadline: Duration,
        report: &mut StepReport,
    ) -> Result<(), BrowserError> {
        let until = Instant::now() + deadline;
        let value = self.value_of(step)?;
        report.value.clone_from(&value);
        let target = match &step.target {
            Some(target) => Some(target.render(&self.bindings).map_err(unbound)?),
            None => None,
        };
        if step.action.needs_target() && target.is_none() {
            return Err(BrowserError::Unsupported(format!("`{}` needs a target", step.action.name())));
        }
        report.target = target.as_ref().map(Target::describe);
        loop {
            let chosen = match &target {
                Some(target) if step.action != Action::Assert => {
                    let chosen = self.find(target, step.action, until).await?;
                    report.matched.clone_from(&chosen.matched);
                    report.score = Some(chosen.score);
                    Some(chosen)
                }
                _ => None,
            };
            let before = self.page.before()?;
            match self
                .act(index, step, chosen.as_ref(), target.as_ref(), value.as_deref(), until, report)
                .await
            {
                // The page was replaced before anything was done to it: look again.
                Err(BrowserError::Replaced { .. }) if Instant::now() < until => {}
                Err(BrowserError::NotActionable { why, .. })
                    if why == "it vanished" && Instant::now() < until => {}
                Err(other) => return Err(other),
                Ok(false) => return Ok(()),
                Ok(true) => {
                    let field = matches!(step.action, Action::Fill | Action::Hover | Action::Scroll);
                    let patience = if field { Patience::FIELD } else { Patience::REPLAY };
                    return self.page.settle(&before, patience).await;
                }
            }
        }
    }

    fn value_of(&self, step: &SkillStep) -> Result<Option<String>, BrowserError> {
        let Some(raw) = &step.value else {
            return Ok(None);
        };
        let text = match step.action {
            Action::Extract => raw.clone(),
            Action::Navigate | Action::NewTab => {
                let alone = raw.trim().starts_with("{{")
                    && raw.trim().ends_with("}}")
                    && template::placeholders(raw).count() == 1
                    && raw.trim().matches("{{").count() == 1;
                let url = if alone {
                    template::render(raw, &self.bindings)
                } else {
                    template::render_url(raw, &self.bindings)
                }
                .map_err(unbound)?;
                if url.is_empty() && step.action == Action::NewTab {
                    return Ok(None);
                }
                self.sites.live(&self.skill.site, &url).ok_or_else(|| BrowserError::Navigation {
                    url: url.clone(),
                    reason: format!("it is neither a path on `{}` nor a web address", self.skill.site),
                })?
            }
            _ => template::render(raw, &self.bindings).map_err(unbound)?,
        };
        Ok(Some(text))
    }

    /// Looks for the one element that is meant, until the time is over.
    pub async fn find(
        &mut self,
        target: &Target,
        action: Action,
        until: Instant,
    ) -> Result<Chosen, BrowserError> {
        let begun = Instant::now();
        let unseen = matches!(action, Action::Upload | Action::Check | Action::Uncheck | Action::Select);
        loop {
            let error = match self.page.locate(target).await {
                Ok(located) => match located.chosen(target, unseen) {
                    Ok(chosen) => return Ok(chosen),
                    Err(error) => error,
                },
                Err(error @ BrowserError::Replaced { .. }) => error,
                Err(other) => return Err(other),
            };
            let ambiguous = matches!(error, BrowserError::Ambiguous { .. });
            let over = Instant::now() + LOOK >= until || self.watch.stopped();
            if over || ambiguous && begun.elapsed() > AMBIGUOUS_FOR {
                return Err(error);
            }
            if begun.elapsed() > OTHER_TABS_AFTER
                && let Some(chosen) = self.find_in_other_tabs(target, unseen).await
            {
                return Ok(chosen);
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
        value: Option<&str>,
        until: Instant,
        report: &mut StepReport,
    ) -> Result<bool, BrowserError> {
        let page = self.page;
        let text = value.unwrap_or_default();
        match (step.action, chosen) {
            (Action::Click, Some(it)) => page.click(it, 1, until).await?,
            (Action::DoubleClick, Some(it)) => page.click(it, 2, until).await?,
            (Action::Hover, Some(it)) => page.hover(it, until).await?,
            (Action::Fill, Some(it)) => {
                if page.fill(it, text, until).await? {
                    report.value = Some("•••".into());
                }
            }
            (Action::Type, Some(it)) => page.type_keys(it, text, until).await?,
            (Action::Press, it) => page.press(it, text, until).await?,
            (Action::Select, Some(it)) => {
                page.select(it, text, until).await?;
            }
            (Action::Check, Some(it)) => page.set_checked(it, true, until).await?,
            (Action::Uncheck, Some(it)) => page.set_checked(it, false, until).await?,
            (Action::Upload, Some(it)) => page.upload(it, text).await?,
            (Action::Drag, Some(it)) => {
                let Some(destination) = &step.destination else {
                    return Err(BrowserError::Unsupported("`drag` needs a destination".into()));
                };
                let destination = destination.render(&self.bindings).map_err(unbound)?;
                let to = self.find(&destination, Action::Drag, until).await?;
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
        use atelier_core::condition::Condition;
        let condition = match (target, value) {
            (Some(target), Some(value)) => {
                Condition::FieldHas { target: target.clone(), value: value.to_owned() }
            }
            (Some(target), None) => Condition::ElementPresent(target.clone()),
            (None, Some(text)) => Condition::TextPresent(text.to_owned()),
            (None, None) => return Ok(()),
        };
        let evidence = crate::condition::Evidence { since: self.since, outputs: &self.outputs };
        let never = || false;
        let reports = self.page.hold(std::slice::from_ref(&condition), &evidence, until, &never).await?;
        match super::unmet(&reports, "here") {
            Some(fault) => Err(BrowserError::NotFound { target: fault.message, candidates: Vec::new() }),
            None => Ok(()),
        }
    }
}

fn unbound(error: template::Unbound) -> BrowserError {
    BrowserError::Unsupported(error.to_string())
}
