//! How a demonstration is written down: what a person would do, by what they see.

/// What the file of a demonstration looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Our own, with every identity, request and page state.
    Native,
    /// The flow that the Chrome DevTools Recorder writes.
    Recorder,
}

/// How the person's attempt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Success,
    /// It went wrong, and the person saw it.
    Failure,
    /// The recording was stopped in the middle.
    Unfinished,
}

/// One demonstration.
#[derive(Clone, Debug)]
pub struct Demo {
    /// The ability it shows; the first part of the file's name.
    pub capability: &'static str,
    /// What the person wanted, in their words.
    pub task: &'static str,
    /// Path of the page it starts on.
    pub start: &'static str,
    pub end: End,
    pub format: Format,
    pub steps: Vec<Do>,
}

/// One thing the person does.
#[derive(Clone, Copy, Debug)]
pub enum Do {
    /// Types a path into the address bar.
    Go(&'static str),
    Click(By),
    Fill(By, &'static str),
    /// Chooses the option of this label.
    Select(By, &'static str),
    Check(By),
    Press(&'static str),
    /// Reads the text of an element, to answer with it.
    Read(By),
    Answer(&'static str),
    /// Answers with what was read last.
    AnswerWithIt,
    /// Why the next step is done, in the person's words.
    Because(&'static str),
}

/// How the person finds an element.
#[derive(Clone, Copy, Debug)]
pub enum By {
    /// Role and accessible name.
    Role(&'static str, &'static str),
    /// The same inside the row, list item or article that holds a text.
    RoleIn(&'static str, &'static str, &'static str),
    Label(&'static str),
    Css(&'static str),
    /// The same inside the row, list item or article that holds a text.
    CssIn(&'static str, &'static str),
}

/// A link of this name.
pub const fn link(name: &'static str) -> By {
    By::Role("link", name)
}

/// A button of this name.
pub const fn button(name: &'static str) -> By {
    By::Role("button", name)
}

impl Demo {
    /// A demonstration in the native format that succeeds.
    pub fn new(capability: &'static str, task: &'static str, start: &'static str, steps: Vec<Do>) -> Self {
        Self { capability, task, start, end: End::Success, format: Format::Native, steps }
    }

    /// The same, written as a flow of the Chrome DevTools Recorder.
    #[must_use]
    pub fn recorder(mut self) -> Self {
        self.format = Format::Recorder;
        self
    }

    /// The same, ended otherwise.
    #[must_use]
    pub fn ends(mut self, end: End) -> Self {
        self.end = end;
        self
    }
}
