//! Reading a file of any known format.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use atelier_core::fidelity::{Fidelity, FidelityReport};
use atelier_core::ids::TrajectoryId;
use atelier_core::trajectory::{Step, Trajectory};

use crate::error::FormatError;
use crate::sniff::{self, Known};
use crate::{chrome_recorder, guard, native, secrets};

/// What one file brought.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    pub trajectories: Vec<Trajectory>,
    pub report: FidelityReport,
}

/// Reads a file's bytes. `name` is used for messages and as a hint only; `now` (Unix milliseconds) and
/// `ids` serve formats which hold neither a time nor an id.
///
/// # Errors
/// [`FormatError`] names the file, the place in it and the remedy.
pub fn read(
    name: &str,
    bytes: &[u8],
    now: i64,
    ids: &mut dyn FnMut() -> TrajectoryId,
) -> Result<Imported, FormatError> {
    let file = base_name(name);
    if bytes.len() > guard::MAX_BYTES {
        return Err(FormatError::TooLarge { file, limit_mb: guard::MAX_BYTES >> 20 });
    }
    if let Some(other) = sniff::by_bytes(bytes) {
        return Err(other.error(file));
    }
    let text = guard::text(&file, bytes)?;
    if !text.trim_start().starts_with(['{', '[']) {
        return Err(match sniff::by_text(&file, text) {
            Some(other) => other.error(file),
            None => FormatError::Unknown { file, saw: "it does not begin as JSON".to_owned() },
        });
    }
    guard::shape(&file, text)?;
    let value = match guard::parse(&file, text) {
        Ok(value) => value,
        Err(error) => return Err(sniff::json_lines(text).map_or(error, |other| other.error(file))),
    };
    guard::texts(&file, &value)?;
    let mut report = FidelityReport { file: file.clone(), ..FidelityReport::default() };
    let mut trajectories = match sniff::by_value(&value) {
        Known::Native => native::import(&file, value, &mut report)?,
        Known::ChromeRecorder => vec![chrome_recorder::import(&file, value, now, ids(), &mut report)?],
        Known::Other(other) => return Err(other.error(file)),
        Known::Nothing(saw) => return Err(FormatError::Unknown { file, saw }),
    };
    for trajectory in &mut trajectories {
        report.secrets += secrets::scrub(trajectory);
    }
    report.trajectories = trajectories.len();
    Ok(Imported { trajectories, report })
}

/// As [`read`], from a file of at most [`guard::MAX_BYTES`].
///
/// # Errors
/// [`FormatError`]; also where the file cannot be read.
pub fn read_file(
    path: &Path,
    now: i64,
    ids: &mut dyn FnMut() -> TrajectoryId,
) -> Result<Imported, FormatError> {
    let name = path.file_name().map_or_else(|| path.to_string_lossy(), |name| name.to_string_lossy());
    let io = |source| FormatError::Io { file: base_name(&name), source };
    let too_large = || FormatError::TooLarge { file: base_name(&name), limit_mb: guard::MAX_BYTES >> 20 };
    let meta = std::fs::metadata(path).map_err(io)?;
    if !meta.is_file() {
        return Err(io(std::io::Error::new(std::io::ErrorKind::InvalidInput, "it is no regular file")));
    }
    if meta.len() > guard::MAX_BYTES as u64 {
        return Err(too_large());
    }
    // The file may grow between the look at its size and the end of reading.
    let mut bytes = Vec::new();
    let limit = guard::MAX_BYTES as u64 + 1;
    File::open(path).map_err(io)?.take(limit).read_to_end(&mut bytes).map_err(io)?;
    if bytes.len() > guard::MAX_BYTES {
        return Err(too_large());
    }
    read(&name, &bytes, now, ids)
}

/// What can be said about a step's replay without a page: the fidelity, and why it is not full.
pub fn fidelity_of(step: &Step) -> (Fidelity, String) {
    if let Some(why) = step.error.as_deref().and_then(|error| error.strip_prefix(UNSUPPORTED)) {
        return (Fidelity::Unsupported, why.to_owned());
    }
    match &step.target {
        None if step.action.needs_target() => {
            (Fidelity::NeedsGrounding, format!("`{}` has no element", step.action.name()))
        }
        Some(target) if step.action.needs_target() && !target.is_lasting() => {
            (Fidelity::NeedsGrounding, "the element is known by its place only".to_owned())
        }
        _ => (Fidelity::Replayable, String::new()),
    }
}

/// Beginning of the `error` of a step whose action has no counterpart here.
pub const UNSUPPORTED: &str = "not replayable: ";

/// The file name without folders, at most 120 characters.
fn base_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or(name);
    last.chars().filter(|c| !c.is_control()).take(120).collect()
}

#[cfg(test)]
mod tests {
    use super::base_name;

    #[test]
    fn messages_never_show_folders() {
        assert_eq!(base_name("/home/ada/a.json"), "a.json");
        assert_eq!(base_name("C:\\Users\\ada\\a.json"), "a.json");
        assert_eq!(base_name("a\n.json").len(), 6);
    }
}
