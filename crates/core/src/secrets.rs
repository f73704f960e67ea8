//! What is never stored: passwords, one-time codes, card numbers, access tokens. The one table of them, for
//! the recorder (which hands it to its page script) and for imported files alike.

use url::Url;

use crate::target::Target;

/// What stands where a secret stood.
pub const MASK: &str = "***";

/// Words in a field's name, label or selector that mark a secret.
pub const FIELD_WORDS: [&str; 19] = [
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
pub const QUERY_KEYS: [&str; 11] = [
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
pub fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let letter = |c: Option<char>| c.is_some_and(char::is_alphabetic);
        !letter(text[..at].chars().next_back()) && !letter(text[at + word.len()..].chars().next())
    })
}

/// Beginnings of access tokens, each with the least number of characters behind it.
pub const TOKENS: [(&str, usize); 8] = [
    ("sk-", 20),
    ("ghp_", 30),
    ("github_pat_", 30),
    ("glpat-", 16),
    ("xoxb-", 20),
    ("xoxp-", 20),
    ("AKIA", 16),
    ("eyJ", 40),
];

/// True where the text itself looks like an access token, a private key or a card number.
pub fn looks_secret(text: &str) -> bool {
    let text = text.trim();
    let token = |(prefix, length): (&str, usize)| {
        text.strip_prefix(prefix).is_some_and(|rest| {
            let fits = rest.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
            fits && match prefix {
                "AKIA" => rest.len() == length,
                "eyJ" => rest.len() >= length && rest.matches('.').count() == 2,
                _ => rest.len() >= length,
            }
        })
    };
    text.contains("-----BEGIN ") || TOKENS.into_iter().any(token) || is_card(text)
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

/// The URL without secrets in its query and user part; none where it holds none.
pub fn clean_url(text: &str) -> Option<String> {
    clean_url_of(text, &[])
}

/// As [`clean_url`], where these keys of the query hold secrets too.
pub fn clean_url_of(text: &str, more: &[String]) -> Option<String> {
    if !text.contains("://") {
        return None;
    }
    let mut url = Url::parse(text).ok()?;
    let key_is_secret =
        |key: &str| QUERY_KEYS.contains(&key.to_lowercase().as_str()) || more.iter().any(|one| one == key);
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
