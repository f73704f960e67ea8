//! Sites under host aliases: the same site may answer at several origins.

use serde::{Deserialize, Serialize};
use url::Url;

/// One site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Site {
    /// Short name, used in node keys and skills.
    pub alias: String,
    pub kind: SiteKind,
    /// What a judge of usage likelihood reads about it.
    pub description: String,
    /// Origins such as `http://127.0.0.1:4101`, the one in use first.
    pub origins: Vec<String>,
    /// Effects on it harm nobody: skills may be verified to their end and run without asking.
    #[serde(default)]
    pub test_site: bool,
}

/// What kind of site it is; decides the core verbs of the local likelihood judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SiteKind {
    Forum,
    Shop,
    Other,
}

/// All known sites.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Sites(pub Vec<Site>);

/// A URL taken apart by the aliases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Alias of the site; the host (with port, unless it is the scheme's own) where none is known.
    pub alias: String,
    /// Path, beginning with `/`.
    pub path: String,
    /// Query without `?`, empty where there is none.
    pub query: String,
}

/// Scheme, host and port of a URL as text; none for URLs without a host.
pub fn origin(url: &str) -> Option<String> {
    let url = Url::parse(url).ok()?;
    url.has_host().then(|| url.origin().ascii_serialization())
}

impl Sites {
    /// The site of this alias.
    pub fn get(&self, alias: &str) -> Option<&Site> {
        self.0.iter().find(|site| site.alias == alias)
    }

    /// The site that answers at the URL's origin.
    pub fn at(&self, url: &str) -> Option<&Site> {
        let origin = origin(url)?;
        self.0.iter().find(|site| site.origins.contains(&origin))
    }

    /// Takes a URL apart; none where it is no http(s) URL.
    pub fn place(&self, url: &str) -> Option<Place> {
        let parsed = Url::parse(url).ok()?;
        if !matches!(parsed.scheme(), "http" | "https") {
            return None;
        }
        let alias = self.at(url).map_or_else(
            || {
                let host = parsed.host_str().unwrap_or_default();
                match parsed.port() {
                    Some(port) => format!("{host}:{port}"),
                    None => host.to_owned(),
                }
            },
            |site| site.alias.clone(),
        );
        Some(Place {
            alias,
            path: parsed.path().to_owned(),
            query: parsed.query().unwrap_or_default().to_owned(),
        })
    }

    /// The live URL for a path (or whole URL) on the site of `alias`; a URL of one of the site's other
    /// origins is moved to the one in use.
    pub fn live(&self, alias: &str, path_or_url: &str) -> Option<String> {
        let site = self.get(alias);
        if path_or_url.starts_with('/') {
            let base = match site {
                Some(site) => site.origins.first()?.clone(),
                None => format!("https://{alias}"),
            };
            return Some(format!("{base}{path_or_url}"));
        }
        match (site, self.place(path_or_url)) {
            (Some(site), Some(place)) if place.alias == alias => {
                let query = if place.query.is_empty() { String::new() } else { format!("?{}", place.query) };
                Some(format!("{}{}{query}", site.origins.first()?, place.path))
            }
            (_, Some(_)) => Some(path_or_url.to_owned()),
            (_, None) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sites() -> Sites {
        Sites(vec![Site {
            alias: "forum".into(),
            kind: SiteKind::Forum,
            description: String::new(),
            origins: vec!["http://127.0.0.1:4101".into(), "http://forum.practice".into()],
            test_site: true,
        }])
    }

    #[test]
    fn origins_lead_to_one_alias_and_the_live_one() {
        let s = sites();
        let place = s.place("http://forum.practice/f/books?t=week").unwrap();
        assert_eq!((place.alias.as_str(), place.path.as_str()), ("forum", "/f/books"));
        assert_eq!(
            s.live("forum", "http://forum.practice/f/books?t=week").unwrap(),
            "http://127.0.0.1:4101/f/books?t=week"
        );
        assert_eq!(s.live("forum", "/search").unwrap(), "http://127.0.0.1:4101/search");
    }

    #[test]
    fn unknown_hosts_are_their_own_alias() {
        let s = sites();
        assert_eq!(s.place("https://a.example/x").unwrap().alias, "a.example");
        assert_eq!(s.place("http://a.example:81/").unwrap().alias, "a.example:81");
        assert!(s.place("javascript:alert(1)").is_none());
        assert!(s.place("about:blank").is_none());
    }
}
