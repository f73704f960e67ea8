//! Alignment of an intent with a template: which words of the intent fill which slot.
//!
//! Literal words of the template are anchors; both sides may have words of their own, at a cost. Chunks of
//! the template (each ends with a slot) may come in any order.

use std::ops::Range;

use super::shape::Shape;
use super::template::Template;
use super::units::Unit;
use super::words::Kind;

/// A slot with its words.
#[derive(Clone, Debug, PartialEq)]
pub struct Fill {
    /// Units of the intent.
    pub run: Range<usize>,
    pub value: String,
    /// How much the words look like a value of the parameter.
    pub score: f64,
    /// The task calls it something else than the template does (*the user ada* for *the forum ada*).
    pub strange: bool,
}

/// The best way to read the intent as an instance of the template.
#[derive(Clone, Debug, PartialEq)]
pub struct Alignment {
    pub score: f64,
    /// One entry for each parameter of the skill.
    pub fills: Vec<Option<Fill>>,
}

/// Longest run of plain words tried as a value.
const RUN: usize = 14;
/// Most chunks whose order is tried.
const CHUNKS: usize = 4;

/// Aligns; `free` tells which parameters need no words because the user gave their value; `reorder` whether
/// other orders of the chunks are tried.
pub fn align(
    text: &str,
    intent: &[Unit],
    template: &Template,
    shapes: &[Shape],
    free: &[bool],
    reorder: bool,
) -> Alignment {
    let chunks = chunks(&template.units);
    let mut best: Option<Alignment> = None;
    for order in orders(chunks.len()).into_iter().take(if reorder { usize::MAX } else { 1 }) {
        let units: Vec<&Unit> =
            order.iter().flat_map(|at| template.units[chunks[*at].clone()].iter()).collect();
        let found = in_order(text, intent, &units, shapes, free);
        if best.as_ref().is_none_or(|b| found.score > b.score + 1e-9) {
            best = Some(found);
        }
    }
    best.unwrap_or(Alignment { score: 0.0, fills: vec![None; shapes.len()] })
}

/// Splits after each slot; what follows the last slot is a chunk too.
fn chunks(units: &[Unit]) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut start = 0;
    for (at, unit) in units.iter().enumerate() {
        if unit.slot.is_some() {
            out.push(start..at + 1);
            start = at + 1;
        }
    }
    if start < units.len() || out.is_empty() {
        out.push(start..units.len());
    }
    out
}

/// Orders of `n` chunks to try: all for few, else the given one and the last one first.
fn orders(n: usize) -> Vec<Vec<usize>> {
    let given: Vec<usize> = (0..n).collect();
    if n > CHUNKS {
        let mut turned = given.clone();
        turned.rotate_right(1);
        return vec![given, turned];
    }
    let mut out = vec![Vec::new()];
    for _ in 0..n {
        out = out
            .into_iter()
            .flat_map(|partial: Vec<usize>| {
                let rest: Vec<usize> = given.iter().copied().filter(|at| !partial.contains(at)).collect();
                rest.into_iter().map(move |at| {
                    let mut next = partial.clone();
                    next.push(at);
                    next
                })
            })
            .collect();
    }
    out
}

#[derive(Clone, Debug)]
enum Step {
    Start,
    SkipWord,
    SkipAnchor,
    Match,
    Fill { parameter: usize, fill: Fill },
}

struct Table {
    width: usize,
    cells: Vec<(f64, Step)>,
}

impl Table {
    fn better(&mut self, i: usize, j: usize, score: f64, step: Step) {
        let cell = &mut self.cells[i * self.width + j];
        if score > cell.0 + 1e-12 {
            *cell = (score, step);
        }
    }
}

fn in_order(text: &str, intent: &[Unit], template: &[&Unit], shapes: &[Shape], free: &[bool]) -> Alignment {
    let (n, m) = (intent.len(), template.len());
    let end = intent.iter().rposition(|u| u.kind != Kind::Mark).map_or(0, |at| at + 1);
    let mut table = Table { width: m + 1, cells: vec![(f64::NEG_INFINITY, Step::Start); (n + 1) * (m + 1)] };
    table.cells[0].0 = 0.0;
    for i in 0..=n {
        for j in 0..=m {
            let here = table.cells[i * table.width + j].0;
            if here == f64::NEG_INFINITY {
                continue;
            }
            if i < n {
                table.better(i + 1, j, here - 0.8 * intent[i].weight(), Step::SkipWord);
            }
            let Some(anchor) = template.get(j) else {
                continue;
            };
            let Some(parameter) = anchor.slot else {
                table.better(i, j + 1, here - 0.4 * anchor.weight(), Step::SkipAnchor);
                if let Some(word) = intent.get(i) {
                    let likeness = word.likeness(anchor);
                    if likeness > 0.0 {
                        let gain = likeness * anchor.weight().max(0.1);
                        table.better(i + 1, j + 1, here + gain, Step::Match);
                    }
                }
                continue;
            };
            let cost = if free[parameter] { 0.0 } else { 1.0 };
            table.better(i, j + 1, here - cost, Step::SkipAnchor);
            fill(&mut table, (i, j), end, text, intent, template, &shapes[parameter], parameter);
        }
    }
    back(&table, n, m, shapes.len())
}

#[allow(clippy::too_many_arguments)] // one inner loop, kept apart from the table's other moves
fn fill(
    table: &mut Table,
    (i, j): (usize, usize),
    end: usize,
    text: &str,
    intent: &[Unit],
    template: &[&Unit],
    shape: &Shape,
    parameter: usize,
) {
    let here = table.cells[i * table.width + j].0;
    let kinds = classes(template.iter().copied(), &(j..j + 1));
    let opened = i > 0 && i < end && opens(&intent[i - 1], &intent[i]);
    let before = i.checked_sub(1).zip(j.checked_sub(1)).map_or(0.0, |(i, j)| {
        let likeness = intent[i].likeness(template[j]);
        let same = intent[i].word == template[j].word && !intent[i].word.is_empty();
        likeness
            * if template[j].is_content() {
                0.5
            } else if same {
                0.35
            } else {
                0.2
            }
    });
    let last = if opened { end } else { end.min(i + RUN) };
    for stop in i + 1..=last {
        let open_end = opened && stop == end;
        let Some((score, value)) = shape.score(text, &intent[i..stop], open_end) else {
            continue;
        };
        let after = match (intent.get(stop), template.get(j + 1)) {
            (Some(word), Some(anchor)) => 0.2 * word.likeness(anchor),
            (None, None) => 0.15,
            (Some(word), None) if word.kind == Kind::Mark => 0.15,
            _ => 0.0,
        };
        // A value that the task calls a post is no forum.
        let called = classes(intent.iter(), &(i..stop));
        let strange = !kinds.is_empty() && !called.is_empty() && !called.iter().any(|c| kinds.contains(c));
        let alike = called.iter().any(|c| kinds.contains(c));
        let score = score
            + if strange {
                -1.0
            } else if alike {
                0.35
            } else {
                0.0
            };
        let fill = Fill { run: i..stop, value, score, strange };
        table.better(stop, j + 1, here + score + before + after, Step::Fill { parameter, fill });
    }
}

/// What a run is called by the nouns right beside it: *the forum books*, *the books forum*, *a post titled X*.
fn classes<'u>(units: impl Iterator<Item = &'u Unit> + Clone, run: &Range<usize>) -> Vec<&'static str> {
    let named = |u: &Unit| matches!(u.word.as_str(), "named" | "called" | "titled" | "entitled");
    let before: Vec<&Unit> = units.clone().take(run.start).collect();
    let titled = before.last().is_some_and(|u| named(u));
    let left = before.iter().rev().find(|u| !named(u)).copied();
    let right = units.clone().nth(run.end);
    let class =
        |u: Option<&Unit>| u.filter(|u| u.slot.is_none() && !u.meaning.plural).and_then(|u| u.meaning.thing);
    [class(left), class(right), titled.then_some("title")].into_iter().flatten().collect()
}

/// After these, the rest of the sentence may be a value whatever its words.
fn opens(unit: &Unit, next: &Unit) -> bool {
    unit.kind == Kind::Mark && unit.value == ":"
        || matches!(unit.word.as_str(), "saying" | "says" | "reading" | "titled" | "entitled" | "say")
        || matches!(unit.meaning.thing, Some("body" | "title")) && !next.meaning.preposition
}

fn back(table: &Table, n: usize, m: usize, parameters: usize) -> Alignment {
    let (mut i, mut j) = (n, m);
    let mut fills = vec![None; parameters];
    let score = table.cells[i * table.width + j].0;
    loop {
        match &table.cells[i * table.width + j].1 {
            Step::Start => break,
            Step::SkipWord => i -= 1,
            Step::SkipAnchor => j -= 1,
            Step::Match => {
                i -= 1;
                j -= 1;
            }
            Step::Fill { parameter, fill } => {
                fills[*parameter] = Some(fill.clone());
                i = fill.run.start;
                j -= 1;
            }
        }
    }
    Alignment { score, fills }
}

#[cfg(test)]
mod tests {
    use super::super::template::Profile;
    use super::super::units::of_intent;
    use super::*;
    use crate::bench::{parameter, skill, source};

    fn filled(sources: &[(&str, &[(&str, &str)])], parameters: &[&str], text: &str) -> Vec<String> {
        let mut skill = skill("s", "d", "forum");
        skill.parameters = parameters
            .iter()
            .map(|name| {
                let examples: Vec<&str> = sources
                    .iter()
                    .flat_map(|(_, a)| a.iter().filter(|(n, _)| n == name).map(|(_, v)| *v))
                    .collect();
                parameter(name, &examples)
            })
            .collect();
        skill.provenance.intents = sources.iter().map(|(t, a)| source(t, a)).collect();
        let profile = Profile::of(&skill);
        let units = of_intent(text);
        let free = vec![false; parameters.len()];
        let best = profile
            .templates
            .iter()
            .map(|t| align(text, &units, t, &profile.shapes, &free, true))
            .max_by(|a, b| a.score.total_cmp(&b.score))
            .unwrap();
        best.fills.into_iter().map(|f| f.map_or_else(|| "-".to_owned(), |f| f.value)).collect()
    }

    #[test]
    fn the_same_wording_fills_by_place() {
        let sources: &[(&str, &[(&str, &str)])] = &[(
            "Post \"Tea at five\" with the text \"Green or black?\" in the forum books",
            &[("title", "Tea at five"), ("body", "Green or black?"), ("forum", "books")],
        )];
        let names = ["title", "body", "forum"];
        assert_eq!(
            filled(sources, &names, "Post \"A b\" with the text \"C d\" in the forum movies"),
            ["A b", "C d", "movies"]
        );
        assert_eq!(
            filled(sources, &names, "In the forum movies, post \"A b\" with the text \"C d\"."),
            ["A b", "C d", "movies"]
        );
        assert_eq!(filled(sources, &names, "Post \"A b\" to f/movies"), ["A b", "-", "movies"]);
    }

    #[test]
    fn unquoted_names_end_at_anchors() {
        let sources: &[(&str, &[(&str, &str)])] = &[(
            "Add 2 of Walnut Chopping Board to the cart",
            &[("n", "2"), ("product", "Walnut Chopping Board")],
        )];
        assert_eq!(
            filled(sources, &["n", "product"], "Put 3 of Copper Kettle in my basket"),
            ["3", "Copper Kettle"]
        );
        assert_eq!(
            filled(sources, &["n", "product"], "Add two of the steel kettle deluxe to the cart")[0],
            "2"
        );
    }

    #[test]
    fn the_rest_after_a_colon_is_one_value() {
        let sources: &[(&str, &[(&str, &str)])] =
            &[("Send ada the message \"Hi there\"", &[("user", "ada"), ("text", "Hi there")])];
        assert_eq!(
            filled(
                sources,
                &["user", "text"],
                "Send eve the message: I will come to the meeting, not before nine"
            ),
            ["eve", "I will come to the meeting, not before nine"]
        );
    }
}
