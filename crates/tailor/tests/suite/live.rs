use std::collections::BTreeMap;

use atelier_browser::{By, ReplayOptions, Unwatched, replay};
use atelier_core::condition::Condition;
use atelier_core::effect::Effect;
use atelier_core::ids::SkillId;
use atelier_core::replay::ReplayReport;
use atelier_core::sets::Stage;
use atelier_core::settings::Selection;
use atelier_core::skill::Skill;
use atelier_core::template::Bindings;
use atelier_core::trajectory::Trajectory;
use atelier_formats::chrome_recorder;
use atelier_practice::Site as _;
use atelier_tailor::{LocalJudge, PageVerifier, Panel, Selected, SelectionInput, select};
use serde_json::Value;

use super::page::{Bench, STEP, button, link};
use super::words::Words;

async fn tailor(bench: &Bench, trajectories: &[Trajectory], before: Option<&Selected>) -> Selected {
    let stages = before.map(|b| b.stages.clone()).unwrap_or_default();
    let reports: BTreeMap<SkillId, ReplayReport> =
        before.iter().flat_map(|b| &b.reports).map(|r| (r.skill, r.clone())).collect();
    let input = SelectionInput {
        trajectories,
        skills: before.map_or(&[], |b| &b.skills),
        stages: &stages,
        marks: &BTreeMap::new(),
        not_duplicates: &[],
        known: &[],
        reports: &reports,
        sites: &bench.sites,
        // The words of this test's embedding lie further apart than those of a model.
        selection: Selection { likely: 1, ..Selection::default() },
        now: 1,
    };
    let verify = PageVerifier::new(bench.browser.clone(), bench.sites.clone(), STEP, "tailor");
    let mut n = 0_u128;
    let mut panel = Panel {
        judge: &LocalJudge,
        embedder: &Words,
        verify: &verify,
        ids: &mut || {
            n += 1;
            SkillId::new(uuid::Uuid::from_u128(n))
        },
        progress: &mut |_| {},
        stopped: &|| false,
    };
    select(input, &mut panel).await.unwrap()
}

/// Runs an active skill with values that no recording had; the state of the site afterwards.
async fn other(bench: &Bench, skill: &Skill, values: &[(&str, &str)], space: &str) -> (ReplayReport, Value) {
    let live = if skill.site == "forum" { &bench.practice.forum_url } else { &bench.practice.shop_url };
    let page = bench.page(live, space).await;
    page.navigate(&format!("{live}/")).await.unwrap();
    let arguments: Bindings = values.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    let options = ReplayOptions { step_deadline: STEP, ..ReplayOptions::default() };
    let report =
        replay(&page, skill, &arguments, &bench.sites, &options, &mut Unwatched { allow: true }).await;
    page.close().await;
    let state = if skill.site == "forum" {
        bench.practice.forum.state(space).state_json()
    } else {
        bench.practice.shop.state(space).state_json()
    };
    (report, state)
}

fn active<'a>(selected: &'a Selected, name: &str) -> &'a Skill {
    let found = selected.skills.iter().find(|s| s.name == name && selected.stages[&s.id] == Stage::Active);
    found.unwrap_or_else(|| {
        let all: Vec<String> = selected
            .skills
            .iter()
            .map(|s| format!("{} {:?}", s.signature(), selected.stages[&s.id]))
            .collect();
        panic!("`{name}` is not active; there are {all:#?}\n{:#?}", selected.verdicts)
    })
}

fn has(state: &Value, list: &str, fields: &[(&str, &str)]) -> bool {
    let items = state.pointer(list).and_then(Value::as_array).unwrap_or_else(|| panic!("no {list}"));
    items.iter().any(|item| fields.iter().all(|(key, value)| item[*key] == **value))
}

async fn subscription(bench: &mut Bench, task: &str, forum: &str) -> Trajectory {
    let live = bench.practice.forum_url.clone();
    bench
        .record(&live, task, async |mut d| {
            d.click(link("Forums")).await?;
            d.fill(By::label("Filter"), forum).await?;
            d.press("Enter").await?;
            d.click(link(forum)).await?;
            d.click(button("Subscribe")).await?;
            Ok(d)
        })
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn recordings_become_skills_for_other_values() {
    let mut bench = Bench::start().await;
    let forum = bench.practice.forum_url.clone();
    let shop = bench.practice.shop_url.clone();
    let posts: Vec<String> = {
        let state = bench.practice.forum.pristine().state_json();
        let open = |s: &&Value| s["locked"] == false && s["removed"] == false && s["deleted"] == false;
        let all = state["submissions"].as_array().unwrap().iter().filter(open);
        all.map(|s| s["title"].as_str().unwrap().to_owned()).collect()
    };
    let mut given = vec![
        subscription(&mut bench, "Subscribe to the forum hiking", "hiking").await,
        subscription(&mut bench, "Please join the tea forum", "tea").await,
    ];
    let (title, text) = (posts[3].clone(), "I kept a note of this.");
    given.push(
        bench
            .record(&forum, &format!("Comment \"{text}\" on the post \"{title}\""), async |mut d| {
                d.fill(By::role("searchbox", "Search query"), &title).await?;
                d.press("Enter").await?;
                d.click(link(&title)).await?;
                d.fill(By::label("Comment"), text).await?;
                d.click(button("Post")).await?;
                Ok(d)
            })
            .await,
    );
    given.push(
        bench
            .record(&shop, "How much does the \"Dockside Pendant\" cost?", async |mut d| {
                d.fill(By::role("combobox", "Search the shop"), "Dockside Pendant").await?;
                d.click(button("Search")).await?;
                d.click(By::css(".card__name").within("Dockside Pendant")).await?;
                let price = d.extract(By::css("[itemprop=price]")).await?;
                d.answer(&price).await?;
                Ok(d)
            })
            .await,
    );
    given.push(
        bench
            .record(&forum, "Open the wiki", async |mut d| {
                d.click(By::css(".site-nav a[href='/wiki/index']")).await?;
                Ok(d)
            })
            .await,
    );
    let selected = tailor(&bench, &given, None).await;
    let view = &selected.view;
    assert_eq!((view.trajectories, view.generated, view.quality, view.verified), (5, 4, 3, 3), "{view:#?}");

    let skill = active(&selected, "subscribe_forum");
    assert_eq!(skill.provenance.intents.len(), 2);
    let (report, state) = other(&bench, skill, &[("forum", "woodworking")], "other-1").await;
    assert!(report.succeeded(), "{report:#?}");
    assert!(
        has(&state, "/subscriptions", &[("forum", "woodworking")])
            || state.to_string().contains("woodworking")
    );

    let skill = active(&selected, "comment_post");
    let values = [("post", posts[40].as_str()), ("comment", "Well observed, thank you.")];
    let (report, state) = other(&bench, skill, &values, "other-2").await;
    assert!(report.succeeded(), "{report:#?}");
    assert!(has(&state, "/comments", &[("body", "Well observed, thank you.")]));

    let skill = active(&selected, "get_cost");
    let (report, _) = other(&bench, skill, &[("product", "Oak Bench")], "other-3").await;
    assert!(report.succeeded(), "{report:#?}");
    assert!(report.answer.as_deref().is_some_and(|a| a.starts_with('$')), "{:?}", report.answer);

    // A value that does not exist must fail, not pass for want of an error.
    let skill = active(&selected, "subscribe_forum");
    let (report, _) = other(&bench, skill, &[("forum", "no_such_forum_at_all")], "other-4").await;
    assert!(!report.succeeded());

    // Nothing changed: the second run verifies nothing and moves nobody.
    let again = tailor(&bench, &given, Some(&selected)).await;
    assert_eq!(again.skills, selected.skills);
    assert!(again.reports.is_empty() && again.moves.is_empty());
    bench.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flow_without_requests_learns_its_effect_on_the_page() {
    let mut bench = Bench::start().await;
    let given = subscription(&mut bench, "Subscribe to the forum hiking", "hiking").await;
    let flow = chrome_recorder::write(&given);
    let read = atelier_formats::read("flow.json", flow.as_bytes(), 1, &mut || given.id).unwrap();
    assert!(read.trajectories[0].steps.iter().all(|s| s.requests.is_empty()));
    let selected = tailor(&bench, &read.trajectories, None).await;
    let skill = active(&selected, "subscribe_forum");
    assert_eq!(skill.effect, Effect::Reversible);
    let request = Condition::RequestMade { method: "POST".into(), path: "/f/{{forum}}/subscribe".into() };
    assert_eq!(skill.postconditions[0], request);
    let (report, _) = other(&bench, skill, &[("forum", "woodworking")], "flow").await;
    assert!(report.succeeded(), "{report:#?}");
    bench.stop().await;
}
