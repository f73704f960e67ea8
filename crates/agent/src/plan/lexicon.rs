//! Words of web chores in groups of one meaning: general English, tied to no site and to no task list.
//!
//! Embeddings put *subscribe* and *unsubscribe* side by side; these groups keep them apart.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Verbs: name of the meaning, then the words, base forms.
const VERBS: &[(&str, &[&str])] = &[
    ("open", &["open", "go", "visit", "navigate", "browse", "load", "enter", "access", "jump", "head", "launch"]),
    ("show", &["show", "view", "display", "see", "look", "read", "inspect", "examine"]),
    ("find", &["find", "locate"]),
    ("search", &["search", "seek", "hunt", "query"]),
    ("ask", &["tell", "report", "answer", "list", "count", "determine", "identify", "get", "retrieve",
        "fetch", "give", "name", "say", "check", "extract", "calculate"]),
    ("subscribe", &["subscribe", "join", "follow", "enrol", "enroll"]),
    ("unsubscribe", &["unsubscribe", "unfollow", "unjoin", "quit"]),
    ("upvote", &["upvote", "like"]),
    ("downvote", &["downvote", "dislike"]),
    ("vote", &["vote"]),
    ("comment", &["comment", "reply", "respond"]),
    ("post", &["post", "publish", "share", "submit"]),
    ("create", &["create", "make", "start", "found", "establish", "generate"]),
    ("write", &["write", "compose", "leave", "draft"]),
    ("add", &["add", "put", "place", "insert", "include", "throw", "stick"]),
    ("delete", &["delete", "remove", "erase", "discard", "drop", "clear", "empty", "withdraw", "retract",
        "take", "strip"]),
    ("edit", &["edit", "change", "update", "modify", "set", "rewrite", "replace", "alter", "adjust", "correct",
        "revise", "amend", "fix"]),
    ("rename", &["rename"]),
    ("buy", &["buy", "purchase", "order", "checkout", "pay"]),
    ("reorder", &["reorder"]),
    ("block", &["block", "ban", "ignore", "blacklist", "mute"]),
    ("unblock", &["unblock", "unban", "unignore", "unmute"]),
    ("message", &["send", "message", "mail", "email", "contact", "dm"]),
    ("sort", &["sort", "arrange", "rank", "organise", "organize"]),
    ("filter", &["filter", "narrow", "limit", "restrict", "refine"]),
    ("compare", &["compare"]),
    ("save", &["save", "bookmark", "favourite", "favorite", "star", "wishlist"]),
    ("rate", &["rate", "review", "score"]),
    ("login", &["login"]),
    ("logout", &["logout"]),
    ("register", &["register", "signup"]),
    ("cancel", &["cancel", "abort"]),
    ("confirm", &["confirm", "approve", "accept"]),
    ("reject", &["reject", "decline", "deny", "refuse"]),
    ("track", &["track"]),
    ("apply", &["apply", "redeem", "use"]),
    ("enable", &["enable", "activate"]),
    ("disable", &["disable", "deactivate"]),
    ("pin", &["pin"]),
    ("unpin", &["unpin"]),
    ("lock", &["lock"]),
    ("unlock", &["unlock"]),
    ("flag", &["flag"]),
    ("download", &["download", "export"]),
    ("upload", &["upload", "attach", "import"]),
    ("print", &["print"]),
    ("move", &["move", "transfer"]),
    ("copy", &["copy", "duplicate"]),
    ("hide", &["hide"]),
    ("unhide", &["unhide"]),
    ("close", &["close"]),
    ("archive", &["archive"]),
    ("restore", &["restore", "undelete", "recover"]),
    ("invite", &["invite"]),
    ("assign", &["assign", "appoint", "promote"]),
    ("schedule", &["schedule", "book", "reserve"]),
    ("return", &["return", "refund", "exchange"]),
    ("translate", &["translate"]),
    ("choose", &["choose", "select", "pick"]),
    ("type", &["type"]),
    ("click", &["click", "press", "tap"]),
    ("increase", &["increase", "raise", "lift"]),
    ("decrease", &["decrease", "reduce", "lower"]),
    ("scroll", &["scroll"]),
    ("play", &["play", "watch"]),
    ("ship", &["ship", "deliver"]),
];

/// Things: name, words (singular).
const THINGS: &[(&str, &[&str])] = &[
    ("forum", &["forum", "community", "board", "subforum", "subreddit", "group"]),
    ("post", &["post", "submission", "thread", "topic", "discussion", "story", "article"]),
    ("comment", &["comment", "reply", "response", "remark"]),
    ("user", &["user", "member", "person", "username", "author", "poster"]),
    ("profile", &["profile"]),
    ("account", &["account"]),
    ("bio", &["bio", "biography"]),
    ("message", &["message", "dm", "mail", "conversation"]),
    ("inbox", &["inbox", "mailbox"]),
    ("notification", &["notification", "alert"]),
    ("wiki", &["wiki"]),
    ("moderator", &["moderator", "mod"]),
    ("vote", &["vote"]),
    ("score", &["score", "karma", "points"]),
    ("subscriber", &["subscriber", "follower"]),
    ("subscription", &["subscription"]),
    ("blocklist", &["blocklist"]),
    ("product", &["product", "item", "goods"]),
    ("cart", &["cart", "basket", "trolley", "bag"]),
    ("wishlist", &["wishlist", "favourites", "favorites"]),
    ("order", &["order", "purchase"]),
    ("review", &["review"]),
    ("rating", &["rating", "star"]),
    ("price", &["price", "cost", "howmuch"]),
    ("address", &["address"]),
    ("newsletter", &["newsletter"]),
    ("category", &["category", "section", "department"]),
    ("coupon", &["coupon", "voucher", "promo"]),
    ("payment", &["payment"]),
    ("shipping", &["shipping", "delivery", "shipment"]),
    ("customer", &["customer", "client", "shopper"]),
    ("invoice", &["invoice", "receipt"]),
    ("stock", &["stock", "inventory", "availability"]),
    ("quantity", &["quantity", "qty"]),
    ("description", &["description"]),
    ("title", &["title", "headline", "heading", "subject"]),
    ("body", &["body", "text", "content", "contents", "wording"]),
    ("link", &["link", "url", "hyperlink"]),
    ("image", &["image", "picture", "photo"]),
    ("settings", &["settings", "preferences"]),
    ("password", &["password", "passphrase"]),
    ("emailaddress", &["email", "e-mail"]),
    ("count", &["howmany", "number", "count", "amount", "total"]),
    ("status", &["status", "state"]),
    ("result", &["result", "hit", "match"]),
    ("page", &["page", "site", "website", "webpage", "screen", "tab", "view"]),
    ("list", &["list", "listing", "overview", "table", "grid"]),
    ("date", &["date", "when"]),
    ("homepage", &["homepage", "frontpage"]),
    ("tag", &["tag", "flair", "label"]),
    ("filter", &["filter", "facet"]),
    ("colour", &["colour", "color"]),
    ("size", &["size"]),
    ("brand", &["brand", "manufacturer"]),
    ("rule", &["rule", "guideline"]),
    ("file", &["file", "attachment", "document"]),
];

/// Words that set one thing apart from its like; words of one family contradict each other.
const QUALIFIERS: &[(&str, &str, &[&str])] = &[
    ("rank", "newest", &["newest", "latest", "recent", "new"]),
    ("rank", "oldest", &["oldest", "earliest", "old"]),
    ("rank", "top", &["top", "best", "highest", "most", "largest", "biggest", "popular", "maximum", "greatest"]),
    ("rank", "bottom", &["lowest", "least", "fewest", "smallest", "minimum", "worst", "bottom"]),
    ("rank", "cheapest", &["cheapest", "cheap", "inexpensive"]),
    ("rank", "dearest", &["dearest", "priciest", "costliest", "expensive"]),
    ("rank", "hot", &["hot", "trending"]),
    ("rank", "controversial", &["controversial"]),
    ("rank", "active", &["active"]),
    ("order", "first", &["first", "1st"]),
    ("order", "second", &["second", "2nd"]),
    ("order", "third", &["third", "3rd"]),
    ("order", "fourth", &["fourth", "4th"]),
    ("order", "fifth", &["fifth", "5th"]),
    ("order", "last", &["last", "final"]),
    ("order", "next", &["next"]),
    ("order", "previous", &["previous"]),
    ("time", "today", &["today", "day", "daily"]),
    ("time", "yesterday", &["yesterday"]),
    ("time", "week", &["week", "weekly"]),
    ("time", "month", &["month", "monthly"]),
    ("time", "year", &["year", "yearly"]),
    ("time", "hour", &["hour", "hourly"]),
    ("time", "alltime", &["alltime"]),
    ("way", "ascending", &["ascending"]),
    ("way", "descending", &["descending"]),
    ("bound", "above", &["above", "over", "exceeding"]),
    ("bound", "below", &["below", "cheaper"]),
    ("bound", "between", &["between"]),
    ("scope", "all", &["all", "every", "each", "everything", "both"]),
    ("scope", "other", &["other", "another"]),
    ("scope", "only", &["only"]),
    ("owner", "my", &["my", "mine", "own"]),
    ("time2", "before", &["before"]),
    ("time2", "after", &["after", "since"]),
    ("state", "unread", &["unread"]),
    ("state", "pending", &["pending"]),
    ("state", "completed", &["completed", "complete"]),
    ("state", "cancelled", &["cancelled", "canceled"]),
];

const NEGATIONS: &[&str] = &[
    "not", "don't", "dont", "don’t", "doesn't", "doesn’t", "never", "without", "except", "no", "none", "neither",
    "nor", "instead", "unless", "cannot", "can't", "can’t", "avoid", "stop", "isn't", "aren't",
];

/// Prepositions that stand before values; nearly interchangeable there.
const PREPOSITIONS: &[&str] = &[
    "in", "to", "from", "for", "on", "at", "into", "onto", "inside", "within", "under", "of", "by", "with", "about",
    "as", "using", "via", "named", "called", "titled", "entitled", "saying", "says", "reading", "that", "containing",
    "is", "=", "through", "against", "towards", "across", "off", "out", "up", "down", "per", "like",
];

/// Words that carry no wish.
const FILLERS: &[&str] = &[
    "please", "kindly", "could", "can", "would", "will", "you", "i", "me", "we", "us", "want", "need", "wish", "like",
    "the", "a", "an", "this", "these", "those", "there", "here", "now", "just", "then", "also", "so", "it", "its",
    "it's", "is", "are", "be", "was", "were", "been", "am", "do", "does", "did", "have", "has", "had", "your", "their",
    "his", "her", "them", "they", "some", "any", "go", "and", "or", "let", "let's", "help", "try", "what", "what's",
    "which", "who's", "d", "i'd", "i'm", "i’d", "i’m", "hi", "hello", "hey", "thanks", "thank", "currently", "one",
    "ahead", "able", "whose", "where", "how", "who", "whom", "why", "should", "shall", "may", "might", "must", "quickly",
    "right", "again", "entire", "whole", "exact", "exactly", "specific", "particular", "given", "following", "too",
    "as", "well", "following", "follows", "over", "being", "get", "got", "give", "love", "possible", "-", "&",
    "named", "called", "titled", "entitled", "saying", "says", "say", "reading", "belonging", "located", "available",
    "online", "web", "internet", "written", "made", "posted", "user's", "section", "entry", "piece", "favour", "favor",
];

/// Phrases read as one word.
const PHRASES: &[(&[&str], &str)] = &[
    (&["take", "me", "to"], "open"),
    (&["bring", "me", "to"], "open"),
    (&["get", "me", "to"], "open"),
    (&["bring", "up"], "open"),
    (&["pull", "up"], "open"),
    (&["switch", "to"], "open"),
    (&["go", "ahead", "and"], "please"),
    (&["look", "up"], "search"),
    (&["look", "for"], "search"),
    (&["looking", "for"], "search"),
    (&["take", "a", "look", "at"], "show"),
    (&["have", "a", "look", "at"], "show"),
    (&["look", "at"], "show"),
    (&["find", "out"], "tell"),
    (&["let", "me", "know"], "tell"),
    (&["i", "want", "to", "know"], "tell"),
    (&["log", "in"], "login"),
    (&["sign", "in"], "login"),
    (&["log", "out"], "logout"),
    (&["log", "me", "out"], "logout"),
    (&["log", "me", "in"], "login"),
    (&["sign", "out"], "logout"),
    (&["log", "off"], "logout"),
    (&["sign", "up", "for"], "subscribe"),
    (&["sign", "up", "to"], "subscribe"),
    (&["sign", "me", "up", "for"], "subscribe"),
    (&["sign", "me", "up", "to"], "subscribe"),
    (&["sign", "me", "up"], "signup"),
    (&["sign", "up"], "signup"),
    (&["opt", "out"], "unsubscribe"),
    (&["sign", "off"], "unsubscribe"),
    (&["get", "rid", "of"], "delete"),
    (&["vote", "up"], "upvote"),
    (&["vote", "down"], "downvote"),
    (&["thumbs", "up"], "upvote"),
    (&["thumbs", "down"], "downvote"),
    (&["turn", "on"], "enable"),
    (&["turn", "off"], "disable"),
    (&["switch", "on"], "enable"),
    (&["switch", "off"], "disable"),
    (&["order", "by"], "sort"),
    (&["check", "out"], "checkout"),
    (&["wish", "list"], "wishlist"),
    (&["block", "list"], "blocklist"),
    (&["ignore", "list"], "blocklist"),
    (&["how", "many"], "howmany"),
    (&["number", "of"], "howmany"),
    (&["how", "much"], "howmuch"),
    (&["most", "recent"], "newest"),
    (&["most", "recently"], "newest"),
    (&["least", "recent"], "oldest"),
    (&["least", "expensive"], "cheapest"),
    (&["most", "expensive"], "dearest"),
    (&["most", "popular"], "top"),
    (&["front", "page"], "homepage"),
    (&["home", "page"], "homepage"),
    (&["start", "page"], "homepage"),
    (&["private", "message"], "message"),
    (&["direct", "message"], "message"),
    (&["shopping", "cart"], "cart"),
    (&["shopping", "basket"], "basket"),
    (&["shopping", "bag"], "cart"),
    (&["user", "name"], "username"),
    (&["of", "all", "time"], "alltime"),
    (&["all", "time"], "alltime"),
    (&["as", "well"], "also"),
    (&["right", "now"], "now"),
    (&["other", "than"], "except"),
    (&["rather", "than"], "instead"),
    (&["apart", "from"], "except"),
    (&["less", "than"], "below"),
    (&["more", "than"], "above"),
];

static VERB_OF: LazyLock<HashMap<String, &'static str>> = LazyLock::new(|| by_stem(VERBS));
static THING_OF: LazyLock<HashMap<String, &'static str>> = LazyLock::new(|| by_stem(THINGS));
static QUALIFIER_OF: LazyLock<HashMap<&'static str, (&'static str, &'static str)>> = LazyLock::new(|| {
    let rows = QUALIFIERS.iter();
    rows.flat_map(|(family, name, words)| words.iter().map(move |w| (*w, (*family, *name)))).collect()
});

fn by_stem(table: &[(&'static str, &[&'static str])]) -> HashMap<String, &'static str> {
    let rows = table.iter();
    rows.flat_map(|(name, words)| words.iter().map(move |w| (stem(w), *name))).collect()
}

/// A rough stem: what is left without plural, *-ing*, *-ed* and a last *e*.
pub fn stem(word: &str) -> String {
    let mut w = word.to_lowercase();
    if w.len() > 4 && w.ends_with("ies") {
        w.truncate(w.len() - 3);
        w.push('y');
    } else if w.len() > 4 && ["sses", "shes", "ches", "xes", "zes"].iter().any(|end| w.ends_with(end)) {
        w.truncate(w.len() - 2);
    } else if w.len() > 3 && w.ends_with('s') && !["ss", "us", "is"].iter().any(|end| w.ends_with(end)) {
        w.pop();
    }
    let cut = [("ied", 4), ("ing", 5), ("ed", 4)].into_iter().find(|(end, min)| w.len() > *min && w.ends_with(end));
    if let Some((end, _)) = cut {
        w.truncate(w.len() - end.len());
        if end == "ied" {
            w.push('y');
        }
        let twice = w.chars().rev().take(2).collect::<Vec<_>>();
        if twice.len() == 2 && twice[0] == twice[1] && !"lsz".contains(twice[0]) {
            w.pop();
        }
    }
    if w.len() > 3 && w.ends_with('e') {
        w.pop();
    }
    w
}

/// The meaning of a verb, `un:` before it where a prefix turns a known verb round.
pub fn verb(word: &str) -> Option<String> {
    let s = stem(word);
    if let Some(name) = VERB_OF.get(&s) {
        return Some((*name).to_owned());
    }
    ["un", "dis", "de", "mis"].iter().find_map(|prefix| {
        let base = s.strip_prefix(prefix)?;
        VERB_OF.get(base).map(|name| format!("un:{name}"))
    })
}

/// True where the word is a verb in the form of a command.
pub fn is_base_form(word: &str) -> bool {
    let lower = word.to_lowercase();
    let formed = lower.ends_with("ed") || (lower.len() > 5 && lower.ends_with("ing"));
    verb(&lower).is_some() && !formed && !(lower.ends_with('s') && !lower.ends_with("ss"))
}

/// The meaning of a thing.
pub fn thing(word: &str) -> Option<&'static str> {
    THING_OF.get(&stem(word)).copied()
}

/// Family and meaning of a word that sets apart.
pub fn qualifier(word: &str) -> Option<(&'static str, &'static str)> {
    QUALIFIER_OF.get(word).copied()
}

/// The phrase that `words` begins with: number of words, and the word that stands for it.
pub fn phrase(words: &[&str]) -> Option<(usize, &'static str)> {
    PHRASES
        .iter()
        .filter(|(phrase, _)| words.len() >= phrase.len() && phrase.iter().zip(words).all(|(p, w)| p == w))
        .max_by_key(|(phrase, _)| phrase.len())
        .map(|(phrase, word)| (phrase.len(), *word))
}

pub fn is_filler(word: &str) -> bool {
    FILLERS.contains(&word) || word.is_empty()
}

pub fn is_preposition(word: &str) -> bool {
    PREPOSITIONS.contains(&word)
}

pub fn is_negation(word: &str) -> bool {
    NEGATIONS.contains(&word)
}

/// The value of a number word.
pub fn number_word(word: &str) -> Option<u32> {
    const WORDS: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    ];
    WORDS.iter().position(|w| *w == word).and_then(|at| u32::try_from(at).ok())
}

/// True where two meanings of verbs may stand for each other, as long as the rest agrees.
pub fn akin(a: &str, b: &str) -> bool {
    const PAIRS: &[(&str, &str)] = &[
        ("open", "show"),
        ("show", "find"),
        ("show", "ask"),
        ("find", "ask"),
        ("find", "search"),
        ("create", "write"),
        ("create", "post"),
        ("write", "post"),
        ("write", "comment"),
        ("write", "message"),
        ("post", "comment"),
        ("add", "create"),
        ("add", "write"),
        ("add", "post"),
        ("add", "comment"),
        ("add", "save"),
        ("rate", "write"),
        ("edit", "rename"),
        ("sort", "show"),
        ("filter", "show"),
        ("choose", "filter"),
        ("edit", "write"),
        ("edit", "choose"),
    ];
    a == b || PAIRS.iter().any(|(x, y)| (*x == a && *y == b) || (*x == b && *y == a))
}

/// True where the verb only leads to a page, so that another verb after it is the wish.
pub fn is_leading(verb: &str) -> bool {
    matches!(verb, "open" | "show" | "find" | "search")
}

/// The verb that a light verb and this noun make together.
pub fn action_of(noun: &str) -> Option<&'static str> {
    let lower = noun.to_lowercase();
    match lower.as_str() {
        "upvote" | "like" => return Some("upvote"),
        "downvote" | "dislike" => return Some("downvote"),
        _ => {}
    }
    match thing(noun)? {
        "comment" => Some("comment"),
        "review" | "rating" => Some("rate"),
        "message" => Some("message"),
        "post" => Some("post"),
        "order" => Some("buy"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_have_one_stem() {
        for (a, b) in [
            ("subscribe", "subscribed"),
            ("votes", "voting"),
            ("reply", "replies"),
            ("replied", "reply"),
            ("stopped", "stop"),
            ("searches", "search"),
            ("rate", "rated"),
        ] {
            assert_eq!(stem(a), stem(b), "{a} {b}");
        }
        assert_ne!(stem("subscribe"), stem("unsubscribe"));
    }

    #[test]
    fn a_prefix_turns_a_verb_round() {
        assert_eq!(verb("Unsubscribe").as_deref(), Some("unsubscribe"));
        assert_eq!(verb("unsave").as_deref(), Some("un:save"));
        assert_eq!(verb("deselect").as_deref(), Some("un:choose"));
        assert_eq!(verb("gardening"), None);
        assert!(!akin("un:save", "save") && !akin("upvote", "downvote") && !akin("delete", "add"));
    }

    #[test]
    fn the_longest_phrase_wins() {
        assert_eq!(phrase(&["sign", "up", "for", "it"]), Some((3, "subscribe")));
        assert_eq!(phrase(&["sign", "up", "now"]), Some((2, "signup")));
        assert_eq!(phrase(&["signal"]), None);
    }
}
