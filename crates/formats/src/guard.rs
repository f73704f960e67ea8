//! Bounds that hold before a file is parsed: size, text, depth, number of values, length of texts.

use serde_json::Value;

use crate::error::FormatError;

/// Largest file, in bytes.
pub const MAX_BYTES: usize = 64 * 1024 * 1024;
/// Deepest nesting of arrays and objects.
pub const MAX_DEPTH: usize = 100;
/// Most values in one file; bounds the memory of the parsed form.
pub const MAX_VALUES: usize = 2_000_000;
/// Longest text outside `raw`, in characters.
pub const MAX_TEXT: usize = 1_000_000;
/// Most steps of one trajectory.
pub const MAX_STEPS: usize = 10_000;
/// Most trajectories in one file.
pub const MAX_TRAJECTORIES: usize = 10_000;

/// Refuses what is too large, empty or no text; returns the text without a byte order mark.
pub fn text<'a>(file: &str, bytes: &'a [u8]) -> Result<&'a str, FormatError> {
    let file = || file.to_owned();
    if bytes.len() > MAX_BYTES {
        return Err(FormatError::TooLarge { file: file(), limit_mb: MAX_BYTES >> 20 });
    }
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(FormatError::NotText { file: file(), at: 0, what: "UTF-16".into() });
    }
    if let Some(at) = bytes.iter().position(|byte| *byte == 0) {
        return Err(FormatError::NotText { file: file(), at, what: "a NUL byte".into() });
    }
    let text = std::str::from_utf8(bytes).map_err(|error| FormatError::NotText {
        file: file(),
        at: error.valid_up_to(),
        what: "not UTF-8".into(),
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(FormatError::Empty { file: file() });
    }
    Ok(text)
}

/// One pass over the bytes, in constant memory: bounds depth and number of values before the parser
/// builds anything. It does not check the syntax.
pub fn shape(file: &str, text: &str) -> Result<(), FormatError> {
    let (mut depth, mut values, mut line) = (0_usize, 0_usize, 1_usize);
    let (mut in_text, mut escaped) = (false, false);
    for byte in text.bytes() {
        if byte == b'\n' {
            line += 1;
        }
        if in_text {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => in_text = false,
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => in_text = true,
            b'[' | b'{' => {
                depth += 1;
                values += 1;
                if depth > MAX_DEPTH {
                    return Err(FormatError::TooDeep { file: file.to_owned(), line, limit: MAX_DEPTH });
                }
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            b',' | b':' => values += 1,
            _ => {}
        }
        if values > MAX_VALUES {
            return Err(FormatError::TooManyValues { file: file.to_owned(), limit: MAX_VALUES });
        }
    }
    Ok(())
}

/// Parses JSON; a file that stops in the middle is told apart from one that is wrong.
pub fn parse(file: &str, text: &str) -> Result<Value, FormatError> {
    serde_json::from_str(text).map_err(|error| {
        let file = file.to_owned();
        if error.is_eof() {
            return FormatError::Truncated { file, line: error.line() };
        }
        let what = error.to_string();
        let what = what.split(" at line ").next().unwrap_or_default().to_owned();
        FormatError::Syntax { file, line: error.line(), column: error.column(), what }
    })
}

/// Refuses over-long texts and NUL characters anywhere but under `raw`, naming the place.
pub fn texts(file: &str, value: &Value) -> Result<(), FormatError> {
    walk(file, value, &mut String::new())
}

fn walk(file: &str, value: &Value, place: &mut String) -> Result<(), FormatError> {
    let here = place.len();
    match value {
        Value::String(text) => {
            if text.len() > MAX_TEXT {
                let length = text.chars().count();
                let (file, place) = (file.to_owned(), place.clone());
                return Err(FormatError::TooLong { file, place, length, limit: MAX_TEXT });
            }
            if text.contains('\0') {
                let problem = "holds a NUL character".to_owned();
                return Err(FormatError::Field { file: file.to_owned(), place: place.clone(), problem });
            }
        }
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                place.push_str(&format!("[{at}]"));
                walk(file, item, place)?;
                place.truncate(here);
            }
        }
        Value::Object(fields) => {
            for (key, item) in fields {
                if key == "raw" {
                    continue;
                }
                if here > 0 {
                    place.push('.');
                }
                place.extend(key.chars().take(80));
                walk(file, item, place)?;
                place.truncate(here);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_inside_texts_do_not_count() {
        let brackets = "[".repeat(5_000);
        assert!(shape("f", &format!("[\"{brackets}\\\"[[\"]")).is_ok());
        assert!(matches!(shape("f", &brackets), Err(FormatError::TooDeep { .. })));
    }

    #[test]
    fn many_small_values_are_refused_before_they_are_built() {
        let flat = format!("[{}0]", "0,".repeat(MAX_VALUES + 1));
        assert!(matches!(shape("f", &flat), Err(FormatError::TooManyValues { .. })));
    }

    #[test]
    fn places_are_paths() {
        let value = serde_json::json!({ "steps": [{ "target": { "name": "a\0b" } }] });
        let error = texts("f", &value).unwrap_err();
        assert_eq!(error.place().as_deref(), Some("steps[0].target.name"));
        assert!(texts("f", &serde_json::json!({ "raw": "a\0b" })).is_ok());
    }
}
