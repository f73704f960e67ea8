//! Orders of submissions and comments, time ranges, and search.

use std::{cmp::Reverse, sync::Arc};

use super::{
    model::{Comment, Forum, Submission, User, WikiPage},
    state::Commons,
};
use crate::seed::{DAY, HOUR, NOW};

/// An order of submissions; its key is the last part of a listing's path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    Hot,
    New,
    Active,
    Top,
    Controversial,
    MostCommented,
}

impl Sort {
    pub const ALL: [Self; 6] =
        [Self::Hot, Self::New, Self::Active, Self::Top, Self::Controversial, Self::MostCommented];

    pub fn key(self) -> &'static str {
        match self {
            Self::Hot => "hot",
            Self::New => "new",
            Self::Active => "active",
            Self::Top => "top",
            Self::Controversial => "controversial",
            Self::MostCommented => "most_commented",
        }
    }

    pub fn label(self) -> &'static str {
        match self {
            Self::Hot => "Hot",
            Self::New => "New",
            Self::Active => "Active",
            Self::Top => "Top",
            Self::Controversial => "Controversial",
            Self::MostCommented => "Most commented",
        }
    }

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|sort| sort.key() == key)
    }

    /// Whether it is narrowed by a time range.
    pub fn has_range(self) -> bool {
        matches!(self, Self::Top | Self::Controversial | Self::MostCommented)
    }
}

/// A time range: key of `?t=`, label, length in milliseconds.
pub const RANGES: [(&str, &str, i64); 5] = [
    ("day", "Past 24 hours", DAY),
    ("week", "Past week", 7 * DAY),
    ("month", "Past month", 30 * DAY),
    ("year", "Past year", 365 * DAY),
    ("all", "All time", i64::MAX),
];

/// The key of a range, `all` when unknown.
pub fn range_key(asked: &str) -> &'static str {
    RANGES.iter().find(|(key, ..)| *key == asked).map_or("all", |(key, ..)| key)
}

/// Sorts the submissions that `keep` lets through. Equal ones: the newer first.
pub fn sorted<'a>(
    site: &'a Commons,
    sort: Sort,
    range: &str,
    keep: impl Fn(&Submission) -> bool,
) -> Vec<&'a Submission> {
    let span = RANGES.iter().find(|(key, ..)| *key == range).map_or(i64::MAX, |(.., span)| *span);
    let in_range =
        |submission: &Submission| !sort.has_range() || NOW.saturating_sub(submission.created) <= span;
    let standing = site.submissions.iter().map(AsRef::as_ref).filter(|one: &&Submission| one.visible());
    let mut found: Vec<&Submission> = standing.filter(|one| keep(one) && in_range(one)).collect();
    match sort {
        Sort::New => found.sort_by_key(|one| Reverse(one.id)),
        Sort::Hot => found.sort_by_key(|one| Reverse((warmth(one), one.id))),
        Sort::Top => found.sort_by_key(|one| Reverse((one.score, one.id))),
        Sort::Controversial => found.sort_by_key(|one| (one.score.abs(), Reverse(one.id))),
        Sort::MostCommented => {
            let counts = site.comment_counts();
            found.sort_by_key(|one| Reverse((counts[one.id as usize], one.id)));
        }
        Sort::Active => {
            let mut last: Vec<i64> = vec![0; site.submissions.len() + 1];
            for comment in &site.comments {
                if let Some(at) = last.get_mut(comment.submission as usize) {
                    *at = (*at).max(comment.created);
                }
            }
            found.sort_by_key(|one| Reverse((last[one.id as usize].max(one.created), one.id)));
        }
    }
    found
}

/// Score with a bonus for youth: a day of age weighs as much as a quarter of the score's size.
fn warmth(submission: &Submission) -> i64 {
    let size = i64::from(submission.score.unsigned_abs().max(1).ilog2());
    let sign = submission.score.signum();
    sign * size * 8 * HOUR + submission.created
}

/// Comments of one submission by parent, best first.
pub fn replies(site: &Commons, submission: u32) -> Vec<&Comment> {
    let mut found: Vec<&Comment> = site
        .comments
        .iter()
        .map(AsRef::as_ref)
        .filter(|one: &&Comment| one.submission == submission)
        .collect();
    found.sort_by_key(|one| (Reverse(one.score), one.id));
    found
}

/// What a search found.
#[derive(Debug, Default)]
pub struct Found<'a> {
    pub submissions: Vec<&'a Submission>,
    pub comments: Vec<&'a Comment>,
    pub forums: Vec<&'a Forum>,
    pub users: Vec<&'a User>,
    pub wiki: Vec<&'a WikiPage>,
}

/// Looks for all words of `query`. The whole query inside a title counts most, then words in the
/// title, then words in the text.
pub fn search<'a>(site: &'a Commons, query: &str, newest_first: bool) -> Found<'a> {
    let phrase = folded(query);
    let words: Vec<&str> = phrase.split(' ').filter(|word| !word.is_empty()).collect();
    if words.is_empty() {
        return Found::default();
    }
    let rank = |title: &str, body: &str| -> Option<u8> {
        let title = folded(title);
        if !title.is_empty() && title == phrase {
            return Some(0);
        }
        if title.contains(&phrase) {
            return Some(1);
        }
        if words.iter().all(|word| title.contains(word)) {
            return Some(2);
        }
        let body = folded(body);
        words.iter().all(|word| title.contains(word) || body.contains(word)).then_some(3)
    };
    let standing = site.submissions.iter().filter(|one| one.visible());
    let mut submissions: Vec<(u8, &Arc<Submission>)> =
        standing.filter_map(|one| Some((rank(&one.title, &one.body)?, one))).collect();
    if newest_first {
        submissions.sort_by_key(|(_, one)| Reverse(one.id));
    } else {
        submissions.sort_by_key(|(rank, one)| (*rank, Reverse(one.score), one.id));
    }
    let mut comments: Vec<&Comment> = site
        .comments
        .iter()
        .map(AsRef::as_ref)
        .filter(|one: &&Comment| !one.deleted && rank("", &one.body).is_some())
        .collect();
    comments
        .sort_by_key(|one| if newest_first { (0, Reverse(one.id)) } else { (-one.score, Reverse(one.id)) });
    Found {
        submissions: submissions.into_iter().map(|(_, one)| one.as_ref()).collect(),
        comments,
        forums: site
            .forums
            .iter()
            .map(AsRef::as_ref)
            .filter(|one: &&Forum| rank(&one.name, &format!("{} {}", one.title, one.description)).is_some())
            .collect(),
        users: site
            .users
            .iter()
            .map(AsRef::as_ref)
            .filter(|one: &&User| rank(&one.name, "").is_some())
            .collect(),
        wiki: site.wiki.iter().filter(|page| rank(&page.title, &page.body).is_some()).collect(),
    }
}

/// Lower case, punctuation as blanks, single blanks.
fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii_alphanumeric() || c == '_' || c == '-' {
            out.push(c.to_ascii_lowercase());
        } else if c.is_alphanumeric() {
            out.extend(c.to_lowercase());
        } else if !out.is_empty() && !out.ends_with(' ') {
            out.push(' ');
        }
    }
    out.truncate(out.trim_end().len());
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::forum::seed::commons;

    #[test]
    fn a_whole_title_finds_its_post_first() {
        let site = commons(1);
        for one in site.submissions.iter().step_by(17) {
            let found = search(&site, &one.title, false);
            assert_eq!(found.submissions.first().map(|first| first.id), Some(one.id), "{}", one.title);
        }
        assert!(search(&site, " ?! ", false).submissions.is_empty());
    }

    #[test]
    fn orders_and_ranges_hold() {
        let site = commons(1);
        let top = sorted(&site, Sort::Top, "all", |_| true);
        assert!(top.len() == 600 && top.windows(2).all(|pair| pair[0].score >= pair[1].score));
        let week = sorted(&site, Sort::Top, "week", |_| true);
        assert!(!week.is_empty() && week.iter().all(|one| NOW - one.created <= 7 * DAY));
        // A range says nothing about the newest.
        assert_eq!(sorted(&site, Sort::New, "day", |_| true).len(), 600);
        let newest = sorted(&site, Sort::New, "all", |_| true);
        assert!(newest.windows(2).all(|pair| pair[0].created >= pair[1].created));
    }
}
