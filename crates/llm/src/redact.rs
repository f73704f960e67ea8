//! Secrets taken out of what is sent to a model, by the one table of `atelier_core::secrets`.

use atelier_core::secrets::{MASK, QUERY_KEYS, clean_url, looks_secret};
use secrecy::{ExposeSecret, SecretString};

/// Keys that mark a secret also in `key: value`; the others are everyday words.
const PLAIN_KEYS: [&str; 7] =
    ["password", "passwd", "pwd", "api_key", "apikey", "access_token", "client_secret"];
/// Shorter secrets would take out half of all texts.
const LEAST: usize = 4;

/// Takes secrets out of texts and counts them.
#[derive(Debug, Default)]
pub struct Redactor<'a> {
    known: Vec<&'a SecretString>,
    /// So many were found.
    pub found: u32,
}

impl<'a> Redactor<'a> {
    /// Knows these secrets besides the table.
    pub fn new(known: impl IntoIterator<Item = &'a SecretString>) -> Self {
        Self { known: known.into_iter().collect(), found: 0 }
    }

    /// The text with [`MASK`] in place of every secret.
    pub fn text(&mut self, text: &str) -> String {
        let mut out = text.to_owned();
        for secret in &self.known {
            let secret = secret.expose_secret();
            if secret.len() >= LEAST && out.contains(secret) {
                self.found += 1;
                out = out.replace(secret, MASK);
            }
        }
        let out = self.private_keys(&out);
        let out = self.numbers(&out);
        self.words(&out)
    }

    /// Every string of a JSON value.
    pub fn json(&mut self, value: &mut serde_json::Value) {
        match value {
            serde_json::Value::String(text) => *text = self.text(text),
            serde_json::Value::Array(items) => items.iter_mut().for_each(|item| self.json(item)),
            serde_json::Value::Object(fields) => {
                for (key, field) in fields {
                    match field {
                        serde_json::Value::String(text)
                            if is_key(key) && !text.is_empty() && text != MASK =>
                        {
                            self.found += 1;
                            MASK.clone_into(text);
                        }
                        other => self.json(other),
                    }
                }
            }
            _ => {}
        }
    }

    /// Blocks of private keys, whole.
    fn private_keys(&mut self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find("-----BEGIN ") {
            out.push_str(&rest[..at]);
            out.push_str(MASK);
            self.found += 1;
            let end = rest[at..].find("-----END ").map(|end| at + end + "-----END ".len());
            rest = match end {
                Some(end) => rest[end..].find("-----").map_or("", |close| &rest[end + close + 5..]),
                None => "",
            };
        }
        out.push_str(rest);
        out
    }

    /// Card numbers, also in groups.
    fn numbers(&mut self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut run = String::new();
        let mut flush = |run: &mut String, out: &mut String| {
            let end = run.trim_end_matches([' ', '-']).len();
            let tail = run.split_off(end);
            if run.len() >= 13 && looks_secret(run) {
                self.found += 1;
                out.push_str(MASK);
            } else {
                out.push_str(run);
            }
            out.push_str(&tail);
            run.clear();
        };
        for c in text.chars() {
            let grouped =
                !run.is_empty() && (c == ' ' || c == '-') && run.ends_with(|c: char| c.is_ascii_digit());
            if c.is_ascii_digit() || grouped {
                run.push(c);
            } else {
                flush(&mut run, &mut out);
                out.push(c);
            }
        }
        flush(&mut run, &mut out);
        out
    }

    /// Tokens, addresses, and values behind a key.
    fn words(&mut self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut behind_key = false;
        for piece in text.split_inclusive(|c: char| c.is_whitespace()) {
            let word = piece.trim_end();
            let space = &piece[word.len()..];
            let clean = if behind_key && !word.is_empty() && word != MASK {
                self.found += 1;
                MASK.to_owned()
            } else {
                self.word(word)
            };
            if !word.is_empty() {
                let key = word
                    .trim_matches(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'))
                    .to_lowercase();
                behind_key = key.strip_suffix(':').is_some_and(|key| PLAIN_KEYS.contains(&key));
            }
            out.push_str(&clean);
            out.push_str(space);
        }
        out
    }

    fn word(&mut self, word: &str) -> String {
        let edge = |c: char| "\"'`<>()[]{},;.!?".contains(c);
        let core = word.trim_matches(edge);
        if core.is_empty() {
            return word.to_owned();
        }
        let replaced = if core.contains("://") {
            clean_url(core)
        } else if looks_secret(core) {
            Some(MASK.to_owned())
        } else {
            self.assignments(core)
        };
        match replaced {
            Some(clean) => {
                self.found += 1;
                word.replacen(core, &clean, 1)
            }
            None => word.to_owned(),
        }
    }

    /// `key=value`, `"key":"value"`, `Bearer:token`: the value goes.
    fn assignments(&self, core: &str) -> Option<String> {
        let ends = |c: char| "&,;\"'{}".contains(c);
        let mut out = String::new();
        let mut changed = false;
        for part in core.split_inclusive(['&', ',', ';']) {
            let at = part.find(['=', ':']);
            let Some(at) = at else {
                out.push_str(part);
                continue;
            };
            let key = part[..at].rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).find(|k| !k.is_empty());
            let value = part[at + 1..].trim_matches(ends);
            let secret = key.is_some_and(is_key) && !value.is_empty() && value != MASK;
            if secret || looks_secret(value) {
                changed = true;
                out.push_str(&part.replacen(value, MASK, 1));
            } else {
                out.push_str(part);
            }
        }
        changed.then_some(out)
    }
}

fn is_key(key: &str) -> bool {
    QUERY_KEYS.contains(&key.to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn clean(text: &str) -> String {
        Redactor::default().text(text)
    }

    #[test]
    fn whatever_the_table_knows_is_taken_out_of_running_text() {
        let token = format!("sk-{}", "a1b2".repeat(8));
        for (text, safe) in [
            (format!("the key is {token}."), "the key is ***."),
            (format!("{{\"note\":\"{token}\"}}"), "{\"note\":\"***\"}"),
            ("pay with 4111 1111 1111 1111, please".into(), "pay with ***, please"),
            (
                "see https://a.example/x?q=tea&token=abc now".into(),
                "see https://a.example/x?q=tea&token=*** now",
            ),
            ("password: hunter2 and go".into(), "password: *** and go"),
            ("body user=bob&password=hunter2&x=1".into(), "body user=bob&password=***&x=1"),
            ("-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----\nend".into(), "***\nend"),
        ] {
            assert_eq!(clean(&text), safe);
        }
    }

    #[test]
    fn plain_text_stays() {
        for text in [
            "textbox \"Password\" [e12], button \"Sign in\"",
            "order 2026-01-02 of 3 items, total: 1,299.00",
            "the secret: be kind; token: a small coin",
            "https://a.example/f/books?sort=new",
            "call +49 30 1234567 or 12 34 56",
        ] {
            assert_eq!(clean(text), text);
        }
    }

    #[test]
    fn secrets_of_the_task_and_values_under_keys_go_too() {
        let own = SecretString::from("correct horse");
        let mut redactor = Redactor::new([&own]);
        let mut value = serde_json::json!({ "text": "it is correct horse!", "password": "x", "n": 3 });
        redactor.json(&mut value);
        assert_eq!(value, serde_json::json!({ "text": "it is ***!", "password": "***", "n": 3 }));
        assert_eq!(redactor.found, 2);
    }

    proptest! {
        #[test]
        fn never_panics_and_twice_is_once(text in ".{0,200}") {
            let once = clean(&text);
            prop_assert_eq!(clean(&once), once);
        }
    }
}
