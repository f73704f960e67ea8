//! Writing and reading back.

use std::collections::BTreeMap;

use atelier_core::ids::TrajectoryId;
use atelier_core::target::{Bounds, Target};
use atelier_core::trajectory::{
    Action, Outcome, Page, Request, SCHEMA, Signal, Snapshot, Source, Step, Trajectory, Value,
};
use atelier_formats::{chrome_recorder, content_hash, native};
use proptest::option::of;
use proptest::prelude::*;

use super::read;

fn word() -> impl Strategy<Value = String> {
    // White space collapsed, as in every recorded text.
    "[A-Za-zäß0-9][A-Za-z0-9 .,'\"\\\\-]{0,14}[a-z0-9]"
        .prop_map(|text| text.split(' ').filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" "))
}

/// A target as the recorder writes them: tag, role and type agree.
fn target() -> impl Strategy<Value = Target> {
    let kinds = prop_oneof![
        Just(("a", "link", "")),
        Just(("button", "button", "submit")),
        Just(("input", "textbox", "text")),
        Just(("textarea", "textbox", "")),
        Just(("input", "checkbox", "checkbox")),
        Just(("select", "combobox", "")),
        Just(("li", "option", "")),
    ];
    (kinds, of(word()), of(word()), of(word()), of("[a-z]{3,8}"), any::<bool>()).prop_map(
        |((tag, role, kind), name, text, placeholder, test_id, placed)| Target {
            tag: Some(tag.to_owned()),
            role: Some(role.to_owned()),
            name,
            text,
            placeholder,
            test_id,
            attributes: (!kind.is_empty())
                .then(|| ("type".to_owned(), kind.to_owned()))
                .into_iter()
                .collect(),
            css: vec![format!("main > {tag}:nth-of-type(2)")],
            bounds: placed.then_some(Bounds { x: 1.5, y: 2.0, width: 30.0, height: 12.5 }),
            ..Target::default()
        },
    )
}

fn step() -> impl Strategy<Value = Step> {
    let action = prop_oneof![
        Just(Action::Click),
        Just(Action::DoubleClick),
        Just(Action::Hover),
        Just(Action::Fill),
        Just(Action::Type),
        Just(Action::Press),
        Just(Action::Select),
        Just(Action::Check),
        Just(Action::Navigate),
        Just(Action::Back),
        Just(Action::Wait),
        Just(Action::Extract),
        Just(Action::Answer),
        Just(Action::Scroll),
    ];
    (action, target(), word(), of("[a-z]{1,6}"), any::<bool>()).prop_map(
        |(action, mut target, text, path, odd)| {
            match action {
                Action::Select => {
                    (target.tag, target.role) = (Some("select".into()), Some("combobox".into()));
                }
                Action::Check => {
                    (target.tag, target.role) = (Some("input".into()), Some("checkbox".into()));
                    target.attributes.insert("type".into(), "checkbox".into());
                }
                Action::Fill | Action::Type => {
                    (target.tag, target.role) = (Some("input".into()), Some("textbox".into()));
                    target.attributes.insert("type".into(), "text".into());
                }
                _ => {}
            }
            if matches!(action, Action::Select | Action::Check | Action::Fill | Action::Type) {
                target.css = vec![format!("form > {}", target.tag.as_deref().unwrap_or("input"))];
                if action != Action::Check && action != Action::Fill && action != Action::Type {
                    target.attributes.clear();
                }
            }
            let url = "http://a.example/x".to_owned();
            let mut step =
                Step::new(Page { url: url.clone(), title: "X".into(), tab: 0, opener: None }, action);
            step.value = match action {
                Action::Fill | Action::Type | Action::Select | Action::Answer | Action::Extract => {
                    Some(Value::Text(text))
                }
                Action::Press => Some(Value::Text(if odd { "Control+Enter".into() } else { "Enter".into() })),
                Action::Navigate => Some(Value::Text("http://a.example/y".into())),
                Action::Scroll => Some(Value::Text("0,120.5".into())),
                _ => None,
            };
            step.target = (action.needs_target() || action == Action::Wait).then_some(target);
            if let Some(path) = path {
                let url = format!("http://a.example/{path}");
                step.signals.push(Signal::Navigation { url: url.clone(), same_document: odd });
                step.requests.push(Request {
                    method: "POST".into(),
                    path: format!("/{path}"),
                    status: Some(303),
                    fields: vec![],
                });
                step.after =
                    Snapshot { url, title: "after".into(), picture: None, appeared: vec!["there".into()] };
            }
            step
        },
    )
}

prop_compose! {
    fn trajectory()(
        steps in proptest::collection::vec(step(), 1..12),
        task in of(word()),
        n in any::<u128>(),
        at in any::<i64>(),
        outcome in prop_oneof![Just(Outcome::Success), Just(Outcome::Failure), Just(Outcome::Unknown)],
        raw in of(word()),
    ) -> Trajectory {
        Trajectory {
            schema: SCHEMA,
            id: TrajectoryId::new(uuid::Uuid::from_u128(n)),
            source: Source::Recorded,
            task,
            start_url: "http://a.example/x".into(),
            recorded_at: at,
            outcome,
            steps,
            raw: raw.map(serde_json::Value::String),
        }
    }
}

/// What must survive a foreign format.
fn essence(t: &Trajectory) -> Vec<(Action, Option<String>, Option<BTreeMap<&'static str, String>>)> {
    t.steps
        .iter()
        .map(|step| {
            let target = step.target.as_ref().filter(|_| step.action != Action::Press).map(|t| {
                [
                    ("role", &t.role),
                    ("name", &t.name),
                    ("tag", &t.tag),
                    ("text", &t.text),
                    ("placeholder", &t.placeholder),
                    ("test id", &t.test_id),
                ]
                .into_iter()
                .filter_map(|(key, value)| Some((key, value.clone()?)))
                .chain([("css", t.css.join(","))])
                .collect()
            });
            (step.action, step.text().map(str::to_owned), target)
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn native_is_exact(t in trajectory()) {
        let value = serde_json::from_str(&native::write(&t)).unwrap();
        prop_assert_eq!(native::parse("x", value).unwrap(), vec![t.clone()]);
        let value = serde_json::from_str(&native::write_all(&[t.clone(), t.clone()])).unwrap();
        prop_assert_eq!(native::parse("x", value).unwrap(), vec![t.clone(), t]);
    }

    #[test]
    fn chrome_recorder_keeps_actions_values_and_identities(t in trajectory()) {
        let written = chrome_recorder::write(&t);
        let back = read("x.json", written.as_bytes()).unwrap().trajectories.remove(0);
        prop_assert_eq!(&back.task, &t.task);
        prop_assert_eq!(&back.start_url, &t.start_url);
        prop_assert_eq!(essence(&back).into_iter().map(tidy).collect::<Vec<_>>(), essence(&t).into_iter().map(tidy).collect::<Vec<_>>());
        let navigations = |t: &Trajectory| t.steps.iter().map(|s| s.signals.len()).collect::<Vec<_>>();
        prop_assert_eq!(navigations(&back), navigations(&t));
    }
}

/// Attribute selectors add to the CSS paths; what was there before must still be.
fn tidy(
    (action, value, target): (Action, Option<String>, Option<BTreeMap<&'static str, String>>),
) -> (Action, Option<String>, Option<BTreeMap<&'static str, String>>) {
    let target = target.map(|mut t| {
        if let Some(css) = t.get_mut("css") {
            *css = css.split(',').next_back().unwrap_or_default().to_owned();
        }
        t
    });
    (action, value, target)
}

#[test]
fn the_hash_ignores_where_and_when() {
    let one = read("a.atelier.json", include_bytes!("../files/subscribe.atelier.json"))
        .unwrap()
        .trajectories
        .remove(0);
    let mut other = one.clone();
    other.id = TrajectoryId::new(uuid::Uuid::from_u128(7));
    other.recorded_at += 1;
    other.source = Source::Recorded;
    assert_eq!(content_hash(&one), content_hash(&other));
    other.steps.pop();
    assert_ne!(content_hash(&one), content_hash(&other));
}
