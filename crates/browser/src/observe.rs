//! What a page shows, in a few lines: for models, and for the choices of a list.

use std::fmt::Write;

use atelier_core::target::Target;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::engine::{About, Shown, Sketch};
use crate::error::BrowserError;
use crate::page::Page;

/// A compact view of a page: its controls, headings and messages in document order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Observation {
    pub url: String,
    pub title: String,
    pub nodes: Vec<ObservedNode>,
}

/// One control, heading or message.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ObservedNode {
    /// Number of the element, valid until the page is replaced.
    #[serde(rename = "ref")]
    pub number: u64,
    pub role: String,
    pub name: String,
    /// Value of a field; secrets are masked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<String>,
    /// Level of a heading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u32>,
}

impl Observation {
    /// The view as text, one line for each node: `[12] link "books"`.
    pub fn text(&self) -> String {
        let mut out = format!("{}\n{}\n", self.title, self.url);
        for node in &self.nodes {
            // Writing to a string cannot fail.
            let _ = match node.level {
                Some(level) => write!(out, "{} {}", "#".repeat(level.clamp(1, 6) as usize), node.name),
                None => write!(out, "[{}] {} {:?}", node.number, node.role, node.name),
            };
            if let Some(value) = &node.value {
                let _ = write!(out, " = {value:?}");
            }
            if !node.states.is_empty() {
                let _ = write!(out, " ({})", node.states.join(", "));
            }
            out.push('\n');
        }
        out
    }
}

impl Page {
    /// The page's controls, headings and messages.
    pub async fn observe(&self) -> Result<Observation, BrowserError> {
        self.retrying("observe", json!({})).await
    }

    /// The choices of a list, or the texts of the links and buttons inside of another element.
    pub async fn options(&self, target: &Target) -> Result<Vec<String>, BrowserError> {
        let chosen = self.locate(target).await?.chosen(target, true)?;
        self.retrying("optionsOf", json!({ "handle": chosen.handle })).await
    }

    /// All identities of the one element that a CSS selector names, as the recorder stores them.
    pub async fn describe(&self, css: &str) -> Result<Target, BrowserError> {
        let found: Vec<Sketch> = self.retrying("query", json!({ "css": css })).await?;
        match found.as_slice() {
            [one] => self.about(one.handle).await.map(|about| about.target),
            [] => Err(BrowserError::NotFound { target: css.to_owned(), candidates: Vec::new() }),
            many => Err(ambiguous(css, many)),
        }
    }

    pub(crate) async fn about(&self, handle: u64) -> Result<About, BrowserError> {
        let about: Option<About> = self.retrying("about", json!({ "handle": handle })).await?;
        about.ok_or_else(|| BrowserError::Replaced { during: "describing an element".into() })
    }

    pub(crate) async fn shown(&self) -> Result<Shown, BrowserError> {
        self.retrying("snapshot", json!({})).await
    }

    /// Runs a job that only reads; again where the page is replaced meanwhile.
    pub(crate) async fn retrying<T: serde::de::DeserializeOwned>(
        &self,
        job: &'static str,
        argument: serde_json::Value,
    ) -> Result<T, BrowserError> {
        for _ in 0..20 {
            match self.session.tab()?.run(job, argument.clone()).await {
                Err(BrowserError::Replaced { .. }) => {}
                other => return other,
            }
        }
        Err(BrowserError::Replaced { during: job.to_owned() })
    }
}

pub(crate) fn ambiguous(target: &str, found: &[Sketch]) -> BrowserError {
    BrowserError::Ambiguous {
        target: target.to_owned(),
        candidates: found
            .iter()
            .map(|one| atelier_core::replay::Candidate {
                description: one.description.clone(),
                carried: Vec::new(),
                score: 1.0,
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_is_one_line_a_node() {
        let node = |number, role: &str, name: &str| ObservedNode {
            number,
            role: role.into(),
            name: name.into(),
            ..ObservedNode::default()
        };
        let view = Observation {
            url: "http://a.example/".into(),
            title: "Forums".into(),
            nodes: vec![
                ObservedNode { level: Some(2), ..node(1, "heading", "All") },
                node(2, "link", "books"),
                ObservedNode {
                    value: Some("tea".into()),
                    states: vec!["focused".into()],
                    ..node(3, "searchbox", "Search")
                },
            ],
        };
        assert_eq!(
            view.text(),
            "Forums\nhttp://a.example/\n## All\n[2] link \"books\"\n[3] searchbox \"Search\" = \"tea\" (focused)\n"
        );
    }
}
