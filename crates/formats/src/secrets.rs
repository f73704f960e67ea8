//! What is never stored: passwords, one-time codes, card numbers, access tokens.

use atelier_core::target::Target;
use atelier_core::trajectory::{Signal, Trajectory, Value};
use serde_json::Value as Json;
use url::Url;

/// What stands where a secret stood.
pub const MASK: &str = "***";

/// Words in a field's name, label or selector that mark a secret.
const FIELD_WORDS: [&str; 19] = [
    "password",
    "passwd",
    "passcode",
    "passphrase",
    "pwd",
    "otp",
    "one-time",
    "onetime",
    "totp",
    "verification code",
    "security code",
    "cvc",
    "cvv",
    "card number",
    "cardnumber",
    "cc-number",
    "cc-csc",
    "api key",
    "secret",
];
/// Keys of a query whose value is a secret.
const QUERY_KEYS: [&str; 11] = [
    "password",
    "passwd",
    "pwd",
    "token",
    "access_token",
    "id_token",
    "refresh_token",
    "api_key",
    "apikey",
    "client_secret",
    "secret",
];

/// True where the field is one whose content is a secret.
pub fn is_secret_field(target: &Target) -> bool {
    let texts = [&target.name, &target.label, &target.placeholder, &target.title, &target.test_id];
    let lasting = ["type", "name", "autocomplete", "aria-label", "id"];
    let attributes = lasting.into_iter().filter_map(|key| target.attributes.get(key));
    let all = texts.into_iter().flatten().chain(attributes).chain(&target.css).chain(&target.xpath);
    all.map(|text| text.to_lowercase().replace('_', " "))
        .any(|text| FIELD_WORDS.iter().any(|word| has_word(&text, word)))
}

/// The word stands in the text with no letter right before it and none right behind it.
fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let letter = |c: Option<char>| c.is_some_and(char::is_alphabetic);
        !letter(text[..at].chars().next_back()) && !letter(text[at + word.len()..].chars().next())
    })
}

/// True where the text itself looks like an access token, a private key or a card number.
pub fn looks_secret(text: &str) -> bool {
    let text = text.trim();
    let token = |prefix: &str, length: usize| {
        text.strip_prefix(prefix).is_some_and(|rest| {
            rest.len() >= length && rest.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
        })
    };
    text.contains("-----BEGIN ")
        || token("sk-", 20)
        || token("ghp_", 30)
        || token("github_pat_", 30)
        || token("glpat-", 16)
        || token("xoxb-", 20)
        || token("xoxp-", 20)
        || (token("AKIA", 16) && text.len() == 20)
        || (token("eyJ", 40) && text.matches('.').count() == 2)
        || is_card(text)
}

fn is_card(text: &str) -> bool {
    if !text.chars().all(|c| c.is_ascii_digit() || c == ' ' || c == '-') {
        return false;
    }
    let digits: Vec<u32> = text.chars().filter_map(|c| c.to_digit(10)).collect();
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(at, digit)| match at % 2 {
            0 => *digit,
            _ if digit * 2 > 9 => digit * 2 - 9,
            _ => digit * 2,
        })
        .sum();
    (13..=19).contains(&digits.len()) && sum.is_multiple_of(10) && digits.iter().any(|d| *d != 0)
}

/// Takes every secret out of the trajectory. A secret value becomes the name of a keychain entry,
/// `host/field`. Returns how many were found.
pub fn scrub(trajectory: &mut Trajectory) -> usize {
    let mut found: Vec<String> = Vec::new();
    let mut count = 0;
    for step in &mut trajectory.steps {
        let Some(Value::Text(text)) = &step.value else {
            continue;
        };
        let typed = step.action.needs_target();
        let field = step.target.as_ref().is_some_and(is_secret_field) && typed && writes(step.action);
        // Sources that mask by themselves write stars.
        let masked = typed && text.len() >= 3 && text.bytes().all(|b| b == b'*');
        if !field && !masked && !looks_secret(text) {
            continue;
        }
        count += 1;
        found.push(text.clone());
        let host = Url::parse(&step.page.url).ok().and_then(|url| url.host_str().map(str::to_owned));
        let host = host.unwrap_or_else(|| "site".to_owned());
        step.value = Some(Value::Secret(format!("{host}/{}", field_name(step.target.as_ref()))));
    }
    found.retain(|text| !text.is_empty() && text != MASK);
    count += scrub_urls(trajectory);
    if !found.is_empty() {
        hide(trajectory, &found);
    }
    count
}

fn writes(action: atelier_core::trajectory::Action) -> bool {
    use atelier_core::trajectory::Action;
    matches!(action, Action::Fill | Action::Type)
}

fn field_name(target: Option<&Target>) -> String {
    let name = target.and_then(|t| {
        let attribute = t.attributes.get("name");
        t.label.as_ref().or(t.name.as_ref()).or(attribute).or(t.placeholder.as_ref())
    });
    let plain: String = name
        .map_or("secret", String::as_str)
        .to_lowercase()
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { '_' })
        .take(40)
        .collect();
    plain.trim_matches('_').to_owned()
}

/// Every other place a secret may have reached.
fn hide(trajectory: &mut Trajectory, secrets: &[String]) {
    let words = |text: &mut String| {
        for secret in secrets {
            if has_word(text, secret) {
                *text = text.replace(secret.as_str(), MASK);
            }
        }
    };
    if let Some(task) = &mut trajectory.task {
        words(task);
    }
    if let Some(raw) = &mut trajectory.raw {
        mask_json(raw, secrets);
    }
    for step in &mut trajectory.steps {
        if let Some(reasoning) = &mut step.reasoning {
            words(reasoning);
        }
        if let Some(raw) = &mut step.raw {
            mask_json(raw, secrets);
        }
        for snapshot in [&mut step.before, &mut step.after] {
            snapshot.appeared.retain(|text| !secrets.contains(text));
        }
    }
}

fn mask_json(value: &mut Json, secrets: &[String]) {
    match value {
        Json::String(text) if secrets.contains(text) => MASK.clone_into(text),
        // Addresses have their own rule; a word in them may as well be a host.
        Json::String(text) if !text.contains("://") => {
            for secret in secrets {
                if has_word(text, secret) {
                    *text = text.replace(secret.as_str(), MASK);
                }
            }
        }
        Json::Array(items) => items.iter_mut().for_each(|item| mask_json(item, secrets)),
        Json::Object(fields) => fields.values_mut().for_each(|item| mask_json(item, secrets)),
        _ => {}
    }
}

fn scrub_urls(trajectory: &mut Trajectory) -> usize {
    let mut masked: Vec<(String, String)> = Vec::new();
    let mut one = |url: &mut String| {
        if let Some(clean) = clean_url(url) {
            let dirty = std::mem::replace(url, clean.clone());
            if !masked.iter().any(|(old, _)| *old == dirty) {
                masked.push((dirty, clean));
            }
        }
    };
    one(&mut trajectory.start_url);
    for step in &mut trajectory.steps {
        one(&mut step.page.url);
        one(&mut step.before.url);
        one(&mut step.after.url);
        if let Some(Value::Text(text)) = &mut step.value {
            one(text);
        }
        for signal in &mut step.signals {
            if let Signal::Navigation { url, .. } | Signal::PopUp { url, .. } = signal {
                one(url);
            }
        }
    }
    if masked.is_empty() {
        return 0;
    }
    let raws = trajectory.steps.iter_mut().filter_map(|step| step.raw.as_mut()).chain(&mut trajectory.raw);
    for raw in raws {
        replace_json(raw, &masked);
    }
    masked.len()
}

fn replace_json(value: &mut Json, masked: &[(String, String)]) {
    match value {
        Json::String(text) => {
            if let Some((_, clean)) = masked.iter().find(|(dirty, _)| dirty == text) {
                clean.clone_into(text);
            }
        }
        Json::Array(items) => items.iter_mut().for_each(|item| replace_json(item, masked)),
        Json::Object(fields) => fields.values_mut().for_each(|item| replace_json(item, masked)),
        _ => {}
    }
}

/// The URL without secrets in its query and user part; none where it holds none.
fn clean_url(text: &str) -> Option<String> {
    if !text.contains("://") {
        return None;
    }
    let mut url = Url::parse(text).ok()?;
    let key_is_secret = |key: &str| QUERY_KEYS.contains(&key.to_lowercase().as_str());
    let secret = url.query_pairs().any(|(key, value)| {
        (key_is_secret(&key) || looks_secret(&value)) && value != MASK && !value.is_empty()
    });
    let user = url.password().is_some();
    if !secret && !user {
        return None;
    }
    if user {
        let _ = url.set_password(None);
        let _ = url.set_username("");
    }
    if secret {
        let pairs: Vec<(String, String)> = url
            .query_pairs()
            .map(|(key, value)| {
                let hide = key_is_secret(&key) || looks_secret(&value);
                (key.into_owned(), if hide { MASK.to_owned() } else { value.into_owned() })
            })
            .collect();
        url.query_pairs_mut().clear().extend_pairs(pairs);
    }
    Some(url.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(name: &str) -> Target {
        Target { label: Some(name.into()), ..Target::default() }
    }

    #[test]
    fn fields_by_whole_words() {
        for name in ["Password", "New password", "Card number", "CVC", "One-time code", "user[password]"] {
            assert!(is_secret_field(&field(name)), "{name}");
        }
        for name in ["Title", "Secretary", "Search", "Otport", "Body"] {
            assert!(!is_secret_field(&field(name)), "{name}");
        }
        let css = Target { css: vec!["input[type=\"password\"]".into()], ..Target::default() };
        assert!(is_secret_field(&css));
    }

    #[test]
    fn texts_by_their_form() {
        assert!(looks_secret("4111 1111 1111 1111"));
        assert!(!looks_secret("4111 1111 1111 1112"));
        assert!(looks_secret(&format!("sk-{}", "a1".repeat(12))));
        assert!(!looks_secret("sk-ipping stones"));
        assert!(!looks_secret("2026-01-02"));
    }

    #[test]
    fn addresses_lose_tokens_and_passwords() {
        assert_eq!(
            clean_url("https://a.example/x?q=tea&token=abc").unwrap(),
            "https://a.example/x?q=tea&token=***"
        );
        assert_eq!(clean_url("https://bob:pw@a.example/").unwrap(), "https://a.example/");
        assert_eq!(clean_url("https://a.example/x?q=tea"), None);
    }
}
