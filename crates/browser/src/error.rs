//! Why something in the browser could not be done.

use std::path::PathBuf;
use std::time::Duration;

use atelier_core::replay::{Candidate, Fault, FaultCode};
use thiserror::Error;

/// Every failure of this crate.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum BrowserError {
    #[error(
        "no Chromium was found (looked for {looked}); install it, on Debian or Ubuntu with `apt-get install chromium`, or name it in the settings"
    )]
    ProgramMissing { looked: String },
    #[error("`{program}` could not be started: {reason}")]
    Launch { program: PathBuf, reason: String },
    #[error("the browser at `{address}` cannot be used: {reason}")]
    Attach { address: String, reason: String },
    #[error(
        "the browser profile `{profile}` is in use by process {pid}; close that browser, or use another profile"
    )]
    ProfileBusy { profile: PathBuf, pid: u32 },
    #[error("the browser profile `{profile}` could not be prepared: {reason}")]
    Profile { profile: PathBuf, reason: String },
    #[error("Chromium has ended; start the task again, which opens a new one")]
    BrowserGone,
    #[error("the page crashed or was closed while `{during}`; open it again")]
    PageGone { during: String },
    #[error("`{during}` took longer than {:.1} s", .limit.as_secs_f64())]
    Deadline { during: String, limit: Duration },
    #[error("`{url}` could not be loaded: {reason}")]
    Navigation { url: String, reason: String },
    #[error("nothing on the page is `{target}`{}", best_of(.candidates))]
    NotFound { target: String, candidates: Vec<Candidate> },
    #[error("{} elements are equally likely to be `{target}`; name the row or the place it stands in", .candidates.len())]
    Ambiguous { target: String, candidates: Vec<Candidate> },
    #[error("`{target}` is there but {why}")]
    NotActionable { target: String, why: String },
    #[error("`{wanted}` is no choice of `{target}`; it has: {}", .options.join(", "))]
    NoSuchOption { target: String, wanted: String, options: Vec<String> },
    #[error("{0}")]
    Unsupported(String),
    #[error("the file `{path}` cannot be uploaded: {reason}")]
    File { path: String, reason: String },
    #[error(
        "`{during}` did not end well ({why}), but it may have taken effect: {seen}; nothing was repeated, look at the page before you try again"
    )]
    MayHaveHappened { during: String, why: String, seen: String },
    #[error("the secret `{name}` could not be filled in: {reason}")]
    Secret { name: String, reason: String },
    #[error("the page was replaced while `{during}`")]
    Replaced { during: String },
    #[error("the page's script engine failed in `{during}`: {reason}")]
    Script { during: String, reason: String },
    #[error("Chromium refused `{during}`: {reason}")]
    Protocol { during: String, reason: String },
}

fn best_of(candidates: &[Candidate]) -> String {
    match candidates.first() {
        Some(best) => format!("; the nearest is {} with a score of {:.2}", best.description, best.score),
        None => String::new(),
    }
}

impl BrowserError {
    /// The code a report uses.
    pub const fn code(&self) -> FaultCode {
        match self {
            Self::ProgramMissing { .. }
            | Self::Launch { .. }
            | Self::Attach { .. }
            | Self::ProfileBusy { .. }
            | Self::Profile { .. }
            | Self::BrowserGone => FaultCode::BrowserGone,
            Self::PageGone { .. } => FaultCode::PageGone,
            Self::Deadline { .. } | Self::Replaced { .. } => FaultCode::Deadline,
            Self::Navigation { .. } => FaultCode::Navigation,
            Self::NotFound { .. } => FaultCode::NotFound,
            Self::Ambiguous { .. } => FaultCode::Ambiguous,
            Self::NotActionable { .. } => FaultCode::NotActionable,
            Self::NoSuchOption { .. } => FaultCode::NoSuchOption,
            Self::MayHaveHappened { .. } => FaultCode::MayHaveHappened,
            Self::Secret { .. } => FaultCode::Secret,
            Self::Unsupported(_) | Self::File { .. } | Self::Script { .. } | Self::Protocol { .. } => {
                FaultCode::Unsupported
            }
        }
    }

    /// The failure as reports hold it.
    pub fn fault(&self) -> Fault {
        Fault { code: self.code(), message: self.to_string() }
    }

    /// The candidates a failed match was decided over, best first.
    pub fn candidates(&self) -> &[Candidate] {
        match self {
            Self::NotFound { candidates, .. } | Self::Ambiguous { candidates, .. } => candidates,
            _ => &[],
        }
    }

    /// True where nothing can be done any more with this page.
    pub const fn is_final(&self) -> bool {
        matches!(self, Self::BrowserGone | Self::PageGone { .. })
    }
}

impl From<&BrowserError> for Fault {
    fn from(error: &BrowserError) -> Self {
        error.fault()
    }
}
