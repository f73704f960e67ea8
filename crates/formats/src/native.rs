//! Our own format: one trajectory as JSON, or `{"trajectories": […]}`. Files end in `.atelier.json`.

use atelier_core::fidelity::FidelityReport;
use atelier_core::trajectory::{SCHEMA, Source, Trajectory};
use serde_json::Value;

use crate::error::FormatError;
use crate::guard::{MAX_STEPS, MAX_TRAJECTORIES};
use crate::read::fidelity_of;

/// Name in reports.
pub const FORMAT: &str = "atelier";

/// Parses without changing anything: what [`write`] wrote comes back equal.
///
/// # Errors
/// [`FormatError`] with the JSON path of the first thing that is wrong.
pub fn parse(file: &str, value: Value) -> Result<Vec<Trajectory>, FormatError> {
    let Value::Object(mut fields) = value else {
        let problem = "must be an object".to_owned();
        return Err(FormatError::Field { file: file.to_owned(), place: "the file".to_owned(), problem });
    };
    match fields.remove("trajectories") {
        None => Ok(vec![one(file, Value::Object(fields), "")?]),
        Some(Value::Array(items)) => {
            if items.len() > MAX_TRAJECTORIES {
                return Err(FormatError::TooMany {
                    file: file.to_owned(),
                    place: "trajectories".to_owned(),
                    what: "trajectories",
                    found: items.len(),
                    limit: MAX_TRAJECTORIES,
                });
            }
            if items.is_empty() {
                let place = "trajectories".to_owned();
                return Err(FormatError::NoSteps { file: file.to_owned(), place });
            }
            let numbered = items.into_iter().enumerate();
            numbered.map(|(at, item)| one(file, item, &format!("trajectories[{at}]"))).collect()
        }
        Some(_) => Err(FormatError::Field {
            file: file.to_owned(),
            place: "trajectories".to_owned(),
            problem: "must be an array".to_owned(),
        }),
    }
}

fn one(file: &str, value: Value, place: &str) -> Result<Trajectory, FormatError> {
    let under = |field: &str| match (place, field) {
        ("", ".") => "the file".to_owned(),
        ("", field) => field.to_owned(),
        (place, ".") => place.to_owned(),
        (place, field) => format!("{place}.{field}"),
    };
    let field = |name: &str, problem: String| {
        Err(FormatError::Field { file: file.to_owned(), place: under(name), problem })
    };
    match value.get("schema").and_then(Value::as_u64) {
        Some(found) if found != u64::from(SCHEMA) => {
            let (file, place) = (file.to_owned(), under("schema"));
            return Err(FormatError::Schema { file, place, found, known: SCHEMA });
        }
        _ => {}
    }
    let trajectory: Trajectory = match serde_path_to_error::deserialize(value) {
        Ok(trajectory) => trajectory,
        Err(error) => {
            let path = error.path().to_string();
            return field(&path, format!("is wrong: {}", error.inner()));
        }
    };
    if trajectory.steps.is_empty() {
        return Err(FormatError::NoSteps { file: file.to_owned(), place: under("steps") });
    }
    if trajectory.steps.len() > MAX_STEPS {
        return Err(FormatError::TooMany {
            file: file.to_owned(),
            place: under("steps"),
            what: "steps",
            found: trajectory.steps.len(),
            limit: MAX_STEPS,
        });
    }
    if url::Url::parse(&trajectory.start_url).is_err() {
        return field("start_url", "must be a whole URL with scheme and host".to_owned());
    }
    Ok(trajectory)
}

/// Parses and reports. A trajectory that another Atelier recorded becomes an imported one here.
pub(crate) fn import(
    file: &str,
    value: Value,
    report: &mut FidelityReport,
) -> Result<Vec<Trajectory>, FormatError> {
    FORMAT.clone_into(&mut report.format);
    let mut trajectories = parse(file, value)?;
    let several = trajectories.len() > 1;
    for (at, trajectory) in trajectories.iter_mut().enumerate() {
        if trajectory.source == Source::Recorded {
            trajectory.source = Source::Imported { format: FORMAT.to_owned(), file: file.to_owned() };
        }
        for (index, step) in trajectory.steps.iter().enumerate() {
            let (fidelity, mut note) = fidelity_of(step);
            if several && !note.is_empty() {
                note = format!("trajectory {}: {note}", at + 1);
            }
            report.count(index, fidelity, note);
        }
    }
    Ok(trajectories)
}

/// Writes one trajectory.
pub fn write(trajectory: &Trajectory) -> String {
    // Plain data with text keys: writing it cannot fail.
    serde_json::to_string_pretty(trajectory).unwrap_or_default()
}

/// Writes several trajectories into one file.
pub fn write_all(trajectories: &[Trajectory]) -> String {
    serde_json::to_string_pretty(&serde_json::json!({ "trajectories": trajectories })).unwrap_or_default()
}
