//! Secrets do not pass, in either format, in no corner of what is kept.

use atelier_core::trajectory::Value;

use super::read;

#[test]
fn a_password_leaves_only_its_place_in_the_keychain() {
    let flow = r##"{"title":"Log in as bob with the password Zebra-77-quilt","steps":[
        {"type":"navigate","url":"https://bob:Zebra-77-quilt@shop.example/login?token=abcdef"},
        {"type":"change","value":"bob","selectors":[["aria/E-mail"],["#email"]]},
        {"type":"change","value":"Zebra-77-quilt","selectors":[["aria/Password"],["#pw"]]},
        {"type":"change","value":"4111 1111 1111 1111","selectors":[["aria/Number"],["#n"]]},
        {"type":"click","selectors":[["aria/Sign in[role=\"button\"]"]]}
    ]}"##;
    let done = read("x.json", flow.as_bytes()).unwrap();
    let text =
        serde_json::to_string(&done.trajectories).unwrap() + &serde_json::to_string(&done.report).unwrap();
    for secret in ["Zebra", "4111", "abcdef"] {
        assert!(!text.contains(secret), "{secret} is in {text}");
    }
    let values: Vec<_> = done.trajectories[0].steps.iter().filter_map(|s| s.value.clone()).collect();
    assert_eq!(
        values,
        [
            Value::Text("bob".into()),
            Value::Secret("shop.example/password".into()),
            Value::Secret("shop.example/number".into())
        ]
    );
    assert_eq!(done.report.secrets, 3);
}

#[test]
fn native_files_are_no_way_around() {
    let good = include_str!("../files/subscribe.atelier.json");
    let sly = good.replacen(
        r#""action": "click",
      "target": { "tag": "button", "role": "button", "name": "Subscribe" }"#,
        r#""action": "fill", "value": {"text": "hunter2hunter2"}, "raw": {"typed": "hunter2hunter2"},
      "target": { "tag": "input", "attributes": {"type": "password"} }"#,
        1,
    );
    let done = read("x.atelier.json", sly.as_bytes()).unwrap();
    assert_eq!(done.report.secrets, 1);
    assert!(!serde_json::to_string(&done.trajectories).unwrap().contains("hunter2"));
}
