//! The one error of this crate: which file, where in it, and what to do.

use thiserror::Error;

/// Why a file was refused. Places are JSON paths such as `steps[3].target`.
#[derive(Debug, Error)]
pub enum FormatError {
    #[error("`{file}` cannot be read: {source}; check that it exists and that you may read it")]
    Io { file: String, source: std::io::Error },
    #[error("`{file}` has more than {limit_mb} MB; export fewer recordings per file")]
    TooLarge { file: String, limit_mb: usize },
    #[error("`{file}` is empty; export the recording again")]
    Empty { file: String },
    #[error("`{file}` is not text (byte {at}: {what}); choose a recording saved as JSON in UTF-8")]
    NotText { file: String, at: usize, what: String },
    #[error(
        "`{file}` is nested more than {limit} levels deep (line {line}); this is no recording of a known format"
    )]
    TooDeep { file: String, line: usize, limit: usize },
    #[error("`{file}` holds more than {limit} values; export fewer recordings per file")]
    TooManyValues { file: String, limit: usize },
    #[error("`{file}` holds {found} {what} at `{place}`, more than {limit}; split the recording")]
    TooMany { file: String, place: String, what: &'static str, found: usize, limit: usize },
    #[error(
        "`{file}`: the text at `{place}` has {length} characters, more than {limit}; shorten it and import it again"
    )]
    TooLong { file: String, place: String, length: usize, limit: usize },
    #[error("`{file}` ends in the middle (line {line}); it was cut off, export or copy it again")]
    Truncated { file: String, line: usize },
    #[error("`{file}` is not valid JSON (line {line}, column {column}: {what}); export it again")]
    Syntax { file: String, line: usize, column: usize, what: String },
    #[error("`{file}` is {format}; {remedy}")]
    OtherFormat { file: String, format: &'static str, remedy: &'static str },
    #[error(
        "`{file}` is no recording of a known format ({saw}); \
         export from the recorder panel of the Chrome developer tools as JSON, or from Atelier"
    )]
    Unknown { file: String, saw: String },
    #[error("`{file}`: `{place}` {problem}; correct it or export the recording again")]
    Field { file: String, place: String, problem: String },
    #[error("`{file}` has schema {found} at `{place}`, this version reads {known}; update Atelier")]
    Schema { file: String, place: String, found: u64, known: u32 },
    #[error("`{file}` has no steps at `{place}`; record the chore again")]
    NoSteps { file: String, place: String },
}

impl FormatError {
    /// Name of the file, without its folder.
    pub fn file(&self) -> &str {
        match self {
            Self::Io { file, .. }
            | Self::TooLarge { file, .. }
            | Self::Empty { file }
            | Self::NotText { file, .. }
            | Self::TooDeep { file, .. }
            | Self::TooManyValues { file, .. }
            | Self::TooMany { file, .. }
            | Self::TooLong { file, .. }
            | Self::Truncated { file, .. }
            | Self::Syntax { file, .. }
            | Self::OtherFormat { file, .. }
            | Self::Unknown { file, .. }
            | Self::Field { file, .. }
            | Self::Schema { file, .. }
            | Self::NoSteps { file, .. } => file,
        }
    }

    /// Where in the file: a JSON path, or a line. None where the whole file is meant.
    pub fn place(&self) -> Option<String> {
        match self {
            Self::TooMany { place, .. }
            | Self::TooLong { place, .. }
            | Self::Field { place, .. }
            | Self::Schema { place, .. }
            | Self::NoSteps { place, .. } => Some(place.clone()),
            Self::TooDeep { line, .. } | Self::Truncated { line, .. } | Self::Syntax { line, .. } => {
                Some(format!("line {line}"))
            }
            Self::NotText { at, .. } => Some(format!("byte {at}")),
            _ => None,
        }
    }

    /// What to do next, without the rest of the message.
    pub fn remedy(&self) -> String {
        let message = self.to_string();
        message.rsplit_once("; ").map_or_else(String::new, |(_, remedy)| remedy.to_owned())
    }
}
