//! The leak scan: after a login was recorded and replayed with password, one-time code and card number, none of
//! them is found in the data folder (database, pictures, browser profile), in reports, in events or in the log.

use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex};

use atelier_browser::{Browser, By, Demonstration, LaunchOptions};
use atelier_core::condition::Condition;
use atelier_core::skill::{Parameter, ParameterKind};
use atelier_core::target::Target;
use atelier_core::template::Bindings;
use atelier_core::trajectory::{Action, Outcome, Value};
use atelier_testkit::{Pages, Reply};
use atelier_workshop::{MemoryVault, Secret, TryRequest};

use crate::rig::{Notes, seed, skill, step, workshop};

const PASSWORD: &str = "correct-horse-7431";
const CODE: &str = "90417755";
const CARD: &str = "5500005555555559";

const FORM: &str = "<form method=post action=/in><label>User <input name=user></label>
    <label>Password <input type=password name=pw></label>
    <label>Code <input name=otp autocomplete=one-time-code></label>
    <label>Card <input name=card autocomplete=cc-number></label><button>Log in</button></form>";

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn scan(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_symlink() {
            continue;
        }
        if path.is_dir() {
            scan(&path, found);
        } else if let Ok(bytes) = std::fs::read(&path) {
            look(&path.display().to_string(), &bytes, found);
        }
    }
}

fn look(place: &str, bytes: &[u8], found: &mut Vec<String>) {
    for value in [PASSWORD, CODE, CARD] {
        let wide: Vec<u8> = value.encode_utf16().flat_map(u16::to_le_bytes).collect();
        for form in [value.as_bytes(), wide.as_slice()] {
            if bytes.windows(form.len()).any(|window| window == form) {
                found.push(format!("`{value}` in {place}"));
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_login_that_was_recorded_and_replayed_leaves_no_secret_behind() {
    let log = Log::default();
    let writer = log.clone();
    // As the program sets it up, with everything of our own on top.
    let subscriber = tracing_subscriber::fmt()
        .with_writer(move || writer.clone())
        .with_env_filter("trace,hyper=off,sqlx=debug,chromiumoxide=off")
        .finish();
    let _guard = tracing::subscriber::set_default(subscriber);
    let home = tempfile::tempdir().unwrap();
    let pages = Pages::serve([("/", Reply::html(FORM)), ("POST /in", Reply::html("<h1>Welcome</h1>"))])
        .await
        .unwrap();

    // Recorded.
    let browser = Browser::launch(LaunchOptions {
        program: None,
        headless: true,
        profile: home.path().join("recording"),
        window: (1000, 700),
        no_sandbox: true,
        devtools_port: None,
    })
    .await
    .unwrap();
    let page = browser.open().await.unwrap();
    let mut demo = Demonstration::start(&page, Some("Log in"), &pages.url("/")).await.unwrap();
    demo.fill(By::label("User"), "ada").await.unwrap();
    demo.fill(By::label("Password"), PASSWORD).await.unwrap();
    demo.fill(By::label("Code"), CODE).await.unwrap();
    demo.fill(By::label("Card"), CARD).await.unwrap();
    demo.click(By::role("button", "Log in")).await.unwrap();
    let id = "018f0000-0000-7000-8000-000000000001".parse().unwrap();
    let trajectory = demo.finish(Outcome::Success, id, 5);
    browser.close().await.unwrap();
    let entries: Vec<String> = trajectory
        .steps
        .iter()
        .filter_map(|step| match &step.value {
            Some(Value::Secret(name)) => Some(name.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(entries, ["password/pw", "code/otp", "card/card"]);
    let file = home.path().join("login.atelier.json");
    std::fs::write(&file, serde_json::to_string(&trajectory).unwrap()).unwrap();

    // Replayed.
    let label = |text: &str| Target { label: Some(text.into()), ..Target::default() };
    let button = Target { role: Some("button".into()), name: Some("Log in".into()), ..Target::default() };
    let mut login = skill(
        vec![
            step(Action::Fill, label("User"), Some("ada")),
            step(Action::Fill, label("Password"), Some("{{pw}}")),
            step(Action::Fill, label("Code"), Some("{{otp}}")),
            step(Action::Type, label("Card"), Some("{{card}}")),
            step(Action::Click, button, None),
        ],
        vec![Condition::TextPresent("welcome".into())],
    );
    login.parameters = ["pw", "otp", "card"]
        .into_iter()
        .zip(&entries)
        .map(|(name, entry)| Parameter {
            name: name.into(),
            kind: ParameterKind::Secret,
            required: true,
            description: String::new(),
            examples: vec![entry.clone()],
            options: Vec::new(),
            options_from: None,
        })
        .collect();
    seed(home.path(), &pages, &login).await;
    let shop = workshop(home.path(), Arc::new(MemoryVault::default())).await;
    for (entry, value) in entries.iter().zip([PASSWORD, CODE, CARD]) {
        shop.set_secret(entry, Secret::new(value)).await.unwrap();
    }
    assert!(shop.has_secret("code/otp").await.unwrap());
    let request = TryRequest {
        skill: login.id,
        arguments: Bindings::new(),
        url: Some(pages.url("/")),
        dry_run: false,
        headless: true,
    };
    let mut notes = Notes::default();
    let report = shop.try_skill(request, &mut notes).await.unwrap();
    assert!(report.succeeded(), "{report:#?}");
    assert!(report.steps.iter().all(|step| step.picture_after.is_some()), "fields are veiled, not left out");
    let body = pages.log().into_iter().rfind(|hit| hit.path == "/in").unwrap().body;
    for value in [PASSWORD, CODE, CARD] {
        assert!(body.contains(value), "the site got `{value}`");
    }
    shop.close().await;

    let mut found = Vec::new();
    scan(home.path(), &mut found);
    look("the report", serde_json::to_string(&report).unwrap().as_bytes(), &mut found);
    look("the events", notes.0.join("\n").as_bytes(), &mut found);
    look("the log", &log.0.lock().unwrap(), &mut found);
    assert!(found.is_empty(), "{found:#?}");
}
