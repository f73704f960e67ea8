//! Reading a user flow.

use atelier_core::fidelity::{Fidelity, FidelityReport};
use atelier_core::ids::TrajectoryId;
use atelier_core::target::Target;
use atelier_core::trajectory::{
    Action, Outcome, Page, SCHEMA, Signal, Snapshot, Source, Step, Trajectory, Value,
};
use serde_json::{Value as Json, json};

use super::keys::Keyboard;
use super::{CUSTOM, FORMAT, selectors};
use crate::error::FormatError;
use crate::guard::MAX_STEPS;
use crate::read::{UNSUPPORTED, fidelity_of};

/// Reads one flow; the title stands for the task.
pub(crate) fn import(
    file: &str,
    flow: Json,
    now: i64,
    id: TrajectoryId,
    report: &mut FidelityReport,
) -> Result<Trajectory, FormatError> {
    FORMAT.clone_into(&mut report.format);
    let wrong = |place: &str, problem: &str| FormatError::Field {
        file: file.to_owned(),
        place: place.to_owned(),
        problem: problem.to_owned(),
    };
    let task = match flow.get("title") {
        None | Some(Json::Null) => None,
        Some(Json::String(title)) => task_of(title),
        Some(_) => return Err(wrong("title", "must be a text")),
    };
    let Some(sources) = flow.get("steps").and_then(Json::as_array) else {
        return Err(wrong("steps", "must be an array"));
    };
    if sources.is_empty() {
        return Err(FormatError::NoSteps { file: file.to_owned(), place: "steps".to_owned() });
    }
    if sources.len() > MAX_STEPS {
        return Err(FormatError::TooMany {
            file: file.to_owned(),
            place: "steps".to_owned(),
            what: "steps",
            found: sources.len(),
            limit: MAX_STEPS,
        });
    }
    let mut reader = Reader {
        file,
        report,
        steps: Vec::new(),
        page: Page::default(),
        start: None,
        lead: Vec::new(),
        keyboard: Keyboard::default(),
        pending: None,
        tabs: Vec::new(),
    };
    for (at, source) in sources.iter().enumerate() {
        reader.step(at, source)?;
    }
    reader.settle();
    let Reader { steps, start, lead, .. } = reader;
    let mut start_url = start.unwrap_or_default();
    let mut steps = steps;
    if start_url.is_empty() {
        start_url =
            steps.iter().map(|step| step.page.url.clone()).find(|url| !url.is_empty()).unwrap_or_default();
    }
    if start_url.is_empty() {
        return Err(wrong("steps", "hold no address: a `navigate` step must come first"));
    }
    if steps.is_empty() {
        // Nothing but an address: the visit itself is the only step there is.
        let mut visit = Step::new(Page { url: start_url.clone(), ..Page::default() }, Action::Navigate);
        visit.value = Some(Value::Text(start_url.clone()));
        visit.after.url.clone_from(&start_url);
        steps.push(visit);
    }
    for step in &mut steps {
        if step.page.url.is_empty() {
            start_url.clone_into(&mut step.page.url);
            start_url.clone_into(&mut step.before.url);
        }
    }
    let mut raw = flow;
    if let Json::Object(fields) = &mut raw {
        fields.remove("steps");
        if !lead.is_empty() {
            fields.insert("lead".to_owned(), Json::Array(lead));
        }
    }
    Ok(Trajectory {
        schema: SCHEMA,
        id,
        source: Source::Imported { format: FORMAT.to_owned(), file: file.to_owned() },
        task,
        start_url,
        recorded_at: now,
        outcome: Outcome::Unknown,
        steps,
        raw: Some(raw),
    })
}

/// The title, unless it is the one the recorder gives by itself.
fn task_of(title: &str) -> Option<String> {
    let title = title.trim();
    let rest = title.strip_prefix("Recording ");
    let made = rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    (!title.is_empty() && !made).then(|| title.to_owned())
}

struct Reader<'a> {
    file: &'a str,
    report: &'a mut FidelityReport,
    steps: Vec<Step>,
    /// Where the browser is now.
    page: Page,
    start: Option<String>,
    /// Steps before the first action that are no steps here.
    lead: Vec<Json>,
    keyboard: Keyboard,
    /// A press that went down and not yet up: changes recorded in between came before it.
    pending: Option<(usize, Step)>,
    /// Addresses of the tabs, in order of opening.
    tabs: Vec<String>,
}

impl Reader<'_> {
    fn step(&mut self, at: usize, source: &Json) -> Result<(), FormatError> {
        let wrong = |field: &str, problem: &str| FormatError::Field {
            file: self.file.to_owned(),
            place: if field.is_empty() { format!("steps[{at}]") } else { format!("steps[{at}].{field}") },
            problem: problem.to_owned(),
        };
        if !source.is_object() {
            return Err(wrong("", "must be an object"));
        }
        let text = |field: &str| source.get(field).and_then(Json::as_str);
        let need = |field: &str| text(field).ok_or_else(|| wrong(field, "must be a text"));
        if source.get("selectors").is_some_and(|selectors| !selectors.is_array()) {
            return Err(wrong("selectors", "must be an array"));
        }
        let kind = need("type")?;
        if !matches!(kind, "change" | "keyUp") {
            self.settle();
        }
        match kind {
            "setViewport" => self.drop(at, source, "the size of the window plays no part in a replay"),
            "emulateNetworkConditions" => self.drop(at, source, "the speed of the network plays no part"),
            "navigate" => {
                let url = need("url")?.to_owned();
                if url::Url::parse(&url).is_err() {
                    return Err(wrong("url", "must be a whole URL with scheme and host"));
                }
                self.navigate(at, source, url);
            }
            "click" => self.click(at, source, Action::Click),
            "doubleClick" => self.click(at, source, Action::DoubleClick),
            "hover" => self.push(at, source, Action::Hover, None),
            "change" => {
                let value = need("value")?;
                self.change(at, source, value);
            }
            "keyDown" => {
                let key = need("key")?;
                self.key_down(at, source, key);
            }
            "keyUp" => {
                let key = need("key")?;
                self.keyboard.up(key);
                self.drop_silently();
                if self
                    .pending
                    .as_ref()
                    .and_then(|(_, step)| step.text())
                    .is_some_and(|chord| chord.ends_with(key))
                {
                    self.events(source);
                    self.settle();
                }
            }
            "scroll" => {
                let number = |field: &str| source.get(field).and_then(Json::as_f64).unwrap_or(0.0);
                let value = format!("{},{}", number("x"), number("y"));
                self.push(at, source, Action::Scroll, Some(value));
            }
            "waitForElement" => self.wait(at, source),
            "waitForExpression" => {
                let note = "a script is never run; wait for what the page shows instead";
                self.unsupported(at, source, note);
            }
            "close" => self.push(at, source, Action::CloseTab, None),
            "customStep" => self.custom(at, source),
            other => {
                let note =
                    format!("steps of type `{}` are not known", other.chars().take(40).collect::<String>());
                self.unsupported(at, source, &note);
            }
        }
        Ok(())
    }

    fn drop(&mut self, at: usize, source: &Json, note: &str) {
        self.report.count(at, Fidelity::Dropped, note);
        if self.steps.is_empty() {
            self.lead.push(source.clone());
        }
    }

    /// The second half of a key press: counted, not worth a remark.
    fn drop_silently(&mut self) {
        self.report.steps += 1;
        self.report.replayable += 1;
    }

    /// The first address is where the recording starts, later ones are steps.
    fn navigate(&mut self, at: usize, source: &Json, url: String) {
        if self.start.is_none() && self.steps.is_empty() {
            self.report.count(at, Fidelity::Replayable, "");
            self.lead.push(source.clone());
            self.start = Some(url.clone());
            self.tabs = vec![url.clone()];
            self.page.url = url;
            // A redirect or a title seen on arrival.
            if let Some((url, title)) = landed(source) {
                self.page.url = url;
                self.page.title = title;
            }
            return;
        }
        self.push(at, source, Action::Navigate, Some(url.clone()));
        if landed(source).is_none() {
            self.arrive(url, String::new());
        }
    }

    fn click(&mut self, at: usize, source: &Json, action: Action) {
        match source.get("button").and_then(Json::as_str) {
            None | Some("primary") => self.push(at, source, action, None),
            Some(button) => {
                let note = format!("a click with the {} button", button.chars().take(20).collect::<String>());
                self.unsupported(at, source, &note);
            }
        }
    }

    fn change(&mut self, at: usize, source: &Json, value: &str) {
        let target = source.get("selectors").and_then(selectors::read);
        let action = change_action(target.as_ref(), value);
        let value = match action {
            Action::Check | Action::Uncheck => None,
            _ => Some(value.to_owned()),
        };
        self.push(at, source, action, value);
    }

    fn key_down(&mut self, at: usize, source: &Json, key: &str) {
        let Some(chord) = self.keyboard.down(key) else {
            self.drop_silently();
            return;
        };
        let mut step = self.make(source, Action::Press, Some(chord));
        step.raw = Some(source.clone());
        self.pending = Some((at, step));
        self.events(source);
    }

    fn wait(&mut self, at: usize, source: &Json) {
        let count = source.get("count").and_then(Json::as_u64);
        let operator = source.get("operator").and_then(Json::as_str).unwrap_or(">=");
        let there = matches!((operator, count), (">=" | "==", None | Some(1)));
        let plain = source.get("properties").is_none() && source.get("attributes").is_none();
        let hidden = source.get("visible").and_then(Json::as_bool) == Some(false);
        if there && plain && !hidden {
            self.push(at, source, Action::Wait, None);
        } else if there && !hidden {
            let value = source.get("properties").or(source.get("attributes")).map(Json::to_string);
            self.push(at, source, Action::Assert, value);
        } else {
            let note = format!("waiting for `{operator} {}` elements", count.unwrap_or(1));
            self.unsupported(at, source, &note);
        }
    }

    fn custom(&mut self, at: usize, source: &Json) {
        let name = source.get("name").and_then(Json::as_str).unwrap_or_default();
        let own = source.get("parameters").and_then(|p| p.get("step")).filter(|_| name == CUSTOM);
        if let Some(Ok(step)) = own.map(|step| serde_json::from_value::<Step>(step.clone())) {
            let (fidelity, note) = fidelity_of(&step);
            self.report.count(at, fidelity, note);
            if !step.after.url.is_empty() {
                self.page.url.clone_from(&step.after.url);
                self.page.title.clone_from(&step.after.title);
            }
            self.steps.push(step);
            return;
        }
        let note = format!("the custom step `{}`", name.chars().take(40).collect::<String>());
        self.unsupported(at, source, &note);
    }

    fn unsupported(&mut self, at: usize, source: &Json, note: &str) {
        let mut step = self.make(source, Action::Wait, None);
        step.error = Some(format!("{UNSUPPORTED}{note}"));
        self.add(at, source, step);
    }

    fn push(&mut self, at: usize, source: &Json, action: Action, value: Option<String>) {
        let step = self.make(source, action, value);
        self.add(at, source, step);
    }

    fn make(&mut self, source: &Json, action: Action, value: Option<String>) -> Step {
        self.on_target(source);
        let mut step = Step::new(self.page.clone(), action);
        step.frame_path = frames(source.get("frame"));
        step.target = source
            .get("selectors")
            .and_then(selectors::read)
            .map(|target| Target { frame_path: step.frame_path.clone(), ..target });
        step.value = value.map(Value::Text);
        step.after =
            Snapshot { url: self.page.url.clone(), title: self.page.title.clone(), ..Snapshot::default() };
        step
    }

    fn add(&mut self, at: usize, source: &Json, mut step: Step) {
        step.raw = Some(source.clone());
        let (fidelity, note) = fidelity_of(&step);
        self.report.count(at, fidelity, note);
        self.steps.push(step);
        self.events(source);
    }

    /// A press whose key is up, or that something else followed, takes its place.
    fn settle(&mut self) {
        if let Some((at, mut step)) = self.pending.take() {
            self.report.count(at, Fidelity::Replayable, "");
            // Keys go to the field that was changed last.
            if step.target.is_none()
                && let Some(before) = self.steps.last()
                && matches!(before.action, Action::Fill | Action::Type)
                && before.page.url == step.page.url
            {
                step.target.clone_from(&before.target);
            }
            self.steps.push(step);
        }
    }

    /// What the source says the step set off belongs to the step before it.
    fn events(&mut self, source: &Json) {
        let Some((url, title)) = landed(source) else {
            return;
        };
        let signal = Signal::Navigation { url: url.clone(), same_document: false };
        let step = match &mut self.pending {
            Some((_, step)) => Some(step),
            None => self.steps.last_mut(),
        };
        if let Some(step) = step {
            step.signals.push(signal);
        }
        self.arrive(url, title);
    }

    fn arrive(&mut self, url: String, title: String) {
        let step = match &mut self.pending {
            Some((_, step)) => Some(step),
            None => self.steps.last_mut(),
        };
        if let Some(step) = step {
            step.after.url.clone_from(&url);
            step.after.title.clone_from(&title);
        }
        if let Some(tab) = self.tabs.get_mut(self.page.tab as usize) {
            tab.clone_from(&url);
        }
        self.page.url = url;
        self.page.title = title;
    }

    /// Steps name the page they happen on: `main`, or the address of a pop-up.
    fn on_target(&mut self, source: &Json) {
        let name = source.get("target").and_then(Json::as_str).unwrap_or("main");
        let tab = if name == "main" {
            0
        } else if let Some(at) = self.tabs.iter().skip(1).position(|url| url == name) {
            at + 1
        } else {
            if self.tabs.is_empty() {
                self.tabs.push(String::new());
            }
            self.tabs.push(name.to_owned());
            self.tabs.len() - 1
        };
        let tab_number = u32::try_from(tab).unwrap_or(u32::MAX);
        if self.page.tab != tab_number {
            let url = self.tabs.get(tab).cloned().unwrap_or_default();
            self.page = Page { url, title: String::new(), tab: tab_number, opener: (tab > 0).then_some(0) };
        }
    }
}

/// Where the last asserted navigation of a step led.
fn landed(source: &Json) -> Option<(String, String)> {
    let events = source.get("assertedEvents")?.as_array()?;
    let text = |event: &Json, field: &str| event.get(field).and_then(Json::as_str).map(str::to_owned);
    let last = events.iter().rfind(|event| {
        text(event, "type").as_deref() == Some("navigation")
            && text(event, "url").is_some_and(|url| !url.is_empty())
    })?;
    Some((text(last, "url")?, text(last, "title").unwrap_or_default()))
}

/// Numbers of child frames from the top; as CSS they are right where the frames of a document are
/// siblings, which is how most pages are built.
fn frames(path: Option<&Json>) -> Vec<String> {
    let numbers = path.and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_u64);
    numbers.take(20).map(|n| format!("iframe:nth-of-type({})", n.saturating_add(1))).collect()
}

/// A change is a fill, unless the element is one that is chosen from or ticked.
fn change_action(target: Option<&Target>, value: &str) -> Action {
    let role = target.and_then(|t| t.role.as_deref()).unwrap_or_default();
    let tag = target.and_then(|t| t.tag.as_deref()).unwrap_or_default();
    let kind = target.and_then(|t| t.attributes.get("type")).map(String::as_str).unwrap_or_default();
    let ticked = matches!(role, "checkbox" | "radio" | "switch" | "menuitemcheckbox" | "menuitemradio")
        || matches!(kind, "checkbox" | "radio");
    if ticked {
        return match value {
            "false" | "off" | "" => Action::Uncheck,
            _ => Action::Check,
        };
    }
    let chosen = tag == "select"
        || (matches!(role, "combobox" | "listbox") && !matches!(tag, "input" | "textarea" | "div" | "span"));
    if chosen { Action::Select } else { Action::Fill }
}

/// The step as the custom step that holds it.
pub(super) fn custom_step(step: &Step) -> Json {
    json!({ "type": "customStep", "name": CUSTOM, "parameters": { "step": step } })
}
