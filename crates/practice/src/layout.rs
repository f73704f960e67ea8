//! What the pages of both sites share: assets, flash messages, dates, page links.

use axum::{
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use maud::{Markup, html};

use crate::{seed::dates, server::fields::Fields};

/// A file embedded in the binary, with its content type.
#[must_use]
pub fn asset(content_type: &'static str, content: &'static str) -> Response {
    ([(header::CONTENT_TYPE, content_type), (header::CACHE_CONTROL, "no-cache")], content).into_response()
}

/// A page with a status other than 200.
#[must_use]
pub fn with_status(status: StatusCode, page: Markup) -> Response {
    (status, page).into_response()
}

/// The message of the request before, as a live region.
#[must_use]
pub fn flash(message: Option<&str>) -> Markup {
    html! {
        @if let Some(message) = message {
            div.flash role="status" data-flash {
                span.flash__text { (message) }
                button.flash__close type="button" aria-label="Dismiss this message" { "×" }
            }
        }
    }
}

/// A moment as `<time>`: how long ago, with the exact date as title.
#[must_use]
pub fn time_ago(ms: i64) -> Markup {
    html! { time datetime=(dates::iso_time(ms)) title=(dates::long_date(ms)) { (dates::ago(ms)) } }
}

/// `1 comment`, `2 comments`.
#[must_use]
pub fn plural(n: usize, one: &str, many: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{} {many}", thousands(n)) }
}

/// `12,345`.
#[must_use]
pub fn thousands(n: usize) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// One page of a list.
#[derive(Debug)]
pub struct Paged<T> {
    pub items: Vec<T>,
    pub page: usize,
    pub pages: usize,
    pub total: usize,
}

/// Cuts out page `page` (from 1); a page beyond the end is empty.
#[must_use]
pub fn paged<T>(items: Vec<T>, page: usize, size: usize) -> Paged<T> {
    let total = items.len();
    let size = size.max(1);
    let start = page.saturating_sub(1).saturating_mul(size);
    Paged {
        items: items.into_iter().skip(start).take(size).collect(),
        page,
        pages: total.div_ceil(size).max(1),
        total,
    }
}

/// Links to the pages before and after, keeping the other query fields.
#[must_use]
pub fn page_links<T>(path: &str, query: &Fields, list: &Paged<T>) -> Markup {
    let to = |page: usize| format!("{path}?{}", query.query_with("page", Some(&page.to_string())));
    html! {
        @if list.pages > 1 {
            nav.pages aria-label="Pages" {
                @if list.page > 1 { a.pages__previous rel="prev" href=(to(list.page - 1)) { "Previous" } }
                span.pages__now { "Page " (list.page) " of " (list.pages) }
                @if list.page < list.pages { a.pages__next rel="next" href=(to(list.page + 1)) { "Next" } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_pages() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(1_234_567), "1,234,567");
        let list = paged((0..45).collect(), 3, 20);
        assert_eq!((list.items.len(), list.pages, list.total), (5, 3, 45));
        assert!(paged(vec![1], 999_999, 20).items.is_empty());
    }

    #[test]
    fn messages_are_escaped() {
        let shown = flash(Some("<script>alert(1)</script>")).into_string();
        assert!(!shown.contains("<script>"));
    }
}
