//! Which texts of a recording belong to the one case: what was typed, and what the task names.

use atelier_core::trajectory::{Action, Signal};

use super::address::{Address, decoded, hint, is_collection};
use super::clean::Kept;
use super::wish::is_command;
use super::words::{family, find, fold, quoted};

/// A text that varies from case to case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub value: String,
    pub folded: String,
    /// It may be replaced inside longer texts as well.
    pub inline: bool,
    /// A built-in choice such as an order: it counts in this step only.
    pub only: Option<usize>,
}

/// The case's own texts, the longest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Values {
    pub task: Option<String>,
    pub known: Vec<Known>,
}

impl Values {
    /// Gathers them from the steps and the task.
    pub(crate) fn of(task: Option<&str>, start_url: &str, steps: &[Kept]) -> Self {
        let mut values = Self { task: task.map(str::to_owned), known: Vec::new() };
        for kept in steps {
            if matches!(kept.step.action, Action::Fill | Action::Type)
                && let Some(text) = kept.step.text()
            {
                values.add(text, true, None);
            }
        }
        if task.is_some() {
            for (at, kept) in steps.iter().enumerate() {
                values.names(at, kept);
            }
            values.address(None, start_url);
            for (at, kept) in steps.iter().enumerate() {
                values.addresses(at, kept);
            }
        }
        values.known.sort_by_key(|k| std::cmp::Reverse(k.folded.chars().count()));
        values
    }

    /// The same with further texts that vary.
    pub(crate) fn with(mut self, more: &[String]) -> Self {
        for text in more {
            self.add(text, true, None);
        }
        self.known.sort_by_key(|k| std::cmp::Reverse(k.folded.chars().count()));
        self
    }

    fn add(&mut self, text: &str, inline: bool, only: Option<usize>) {
        let folded = fold(text);
        if folded.is_empty() {
            return;
        }
        match self.known.iter_mut().find(|k| k.folded == folded) {
            Some(known) => {
                known.inline |= inline;
                // Once it counts everywhere, it does.
                known.only = known.only.filter(|_| only.is_some());
            }
            None => self.known.push(Known { value: text.trim().to_owned(), folded, inline, only }),
        }
    }

    /// True where the task says the text in whole words.
    pub(crate) fn said(&self, text: &str) -> bool {
        self.task.as_deref().is_some_and(|task| find(task, text).is_some())
    }

    /// As [`Self::said`], but not only as a part of another, longer text of the case.
    fn said_apart(&self, text: &str) -> bool {
        let Some(task) = &self.task else {
            return false;
        };
        let wanted = fold(text);
        let mut rest = task.clone();
        let longer = quoted(task).into_iter().chain(self.known.iter().map(|k| k.value.clone()));
        for other in longer.filter(|other| fold(other).chars().count() > wanted.chars().count()) {
            while let Some(range) = find(&rest, &other) {
                rest.replace_range(range, " ");
            }
        }
        find(&rest, text).is_some()
    }

    /// The known text that equals this one, in the given step.
    pub(crate) fn equal(&self, text: &str, step: Option<usize>) -> Option<&Known> {
        let folded = fold(text);
        self.known.iter().find(|k| k.folded == folded && (k.only.is_none() || k.only == step))
    }

    /// The known text that equals this part of an address. Choices count in every address.
    pub(crate) fn part(&self, text: &str) -> Option<&Known> {
        let folded = fold(text);
        self.known.iter().find(|k| k.folded == folded)
    }

    /// Names of links, options and rows that the task says.
    fn names(&mut self, at: usize, kept: &Kept) {
        let Some(target) = &kept.step.target else {
            return;
        };
        let role = target.role.as_deref().unwrap_or_default();
        let name = target.name.as_deref().or(target.text.as_deref()).unwrap_or_default();
        let clicks =
            matches!(kept.step.action, Action::Click | Action::DoubleClick | Action::Check | Action::Uncheck);
        if clicks && self.said_apart(name) && name.chars().count() >= 2 {
            let picks = matches!(
                role,
                "radio" | "option" | "menuitemradio" | "treeitem" | "gridcell" | "cell" | "row" | "listitem"
            );
            // *Text* chosen for “a text post” is a label of the form; *Blue* for “the Blue mug” is a value.
            let picked = picks && self.says_exactly(name);
            let count = name
                .split_whitespace()
                .next()
                .filter(|n| n.len() <= 3 && n.bytes().all(|b| b.is_ascii_digit()));
            if let Some(count) = count.filter(|count| picked && count.len() < name.trim().len()) {
                // *4 stars*: the number varies, its unit does not.
                self.add(count, true, Some(at));
            } else if picked || (role == "link" && self.is_entity(name, kept)) {
                let only = family(name).map(|_| at);
                self.add(name, only.is_none(), only);
            }
        }
        if let Some(within) = target.within.as_deref()
            && within.chars().count() >= 3
            && self.said_apart(within)
            && self.says_exactly(within)
        {
            self.add(within, true, None);
        }
        // Names that say which one: *View order 100352*, *Quantity of Dotted Desk Diary*.
        let reads = kept.step.action == Action::Extract;
        let texts = [&target.name, &target.label].into_iter().filter(|_| !reads).chain([&target.within]);
        let task = self.task.clone().unwrap_or_default();
        for text in texts.flatten() {
            for run in named_in(text, &task) {
                if self.said_apart(&run) {
                    self.add(&run, true, None);
                }
            }
        }
    }

    /// The task has the text in these very capitals, or in quotation marks.
    fn says_exactly(&self, text: &str) -> bool {
        self.task.as_deref().is_some_and(|task| {
            find(task, text)
                .is_some_and(|range| super::words::collapse(&task[range]) == super::words::collapse(text))
                || quoted(task).iter().any(|q| fold(q) == fold(text))
        })
    }

    /// A link that leads to one of many things, not to a part of the site.
    fn is_entity(&self, name: &str, kept: &Kept) -> bool {
        let task = self.task.as_deref().unwrap_or_default();
        let in_quotes = quoted(task).iter().any(|q| fold(q) == fold(name));
        // *Write a message* is a control, however long.
        let orders = super::words::words(name).first().is_some_and(|word| is_command(word));
        if in_quotes || (name.split_whitespace().count() >= 3 && !orders) {
            return true;
        }
        let Some(address) = destination(kept) else {
            return false;
        };
        let slugged = fold(name).replace(|c: char| !c.is_alphanumeric(), "-");
        let named = |text: &str| {
            let text = fold(text);
            text == fold(name) || text == slugged
        };
        let in_path = address.segments.iter().enumerate().skip(1).any(|(at, segment)| {
            named(&decoded(segment)) && (is_collection(&address.segments[at - 1]) || family(name).is_some())
        });
        let in_query = address.query.iter().any(|(_, value)| named(value));
        let to_one = address.variable().last() == Some(&true);
        in_path || in_query || (to_one && family(name).is_none() && self.says_exactly(name))
    }

    fn addresses(&mut self, at: usize, kept: &Kept) {
        let target = kept.step.target.as_ref();
        let name = target.and_then(|t| t.name.clone().or(t.text.clone()));
        self.address(None, &kept.step.page.url);
        if let Some(href) = target.and_then(|t| t.attributes.get("href")) {
            self.address(Some((at, name.as_deref())), href);
        }
        if kept.step.action == Action::Navigate
            && let Some(url) = kept.step.text()
        {
            self.address(Some((at, None)), url);
        }
        for signal in &kept.step.signals {
            if let Signal::Navigation { url, .. } = signal {
                self.address(Some((at, name.as_deref())), url);
            }
        }
    }

    /// `step` is where the address was used, with the name of the link; none for pages passed through.
    fn address(&mut self, step: Option<(usize, Option<&str>)>, url: &str) {
        let Some(address) = Address::of(url) else {
            return;
        };
        let task = self.task.clone().unwrap_or_default();
        let in_quotes = |text: &str| quoted(&task).iter().any(|q| fold(q) == fold(text));
        // A choice is one where the link says it too; typed addresses have no link.
        let chosen = |text: &str| step.filter(|(_, name)| name.is_none_or(|name| is_choice(name, text)));
        for (at, segment) in address.segments.iter().enumerate().skip(1) {
            let text = decoded(segment);
            if text.chars().count() < 2 || !self.said_apart(&text) {
                continue;
            }
            let choice = family(&text);
            if choice.is_none() && (is_collection(&address.segments[at - 1]) || in_quotes(&text)) {
                self.add(&text, true, None);
            } else if choice.is_some()
                && let Some((step, _)) = chosen(&text)
            {
                self.add(&text, true, Some(step));
            }
        }
        for (key, value) in &address.query {
            if value.is_empty() || !self.said_apart(value) {
                continue;
            }
            match family(value) {
                Some(_) => {
                    if let Some((step, _)) = chosen(value) {
                        self.add(value, true, Some(step));
                    }
                }
                None if hint(None, Some(key)).is_some() || in_quotes(value) => self.add(value, true, None),
                None => {}
            }
        }
    }
}

/// A link that says nothing but the choice: *Top*, *Past month*; not *Add new address*.
fn is_choice(name: &str, choice: &str) -> bool {
    const AROUND: &[&str] =
        &["past", "last", "this", "by", "most", "sort", "order", "first", "from", "of", "the", "in"];
    let (all, said) = (super::words::words(name), super::words::words(choice));
    find(name, choice).is_some() && all.iter().all(|w| said.contains(w) || AROUND.contains(&w.as_str()))
}

/// Runs of words that the text shares with the task and that look like a name or a number there: quoted,
/// capitalised within a sentence, or with digits.
fn named_in(text: &str, task: &str) -> Vec<String> {
    let (mine, theirs) = (tokens(text), tokens(task));
    let telling = |m: &Token, t: &Token| {
        let digits = m.text.chars().any(|c| c.is_ascii_digit());
        let capital = |token: &Token| token.text.chars().next().is_some_and(char::is_uppercase);
        digits || (capital(m) && capital(t) && !t.first)
    };
    let mut out: Vec<String> = quoted(task).into_iter().filter(|q| find(text, q).is_some()).collect();
    let mut at = 0;
    while at < mine.len() {
        let longest = (0..theirs.len())
            .map(|start| {
                (start, mine[at..].iter().zip(&theirs[start..]).take_while(|(m, t)| m.low == t.low).count())
            })
            .max_by_key(|(start, length)| (*length, std::cmp::Reverse(*start)));
        let Some((start, length)) = longest.filter(|(_, length)| *length > 0) else {
            at += 1;
            continue;
        };
        let tells = |n: &usize| telling(&mine[at + n], &theirs[start + n]);
        if let (Some(from), Some(to)) = ((0..length).find(|n| tells(n)), (0..length).rev().find(|n| tells(n)))
        {
            let run = &text[mine[at + from].start..mine[at + to].end];
            let digits = run.chars().filter(char::is_ascii_digit).count();
            let known = out.iter().any(|other| find(other, run).is_some());
            if !known && (run.chars().any(char::is_alphabetic) || digits >= 3) {
                out.push(run.to_owned());
            }
        }
        at += length;
    }
    out
}

struct Token<'t> {
    text: &'t str,
    low: String,
    start: usize,
    end: usize,
    /// Begins a sentence.
    first: bool,
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut out = Vec::new();
    let mut start = None;
    let mut first = true;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (start, c.is_alphanumeric()) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                let word = &text[from..at];
                out.push(Token { text: word, low: word.to_lowercase(), start: from, end: at, first });
                first = false;
                start = None;
            }
            _ => {}
        }
        first |= matches!(c, '.' | '!' | '?' | ':');
    }
    out
}

/// Where a step led or would lead: the link's own address, else where the browser went.
pub(crate) fn destination(kept: &Kept) -> Option<Address> {
    let href = kept.step.target.as_ref().and_then(|t| t.attributes.get("href"));
    let went = kept.step.signals.iter().find_map(|signal| match signal {
        Signal::Navigation { url, .. } => Some(url),
        _ => None,
    });
    Address::of(href.or(went)?)
}

#[cfg(test)]
mod tests {
    use super::super::{clean, effects};
    use super::*;
    use crate::bench::{Recording, button, field};

    fn known(recording: Recording) -> Vec<String> {
        let t = recording.done();
        let steps = clean::clean(&t, &effects::of_steps(&t));
        let mut all: Vec<String> =
            Values::of(t.task.as_deref(), &t.start_url, &steps).known.into_iter().map(|k| k.value).collect();
        all.sort();
        all
    }

    #[test]
    fn names_in_the_task_vary_and_labels_do_not() {
        let r = Recording::forum("/")
            .task("Subscribe to the forum gardening")
            .follow("Forums", "/forums")
            .follow("gardening", "/f/gardening")
            .click(button("Subscribe"));
        assert_eq!(known(r), ["gardening"]);
    }

    #[test]
    fn long_titles_and_typed_texts_vary() {
        let r = Recording::forum("/")
            .task("Comment \"Nice one\" on the post What tea is this")
            .fill(field("Search query"), "What tea is this")
            .press("Enter")
            .lands("/search?q=What+tea+is+this")
            .follow("What tea is this", "/f/tea/12/what-tea-is-this")
            .fill(field("Comment"), "Nice one")
            .click(button("Post"));
        assert_eq!(known(r), ["Nice one", "What tea is this"]);
    }

    #[test]
    fn orders_and_time_spans_are_choices() {
        let r = Recording::forum("/f/books")
            .task("Show the posts of books sorted by top of the past month")
            .follow("Top", "/f/books/top")
            .follow("Past month", "/f/books/top?t=month");
        assert_eq!(known(r), ["Top", "books", "month"]);
    }

    #[test]
    fn names_on_controls_tell_which_one() {
        assert_eq!(named_in("View order 100352", "What was the total of my order #100352?"), ["100352"]);
        assert_eq!(
            named_in(
                "Delete the address 4 Canal Terrace",
                "Delete the address 4 Canal Terrace from my address book"
            ),
            ["4 Canal Terrace"]
        );
        assert_eq!(
            named_in("Quantity of Dotted Desk Diary", "Change the quantity of \"Dotted Desk Diary\" to 4"),
            ["Dotted Desk Diary"]
        );
        assert!(named_in("Upvote", "Upvote the post \"Tea\"").is_empty());
        assert!(named_in("Messages", "Open my messages").is_empty());
        assert!(named_in("Page 2", "Add 2 of them").is_empty());
    }

    #[test]
    fn parts_of_the_site_do_not_vary() {
        let r = Recording::forum("/")
            .task("Show my messages and the comments of the site")
            .follow("Messages", "/messages")
            .follow("Comments", "/comments");
        assert!(known(r).is_empty());
    }
}
