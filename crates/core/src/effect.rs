//! Effects: what running a step or a skill does to the world, classed from recorded requests.

use serde::{Deserialize, Serialize};

use crate::trajectory::Request;

/// The three classes, in order of weight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// Nothing changes on the site.
    #[default]
    Read,
    /// Something changes that the same page lets a person take back (a vote, a subscription, a cart).
    Reversible,
    /// Something changes for good, or others can see it.
    Irreversible,
}

impl Effect {
    /// True where nothing changes.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "the form serde asks for")]
    pub const fn is_read(&self) -> bool {
        matches!(self, Self::Read)
    }

    /// Lower-case name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Reversible => "reversible",
            Self::Irreversible => "irreversible",
        }
    }
}

/// Path words of actions that the same page takes back.
const REVERSIBLE: [&str; 22] = [
    "subscribe",
    "unsubscribe",
    "vote",
    "upvote",
    "downvote",
    "like",
    "unlike",
    "favorite",
    "favourite",
    "bookmark",
    "wishlist",
    "wish-list",
    "cart",
    "compare",
    "block",
    "unblock",
    "follow",
    "unfollow",
    "hide",
    "unhide",
    "mute",
    "unmute",
];
/// Path words of posts that only read.
const READING: [&str; 5] = ["search", "suggest", "filter", "query", "preview"];

/// Class of one request: GET, HEAD and OPTIONS read; other methods are irreversible unless a word of
/// their path says otherwise.
pub fn of_request(request: &Request) -> Effect {
    if matches!(request.method.as_str(), "GET" | "HEAD" | "OPTIONS") {
        return Effect::Read;
    }
    let path = request.path.to_ascii_lowercase();
    let any = |words: &[&str]| path.split(['/', '.', '_']).any(|segment| words.contains(&segment));
    if any(&["checkout", "order", "orders", "payment", "pay", "delete"]) {
        Effect::Irreversible
    } else if any(&REVERSIBLE) {
        Effect::Reversible
    } else if any(&READING) {
        Effect::Read
    } else {
        Effect::Irreversible
    }
}

/// Class of several requests: the heaviest.
pub fn of_requests<'a>(requests: impl IntoIterator<Item = &'a Request>) -> Effect {
    requests.into_iter().map(of_request).max().unwrap_or(Effect::Read)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(method: &str, path: &str) -> Effect {
        of_request(&Request {
            method: method.into(),
            path: path.into(),
            status: Some(200),
            fields: Vec::new(),
        })
    }

    #[test]
    fn classes_by_method_and_path() {
        assert_eq!(class("GET", "/orders/1/delete"), Effect::Read);
        assert_eq!(class("POST", "/f/books/subscribe"), Effect::Reversible);
        assert_eq!(class("POST", "/search"), Effect::Read);
        assert_eq!(class("POST", "/submit"), Effect::Irreversible);
        assert_eq!(class("POST", "/cart/checkout"), Effect::Irreversible);
        assert_eq!(class("DELETE", "/thing/3"), Effect::Irreversible);
        assert_eq!(of_requests([]), Effect::Read);
    }
}
