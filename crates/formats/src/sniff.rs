//! Telling formats apart by cheap marks, so that a file of another program is named and not just refused.

use serde_json::Value;

use crate::error::FormatError;

/// What a parsed file is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    Native,
    ChromeRecorder,
    /// A format that is known, but not read.
    Other(Other),
    /// What the file looked like instead.
    Nothing(String),
}

/// A format that is known, but not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Other {
    /// With its article, for “`x.har` is …”.
    pub format: &'static str,
    pub remedy: &'static str,
}

impl Other {
    pub(crate) fn error(self, file: String) -> FormatError {
        FormatError::OtherFormat { file, format: self.format, remedy: self.remedy }
    }
}

const RECORD: &str = "this version does not read it, record the chore with the recorder panel of Chrome";
const LIBRARY: &str = "it holds programs and no recording, import recordings and let skills be cut from them";
const NO_ACTIONS: &str = "it does not say what a person did, choose a recording of actions";
const PICKLE: &str = "pickles run code when they are opened and are never read, export it as JSON";
const PACKED: &str = "unpack it and choose a recording in it";

const fn other(format: &'static str, remedy: &'static str) -> Other {
    Other { format, remedy }
}

/// Formats told by their first bytes or, in an archive, by the names in it.
pub fn by_bytes(bytes: &[u8]) -> Option<Other> {
    let has = |mark: &[u8]| bytes.windows(mark.len()).any(|window| window == mark);
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
        return Some(if has(b".trace") {
            other("a Playwright trace", RECORD)
        } else if has(b".pkl") {
            other("a BrowserGym experiment", PICKLE)
        } else {
            other("a zip archive", PACKED)
        });
    }
    let marks: [(&[u8], Other); 7] = [
        (b"\x1f\x8b", other("a gzip archive", PACKED)),
        (b"\x80\x02", other("a Python pickle", PICKLE)),
        (b"\x80\x03", other("a Python pickle", PICKLE)),
        (b"\x80\x04", other("a Python pickle", PICKLE)),
        (b"\x80\x05", other("a Python pickle", PICKLE)),
        (b"SQLite format 3\0", other("an SQLite database", "choose an exported recording instead")),
        (b"\x89PNG", other("a picture", NO_ACTIONS)),
    ];
    marks.into_iter().find(|(mark, _)| bytes.starts_with(mark)).map(|(_, other)| other)
}

/// Formats that are text, but no JSON.
pub fn by_text(file: &str, text: &str) -> Option<Other> {
    let head: String = text.chars().take(20_000).collect();
    let line = |starts: &str| head.lines().any(|line| line.trim_start().starts_with(starts));
    let ends = |end: &str| file.to_ascii_lowercase().ends_with(end);
    if head.trim_start().starts_with('<') {
        return Some(other("a web page or XML", NO_ACTIONS));
    }
    if (ends(".py") || line("async def ")) && head.contains("(page") {
        return Some(other("a SkillWeaver library", LIBRARY));
    }
    if head.contains("page.goto(") || head.contains("getByRole(") || head.contains("get_by_role(") {
        return Some(other("a Playwright script", RECORD));
    }
    if line("steps:") && (line("action:") || line("- action:")) {
        return Some(other("an octo-agent recording", RECORD));
    }
    if line("steps:") && (line("type:") || line("- type:")) {
        return Some(other("a workflow-use workflow", RECORD));
    }
    if line("Commands:") || line("CommandS:") {
        return Some(other("a Ui.Vision macro", RECORD));
    }
    if head.contains("<action>") || line("## Summary Workflows") {
        return Some(other("an Agent Workflow Memory text", LIBRARY));
    }
    if head.starts_with("---") && line("name:") && line("description:") {
        return Some(other("an agent's SKILL.md", LIBRARY));
    }
    None
}

/// JSON lines: the whole is no JSON, the first line is.
pub fn json_lines(text: &str) -> Option<Other> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let first: Value = serde_json::from_str(lines.next()?).ok()?;
    lines.next()?;
    let has = |key: &str| first.get(key).is_some();
    Some(if has("browserName") && !has("name") {
        other("a Playwright recording (JSON lines)", RECORD)
    } else if has("trajectories") || has("start_url") {
        other("a SynthAgent task list", RECORD)
    } else if has("messages") && has("task_name") {
        other("an NNetNav training file", RECORD)
    } else if has("callId") || has("wallTime") {
        other("a Playwright trace", RECORD)
    } else {
        other("a file of JSON lines", "choose a file with one recording as one JSON document")
    })
}

/// Formats told by their fields.
pub fn by_value(value: &Value) -> Known {
    match value {
        Value::Object(fields) => {
            let has = |key: &str| fields.contains_key(key);
            if has("steps") && (has("start_url") || has("schema")) && !has("input_schema") {
                return Known::Native;
            }
            if let Some(items) = fields.get("trajectories").and_then(Value::as_array)
                && !has("task")
                && items.first().is_none_or(|first| first.get("steps").is_some() || !first.is_object())
            {
                return Known::Native;
            }
            if let Some(found) = of_object(value) {
                return Known::Other(found);
            }
            if is_user_flow(value) {
                return Known::ChromeRecorder;
            }
            let keys: Vec<String> = fields
                .keys()
                .take(5)
                .map(|key| format!("`{}`", key.chars().take(40).collect::<String>()))
                .collect();
            Known::Nothing(match keys.len() {
                0 => "an empty object".to_owned(),
                _ => format!("an object with {}", keys.join(", ")),
            })
        }
        Value::Array(items) => match items.first() {
            None => Known::Nothing("an empty list".to_owned()),
            Some(first) => of_list(first).map_or_else(|| Known::Nothing("a list".to_owned()), Known::Other),
        },
        _ => Known::Nothing("a single value".to_owned()),
    }
}

fn of_object(value: &Value) -> Option<Other> {
    let has = |key: &str| value.get(key).is_some();
    let inner = |outer: &str, key: &str| value.get(outer).is_some_and(|v| v.get(key).is_some());
    let first_step =
        |key: &str| value.get("steps").and_then(|s| s.get(0)).is_some_and(|s| s.get(key).is_some());
    Some(if has("tests") && (has("suites") || has("urls")) {
        other("a Selenium IDE project", RECORD)
    } else if inner("log", "entries") {
        other("a HAR file", "it holds requests and no actions, choose a recording of actions")
    } else if has("drawflow") {
        other("an Automa workflow", RECORD)
    } else if value.get("history").is_some_and(Value::is_array) {
        other("a browser-use history", RECORD)
    } else if has("input_schema") && has("steps") {
        other("a WALT tool or workflow-use workflow", LIBRARY)
    } else if has("workflow_definition") {
        other("a Skyvern workflow", LIBRARY)
    } else if has("Commands") || has("CommandS") {
        other("a Ui.Vision macro", RECORD)
    } else if has("parsed_actions") {
        other("an NNetNav demonstration", RECORD)
    } else if has("trajectories") {
        other("a SynthAgent task", RECORD)
    } else if has("recorded_at") && has("pages") && first_step("op") {
        other("a BrowserSkill trace", RECORD)
    } else if inner("recording", "workflow") {
        other("a Maxun robot", RECORD)
    } else if has("taskId") && first_step("instruction") {
        other("a HyperAgent action cache", RECORD)
    } else if first_step("guidance") || has("url_pattern") {
        other("a skill", LIBRARY)
    } else if has("utterance") && has("states") {
        other("a MiniWoB++ demonstration", RECORD)
    } else if value.get("workflows").is_some_and(Value::is_array) {
        other("a WALT exploration result", LIBRARY)
    } else {
        return None;
    })
}

fn of_list(first: &Value) -> Option<Other> {
    let has = |key: &str| first.get(key).is_some();
    Some(if has("annotation_id") || has("action_reprs") {
        other("a Mind2Web annotation", RECORD)
    } else if has("screen_before") || has("a11y_before") {
        other("an OS-Genesis collection", RECORD)
    } else if has("parsed_actions") {
        other("a list of NNetNav demonstrations", RECORD)
    } else if has("intent_template") || (has("intent") && has("sites")) {
        other("a list of WebArena tasks", "it holds tasks and no actions, choose a recording of actions")
    } else if has("type") && has("data") && has("timestamp") {
        other("an rrweb recording", RECORD)
    } else {
        return None;
    })
}

/// A user flow has steps with a `type` of the recorder; the title may be missing.
fn is_user_flow(value: &Value) -> bool {
    let Some(steps) = value.get("steps") else {
        return false;
    };
    match steps.as_array() {
        Some(steps) => {
            steps.first().is_none_or(|step| step.get("type").is_some() || value.get("title").is_some())
        }
        // Wrong, but meant as one: the reader names the field.
        None => value.get("title").is_some(),
    }
}
