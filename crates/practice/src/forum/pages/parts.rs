//! Pieces that several pages show: submissions in a list, votes, running text, tabs.

use maud::{Markup, html};

use super::Guest;
use crate::{
    forum::{
        model::{Submission, SubmissionKind, Votable},
        state::Commons,
    },
    layout,
};

/// Text of a member: paragraphs, quotations and links. Everything else stays as typed.
pub fn prose(text: &str) -> Markup {
    html! {
        @for paragraph in text.split("\n\n").filter(|paragraph| !paragraph.trim().is_empty()) {
            @if paragraph.lines().all(|line| line.starts_with('>')) {
                blockquote { @for line in paragraph.lines() { (linked(line.trim_start_matches('>').trim_start())) br; } }
            } @else {
                p { @for (n, line) in paragraph.lines().enumerate() { @if n > 0 { br; } (linked(line)) } }
            }
        }
    }
}

fn linked(line: &str) -> Markup {
    html! {
        @for (n, word) in line.split(' ').enumerate() {
            @if n > 0 { " " }
            @if word.starts_with("https://") || word.starts_with("http://") { a href=(word) rel="nofollow noreferrer" { (word) } } @else { (word) }
        }
    }
}

/// Up, score, down. A vote given is pressed; pressing it again takes it back.
pub fn votes(visit: &Guest, site: &Commons, on: Votable, id: u32, score: i64) -> Markup {
    let mine = site.vote_of(visit.account.as_deref(), on, id);
    let (action, class) = match on {
        Votable::Submission => (format!("/sv/{id}"), "submission__score"),
        Votable::Comment => (format!("/cv/{id}"), "comment__score"),
    };
    let button = |value: i64, label: &str, sign: &str| {
        let pressed = mine == value;
        html! {
            button class=(format!("vote__button vote__{}", label.to_lowercase())) type="submit" name="choice" value=(if pressed { 0 } else { value })
                aria-label=(label) aria-pressed=(pressed.to_string()) title=(if pressed { "Retract vote" } else { label }) { (sign) }
        }
    };
    html! {
        form.vote action=(action) method="post" data-vote {
            input type="hidden" name="return" value=(visit.here);
            (button(1, "Upvote", "▲"))
            span class=(format!("vote__score {class}")) { (score) }
            (button(-1, "Downvote", "▼"))
        }
    }
}

/// A submission as lists and its own page show it.
pub fn submission(visit: &Guest, site: &Commons, one: &Submission, comments: usize, whole: bool) -> Markup {
    let path = one.path();
    let viewer = visit.account.as_deref().and_then(|name| site.user(name));
    let thumbnails = viewer.is_none_or(|user| user.preferences.show_thumbnails);
    let new_tab = viewer.is_some_and(|user| user.preferences.open_links_in_new_tab);
    html! {
        article.submission.submission--locked[one.locked].submission--whole[whole] id=(format!("submission-{}", one.id)) {
            (votes(visit, site, Votable::Submission, one.id, one.score))
            @if thumbnails && !whole { (thumbnail(one, &path)) }
            div.submission__inner {
                header {
                    (heading(one, &path, whole))
                    @if let (Some(url), Some(domain), SubmissionKind::Link) = (&one.url, one.domain(), one.kind) {
                        " " a.submission__host href=(url) rel="nofollow noreferrer" target=[new_tab.then_some("_blank")] { (domain) }
                    }
                    @if one.pinned { " " span.flag { "Pinned" } }
                    @if one.locked { " " span.flag.flag--locked { "Locked" } }
                    @if one.removed { " " span.flag.flag--removed { "Removed" } }
                }
                p.submission__meta {
                    "Submitted by " a.submission__author href=(format!("/user/{}", one.author)) { (one.author) }
                    " " (layout::time_ago(one.created))
                    " in " a.submission__forum href=(format!("/f/{}", one.forum)) { (one.forum) }
                    @if let Some(at) = one.edited { span.edited { " (edited " (layout::time_ago(at)) ")" } }
                }
                @if whole {
                    @if let (Some(url), SubmissionKind::Picture) = (&one.url, one.kind) {
                        figure.submission__picture { a href=(url) { img src=(url) alt=(one.title); } }
                    }
                    @if !one.body.is_empty() { div.submission__body { (prose(&one.body)) } }
                }
                nav.submission__nav aria-label=(format!("Actions for “{}”", one.title)) {
                    a.submission__comments href=(path) {
                        span.submission__comment-count { (comments) } @if comments == 1 { " comment" } @else { " comments" }
                    }
                    @if visit.account.as_deref() == Some(one.author.as_str()) && one.visible() { a href=(format!("{path}/edit")) { "Edit" } }
                }
            }
        }
    }
}

fn heading(one: &Submission, path: &str, whole: bool) -> Markup {
    let link = html! { a.submission__link href=(path) { (one.title) } };
    html! { @if whole { h1.submission__title { (link) } } @else { h2.submission__title { (link) } } }
}

fn thumbnail(one: &Submission, path: &str) -> Markup {
    html! {
        a.submission__thumb.submission__thumb--text[one.kind == SubmissionKind::Text] href=(path) aria-hidden="true" tabindex="-1" {
            @match (one.kind, &one.url) {
                (SubmissionKind::Picture, Some(url)) => img src=(url) alt="" loading="lazy";,
                (SubmissionKind::Link, _) => span { "↗" },
                _ => span { "¶" },
            }
        }
    }
}

/// Links of which one is where we are.
pub fn tabs(label: &str, links: &[(String, &str, bool)]) -> Markup {
    html! {
        nav.tabs aria-label=(label) {
            ul { @for (href, text, here) in links { li { a href=(href) aria-current=[here.then_some("page")] { (text) } } } }
        }
    }
}
