//! What all grids of the back office share. A grid is one form by GET: filters stand in the second row of
//! the head, a heading sorts, the foot turns pages. Bulk actions go by a second form that the checkboxes
//! belong to (`form="bulk"`), as forms cannot be nested.

use maud::{Markup, html};

use crate::{
    seed::{DAY, dates},
    server::fields::Fields,
    shop::money::Cents,
};

/// Rows on one page of a grid.
pub(super) const ROWS: usize = 20;

/// A column of a grid.
#[derive(Debug, Clone, Copy)]
pub(super) struct Column {
    /// Key of the sort order and stem of the filter's field; empty for the columns of buttons and boxes.
    pub key: &'static str,
    pub title: &'static str,
    pub filter: Filter,
    pub number: bool,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Filter {
    None,
    Text,
    /// Two fields, `…_from` and `…_to`.
    Range,
    /// Two dates with the calendar of the page's script.
    Dates,
    Choice(&'static [(&'static str, &'static str)]),
}

pub(super) const fn column(key: &'static str, title: &'static str, filter: Filter) -> Column {
    Column { key, title, filter, number: matches!(filter, Filter::Range) }
}

/// The two rows of the head.
pub(super) fn head(path: &str, query: &Fields, columns: &[Column], bulk: bool) -> Markup {
    html! {
        thead {
            tr {
                @if bulk { th.grid__box { input type="checkbox" data-select-all aria-label="Select all on this page"; } }
                @for column in columns {
                    @let (now, down) = sorted(query);
                    @let on = now == column.key && !column.key.is_empty();
                    th.num[column.number] aria-sort=[on.then_some(if down { "descending" } else { "ascending" })] {
                        @if column.key.is_empty() { (column.title) } @else {
                            a href=(sort_link(path, query, column.key, on && !down)) { (column.title) @if on { @if down { " ↓" } @else { " ↑" } } }
                        }
                    }
                }
            }
            tr.grid__filters {
                @if bulk { td {} }
                @for column in columns {
                    td {
                        @match column.filter {
                            Filter::None => { @if column.key.is_empty() { button.button.button--small type="submit" form="filters" { "Search" } " " a href=(path) { "Reset" } } }
                            Filter::Text => { (input(query, column.key, column.title, "text", "")) }
                            Filter::Range => {
                                (input(query, &format!("{}_from", column.key), &format!("{} from", column.title), "text", "from"))
                                (input(query, &format!("{}_to", column.key), &format!("{} to", column.title), "text", "to"))
                            }
                            Filter::Dates => {
                                (date_input(query, &format!("{}_from", column.key), &format!("{} from", column.title), "from"))
                                (date_input(query, &format!("{}_to", column.key), &format!("{} to", column.title), "to"))
                            }
                            Filter::Choice(choices) => {
                                select form="filters" name=(column.key) aria-label={ "Filter " (column.title) } {
                                    option value="" { "Any" }
                                    @for (key, name) in choices { option value=(key) selected[query.text(column.key) == *key] { (name) } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn input(query: &Fields, name: &str, label: &str, kind: &str, hint: &str) -> Markup {
    html! { input.narrow[hint.len() < 5 && !hint.is_empty()] form="filters" type=(kind) name=(name) value=(query.text(name)) placeholder=(hint) aria-label={ "Filter " (label) }; }
}

fn date_input(query: &Fields, name: &str, label: &str, hint: &str) -> Markup {
    html! {
        span.datebox data-datepicker {
            input form="filters" type="text" name=(name) value=(query.text(name)) placeholder=(hint) autocomplete="off" aria-label={ "Filter " (label) };
            button type="button" aria-label={ "Open the calendar for " (label) } { "▾" }
        }
    }
}

/// The form that the filters belong to; stands before the table.
pub(super) fn filter_form(path: &str, query: &Fields) -> Markup {
    html! {
        form #filters action=(path) method="get" {
            @if query.has("sort") { input type="hidden" name="sort" value=(query.text("sort")); }
            @if query.has("dir") { input type="hidden" name="dir" value=(query.text("dir")); }
        }
    }
}

/// Key of the sort order and whether it goes downwards.
pub(super) fn sorted(query: &Fields) -> (&str, bool) {
    (query.text("sort"), query.text("dir") == "desc")
}

fn sort_link(path: &str, query: &Fields, key: &str, down: bool) -> String {
    let sorted = query.query_with("sort", Some(key));
    let fields = Fields::from_urlencoded(sorted.as_bytes());
    let directed = fields.query_with("dir", Some(if down { "desc" } else { "asc" }));
    let fields = Fields::from_urlencoded(directed.as_bytes());
    format!("{path}?{}", fields.query_with("page", None))
}

/// The bar above a grid: what to do with the ticked rows, and how many there are.
pub(super) fn bulk_bar(action: &str, here: &str, actions: &[(&str, &str)], total: usize) -> Markup {
    html! {
        form #bulk .bulk action=(action) method="post" data-bulk {
            input type="hidden" name="return" value=(here);
            label for="bulk-action" { "Actions" }
            select #bulk-action name="action" {
                option value="" { "Choose…" }
                @for (key, name) in actions { option value=(key) { (name) } }
            }
            button.button.button--small type="submit" { "Apply" }
            span.muted data-selected { "0 selected" }
            span.bulk__total { span data-record-count=(total) { (total) } " records found" }
        }
    }
}

pub(super) fn tick(id: u32, label: &str) -> Markup {
    html! { td.grid__box { input type="checkbox" form="bulk" name="id" value=(id) aria-label={ "Select " (label) }; } }
}

/// Whether a text has what the filter asks for.
pub(super) fn has(query: &Fields, key: &str, text: &str) -> bool {
    let asked = query.trimmed(key).to_lowercase();
    asked.is_empty() || text.to_lowercase().contains(&asked)
}

/// Whether a key is the one chosen, or none was.
pub(super) fn is(query: &Fields, key: &str, value: &str) -> bool {
    let asked = query.trimmed(key);
    asked.is_empty() || asked == value
}

/// Whether an amount lies between the two ends, in dollars.
pub(super) fn money_within(query: &Fields, key: &str, amount: Cents) -> bool {
    let end = |side: &str| Cents::parse(query.trimmed(&format!("{key}_{side}")));
    end("from").is_none_or(|least| amount >= least) && end("to").is_none_or(|most| amount <= most)
}

/// Whether a count lies between the two ends.
pub(super) fn count_within(query: &Fields, key: &str, count: u32) -> bool {
    let end = |side: &str| query.parse::<u32>(&format!("{key}_{side}"));
    end("from").is_none_or(|least| count >= least) && end("to").is_none_or(|most| count <= most)
}

/// Whether a moment lies between two days, both included.
pub(super) fn date_within(query: &Fields, key: &str, moment: i64) -> bool {
    let day = dates::iso_date(moment.div_euclid(DAY) * DAY);
    // ISO dates sort as text.
    let end =
        |side: &str| Some(query.trimmed(&format!("{key}_{side}")).to_owned()).filter(|text| text.len() == 10);
    end("from").is_none_or(|first| day >= first) && end("to").is_none_or(|last| day <= last)
}

/// The ticked rows of a bulk form.
pub(super) fn ticked(form: &Fields) -> Vec<u32> {
    form.all("id").filter_map(|id| id.parse().ok()).collect()
}
