//! What the page script tells, and what is made of it.

use std::collections::BTreeMap;

use atelier_core::target::{Carried, Choice, Identity, Target};
use atelier_core::trajectory::{Obstacle, Page, Replayable, Spot, Value};
use serde::Deserialize;
use serde_json::Value as Json;

/// One message of the page script. Fields that a kind does not have are left at their defaults.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Told {
    pub kind: String,
    pub seq: u64,
    /// Made anew for every document.
    pub document: String,
    /// Unix milliseconds by the page's clock.
    pub at: f64,
    pub url: String,
    pub title: String,
    /// Names the element for as long as its document lives.
    pub key: String,
    pub target: Option<Target>,
    pub found: Option<Vec<FoundAgain>>,
    pub value: Option<String>,
    pub values: Vec<String>,
    pub secret: Option<String>,
    pub detail: u32,
    pub spot: Option<Spot>,
    pub destination: Option<Target>,
    pub destination_spot: Option<Spot>,
    pub canvas: bool,
    pub suspect: bool,
    pub handle: u64,
    pub point: Option<Spot>,
    pub toggles: bool,
    pub field: bool,
    pub opens: bool,
    pub idle: bool,
    pub calendar: bool,
    pub native: bool,
    pub slider: bool,
    pub day: Option<String>,
    pub modifiers: Vec<String>,
    pub option: Option<Target>,
    pub option_key: String,
    pub via: Option<String>,
    pub input: bool,
    pub kept: Option<String>,
    pub typed: bool,
    pub cell: String,
    pub hints: Vec<String>,
    pub header: String,
    pub texts: Vec<String>,
    pub whole: bool,
    pub mutated: u64,
    pub frame: bool,
    pub veiled: bool,
    pub top: bool,
    pub again: bool,
    pub during: String,
    pub reason: String,
    pub raw: Json,
}

/// One element that carries identities of the target, as the page has it right now.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct FoundAgain {
    /// Names of identities; ones that are not known here are left out.
    pub carried: Vec<String>,
    /// Names of identities that nearly agree, each with what share of its weight that is worth.
    #[serde(default)]
    pub near: BTreeMap<String, f64>,
    /// It is the element that was acted on.
    pub own: bool,
}

/// One thing that was done, ready to be merged with what was done before.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub page: Page,
    /// The frame it happened in; none for the page itself.
    pub frame: Option<String>,
    pub document: String,
    /// Empty where there is no element.
    pub key: String,
    pub target: Option<Target>,
    /// Unix milliseconds.
    pub at: f64,
    pub mark: Option<Replayable>,
    pub what: What,
    pub raw: Json,
}

/// What was done.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum What {
    Click(Click),
    DoubleClick {
        spot: Option<Spot>,
    },
    Hover,
    Fill {
        value: Value,
        day: bool,
        slider: bool,
    },
    Press(String),
    Select(String),
    Check(bool),
    Upload {
        files: Vec<String>,
        via: Option<String>,
    },
    Drag {
        from: Option<Spot>,
        to: Option<Box<Target>>,
        to_spot: Option<Spot>,
        canvas: bool,
    },
    Scroll(String),
    /// An option of a list that belongs to the element.
    Choose(Choose),
    /// What a field held a moment after an option was taken.
    Kept(String),
    /// A calendar set the field to a day.
    Day {
        shown: String,
        cell: String,
        hints: Vec<String>,
        header: String,
    },
    Navigate(String),
    Back,
    Forward,
    Reload,
    NewTab(String),
    CloseTab,
}

#[derive(Clone, Debug, Default, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is told by the page on its own")]
pub(super) struct Click {
    pub spot: Option<Spot>,
    pub canvas: bool,
    /// Into a text field: only to write there, unless something opens.
    pub field: bool,
    pub opens: bool,
    /// On something that is no control: no step unless it had an effect.
    pub idle: bool,
    /// A tick or a radio is about to change.
    pub toggles: bool,
    pub calendar: bool,
    /// By key, not by pointer.
    pub by_key: bool,
    pub modifiers: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Choose {
    pub text: String,
    pub option: Target,
    pub option_key: String,
    /// A click on this element opened the list.
    pub via: Option<String>,
    /// The owner is a field.
    pub input: bool,
    pub kept: Option<String>,
}

impl Told {
    /// What was done, where the message tells of something done.
    pub fn what(&self) -> Option<What> {
        let value = || self.value.clone().unwrap_or_default();
        Some(match self.kind.as_str() {
            "click" => What::Click(Click {
                spot: self.spot,
                canvas: self.canvas,
                field: self.field,
                opens: self.opens,
                idle: self.idle,
                toggles: self.toggles,
                calendar: self.calendar,
                by_key: self.detail == 0,
                modifiers: self.modifiers.clone(),
            }),
            "double_click" => What::DoubleClick { spot: self.spot },
            "hover" => What::Hover,
            "fill" => What::Fill {
                value: match &self.secret {
                    Some(kind) => Value::Secret(format!("{kind}/{}", secret_name(self.target.as_ref()))),
                    None => Value::Text(value()),
                },
                day: self.day.is_some(),
                slider: self.slider,
            },
            "press" => What::Press(value()),
            "select" => What::Select(value()),
            "check" => What::Check(true),
            "uncheck" => What::Check(false),
            "upload" => What::Upload { files: self.values.clone(), via: self.via.clone() },
            "drag" => What::Drag {
                from: self.spot,
                to: self.destination.clone().map(Box::new),
                to_spot: self.destination_spot,
                canvas: self.canvas,
            },
            "scroll" => What::Scroll(value()),
            "choose" => What::Choose(Choose {
                text: value(),
                option: self.option.clone().unwrap_or_default(),
                option_key: self.option_key.clone(),
                via: self.via.clone(),
                input: self.input || self.typed,
                kept: self.kept.clone(),
            }),
            "kept" => What::Kept(value()),
            "day" => What::Day {
                shown: value(),
                cell: self.cell.clone(),
                hints: self.hints.clone(),
                header: self.header.clone(),
            },
            _ => return None,
        })
    }

    /// Whether a replay would find the element, by what the page itself found a moment ago.
    pub fn mark(&self) -> Option<Replayable> {
        let target = self.target.as_ref()?;
        if self.canvas {
            return Some(no(Obstacle::Canvas, "a replay presses the same place in it"));
        }
        Some(judge(target, self.found.as_deref().unwrap_or_default()))
    }
}

pub(super) fn no(why: Obstacle, detail: impl Into<String>) -> Replayable {
    Replayable::No { why, detail: detail.into() }
}

/// Scores what was found as a replay does.
fn judge(target: &Target, found: &[FoundAgain]) -> Replayable {
    if !lasts(target) {
        return no(Obstacle::NoLastingIdentity, "only its place on the page is known");
    }
    let known = |name: &String| serde_json::from_value::<Identity>(Json::String(name.clone())).ok();
    let carried: Vec<Carried> = found
        .iter()
        .map(|one| Carried {
            full: one.carried.iter().filter_map(known).collect(),
            near: one.near.iter().filter_map(|(name, share)| Some((known(name)?, *share))).collect(),
        })
        .collect();
    match target.choose(&carried) {
        // Three places: what is written reads back the same.
        Choice::One { at, score } if found[at].own => {
            Replayable::Yes { score: (score * 1000.0).round() / 1000.0 }
        }
        Choice::One { .. } => no(Obstacle::Ambiguous, "another element fits its identities better"),
        Choice::None { .. } => no(Obstacle::NotFound, ""),
        Choice::Ambiguous { among, .. } => {
            no(Obstacle::Ambiguous, format!("{} elements carry the same identities", among.len()))
        }
    }
}

/// True where something about the element outlasts a change of layout.
fn lasts(target: &Target) -> bool {
    let named = target.identities().into_iter().any(|id| {
        id.weight() >= Identity::Attributes.weight() && id != Identity::Within
            || id == Identity::Label
            || id == Identity::Placeholder
    });
    named || target.css.iter().any(|css| css.contains(['#', '.', '[']) && !css.contains(" > "))
}

/// Name of a keychain entry for a field.
fn secret_name(target: Option<&Target>) -> String {
    let named = target.and_then(|target| {
        target.attributes.get("name").or(target.name.as_ref()).or(target.attributes.get("id"))
    });
    let plain: String = named
        .map_or("field", String::as_str)
        .chars()
        .map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '_' })
        .take(40)
        .collect();
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(carried: &[&str], own: bool) -> FoundAgain {
        FoundAgain {
            carried: carried.iter().map(|name| (*name).to_owned()).collect(),
            near: BTreeMap::new(),
            own,
        }
    }

    fn button() -> Target {
        Target { role: Some("button".into()), name: Some("Go".into()), ..Target::default() }
    }

    #[test]
    fn a_step_is_honest_about_its_replay() {
        let same = ["role_name", "role", "an identity of tomorrow"];
        assert!(matches!(judge(&button(), &[found(&same, true)]), Replayable::Yes { .. }));
        let twins = [found(&same, true), found(&same, false)];
        assert!(matches!(judge(&button(), &twins), Replayable::No { why: Obstacle::Ambiguous, .. }));
        assert!(matches!(
            judge(&button(), &[found(&same, false)]),
            Replayable::No { why: Obstacle::Ambiguous, .. }
        ));
        assert!(matches!(judge(&button(), &[]), Replayable::No { why: Obstacle::NotFound, .. }));
        let bare = Target { css: vec!["main > div:nth-of-type(2)".into()], ..Target::default() };
        assert!(matches!(judge(&bare, &[]), Replayable::No { why: Obstacle::NoLastingIdentity, .. }));
    }

    #[test]
    fn secrets_are_named_not_told() {
        let told = Told {
            kind: "fill".into(),
            secret: Some("password".into()),
            target: Some(Target {
                attributes: [("name".to_owned(), "pass word".to_owned())].into(),
                ..Target::default()
            }),
            ..Told::default()
        };
        assert_eq!(
            told.what(),
            Some(What::Fill { value: Value::Secret("password/pass_word".into()), day: false, slider: false })
        );
    }
}
