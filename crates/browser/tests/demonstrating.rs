//! Recording by demonstration, and replaying what was recorded with other values.

use atelier_browser::{By, Demonstration};
use atelier_core::condition::Condition;
use atelier_core::effect::Effect;
use atelier_core::skill::SkillStep;
use atelier_core::target::Target;
use atelier_core::trajectory::{Action, Outcome, Signal, Value};
use atelier_testkit::Reply;

use crate::rig::{assert_done, bind, replay, skill, with};

const FRONT: &str = "<title>Front</title><nav><a href=/f/books>books</a> <a href=/f/tea>tea</a></nav>";

fn forum(name: &str) -> Reply {
    Reply::html(format!(
        "<title>{name}</title><h1>{name}</h1><a href=/f/{name}/submit>Submit</a>
         <article><h2><a href=/1>First</a></h2><form method=post action=/vote/1><button>Up</button></form></article>
         <article><h2><a href=/2>Second</a></h2><form method=post action=/vote/2><button>Up</button></form></article>"
    ))
}

fn pages() -> Vec<(&'static str, Reply)> {
    let form = "<title>Submit</title><form method=post action=/posts><label>Title <input name=title></label>
        <label>Password <input type=password name=pw></label><button>Create</button></form>";
    vec![
        ("/", Reply::html(FRONT)),
        ("/f/books", forum("books")),
        ("/f/tea", forum("tea")),
        ("/f/books/submit", Reply::html(form)),
        ("/f/tea/submit", Reply::html(form)),
        ("POST /posts", Reply::see_other("/done")),
        ("/done", Reply::html("<title>Done</title><h1>Your post is there</h1><p class=score>1 point</p>")),
        ("POST /vote/1", Reply::see_other("/f/books")),
        ("POST /vote/2", Reply::see_other("/f/books")),
    ]
}

/// What a simple extractor makes of a step: values become parameters, places on the page are dropped.
fn generalise(target: &Target, pairs: &[(&str, &str)]) -> Target {
    let general = target
        .map_strings(|text| {
            Ok::<_, ()>(pairs.iter().fold(text.to_owned(), |text, (value, slot)| text.replace(value, slot)))
        })
        .unwrap();
    Target { css: Vec::new(), xpath: Vec::new(), bounds: None, neighbours: Vec::new(), ..general }
}

#[test]
fn a_demonstration_holds_all_that_a_step_can() {
    with(&pages(), |page, pages| async move {
        let mut demo = Demonstration::start(&page, Some("Post it"), &pages.url("/")).await.unwrap();
        demo.reasoning("Books is the place for it").click(By::role("link", "books")).await.unwrap();
        demo.click(By::role("link", "Submit")).await.unwrap();
        demo.fill(By::label("Title"), "Ünder the sea").await.unwrap();
        demo.fill(By::label("Password"), "hunter2").await.unwrap();
        demo.click(By::role("button", "Create")).await.unwrap();
        assert_eq!(demo.extract(By::css(".score")).await.unwrap(), "1 point");
        demo.navigate("/f/books").await.unwrap();
        demo.click(By::role("button", "Up").within("Second")).await.unwrap();
        demo.answer("Done").await.unwrap();
        let id = "018f0000-0000-7000-8000-000000000001".parse().unwrap();
        let trajectory = demo.finish(Outcome::Success, id, 1_700_000_000_000);

        let actions: Vec<_> = trajectory.steps.iter().map(|step| step.action).collect();
        use Action::{Answer, Click, Extract, Fill, Navigate};
        assert_eq!(actions, [Click, Click, Fill, Fill, Click, Extract, Navigate, Click, Answer]);
        assert_eq!(trajectory.task.as_deref(), Some("Post it"));
        assert_eq!(trajectory.answer(), Some("Done"));
        let first = &trajectory.steps[0];
        assert_eq!(first.reasoning.as_deref(), Some("Books is the place for it"));
        assert_eq!((first.before.title.as_str(), first.after.title.as_str()), ("Front", "books"));
        assert_eq!(first.signals, [Signal::Navigation { url: pages.url("/f/books"), same_document: false }]);
        assert!(first.after.appeared.contains(&"First".to_owned()), "{:?}", first.after.appeared);
        let target = first.target.as_ref().unwrap();
        assert_eq!((target.role.as_deref(), target.name.as_deref()), (Some("link"), Some("books")));
        assert_eq!(target.attributes["href"], "/f/books");
        let secret = &trajectory.steps[3];
        assert_eq!(secret.value, Some(Value::Secret("password/pw".into())));
        assert!(!serde_json::to_string(&trajectory).unwrap().contains("hunter2"));
        let sent = &trajectory.steps[4];
        let shapes: Vec<_> =
            sent.requests.iter().map(|r| (r.method.as_str(), r.path.as_str(), r.status)).collect();
        assert_eq!(shapes, [("POST", "/posts", Some(303)), ("GET", "/done", Some(200))]);
        assert_eq!(sent.requests[0].fields, ["title", "pw"]);
        let vote = &trajectory.steps[7];
        assert_eq!(vote.target.as_ref().unwrap().within.as_deref(), Some("Second"));
        assert_eq!(vote.target.as_ref().unwrap().index, Some(1));
        assert_eq!(vote.requests[0].path, "/vote/2");
        assert!(trajectory.steps.iter().all(|step| step.error.is_none()));
    });
}

#[test]
fn what_was_shown_once_is_done_again_with_other_values() {
    with(&pages(), |page, pages| async move {
        let mut demo = Demonstration::start(&page, None, &pages.url("/")).await.unwrap();
        demo.click(By::role("link", "books")).await.unwrap();
        demo.click(By::role("link", "Submit")).await.unwrap();
        demo.fill(By::label("Title"), "Sea").await.unwrap();
        demo.click(By::role("button", "Create")).await.unwrap();
        let id = "018f0000-0000-7000-8000-000000000002".parse().unwrap();
        let trajectory = demo.finish(Outcome::Success, id, 0);
        let pairs = [("books", "{{forum}}"), ("Sea", "{{title}}")];
        let steps: Vec<SkillStep> = trajectory
            .steps
            .iter()
            .map(|step| SkillStep {
                guidance: step.action.name().into(),
                action: step.action,
                target: step.target.as_ref().map(|target| generalise(target, &pairs)),
                destination: None,
                value: step.text().map(|text| text.replace("Sea", "{{title}}")),
                compound: None,
                optional: false,
                effect: Effect::Read,
                awaits: Vec::new(),
                expects: Vec::new(),
            })
            .collect();
        let skill = skill(
            &["forum", "title"],
            steps,
            vec![
                Condition::RequestMade { method: "POST".into(), path: "/posts".into() },
                Condition::TextPresent("your post is there".into()),
            ],
        );
        skill.check().unwrap();
        page.navigate(&pages.url("/")).await.unwrap();
        let report =
            replay(&page, &pages, &skill, &bind(&[("forum", "tea"), ("title", "Mint & honey")])).await;
        assert_done(&report);
        assert!(report.steps.iter().all(|step| step.score.is_none_or(|score| score > 0.8)), "{report:#?}");
        assert_eq!(pages.hits("GET", "/f/tea/submit"), 1);
        let body = pages.log().into_iter().rfind(|hit| hit.path == "/posts").unwrap().body;
        assert!(body.contains("title=Mint+%26+honey"), "{body}");
    });
}

#[test]
fn a_failed_step_is_recorded_with_its_error() {
    with(&pages(), |page, pages| async move {
        let mut demo = Demonstration::start(&page, None, &pages.url("/f/books")).await.unwrap();
        let error = demo.click(By::role("button", "Up")).await.unwrap_err();
        assert_eq!(error.candidates().len(), 2);
        let id = "018f0000-0000-7000-8000-000000000003".parse().unwrap();
        let trajectory = demo.finish(Outcome::Failure, id, 0);
        assert_eq!(trajectory.steps.len(), 1);
        assert!(trajectory.steps[0].error.as_deref().is_some_and(|error| error.contains("2 elements")));
    });
}
