//! Placeholders: `{{name}}` in values, URLs, targets and conditions.

use std::collections::BTreeMap;

use thiserror::Error;

/// Values for the placeholders of a skill: its arguments, and the outputs of its extract steps.
pub type Bindings = BTreeMap<String, String>;

/// A placeholder without a value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{name}` has no value")]
pub struct Unbound {
    /// The placeholder's name.
    pub name: String,
}

enum Part<'a> {
    Literal(&'a str),
    Slot(&'a str),
}

fn parts(template: &str) -> impl Iterator<Item = Part<'_>> {
    let mut rest = template;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        if let Some(after) = rest.strip_prefix("{{")
            && let Some(end) = after.find("}}")
            && is_name(after[..end].trim())
        {
            rest = &after[end + 2..];
            return Some(Part::Slot(after[..end].trim()));
        }
        // A brace pair that is no placeholder stays as it is written.
        let skip = if rest.starts_with("{{") { 2 } else { 0 };
        let end = rest[skip..].find("{{").map_or(rest.len(), |at| at + skip);
        let literal = &rest[..end];
        rest = &rest[end..];
        Some(Part::Literal(literal))
    })
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

/// Names of the placeholders in order of appearance, with repetitions.
pub fn placeholders(template: &str) -> impl Iterator<Item = &str> {
    parts(template).filter_map(|part| match part {
        Part::Slot(name) => Some(name),
        Part::Literal(_) => None,
    })
}

/// True where the text holds at least one placeholder.
pub fn is_template(text: &str) -> bool {
    placeholders(text).next().is_some()
}

/// Fills every placeholder.
///
/// # Errors
/// [`Unbound`] names the first placeholder without a value.
pub fn render(template: &str, bindings: &Bindings) -> Result<String, Unbound> {
    render_with(template, bindings, str::to_owned)
}

/// As [`render`], each value encoded for use as one path segment or query value of a URL.
///
/// # Errors
/// [`Unbound`] names the first placeholder without a value.
pub fn render_url(template: &str, bindings: &Bindings) -> Result<String, Unbound> {
    render_with(template, bindings, |value| {
        let mut out = String::with_capacity(value.len());
        for byte in value.bytes() {
            if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
                out.push(char::from(byte));
            } else {
                out.push_str(&format!("%{byte:02X}"));
            }
        }
        out
    })
}

fn render_with(
    template: &str,
    bindings: &Bindings,
    encode: impl Fn(&str) -> String,
) -> Result<String, Unbound> {
    let mut out = String::with_capacity(template.len());
    for part in parts(template) {
        match part {
            Part::Literal(text) => out.push_str(text),
            Part::Slot(name) => match bindings.get(name) {
                Some(value) => out.push_str(&encode(value)),
                None => {
                    return Err(Unbound { name: name.to_owned() });
                }
            },
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn bind(pairs: &[(&str, &str)]) -> Bindings {
        pairs.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect()
    }

    #[test]
    fn fills_and_encodes() {
        let b = bind(&[("q", "a b/ü"), ("n", "3")]);
        assert_eq!(render("x {{q}} {{ n }}", &b).unwrap(), "x a b/ü 3");
        assert_eq!(render_url("/s?q={{q}}", &b).unwrap(), "/s?q=a%20b%2F%C3%BC");
    }

    #[test]
    fn names_what_is_missing() {
        assert_eq!(render("{{gone}}", &Bindings::new()).unwrap_err().name, "gone");
    }

    #[test]
    fn braces_that_are_no_placeholder_stay() {
        for text in ["{{", "{{}}", "{{A b}}", "a {{ {{x", "}}{{"] {
            assert_eq!(render(text, &Bindings::new()).unwrap(), text);
        }
    }

    proptest! {
        #[test]
        fn never_panics_and_literal_text_is_unchanged(text in "[^{}]*") {
            prop_assert_eq!(render(&text, &Bindings::new()).unwrap(), text);
        }

        #[test]
        fn values_are_not_templates_themselves(value in ".*") {
            let b = bind(&[("x", &value)]);
            prop_assert_eq!(render("{{x}}", &b).unwrap(), value);
        }
    }
}
