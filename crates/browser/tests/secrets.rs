//! Secrets: filled in from a keychain, and found nowhere afterwards.

use std::collections::BTreeMap;
use std::sync::Arc;

use atelier_browser::{ReplayOptions, Secret, SecretFault, SecretSource, replay as replay_with};
use atelier_core::condition::Condition;
use atelier_core::replay::{FaultCode, ReplayResult};
use atelier_core::skill::{ParameterKind, Skill};
use atelier_core::target::Target;
use atelier_core::template::Bindings;
use atelier_core::trajectory::Action;
use atelier_testkit::Reply;

use crate::rig::{
    Witness, assert_done, assert_fault, bind, click, fill, on_page, quick, role, sites, skill, step, with,
};

const VALUES: [(&str, &str); 3] =
    [("password/pw", "hunter2&more"), ("code/otp", "481516"), ("card/number", "4111111111111111")];

#[derive(Debug)]
struct Chain(BTreeMap<String, Secret>);

#[async_trait::async_trait]
impl SecretSource for Chain {
    async fn get(&self, name: &str) -> Result<Secret, SecretFault> {
        self.0.get(name).cloned().ok_or_else(|| SecretFault::Missing { name: name.to_owned() })
    }
}

fn chain() -> Option<Arc<dyn SecretSource>> {
    Some(Arc::new(Chain(VALUES.iter().map(|(k, v)| ((*k).to_owned(), Secret::new(*v))).collect())))
}

fn login() -> Skill {
    let label = |text: &str| Target { label: Some(text.into()), ..Target::default() };
    let mut login = skill(
        &["pw", "otp", "card"],
        vec![
            fill(label("Password"), "{{pw}}"),
            step(Action::Type, Some(label("Code")), Some("{{otp}}")),
            fill(label("Card"), "{{card}}"),
            click(role("button", "Go on")),
        ],
        vec![Condition::TextPresent("welcome".into())],
    );
    for (parameter, (entry, _)) in login.parameters.iter_mut().zip(VALUES) {
        parameter.kind = ParameterKind::Secret;
        parameter.examples = vec![entry.to_owned()];
    }
    login
}

const FORM: &str = "<form action=/in method=get><label>Password <input type=password name=pw></label>
    <label>Code <input name=otp autocomplete=one-time-code></label>
    <label>Card <input name=card></label><button>Go on</button></form>";

fn assert_clean(text: &str) {
    for (_, value) in VALUES {
        assert!(!text.contains(value), "`{value}` leaked: {text}");
    }
    assert!(!text.contains("hunter2%26more"), "{text}");
}

#[test]
fn secrets_are_filled_in_and_found_nowhere_afterwards() {
    let pages = [("/", Reply::html(FORM)), ("/in", Reply::html("<h1>Welcome</h1>"))];
    with(&pages, |page, pages| async move {
        page.navigate(&pages.url("/")).await.unwrap();
        let mut witness = Witness { allow: true, secrets: chain(), ..Witness::default() };
        let options = ReplayOptions { pictures: true, ..quick() };
        let report =
            replay_with(&page, &login(), &Bindings::new(), &sites(&pages), &options, &mut witness).await;
        assert_done(&report);
        let sent = pages.log().into_iter().find(|hit| hit.path == "/in").unwrap().query;
        assert_eq!(sent, "pw=hunter2%26more&otp=481516&card=4111111111111111", "the site got them all");
        assert_clean(&serde_json::to_string(&report).unwrap());
        assert_clean(&format!("{report:?} {:?} {:?}", witness.told, witness.events));
        assert!(report.steps[..3].iter().all(|step| step.value.as_deref() == Some("•••")));
        assert!(report.final_url.contains("pw=•••"), "{}", report.final_url);
        assert!(witness.pictures >= 4, "fields are veiled, so pictures are taken");
        assert_eq!(report.arguments["pw"], "password/pw", "the entry is named, not what it holds");
    });
}

#[test]
fn a_page_that_shows_a_secret_is_not_pictured() {
    let html =
        "<label>Password <input type=password oninput='o.textContent = this.value'></label><p id=o></p>";
    on_page(html, |page, pages| async move {
        let mut skill = skill(
            &["pw"],
            vec![fill(role("textbox", "Password"), "{{pw}}")],
            vec![Condition::PathMatches("/".into())],
        );
        skill.parameters[0].kind = ParameterKind::Secret;
        let mut witness = Witness { allow: true, secrets: chain(), ..Witness::default() };
        let options = ReplayOptions { pictures: true, ..quick() };
        let bindings = bind(&[("pw", "password/pw")]);
        let report = replay_with(&page, &skill, &bindings, &sites(&pages), &options, &mut witness).await;
        assert_done(&report);
        assert_eq!(witness.pictures, 1, "only the one before the secret was on the page");
        assert_eq!(report.steps[0].picture_after, None);
    });
}

#[test]
fn the_form_before_a_held_step_masks_secrets() {
    on_page(&FORM.replace("get", "post"), |page, pages| async move {
        let mut login = login();
        login.commit_step = Some(3);
        login.effect = atelier_core::effect::Effect::Irreversible;
        let mut witness = Witness { secrets: chain(), ..Witness::default() };
        let options = ReplayOptions { dry_run: true, ..quick() };
        let report =
            replay_with(&page, &login, &Bindings::new(), &sites(&pages), &options, &mut witness).await;
        assert_eq!(report.result, ReplayResult::HeldBeforeCommit);
        let veiled = |name: &str| (name.to_owned(), "•••".to_owned());
        assert_eq!(report.steps[3].fields, [veiled("Password"), veiled("Code"), veiled("Card")]);
        assert_clean(&format!("{report:?}"));
    });
}

#[test]
fn a_secret_that_cannot_be_had_is_named_by_its_entry() {
    on_page(FORM, |page, pages| async move {
        let report = crate::rig::replay(&page, &pages, &login(), &Bindings::new()).await;
        assert_fault(&report, FaultCode::Secret, "no keychain");
        let mut witness = Witness { secrets: chain(), ..Witness::default() };
        let other = bind(&[("pw", "password/other")]);
        let report = replay_with(&page, &login(), &other, &sites(&pages), &quick(), &mut witness).await;
        assert_fault(&report, FaultCode::Secret, "atelier secret set password/other");
        let mut chosen = login();
        chosen.steps[0].action = Action::Select;
        let report =
            replay_with(&page, &chosen, &Bindings::new(), &sites(&pages), &quick(), &mut witness).await;
        assert_fault(&report, FaultCode::Secret, "only typed into fields");
    });
}

#[test]
fn a_field_that_refuses_a_secret_does_not_name_it() {
    let html = "<label>Password <input id=p></label><script>p.oninput = () => p.value = ''</script>";
    on_page(html, |page, pages| async move {
        let mut skill = skill(
            &["pw"],
            vec![fill(role("textbox", "Password"), "{{pw}}")],
            vec![Condition::PathMatches("/".into())],
        );
        skill.parameters[0].kind = ParameterKind::Secret;
        let mut witness = Witness { secrets: chain(), ..Witness::default() };
        let bindings = bind(&[("pw", "password/pw")]);
        let report = replay_with(&page, &skill, &bindings, &sites(&pages), &quick(), &mut witness).await;
        assert_fault(&report, FaultCode::NotActionable, "did not take the text");
        assert_clean(&format!("{report:?}"));
    });
}

#[test]
fn what_is_typed_into_a_password_field_by_hand_is_masked_too() {
    on_page(FORM, |page, pages| async move {
        let typed = skill(
            &["pw"],
            vec![fill(role("textbox", "Password"), "{{pw}}x")],
            vec![Condition::PathMatches("/".into())],
        );
        let report = crate::rig::replay(&page, &pages, &typed, &bind(&[("pw", "hunter2")])).await;
        assert_done(&report);
        assert_eq!(report.steps[0].value.as_deref(), Some("•••"));
    });
}
