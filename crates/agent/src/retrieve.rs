//! Which skills are at hand: by URL pattern, then by element presence, other sites by embedding
//! (WebXSkill §3.2).

use std::collections::BTreeSet;

use async_trait::async_trait;
use atelier_core::graph::SkillGraph;
use atelier_core::site::Sites;
use atelier_core::skill::Skill;
use atelier_core::target::Target;
use atelier_core::template;
use atelier_core::trajectory::Action;
use atelier_core::url_pattern::{self, UrlPattern};
use atelier_embed::{Embedder, cosine};

use crate::error::AgentError;

/// Most skills offered at one page (WebXSkill §3.2).
pub const PAGE_SKILLS: usize = 20;

/// Tells which targets are on the page now.
#[async_trait]
pub trait Presence: Send + Sync {
    /// One answer for each target, in order. An error of the page counts as present: the filter only saves
    /// effort, the replay itself finds out.
    async fn present(&self, targets: &[&Target]) -> Vec<bool>;
}

/// A page where everything is present; for planning without a browser.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnyPage;

#[async_trait]
impl Presence for AnyPage {
    async fn present(&self, targets: &[&Target]) -> Vec<bool> {
        vec![true; targets.len()]
    }
}

/// Skills by the pages they start on, for one lookup after the other.
#[derive(Debug)]
pub struct Shelf<'s, 'a> {
    skills: &'s [&'a Skill],
    graph: SkillGraph,
}

impl<'s, 'a> Shelf<'s, 'a> {
    /// Sorts the skills in.
    pub fn new(skills: &'s [&'a Skill]) -> Self {
        Self { skills, graph: SkillGraph::new(skills.iter().map(|skill| skill.url_pattern.as_str())) }
    }

    /// Skills whose pattern is the page's, in order: exact match of the normalised URL first, then every
    /// matching pattern, the more segments without a wildcard the earlier; repeated names dropped; at most
    /// `limit`.
    pub fn at(&self, sites: &Sites, url: &str, limit: usize) -> Vec<&'a Skill> {
        let Some(place) = sites.place(url) else {
            return Vec::new();
        };
        let found = self.graph.at(&url_pattern::key(&place), &UrlPattern::of(&place).0);
        let mut names = BTreeSet::new();
        let skills = found.into_iter().map(|at| self.skills[at]);
        skills.filter(|s| names.insert((s.site.as_str(), s.name.as_str()))).take(limit).collect()
    }
}

/// One lookup: see [`Shelf::at`].
pub fn by_url<'a>(sites: &Sites, url: &str, skills: &[&'a Skill], limit: usize) -> Vec<&'a Skill> {
    Shelf::new(skills).at(sites, url, limit)
}

/// As [`by_url`], without the skills whose first target is not on the page.
pub async fn at_page<'a>(
    sites: &Sites,
    url: &str,
    skills: &[&'a Skill],
    page: &dyn Presence,
    limit: usize,
) -> Vec<&'a Skill> {
    let found = by_url(sites, url, skills, limit);
    let firsts: Vec<Option<&Target>> = found.iter().map(|skill| first_target(skill)).collect();
    let asked: Vec<&Target> = firsts.iter().copied().flatten().collect();
    if asked.is_empty() {
        return found;
    }
    let mut answers = page.present(&asked).await.into_iter();
    found
        .into_iter()
        .zip(firsts)
        .filter(|(_, first)| first.is_none() || answers.next().unwrap_or(true))
        .map(|(skill, _)| skill)
        .collect()
}

/// The candidates of the local planner: skills of the site, those at hand on the page first. Skills of other
/// pages stay, because a run may go to their start page.
pub async fn candidates<'a>(
    sites: &Sites,
    url: &str,
    active: &'a [Skill],
    page: &dyn Presence,
) -> Vec<&'a Skill> {
    let Some(place) = sites.place(url) else {
        return Vec::new();
    };
    let own: Vec<&Skill> = active.iter().filter(|skill| skill.site == place.alias).collect();
    let mut out = at_page(sites, url, &own, page, PAGE_SKILLS).await;
    let here: BTreeSet<_> = out.iter().map(|skill| skill.id).collect();
    // An equal name on another page is another skill only if its id differs; ids decide here.
    let mut names: BTreeSet<&str> = out.iter().map(|skill| skill.name.as_str()).collect();
    for skill in own {
        if !here.contains(&skill.id) && names.insert(&skill.name) {
            out.push(skill);
        }
    }
    out
}

/// Skills of other sites by similarity of description and guidance to the intent, best first. They are
/// offered as guidance only: their program knows other pages.
///
/// # Errors
/// [`AgentError::Embed`] when the embedding fails.
pub fn elsewhere<'a>(
    alias: &str,
    intent: &str,
    active: &'a [Skill],
    embedder: &dyn Embedder,
    limit: usize,
) -> Result<Vec<(&'a Skill, f64)>, AgentError> {
    let other: Vec<&Skill> = active.iter().filter(|skill| skill.site != alias).collect();
    let texts: Vec<String> = other.iter().map(|skill| guidance_text(skill)).collect();
    let mut all: Vec<&str> = vec![intent];
    all.extend(texts.iter().map(String::as_str));
    let vectors = embedder.embed(&all)?;
    let Some((wanted, rest)) = vectors.split_first() else {
        return Ok(Vec::new());
    };
    let mut found: Vec<(&Skill, f64)> =
        other.into_iter().zip(rest.iter().map(|v| cosine(wanted, v))).collect();
    found.sort_by(|a, b| b.1.total_cmp(&a.1));
    found.truncate(limit);
    Ok(found)
}

fn guidance_text(skill: &Skill) -> String {
    let guidance = skill.steps.iter().map(|step| step.guidance.as_str());
    std::iter::once(skill.description.as_str()).chain(guidance).collect::<Vec<_>>().join(". ")
}

/// The target the page must have for the skill to start; none where the skill begins by going somewhere, or
/// where the target depends on arguments that are not known yet.
pub fn first_target(skill: &Skill) -> Option<&Target> {
    let first = skill.steps.iter().find(|step| !step.optional && step.action != Action::Wait)?;
    let target = first.target.as_ref()?;
    let open = target.strings().any(|text| template::is_template(text));
    (first.action != Action::Navigate && !open).then_some(target)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench;
    use atelier_core::site::{Site, SiteKind};

    fn sites() -> Sites {
        let site = |alias: &str, origin: &str| Site {
            alias: alias.into(),
            kind: SiteKind::Forum,
            description: String::new(),
            origins: vec![origin.into()],
            test_site: true,
        };
        Sites(vec![site("forum", "http://127.0.0.1:4101"), site("shop", "http://127.0.0.1:4102")])
    }

    struct Only(&'static str);

    #[async_trait]
    impl Presence for Only {
        async fn present(&self, targets: &[&Target]) -> Vec<bool> {
            targets.iter().map(|t| t.name.as_deref() == Some(self.0)).collect()
        }
    }

    fn numbered(name: &str, pattern: &str, number: u8) -> Skill {
        let mut skill = bench::skill(name, "", pattern);
        skill.id = format!("01890000-0000-7000-8000-0000000001{number:02x}").parse().unwrap();
        skill
    }

    fn names(found: &[&Skill]) -> Vec<String> {
        found.iter().map(|s| s.name.clone()).collect()
    }

    #[test]
    fn exact_first_then_specific_patterns() {
        let all = [
            numbered("anywhere", "forum*", 1),
            numbered("any_forum", "forum/f/*", 2),
            numbered("posts", "forum/f/books/*", 3),
            numbered("this_page", "forum/f/books/*/*", 4),
            numbered("other", "forum/user/*", 5),
            numbered("shop_page", "shop/f/books", 6),
            numbered("posts", "forum/f/*/12", 7),
        ];
        let all: Vec<&Skill> = all.iter().collect();
        let found = by_url(&sites(), "http://127.0.0.1:4101/f/books/12/a-title?x=1", &all, 20);
        assert_eq!(names(&found), ["this_page", "posts", "any_forum", "anywhere"]);
        assert_eq!(by_url(&sites(), "http://127.0.0.1:4101/f/books/12/a-title", &all, 2).len(), 2);
        assert!(by_url(&sites(), "about:blank", &all, 20).is_empty());
    }

    #[test]
    fn twenty_at_most_and_a_repeated_name_takes_no_place() {
        let mut all: Vec<Skill> = (0..25).map(|n| numbered(&format!("s{n:02}"), "forum/f/*", n)).collect();
        all.insert(1, numbered("s00", "forum/*", 30));
        all.push(numbered("exact", "forum/f/tea", 31));
        let all: Vec<&Skill> = all.iter().collect();
        let found = names(&by_url(&sites(), "http://127.0.0.1:4101/f/tea", &all, PAGE_SKILLS));
        assert_eq!(found.len(), 20);
        assert_eq!((found[0].as_str(), found[1].as_str(), found[19].as_str()), ("exact", "s00", "s18"));
    }

    #[test]
    fn equally_specific_patterns_keep_their_order() {
        let all = [
            numbered("wide", "forum/*", 1),
            numbered("b", "forum/f/*/new", 2),
            numbered("a", "forum/*/tea/new", 3),
            numbered("most", "forum/f/tea/*", 4),
        ];
        let all: Vec<&Skill> = all.iter().collect();
        let found = by_url(&sites(), "http://127.0.0.1:4101/f/tea/new", &all, PAGE_SKILLS);
        assert_eq!(names(&found), ["b", "a", "most", "wide"]);
    }

    #[tokio::test]
    async fn absent_first_targets_drop_the_skill() {
        let mut a = numbered("a", "forum/f/*", 1);
        a.steps[0].target = Some(Target { name: Some("Subscribe".into()), ..Target::default() });
        let mut b = numbered("b", "forum/f/*", 2);
        b.steps[0].target = Some(Target { name: Some("Log in".into()), ..Target::default() });
        let mut c = numbered("c", "forum/f/*", 3);
        c.steps[0].action = Action::Navigate;
        c.steps[0].target = None;
        let mut d = numbered("d", "forum/f/*", 4);
        d.steps[0].target = Some(Target { name: Some("{{forum}}".into()), ..Target::default() });
        let all: Vec<&Skill> = vec![&a, &b, &c, &d];
        let found = at_page(&sites(), "http://127.0.0.1:4101/f/tea", &all, &Only("Subscribe"), 20).await;
        assert_eq!(names(&found), ["a", "c", "d"]);
    }

    #[tokio::test]
    async fn the_whole_site_stays_a_candidate_and_no_other_site() {
        let all = vec![
            numbered("far", "forum/wiki", 1),
            numbered("near", "forum/f/*", 2),
            numbered("cart", "shop/cart", 3),
        ];
        let found = candidates(&sites(), "http://127.0.0.1:4101/f/tea", &all, &AnyPage).await;
        assert_eq!(names(&found), ["near", "far"]);
    }
}
