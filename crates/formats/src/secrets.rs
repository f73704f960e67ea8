//! Takes secrets out of trajectories; what is one is decided by [`atelier_core::secrets`].

use atelier_core::secrets::{clean_url, has_word};
use atelier_core::target::Target;
use atelier_core::trajectory::{Signal, Trajectory, Value};
use serde_json::Value as Json;
use url::Url;

pub use atelier_core::secrets::{MASK, is_secret_field, looks_secret};

/// Takes every secret out of the trajectory. A secret value becomes the name of a keychain entry,
/// `host/field`. Returns how many were found.
pub fn scrub(trajectory: &mut Trajectory) -> usize {
    let mut found: Vec<String> = Vec::new();
    let mut count = 0;
    for step in &mut trajectory.steps {
        let Some(Value::Text(text)) = &step.value else {
            continue;
        };
        let typed = step.action.needs_target();
        let field = step.target.as_ref().is_some_and(is_secret_field) && typed && writes(step.action);
        // Sources that mask by themselves write stars.
        let masked = typed && text.len() >= 3 && text.bytes().all(|b| b == b'*');
        if !field && !masked && !looks_secret(text) {
            continue;
        }
        count += 1;
        found.push(text.clone());
        let host = Url::parse(&step.page.url).ok().and_then(|url| url.host_str().map(str::to_owned));
        let host = host.unwrap_or_else(|| "site".to_owned());
        step.value = Some(Value::Secret(format!("{host}/{}", field_name(step.target.as_ref()))));
    }
    found.retain(|text| !text.is_empty() && text != MASK);
    count += scrub_urls(trajectory);
    if !found.is_empty() {
        hide(trajectory, &found);
    }
    count
}

fn writes(action: atelier_core::trajectory::Action) -> bool {
    use atelier_core::trajectory::Action;
    matches!(action, Action::Fill | Action::Type)
}

fn field_name(target: Option<&Target>) -> String {
    let name = target.and_then(|t| {
        let attribute = t.attributes.get("name");
        t.label.as_ref().or(t.name.as_ref()).or(attribute).or(t.placeholder.as_ref())
    });
    let plain: String = name
        .map_or("secret", String::as_str)
        .to_lowercase()
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { '_' })
        .take(40)
        .collect();
    plain.trim_matches('_').to_owned()
}

/// Every other place a secret may have reached.
fn hide(trajectory: &mut Trajectory, secrets: &[String]) {
    let words = |text: &mut String| {
        for secret in secrets {
            if has_word(text, secret) {
                *text = text.replace(secret.as_str(), MASK);
            }
        }
    };
    if let Some(task) = &mut trajectory.task {
        words(task);
    }
    if let Some(raw) = &mut trajectory.raw {
        mask_json(raw, secrets);
    }
    for step in &mut trajectory.steps {
        if let Some(reasoning) = &mut step.reasoning {
            words(reasoning);
        }
        if let Some(raw) = &mut step.raw {
            mask_json(raw, secrets);
        }
        for snapshot in [&mut step.before, &mut step.after] {
            snapshot.appeared.retain(|text| !secrets.contains(text));
        }
    }
}

fn mask_json(value: &mut Json, secrets: &[String]) {
    match value {
        Json::String(text) if secrets.contains(text) => MASK.clone_into(text),
        // Addresses have their own rule; a word in them may as well be a host.
        Json::String(text) if !text.contains("://") => {
            for secret in secrets {
                if has_word(text, secret) {
                    *text = text.replace(secret.as_str(), MASK);
                }
            }
        }
        Json::Array(items) => items.iter_mut().for_each(|item| mask_json(item, secrets)),
        Json::Object(fields) => fields.values_mut().for_each(|item| mask_json(item, secrets)),
        _ => {}
    }
}

fn scrub_urls(trajectory: &mut Trajectory) -> usize {
    let mut masked: Vec<(String, String)> = Vec::new();
    let mut one = |url: &mut String| {
        if let Some(clean) = clean_url(url) {
            let dirty = std::mem::replace(url, clean.clone());
            if !masked.iter().any(|(old, _)| *old == dirty) {
                masked.push((dirty, clean));
            }
        }
    };
    one(&mut trajectory.start_url);
    for step in &mut trajectory.steps {
        one(&mut step.page.url);
        one(&mut step.before.url);
        one(&mut step.after.url);
        if let Some(Value::Text(text)) = &mut step.value {
            one(text);
        }
        for signal in &mut step.signals {
            if let Signal::Navigation { url, .. } | Signal::PopUp { url, .. } = signal {
                one(url);
            }
        }
    }
    if masked.is_empty() {
        return 0;
    }
    let raws = trajectory.steps.iter_mut().filter_map(|step| step.raw.as_mut()).chain(&mut trajectory.raw);
    for raw in raws {
        replace_json(raw, &masked);
    }
    masked.len()
}

fn replace_json(value: &mut Json, masked: &[(String, String)]) {
    match value {
        Json::String(text) => {
            if let Some((_, clean)) = masked.iter().find(|(dirty, _)| dirty == text) {
                clean.clone_into(text);
            }
        }
        Json::Array(items) => items.iter_mut().for_each(|item| replace_json(item, masked)),
        Json::Object(fields) => fields.values_mut().for_each(|item| replace_json(item, masked)),
        _ => {}
    }
}
