//! Healings: tried and proved on the live page, proposed, and never done where something is at stake.

use atelier_browser::{Page, ReplayOptions, replay as replay_with};
use atelier_core::condition::Condition;
use atelier_core::effect::Effect;
use atelier_core::replay::{FaultCode, ReplayReport};
use atelier_core::skill::Skill;
use atelier_core::target::Target;
use atelier_core::template::Bindings;
use atelier_testkit::{Pages, Reply};

use crate::rig::{Witness, assert_done, assert_fault, bind, click, quick, role, sites, skill, with};

/// The page after the redesign: the way to the forum has another name and another address.
const NEW: &str = "<nav aria-label=Main><a href=/start>Welcome</a> <a class=lead href=/places/tea>Where tea drinkers meet</a></nav>
    <main><h1>Front</h1></main>";

fn pages() -> Vec<(&'static str, Reply)> {
    vec![
        ("/", Reply::html(NEW)),
        (
            "/places/tea",
            Reply::html(
                "<h1>Tea</h1><form method=post action=/join><button type=submit class=act>Count me in</button></form>",
            ),
        ),
        ("/start", Reply::html("<h1>Start</h1>")),
        ("POST /join", Reply::see_other("/start")),
    ]
}

/// As it was recorded before the redesign.
fn old_link() -> Target {
    Target {
        tag: Some("a".into()),
        attributes: [("href".to_owned(), "/f/{{forum}}".to_owned())].into(),
        css: vec!["nav a.lead".into()],
        neighbours: vec!["Welcome".into()],
        ..role("link", "Forum {{forum}}")
    }
}

fn open_forum() -> Skill {
    let mut go = click(old_link());
    go.expects = vec![Condition::TextPresent("tea".into()), Condition::PathMatches("/places/*".into())];
    skill(&["forum"], vec![go], vec![Condition::ElementPresent(role("heading", "Tea"))])
}

async fn healed(page: &Page, pages: &Pages, skill: &Skill) -> (ReplayReport, Witness) {
    page.navigate(&pages.url("/")).await.unwrap();
    let mut witness = Witness { allow: true, ..Witness::default() };
    let options = ReplayOptions { heal: true, ..quick() };
    let arguments = bind(&[("forum", "tea")]);
    let report = replay_with(page, skill, &arguments, &sites(pages), &options, &mut witness).await;
    (report, witness)
}

#[test]
fn a_weak_match_is_tried_proved_and_proposed() {
    with(&pages(), |page, pages| async move {
        let skill = open_forum();
        let (report, witness) = healed(&page, &pages, &skill).await;
        assert_done(&report);
        let healing = &report.healings[0];
        assert!(healing.is_proved() && healing.score < 0.5 && healing.lead > 0.08, "{healing:#?}");
        assert!(healing.proof.iter().any(|line| line.contains("/places/*")), "{:?}", healing.proof);
        assert!(
            healing.proof.iter().any(|line| line.contains("heading")),
            "the end of the skill proves it too"
        );
        assert_eq!(healing.picture.as_deref(), Some("picture 1"));
        assert_eq!(witness.pictures, 1);
        assert_eq!(healing.new.name.as_deref(), Some("Where {{forum}} drinkers meet"));
        assert_eq!(healing.new.attributes["href"], "/places/{{forum}}");
        let lines: Vec<String> = healing.differences().into_iter().map(|line| line.what).collect();
        assert!(lines.contains(&"name".into()) && lines.contains(&"attribute href".into()), "{lines:?}");

        // The skill with the new target finds the element surely: nothing of the old one stands in its way.
        let accepted = healing.apply(&skill).unwrap();
        let (report, _) = healed(&page, &pages, &accepted).await;
        assert_done(&report);
        assert!(report.healings.is_empty() && report.steps[0].score.unwrap() > 0.9, "{report:#?}");
        assert_eq!(healing.apply(&accepted), None, "it is for the old target only");
    });
}

#[test]
fn a_try_that_nothing_proves_is_no_proposal() {
    with(&pages(), |page, pages| async move {
        let mut skill = open_forum();
        skill.steps[0].expects = vec![Condition::PathMatches("/f/*".into())];
        let (report, _) = healed(&page, &pages, &skill).await;
        assert_fault(&report, FaultCode::Condition, "found only by other marks");
        assert!(report.healings.is_empty());
    });
}

#[test]
fn what_has_an_effect_is_never_tried_on_a_weak_match() {
    with(&pages(), |page, pages| async move {
        let old = Target {
            tag: Some("button".into()),
            attributes: [("type".to_owned(), "submit".to_owned())].into(),
            css: vec!["form > button.act".into()],
            xpath: vec!["/html/body/form/button".into()],
            ..role("button", "Subscribe")
        };
        for effect in [Effect::Reversible, Effect::Irreversible] {
            let mut subscribe =
                skill(&[], vec![click(old.clone())], vec![Condition::TextPresent("start".into())]);
            subscribe.effect = effect;
            subscribe.commit_step = Some(0);
            page.navigate(&pages.url("/places/tea")).await.unwrap();
            let mut witness = Witness { allow: true, ..Witness::default() };
            let options = ReplayOptions { heal: true, ..quick() };
            let report =
                replay_with(&page, &subscribe, &Bindings::new(), &sites(&pages), &options, &mut witness)
                    .await;
            assert_fault(&report, FaultCode::NotFound, "Subscribe");
            assert_eq!(report.steps[0].candidates[0].description, "button “Count me in”");
            assert_eq!(pages.hits("POST", "/join"), 0);
        }
    });
}

#[test]
fn a_reworded_button_is_found_by_what_the_words_mean() {
    let html =
        "<form method=post action=/in><label>User name <input name=u></label><button>Sign in</button></form>
        <form action=/register><button>Sign up</button></form>";
    with(&[("/", Reply::html(html)), ("POST /in", Reply::html("<h1>In</h1>"))], |page, pages| async move {
        let mut enter = skill(
            &[],
            vec![click(Target { text: Some("Log in".into()), ..role("button", "Log in") })],
            vec![Condition::TextPresent("in".into())],
        );
        enter.commit_step = Some(0);
        enter.effect = Effect::Reversible;
        page.navigate(&pages.url("/")).await.unwrap();
        let longer =
            skill(&[], vec![click(role("button", "Sign up tea"))], vec![Condition::PathMatches("*".into())]);
        let report = crate::rig::replay(&page, &pages, &longer, &Bindings::new()).await;
        assert_fault(&report, FaultCode::NotFound, "Sign up tea");
        page.navigate(&pages.url("/")).await.unwrap();
        let report = crate::rig::replay(&page, &pages, &enter, &Bindings::new()).await;
        assert_done(&report);
        assert_eq!(pages.hits("POST", "/in"), 1);
    });
}
