//! Where a skill starts, and the way there.

use atelier_browser::{BrowserError, Page};
use atelier_core::site::Sites;
use atelier_core::skill::Skill;
use atelier_core::trajectory::Action;
use atelier_core::url_pattern::{self, UrlPattern};

use crate::retrieve;

/// The page a skill is to be started from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// The page that is open.
    Here,
    /// This URL.
    At(String),
    /// The skill starts on a page like its pattern, and which one is not known; the site's first page may do.
    Perhaps(String),
    /// The site has no address.
    Nowhere,
}

/// Decides from the skill and the page that is open.
pub(super) fn of(sites: &Sites, skill: &Skill, here: &str) -> Start {
    let goes =
        skill.steps.iter().find(|step| !step.optional).is_some_and(|step| step.action == Action::Navigate);
    let place = sites.place(here);
    let at_home = place.as_ref().is_some_and(|place| place.alias == skill.site);
    if goes && at_home {
        return Start::Here;
    }
    if let Some(place) = &place {
        let pattern = UrlPattern(skill.url_pattern.clone());
        if pattern.matches(&url_pattern::key(place)) || UrlPattern::of(place) == pattern {
            return Start::Here;
        }
    }
    let path = skill.url_pattern.strip_prefix(&skill.site).unwrap_or_default();
    let known = !path.contains('*');
    let path = if known && path.starts_with('/') { path } else { "/" };
    match sites.live(&skill.site, path) {
        Some(url) if known || goes => Start::At(url),
        Some(url) => Start::Perhaps(url),
        None => Start::Nowhere,
    }
}

/// Brings the page to where the skill starts. `Some` is why that cannot be.
pub(super) async fn go(page: &Page, sites: &Sites, skill: &Skill) -> Result<Option<String>, BrowserError> {
    let unknown = || {
        format!(
            "`{}` starts on a page like `{}`, and the task does not lead to one; start the task on such a page",
            skill.name, skill.url_pattern
        )
    };
    match of(sites, skill, &page.url().await?) {
        Start::Here => Ok(None),
        Start::At(url) => page.navigate(&url).await.map(|()| None),
        Start::Perhaps(url) => {
            let Some(target) = retrieve::first_target(skill) else {
                return Ok(Some(unknown()));
            };
            // The open page may have it although its address is another one.
            if page.has(target).await? {
                return Ok(None);
            }
            page.navigate(&url).await?;
            Ok(if page.has(target).await? { None } else { Some(unknown()) })
        }
        Start::Nowhere => Ok(Some(format!(
            "the site `{}` of `{}` has no address; open it once, or name it in the settings",
            skill.site, skill.name
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench;
    use atelier_core::site::{Site, SiteKind};

    fn sites() -> Sites {
        Sites(vec![Site {
            alias: "forum".into(),
            kind: SiteKind::Forum,
            description: String::new(),
            origins: vec!["http://127.0.0.1:4101".into()],
            test_site: true,
        }])
    }

    fn start(pattern: &str, here: &str) -> Start {
        of(&sites(), &bench::skill("s", "", pattern), here)
    }

    #[test]
    fn stays_where_the_pattern_is_met() {
        assert_eq!(start("forum/f/*", "http://127.0.0.1:4101/f/books?t=week"), Start::Here);
        assert_eq!(start("forum", "http://127.0.0.1:4101/"), Start::Here);
    }

    #[test]
    fn goes_to_a_known_page_and_doubts_an_unknown_one() {
        let at = |path: &str| format!("http://127.0.0.1:4101{path}");
        assert_eq!(start("forum/submit", "about:blank"), Start::At(at("/submit")));
        assert_eq!(start("forum", &at("/wiki")), Start::At(at("/")));
        assert_eq!(start("forum/f/*", &at("/")), Start::Perhaps(at("/")));
        assert_eq!(start("shop/*", &at("/")), Start::Perhaps("https://shop/".into()));
    }

    #[test]
    fn a_skill_that_goes_somewhere_first_starts_anywhere_on_its_site() {
        let mut skill = bench::skill("s", "", "forum/f/*");
        skill.steps[0].action = Action::Navigate;
        assert_eq!(of(&sites(), &skill, "http://127.0.0.1:4101/wiki"), Start::Here);
        assert_eq!(of(&sites(), &skill, "about:blank"), Start::At("http://127.0.0.1:4101/".into()));
    }
}
