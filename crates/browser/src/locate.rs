//! Finding the one element that a target means.

use atelier_core::replay::Candidate;
use atelier_core::target::{Carried, Choice, Identity, MARGIN, Target, Weak};
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
    /// The candidate to try where none can be picked.
    pub weak: Option<Weak>,
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
        .map(|id| (json!(id).as_str().unwrap_or_default().to_owned(), json!(target.weight(id))))
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

fn judge(target: &Target, found: Found, frame: Frame) -> Located {
    let mut carried: Vec<Carried> = Vec::with_capacity(found.found.len());
    let mut candidates = Vec::with_capacity(found.found.len());
    let mut handles = Vec::with_capacity(found.found.len());
    for one in found.found {
        let has = Carried { full: one.carried, near: one.near };
        candidates.push(Candidate {
            description: if one.visible || found.hidden {
                one.description
            } else {
                format!("{} (hidden)", one.description)
            },
            score: target.score(&has),
            carried: has.full.clone(),
            near: has.near.clone(),
        });
        carried.push(has);
        handles.push(one.handle);
    }
    Located {
        candidates,
        choice: target.choose(&carried),
        weak: target.weak(&carried).filter(|_| !found.hidden),
        hidden: found.hidden,
        handles,
        frame,
    }
}

impl Located {
    /// The element that was chosen or would be tried.
    pub(crate) fn best_handle(&self) -> Option<Handle> {
        let at = match &self.choice {
            Choice::One { at, .. } => *at,
            Choice::None { .. } => self.weak?.at,
            Choice::Ambiguous { .. } => return None,
        };
        self.handles.get(at).copied()
    }

    /// The element to try where none can be picked.
    pub(crate) fn tried(&self, target: &Target) -> Option<(Chosen, Weak)> {
        let weak = self.weak?;
        let chosen = Chosen {
            frame: self.frame.clone(),
            handle: *self.handles.get(weak.at)?,
            score: weak.score,
            matched: self.candidates.get(weak.at)?.carried.clone(),
            target: target.describe(),
        };
        Some((chosen, weak))
    }

    fn best_score(&self) -> f64 {
        self.candidates.iter().map(|one| one.score).fold(0.0, f64::max)
    }

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
        let located = self.locate_in(target).await?;
        if !matches!(located.choice, Choice::None { .. }) || located.hidden {
            return Ok(located);
        }
        // What no script of the page can see may be meant: the inside of closed shadow roots.
        let tab = self.session.tab()?;
        let hosts: Vec<Handle> = tab.run_in(&located.frame, "closedHosts", json!({}), CALL_LIMIT).await?;
        if hosts.is_empty() || tab.adopt_closed(&located.frame, &hosts).await? == 0 {
            return Ok(located);
        }
        self.locate_in(target).await
    }

    async fn locate_in(&self, target: &Target) -> Result<Located, BrowserError> {
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
                _ => {
                    let lost = found.lost.clone();
                    let mut best = judge(target, found, frame.clone());
                    for owner in lost {
                        let inner = tab.frame_in(&frame, owner).await?;
                        let inside = Target { frame_path: Vec::new(), ..here.clone() };
                        let found: Found =
                            tab.run_in(&inner, "candidates", request(&inside, false), CALL_LIMIT).await?;
                        let other = judge(target, found, inner);
                        if other.best_score() > best.best_score() {
                            best = other;
                        }
                    }
                    return Ok(best);
                }
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
                            && !matches!(judge(target, found, Frame::default()).choice, Choice::None { .. })
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
