//! Whole replays: conditions, effects, outputs, reports.

use atelier_browser::{ReplayOptions, replay as replay_with};
use atelier_core::condition::Condition;
use atelier_core::effect::Effect;
use atelier_core::replay::{FaultCode, ReplayResult, StepOutcome};
use atelier_core::skill::Skill;
use atelier_core::target::Target;
use atelier_core::template::Bindings;
use atelier_core::trajectory::Action;
use atelier_testkit::{Pages, Reply};

use crate::rig::{
    Witness, assert_done, assert_fault, bind, click, fill, on_page, quick, replay, role, sites, skill, step,
    with,
};

const FORM: &str = "<form action=/posts method=post><input type=hidden name=token value=t0k>
    <label>Title <input name=title></label><label>Password <input type=password name=pw></label>
    <label>Forum <select name=forum><option>books<option>tea</select></label><button>Post</button></form>";

fn forum() -> Vec<(&'static str, Reply)> {
    vec![
        ("/", Reply::html(FORM)),
        ("POST /posts", Reply::see_other("/posts/1")),
        ("/posts/1", Reply::html("<h1>Thank you</h1><p class=score>17 points</p>")),
    ]
}

fn post() -> Skill {
    Skill {
        effect: Effect::Irreversible,
        commit_step: Some(2),
        ..skill(
            &["title", "forum"],
            vec![
                fill(role("textbox", "Title"), "{{title}}"),
                step(Action::Select, Some(role("combobox", "Forum")), Some("{{forum}}")),
                click(role("button", "Post")),
            ],
            vec![
                Condition::RequestMade { method: "POST".into(), path: "/posts".into() },
                Condition::PathMatches("/posts/*".into()),
                Condition::TextPresent("thank you".into()),
            ],
        )
    }
}

async fn with_witness(
    page: &atelier_browser::Page,
    pages: &Pages,
    skill: &Skill,
    options: &ReplayOptions,
    witness: &mut Witness,
) -> atelier_core::replay::ReplayReport {
    let arguments = bind(&[("title", "A & B"), ("forum", "tea")]);
    replay_with(page, skill, &arguments, &sites(pages), options, witness).await
}

#[test]
fn a_form_is_sent_after_approval_and_reported_step_by_step() {
    with(&forum(), |page, pages| async move {
        page.navigate(&pages.url("/")).await.unwrap();
        let mut witness = Witness { allow: true, ..Witness::default() };
        let options = ReplayOptions { pictures: true, ..quick() };
        let report = with_witness(&page, &pages, &post(), &options, &mut witness).await;
        assert_done(&report);
        assert_eq!(witness.asked.len(), 1);
        let asked = &witness.asked[0];
        assert_eq!(asked.step, 2);
        let fields: Vec<_> = asked.fields.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        assert_eq!(fields, [("Title", "A & B"), ("Forum", "tea")], "no secret, no token");
        assert_eq!(
            witness.events,
            [
                "picture 1",
                "start 0",
                "picture 2",
                "end 0",
                "start 1",
                "picture 3",
                "end 1",
                "start 2",
                "picture 4",
                "end 2"
            ]
        );
        let sent = &report.steps[2];
        assert_eq!(sent.picture_after.as_deref(), Some("picture 4"));
        assert_eq!(sent.picture_before.as_deref(), Some("picture 3"));
        let shapes: Vec<_> =
            sent.requests.iter().map(|r| (r.method.as_str(), r.path.as_str(), r.status)).collect();
        assert_eq!(shapes, [("POST", "/posts", Some(303)), ("GET", "/posts/1", Some(200))]);
        assert_eq!(sent.requests[0].fields, ["token", "title", "pw", "forum"]);
        assert_eq!(report.steps[0].value.as_deref(), Some("A & B"));
        assert!(report.postconditions.iter().all(|c| c.held) && report.postconditions.len() == 3);
        assert!(report.may_have_changed());
        let log = pages.log();
        assert!(log.iter().any(|hit| hit.body.contains("title=A+%26+B")), "{log:?}");
    });
}

#[test]
fn without_approval_nothing_is_sent() {
    with(&forum(), |page, pages| async move {
        page.navigate(&pages.url("/")).await.unwrap();
        let mut witness = Witness::default();
        let report = with_witness(&page, &pages, &post(), &quick(), &mut witness).await;
        assert_fault(&report, FaultCode::NotAllowed, "nothing was sent");
        assert!(matches!(report.result, ReplayResult::Failed { step: Some(2), .. }));
        assert_eq!(pages.hits("POST", "/posts"), 0);
        assert!(!report.may_have_changed());
    });
}

#[test]
fn a_dry_run_stops_before_the_commit_step() {
    with(&forum(), |page, pages| async move {
        page.navigate(&pages.url("/")).await.unwrap();
        let mut witness = Witness::default();
        let options = ReplayOptions { dry_run: true, ..quick() };
        let report = with_witness(&page, &pages, &post(), &options, &mut witness).await;
        assert_eq!(report.result, ReplayResult::HeldBeforeCommit);
        assert_eq!(report.steps.len(), 3);
        assert_eq!(report.steps[2].outcome, StepOutcome::Held);
        assert_eq!(pages.hits("POST", "/posts"), 0);
        assert!(witness.asked.is_empty() && report.postconditions.is_empty());
        let shown: Vec<_> = report.steps[2].fields.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        assert_eq!(shown, [("Title", "A & B"), ("Forum", "tea")], "the filled form is shown");
    });
}

#[test]
fn steps_without_an_error_are_not_enough() {
    let mut refused = forum();
    refused[1] = ("POST /posts", Reply::html("<h1>Thank you</h1>").status(422));
    with(&refused, |page, pages| async move {
        page.navigate(&pages.url("/")).await.unwrap();
        let mut witness = Witness { allow: true, ..Witness::default() };
        let report = with_witness(&page, &pages, &post(), &quick(), &mut witness).await;
        assert!(report.steps.iter().all(|step| step.outcome == StepOutcome::Done));
        assert_fault(&report, FaultCode::Condition, "POST /posts was accepted");
        assert!(matches!(report.result, ReplayResult::Failed { step: None, .. }));
        assert_eq!(report.postconditions[0].saw.as_deref(), Some("it was answered with 422"));
        assert!(report.postconditions[2].held);
    });
}

#[test]
fn a_skill_that_can_show_nothing_has_not_succeeded() {
    on_page("<button>Go</button>", |page, pages| async move {
        let bare = skill(&[], vec![click(role("button", "Go"))], Vec::new());
        let report = replay(&page, &pages, &bare, &Bindings::new()).await;
        assert_fault(&report, FaultCode::Condition, "no postcondition");
    });
}

#[test]
fn what_a_step_expects_is_waited_for() {
    let html = "<button onclick=\"setTimeout(() => document.body.append('Loaded'), 400)\">Load</button>";
    on_page(html, |page, pages| async move {
        let mut load = click(role("button", "Load"));
        load.expects = vec![Condition::TextPresent("Loaded".into())];
        let end = || vec![Condition::TextAbsent("Error".into())];
        assert_done(&replay(&page, &pages, &skill(&[], vec![load.clone()], end()), &Bindings::new()).await);
        load.expects = vec![Condition::TextPresent("Never".into())];
        let report = replay(&page, &pages, &skill(&[], vec![load], end()), &Bindings::new()).await;
        assert_fault(&report, FaultCode::Condition, "“Never” is on the page");
        assert!(matches!(report.result, ReplayResult::Failed { step: Some(0), .. }));
    });
}

#[test]
fn what_is_read_can_be_used_and_answered() {
    with(&forum(), |page, pages| async move {
        let score = Target { css: vec![".score".into()], ..Target::default() };
        let skill = skill(
            &["post"],
            vec![
                step(Action::Navigate, None, Some("/posts/{{post}}")),
                step(Action::Extract, Some(score), Some("score")),
                step(Action::Answer, None, Some("It has {{score}}.")),
            ],
            vec![Condition::OutputFilled("score".into())],
        );
        let report = replay(&page, &pages, &skill, &bind(&[("post", "1")])).await;
        assert_done(&report);
        assert_eq!(report.outputs["score"], "17 points");
        assert_eq!(report.answer.as_deref(), Some("It has 17 points."));
        assert_eq!(report.final_url, pages.url("/posts/1"));
        assert_eq!(report.steps[1].output.as_deref(), Some("17 points"));
    });
}

#[test]
fn addresses_of_other_origins_of_the_site_lead_to_the_live_one() {
    with(&forum(), |page, pages| async move {
        let skill = skill(
            &[],
            vec![step(Action::Navigate, None, Some("http://fixture.practice/posts/1"))],
            vec![Condition::PathMatches("/posts/1".into())],
        );
        let report = replay(&page, &pages, &skill, &Bindings::new()).await;
        assert_done(&report);
        assert_eq!(report.final_url, pages.url("/posts/1"));
    });
}

#[test]
fn arguments_are_checked_before_anything_is_done() {
    with(&forum(), |page, pages| async move {
        page.navigate(&pages.url("/")).await.unwrap();
        let report = replay(&page, &pages, &post(), &bind(&[("title", "x")])).await;
        assert_fault(&report, FaultCode::MissingArgument, "`forum` is required");
        assert!(report.steps.is_empty());
    });
}

#[test]
fn a_step_about_an_argument_that_was_not_given_is_left_out() {
    with(&forum(), |page, pages| async move {
        page.navigate(&pages.url("/")).await.unwrap();
        let mut skill = post();
        skill.parameters[1].required = false;
        let report = replay(&page, &pages, &skill, &bind(&[("title", "x")])).await;
        assert_done(&report);
        assert!(matches!(&report.steps[1].outcome, StepOutcome::Skipped { why } if why.contains("`forum`")));
    });
}

#[test]
fn a_person_can_stop_it() {
    on_page("<button>Go</button>", |page, pages| async move {
        let skill = skill(&[], vec![click(role("button", "Go"))], vec![Condition::TextPresent("Go".into())]);
        let mut witness = Witness { stop: true, ..Witness::default() };
        let report =
            replay_with(&page, &skill, &Bindings::new(), &sites(&pages), &quick(), &mut witness).await;
        assert_fault(&report, FaultCode::Stopped, "stopped");
    });
}
