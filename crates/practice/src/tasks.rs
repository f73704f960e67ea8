//! Tasks a person may want done on a practice site, and the judgement whether one was done.
//!
//! A [`Verifier`] is plain data, so tasks travel as JSON. [`verify`] holds it against an [`Attempt`]:
//! the address the browser ended on, the answer given, and the state of the site afterwards.
//! See [`judge`] for the exact rules of comparison.

pub mod judge;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use judge::verify;

/// What a task asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskKind {
    /// An answer found on the site.
    Read,
    /// A change of the site's state.
    Write,
    /// A page to be shown.
    Navigate,
}

/// One task: what a person types, where the browser starts, how the result is judged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Task {
    /// Like `forum-001`; stable for a seed.
    pub id: String,
    /// `forum` or `shop`.
    pub site: String,
    /// Id of the template it is an instance of.
    pub template: String,
    /// The single ability a skill needs for it, like `subscribe_forum`.
    pub capability: String,
    pub kind: TaskKind,
    /// The wording of the user.
    pub intent: String,
    /// Path of the page to start on.
    pub start_path: String,
    pub verifier: Verifier,
}

/// What must hold after an attempt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "check", rename_all = "snake_case")]
pub enum Verifier {
    /// The answer is right.
    Answer { key: AnswerKey },
    /// The browser shows this page.
    Url {
        /// Exact path; a segment `*` matches any one segment.
        path: String,
        /// Pairs the query must contain.
        #[serde(default)]
        query: Vec<(String, String)>,
    },
    /// The state of the site is as wanted.
    State { checks: Vec<StateCheck> },
    /// All of these hold.
    All { of: Vec<Verifier> },
}

/// The right answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum AnswerKey {
    /// One of these texts, alone or in a short sentence.
    Text { any_of: Vec<String> },
    /// This number and no other one.
    Number { value: f64 },
    /// All of these, in any order, and nothing else of weight.
    List { items: Vec<String> },
}

/// A statement about one collection of the state.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StateCheck {
    /// JSON pointer to an array (its items are selected from) or to any other value (the only item).
    pub at: String,
    #[serde(rename = "where", default)]
    pub conditions: Vec<Condition>,
    pub expect: Expect,
}

/// A condition on one field of an item. All conditions of a check must hold on the same item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Condition {
    /// Name of a field, or a JSON pointer (`/address/city`); empty means the item itself.
    pub field: String,
    #[serde(flatten)]
    pub test: Test,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "op", content = "value", rename_all = "snake_case")]
pub enum Test {
    /// Equal; texts are compared without regard to surrounding blanks, line ends and capitals.
    Equals(Value),
    Not(Value),
    /// A text with this part, or an array with this item.
    Contains(Value),
    /// A number above this one.
    Above(f64),
}

/// How many items must fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "how", content = "n", rename_all = "snake_case")]
pub enum Expect {
    Exists,
    Absent,
    Count(usize),
}

/// What an attempt left behind.
#[derive(Debug, Clone)]
pub struct Attempt {
    /// Address (or path with query) the browser ended on.
    pub url: String,
    pub answer: Option<String>,
    /// The document of `GET /api/state` after the attempt.
    pub state: Value,
}

impl Verifier {
    #[must_use]
    pub fn url(path: impl Into<String>) -> Self {
        Self::Url { path: path.into(), query: Vec::new() }
    }

    /// Adds a query pair to a [`Verifier::Url`]; others stay as they are.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        if let Self::Url { query, .. } = &mut self {
            query.push((name.to_owned(), value.into()));
        }
        self
    }

    #[must_use]
    pub fn text(answer: impl Into<String>) -> Self {
        Self::Answer { key: AnswerKey::Text { any_of: vec![answer.into()] } }
    }

    #[must_use]
    pub fn number(value: impl Into<f64>) -> Self {
        Self::Answer { key: AnswerKey::Number { value: value.into() } }
    }

    #[must_use]
    pub fn list(items: Vec<String>) -> Self {
        Self::Answer { key: AnswerKey::List { items } }
    }

    #[must_use]
    pub fn state(checks: Vec<StateCheck>) -> Self {
        Self::State { checks }
    }
}

impl StateCheck {
    fn new(at: &str, expect: Expect) -> Self {
        Self { at: at.to_owned(), conditions: Vec::new(), expect }
    }

    /// An item like this is there.
    #[must_use]
    pub fn exists(at: &str) -> Self {
        Self::new(at, Expect::Exists)
    }

    /// No item like this is there.
    #[must_use]
    pub fn absent(at: &str) -> Self {
        Self::new(at, Expect::Absent)
    }

    /// Exactly `n` items like this are there.
    #[must_use]
    pub fn count(at: &str, n: usize) -> Self {
        Self::new(at, Expect::Count(n))
    }

    #[must_use]
    pub fn equals(self, field: &str, value: impl Into<Value>) -> Self {
        self.and(field, Test::Equals(value.into()))
    }

    #[must_use]
    pub fn not(self, field: &str, value: impl Into<Value>) -> Self {
        self.and(field, Test::Not(value.into()))
    }

    #[must_use]
    pub fn contains(self, field: &str, value: impl Into<Value>) -> Self {
        self.and(field, Test::Contains(value.into()))
    }

    #[must_use]
    pub fn above(self, field: &str, value: impl Into<f64>) -> Self {
        self.and(field, Test::Above(value.into()))
    }

    fn and(mut self, field: &str, test: Test) -> Self {
        self.conditions.push(Condition { field: field.to_owned(), test });
        self
    }
}

/// Collects the instances of templates and numbers the tasks of a site.
#[derive(Debug)]
pub struct TaskList {
    site: &'static str,
    tasks: Vec<Task>,
}

impl TaskList {
    #[must_use]
    pub fn new(site: &'static str) -> Self {
        Self { site, tasks: Vec::new() }
    }

    /// Adds one instance of a template.
    pub fn add(
        &mut self,
        (template, capability, kind): (&str, &str, TaskKind),
        intent: impl Into<String>,
        start_path: impl Into<String>,
        verifier: Verifier,
    ) {
        let id = format!("{}-{:03}", self.site, self.tasks.len() + 1);
        self.tasks.push(Task {
            id,
            site: self.site.to_owned(),
            template: template.to_owned(),
            capability: capability.to_owned(),
            kind,
            intent: intent.into(),
            start_path: start_path.into(),
            verifier,
        });
    }

    #[must_use]
    pub fn finish(self) -> Vec<Task> {
        self.tasks
    }
}
