//! Finding the one element that a target means.

use atelier_core::replay::Candidate;
use atelier_core::target::{Choice, Identity, MARGIN, Target};
use atelier_core::{target, template};
use serde_json::{Value, json};

use crate::CALL_LIMIT;
use crate::engine::{Found, Handle};
use crate::error::BrowserError;
use crate::page::{Frame, Page};

/// Candidates told at most.
const TOLD: usize = 8;
/// Frames of other sites inside of each other, at most.
const DEEPEST: usize = 6;

/// What a page holds for a target: the candidates, and what the scoring decided.
#[derive(Clone, Debug)]
pub struct Located {
    /// Best first by the engine's order; positions are those of [`Choice`].
    pub candidates: Vec<Candidate>,
    pub choice: Choice,
    /// Elements were found, but none of them is visible.
    pub hidden: bool,
    pub(crate) handles: Vec<Handle>,
    pub(crate) frame: Frame,
}

/// The chosen element.
#[derive(Clone, Debug)]
pub(crate) struct Chosen {
    pub frame: Frame,
    pub handle: Handle,
    pub score: f64,
    pub matched: Vec<Identity>,
    pub target: String,
}

fn request(target: &Target, unseen: bool) -> Value {
    let weights: serde_json::Map<String, Value> = target
        .identities()
        .into_iter()
        .map(|id| (json!(id).as_str().unwrap_or_default().to_owned(), json!(id.weight())))
        .collect();
    json!({
        "target": target,
        "weights": weights,
        "accept": target::ACCEPT,
        "margin": MARGIN,
        "limit": 40,
        "unseen": unseen,
    })
}

fn judge(target: &Target, found: &Found, frame: Frame) -> Located {
    let carried: Vec<Vec<Identity>> = found.found.iter().map(|one| one.carried.clone()).collect();
    let candidates = found
        .found
        .iter()
        .map(|one| Candidate {
            description: if one.visible || found.hidden {
                one.description.clone()
            } else {
                format!("{} (hidden)", one.description)
            },
            carried: one.carried.clone(),
            score: target.score(&one.carried),
        })
        .collect();
    Located {
        candidates,
        choice: target.choose(&carried),
        hidden: found.hidden,
        handles: found.found.iter().map(|one| one.handle).collect(),
        frame,
    }
}

impl Located {
    /// The best candidates, for a report.
    fn best(&self, only: Option<&[usize]>) -> Vec<Candidate> {
        let mut list: Vec<Candidate> = match only {
            Some(among) => among.iter().filter_map(|at| self.candidates.get(*at)).cloned().collect(),
            None => self.candidates.clone(),
        };
        list.sort_by(|a, b| b.score.total_cmp(&a.score));
        list.truncate(TOLD);
        list
    }

    pub(crate) fn chosen(&self, target: &Target, unseen: bool) -> Result<Chosen, BrowserError> {
        let name = target.describe();
        match &self.choice {
            Choice::One { at, score } => {
                if self.hidden && !unseen {
                    return Err(BrowserError::NotActionable {
                        target: name,
                        why: "it is not visible".into(),
                    });
                }
                Ok(Chosen {
                    frame: self.frame.clone(),
                    handle: self.handles[*at],
                    score: *score,
                    matched: self.candidates[*at].carried.clone(),
                    target: name,
                })
            }
            Choice::None { .. } => Err(BrowserError::NotFound { target: name, candidates: self.best(None) }),
            Choice::Ambiguous { among, .. } => {
                Err(BrowserError::Ambiguous { target: name, candidates: self.best(Some(among)) })
            }
        }
    }
}

impl Page {
    /// Every candidate for a target (rendered, no placeholders) with the identities it carries, and the choice.
    pub async fn locate(&self, target: &Target) -> Result<Located, BrowserError> {
        for _ in 0..20 {
            match self.locate_once(target).await {
                Err(BrowserError::Replaced { .. }) => {}
                other => return other,
            }
        }
        Err(BrowserError::Replaced { during: "locating".into() })
    }

    async fn locate_once(&self, target: &Target) -> Result<Located, BrowserError> {
        let tab = self.session.tab()?;
        let mut frame = Frame::default();
        let mut here = target.clone();
        loop {
            let found: Found = tab.run_in(&frame, "candidates", request(&here, false), CALL_LIMIT).await?;
            match &found.beyond {
                Some(beyond) if frame.owners.len() < DEEPEST => {
                    frame = tab.frame_in(&frame, beyond.handle).await?;
                    here.frame_path.clone_from(&beyond.rest);
                }
                _ => return Ok(judge(target, &found, frame)),
            }
        }
    }

    /// True where at least one element is good enough to be the target. Placeholders match anything.
    pub async fn has(&self, target: &Target) -> Result<bool, BrowserError> {
        Ok(self.has_each(&[target]).await?.into_iter().all(|has| has))
    }

    /// As [`Page::has`] for several targets in one round trip.
    pub async fn has_each(&self, targets: &[&Target]) -> Result<Vec<bool>, BrowserError> {
        let literal: Vec<Target> = targets.iter().map(|target| literal_part(target)).collect();
        let requests: Vec<Value> = literal.iter().map(|target| request(target, false)).collect();
        for _ in 0..20 {
            let tab = self.session.tab()?;
            let found: Vec<Found> = match tab.run("each", json!({ "targets": requests })).await {
                Ok(found) => found,
                Err(BrowserError::Replaced { .. }) => continue,
                Err(other) => return Err(other),
            };
            return Ok(literal
                .iter()
                .zip(found)
                .map(|(target, found)| {
                    target.identities().is_empty()
                        || found.beyond.is_some()
                        || !found.hidden
                            && !matches!(judge(target, &found, Frame::default()).choice, Choice::None { .. })
                })
                .collect());
        }
        Err(BrowserError::Replaced { during: "looking for elements".into() })
    }
}

/// The target without the identities that hold placeholders.
fn literal_part(target: &Target) -> Target {
    let keep = |text: &Option<String>| text.clone().filter(|text| !template::is_template(text));
    let list = |texts: &[String]| texts.iter().filter(|t| !template::is_template(t)).cloned().collect();
    Target {
        test_id: keep(&target.test_id),
        name: keep(&target.name),
        label: keep(&target.label),
        placeholder: keep(&target.placeholder),
        alt: keep(&target.alt),
        title: keep(&target.title),
        text: keep(&target.text),
        within: keep(&target.within),
        index: if keep(&target.name).is_some() { target.index } else { None },
        attributes: target
            .attributes
            .iter()
            .filter(|(_, value)| !template::is_template(value))
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect(),
        css: list(&target.css),
        xpath: list(&target.xpath),
        neighbours: list(&target.neighbours),
        ..target.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_left_out_of_the_presence_check() {
        let target = Target {
            role: Some("link".into()),
            name: Some("{{forum}}".into()),
            index: Some(2),
            attributes: [("href".to_owned(), "/f/{{forum}}".to_owned())].into(),
            within: Some("Forums".into()),
            ..Target::default()
        };
        let literal = literal_part(&target);
        assert_eq!(literal.identities(), [Identity::Within, Identity::Role]);
    }

    #[test]
    fn weights_are_named_as_the_engine_names_them() {
        let target = Target { role: Some("link".into()), name: Some("x".into()), ..Target::default() };
        assert_eq!(request(&target, false)["weights"], json!({ "role_name": 80, "role": 10 }));
    }
}
