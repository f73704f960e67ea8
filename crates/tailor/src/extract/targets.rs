//! Targets of a draft: identities that belong to the case become slots or go, the lasting ones stay.

use atelier_core::target::Target;
use atelier_core::trajectory::Action;

use super::address::{Address, hint};
use super::clean::Kept;
use super::slots::Slots;
use super::words::{collapse, fold, has_digit};

/// The target of a step for every case.
pub(crate) fn generalise(slots: &mut Slots<'_>, at: usize, kept: &Kept, target: &Target) -> Target {
    let page = Address::of(&kept.step.page.url);
    let varied = page.as_ref().is_some_and(|a| a.variable().contains(&true) || !a.query.is_empty());
    let href = target.attributes.get("href").and_then(|href| Address::of(href));
    let leads = href.as_ref().and_then(|a| {
        let variable = a.variable();
        let first = variable.iter().position(|v| *v)?;
        // An id behind a collection's member is a thing in it: a post in a forum.
        if variable.iter().filter(|v| **v).count() > 1 && variable.last() == Some(&true) {
            return Some("title");
        }
        hint(first.checked_sub(1).map(|at| a.segments[at].as_str()), None)
    });
    let mut out = Target {
        tag: target.tag.clone(),
        role: target.role.clone(),
        shadow_path: target.shadow_path.clone(),
        frame_path: target.frame_path.clone(),
        ..Target::default()
    };
    let reads = kept.step.action == Action::Extract;
    let read = read_text(kept).map(|text| fold(&text)).unwrap_or_default();
    let mut slotted = false;
    let mut cast = |slots: &mut Slots<'_>, field: &str, text: &Option<String>| -> Option<String> {
        let text = text.as_deref()?;
        // What is read differs each time.
        if reads && (fold(text) == read || has_digit(text)) {
            return None;
        }
        let cast = slots.text(&format!("{at}.{field}"), text, at, leads);
        slotted |= cast.any;
        Some(cast.text)
    };
    out.name = cast(slots, "name", &target.name);
    out.text = cast(slots, "text", &target.text).filter(|_| !reads);
    out.label = cast(slots, "label", &target.label);
    out.placeholder = cast(slots, "placeholder", &target.placeholder);
    out.alt = cast(slots, "alt", &target.alt);
    out.title = cast(slots, "title", &target.title);
    let by_text = slotted;
    if matches!(target.role.as_deref(), Some("radio"))
        && let Some(group) = target.attributes.get("name")
        && let Some(slot) = slots.all.iter_mut().find(|s| s.key == format!("{at}.name"))
    {
        // The choices of one question share its name.
        slot.label = Some(group.replace(['_', '-'], " "));
    }
    let mut in_row = false;
    let found = target.within.clone().or_else(|| searched(slots, kept, target));
    if let Some(within) = &found {
        let cast = slots.text(&format!("{at}.within"), within, at, Some("row"));
        in_row = cast.any;
        // A row that no case names says nothing about other cases, unless the page never changes.
        // Where the name alone tells the element, the row is no help; a value to read has no name, its row has.
        let labels = reads && within.chars().count() <= 40;
        if cast.any || (!has_digit(within) && (labels || (!varied && target.index.is_some()))) {
            out.within = Some(cast.text);
        }
    }
    attributes(slots, at, target, &mut out);
    let whose = href.as_ref().is_some_and(|a| a.variable().last() == Some(&true) && names_thing(target, a));
    let by_place = whose && !by_text && target.role.as_deref() == Some("link") && !in_row;
    if by_place {
        // The link to one thing that the task does not name: what counts is where it stands.
        out = Target { name: None, text: None, title: None, label: None, within: None, ..out };
        out.attributes.retain(|key, _| key == "rel" || key == "itemprop");
    }
    let leads_there = out.attributes.contains_key("href") || out.attributes.contains_key("id");
    if !by_text && leads_there && out.name.as_deref().is_some_and(has_digit) {
        // A count in a name is another one next time; where the link leads is not.
        out.name = None;
        out.text.take_if(|text| has_digit(text));
        out.title.take_if(|text| has_digit(text));
    }
    places(slots, target, &mut out, Kind { slotted: by_text || in_row, varied, reads, by_place });
    out
}

struct Kind {
    slotted: bool,
    varied: bool,
    reads: bool,
    by_place: bool,
}

/// CSS, XPath, position and neighbours: kept where they cannot pin the case.
fn places(slots: &Slots<'_>, target: &Target, out: &mut Target, kind: Kind) {
    let names_case = |text: &str| {
        let text = fold(text);
        slots
            .values
            .known
            .iter()
            .any(|k| k.folded.chars().count() >= 2 && k.only.is_none() && text.contains(&k.folded))
    };
    let numbered = |text: &str| digits_beside_positions(text);
    let pinned = |css: &str| names_case(css) || numbered(css) || css.contains("href");
    if let Some(id) = &target.test_id
        && !names_case(id)
        && !has_digit(id)
    {
        out.test_id = Some(id.clone());
    }
    if kind.by_place {
        out.css = target.css.iter().filter(|css| !pinned(css)).cloned().collect();
        out.xpath = target.xpath.iter().filter(|path| !names_case(path)).cloned().collect();
        return;
    }
    if kind.slotted {
        if kind.reads {
            let rows = target.css.iter().filter(|css| !pinned(css)).map(|css| any_row(css));
            out.css = rows.collect();
            out.css.dedup();
        }
        return;
    }
    out.index = target.index;
    let stands = |css: &&String| !pinned(css) && (kind.reads || !kind.varied || !css.contains(":nth"));
    out.css = target.css.iter().filter(stands).cloned().collect();
    if !kind.varied || kind.reads {
        out.xpath =
            target.xpath.iter().filter(|path| !names_case(path) && !numbered(path)).cloned().collect();
    }
    if !kind.varied || kind.reads {
        let told = |text: &&String| !has_digit(text) && text.chars().count() <= 40 && !names_case(text);
        out.neighbours = target.neighbours.iter().filter(told).cloned().collect();
    }
}

/// Attributes: addresses with slots, or not at all; ids and values of one record go.
fn attributes(slots: &mut Slots<'_>, at: usize, target: &Target, out: &mut Target) {
    for (key, value) in &target.attributes {
        match key.as_str() {
            "href" | "action" | "src" => {
                // Links to other sites belong to what the page is about.
                let Some(address) = Address::of(value).filter(|_| !value.contains("://")) else {
                    continue;
                };
                let before = slots.all.len();
                let route = slots.route(&format!("{at}.{key}"), &address);
                if route.covered {
                    out.attributes.insert(key.clone(), route.template);
                } else {
                    slots.all.truncate(before);
                }
            }
            "id" | "for" | "value" | "data-id" => {
                if has_digit(value) && value.parse::<u32>().is_err() {
                    continue;
                }
                let cast = slots.text(&format!("{at}.{key}"), value, at, None);
                // A number as the value of a box or button is a choice of the form; as an id it is a record.
                if !has_digit(value) || (key == "value" && cast.any) {
                    out.attributes.insert(key.clone(), cast.text);
                }
            }
            _ => {
                out.attributes.insert(key.clone(), value.clone());
            }
        }
    }
}

/// The row of a control in a list of results: what was searched for, where the recording had one result and
/// so did not note the row.
fn searched(slots: &Slots<'_>, kept: &Kept, target: &Target) -> Option<String> {
    let control = matches!(target.role.as_deref(), Some("button" | "checkbox" | "switch"));
    let query = Address::of(&kept.step.page.url)?.query;
    let sought = query
        .iter()
        .map(|(_, value)| value)
        .find(|v| slots.values.equal(v, None).is_some_and(|k| k.inline))?;
    let listed = slots.seen.iter().any(|text| fold(text) == fold(sought));
    let acts = kept.effect != atelier_core::effect::Effect::Read;
    (control && acts && listed && sought.chars().count() >= 3).then(|| sought.clone())
}

/// The link's name is that of the thing it leads to, not what a person does there: *Profile* is the same for
/// every user, a title is not.
fn names_thing(target: &Target, address: &Address) -> bool {
    let name = target.name.as_deref().or(target.text.as_deref()).unwrap_or_default();
    let last = address.segments.last().map(|s| super::address::decoded(s)).unwrap_or_default();
    let slug = |text: &str| super::words::words(&text.replace(['\'', '’'], "")).join("-");
    let (name_slug, last_slug) = (slug(name), slug(&last));
    let only_id = last.chars().all(|c| c.is_ascii_digit());
    only_id
        || has_digit(name)
        || name_slug == last_slug
        || (last_slug.len() >= 16 && name_slug.starts_with(&last_slug))
}

/// The path to the same place in every row: the number of the row goes, that of the column stays.
fn any_row(css: &str) -> String {
    let row = |part: &str| {
        let tag = part.split(':').next().unwrap_or_default();
        matches!(tag, "tr" | "li" | "article")
    };
    let parts = css.split(" > ").map(|part| match part.split_once(":nth-of-type(") {
        Some((tag, _)) if row(part) => tag.to_owned(),
        _ => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join(" > ")
}

/// True for numbers that are no `:nth-…(n)` or `[n]`.
fn digits_beside_positions(text: &str) -> bool {
    let mut rest = String::new();
    let mut depth = 0_usize;
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            c if depth == 0 => rest.push(c),
            _ => {}
        }
    }
    let mut run = 0;
    let mut bracket = false;
    for c in rest.chars() {
        bracket = match c {
            '[' => true,
            ']' => false,
            c => bracket && c.is_ascii_digit(),
        };
        run = if c.is_ascii_digit() && !bracket { run + 1 } else { 0 };
        if run >= 2 {
            return true;
        }
    }
    false
}

/// What an extract step read.
pub(crate) fn read_text(kept: &Kept) -> Option<String> {
    if kept.step.action != Action::Extract {
        return None;
    }
    let target = kept.step.target.as_ref();
    let typed = kept.step.text().filter(|text| !text.is_empty());
    let shown = target.and_then(|t| t.text.as_deref().or(t.name.as_deref()));
    // Recorders may keep the text that was read, or the name of the output; the element shows which.
    match (typed, shown) {
        (Some(typed), Some(shown))
            if atelier_core::skill::is_name(typed) && !fold(shown).contains(&fold(typed)) =>
        {
            Some(collapse(shown))
        }
        (Some(typed), _) => Some(collapse(typed)),
        (None, shown) => shown.map(collapse),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_lose_their_number_and_columns_keep_it() {
        assert_eq!(
            any_row("tbody > tr:nth-of-type(3) > td:nth-of-type(4)"),
            "tbody > tr > td:nth-of-type(4)"
        );
        assert_eq!(any_row("span.score"), "span.score");
    }

    #[test]
    fn positions_are_no_record_numbers() {
        assert!(!digits_beside_positions("main > li:nth-of-type(12) > a"));
        assert!(!digits_beside_positions("/html/body/div[12]/a"));
        assert!(digits_beside_positions("#submission-123 > a"));
        assert!(digits_beside_positions("a[href=\"/f/books/123\"]"));
        assert!(!digits_beside_positions("h1 > a"));
    }
}
