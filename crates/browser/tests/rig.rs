//! One Chromium for all tests that run at the same time, and short ways to write skills.

use std::future::Future;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, Weak};
use std::time::Duration;

use atelier_browser::{Browser, LaunchOptions, Page, ReplayEvent, ReplayOptions, ReplayWatch, SecretSource};
use atelier_core::condition::Condition;
use atelier_core::effect::Effect;
use atelier_core::replay::{Fault, FaultCode, ReplayReport, ReplayResult};
use atelier_core::site::{Site, SiteKind, Sites};
use atelier_core::skill::{Parameter, ParameterKind, Provenance, SCHEMA, Skill, SkillStep};
use atelier_core::target::Target;
use atelier_core::task::ApprovalRequest;
use atelier_core::template::Bindings;
use atelier_core::trajectory::Action;
use atelier_testkit::{Pages, Reply};
use tempfile::TempDir;
use tokio::runtime::Runtime;

const NIL: &str = "00000000-0000-0000-0000-000000000000";

pub fn runtime() -> &'static Runtime {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    RUNTIME.get_or_init(|| {
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap()
    })
}

pub fn options(profile: &Path) -> LaunchOptions {
    LaunchOptions {
        program: None,
        headless: true,
        profile: profile.to_owned(),
        window: (1100, 700),
        no_sandbox: true,
        devtools_port: None,
    }
}

struct Shared {
    browser: Browser,
    _profile: TempDir,
}

impl Drop for Shared {
    fn drop(&mut self) {
        let _ = runtime().block_on(self.browser.clone().close());
    }
}

fn shared() -> Arc<Shared> {
    static CURRENT: Mutex<Weak<Shared>> = Mutex::new(Weak::new());
    let mut current = CURRENT.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(shared) = current.upgrade() {
        assert!(shared.browser.is_alive(), "an earlier test took Chromium with it");
        return shared;
    }
    let profile = tempfile::tempdir().unwrap();
    let browser = match runtime().block_on(Browser::launch(options(profile.path()))) {
        Ok(browser) => browser,
        Err(error) => panic!("{error}"),
    };
    let shared = Arc::new(Shared { browser, _profile: profile });
    *current = Arc::downgrade(&shared);
    shared
}

/// Runs a test against a private page and a server of the given pages.
pub fn with<F, W>(replies: &[(&str, Reply)], test: F)
where
    F: FnOnce(Page, Arc<Pages>) -> W,
    W: Future<Output = ()>,
{
    let shared = shared();
    runtime().block_on(async {
        let pages = Arc::new(Pages::serve(replies.iter().cloned()).await.unwrap());
        let page = shared.browser.open_isolated().await.unwrap();
        tokio::time::timeout(Duration::from_secs(50), test(page.clone(), Arc::clone(&pages)))
            .await
            .expect("the test takes too long");
        page.close().await;
    });
    drop(shared);
}

/// As [`with`], for one page at `/` that is open already.
pub fn on_page<F, W>(html: &str, test: F)
where
    F: FnOnce(Page, Arc<Pages>) -> W,
    W: Future<Output = ()>,
{
    with(&[("/", Reply::html(html))], |page, pages| async move {
        page.navigate(&pages.url("/")).await.unwrap();
        test(page, pages).await;
    });
}

pub fn with_browser<F, W>(test: F)
where
    F: FnOnce(Browser) -> W,
    W: Future<Output = ()>,
{
    let shared = shared();
    runtime().block_on(test(shared.browser.clone()));
    drop(shared);
}

pub fn sites(pages: &Pages) -> Sites {
    Sites(vec![Site {
        alias: "fixture".into(),
        kind: SiteKind::Other,
        description: String::new(),
        origins: vec![pages.origin(), "http://fixture.practice".into()],
        test_site: true,
    }])
}

pub fn role(role: &str, name: &str) -> Target {
    Target { role: Some(role.into()), name: Some(name.into()), ..Target::default() }
}

pub fn step(action: Action, target: Option<Target>, value: Option<&str>) -> SkillStep {
    SkillStep {
        guidance: format!("{} it", action.name()),
        action,
        target,
        destination: None,
        value: value.map(str::to_owned),
        compound: None,
        optional: false,
        effect: Effect::Read,
        awaits: Vec::new(),
        expects: Vec::new(),
    }
}

pub fn click(target: Target) -> SkillStep {
    step(Action::Click, Some(target), None)
}

pub fn fill(target: Target, value: &str) -> SkillStep {
    step(Action::Fill, Some(target), Some(value))
}

pub fn skill(parameters: &[&str], steps: Vec<SkillStep>, postconditions: Vec<Condition>) -> Skill {
    Skill {
        schema: SCHEMA,
        id: NIL.parse().unwrap(),
        name: "do_it".into(),
        description: "Does it.".into(),
        site: "fixture".into(),
        url_pattern: "fixture".into(),
        parameters: parameters
            .iter()
            .map(|name| Parameter {
                name: (*name).to_owned(),
                kind: ParameterKind::String,
                required: true,
                description: String::new(),
                examples: Vec::new(),
                options: Vec::new(),
                options_from: None,
            })
            .collect(),
        preconditions: Vec::new(),
        steps,
        postconditions,
        effect: Effect::Read,
        commit_step: None,
        provenance: Provenance {
            trajectory: NIL.parse().unwrap(),
            steps: [0, 0],
            aligned: Vec::new(),
            intents: Vec::new(),
            imported_from: None,
        },
        version: 1,
    }
}

pub fn bind(pairs: &[(&str, &str)]) -> Bindings {
    pairs.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect()
}

pub fn quick() -> ReplayOptions {
    ReplayOptions { step_deadline: Duration::from_millis(1500), heal: false, ..ReplayOptions::default() }
}

/// Notes what it is told; answers approvals as set.
#[derive(Debug, Default)]
pub struct Witness {
    pub allow: bool,
    pub stop: bool,
    pub asked: Vec<ApprovalRequest>,
    pub events: Vec<String>,
    pub pictures: usize,
    /// Step reports as they were told.
    pub told: Vec<String>,
    pub secrets: Option<Arc<dyn SecretSource>>,
}

#[async_trait::async_trait]
impl ReplayWatch for Witness {
    async fn on(&mut self, event: ReplayEvent) {
        self.events.push(match event {
            ReplayEvent::StepStarted { index, .. } => format!("start {index}"),
            ReplayEvent::StepEnded(report) => {
                self.told.push(format!("{report:?}"));
                format!("end {}", report.index)
            }
            ReplayEvent::Picture { picture, .. } => picture,
        });
    }

    async fn approve(&mut self, request: ApprovalRequest) -> bool {
        self.asked.push(request);
        self.allow
    }

    fn stopped(&self) -> bool {
        self.stop
    }

    async fn keep_picture(&mut self, jpeg: Vec<u8>) -> Option<String> {
        assert_eq!(jpeg[..2], [0xff, 0xd8], "a picture is JPEG");
        self.pictures += 1;
        Some(format!("picture {}", self.pictures))
    }

    fn secrets(&self) -> Option<Arc<dyn SecretSource>> {
        self.secrets.clone()
    }
}

/// Replays with short deadlines.
pub async fn replay(page: &Page, pages: &Pages, skill: &Skill, arguments: &Bindings) -> ReplayReport {
    let mut witness = Witness { allow: true, ..Witness::default() };
    atelier_browser::replay(page, skill, arguments, &sites(pages), &quick(), &mut witness).await
}

/// Replays steps that need no arguments; the page's state is looked at by the test itself.
pub async fn run(page: &Page, pages: &Pages, steps: Vec<SkillStep>) -> ReplayReport {
    let shown = vec![Condition::PathMatches("*".into())];
    replay(page, pages, &skill(&[], steps, shown), &Bindings::new()).await
}

pub fn fault(report: &ReplayReport) -> &Fault {
    match &report.result {
        ReplayResult::Failed { fault, .. } => fault,
        other => panic!("should have failed: {other:?}"),
    }
}

#[track_caller]
pub fn assert_done(report: &ReplayReport) {
    assert!(report.succeeded(), "{:#?}", report);
}

#[track_caller]
pub fn assert_fault(report: &ReplayReport, code: FaultCode, part: &str) {
    let fault = fault(report);
    assert_eq!(fault.code, code, "{}", fault.message);
    assert!(fault.message.contains(part), "`{}` should contain `{part}`", fault.message);
}

/// Text of one element of the page.
pub async fn text_of(page: &Page, css: &str) -> String {
    let target = Target { css: vec![css.to_owned()], ..Target::default() };
    let skill = skill(
        &[],
        vec![step(Action::Extract, Some(target), Some("text"))],
        vec![Condition::PathMatches("*".into())],
    );
    let mut witness = Witness::default();
    let report =
        atelier_browser::replay(page, &skill, &Bindings::new(), &Sites::default(), &quick(), &mut witness)
            .await;
    report.outputs.get("text").cloned().unwrap_or_else(|| panic!("{report:#?}"))
}
