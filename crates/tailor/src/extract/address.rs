//! Addresses: which parts of a path belong to one case, and which to the site.

use atelier_core::site::Place;
use atelier_core::url_pattern::UrlPattern;
use url::Url;

/// An address on a site: path segments and query pairs as written, and what they say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Address {
    pub segments: Vec<String>,
    /// Key and decoded value.
    pub query: Vec<(String, String)>,
}

impl Address {
    /// Reads a whole URL, or a path with query.
    pub(crate) fn of(text: &str) -> Option<Self> {
        let base = Url::parse("http://base.invalid/").ok()?;
        let url = base.join(text).ok()?;
        if !matches!(url.scheme(), "http" | "https") {
            return None;
        }
        let segments = url.path().split('/').filter(|s| !s.is_empty()).map(str::to_owned).collect();
        let query = url.query_pairs().map(|(k, v)| (k.into_owned(), v.into_owned())).collect();
        Some(Self { segments, query })
    }

    /// `/a/b`.
    pub(crate) fn path(&self) -> String {
        format!("/{}", self.segments.join("/"))
    }

    /// Which segments name one case: ids, slugs, and what stands behind the name of a collection.
    pub(crate) fn variable(&self) -> Vec<bool> {
        let place = Place { alias: "x".to_owned(), path: self.path(), query: String::new() };
        let pattern = UrlPattern::of(&place).0;
        let stars = pattern.split('/').skip(1).map(|part| part == "*");
        let mut flags: Vec<bool> = stars.collect();
        flags.resize(self.segments.len(), false);
        for (at, segment) in self.segments.iter().enumerate() {
            let slug = segment.matches('-').count() >= 2;
            let behind =
                at > 0 && is_collection(&self.segments[at - 1]) && !flags[at - 1] && !is_reserved(segment);
            flags[at] = flags[at] || slug || behind;
        }
        flags
    }
}

/// A segment as it reads.
pub(crate) fn decoded(segment: &str) -> String {
    let pair = format!("x={}", segment.replace('+', "%2B"));
    url::form_urlencoded::parse(pair.as_bytes())
        .next()
        .map_or_else(|| segment.to_owned(), |(_, v)| v.into_owned())
}

/// True where the next segment names one thing of a kind.
pub(crate) fn is_collection(segment: &str) -> bool {
    const NAMES: &[&str] = &[
        "user",
        "users",
        "member",
        "members",
        "profile",
        "profiles",
        "people",
        "product",
        "products",
        "item",
        "items",
        "category",
        "categories",
        "tag",
        "tags",
        "topic",
        "topics",
        "forum",
        "thread",
        "threads",
        "post",
        "posts",
        "order",
        "orders",
        "brand",
        "brands",
        "author",
        "authors",
        "wiki",
        "group",
        "groups",
        "department",
        "departments",
        "submit",
        "article",
        "articles",
        "collection",
        "collections",
        "community",
    ];
    (segment.len() == 1 && segment.bytes().all(|b| b.is_ascii_alphabetic())) || NAMES.contains(&segment)
}

/// Names of pages that sites put beside the members of a collection.
fn is_reserved(segment: &str) -> bool {
    const NAMES: &[&str] =
        &["new", "edit", "create", "add", "index", "all", "search", "settings", "history", "list"];
    segment.starts_with('_') || NAMES.contains(&segment)
}

/// The parameter that stands behind a segment or a query key.
pub(crate) fn hint(before: Option<&str>, key: Option<&str>) -> Option<&'static str> {
    Some(match key.or(before)? {
        "q" | "query" | "search" | "s" | "keywords" | "words" => "query",
        "f" | "forum" | "submit" | "r" | "community" => "forum",
        "user" | "users" | "u" | "member" | "members" | "people" | "profile" | "author" => "user",
        "p" | "product" | "products" | "item" | "items" => "product",
        "c" | "category" | "categories" => "category",
        "d" | "department" | "departments" => "department",
        "wiki" | "w" => "page",
        "tag" | "tags" => "tag",
        "brand" | "brands" => "brand",
        "colour" | "color" => "colour",
        "order" | "orders" => "order",
        "sort" | "order_by" => "sort",
        "t" | "time" | "range" | "period" => "range",
        "kind" | "type" => "kind",
        "post" | "posts" | "thread" | "topic" | "topics" => "post",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flags(path: &str) -> Vec<bool> {
        Address::of(path).unwrap().variable()
    }

    #[test]
    fn what_belongs_to_one_case() {
        assert_eq!(flags("/f/books"), [false, true]);
        assert_eq!(flags("/f/books/new"), [false, true, false]);
        assert_eq!(flags("/f/books/123/a-good-one/comment"), [false, true, true, true, false]);
        assert_eq!(flags("/user/ada/edit_biography"), [false, true, false]);
        assert_eq!(flags("/p/walnut-chopping-board"), [false, true]);
        assert_eq!(flags("/messages/compose"), [false, false]);
        assert_eq!(flags("/sv/12"), [false, true]);
        assert_eq!(flags("/wiki/_history/rules"), [false, false, false]);
        assert_eq!(flags("/wiki/index"), [false, false]);
    }

    #[test]
    fn addresses_come_apart() {
        let a = Address::of("http://x.example/search?q=green+tea&page=2").unwrap();
        assert_eq!(a.path(), "/search");
        assert_eq!(a.query[0], ("q".to_owned(), "green tea".to_owned()));
        assert_eq!(decoded("a%20b+c"), "a b+c");
        assert_eq!(Address::of("javascript:alert(1)"), None);
    }
}
