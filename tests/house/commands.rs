//! A command of the window stands in four places: the list of the build script, the handlers, the grants, and the
//! bindings of the interface. What stands in one and not in another is dead, or refused at run time.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{files, read};

/// Of the shell's own powers, those that the window may have.
const SHELL_GRANTS: &[&str] =
    &["core:event:", "core:webview:allow-set-webview-zoom", "core:window:", "dialog:"];

fn listed() -> BTreeSet<String> {
    let text = read("src-tauri/commands.txt");
    let names: Vec<&str> =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let set: BTreeSet<String> = names.iter().map(|name| (*name).to_owned()).collect();
    assert_eq!(names.len(), set.len(), "`src-tauri/commands.txt` names a command twice");
    set
}

fn handled() -> BTreeSet<String> {
    files("src-tauri", &["rs"]).iter().flat_map(|file| handlers(&read(file))).collect()
}

/// Last path segments inside every `generate_handler![…]`.
fn handlers(source: &str) -> Vec<String> {
    let source = without_comments(source);
    source
        .split("generate_handler![")
        .skip(1)
        .filter_map(|rest| rest.split(']').next())
        .flat_map(|inside| inside.split(','))
        .filter_map(|path| path.rsplit("::").next())
        .map(|name| name.trim().to_owned())
        .filter(|name| !name.is_empty())
        .collect()
}

fn bound() -> BTreeSet<String> {
    let mut sources = files("ui/src/bindings", &["rs"]);
    sources.push("ui/src/bindings.rs".into());
    sources.iter().flat_map(|file| calls(&read(file))).collect()
}

/// The literal first argument of every `invoke(…)` and `invoke::<…>(…)`; those of plug-ins are not ours.
fn calls(source: &str) -> Vec<String> {
    let source = without_comments(source);
    source
        .match_indices("invoke")
        .filter_map(|(at, word)| {
            let mut rest = &source[at + word.len()..];
            if let Some(generic) = rest.strip_prefix("::<") {
                rest = &generic[end_of_generic(generic)?..];
            }
            let literal = rest.strip_prefix('(')?.trim_start().strip_prefix('"')?;
            literal.split('"').next()
        })
        .filter(|name| !name.contains(':'))
        .map(str::to_owned)
        .collect()
}

/// Where the angle bracket that is open at the start closes, past it.
fn end_of_generic(text: &str) -> Option<usize> {
    let mut depth = 1;
    for (at, letter) in text.char_indices() {
        match letter {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

fn without_comments(source: &str) -> String {
    source.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

fn capability() -> Value {
    serde_json::from_str(&read("src-tauri/capabilities/main.json")).unwrap()
}

fn grants() -> Vec<String> {
    let capability = capability();
    let permissions = capability["permissions"].as_array().unwrap();
    permissions.iter().map(|name| name.as_str().unwrap().to_owned()).collect()
}

/// `allow-list-skills` grants `list_skills`.
fn granted() -> BTreeSet<String> {
    grants()
        .iter()
        .filter_map(|name| name.strip_prefix("allow-"))
        .map(|name| name.replace('-', "_"))
        .collect()
}

fn differences(
    left: &BTreeSet<String>,
    left_name: &str,
    right: &BTreeSet<String>,
    right_name: &str,
) -> Vec<String> {
    let lacking = |from: &BTreeSet<String>, from_name: &str, to: &BTreeSet<String>, to_name: &str| {
        from.difference(to)
            .map(|name| format!("`{name}` is in {from_name} and not in {to_name}"))
            .collect::<Vec<_>>()
    };
    let mut found = lacking(left, left_name, right, right_name);
    found.extend(lacking(right, right_name, left, left_name));
    found
}

#[test]
fn the_four_lists_of_commands_agree() {
    let listed = listed();
    let name = "`src-tauri/commands.txt`";
    assert!(!listed.is_empty(), "{name} is empty");
    let mut found = differences(&listed, name, &handled(), "`generate_handler!`");
    found.extend(differences(&listed, name, &granted(), "the grants of `src-tauri/capabilities/main.json`"));
    found.extend(differences(&listed, name, &bound(), "the bindings in `ui/src/bindings`"));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_window_is_granted_nothing_more() {
    let capability = capability();
    assert_eq!(
        capability["windows"],
        serde_json::json!(["main"]),
        "commands are granted to one window by name"
    );
    assert!(capability.get("remote").is_none(), "no page from elsewhere may call a command");
    for grant in grants() {
        let ours = grant.starts_with("allow-");
        let shell = SHELL_GRANTS.iter().any(|start| grant.starts_with(start));
        assert!(ours || shell, "`{grant}` is more than the window needs; file work is done in Rust");
        assert!(
            !grant.ends_with(":default"),
            "`{grant}` grants a bundle of powers; name the one that is needed"
        );
    }
    assert_eq!(
        files("src-tauri/capabilities", &["json", "toml"]).len(),
        1,
        "there is one window, so one capability"
    );
}

#[test]
fn the_content_security_policy_lets_no_host_in() {
    let conf: Value = serde_json::from_str(&read("tauri.conf.json")).unwrap();
    let security = &conf["app"]["security"];
    assert_eq!(security["freezePrototype"], true);
    assert_eq!(conf["app"]["withGlobalTauri"], false);
    let policy = &security["csp"];
    assert_eq!(policy["default-src"], "'self'");
    assert_eq!(policy["script-src"], "'self' 'wasm-unsafe-eval'");
    assert_eq!(policy["style-src"], "'self'");
    assert_eq!(policy["connect-src"], "'self' ipc: http://ipc.localhost");
    assert_eq!(policy["img-src"], "'self' data: blob:");
}

#[test]
fn calls_are_read_from_the_text() {
    let source = r#"
        invoke("one", json!({})).await; // invoke("not_this")
        invoke::<Vec<Option<u8>>>(
            "two", x);
        invoke("plugin:dialog|open", y); invoke(name, z)"#;
    assert_eq!(calls(source), ["one", "two"]);
    let source = "tauri::generate_handler![\n frame::overview, // first\n skills::deep::get_skill,\n]";
    assert_eq!(handlers(source), ["overview", "get_skill"]);
}
