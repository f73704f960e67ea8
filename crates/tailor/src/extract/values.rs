//! Which texts of a recording belong to the one case: what was typed, and what the task names.

use atelier_core::trajectory::{Action, Signal};

use super::address::{Address, decoded, hint, is_collection};
use super::clean::Kept;
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

    /// The known text that equals this one, in the given step.
    pub(crate) fn equal(&self, text: &str, step: Option<usize>) -> Option<&Known> {
        let folded = fold(text);
        self.known.iter().find(|k| k.folded == folded && (k.only.is_none() || k.only == step))
    }

    /// Names of links, options and rows that the task says.
    fn names(&mut self, at: usize, kept: &Kept) {
        let Some(target) = &kept.step.target else {
            return;
        };
        let role = target.role.as_deref().unwrap_or_default();
        let name = target.name.as_deref().or(target.text.as_deref()).unwrap_or_default();
        let clicks = matches!(kept.step.action, Action::Click | Action::DoubleClick | Action::Check | Action::Uncheck);
        if clicks && self.said(name) && name.chars().count() >= 2 {
            let picks = matches!(
                role,
                "radio" | "option" | "menuitemradio" | "treeitem" | "gridcell" | "cell" | "row" | "listitem"
            );
            if picks || (role == "link" && self.is_entity(name, kept)) {
                let only = family(name).map(|_| at);
                self.add(name, only.is_none(), only);
            }
        }
        if let Some(within) = target.within.as_deref()
            && within.chars().count() >= 3
            && self.said(within)
        {
            self.add(within, true, None);
        }
    }

    /// A link that leads to one of many things, not to a part of the site.
    fn is_entity(&self, name: &str, kept: &Kept) -> bool {
        let task = self.task.as_deref().unwrap_or_default();
        let in_quotes = quoted(task).iter().any(|q| fold(q) == fold(name));
        if in_quotes || name.split_whitespace().count() >= 3 {
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
        in_path || in_query || (to_one && family(name).is_none())
    }

    fn addresses(&mut self, at: usize, kept: &Kept) {
        self.address(Some(at), &kept.step.page.url);
        if let Some(href) = kept.step.target.as_ref().and_then(|t| t.attributes.get("href")) {
            self.address(Some(at), href);
        }
        if kept.step.action == Action::Navigate
            && let Some(url) = kept.step.text()
        {
            self.address(Some(at), url);
        }
        for signal in &kept.step.signals {
            if let Signal::Navigation { url, .. } = signal {
                self.address(Some(at), url);
            }
        }
    }

    fn address(&mut self, step: Option<usize>, url: &str) {
        let Some(address) = Address::of(url) else {
            return;
        };
        let task = self.task.clone().unwrap_or_default();
        let in_quotes = |text: &str| quoted(&task).iter().any(|q| fold(q) == fold(text));
        for (at, segment) in address.segments.iter().enumerate().skip(1) {
            let text = decoded(segment);
            if text.chars().count() < 2 || !self.said(&text) {
                continue;
            }
            let choice = family(&text);
            if choice.is_none() && (is_collection(&address.segments[at - 1]) || in_quotes(&text)) {
                self.add(&text, true, None);
            } else if choice.is_some() && step.is_some() {
                self.add(&text, true, step);
            }
        }
        for (key, value) in &address.query {
            if value.is_empty() || !self.said(value) {
                continue;
            }
            match family(value) {
                Some(_) => self.add(value, true, step),
                None if hint(None, Some(key)).is_some() || in_quotes(value) => self.add(value, true, None),
                None => {}
            }
        }
    }
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
        assert_eq!(known(r), ["Past month", "Top", "books", "month"]);
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
