//! Targets: one element under several identities, found again by all of them together.
//!
//! The page engine reports, for each candidate element, which identities of the target it carries; the
//! scoring here is pure, so that it can be tested without a page. An identity weighs the more the less it
//! costs: what a person would name (test id, role and name, label) outweighs where an element happens to
//! stand (CSS, XPath, box). Texts that say the same twice (a label that is the name) count once.
//!
//! A choice rests on what names the element: place alone never makes one, however well it fits, because the
//! neighbour that moved into the place fits as well. A candidate that leads clearly but is not good enough is
//! [`Weak`]: it may be tried where nothing is lost by it, and is then proposed as a healing, never taken silently.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::template::{self, Bindings, Unbound};

/// An element under every identity that was seen on it. Strings may hold placeholders in a skill.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Target {
    /// Lower-case tag name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test_id: Option<String>,
    /// ARIA role, explicit or implied by the tag.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// Accessible name, white space collapsed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Position among the elements of the same role and name, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placeholder: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alt: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Lasting attributes (`name`, `type`, `href`, `aria-*`, `itemprop`, …); generated ids are left out.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub attributes: BTreeMap<String, String>,
    /// Visible text, white space collapsed, at most 200 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub css: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub xpath: Vec<String>,
    /// CSS of each shadow host from the document inwards.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shadow_path: Vec<String>,
    /// CSS of each frame element from the top document inwards.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub frame_path: Vec<String>,
    /// A text that only the nearest repeated container (row, list item, article) of the element holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<String>,
    /// Texts right beside the element.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub neighbours: Vec<String>,
    /// Box in CSS pixels of the page.
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Bounds>,
}

/// A box in CSS pixels, origin at the top left of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Bounds {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

/// One way to recognise an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Identity {
    TestId,
    /// Role and accessible name together.
    RoleName,
    Label,
    Placeholder,
    Alt,
    Title,
    Text,
    /// Inside the container that holds the `within` text.
    Within,
    Attributes,
    /// Position among elements of the same role and name.
    Index,
    Neighbours,
    Role,
    Tag,
    Css,
    Xpath,
    Bounds,
}

impl Identity {
    /// All identities, the most lasting first.
    pub const ALL: [Self; 16] = [
        Self::TestId,
        Self::RoleName,
        Self::Label,
        Self::Placeholder,
        Self::Alt,
        Self::Title,
        Self::Text,
        Self::Within,
        Self::Attributes,
        Self::Index,
        Self::Neighbours,
        Self::Role,
        Self::Tag,
        Self::Css,
        Self::Xpath,
        Self::Bounds,
    ];

    /// How much this identity counts; the inverse of its cost, 0 to 100.
    pub const fn weight(self) -> u32 {
        match self {
            Self::TestId => 100,
            Self::RoleName | Self::Within => 80,
            Self::Label => 60,
            Self::Placeholder => 50,
            Self::Alt | Self::Title | Self::Text => 40,
            Self::Attributes => 35,
            Self::Css => 20,
            Self::Neighbours => 15,
            Self::Index | Self::Role | Self::Xpath => 10,
            Self::Tag => 5,
            Self::Bounds => 3,
        }
    }

    /// The words used for it on screen.
    pub const fn words(self) -> &'static str {
        match self {
            Self::TestId => "test id",
            Self::RoleName => "role and name",
            Self::Label => "label",
            Self::Placeholder => "placeholder",
            Self::Alt => "alternative text",
            Self::Title => "title",
            Self::Text => "text",
            Self::Within => "the row it stands in",
            Self::Attributes => "attributes",
            Self::Index => "position among its like",
            Self::Neighbours => "neighbouring text",
            Self::Role => "role",
            Self::Tag => "tag",
            Self::Css => "CSS path",
            Self::Xpath => "XPath",
            Self::Bounds => "place on the page",
        }
    }
}

/// A candidate reaches at least this share of the target's whole weight to be accepted.
pub const ACCEPT: f64 = 0.5;
/// The best candidate leads the second by at least this share, or the match is ambiguous.
pub const MARGIN: f64 = 0.05;
/// A candidate that is not accepted reaches at least this share to be tried at all.
pub const WEAK: f64 = 0.2;
/// And it leads the second by at least this share.
pub const WEAK_MARGIN: f64 = 0.08;

/// What one candidate carries of a target.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Carried {
    /// Identities that agree.
    pub full: Vec<Identity>,
    /// Identities that nearly agree, with the share of their weight that this is worth (0 to 1).
    #[serde(default)]
    pub near: BTreeMap<Identity, f64>,
}

impl Carried {
    /// Identities that agree, none that nearly does.
    pub fn full(identities: impl Into<Vec<Identity>>) -> Self {
        Self { full: identities.into(), near: BTreeMap::new() }
    }

    fn without_place(&self) -> Self {
        let place = |id: &Identity| {
            matches!(id, Identity::Index | Identity::Css | Identity::Xpath | Identity::Bounds)
        };
        let near = self.near.iter().filter(|(id, _)| !place(id)).map(|(id, share)| (*id, *share));
        Self { full: self.full.iter().copied().filter(|id| !place(id)).collect(), near: near.collect() }
    }

    fn share(&self, identity: Identity) -> f64 {
        if self.full.contains(&identity) {
            1.0
        } else {
            self.near.get(&identity).copied().unwrap_or(0.0).clamp(0.0, 1.0)
        }
    }
}

/// A candidate that is not accepted, but leads all others clearly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weak {
    pub at: usize,
    /// 0 to 1.
    pub score: f64,
    /// How far it is before the second.
    pub lead: f64,
}

/// What the scoring decided over a list of candidates.
#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    /// Position of the one element that is meant, and its score (0 to 1).
    One { at: usize, score: f64 },
    /// No candidate is good enough; the best score that was reached.
    None { best: f64 },
    /// Positions of the candidates that cannot be told apart, best first.
    Ambiguous { among: Vec<usize>, score: f64 },
}

impl Target {
    /// The identities this target has, in order of [`Identity::ALL`].
    pub fn identities(&self) -> Vec<Identity> {
        Identity::ALL.into_iter().filter(|id| self.has(*id)).collect()
    }

    fn has(&self, identity: Identity) -> bool {
        match identity {
            Identity::TestId => self.test_id.is_some(),
            Identity::RoleName => self.role.is_some() && self.name.is_some(),
            Identity::Label => self.label.is_some(),
            Identity::Placeholder => self.placeholder.is_some(),
            Identity::Alt => self.alt.is_some(),
            Identity::Title => self.title.is_some(),
            Identity::Text => self.text.is_some(),
            Identity::Within => self.within.is_some(),
            Identity::Attributes => !self.attributes.is_empty(),
            Identity::Index => self.index.is_some(),
            Identity::Neighbours => !self.neighbours.is_empty(),
            Identity::Role => self.role.is_some(),
            Identity::Tag => self.tag.is_some(),
            Identity::Css => !self.css.is_empty(),
            Identity::Xpath => !self.xpath.is_empty(),
            Identity::Bounds => self.bounds.is_some(),
        }
    }

    /// True where at least one identity outlasts a change of layout, so that a replay can find it.
    pub fn is_lasting(&self) -> bool {
        self.identities().into_iter().any(|id| id.weight() >= Identity::Css.weight())
    }

    /// What an identity weighs in this target: a text that repeats the name counts a quarter.
    pub fn weight(&self, identity: Identity) -> u32 {
        let text = match identity {
            Identity::Label => &self.label,
            Identity::Placeholder => &self.placeholder,
            Identity::Alt => &self.alt,
            Identity::Title => &self.title,
            Identity::Text => &self.text,
            _ => return identity.weight(),
        };
        let same = |a: &str, b: &str| a.trim().to_lowercase() == b.trim().to_lowercase();
        let named = self.role.is_some() && matches!((text, &self.name), (Some(a), Some(b)) if same(a, b));
        if named { identity.weight() / 4 } else { identity.weight() }
    }

    /// Score of a candidate: its share of the target's whole weight.
    pub fn score(&self, carried: &Carried) -> f64 {
        let all = self.identities();
        let whole: u32 = all.iter().map(|id| self.weight(*id)).sum();
        if whole == 0 {
            return 0.0;
        }
        let got: f64 = all.iter().map(|id| f64::from(self.weight(*id)) * carried.share(*id)).sum();
        got / f64::from(whole)
    }

    /// True where the candidate carries something that names the element, as far as the target has such.
    fn is_named_by(&self, carried: &Carried) -> bool {
        let names = |id: &Identity| match id {
            Identity::TestId
            | Identity::RoleName
            | Identity::Label
            | Identity::Placeholder
            | Identity::Alt
            | Identity::Title
            | Identity::Text => true,
            Identity::Attributes => {
                self.attributes.keys().any(|key| !matches!(key.as_str(), "type" | "rel" | "autocomplete"))
            }
            _ => false,
        };
        let naming: Vec<Identity> = self.identities().into_iter().filter(names).collect();
        naming.is_empty() || naming.iter().any(|id| carried.share(*id) > 0.0)
    }

    fn ranked(&self, candidates: &[Carried]) -> Vec<(usize, f64)> {
        let mut order: Vec<(usize, f64)> =
            candidates.iter().map(|carried| self.score(carried)).enumerate().collect();
        order.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        order
    }

    /// Picks the one candidate that is meant, or says why none can be picked.
    pub fn choose(&self, candidates: &[Carried]) -> Choice {
        let order = self.ranked(candidates);
        let Some(&(at, score)) = order.first() else {
            return Choice::None { best: 0.0 };
        };
        if score < ACCEPT || !self.is_named_by(&candidates[at]) {
            return Choice::None { best: score };
        }
        let close: Vec<usize> =
            order.iter().take_while(|(_, other)| score - other < MARGIN).map(|(at, _)| *at).collect();
        if close.len() > 1 {
            return Choice::Ambiguous { among: close, score };
        }
        // Where others are named as well as the first, only its place tells it apart. After a change the place
        // of the one is easily that of another, so everything that is known of the place has to agree.
        let named = |at: usize| self.score(&candidates[at].without_place());
        let mut rivals: Vec<usize> = order
            .iter()
            .map(|(other, _)| *other)
            .filter(|other| named(at) - named(*other) < MARGIN)
            .collect();
        let place = [Identity::Index, Identity::Css, Identity::Xpath];
        let agrees = place.into_iter().all(|id| !self.has(id) || candidates[at].full.contains(&id));
        if rivals.len() > 1 && !agrees {
            rivals.truncate(8);
            return Choice::Ambiguous { among: rivals, score };
        }
        Choice::One { at, score }
    }

    /// The candidate to try where none can be picked: clearly the first, and more than its kind of element.
    pub fn weak(&self, candidates: &[Carried]) -> Option<Weak> {
        if !matches!(self.choose(candidates), Choice::None { .. }) {
            return None;
        }
        let order = self.ranked(candidates);
        let &(at, score) = order.first()?;
        let lead = score - order.get(1).map_or(0.0, |(_, second)| *second);
        let kind = [Identity::Role, Identity::Tag, Identity::Bounds];
        let tells = |id: &Identity| !kind.contains(id) && candidates[at].share(*id) > 0.0;
        let clear = score >= WEAK && lead >= WEAK_MARGIN && self.identities().iter().any(tells);
        clear.then_some(Weak { at, score, lead })
    }

    /// A short description for people: role and name, or the best there is.
    pub fn describe(&self) -> String {
        let kind = self.role.as_deref().or(self.tag.as_deref()).unwrap_or("element");
        let name = [&self.name, &self.label, &self.placeholder, &self.text, &self.title]
            .into_iter()
            .flatten()
            .find(|text| !text.is_empty());
        let place = self.within.as_ref().map(|text| format!(" in “{text}”")).unwrap_or_default();
        match name {
            Some(name) => format!("{kind} “{name}”{place}"),
            None => format!("{kind}{place}"),
        }
    }

    /// Every string of the target that may hold placeholders.
    pub fn strings(&self) -> impl Iterator<Item = &String> {
        [
            &self.test_id,
            &self.name,
            &self.label,
            &self.placeholder,
            &self.alt,
            &self.title,
            &self.text,
            &self.within,
        ]
        .into_iter()
        .flatten()
        .chain(self.attributes.values())
        .chain(&self.css)
        .chain(&self.xpath)
        .chain(&self.neighbours)
    }

    /// The same target with every string passed through `f`.
    pub fn map_strings<E>(&self, mut f: impl FnMut(&str) -> Result<String, E>) -> Result<Self, E> {
        let mut one = |text: &Option<String>| text.as_deref().map(&mut f).transpose();
        let (test_id, name, label) = (one(&self.test_id)?, one(&self.name)?, one(&self.label)?);
        let (placeholder, alt, title) = (one(&self.placeholder)?, one(&self.alt)?, one(&self.title)?);
        let (text, within) = (one(&self.text)?, one(&self.within)?);
        let mut attributes = BTreeMap::new();
        for (key, value) in &self.attributes {
            attributes.insert(key.clone(), f(value)?);
        }
        let mut list = |texts: &[String]| texts.iter().map(|t| f(t)).collect::<Result<Vec<_>, E>>();
        Ok(Self {
            test_id,
            name,
            label,
            placeholder,
            alt,
            title,
            text,
            within,
            attributes,
            css: list(&self.css)?,
            xpath: list(&self.xpath)?,
            neighbours: list(&self.neighbours)?,
            ..self.clone()
        })
    }

    /// Fills the placeholders.
    ///
    /// # Errors
    /// [`Unbound`] names a placeholder without a value.
    pub fn render(&self, bindings: &Bindings) -> Result<Self, Unbound> {
        let mut done = self.map_strings(|text| template::render(text, bindings))?;
        for key in ["href", "action", "src"] {
            if let Some(raw) = self.attributes.get(key) {
                let url = template::render_url(raw, bindings)?;
                done.attributes.insert(key.to_owned(), url);
            }
        }
        Ok(done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn button() -> Target {
        Target {
            tag: Some("button".into()),
            role: Some("button".into()),
            name: Some("Subscribe".into()),
            css: vec!["main > form > button".into()],
            ..Target::default()
        }
    }

    fn carries(identities: &[Identity]) -> Carried {
        Carried::full(identities)
    }

    #[test]
    fn name_outweighs_position() {
        let by_name = carries(&[Identity::RoleName, Identity::Role, Identity::Tag]);
        let by_place = carries(&[Identity::Css, Identity::Role, Identity::Tag]);
        match button().choose(&[by_place, by_name]) {
            Choice::One { at, score } => {
                assert_eq!(at, 1);
                assert!(score > 0.7, "{score}");
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn equal_candidates_are_ambiguous_not_first_come() {
        let carried = carries(&[Identity::RoleName, Identity::Role, Identity::Tag]);
        assert!(matches!(
            button().choose(&[carried.clone(), carried]),
            Choice::Ambiguous { ref among, .. } if among == &[0, 1]
        ));
    }

    #[test]
    fn place_alone_is_not_enough_however_well_it_fits() {
        let everything_but_the_name = [
            Identity::Css,
            Identity::Xpath,
            Identity::Role,
            Identity::Tag,
            Identity::Neighbours,
            Identity::Bounds,
            Identity::Attributes,
        ];
        let target = Target {
            xpath: vec!["/html/body/form/button".into()],
            neighbours: vec!["12 members".into()],
            bounds: Some(Bounds::default()),
            attributes: [("type".to_owned(), "submit".to_owned())].into(),
            ..button()
        };
        let moved_in = carries(&everything_but_the_name);
        assert!(target.score(&moved_in) > ACCEPT);
        assert!(matches!(target.choose(std::slice::from_ref(&moved_in)), Choice::None { .. }));
        let weak = target.weak(&[moved_in, carries(&[Identity::Role, Identity::Tag])]).unwrap();
        assert!(weak.at == 0 && weak.lead > 0.3, "{weak:?}");
    }

    #[test]
    fn between_equals_the_whole_place_decides_or_nothing() {
        let target = Target { xpath: vec!["/html/body/button[2]".into()], index: Some(1), ..button() };
        let same = [Identity::RoleName, Identity::Role, Identity::Tag];
        let with = |more: &[Identity]| carries(&[&same, more].concat());
        let there = with(&[Identity::Css, Identity::Xpath, Identity::Index]);
        assert!(matches!(target.choose(&[with(&[]), there]), Choice::One { at: 1, .. }));
        let partly = with(&[Identity::Css, Identity::Index]);
        assert!(matches!(target.choose(&[with(&[]), partly]), Choice::Ambiguous { .. }));
    }

    #[test]
    fn a_weak_candidate_leads_clearly_or_there_is_none() {
        let target = Target { label: Some("Subscribe to tea".into()), ..button() };
        let near =
            Carried { full: vec![Identity::Role, Identity::Tag], near: [(Identity::RoleName, 0.5)].into() };
        assert!(target.weak(std::slice::from_ref(&near)).is_some());
        assert_eq!(target.weak(&[near.clone(), near.clone()]), None, "two alike are no proposal");
        assert_eq!(target.weak(&[carries(&[Identity::Role, Identity::Tag, Identity::Bounds])]), None);
        assert_eq!(target.weak(&[carries(&target.identities())]), None, "a good one is chosen, not tried");
    }

    #[test]
    fn a_text_that_repeats_the_name_counts_once() {
        let twice = Target { text: Some("subscribe".into()), ..button() };
        assert_eq!((twice.weight(Identity::Text), twice.weight(Identity::RoleName)), (10, 80));
        let other = Target { text: Some("Subscribe to it".into()), ..button() };
        assert_eq!(other.weight(Identity::Text), 40);
    }

    #[test]
    fn the_row_decides_between_equal_buttons() {
        let target = Target { within: Some("{{title}}".into()), css: Vec::new(), ..button() };
        let in_row = carries(&[Identity::RoleName, Identity::Role, Identity::Tag, Identity::Within]);
        let elsewhere = carries(&[Identity::RoleName, Identity::Role, Identity::Tag]);
        assert!(matches!(target.choose(&[elsewhere, in_row]), Choice::One { at: 1, .. }));
    }

    #[test]
    fn rendering_reaches_every_string() {
        let target = Target {
            within: Some("{{title}}".into()),
            attributes: [("href".to_owned(), "/f/{{forum}}".to_owned())].into(),
            ..button()
        };
        let bindings = [("title", "A"), ("forum", "b")].map(|(k, v)| (k.to_owned(), v.to_owned())).into();
        let done = target.render(&bindings).unwrap();
        assert_eq!(done.within.as_deref(), Some("A"));
        assert_eq!(done.attributes["href"], "/f/b");
        assert!(target.render(&Bindings::new()).is_err());
    }
}
