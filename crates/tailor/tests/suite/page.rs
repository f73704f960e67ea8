//! Chromium, the practice sites, and recordings given on them.

use std::future::Future;
use std::time::Duration;

use atelier_browser::{Browser, BrowserError, By, Demonstration, LaunchOptions, Page, find_program};
use atelier_core::ids::TrajectoryId;
use atelier_core::site::{Site, SiteKind, Sites};
use atelier_core::trajectory::{Outcome, Trajectory};
use atelier_practice::{Practice, PracticeOptions};

/// Time for one step; generous, because other tests use the processor too.
pub const STEP: Duration = Duration::from_secs(20);

pub struct Bench {
    pub browser: Browser,
    pub practice: Practice,
    pub sites: Sites,
    profile: tempfile::TempDir,
    given: u128,
}

impl Bench {
    pub async fn start() -> Self {
        let practice = atelier_practice::serve(PracticeOptions::default()).await.unwrap();
        let profile = tempfile::tempdir().unwrap();
        let path = std::env::var_os("PATH");
        let program = find_program(None, path.as_deref());
        assert!(
            program.is_some(),
            "this test needs Chromium; install it, for example `apt-get install chromium`"
        );
        let browser = Browser::launch(LaunchOptions {
            program,
            headless: true,
            profile: profile.path().to_owned(),
            window: (1280, 800),
            // Scripted pages of this process only.
            no_sandbox: true,
            devtools_port: None,
        })
        .await
        .unwrap();
        let site = |alias: &str, kind, live: &str| Site {
            alias: alias.into(),
            kind,
            description: String::new(),
            origins: vec![live.to_owned()],
            test_site: true,
        };
        let sites = Sites(vec![
            site("forum", SiteKind::Forum, &practice.forum_url),
            site("shop", SiteKind::Shop, &practice.shop_url),
        ]);
        Self { browser, practice, sites, profile, given: 0 }
    }

    /// A page in a state space of its own.
    pub async fn page(&self, live: &str, space: &str) -> Page {
        let page = self.browser.open_isolated().await.unwrap();
        page.set_cookie(live, "space", space).await.unwrap();
        page
    }

    /// Gives one demonstration from the front page on.
    pub async fn record<F>(
        &mut self,
        live: &str,
        task: &str,
        steps: impl FnOnce(Demonstration) -> F,
    ) -> Trajectory
    where
        F: Future<Output = Result<Demonstration, BrowserError>>,
    {
        self.given += 1;
        let page = self.page(live, &format!("given-{}", self.given)).await;
        let going = Demonstration::start(&page, Some(task), &format!("{live}/")).await.unwrap();
        let done = steps(going).await.unwrap_or_else(|error| panic!("{task}: {error}"));
        let id = TrajectoryId::new(uuid::Uuid::from_u128(self.given));
        let trajectory = done.finish(Outcome::Success, id, i64::try_from(self.given).unwrap());
        page.close().await;
        trajectory
    }

    pub async fn stop(self) {
        self.browser.close().await.unwrap();
        self.practice.shutdown().await;
        drop(self.profile);
    }
}

pub fn link(name: &str) -> By {
    By::role("link", name)
}

pub fn button(name: &str) -> By {
    By::role("button", name)
}
