//! Widgets as people meet them: real builds from the npm registry, used once by a person while the recorder
//! watches, and then replayed with another value on a fresh page.
//!
//! `cargo xtask test` makes the pages (`xtask/widgets`) and names their folder in `ATELIER_WIDGETS`.

mod days;
mod editors;
mod lists;
mod moves;
mod shadows;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use atelier_browser::{Browser, ReplayOptions};
use atelier_core::compound::Compound;
use atelier_core::condition::Condition;
use atelier_core::replay::ReplayReport;
use atelier_core::skill::{Skill, SkillStep};
use atelier_core::target::Target;
use atelier_core::trajectory::{Action, Step, Value};
use atelier_testkit::{Pages, Reply};

use crate::recording::person::{Person, Recorded, scene};
use crate::rig::{Witness, assert_done, bind, quick, sites, skill, step, text_of};

/// What the server of a widget gives: its page at `/`, and its script and style.
fn served(widget: &str) -> Vec<(String, Reply)> {
    let folder = std::env::var_os("ATELIER_WIDGETS").filter(|folder| !folder.is_empty()).expect(
        "the widgets are missing: run `cargo xtask test`, which brings them by npm (ATELIER_WIDGETS names their folder)",
    );
    let read = |name: &str| std::fs::read(Path::new(&folder).join(name));
    let html = read(&format!("{widget}.html")).expect("the widget has a page");
    let mut replies = vec![("/".to_owned(), Reply::new(200, "text/html", html))];
    for (kind, mime) in [("js", "text/javascript"), ("css", "text/css")] {
        let name = format!("{widget}.{kind}");
        if let Ok(bytes) = read(&name) {
            replies.push((format!("/{name}"), Reply::new(200, mime, bytes)));
        }
    }
    replies
}

/// A person uses a widget; what was recorded of it, without the button that they press at the end.
fn recorded<A, W>(
    widget: &str,
    act: impl FnOnce(Person) -> A + 'static,
    then: impl FnOnce(Shown) -> W + 'static,
) where
    A: Future<Output = ()>,
    W: Future<Output = ()>,
{
    let replies = served(widget);
    let replies: Vec<(&str, Reply)> =
        replies.iter().map(|(path, reply)| (path.as_str(), reply.clone())).collect();
    scene(&replies, |mut scene| async move {
        act(scene.person.clone()).await;
        scene.look(500).await;
        let person = scene.person.clone();
        let held = person.eval("document.querySelector('#value').textContent").await;
        person.click("#end").await;
        scene.until("the end", |steps| steps.iter().any(|s| s.guidance.contains("Done"))).await;
        let mut done = scene.finish().await;
        let end = done.trajectory.steps.pop().unwrap();
        assert_eq!(end.target.and_then(|target| target.name).as_deref(), Some("Done"));
        let browser = done.browser.clone();
        let pages = Arc::clone(&done.pages);
        then(Shown { held: held.as_str().unwrap_or_default().to_owned(), done, browser, pages }).await;
    });
}

/// A widget's recording, and what the widget held at its end.
struct Shown {
    held: String,
    done: Recorded,
    browser: Browser,
    pages: Arc<Pages>,
}

impl Shown {
    /// The recording as a skill: each of these values, wherever a step holds it, is a parameter (`a`, `b`, …).
    fn skill(&self, values: &[&str]) -> Skill {
        let names: Vec<String> = (b'a'..).take(values.len()).map(|c| char::from(c).to_string()).collect();
        let slots: Vec<(&str, String)> =
            values.iter().zip(&names).map(|(value, name)| (*value, format!("{{{{{name}}}}}"))).collect();
        let steps = self.done.trajectory.steps.iter().map(|one| for_every_case(one, &slots)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        skill(&names, steps, vec![Condition::PathMatches("*".into())])
    }

    /// Replays with other values on a fresh page; what the widget holds then.
    async fn replayed(&self, values: &[&str], others: &[&str]) -> (String, ReplayReport) {
        let skill = self.skill(values);
        let names: Vec<&str> = skill.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
        let pairs: Vec<(&str, &str)> = names.into_iter().zip(others.iter().copied()).collect();
        let page = self.browser.open_isolated().await.unwrap();
        page.navigate(&self.pages.url("/")).await.unwrap();
        let options = ReplayOptions { step_deadline: Duration::from_secs(8), ..quick() };
        let mut witness = Witness { allow: true, ..Witness::default() };
        let known = sites(&self.pages);
        let report =
            atelier_browser::replay(&page, &skill, &bind(&pairs), &known, &options, &mut witness).await;
        if !report.succeeded() {
            panic!("{:?}\n{:#?}\n{report:#?}", self.done.lines(), skill.steps);
        }
        assert_done(&report);
        let held = text_of(&page, "#value").await;
        page.close().await;
        (held, report)
    }

    /// Replays with the values of the recording, and then with others.
    async fn assert_takes(&self, values: &[&str], others: &[&str], wanted: &str) {
        let (again, _) = self.replayed(values, values).await;
        assert_eq!(again, self.held, "the same again: {:?}", self.done.lines());
        let (other, report) = self.replayed(values, others).await;
        let how: Vec<_> = report.steps.iter().map(|step| step.how.clone()).collect();
        assert_eq!(other, wanted, "{:?}, {how:?}", self.done.lines());
    }
}

/// A recorded step with its values as parameters, as an extraction makes it.
fn for_every_case(one: &Step, slots: &[(&str, String)]) -> SkillStep {
    let slot = |text: &str| slots.iter().find(|(value, _)| *value == text).map(|(_, slot)| slot.as_str());
    let value = match &one.value {
        Some(Value::Text(text) | Value::File(text)) => Some(slot(text).unwrap_or(text).to_owned()),
        Some(Value::Secret(_)) | None => None,
    };
    let target = |target: &Target| generalised(target, slots);
    SkillStep {
        compound: one.compound.as_ref().map(|compound| match compound {
            Compound::Date { .. } => compound.clone(),
            _ => compound.for_value(one.text().unwrap_or_default(), value.as_deref().unwrap_or_default()),
        }),
        destination: one.destination.as_ref().map(target),
        ..step(one.action, one.target.as_ref().map(target), value.as_deref())
    }
}

/// A target that is named by a value is known by that, and by nothing that pins the one thing it was.
fn generalised(target: &Target, slots: &[(&str, String)]) -> Target {
    let mut named = false;
    let mut of = |text: &Option<String>| {
        let slot = slots.iter().find(|(value, _)| text.as_deref() == Some(*value));
        named |= slot.is_some();
        slot.map(|(_, slot)| slot.clone()).or_else(|| text.clone())
    };
    let (name, text, label) = (of(&target.name), of(&target.text), of(&target.label));
    if !named {
        return target.clone();
    }
    Target {
        tag: target.tag.clone(),
        role: target.role.clone(),
        name,
        text,
        label,
        shadow_path: target.shadow_path.clone(),
        frame_path: target.frame_path.clone(),
        ..Target::default()
    }
}

/// Waits until an element has come to rest, as a person does who aims at it.
async fn still(person: &Person, css: &str) {
    let mut before = person.place(css).await;
    for _ in 0..60 {
        tokio::time::sleep(Duration::from_millis(80)).await;
        let now = person.place(css).await;
        if now == before {
            return;
        }
        before = now;
    }
    panic!("`{css}` does not come to rest");
}

/// The one step that was recorded.
#[track_caller]
fn only<'a>(shown: &'a Shown, action: Action) -> &'a Step {
    let steps = &shown.done.trajectory.steps;
    assert_eq!(steps.len(), 1, "{:?}", shown.done.lines());
    assert_eq!(steps[0].action, action, "{:?}", shown.done.lines());
    &steps[0]
}
