//! Starting, losing and ending a whole Chromium.

use std::path::Path;
use std::time::{Duration, Instant};

use atelier_browser::{Browser, BrowserError};
use atelier_core::condition::Condition;
use atelier_core::replay::FaultCode;
use atelier_core::template::Bindings;
use atelier_testkit::{Pages, Reply};

use crate::rig::{assert_fault, click, options, replay, role, runtime, skill};

fn pid(profile: &Path) -> String {
    let lock = std::fs::read_link(profile.join("SingletonLock")).unwrap();
    lock.to_str().unwrap().rsplit('-').next().unwrap().to_owned()
}

fn kill(pid: &str) {
    assert!(std::process::Command::new("kill").args(["-9", pid]).status().unwrap().success());
}

#[test]
fn a_killed_chromium_is_noticed_and_the_profile_starts_again() {
    runtime().block_on(async {
        let profile = tempfile::tempdir().unwrap();
        let pages = Pages::serve([("/", Reply::html("<p>x</p>"))]).await.unwrap();
        let browser =
            Browser::launch(options(profile.path())).await.unwrap_or_else(|error| panic!("{error}"));
        assert!(browser.version().await.unwrap().contains('/'));
        let page = browser.open().await.unwrap();
        page.navigate(&pages.url("/")).await.unwrap();

        let busy = Browser::launch(options(profile.path())).await.unwrap_err();
        assert!(matches!(busy, BrowserError::ProfileBusy { .. }), "{busy}");

        kill(&pid(profile.path()));
        let waits = skill(&[], vec![click(role("button", "Go"))], vec![Condition::TextPresent("x".into())]);
        let begun = Instant::now();
        let report = replay(&page, &pages, &waits, &Bindings::new()).await;
        assert_fault(&report, FaultCode::BrowserGone, "Chromium has ended");
        assert!(begun.elapsed() < Duration::from_secs(5));
        assert!(!browser.is_alive());
        assert_eq!(page.url().await.unwrap_err(), BrowserError::BrowserGone);
        assert_eq!(browser.open().await.unwrap_err(), BrowserError::BrowserGone);

        // The lock of the dead process is still there, and is no obstacle.
        assert!(std::fs::read_link(profile.path().join("SingletonLock")).is_ok());
        let again = Browser::launch(options(profile.path())).await.unwrap_or_else(|error| panic!("{error}"));
        let page = again.open().await.unwrap();
        page.navigate(&pages.url("/")).await.unwrap();
        again.close().await.unwrap();
    });
}

#[test]
fn a_chromium_whose_app_was_killed_is_no_obstacle() {
    runtime().block_on(async {
        let profile = tempfile::tempdir().unwrap();
        let left = Browser::launch(options(profile.path())).await.unwrap_or_else(|error| panic!("{error}"));
        // As if the process that started it were gone: its number now belongs to nobody.
        std::fs::write(profile.path().join("started-by"), "4194303 1").unwrap();
        let again = Browser::launch(options(profile.path())).await.unwrap_or_else(|error| panic!("{error}"));
        again.open().await.unwrap();
        assert!(left.open().await.is_err() && !left.is_alive());
        again.close().await.unwrap();
    });
}

#[test]
fn a_missing_program_is_named() {
    runtime().block_on(async {
        let profile = tempfile::tempdir().unwrap();
        let mut options = options(profile.path());
        options.program = Some("/nowhere/chromium".into());
        let error = Browser::launch(options).await.unwrap_err();
        assert!(error.to_string().contains("`/nowhere/chromium`"), "{error}");
        assert!(error.to_string().contains("install"), "{error}");
    });
}

#[test]
fn a_login_lasts_from_one_run_to_the_next() {
    runtime().block_on(async {
        let profile = tempfile::tempdir().unwrap();
        let entry = Reply::html("<p>in</p>").header("set-cookie", "session=1; Max-Age=86400; Path=/");
        let pages = Pages::serve([
            ("/login", entry),
            ("/", Reply::html("<p id=c></p><script>c.textContent = document.cookie || 'nobody'</script>")),
        ])
        .await
        .unwrap();
        let browser =
            Browser::launch(options(profile.path())).await.unwrap_or_else(|error| panic!("{error}"));
        browser.open().await.unwrap().navigate(&pages.url("/login")).await.unwrap();
        browser.close().await.unwrap();
        let browser =
            Browser::launch(options(profile.path())).await.unwrap_or_else(|error| panic!("{error}"));
        let page = browser.open().await.unwrap();
        page.navigate(&pages.url("/")).await.unwrap();
        let shown = skill(
            &[],
            vec![click(atelier_core::target::Target { css: vec!["#c".into()], ..Default::default() })],
            vec![Condition::TextPresent("session=1".into())],
        );
        crate::rig::assert_done(&replay(&page, &pages, &shown, &Bindings::new()).await);
        browser.close().await.unwrap();
    });
}
