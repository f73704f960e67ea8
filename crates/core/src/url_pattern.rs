//! Node keys of the skill graph: host alias and path, variable segments as `*` (WebXSkill §3.2).

use serde::{Deserialize, Serialize};

use crate::site::{Place, Sites};

/// A node key or pattern such as `forum/f/*`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UrlPattern(pub String);

/// The page's key without any wildcard: alias and path, no trailing slash.
pub fn key(place: &Place) -> String {
    let path = place.path.trim_end_matches('/');
    format!("{}{path}", place.alias)
}

/// As [`key`], from a URL.
pub fn key_of(sites: &Sites, url: &str) -> Option<String> {
    sites.place(url).map(|place| key(&place))
}

impl UrlPattern {
    /// The normalised key of one place: segments that look like numbers, ids or slugs become `*`.
    pub fn of(place: &Place) -> Self {
        let mut out = place.alias.clone();
        let mut after_id = false;
        for segment in place.path.split('/').filter(|s| !s.is_empty()) {
            let variable = is_id(segment) || (after_id && segment.contains('-'));
            after_id = is_id(segment);
            out.push('/');
            out.push_str(if variable { "*" } else { segment });
        }
        Self(out)
    }

    /// The pattern of several keys of one shape: where segments differ, `*`. None where the numbers of
    /// segments differ or there is no key.
    pub fn generalise<'a>(mut keys: impl Iterator<Item = &'a str>) -> Option<Self> {
        let mut segments: Vec<&str> = keys.next()?.split('/').collect();
        for key in keys {
            let other: Vec<&str> = key.split('/').collect();
            if other.len() != segments.len() || other[0] != segments[0] {
                return None;
            }
            for (mine, theirs) in segments.iter_mut().zip(other) {
                if *mine != theirs {
                    *mine = "*";
                }
            }
        }
        Some(Self(segments.join("/")))
    }

    /// True where the key matches: `*` stands for any run of characters, as in fnmatch.
    pub fn matches(&self, key: &str) -> bool {
        wildcard(&self.0, key)
    }

    /// Number of segments without a wildcard: the more, the more specific.
    pub fn specificity(&self) -> usize {
        self.0.split('/').filter(|s| !s.contains('*')).count()
    }
}

/// Shell-style match of a whole text, `*` only.
pub fn wildcard(pattern: &str, text: &str) -> bool {
    // Bytes will do: no part of a longer character is a star.
    let (p, t) = (pattern.as_bytes(), text.as_bytes());
    let (mut pi, mut ti) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while ti < t.len() {
        if pi < p.len() && p[pi] == b'*' {
            star = Some((pi, ti));
            pi += 1;
        } else if pi < p.len() && p[pi] == t[ti] {
            pi += 1;
            ti += 1;
        } else if let Some((sp, st)) = star {
            pi = sp + 1;
            ti = st + 1;
            star = Some((sp, st + 1));
        } else {
            return false;
        }
    }
    p[pi..].iter().all(|c| *c == b'*')
}

fn is_id(segment: &str) -> bool {
    let digits = segment.chars().filter(char::is_ascii_digit).count();
    let hexish = segment.chars().all(|c| c.is_ascii_hexdigit() || c == '-');
    digits > 0
        && (digits == segment.len()
            || (segment.len() >= 8 && hexish)
            || (digits >= 3 && segment.len() <= 12 && digits * 2 >= segment.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn place(path: &str) -> Place {
        Place { alias: "forum".into(), path: path.into(), query: String::new() }
    }

    #[test]
    fn ids_and_their_slugs_become_stars() {
        assert_eq!(UrlPattern::of(&place("/f/books/123/a-good-one")).0, "forum/f/books/*/*");
        assert_eq!(UrlPattern::of(&place("/f/books/")).0, "forum/f/books");
        assert_eq!(UrlPattern::of(&place("/")).0, "forum");
    }

    #[test]
    fn several_keys_generalise() {
        let p = UrlPattern::generalise(["forum/f/books", "forum/f/movies"].into_iter()).unwrap();
        assert_eq!(p.0, "forum/f/*");
        assert!(p.matches("forum/f/gardening"));
        assert_eq!(p.specificity(), 2);
        assert!(UrlPattern::generalise(["a/b", "a/b/c"].into_iter()).is_none());
    }

    #[test]
    fn stars_span_segments_as_in_fnmatch() {
        assert!(wildcard("forum/f/*", "forum/f/books/12/x"));
        assert!(!wildcard("forum/f/*", "forum/g/books"));
        assert!(wildcard("*", ""));
        assert!(!wildcard("", "a"));
    }

    #[test]
    fn a_star_in_the_middle_spans_any_number_of_segments() {
        let pattern = UrlPattern("forum/f/*/comment".into());
        for key in ["forum/f/books/comment", "forum/f/books/12/a-title/comment", "forum/f//comment"] {
            assert!(pattern.matches(key), "{key}");
        }
        for key in
            ["forum/f/comment", "forum/f/books/comments", "forum/f/books/comment/3", "shop/f/a/comment"]
        {
            assert!(!pattern.matches(key), "{key}");
        }
        assert!(wildcard("forum/*/12/*/edit", "forum/f/a/b/12/c/d/edit"));
        assert!(!wildcard("forum/*/12/*/edit", "forum/f/a/b/13/c/d/edit"));
        // The last possible place counts where an earlier one leads nowhere.
        assert!(wildcard("a/*/b/*/c", "a/x/b/y/b/z/c"));
        assert!(wildcard("forum/f/bo*s/new", "forum/f/books/new"));
    }

    #[test]
    fn only_whole_segments_count_for_specificity() {
        let specificity = |text: &str| UrlPattern(text.into()).specificity();
        assert_eq!(specificity("forum"), 1);
        assert_eq!(specificity("forum/f/*/*/comment"), 3);
        assert_eq!(specificity("forum/f/bo*"), 2);
        assert_eq!(specificity("*"), 0);
    }

    proptest! {
        #[test]
        fn a_key_without_stars_matches_itself_only(a in "[a-z/]{0,12}", b in "[a-z/]{0,12}") {
            prop_assert_eq!(wildcard(&a, &b), a == b);
        }

        #[test]
        fn cutting_a_middle_keeps_the_match(a in "[a-z]{0,6}", m in "[a-z]{0,6}", z in "[a-z]{0,6}") {
            let pattern = format!("{a}*{z}");
            let text = format!("{a}{m}{z}");
            prop_assert!(wildcard(&pattern, &text));
        }
    }
}
