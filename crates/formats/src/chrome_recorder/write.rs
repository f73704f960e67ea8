//! Writing a trajectory as a user flow.

use atelier_core::trajectory::{Action, Signal, Step, Trajectory, Value};
use serde_json::{Map, Value as Json, json};

use super::{keys, read, selectors};
use crate::secrets::MASK;

/// Writes a trajectory as a user flow; the task is its title. Requests, pictures and what appeared on the
/// page have no place in the format and are lost; secrets are written as stars.
pub fn write(trajectory: &Trajectory) -> String {
    let mut steps = vec![
        json!({
            "type": "setViewport", "width": 1280, "height": 800, "deviceScaleFactor": 1,
            "isMobile": false, "hasTouch": false, "isLandscape": false,
        }),
        json!({
            "type": "navigate",
            "url": trajectory.start_url,
            "assertedEvents": [{ "type": "navigation", "url": trajectory.start_url, "title": first_title(trajectory) }],
        }),
    ];
    for step in &trajectory.steps {
        write_step(step, &mut steps);
    }
    let flow = json!({ "title": trajectory.task.as_deref().unwrap_or_default(), "steps": steps });
    serde_json::to_string_pretty(&flow).unwrap_or_default()
}

fn first_title(trajectory: &Trajectory) -> &str {
    trajectory.steps.first().map_or("", |step| step.page.title.as_str())
}

fn write_step(step: &Step, out: &mut Vec<Json>) {
    let has_target = step.target.is_some();
    let value = match &step.value {
        Some(Value::Text(text)) => text.as_str(),
        Some(Value::Secret(_)) => MASK,
        Some(Value::File(_)) | None => "",
    };
    match step.action {
        _ if step.error.is_some() || step.page.tab != 0 => out.push(read::custom_step(step)),
        Action::Navigate if !value.is_empty() => {
            let mut plain = plain("navigate", step);
            plain.insert("url".to_owned(), json!(value));
            out.push(Json::Object(plain));
        }
        Action::Click if has_target => out.push(with_offset("click", step)),
        Action::DoubleClick if has_target => out.push(with_offset("doubleClick", step)),
        Action::Hover if has_target => out.push(Json::Object(plain("hover", step))),
        Action::Fill | Action::Select if has_target => out.push(change(step, value)),
        Action::Check if has_target => out.push(change(step, "true")),
        Action::Uncheck if has_target => out.push(change(step, "false")),
        Action::Press if !value.is_empty() => press(step, value, out),
        Action::Scroll => match value.split_once(',').map(|(x, y)| (x.parse::<f64>(), y.parse::<f64>())) {
            Some((Ok(x), Ok(y))) => {
                let mut plain = plain("scroll", step);
                plain.insert("x".to_owned(), json!(x));
                plain.insert("y".to_owned(), json!(y));
                out.push(Json::Object(plain));
            }
            _ => out.push(read::custom_step(step)),
        },
        Action::Wait if has_target => out.push(Json::Object(plain("waitForElement", step))),
        // Among these typing key by key, which as a change would come back as setting the whole value.
        _ => out.push(read::custom_step(step)),
    }
}

fn plain(kind: &str, step: &Step) -> Map<String, Json> {
    let mut fields = Map::new();
    fields.insert("type".to_owned(), json!(kind));
    if kind != "navigate" {
        fields.insert("target".to_owned(), json!("main"));
    }
    if let Some(target) = &step.target
        && kind != "keyDown"
        && kind != "keyUp"
    {
        fields.insert("selectors".to_owned(), selectors::write(target));
    }
    let frames: Vec<u64> = step.frame_path.iter().map(|css| frame_number(css)).collect();
    if !frames.is_empty() {
        fields.insert("frame".to_owned(), json!(frames));
    }
    let navigations: Vec<Json> = step
        .signals
        .iter()
        .filter_map(|signal| match signal {
            Signal::Navigation { url, .. } => {
                Some(json!({ "type": "navigation", "url": url, "title": step.after.title }))
            }
            _ => None,
        })
        .collect();
    if !navigations.is_empty() {
        fields.insert("assertedEvents".to_owned(), Json::Array(navigations));
    }
    fields
}

fn with_offset(kind: &str, step: &Step) -> Json {
    let mut fields = plain(kind, step);
    // Half the box: the middle of the element, as a person aims.
    let (x, y) =
        step.target.as_ref().and_then(|t| t.bounds).map_or((1.0, 1.0), |b| (b.width / 2.0, b.height / 2.0));
    fields.insert("offsetX".to_owned(), json!(x));
    fields.insert("offsetY".to_owned(), json!(y));
    Json::Object(fields)
}

fn change(step: &Step, value: &str) -> Json {
    let mut fields = plain("change", step);
    fields.insert("value".to_owned(), json!(value));
    Json::Object(fields)
}

fn press(step: &Step, chord: &str, out: &mut Vec<Json>) {
    let keys = keys::of_chord(chord);
    for (at, key) in keys.iter().enumerate() {
        let mut down = plain("keyDown", step);
        if at + 1 < keys.len() {
            down.remove("assertedEvents");
        }
        down.insert("key".to_owned(), json!(key));
        out.push(Json::Object(down));
    }
    for key in keys.iter().rev() {
        let mut up = plain("keyUp", step);
        up.remove("assertedEvents");
        up.insert("key".to_owned(), json!(key));
        out.push(Json::Object(up));
    }
}

fn frame_number(css: &str) -> u64 {
    let number = css.strip_prefix("iframe:nth-of-type(").and_then(|rest| rest.strip_suffix(')'));
    number.and_then(|n| n.parse::<u64>().ok()).map_or(0, |n| n.saturating_sub(1))
}
