//! What a person keeps to themselves stays in the page.

use std::sync::Arc;

use atelier_core::trajectory::{Action, Value};
use atelier_testkit::{Pages, Reply};

use super::person::{Scene, scene};
use crate::rig::with_browser;

const LOGIN: &str = "<title>Sign in</title><h1>Sign in</h1><form action=/in>
    <label>User <input name=user></label>
    <label>Password <input type=password name=pw id=pw></label><button type=button id=eye>Show</button>
    <label>Code <input name=otp autocomplete=one-time-code></label>
    <label>Card <input name=card autocomplete=cc-number></label>
    <label>API key <input name=key></label>
    <label>Remark <input name=remark></label>
    <button id=go>Sign in</button></form><p id=echo></p>
    <script>eye.onclick = () => { pw.type = pw.type === 'password' ? 'text' : 'password'; echo.textContent = 'You typed ' + pw.value };
    document.querySelector('[name=otp]').oninput = e => { document.title = 'Code ' + e.target.value }</script>";

const SECRETS: [&str; 5] = [
    "correct horse!",
    "824617",
    "4111 1111 1111 1111",
    "s3cr3t-k3y",
    "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
];

async fn signs_in(scene: &mut Scene) {
    let person = scene.person.clone();
    person.fills("[name=user]", "ada").await;
    person.fills("#pw", SECRETS[0]).await;
    person.click("#eye").await;
    person.fills("[name=otp]", SECRETS[1]).await;
    person.fills("[name=card]", SECRETS[2]).await;
    person.fills("[name=key]", SECRETS[3]).await;
    person.fills("[name=remark]", SECRETS[4]).await;
    person.click("#go").await;
    person.wait("document.title === 'In'").await;
    scene
        .until("the way in", |steps| {
            steps.last().is_some_and(|s| s.action == Action::Click && !s.signals.is_empty())
        })
        .await;
    scene.look(500).await;
}

#[test]
fn no_secret_is_told_in_any_byte() {
    let pages = [("/", Reply::html(LOGIN)), ("/in", Reply::html("<title>In</title><h1>Welcome, ada</h1>"))];
    scene(&pages, |mut scene| async move {
        signs_in(&mut scene).await;
        let done = scene.finish().await;
        let held: Vec<_> = done.trajectory.steps.iter().filter_map(|s| s.value.clone()).collect();
        let secret = |name: &str| Value::Secret(name.to_owned());
        assert_eq!(
            held,
            [
                Value::Text("ada".into()),
                secret("password/pw"),
                secret("code/otp"),
                secret("card/card"),
                secret("token/key"),
                secret("token/remark"),
            ],
            "{:?}",
            done.lines()
        );
        for told in [&done.said, &done.text] {
            for one in SECRETS {
                for form in [one.to_owned(), one.replace(' ', "+"), one.replace(' ', "%20")] {
                    assert!(!told.contains(&form), "`{one}` was told: {}", around(told, &form));
                }
            }
            assert!(told.contains("ada"), "what is no secret is told");
        }
    });
}

fn around(text: &str, part: &str) -> String {
    let at = text.find(part).unwrap_or_default();
    let (from, to) = (at.saturating_sub(200), (at + 200).min(text.len()));
    String::from_utf8_lossy(&text.as_bytes()[from..to]).into_owned()
}

#[test]
fn no_picture_is_taken_while_a_secret_is_shown() {
    with_browser(|browser| async move {
        let replies = [("/", Reply::html(LOGIN)), ("/in", Reply::html("<title>In</title><h1>Welcome</h1>"))];
        let pages = Arc::new(Pages::serve(replies).await.unwrap());
        let mut scene = Scene::start(browser, pages, true, true).await;
        scene.person.fills("[name=user]", "ada").await;
        while scene.pictures == 0 {
            scene.look(50).await;
        }
        scene.person.fills("#pw", SECRETS[0]).await;
        scene
            .until("the secret", |steps| steps.iter().any(|s| matches!(s.value, Some(Value::Secret(_)))))
            .await;
        let before = scene.pictures;
        scene.person.click("#eye").await;
        scene.look(800).await;
        assert_eq!(scene.pictures, before, "the password can be read");
        scene.person.click("#go").await;
        while scene.pictures == before {
            scene.look(50).await;
        }
        let done = scene.finish().await;
        let pictured: Vec<_> = done.trajectory.steps.iter().map(|s| s.after.picture.is_some()).collect();
        assert_eq!(pictured, [true, false, false, true], "{:?}", done.lines());
    });
}
