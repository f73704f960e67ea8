//! The real window, used as a newcomer does: first start, pipeline, a task and its result; axe on each screen.

use std::path::{Path, PathBuf};

use fantoccini::Locator;

use crate::support::webdriver::Window;
use crate::support::{Home, Practice, eventually, samples};

/// The screens of the rail.
const SCREENS: [&str; 5] = ["Run", "Trajectories", "Pipeline", "Skills", "Settings"];

/// From the first picture to the first task on the way.
async fn first_start(window: &Window) {
    window.find("//h1[contains(., 'Web chores')]").await;
    window.press("Next").await;
    window.find("//h1[contains(., 'Everything stays on this machine')]").await;
    window.press("Next").await;
    window.press("On the practice sites").await;
    window.find_slowly("//h1[contains(., 'Your first skills are ready')]").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_sees_skills_made_and_a_task_done() {
    let home = Home::new();
    let window = Window::open(&home).await;
    window.find("//h1[contains(., 'Web chores')]").await;
    let found = window.axe().await;
    assert!(found.is_empty(), "axe on the introduction: {found:#?}");

    first_start(&window).await;
    let suggestion =
        window.find("//button[contains(@class, 'suggestion')]//span[contains(@class, 'grow')]").await;
    let task = suggestion.text().await.expect("a suggestion has words");
    suggestion.click().await.expect("a suggestion can be chosen");
    window.find_slowly("//*[@role='status'][contains(., 'Was this right?')]").await;
    let shown = window.text().await;
    assert!(shown.contains("Done"), "the result is not on screen:\n{shown}");
    assert!(shown.contains(&task), "the task is not on screen:\n{shown}");

    // What the window shows traces to the store, which the verbs read.
    let logged = home.json(&["log"]).done();
    assert_eq!(logged[0]["intent"], task.as_str());
    assert_eq!(logged[0]["outcome"]["kind"], "done", "{}", logged[0]);
    let active = home.json(&["skills", "--set", "active"]).done();
    let active = active.as_array().expect("rows");
    window.screen("Pipeline").await;
    let count = active.len().to_string();
    eventually("the number of active skills on the Pipeline screen", || async {
        window.text().await.lines().any(|line| line.trim() == count).then_some(())
    })
    .await;
    window.screen("Skills").await;
    let name = active[0]["name"].as_str().expect("a name");
    // By its text: the driver calls cells that are cut off at their width hidden.
    eventually("an active skill on the Skills screen", || async {
        window.text().await.lines().any(|line| line.trim() == name).then_some(())
    })
    .await;

    let mut violations = Vec::new();
    for screen in SCREENS {
        window.screen(screen).await;
        for found in window.axe().await {
            violations.push(format!("{screen}: {found:#}"));
        }
    }
    assert!(violations.is_empty(), "axe:\n{}", violations.join("\n"));
    window.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_introduction_that_was_skipped_stays_skipped_and_empty_screens_say_what_fills_them() {
    let home = Home::new();
    let window = Window::open(&home).await;
    window.press("Skip the introduction").await;
    window.find("//h1[contains(., 'Run')]").await;
    for (screen, action) in [("Trajectories", "samples"), ("Skills", "ipeline")] {
        window.screen(screen).await;
        let xpath = format!("//main//button[contains(., '{action}')] | //main//a[contains(., '{action}')]");
        window.find(&xpath).await;
        let found = window.axe().await;
        assert!(found.is_empty(), "axe on the empty {screen} screen: {found:#?}");
    }
    window.close().await;
    let window = Window::open(&home).await;
    window.find("//h1[contains(., 'Run')]").await;
    assert!(window.client.find(Locator::XPath("//h1[contains(., 'Web chores')]")).await.is_err());
    window.close().await;
}

/// A skill of the library as the verbs show it.
fn skill(home: &Home, name: &str) -> serde_json::Value {
    home.json(&["skill", name]).done()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_skill_is_edited_rolled_back_deleted_and_brought_back_in_the_window() {
    let home = Home::new();
    let practice = Practice::start(&home);
    let forum = samples::folder().join("forum");
    home.json(&["import", forum.to_str().expect("a UTF-8 path")]).done();
    home.json(&["tailor"]).done();
    drop(practice);
    let active = home.json(&["skills", "--set", "active"]).done();
    let name = active[0]["name"].as_str().expect("an active skill has a name").to_owned();
    let first = skill(&home, &name);

    let window = Window::open(&home).await;
    window.press("Skip the introduction").await;
    window.screen("Skills").await;
    window
        .find(&format!("//table//td//*[normalize-space(.) = '{name}']"))
        .await
        .click()
        .await
        .expect("a row opens");
    window.find("//aside//h3[contains(., 'Versions')]").await;
    let found = window.axe().await;
    assert!(found.is_empty(), "axe on an open skill: {found:#?}");

    window.press("Edit").await;
    let field = window.find("//input[@id='edit-description']").await;
    field.clear().await.expect("a field can be emptied");
    field.send_keys("Do it by hand.").await.expect("a field takes text");
    let name_field = window.find("//input[@id='edit-name']").await;
    name_field.send_keys("!").await.expect("a field takes text");
    window.find("//*[@id='skill-check'][contains(., 'not of the form')]").await;
    name_field.clear().await.expect("a field can be emptied");
    name_field.send_keys(&name).await.expect("a field takes text");
    window.press("Save as a new version").await;
    let saved = |what: &'static str, fits: fn(&serde_json::Value) -> bool| {
        let (home, name) = (&home, &name);
        eventually(what, move || async move { Some(skill(home, name)).filter(fits) })
    };
    saved("the edited skill", |skill| skill["skill"]["description"] == "Do it by hand.").await;

    window.press("Roll back to it").await;
    let back = saved("the skill as it was", |skill| skill["skill"]["version"] == 3).await;
    assert_eq!(back["skill"]["description"], first["skill"]["description"]);

    window.press("Delete").await;
    let listed = |home: &Home| {
        let rows = home.json(&["skills"]).done();
        rows.as_array().expect("rows").iter().any(|row| row["name"] == name.as_str())
    };
    eventually("the skill is gone", || async { (!listed(&home)).then_some(()) }).await;
    window.press("Undo").await;
    eventually("the skill is back", || async { listed(&home).then_some(()) }).await;

    // The same skills as points; the arrow keys go from one to the next, and the reasons follow.
    window.screen("Pipeline").await;
    window.press("Cluster map").await;
    let map = window.find("//*[@aria-roledescription='map']").await;
    window.find("//*[contains(., 'The two axes hold')]").await;
    map.send_keys("\u{e014}\u{e015}\u{e012}").await.expect("the map takes keys");
    let found = window.axe().await;
    assert!(found.is_empty(), "axe on the cluster map: {found:#?}");
    window.close().await;
}

/// Not a test of anything: a figure for `cargo xtask bench`, from the start of the process to the first heading.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "measures; `cargo xtask bench` runs it"]
async fn start_of_the_window() {
    let home = Home::new();
    let mut times = Vec::new();
    for _ in 0..5 {
        let begun = std::time::Instant::now();
        let window = Window::open(&home).await;
        window.find("//h1").await;
        times.push(begun.elapsed());
        window.close().await;
    }
    times.sort();
    println!("{:>24.0?}  start of the process to the first heading, by WebDriver (median of 5)", times[2]);
}

/// Not a test of anything: takes the pictures for the documentation (`cargo xtask shots`).
#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes pictures; `cargo xtask shots` runs it"]
async fn shots() {
    let folder = PathBuf::from(std::env::var_os("ATELIER_SHOTS").expect("ATELIER_SHOTS names the folder"));
    let home = Home::new();
    let window = Window::open(&home).await;
    window.find("//h1[contains(., 'Web chores')]").await;
    picture(&window, &folder, "intro").await;
    window.press("Skip the introduction").await;
    for screen in ["Run", "Trajectories", "Pipeline", "Skills"] {
        window.screen(screen).await;
        picture(&window, &folder, &format!("{}-empty", screen.to_lowercase())).await;
    }
    window.close().await;

    let home = Home::new();
    let window = Window::open(&home).await;
    first_start(&window).await;
    picture(&window, &folder, "ready").await;
    window
        .find("//button[contains(@class, 'suggestion')]")
        .await
        .click()
        .await
        .expect("a suggestion can be chosen");
    window.find_slowly("//*[@role='status'][contains(., 'Was this right?')]").await;
    picture(&window, &folder, "run").await;
    for screen in ["Trajectories", "Pipeline", "Skills", "Settings"] {
        window.screen(screen).await;
        picture(&window, &folder, &screen.to_lowercase()).await;
    }
    window.close().await;
}

/// The window in both themes.
async fn picture(window: &Window, folder: &Path, name: &str) {
    for theme in ["light", "dark"] {
        let set = format!(
            "document.documentElement.dataset.theme = '{theme}'; return document.fonts.ready.then(() => 1)"
        );
        window.client.execute(&set, Vec::new()).await.expect("the theme is set");
        let drawn =
            "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done(1)))";
        window.client.execute_async(drawn, Vec::new()).await.expect("the window is drawn");
        let png = window.client.screenshot().await.expect("a picture");
        std::fs::write(folder.join(format!("{name}-{theme}.png")), png).expect("the picture is kept");
    }
}
