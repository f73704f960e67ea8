use atelier_core::fidelity::Fidelity;
use atelier_core::trajectory::{Action, Outcome, Signal};

use super::read;

#[test]
fn a_flow_becomes_a_trajectory() {
    let done = read("search.json", include_bytes!("../files/search.json")).unwrap();
    let [trajectory] = &done.trajectories[..] else { panic!("{:?}", done.trajectories) };
    assert_eq!(trajectory.task.as_deref(), Some("Search the library for tea"));
    assert_eq!(trajectory.start_url, "http://library.example/");
    assert_eq!(trajectory.outcome, Outcome::Unknown);
    assert_eq!(trajectory.recorded_at, 1_700_000_000_000);
    let steps: Vec<_> = trajectory.steps.iter().map(|s| (s.action, s.text().unwrap_or(""))).collect();
    assert_eq!(
        steps,
        [
            (Action::Click, ""),
            (Action::Fill, "tea"),
            (Action::Press, "Enter"),
            (Action::Select, "newest"),
            (Action::Check, ""),
            (Action::Press, "Control+a"),
            (Action::Wait, ""),
            (Action::Click, ""),
        ]
    );
    let press = &trajectory.steps[2];
    assert_eq!(
        press.signals,
        [Signal::Navigation { url: "http://library.example/search?q=tea".into(), same_document: false }]
    );
    assert_eq!(press.after.title, "tea – Library");
    assert_eq!(press.target.as_ref().unwrap().name.as_deref(), Some("Search"));
    assert_eq!(trajectory.steps[3].page.url, "http://library.example/search?q=tea");
    let in_frame = &trajectory.steps[7];
    assert_eq!(in_frame.frame_path, ["iframe:nth-of-type(2)", "iframe:nth-of-type(1)"]);
    assert_eq!(in_frame.target.as_ref().unwrap().shadow_path, ["library-app"]);
    assert!(trajectory.steps.iter().all(|s| s.raw.is_some()));
    assert_eq!(trajectory.raw.as_ref().unwrap()["timeout"], 5000);
    let report = &done.report;
    assert_eq!((report.format.as_str(), report.trajectories, report.steps), ("chrome-recorder", 1, 14));
    assert_eq!((report.dropped, report.unsupported, report.needs_grounding), (1, 0, 0));
}

#[test]
fn what_cannot_be_replayed_is_said_and_kept() {
    let flow = r##"{"title":"Recording 3/4/2026 at 10:00","steps":[
        {"type":"navigate","url":"https://a.example/"},
        {"type":"click","button":"secondary","selectors":[["aria/Menu"]]},
        {"type":"customStep","name":"shake","parameters":{}},
        {"type":"waitForExpression","expression":"x"},
        {"type":"fly"},
        {"type":"click","selectors":[["div:nth-of-type(3) > span"]],"target":"main"},
        {"type":"click","target":"https://pay.example/","selectors":[["aria/Pay[role=\"button\"]"]]},
        {"type":"waitForElement","selectors":["#gone"],"operator":"==","count":0}
    ]}"##;
    let done = read("x.json", flow.as_bytes()).unwrap();
    let steps = &done.trajectories[0].steps;
    assert_eq!(done.trajectories[0].task, None, "a title made by the recorder is no task");
    assert_eq!(steps.len(), 7);
    assert!(steps[0].error.as_deref().unwrap().contains("secondary"));
    assert_eq!(steps[2].raw.as_ref().unwrap()["expression"], "x");
    assert_eq!((steps[5].page.tab, steps[5].page.opener), (1, Some(0)));
    assert_eq!(done.report.unsupported, 5);
    let notes: Vec<_> = done.report.remarks.iter().map(|r| (r.step, r.fidelity)).collect();
    assert!(notes.contains(&(2, Fidelity::Unsupported)), "{notes:?}");
}

#[test]
fn a_change_recorded_between_the_two_halves_of_a_key_comes_first() {
    let flow = r##"{"title":"t","steps":[
        {"type":"navigate","url":"https://a.example/"},
        {"type":"keyDown","key":"Enter","assertedEvents":[{"type":"navigation","url":"https://a.example/s","title":"S"}]},
        {"type":"change","value":"tea","selectors":[["#q"]]},
        {"type":"keyUp","key":"Enter"}
    ]}"##;
    let steps = read("x.json", flow.as_bytes()).unwrap().trajectories.remove(0).steps;
    let actions: Vec<_> = steps.iter().map(|s| s.action).collect();
    assert_eq!(actions, [Action::Fill, Action::Press]);
    assert_eq!(steps[1].after.url, "https://a.example/s");
}

#[test]
fn a_visit_alone_is_a_step() {
    let flow = r#"{"steps":[{"type":"navigate","url":"https://www.example.org/"}]}"#;
    let done = read("x.json", flow.as_bytes()).unwrap();
    assert_eq!(done.trajectories[0].steps[0].action, Action::Navigate);
    assert_eq!(done.trajectories[0].task, None);
}

#[test]
fn faults_name_step_and_field() {
    let place = |steps: &str| {
        let flow = format!(r#"{{"title":"t","steps":{steps}}}"#);
        read("x.json", flow.as_bytes()).unwrap_err().place().unwrap_or_default()
    };
    assert_eq!(place(r#"{"a":1}"#), "steps");
    assert_eq!(place("[]"), "steps");
    assert_eq!(place("[3]"), "steps[0]");
    assert_eq!(place(r#"[{"type":3}]"#), "steps[0].type");
    assert_eq!(place(r#"[{"type":"navigate","url":"nowhere"}]"#), "steps[0].url");
    assert_eq!(
        place(r#"[{"type":"navigate","url":"https://a.example"},{"type":"change"}]"#),
        "steps[1].value"
    );
    assert_eq!(
        place(r##"[{"type":"navigate","url":"https://a.example"},{"type":"click","selectors":"#a"}]"##),
        "steps[1].selectors"
    );
    assert_eq!(place(r##"[{"type":"click","selectors":["#a"]}]"##), "steps");
}
