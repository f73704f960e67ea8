//! The bridge from a replay to the sink of its task, and the fence round the site.

use std::sync::Arc;

use async_trait::async_trait;
use atelier_browser::{ReplayEvent, ReplayWatch, SecretSource};
use atelier_core::effect::Effect;
use atelier_core::site::{self, Sites};
use atelier_core::skill::Skill;
use atelier_core::task::{ApprovalRequest, RunEvent};
use atelier_core::template::{self, Bindings};
use atelier_core::trajectory::Action;

use super::TaskSink;

/// Passes events on, answers approvals, and stops the run when it leaves the allowed sites.
pub(super) struct Bridge<'a> {
    sites: &'a Sites,
    skill: &'a Skill,
    /// Origins the run may be on: those of the start page's site, and what the user allowed.
    allowed: Vec<String>,
    /// Effects on the site harm nobody, so nobody is asked.
    test_site: bool,
    /// Why the run may not go on.
    left: Option<String>,
    step: usize,
    sink: &'a mut dyn TaskSink,
}

impl<'a> Bridge<'a> {
    pub fn new(sites: &'a Sites, start_url: &str, skill: &'a Skill, sink: &'a mut dyn TaskSink) -> Self {
        let mut allowed: Vec<String> = site::origin(start_url).into_iter().collect();
        let own = sites.get(&skill.site);
        allowed.extend(own.iter().flat_map(|site| site.origins.iter().cloned()));
        Self {
            sites,
            skill,
            allowed,
            test_site: own.is_some_and(|site| site.test_site),
            left: None,
            step: 0,
            sink,
        }
    }

    /// Why the run had to end, if it left the allowed sites.
    pub fn left(self) -> Option<String> {
        self.left
    }

    /// Asks about every place outside that the program itself goes to, before it runs. `Some` is the refusal.
    pub async fn fence_program(&mut self, arguments: &Bindings) -> Option<String> {
        let skill = self.skill;
        for (at, step) in skill.steps.iter().enumerate() {
            let goes = matches!(step.action, Action::Navigate | Action::NewTab);
            let Some(value) = step.value.as_deref().filter(|_| goes) else {
                continue;
            };
            // What depends on outputs is looked at when the page is there.
            let Ok(value) = template::render_url(value, arguments) else {
                continue;
            };
            let Some(url) = self.sites.live(&skill.site, &value) else {
                continue;
            };
            self.step = at;
            if let Some(reason) = self.outside(&url).await {
                return Some(reason);
            }
        }
        None
    }

    /// Asks the user about a place outside the allowed sites. `Some` is the refusal.
    async fn outside(&mut self, url: &str) -> Option<String> {
        let origin = site::origin(url)?;
        if self.allowed.contains(&origin) {
            return None;
        }
        let request = ApprovalRequest {
            skill: self.skill.name.clone(),
            step: self.step,
            guidance: format!("Go on at {origin}, which is outside the site of this task"),
            url: url.to_owned(),
            fields: Vec::new(),
            effect: Effect::Read,
        };
        if self.ask(request).await {
            self.allowed.push(origin);
            return None;
        }
        Some(format!(
            "step {} of `{}` leads to `{origin}`, outside the site of this task, and that was not allowed",
            self.step + 1,
            self.skill.name
        ))
    }

    async fn ask(&mut self, request: ApprovalRequest) -> bool {
        self.sink.event(RunEvent::Approval { request: request.clone() }).await;
        !self.sink.stopped() && self.sink.approve(request).await
    }
}

#[async_trait]
impl ReplayWatch for Bridge<'_> {
    async fn on(&mut self, event: ReplayEvent) {
        match event {
            ReplayEvent::StepStarted { index, guidance } => {
                self.step = index;
                self.sink.event(RunEvent::StepStarted { index, guidance }).await;
            }
            ReplayEvent::StepEnded(step) => {
                let url = step.url_after.clone();
                self.sink.event(RunEvent::StepEnded { step }).await;
                if self.left.is_none() {
                    self.left = self.outside(&url).await;
                }
            }
            ReplayEvent::Picture { picture, url } => self.sink.event(RunEvent::Frame { picture, url }).await,
        }
    }

    async fn approve(&mut self, request: ApprovalRequest) -> bool {
        if self.left.is_some() {
            return false;
        }
        self.test_site || self.ask(request).await
    }

    fn stopped(&self) -> bool {
        self.left.is_some() || self.sink.stopped()
    }

    async fn keep_picture(&mut self, jpeg: Vec<u8>) -> Option<String> {
        self.sink.keep_picture(jpeg).await
    }

    fn secrets(&self) -> Option<Arc<dyn SecretSource>> {
        self.sink.secrets()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench;
    use atelier_core::site::{Site, SiteKind};

    #[derive(Default)]
    struct Log {
        allow: bool,
        asked: Vec<ApprovalRequest>,
    }

    #[async_trait]
    impl TaskSink for Log {
        async fn event(&mut self, _event: RunEvent) {}

        async fn approve(&mut self, request: ApprovalRequest) -> bool {
            self.asked.push(request);
            self.allow
        }

        fn stopped(&self) -> bool {
            false
        }

        async fn keep_picture(&mut self, _jpeg: Vec<u8>) -> Option<String> {
            None
        }
    }

    fn sites(test_site: bool) -> Sites {
        Sites(vec![Site {
            alias: "forum".into(),
            kind: SiteKind::Forum,
            description: String::new(),
            origins: vec!["http://127.0.0.1:4101".into()],
            test_site,
        }])
    }

    fn asks() -> ApprovalRequest {
        ApprovalRequest {
            skill: "s".into(),
            step: 0,
            guidance: String::new(),
            url: "http://127.0.0.1:4101/".into(),
            fields: Vec::new(),
            effect: Effect::Irreversible,
        }
    }

    #[tokio::test]
    async fn a_test_site_asks_nobody_and_a_real_one_fails_closed() {
        let skill = bench::skill("s", "", "forum");
        for (test_site, allow, granted, asked) in
            [(true, false, true, 0), (false, false, false, 1), (false, true, true, 1)]
        {
            let sites = sites(test_site);
            let mut log = Log { allow, ..Log::default() };
            let mut bridge = Bridge::new(&sites, "http://127.0.0.1:4101/", &skill, &mut log);
            assert_eq!(bridge.approve(asks()).await, granted);
            assert_eq!(log.asked.len(), asked);
        }
    }

    #[tokio::test]
    async fn a_program_that_goes_elsewhere_needs_the_user() {
        let sites = sites(true);
        let mut skill = bench::skill("s", "", "forum");
        skill.steps[0].action = Action::Navigate;
        skill.steps[0].value = Some("https://elsewhere.example/x".into());
        let mut log = Log::default();
        let mut bridge = Bridge::new(&sites, "http://127.0.0.1:4101/", &skill, &mut log);
        let reason = bridge.fence_program(&Bindings::new()).await.unwrap();
        assert!(reason.contains("`https://elsewhere.example`"), "{reason}");
        assert_eq!(log.asked.len(), 1);
        skill.steps[0].value = Some("/f/{{forum}}".into());
        let mut log = Log::default();
        let mut bridge = Bridge::new(&sites, "http://127.0.0.1:4101/", &skill, &mut log);
        let arguments = Bindings::from([("forum".to_owned(), "books".to_owned())]);
        assert_eq!(bridge.fence_program(&arguments).await, None);
        assert!(log.asked.is_empty());
    }
}
