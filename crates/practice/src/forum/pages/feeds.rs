//! A listing of submissions with its orders, time ranges and pages.

use maud::{Markup, html};

use super::{Guest, parts};
use crate::{
    forum::{
        feed::{self, RANGES, Sort},
        model::Submission,
        state::Commons,
    },
    layout::{page_links, paged},
};

const PER_PAGE: usize = 25;

/// The listing at `base` (without a trailing slash; the front page is empty). `pinned_first` suits one forum.
pub fn listing(
    visit: &Guest,
    site: &Commons,
    base: &str,
    sort: Sort,
    pinned_first: bool,
    keep: impl Fn(&Submission) -> bool,
) -> Markup {
    let range = feed::range_key(visit.query.text("t"));
    let mut found = feed::sorted(site, sort, range, keep);
    if pinned_first {
        found.sort_by_key(|one| !one.pinned);
    }
    let counts = site.comment_counts();
    let list = paged(found, visit.page(), PER_PAGE);
    let here = format!("{base}/{}", sort.key());
    html! {
        (orders(base, sort, range))
        @if list.items.is_empty() { p.empty { "There is nothing here." } }
        @for one in &list.items { (parts::submission(visit, site, one, counts[one.id as usize], false)) }
        (page_links(&here, &visit.query, &list))
    }
}

fn orders(base: &str, sort: Sort, range: &str) -> Markup {
    let link = |one: Sort| {
        html! { li { a href=(format!("{base}/{}", one.key())) aria-current=[(one == sort).then_some("page")] { (one.label()) } } }
    };
    let in_menu = matches!(sort, Sort::Active | Sort::Controversial | Sort::MostCommented);
    html! {
        div.orders {
            nav.tabs aria-label="Sort by" {
                ul {
                    (link(Sort::Hot)) (link(Sort::New)) (link(Sort::Top))
                    li.dropdown data-dropdown {
                        button.dropdown__toggle.is-current[in_menu] type="button" aria-haspopup="true" aria-expanded="false" aria-controls="more-orders" {
                            @if in_menu { (sort.label()) } @else { "More" } " ▾"
                        }
                        ul #more-orders .dropdown__menu hidden { (link(Sort::Active)) (link(Sort::Controversial)) (link(Sort::MostCommented)) }
                    }
                }
            }
            @if sort.has_range() {
                nav.ranges aria-label="From" {
                    ul {
                        @for (key, label, _) in RANGES {
                            li { a href=(format!("{base}/{}?t={key}", sort.key())) aria-current=[(key == range).then_some("true")] { (label) } }
                        }
                    }
                }
            }
        }
    }
}
