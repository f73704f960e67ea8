//! Verification: a skill is carried out on a page of its own, and its postconditions decide
//! (WebXSkill §3.1, §5.3).

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use atelier_browser::{Browser, Page, ReplayEvent, ReplayOptions, ReplayWatch, SecretSource, replay};
use atelier_core::effect::Effect;
use atelier_core::replay::{FaultCode, ReplayReport, ReplayResult, StepOutcome};
use atelier_core::site::{Site, Sites};
use atelier_core::skill::Skill;
use atelier_core::task::ApprovalRequest;
use atelier_core::template::Bindings;
use atelier_core::trajectory::Action;

/// One skill to carry out.
#[derive(Clone, Copy, Debug)]
pub struct Check<'a> {
    pub skill: &'a Skill,
    pub arguments: &'a Bindings,
    /// Address the recording began at; moved to the site's live origin.
    pub start_url: &'a str,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Verified {
    Ran {
        report: Box<ReplayReport>,
        /// Choices that the lists on the page offered, by parameter.
        choices: BTreeMap<String, Vec<String>>,
    },
    /// It could not be tried; the skill stays in the pool and does not become active.
    NotRun { reason: String },
}

/// Carries out skills against live pages.
#[async_trait]
pub trait Verify: Send + Sync {
    async fn verify(&self, check: Check<'_>) -> Verified;
}

/// Where there is no browser: nothing is verified, and every verdict says so.
#[derive(Clone, Debug)]
pub struct NoBrowser {
    pub reason: String,
}

#[async_trait]
impl Verify for NoBrowser {
    async fn verify(&self, _check: Check<'_>) -> Verified {
        Verified::NotRun { reason: self.reason.clone() }
    }
}

/// Verification in Chromium. Each check has a browser context of its own, and on a test site a state space
/// of its own, so that checks do not see each other's effects.
#[derive(Debug)]
pub struct PageVerifier {
    browser: Browser,
    sites: Sites,
    step_deadline: Duration,
    /// Where secrets come from.
    secrets: Option<Arc<dyn SecretSource>>,
    /// Tells the spaces of this run from those of others: letters, digits, `-`, `_`.
    run: String,
    checks: AtomicU64,
}

impl PageVerifier {
    /// `run` must differ from run to run and be at most 40 letters, digits, `-` or `_`.
    pub fn new(browser: Browser, sites: Sites, step_deadline: Duration, run: impl Into<String>) -> Self {
        Self { browser, sites, step_deadline, secrets: None, run: run.into(), checks: AtomicU64::new(0) }
    }

    /// With a keychain, without which skills that need a secret cannot be verified.
    #[must_use]
    pub fn with_secrets(mut self, secrets: Arc<dyn SecretSource>) -> Self {
        self.secrets = Some(secrets);
        self
    }

    fn start(&self, site: &Site, check: &Check<'_>) -> Option<String> {
        let skill = check.skill;
        let anywhere = skill.steps.first().is_some_and(|s| s.action == Action::Navigate);
        let recorded = self.sites.place(check.start_url).filter(|place| place.alias == site.alias);
        match recorded {
            Some(_) => self.sites.live(&site.alias, check.start_url),
            None if anywhere => self.sites.live(&site.alias, "/"),
            None => None,
        }
    }

    async fn carry_out(&self, page: &Page, site: &Site, check: &Check<'_>) -> Verified {
        let not_run = |reason: String| Verified::NotRun { reason };
        let Some(start) = self.start(site, check) else {
            return not_run(format!("`{}` is no address of the site `{}`.", check.start_url, site.alias));
        };
        if site.test_site {
            let n = self.checks.fetch_add(1, Ordering::Relaxed);
            let space = format!("verify-{}-{n}", self.run);
            if let Err(error) = page.set_cookie(&start, "space", &space).await {
                return not_run(format!("The page could not be prepared: {error}."));
            }
        }
        if let Err(error) = page.navigate(&start).await {
            return not_run(format!("The site cannot be reached: {error}."));
        }
        let options = ReplayOptions {
            step_deadline: self.step_deadline,
            dry_run: check.skill.effect == Effect::Irreversible && !site.test_site,
            pictures: false,
            // A fresh skill finds its elements by its own marks, or it is no good.
            heal: false,
        };
        let mut watch = Onlooker {
            page,
            skill: check.skill,
            choices: BTreeMap::new(),
            allow: site.test_site,
            secrets: self.secrets.clone(),
        };
        let report = replay(page, check.skill, check.arguments, &self.sites, &options, &mut watch).await;
        match &report.result {
            ReplayResult::Failed { fault, .. }
                if matches!(
                    fault.code,
                    FaultCode::BrowserGone | FaultCode::PageGone | FaultCode::Stopped | FaultCode::Secret
                ) =>
            {
                not_run(format!("The replay was cut off: {}", fault.message))
            }
            _ => Verified::Ran { report: Box::new(report), choices: watch.choices },
        }
    }
}

#[async_trait]
impl Verify for PageVerifier {
    async fn verify(&self, check: Check<'_>) -> Verified {
        let Some(site) = self.sites.get(&check.skill.site).filter(|site| !site.origins.is_empty()) else {
            let reason = format!(
                "The site `{}` is not registered; add its address to verify skills of it.",
                check.skill.site
            );
            return Verified::NotRun { reason };
        };
        match self.browser.open_isolated().await {
            Ok(page) => {
                let verified = self.carry_out(&page, site, &check).await;
                page.close().await;
                verified
            }
            Err(error) => Verified::NotRun { reason: format!("No page could be opened: {error}.") },
        }
    }
}

/// Watches a verification, and reads the choices of lists before something is chosen from them.
struct Onlooker<'a> {
    page: &'a Page,
    skill: &'a Skill,
    choices: BTreeMap<String, Vec<String>>,
    allow: bool,
    secrets: Option<Arc<dyn SecretSource>>,
}

#[async_trait]
impl ReplayWatch for Onlooker<'_> {
    async fn on(&mut self, event: ReplayEvent) {
        let ReplayEvent::StepStarted { index, .. } = event else {
            return;
        };
        let Some(step) = self.skill.steps.get(index).filter(|step| step.action == Action::Select) else {
            return;
        };
        let value = step.value.as_deref().unwrap_or_default();
        let Some(parameter) = self.skill.parameters.iter().find(|p| value == format!("{{{{{}}}}}", p.name))
        else {
            return;
        };
        let Some(list) = &parameter.options_from else {
            return;
        };
        // The list may still be on its way; the step itself waits longer and fails with a reason.
        for _ in 0..LOOKS {
            if let Ok(found) = self.page.options(list).await {
                self.choices.insert(parameter.name.clone(), real_choices(found));
                return;
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    async fn approve(&mut self, _request: ApprovalRequest) -> bool {
        self.allow
    }

    fn stopped(&self) -> bool {
        false
    }

    async fn keep_picture(&mut self, _jpeg: Vec<u8>) -> Option<String> {
        None
    }

    fn secrets(&self) -> Option<Arc<dyn SecretSource>> {
        self.secrets.clone()
    }
}

/// How often, and how far apart, a list is looked for.
const LOOKS: u32 = 10;
const LOOK: Duration = Duration::from_millis(100);

/// Without the entries that only ask to choose.
fn real_choices(all: Vec<String>) -> Vec<String> {
    let asks = |text: &String| {
        let low = text.trim().to_lowercase();
        low.is_empty()
            || low.starts_with("choose")
            || low.starts_with("select")
            || low.chars().all(|c| !c.is_alphanumeric())
    };
    all.into_iter().filter(|text| !asks(text)).take(100).collect()
}

/// What a report says about the skill.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Finding {
    pub passed: bool,
    /// Share of the postconditions that held; 0 where a step failed.
    pub score: f64,
    pub reason: String,
}

/// Reads a report.
pub(crate) fn finding(report: &ReplayReport) -> Finding {
    let held = report.postconditions.iter().filter(|c| c.held).count();
    let all = report.postconditions.len();
    let share = if all == 0 { 0.0 } else { held as f64 / all as f64 };
    match &report.result {
        ReplayResult::Completed => {
            let skipped =
                report.steps.iter().filter(|s| matches!(s.outcome, StepOutcome::Skipped { .. })).count();
            let also = if skipped > 0 { ", an overlay that did not appear aside" } else { "" };
            let reason = format!("Replayed on the page; {held} of {all} conditions held{also}.");
            Finding { passed: true, score: share, reason }
        }
        ReplayResult::HeldBeforeCommit => Finding {
            passed: true,
            score: 1.0,
            reason: "Replayed up to the step that cannot be taken back; that step was not carried out."
                .to_owned(),
        },
        ReplayResult::Failed { step, fault } => {
            let place = step.map_or_else(|| "At the end".to_owned(), |at| format!("In step {}", at + 1));
            Finding { passed: false, score: share.min(0.99), reason: format!("{place}: {}", fault.message) }
        }
    }
}

/// Marks what the run showed to be needless: a trailing step that only dismisses an overlay and failed is
/// optional, as long as nothing but such steps follows it.
pub(crate) fn forgiven(skill: &Skill, report: &ReplayReport) -> Option<usize> {
    let ReplayResult::Failed { step: Some(at), fault } = &report.result else {
        return None;
    };
    let missing = matches!(fault.code, FaultCode::NotFound | FaultCode::NotActionable | FaultCode::Deadline);
    let trailing = skill.steps.get(*at..)?.iter().all(|s| s.optional || is_dismissal(s));
    (missing && trailing && !skill.steps[*at].optional).then_some(*at)
}

fn is_dismissal(step: &atelier_core::skill::SkillStep) -> bool {
    let name = step.target.as_ref().and_then(|t| t.name.as_deref().or(t.text.as_deref())).unwrap_or_default();
    let words = crate::extract::words::words(name);
    let says = |word: &str| words.iter().any(|w| w == word);
    match step.action {
        Action::Press => step.value.as_deref() == Some("Escape"),
        Action::Click => {
            ["close", "dismiss", "accept", "reject", "later", "thanks"].into_iter().any(says) || name == "×"
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::{self, Recording, button};
    use atelier_core::replay::Fault;

    fn skill() -> Skill {
        let t = Recording::forum("/").task("Save it").click(button("Save")).sends("POST", "/save", 303);
        bench::skills(&[t.click(button("No thanks, close")).done()]).remove(0)
    }

    fn failed(step: usize, code: FaultCode) -> ReplayReport {
        let fault = Fault { code, message: "nothing is there".into() };
        bench::report(&skill(), ReplayResult::Failed { step: Some(step), fault })
    }

    #[test]
    fn only_a_trailing_dismissal_is_forgiven() {
        let mut skill = skill();
        skill.steps[1].optional = false;
        assert_eq!(forgiven(&skill, &failed(1, FaultCode::NotFound)), Some(1));
        assert_eq!(forgiven(&skill, &failed(0, FaultCode::NotFound)), None, "the commit step is no overlay");
        assert_eq!(forgiven(&skill, &failed(1, FaultCode::Condition)), None);
    }

    #[test]
    fn invitations_to_choose_are_no_choices() {
        let all = ["", "Choose an option…", "Select", "—", "Small", "Large"].map(str::to_owned).to_vec();
        assert_eq!(real_choices(all), ["Small", "Large"]);
    }

    #[test]
    fn findings_tell_what_happened() {
        let found = finding(&failed(1, FaultCode::NotFound));
        assert!(!found.passed && found.reason.starts_with("In step 2"), "{}", found.reason);
        let held = finding(&bench::report(&skill(), ReplayResult::HeldBeforeCommit));
        assert!(held.passed);
    }
}
