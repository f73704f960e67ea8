//! Selector alternatives: each is one way to the same element, a list of selectors is a chain through
//! shadow hosts.

use atelier_core::target::Target;
use serde_json::Value;

/// Attributes that last, and are worth being an identity of their own.
const LASTING: [&str; 11] = [
    "name",
    "type",
    "href",
    "action",
    "value",
    "autocomplete",
    "itemprop",
    "rel",
    "for",
    "src",
    "aria-current",
];
const TEST_IDS: [&str; 5] = ["data-testid", "data-test-id", "data-test", "data-qa", "data-cy"];

/// One selector without its prefix.
enum Selector<'a> {
    Aria(&'a str),
    Text(&'a str),
    Xpath(&'a str),
    Pierce(&'a str),
    Css(&'a str),
}

impl<'a> Selector<'a> {
    fn of(text: &'a str) -> Self {
        let rest = |prefix: &str| text.strip_prefix(prefix);
        if let Some(rest) = rest("aria/") {
            Self::Aria(rest)
        } else if let Some(rest) = rest("text/") {
            Self::Text(rest)
        } else if let Some(rest) = rest("xpath/") {
            Self::Xpath(rest)
        } else if let Some(rest) = rest("pierce/") {
            Self::Pierce(rest)
        } else {
            Self::Css(text)
        }
    }
}

/// Reads the alternatives of one step. None where none of them is a selector at all.
pub(crate) fn read(alternatives: &Value) -> Option<Target> {
    let mut target = Target::default();
    for alternative in alternatives.as_array()? {
        let chain: Vec<&str> = match alternative {
            Value::String(text) => vec![text],
            Value::Array(items) => items.iter().filter_map(Value::as_str).collect(),
            _ => continue,
        };
        let Some((last, hosts)) = chain.split_last() else {
            continue;
        };
        if last.is_empty() {
            continue;
        }
        take(&mut target, last, hosts);
    }
    if target.role.is_none() && (target.name.is_some() || target.tag.is_some()) {
        target.role = implied_role(&target);
    }
    (target != Target::default()).then_some(target)
}

fn take(target: &mut Target, selector: &str, hosts: &[&str]) {
    match Selector::of(selector) {
        Selector::Aria(text) => {
            let (name, role) = aria(text);
            if target.name.is_none() && !name.is_empty() {
                target.name = Some(name);
            }
            if target.role.is_none() {
                target.role = role;
            }
        }
        Selector::Text(text) => {
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            if target.text.is_none() && !text.is_empty() {
                target.text = Some(text.chars().take(200).collect());
            }
        }
        Selector::Xpath(path) => target.xpath.push(path.to_owned()),
        // A pierce selector is CSS that looks through every shadow root: as a plain path it only helps
        // where there is none, and then the plain one is there too.
        Selector::Pierce(css) => facts(target, css),
        Selector::Css(css) => {
            facts(target, css);
            if !target.css.iter().any(|known| known == css) {
                target.css.push(css.to_owned());
            }
            let path: Option<Vec<String>> = hosts
                .iter()
                .map(|host| match Selector::of(host) {
                    Selector::Css(css) | Selector::Pierce(css) => Some(css.to_owned()),
                    _ => None,
                })
                .collect();
            if let Some(path) = path
                && target.shadow_path.is_empty()
            {
                target.shadow_path = path;
            }
        }
    }
}

/// `Name[role="button"]` taken apart; both are optional.
fn aria(text: &str) -> (String, Option<String>) {
    let (name, role) = match text.rfind("[role=") {
        Some(at) if text.ends_with(']') => {
            let role = text[at + 6..text.len() - 1].trim_matches(['"', '\'']);
            (&text[..at], (!role.is_empty()).then(|| role.to_owned()))
        }
        _ => (text, None),
    };
    (name.split_whitespace().collect::<Vec<_>>().join(" "), role)
}

/// What the last part of a CSS selector says about the element: tag, test id, lasting attributes.
fn facts(target: &mut Target, css: &str) {
    let last = last_compound(css);
    let tag: String = last.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
    if target.tag.is_none() && tag.starts_with(|c: char| c.is_ascii_alphabetic()) {
        target.tag = Some(tag.to_ascii_lowercase());
    }
    for (key, value) in attributes(last) {
        if TEST_IDS.contains(&key) {
            target.test_id.get_or_insert(value);
        } else if key == "placeholder" {
            target.placeholder.get_or_insert(value);
        } else if key == "alt" {
            target.alt.get_or_insert(value);
        } else if key == "title" {
            target.title.get_or_insert(value);
        } else if key == "aria-label" {
            target.name.get_or_insert(value);
        } else if key == "role" {
            target.role.get_or_insert(value);
        } else if LASTING.contains(&key) {
            target.attributes.entry(key.to_owned()).or_insert(value);
        }
    }
}

/// The part behind the last combinator that is in no bracket and no quotation.
fn last_compound(css: &str) -> &str {
    let (mut start, mut depth, mut quote) = (0, 0_usize, None);
    let mut escaped = false;
    for (at, c) in css.char_indices() {
        match (quote, c) {
            _ if escaped => escaped = false,
            (_, '\\') => escaped = true,
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '[' | '(') => depth += 1,
            (None, ']' | ')') => depth = depth.saturating_sub(1),
            (None, ' ' | '>' | '+' | '~') if depth == 0 => start = at + 1,
            _ => {}
        }
    }
    &css[start..]
}

/// `[key="value"]` pairs with `=`; other operators say less than a whole value and are left out.
fn attributes(compound: &str) -> Vec<(&str, String)> {
    let mut found = Vec::new();
    let mut rest = compound;
    while let Some(open) = rest.find('[') {
        let Some(close) = closing(&rest[open..]).map(|at| at + open) else {
            break;
        };
        if let Some((key, value)) = rest[open + 1..close].split_once('=') {
            let value = value.trim().trim_matches(['"', '\'']).replace("\\\"", "\"").replace("\\\\", "\\");
            if key.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') && !value.is_empty() {
                found.push((key.trim(), value));
            }
        }
        rest = &rest[close + 1..];
    }
    found
}

/// Where the bracket that opens the text closes, quotations aside.
fn closing(text: &str) -> Option<usize> {
    let (mut quote, mut escaped) = (None, false);
    for (at, c) in text.char_indices() {
        match (quote, c) {
            _ if escaped => escaped = false,
            (_, '\\') => escaped = true,
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, ']') => return Some(at),
            _ => {}
        }
    }
    None
}

fn implied_role(target: &Target) -> Option<String> {
    let kind = target.attributes.get("type").map(String::as_str);
    let role = match (target.tag.as_deref()?, kind) {
        ("a", _) => "link",
        ("button" | "summary", _) | ("input", Some("submit" | "button" | "reset" | "image")) => "button",
        ("input", Some("checkbox")) => "checkbox",
        ("input", Some("radio")) => "radio",
        ("input", Some("search")) => "searchbox",
        ("input", Some("number")) => "spinbutton",
        ("input", Some("range")) => "slider",
        ("input" | "textarea", _) => "textbox",
        ("select", _) => "combobox",
        ("option", _) => "option",
        ("img", _) => "img",
        _ => return None,
    };
    Some(role.to_owned())
}

/// Writes the alternatives of a target, what a person would name first.
pub(crate) fn write(target: &Target) -> Value {
    let mut all: Vec<Vec<String>> = Vec::new();
    let mut one = |text: String| {
        if !all.iter().any(|known| known == std::slice::from_ref(&text)) {
            all.push(vec![text]);
        }
    };
    let role = target.role.as_ref().map(|role| format!("[role=\"{role}\"]")).unwrap_or_default();
    if let Some(name) = &target.name {
        one(format!("aria/{name}{role}"));
    } else if !role.is_empty() {
        one(format!("aria/{role}"));
    }
    let tag = target.tag.clone().unwrap_or_default();
    let quoted = |value: &str| value.replace('\\', "\\\\").replace('"', "\\\"");
    let optional = [
        ("data-testid", &target.test_id),
        ("placeholder", &target.placeholder),
        ("alt", &target.alt),
        ("title", &target.title),
    ];
    for (key, value) in optional {
        if let Some(value) = value {
            one(format!("{tag}[{key}=\"{}\"]", quoted(value)));
        }
    }
    for (key, value) in &target.attributes {
        if LASTING.contains(&key.as_str()) {
            one(format!("{tag}[{key}=\"{}\"]", quoted(value)));
        }
    }
    if let Some(text) = &target.text {
        one(format!("text/{text}"));
    }
    for path in &target.xpath {
        one(format!("xpath/{path}"));
    }
    for css in &target.css {
        let chain: Vec<String> = target.shadow_path.iter().chain([css]).cloned().collect();
        if !all.contains(&chain) {
            all.push(chain);
        }
    }
    if all.is_empty() && !tag.is_empty() {
        all.push(vec![tag]);
    }
    Value::from(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn alternatives_become_identities_of_one_element() {
        let target = read(&json!([
            ["aria/Sign  in[role=\"button\"]"],
            ["form.x > button[data-testid=\"go\"][type='submit']"],
            ["xpath///*[@id=\"x\"]"],
            ["pierce/#x"],
            ["text/Sign in"]
        ]))
        .unwrap();
        assert_eq!((target.role.as_deref(), target.name.as_deref()), (Some("button"), Some("Sign in")));
        assert_eq!((target.tag.as_deref(), target.test_id.as_deref()), (Some("button"), Some("go")));
        assert_eq!(target.attributes["type"], "submit");
        assert_eq!(target.xpath, ["//*[@id=\"x\"]"]);
        assert_eq!(target.text.as_deref(), Some("Sign in"));
        assert_eq!(target.css.len(), 1);
    }

    #[test]
    fn chains_lead_through_shadow_hosts() {
        let target = read(&json!([["shop-app", "shop-cart.open", "button[name=\"pay\"]"]])).unwrap();
        assert_eq!(target.shadow_path, ["shop-app", "shop-cart.open"]);
        assert_eq!(target.css, ["button[name=\"pay\"]"]);
        assert_eq!(target.role.as_deref(), Some("button"));
    }

    #[test]
    fn roles_are_implied_by_tag_and_type() {
        let role = |css: &str| read(&json!([[css]])).and_then(|t| t.role);
        assert_eq!(role("#a input[type=checkbox]").as_deref(), Some("checkbox"));
        assert_eq!(role("ul > li a").as_deref(), Some("link"));
        assert_eq!(role("#only-an-id"), None);
    }

    #[test]
    fn odd_selectors_do_no_harm() {
        for odd in ["[", "[a=", "a[b=\"", "]]", "\\", "aria/[role=", "xpath/", "a[b='c\\'']", "é[ü=\"ß\"]"]
        {
            let _ = read(&json!([[odd]]));
        }
        assert_eq!(read(&json!("x")), None);
        assert_eq!(read(&json!([[], [""], 3])), None);
    }
}
