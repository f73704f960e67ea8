//! A table of any length: only the rows in sight are in the page.
//!
//! Focus stays on the table, the arrow keys move the selection, and the selected thing is what the inspector
//! shows.

use std::cmp::Ordering;
use std::sync::Arc;

use leptos::html::Div;
use leptos::prelude::*;

use crate::dom;

/// Height of a row in CSS pixels; the style sheet says the same.
const ROW: usize = 32;
/// Rows that are drawn above and below what is in sight.
const SPARE: usize = 12;

/// One column: how its cells look and how they are ordered.
pub struct Column<R> {
    pub title: &'static str,
    /// Classes of its cells: `num` for figures, `wide` for what gives way to the inspector.
    pub class: &'static str,
    pub cell: fn(&R) -> AnyView,
    pub order: fn(&R, &R) -> Ordering,
}

impl<R> Clone for Column<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Column<R> {}

/// How a list treats its rows.
pub struct Rows<R> {
    pub columns: Vec<Column<R>>,
    pub key: fn(&R) -> String,
    /// What the filter looks into.
    pub text: fn(&R) -> String,
}

impl<R> Clone for Rows<R> {
    fn clone(&self) -> Self {
        Self { columns: self.columns.clone(), key: self.key, text: self.text }
    }
}

#[derive(Clone)]
struct Shown<R> {
    /// Grows with every change of the rows or their order, so that stale rows are drawn anew.
    turn: u32,
    rows: Arc<Vec<R>>,
    order: Arc<Vec<usize>>,
}

impl<R> PartialEq for Shown<R> {
    fn eq(&self, other: &Self) -> bool {
        self.turn == other.turn
    }
}

#[component]
pub fn Grid<R>(
    #[prop(into)] label: String,
    #[prop(into)] rows: Signal<Arc<Vec<R>>>,
    look: Rows<R>,
    #[prop(into)] filter: Signal<String>,
    #[prop(into)] selected: Signal<Option<String>>,
    #[prop(into)] open: Callback<String>,
    /// What the arrow keys do, where it is not the same as opening; Enter then opens.
    #[prop(optional)]
    pick: Option<Callback<String>>,
    /// Rows that come to the end are scrolled to.
    #[prop(optional)]
    follow: bool,
) -> impl IntoView
where
    R: Clone + Send + Sync + 'static,
{
    let Rows { columns, key, text } = look;
    let sort = RwSignal::new(None::<(usize, bool)>);
    let turn = StoredValue::new(0_u32);
    let orders: Vec<_> = columns.iter().map(|column| column.order).collect();
    let shown = Memo::new(move |_| {
        let rows = rows.get();
        let order = arrange(&rows, &filter.get(), text, sort.get().map(|(at, down)| (orders[at], down)));
        turn.update_value(|turn| *turn += 1);
        Shown { turn: turn.get_value(), rows, order: Arc::new(order) }
    });

    let scroll = NodeRef::<Div>::new();
    let top = RwSignal::new(0_usize);
    let height = RwSignal::new(600_usize);
    dom::on_resize(scroll, move |element| {
        height.set(usize::try_from(element.client_height()).unwrap_or(600))
    });
    let range = Memo::new(move |_| {
        let count = shown.with(|shown| shown.order.len());
        let first = (top.get() / ROW).saturating_sub(SPARE).min(count);
        let last = (first + height.get() / ROW + 2 * SPARE).min(count);
        // With the turn, what is drawn depends on this one thing: reading `shown` beside it, a change of the
        // rows that leaves their number as it is would not reach the page.
        (first, last, count, shown.with(|shown| shown.turn))
    });

    if follow {
        Effect::new(move |before: Option<usize>| {
            let count = range.get().2;
            if before.is_some_and(|before| count > before) {
                request_animation_frame(move || {
                    if let Some(element) = scroll.get_untracked() {
                        element.set_scroll_top(element.scroll_height());
                    }
                });
            }
            count
        });
    }

    let columns = StoredValue::new(columns);
    let in_sight = move || {
        let (first, last, ..) = range.get();
        let shown = shown.get_untracked();
        let row = |at: usize| (shown.turn, at, shown.rows[shown.order[at]].clone());
        (first..last.min(shown.order.len())).map(row).collect::<Vec<_>>()
    };
    let draw = move |(_, at, row): (u32, usize, R)| {
        let own = key(&row);
        let id = row_id(&own);
        let is_selected = {
            let own = own.clone();
            move || selected.with(|selected| selected.as_ref() == Some(&own))
        };
        let cells = columns.with_value(|columns| {
            let cell = |column: &Column<R>| view! { <td class=column.class>{(column.cell)(&row)}</td> };
            columns.iter().map(cell).collect_view()
        });
        view! {
            <tr id=id aria-rowindex=(at + 2).to_string() aria-selected=move || is_selected().to_string()
                on:click=move |_| open.run(own.clone())>
                {cells}
            </tr>
        }
    };
    let move_to = move |event: web_sys::KeyboardEvent| {
        let shown = shown.get_untracked();
        let count = shown.order.len();
        let page = (height.get_untracked() / ROW).max(2) - 1;
        let now = selected.with_untracked(|selected| {
            let key_at = |at: &usize| Some(key(&shown.rows[*at])) == *selected;
            shown.order.iter().position(key_at)
        });
        if event.key() == "Enter"
            && let Some(at) = now
        {
            event.prevent_default();
            return open.run(key(&shown.rows[shown.order[at]]));
        }
        let Some(at) = step(&event.key(), now, count, page) else { return };
        event.prevent_default();
        if let Some(element) = scroll.get_untracked() {
            keep_in_sight(&element, at);
        }
        pick.unwrap_or(open).run(key(&shown.rows[shown.order[at]]));
    };
    let head = columns.with_value(|columns| {
        columns.iter().enumerate().map(|(at, column)| heading(at, *column, sort)).collect_view()
    });
    let span = columns.with_value(Vec::len).to_string();
    let below = span.clone();
    view! {
        <div class="grid-scroll" node_ref=scroll
            on:scroll=move |_| {
                if let Some(element) = scroll.get_untracked() {
                    top.set(usize::try_from(element.scroll_top()).unwrap_or(0));
                }
            }>
            <table class="grid" role="grid" tabindex="0" aria-label=label
                aria-rowcount=move || (range.get().2 + 1).to_string()
                aria-activedescendant=move || selected.get().map(|key| row_id(&key))
                on:keydown=move_to>
                <thead><tr aria-rowindex="1">{head}</tr></thead>
                <tbody>
                    <tr class="spacer" aria-hidden="true">
                        <td colspan=span style:height=move || format!("{}px", range.get().0 * ROW)></td>
                    </tr>
                    <For each=in_sight key=move |(turn, at, row)| format!("{turn}/{at}/{}", key(row)) children=draw/>
                    <tr class="spacer" aria-hidden="true">
                        <td colspan=below style:height=move || {
                            let (_, last, count, _) = range.get();
                            format!("{}px", (count - last.min(count)) * ROW)
                        }></td>
                    </tr>
                </tbody>
            </table>
            {move || (range.get().2 == 0).then(|| view! {
                <p class="waiting">"Nothing matches the filter."</p>
            })}
        </div>
    }
}

fn row_id(key: &str) -> String {
    format!("row-{key}")
}

fn heading<R: 'static>(at: usize, column: Column<R>, sort: RwSignal<Option<(usize, bool)>>) -> impl IntoView {
    let direction = move || match sort.get() {
        Some((by, down)) if by == at => Some(if down { "descending" } else { "ascending" }),
        _ => None,
    };
    let turn = move |_| {
        sort.update(|sort| {
            *sort = match *sort {
                Some((by, false)) if by == at => Some((at, true)),
                Some((by, true)) if by == at => None,
                _ => Some((at, false)),
            };
        });
    };
    view! {
        <th scope="col" class=column.class aria-sort=direction>
            <button class="sorter" on:click=turn>
                {column.title}
                <span aria-hidden="true">{move || match direction() {
                    Some("ascending") => " ↑",
                    Some(_) => " ↓",
                    None => "",
                }}</span>
            </button>
        </th>
    }
}

/// Positions of the rows that hold every word of the filter, in order.
fn arrange<R>(
    rows: &[R],
    filter: &str,
    text: fn(&R) -> String,
    sort: Option<(fn(&R, &R) -> Ordering, bool)>,
) -> Vec<usize> {
    let filter = filter.to_lowercase();
    let words: Vec<&str> = filter.split_whitespace().collect();
    let fits = |row: &R| {
        let text = if words.is_empty() { String::new() } else { text(row).to_lowercase() };
        words.iter().all(|word| text.contains(word))
    };
    let mut order: Vec<usize> = (0..rows.len()).filter(|at| fits(&rows[*at])).collect();
    if let Some((compare, down)) = sort {
        order.sort_by(|a, b| {
            let by = compare(&rows[*a], &rows[*b]);
            if down { by.reverse() } else { by }
        });
    }
    order
}

/// Where a key moves the selection.
fn step(key: &str, now: Option<usize>, count: usize, page: usize) -> Option<usize> {
    let last = count.checked_sub(1)?;
    let at = match (key, now) {
        ("ArrowDown" | "ArrowUp" | "PageDown" | "PageUp", None) | ("Home", _) => 0,
        ("ArrowDown", Some(at)) => at + 1,
        ("ArrowUp", Some(at)) => at.saturating_sub(1),
        ("PageDown", Some(at)) => at + page,
        ("PageUp", Some(at)) => at.saturating_sub(page),
        ("End", _) => last,
        _ => return None,
    };
    Some(at.min(last))
}

fn keep_in_sight(element: &web_sys::HtmlDivElement, at: usize) {
    let pixels = |rows: usize| i32::try_from(rows * ROW).unwrap_or(i32::MAX);
    let (top, bottom) = (pixels(at), pixels(at + 2));
    if element.scroll_top() > top {
        element.set_scroll_top(top);
    } else if element.scroll_top() + element.client_height() < bottom {
        element.set_scroll_top(bottom - element.client_height());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_by_every_word_and_sorts() {
        let rows = ["tea kettle", "Tea pot", "coffee pot"];
        let text = |row: &&str| (*row).to_owned();
        assert_eq!(arrange(&rows, "TEA", text, None), [0, 1]);
        assert_eq!(arrange(&rows, "pot tea", text, None), [1]);
        let by_name: fn(&&str, &&str) -> Ordering = |a, b| a.cmp(b);
        assert_eq!(arrange(&rows, "", text, Some((by_name, true))), [0, 2, 1]);
    }

    #[test]
    fn keys_stay_within_the_rows() {
        assert_eq!(step("ArrowDown", Some(2), 3, 10), Some(2));
        assert_eq!(step("ArrowUp", Some(0), 3, 10), Some(0));
        assert_eq!(step("ArrowDown", None, 3, 10), Some(0));
        assert_eq!(step("End", None, 3, 10), Some(2));
        assert_eq!(step("ArrowDown", None, 0, 10), None);
        assert_eq!(step("a", Some(1), 3, 10), None);
    }
}
