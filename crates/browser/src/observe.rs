//! What a page shows, in a few lines: for models, and for the choices of a list.

use std::fmt::Write;

use atelier_core::replay::Candidate;
use atelier_core::target::Target;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::CALL_LIMIT;
use crate::engine::{About, Contained, Handle, Queried, Shown};
use crate::error::BrowserError;
use crate::locate::Chosen;
use crate::page::{Frame, Page};

/// Frames of other sites that are looked into, at most.
const MANY_FRAMES: usize = 12;

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

#[derive(Deserialize)]
struct Observed {
    #[serde(flatten)]
    view: Observation,
    frames: Vec<Handle>,
}

impl Page {
    /// The page's controls, headings and messages, those of its frames at the end.
    pub async fn observe(&self) -> Result<Observation, BrowserError> {
        let mut whole = Observation::default();
        let mut first = true;
        self.in_each_frame("observe", json!({}), |seen: Observed| {
            if std::mem::take(&mut first) {
                whole = seen.view;
            } else {
                whole.nodes.extend(seen.view.nodes);
            }
            seen.frames
        })
        .await?;
        Ok(whole)
    }

    /// The choices of a list, or the texts of the links and buttons inside of another element.
    pub async fn options(&self, target: &Target) -> Result<Vec<String>, BrowserError> {
        let chosen = self.locate(target).await?.chosen(target, true)?;
        self.ask(&chosen, "optionsOf").await
    }

    /// All identities of the one element that a CSS selector names, as the recorder stores them.
    pub async fn describe(&self, css: &str) -> Result<Target, BrowserError> {
        let mut found = self.query(&json!({ "css": css })).await?;
        match found.len() {
            0 => Err(BrowserError::NotFound { target: css.to_owned(), candidates: Vec::new() }),
            1 => self.about(&found.remove(0)).await.map(|about| about.target),
            _ => Err(ambiguous(css, &found)),
        }
    }

    /// Elements by a short description, in every frame.
    pub(crate) async fn query(&self, by: &Value) -> Result<Vec<Chosen>, BrowserError> {
        let mut all = Vec::new();
        self.in_each_frame_with("query", by.clone(), |frame, queried: Queried| {
            all.extend(queried.found.into_iter().map(|one| Chosen {
                frame: frame.clone(),
                handle: one.handle,
                score: 1.0,
                matched: Vec::new(),
                target: one.description,
            }));
            queried.frames
        })
        .await?;
        Ok(all)
    }

    pub(crate) async fn about(&self, chosen: &Chosen) -> Result<About, BrowserError> {
        let about: Option<About> = self.ask(chosen, "about").await?;
        let mut about =
            about.ok_or_else(|| BrowserError::Replaced { during: "describing an element".into() })?;
        let tab = self.session.tab()?;
        let mut around = Vec::new();
        for (depth, (id, owner)) in chosen.frame.owners.iter().enumerate() {
            let outer = Frame::of(id.clone(), &chosen.frame.owners[..depth]);
            let css: Vec<String> =
                tab.run_in(&outer, "frameCss", json!({ "handle": owner }), CALL_LIMIT).await?;
            around.extend(css);
        }
        around.append(&mut about.target.frame_path);
        about.target.frame_path = around;
        Ok(about)
    }

    pub(crate) async fn shown(&self) -> Result<Shown, BrowserError> {
        let mut whole: Option<Shown> = None;
        self.in_each_frame("snapshot", json!({}), |seen: Shown| {
            let frames = seen.frames.clone();
            match &mut whole {
                Some(whole) => whole.texts.extend(seen.texts),
                None => whole = Some(seen),
            }
            frames
        })
        .await?;
        whole.ok_or_else(|| BrowserError::Replaced { during: "snapshot".into() })
    }

    /// True where the visible text of the page or of one of its frames holds `text`.
    pub(crate) async fn shows(&self, text: &str) -> Result<bool, BrowserError> {
        let mut shown = false;
        self.in_each_frame("contains", json!({ "texts": [text] }), |seen: Contained| {
            shown |= seen.held.first().copied().unwrap_or(false);
            if shown { Vec::new() } else { seen.frames }
        })
        .await?;
        Ok(shown)
    }

    /// Asks the engine about one element; again where the page is replaced meanwhile.
    pub(crate) async fn ask<T: DeserializeOwned>(
        &self,
        chosen: &Chosen,
        job: &str,
    ) -> Result<T, BrowserError> {
        let tab = self.session.tab()?;
        tab.run_in(&chosen.frame, job, json!({ "handle": chosen.handle }), CALL_LIMIT).await
    }

    async fn in_each_frame<T: DeserializeOwned>(
        &self,
        job: &'static str,
        argument: Value,
        mut take: impl FnMut(T) -> Vec<Handle>,
    ) -> Result<(), BrowserError> {
        self.in_each_frame_with(job, argument, |_, seen| take(seen)).await
    }

    /// Runs a job that only reads in the page and in each frame of another site; `take` tells the frames to go
    /// on with. The top frame is tried again where it is replaced meanwhile; a frame that vanishes is left out.
    async fn in_each_frame_with<T: DeserializeOwned>(
        &self,
        job: &'static str,
        argument: Value,
        mut take: impl FnMut(&Frame, T) -> Vec<Handle>,
    ) -> Result<(), BrowserError> {
        let tab = self.session.tab()?;
        let top = Frame::default();
        let mut tries = 0;
        let seen = loop {
            match tab.run(job, argument.clone()).await {
                Err(BrowserError::Replaced { .. }) if tries < 20 => tries += 1,
                other => break other?,
            }
        };
        let mut waiting: Vec<(Frame, Handle)> =
            take(&top, seen).into_iter().map(|owner| (top.clone(), owner)).collect();
        let mut visited = 0;
        while let Some((outer, owner)) = waiting.pop() {
            visited += 1;
            if visited > MANY_FRAMES {
                break;
            }
            let entered = async {
                let frame = tab.frame_in(&outer, owner).await?;
                let seen: T = tab.run_in(&frame, job, argument.clone(), CALL_LIMIT).await?;
                Ok((frame, seen))
            };
            match entered.await {
                Ok((frame, seen)) => {
                    let inner = take(&frame, seen);
                    waiting.extend(inner.into_iter().map(|owner| (frame.clone(), owner)));
                }
                Err(error @ (BrowserError::BrowserGone | BrowserError::PageGone { .. })) => {
                    return Err(error);
                }
                Err(error) => tracing::debug!(%error, "a frame was left out"),
            }
        }
        Ok(())
    }
}

pub(crate) fn ambiguous(target: &str, found: &[Chosen]) -> BrowserError {
    BrowserError::Ambiguous {
        target: target.to_owned(),
        candidates: found
            .iter()
            .take(8)
            .map(|one| Candidate {
                description: one.target.clone(),
                carried: Vec::new(),
                near: Default::default(),
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
