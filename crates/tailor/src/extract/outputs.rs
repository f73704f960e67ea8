//! Outputs: what extract steps read, and answers made of it.

use std::collections::BTreeMap;

use atelier_core::target::Target;
use atelier_core::trajectory::Action;

use super::clean::Kept;
use super::slots::Slots;
use super::targets::read_text;
use super::words::{collapse, find, fold, is_stop, name_of, words};

/// Name of the output of each extract step, by its position.
pub(crate) type Names = BTreeMap<usize, String>;

/// Names the outputs after what the task asks for, or what the element is.
pub(crate) fn name(kept: &[Kept], task: Option<&str>) -> Names {
    let mut names = Names::new();
    for (at, one) in kept.iter().enumerate() {
        if one.step.action != Action::Extract {
            continue;
        }
        let read = read_text(one).unwrap_or_default();
        let asked = task.map(words).unwrap_or_default();
        let mut wanted = candidates(one);
        // What is read, and what the case is about, name no output.
        wanted.retain(|name| {
            let spaced = name.replace('_', " ");
            find(&read.replace('_', " "), &spaced).is_none() && !is_of_case(&spaced, one)
        });
        let said =
            wanted.iter().find(|name| name.split('_').any(|word| asked.iter().any(|w| alike(w, word))));
        let asked_for = task.and_then(asked_for);
        let base =
            said.cloned().or(asked_for).or(wanted.first().cloned()).unwrap_or_else(|| "text".to_owned());
        let mut name = base.clone();
        let mut n = 2;
        while names.values().any(|taken| *taken == name) {
            name = format!("{base}_{n}");
            n += 1;
        }
        names.insert(at, name);
    }
    names
}

/// Said by the row, the address or the name of the element: it is another one next time.
fn is_of_case(text: &str, kept: &Kept) -> bool {
    let target = kept.step.target.as_ref();
    let within = target.and_then(|t| t.within.clone()).unwrap_or_default();
    let url = kept.step.page.url.replace(['/', '-', '_', '+'], " ");
    [within, url].iter().any(|place| find(place, text).is_some())
}

/// The noun a question asks for: *the score of*, *how many subscribers*, *the author of*.
fn asked_for(task: &str) -> Option<String> {
    let all = words(task);
    let at = |word: &str| all.iter().position(|w| w == word);
    if let Some(many) =
        at("many").or_else(|| at("number").and_then(|n| (all.get(n + 1)? == "of").then_some(n + 1)))
    {
        return name_of(all.get(many + 1).map(String::as_str).into_iter(), 24);
    }
    let of = at("of")?;
    let noun = all.get(of.checked_sub(1)?)?;
    let front =
        of.checked_sub(2).and_then(|n| all.get(n)).filter(|w| !is_stop(w) && w.len() > 2 && *w != "what");
    name_of(front.into_iter().chain([noun]).map(String::as_str), 24)
}

fn alike(a: &str, b: &str) -> bool {
    let root = |w: &str| w.trim_end_matches('s').to_owned();
    root(a) == root(b)
}

fn candidates(kept: &Kept) -> Vec<String> {
    let Some(target) = &kept.step.target else {
        return Vec::new();
    };
    let mut out = Vec::new();
    let mut add = |text: &str| {
        let all = words(text);
        if all.len() <= 4
            && let Some(name) = name_of(all.iter().map(String::as_str).filter(|w| !is_stop(w)), 24)
            && !out.contains(&name)
        {
            out.push(name);
        }
    };
    for key in ["itemprop", "data-field", "data-fact", "data-role", "id", "name"] {
        if let Some(value) = target.attributes.get(key) {
            add(&split_camel(value));
        }
    }
    for text in [&target.label, &target.title].into_iter().flatten() {
        add(text);
    }
    for css in target.css.iter().filter(|css| !css.contains("href")) {
        for word in classes(css) {
            add(&word);
        }
    }
    for text in &target.neighbours {
        add(text);
    }
    if is_heading(target) {
        add("heading");
    }
    // The recorder's own name for it.
    if let Some(text) = kept.step.text()
        && atelier_core::skill::is_name(text)
        && read_text(kept).is_some_and(|read| fold(&read) != fold(text))
    {
        out.insert(0, text.to_owned());
    }
    out
}

fn is_heading(target: &Target) -> bool {
    target.role.as_deref() == Some("heading")
}

/// `submission__score` says score, `data-field="price"` says price.
fn classes(css: &str) -> Vec<String> {
    let last = css.rsplit([' ', '>']).next().unwrap_or(css);
    let quoted = last.split('"').nth(1).map(str::to_owned);
    let names = last.split('.').skip(1).chain(last.split('#').nth(1));
    let last_part = |name: &str| {
        name.split(['[', ':'])
            .next()
            .unwrap_or_default()
            .rsplit("__")
            .next()
            .unwrap_or_default()
            .replace("--", " ")
    };
    let mut all: Vec<String> = names.map(last_part).chain(quoted).filter(|word| !word.is_empty()).collect();
    all.reverse();
    all
}

fn split_camel(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if c.is_uppercase() {
            out.push(' ');
        }
        out.push(c);
    }
    out
}

/// The answer with outputs and slots in place of what was read and what the task named.
pub(crate) fn answer(text: &str, at: usize, slots: &Slots<'_>, outputs: &Names) -> String {
    let said = collapse(text);
    let reads = slots_reads(outputs, slots, at);
    for (name, read) in &reads {
        // The page says more than was asked: the whole of it answers.
        let same_number = plain_number(read).is_some() && plain_number(read) == plain_number(&said);
        if fold(read) == fold(&said)
            || same_number
            || (said.chars().count() >= 2 && find(read, &said).is_some())
        {
            return format!("{{{{{name}}}}}");
        }
    }
    let mut template = said;
    for (name, read) in &reads {
        if let Some(range) = find(&template, read) {
            template.replace_range(range, &format!("{{{{{name}}}}}"));
        }
    }
    template
}

/// Outputs before `at`, the longest text first.
fn slots_reads(outputs: &Names, slots: &Slots<'_>, at: usize) -> Vec<(String, String)> {
    let mut reads: Vec<(String, String)> = outputs
        .range(..at)
        .filter_map(|(step, name)| Some((name.clone(), slots.reads.get(step)?.clone())))
        .filter(|(_, read)| !read.is_empty())
        .collect();
    reads.sort_by_key(|(_, read)| std::cmp::Reverse(read.chars().count()));
    reads
}

/// The one number of a text, thousands' commas and currency aside.
fn plain_number(text: &str) -> Option<String> {
    let mut numbers = text
        .split(|c: char| !(c.is_ascii_digit() || c == '.' || c == ','))
        .map(|part| part.trim_matches(['.', ',']).replace(',', ""))
        .filter(|part| !part.is_empty());
    let first = numbers.next()?;
    numbers.next().is_none().then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_say_what_a_thing_is() {
        assert_eq!(classes("main > span.vote__score.submission__score"), ["score", "score"]);
        assert_eq!(classes("span[itemprop=\"price\"]"), ["price"]);
        assert_eq!(classes("dl > dd"), Vec::<String>::new());
    }

    #[test]
    fn questions_name_what_they_ask_for() {
        assert_eq!(asked_for("What is the score of the post \"A\"?").as_deref(), Some("score"));
        assert_eq!(asked_for("How many subscribers does tea have?").as_deref(), Some("subscribers"));
        assert_eq!(asked_for("Tell me the number of comments on \"A\"").as_deref(), Some("comments"));
        assert_eq!(
            asked_for("What is the average star rating of the bench?").as_deref(),
            Some("star_rating")
        );
        assert_eq!(asked_for("When did eve join?"), None);
    }

    #[test]
    fn numbers_compare_without_their_dress() {
        assert_eq!(plain_number("1,234 subscribers").as_deref(), Some("1234"));
        assert_eq!(plain_number("$12.50").as_deref(), Some("12.50"));
        assert_eq!(plain_number("4 of 5"), None);
    }
}
