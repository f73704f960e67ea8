//! Words of tasks, labels and values: finding one text inside another, names, families of choices.

use std::ops::Range;

/// Words that name nothing.
const STOP: &[&str] = &[
    "a", "an", "the", "to", "of", "in", "on", "at", "for", "from", "by", "with", "as", "into", "onto", "and",
    "or", "my", "me", "your", "its", "this", "that", "please", "is", "are", "was", "be", "it", "there",
    "their", "all", "who", "whose", "then", "so", "can", "you", "i", "some", "any", "have", "has", "does",
    "do", "did", "saying", "says", "called", "titled", "named", "reading", "text", "words", "using", "new",
    "given", "called", "under", "about", "site", "page", "website",
];

/// True where the word names nothing.
pub(crate) fn is_stop(word: &str) -> bool {
    STOP.contains(&word)
}

/// Lower case, white space collapsed, typographic quotes made plain.
pub(crate) fn fold(text: &str) -> String {
    let plain: String = text
        .chars()
        .map(|c| match c {
            '’' | '‘' => '\'',
            '“' | '”' => '"',
            c => c,
        })
        .collect();
    plain.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// White space collapsed.
pub(crate) fn collapse(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Words in lower case without signs.
pub(crate) fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_lowercase).collect()
}

/// Where `part` stands in `text` as whole words, letters' case and width of white space aside.
pub(crate) fn find(text: &str, part: &str) -> Option<Range<usize>> {
    let wanted: Vec<char> = fold(part).chars().collect();
    if wanted.is_empty() {
        return None;
    }
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let edge = |at: Option<&(usize, char)>| at.is_none_or(|(_, c)| !c.is_alphanumeric());
    let starts_plain = wanted.first().is_some_and(|c| !c.is_alphanumeric());
    let ends_plain = wanted.last().is_some_and(|c| !c.is_alphanumeric());
    for start in 0..chars.len() {
        if chars[start].1.is_whitespace() || !(starts_plain || start == 0 || edge(chars.get(start - 1))) {
            continue;
        }
        if let Some(end) = run(&chars[start..], &wanted).map(|length| start + length)
            && (ends_plain || edge(chars.get(end)))
        {
            let stop = chars.get(end).map_or(text.len(), |(at, _)| *at);
            return Some(chars[start].0..stop);
        }
    }
    None
}

/// Number of characters of `text` that say `wanted`.
fn run(text: &[(usize, char)], wanted: &[char]) -> Option<usize> {
    let mut at = 0;
    let mut w = 0;
    while w < wanted.len() {
        let (_, c) = *text.get(at)?;
        if wanted[w] == ' ' {
            if !c.is_whitespace() {
                return None;
            }
            while text.get(at).is_some_and(|(_, c)| c.is_whitespace()) {
                at += 1;
            }
            w += 1;
            continue;
        }
        for low in c.to_lowercase() {
            let low = match low {
                '’' | '‘' => '\'',
                '“' | '”' => '"',
                low => low,
            };
            if wanted.get(w) != Some(&low) {
                return None;
            }
            w += 1;
        }
        at += 1;
    }
    Some(at)
}

/// Texts in quotation marks.
pub(crate) fn quoted(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((at, open)) = rest.char_indices().find(|(_, c)| matches!(c, '"' | '“' | '«' | '‘' | '\''))
    {
        let before = rest[..at].chars().next_back();
        let inside = &rest[at + open.len_utf8()..];
        let close = match open {
            '“' => '”',
            '«' => '»',
            '‘' => '’',
            same => same,
        };
        // An apostrophe inside a word opens nothing and closes nothing.
        let opens = before.is_none_or(|c| !c.is_alphanumeric());
        let end = inside.char_indices().find(|(at, c)| {
            *c == close && !inside[at + c.len_utf8()..].chars().next().is_some_and(char::is_alphanumeric)
        });
        match end {
            Some((end, close)) if opens && end > 0 => {
                found.push(inside[..end].to_owned());
                rest = &inside[end + close.len_utf8()..];
            }
            _ => rest = inside,
        }
    }
    found
}

/// A name of the form `[a-z][a-z0-9_]*` from words, at most `max` characters, cut between words.
pub(crate) fn name_of<'a>(words: impl Iterator<Item = &'a str>, max: usize) -> Option<String> {
    let mut name = String::new();
    for word in words {
        let plain: String =
            word.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
        if plain.is_empty() || name.split('_').any(|part| part == plain) {
            continue;
        }
        if name.is_empty() && !plain.starts_with(|c: char| c.is_ascii_alphabetic()) {
            continue;
        }
        if name.len() + plain.len() + usize::from(!name.is_empty()) > max {
            break;
        }
        if !name.is_empty() {
            name.push('_');
        }
        name.push_str(&plain);
    }
    (!name.is_empty()).then_some(name)
}

/// What kind of built-in choice a word is, for choices that sites offer everywhere.
pub(crate) fn family(text: &str) -> Option<&'static str> {
    const SORT: &[&str] = &[
        "hot",
        "new",
        "newest",
        "latest",
        "oldest",
        "top",
        "best",
        "active",
        "controversial",
        "rising",
        "popular",
        "relevance",
        "trending",
        "most_commented",
        "most commented",
        "most reviewed",
        "best rated",
        "top rated",
    ];
    const RANGE: &[&str] = &[
        "hour",
        "day",
        "week",
        "month",
        "year",
        "today",
        "all time",
        "past hour",
        "past day",
        "past week",
        "past month",
        "past year",
        "this week",
        "this month",
        "this year",
    ];
    let text = fold(text);
    if SORT.contains(&text.as_str()) {
        Some("sort")
    } else if RANGE.contains(&text.as_str()) {
        Some("range")
    } else {
        None
    }
}

/// Nouns by which people introduce a name, and the parameter they stand for.
pub(crate) fn noun(word: &str) -> Option<&'static str> {
    Some(match word {
        "forum" | "forums" | "subforum" | "community" | "board" => "forum",
        "user" | "member" | "person" | "account" | "author" | "recipient" | "moderator" => "user",
        "post" | "submission" | "thread" | "topic" => "post",
        "article" => "article",
        "comment" | "reply" => "comment",
        "product" | "item" | "article's" => "product",
        "category" => "category",
        "department" => "department",
        "brand" => "brand",
        "tag" | "label" => "tag",
        "order" => "order",
        "review" => "review",
        "wiki" => "page",
        "message" | "conversation" => "message",
        "subject" => "subject",
        "title" | "titled" | "headline" | "heading" => "title",
        "body" | "text" | "saying" | "content" => "body",
        "colour" | "color" => "colour",
        "size" => "size",
        "city" => "city",
        "street" => "street",
        "address" => "address",
        "customer" => "customer",
        "country" => "country",
        "quantity" => "quantity",
        "rating" => "rating",
        "coupon" | "code" => "code",
        "reason" => "reason",
        "biography" | "bio" => "biography",
        _ => return None,
    })
}

/// True for texts that hold digits.
pub(crate) fn has_digit(text: &str) -> bool {
    text.chars().any(|c| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_words_only() {
        let text = "Subscribe to the forum Gardening, please";
        assert_eq!(find(text, "gardening").map(|r| &text[r]), Some("Gardening"));
        assert_eq!(find(text, "garden"), None);
        assert_eq!(find("a  b\nc", "A b c").map(|r| r.len()), Some(6));
        assert_eq!(find("It’s raining", "it's raining").map(|r| r.start), Some(0));
        assert_eq!(find("x", ""), None);
        assert_eq!(find("Ünder", "ünder").map(|r| r.start), Some(0));
    }

    #[test]
    fn quotations_with_apostrophes() {
        assert_eq!(quoted("Comment \"It's fine\" on 'a b'"), ["It's fine", "a b"]);
        assert_eq!(quoted("What's Ada's post “Tea”?"), ["Tea"]);
        assert!(quoted("no 'end").is_empty());
    }

    #[test]
    fn names() {
        assert_eq!(
            name_of(["Search", "the", "the", "Posts!"].into_iter(), 40).as_deref(),
            Some("search_the_posts")
        );
        assert_eq!(name_of(["9", "lives"].into_iter(), 40).as_deref(), Some("lives"));
        assert_eq!(name_of(["abc", "defgh"].into_iter(), 6).as_deref(), Some("abc"));
        assert_eq!(name_of(["—"].into_iter(), 6), None);
    }
}
