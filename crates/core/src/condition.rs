//! Conditions: what must hold on the page after a step or a whole skill. They decide whether something
//! was done; the absence of an error never does.

use serde::{Deserialize, Serialize};

use crate::target::Target;
use crate::template::{self, Bindings, Unbound};

/// One condition. Strings may hold placeholders in a skill.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// The page's URL contains the text (compared percent-decoded, `+` as a space).
    UrlContains(String),
    /// The URL's path, without host and query, matches the pattern; `*` stands for any run of characters.
    PathMatches(String),
    /// The text is visible, white space collapsed, case ignored.
    TextPresent(String),
    TextAbsent(String),
    /// Exactly one element matches the target.
    ElementPresent(Target),
    ElementAbsent(Target),
    /// The element's value equals `value`.
    FieldHas {
        target: Target,
        value: String,
    },
    /// During the run a request of this method and path pattern was answered below 400.
    RequestMade {
        method: String,
        path: String,
    },
    /// An extract step of this name brought text that is not empty.
    OutputFilled(String),
}

impl Condition {
    /// Fills the placeholders.
    ///
    /// # Errors
    /// [`Unbound`] names a placeholder without a value.
    pub fn render(&self, bindings: &Bindings) -> Result<Self, Unbound> {
        let text = |t: &str| template::render(t, bindings);
        Ok(match self {
            Self::UrlContains(t) => Self::UrlContains(text(t)?),
            Self::PathMatches(t) => Self::PathMatches(text(t)?),
            Self::TextPresent(t) => Self::TextPresent(text(t)?),
            Self::TextAbsent(t) => Self::TextAbsent(text(t)?),
            Self::ElementPresent(t) => Self::ElementPresent(t.render(bindings)?),
            Self::ElementAbsent(t) => Self::ElementAbsent(t.render(bindings)?),
            Self::FieldHas { target, value } => {
                Self::FieldHas { target: target.render(bindings)?, value: text(value)? }
            }
            Self::RequestMade { method, path } => {
                Self::RequestMade { method: method.clone(), path: text(path)? }
            }
            Self::OutputFilled(name) => Self::OutputFilled(name.clone()),
        })
    }

    /// Every string that may hold placeholders.
    pub fn strings(&self) -> Vec<&str> {
        match self {
            Self::UrlContains(t) | Self::PathMatches(t) | Self::TextPresent(t) | Self::TextAbsent(t) => {
                vec![t]
            }
            Self::ElementPresent(t) | Self::ElementAbsent(t) => t.strings().map(String::as_str).collect(),
            Self::FieldHas { target, value } => {
                target.strings().map(String::as_str).chain([value.as_str()]).collect()
            }
            Self::RequestMade { path, .. } => vec![path],
            Self::OutputFilled(_) => Vec::new(),
        }
    }

    /// The condition in words.
    pub fn describe(&self) -> String {
        match self {
            Self::UrlContains(t) => format!("the address contains “{t}”"),
            Self::PathMatches(t) => format!("the address is `{t}`"),
            Self::TextPresent(t) => format!("“{t}” is on the page"),
            Self::TextAbsent(t) => format!("“{t}” is not on the page"),
            Self::ElementPresent(t) => format!("{} is there", t.describe()),
            Self::ElementAbsent(t) => format!("{} is gone", t.describe()),
            Self::FieldHas { target, value } => format!("{} holds “{value}”", target.describe()),
            Self::RequestMade { method, path } => format!("{method} {path} was accepted"),
            Self::OutputFilled(name) => format!("`{name}` was read"),
        }
    }
}
