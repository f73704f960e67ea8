//! Demonstrations: a script drives the page like a person, with real mouse and key events, and a native
//! trajectory is recorded with every identity of each element used.
//!
//! What an action sets off (navigations, pop-ups, downloads, dialogs, requests) is attached to its step; only an
//! address typed in the address bar is a step of its own. Secrets are never recorded.

use std::time::{Duration, Instant};

use atelier_core::ids::TrajectoryId;
use atelier_core::target::Target;
use atelier_core::trajectory::{Action, Outcome, SCHEMA, Snapshot, Source, Step, Trajectory, Value};
use serde::Serialize;
use serde_json::json;

use crate::act::{Before, Patience};
use crate::browser::lock;
use crate::engine::{About, Shown};
use crate::error::BrowserError;
use crate::locate::Chosen;
use crate::observe::ambiguous;
use crate::page::Page;

/// Longest time for an element to appear.
const FIND: Duration = Duration::from_secs(6);
const LOOK: Duration = Duration::from_millis(40);
/// Texts kept per step (core's limits).
const APPEARED: usize = 40;

/// A short description of an element, for scripts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct By {
    #[serde(skip_serializing_if = "Option::is_none")]
    css: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    placeholder: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    test_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<String>,
    #[serde(skip)]
    nth: Option<u32>,
}

impl By {
    /// By CSS selector; open shadow roots and frames are searched too.
    pub fn css(selector: impl Into<String>) -> Self {
        Self { css: Some(selector.into()), ..Self::default() }
    }

    /// By ARIA role and accessible name.
    pub fn role(role: impl Into<String>, name: impl Into<String>) -> Self {
        Self { role: Some(role.into()), name: Some(name.into()), ..Self::default() }
    }

    /// By the whole visible text.
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), ..Self::default() }
    }

    /// A field by its label.
    pub fn label(label: impl Into<String>) -> Self {
        Self { label: Some(label.into()), ..Self::default() }
    }

    /// A field by its placeholder.
    pub fn placeholder(text: impl Into<String>) -> Self {
        Self { placeholder: Some(text.into()), ..Self::default() }
    }

    /// By test id.
    pub fn test_id(id: impl Into<String>) -> Self {
        Self { test_id: Some(id.into()), ..Self::default() }
    }

    /// Only inside the nearest row, list item or block that holds this text.
    #[must_use]
    pub fn within(mut self, text: impl Into<String>) -> Self {
        self.within = Some(text.into());
        self
    }

    /// The n-th of several, from 0.
    #[must_use]
    pub const fn nth(mut self, n: u32) -> Self {
        self.nth = Some(n);
        self
    }

    fn words(&self) -> String {
        let parts = [
            (&self.role, "role"),
            (&self.name, "name"),
            (&self.css, "CSS"),
            (&self.text, "text"),
            (&self.label, "label"),
            (&self.placeholder, "placeholder"),
            (&self.test_id, "test id"),
            (&self.within, "within"),
        ];
        let words: Vec<String> =
            parts.iter().filter_map(|(value, kind)| Some(format!("{kind} “{}”", value.as_ref()?))).collect();
        words.join(", ")
    }
}

/// A recording under way.
#[derive(Debug)]
pub struct Demonstration {
    page: Page,
    task: Option<String>,
    start_url: String,
    steps: Vec<Step>,
    reasoning: Option<String>,
}

/// What was there before an action.
struct Prior {
    step: Step,
    texts: Vec<String>,
    before: Before,
}

impl Demonstration {
    /// Opens `url` and begins to record. `task` is what the person wants, in their words.
    ///
    /// # Errors
    /// [`BrowserError::Navigation`] where the page cannot be loaded.
    pub async fn start(page: &Page, task: Option<&str>, url: &str) -> Result<Self, BrowserError> {
        page.navigate(url).await?;
        Ok(Self {
            start_url: page.url().await?,
            page: page.clone(),
            task: task.map(str::to_owned),
            steps: Vec::new(),
            reasoning: None,
        })
    }

    /// The page that is driven.
    pub fn page(&self) -> &Page {
        &self.page
    }

    /// Steps recorded so far.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Why the next step is done, in the person's words.
    pub fn reasoning(&mut self, text: &str) -> &mut Self {
        self.reasoning = Some(text.to_owned());
        self
    }

    /// Clicks.
    pub async fn click(&mut self, by: By) -> Result<(), BrowserError> {
        self.on_element(Action::Click, &by, None).await.map(drop)
    }

    pub async fn double_click(&mut self, by: By) -> Result<(), BrowserError> {
        self.on_element(Action::DoubleClick, &by, None).await.map(drop)
    }

    pub async fn hover(&mut self, by: By) -> Result<(), BrowserError> {
        self.on_element(Action::Hover, &by, None).await.map(drop)
    }

    /// Sets the whole value of a field. The text of a password or card field is not recorded.
    pub async fn fill(&mut self, by: By, text: &str) -> Result<(), BrowserError> {
        self.on_element(Action::Fill, &by, Some(text)).await.map(drop)
    }

    /// Types key by key.
    pub async fn type_keys(&mut self, by: By, text: &str) -> Result<(), BrowserError> {
        self.on_element(Action::Type, &by, Some(text)).await.map(drop)
    }

    /// Chooses by label or value; the label is recorded.
    pub async fn select(&mut self, by: By, choice: &str) -> Result<(), BrowserError> {
        self.on_element(Action::Select, &by, Some(choice)).await.map(drop)
    }

    pub async fn check(&mut self, by: By) -> Result<(), BrowserError> {
        self.on_element(Action::Check, &by, None).await.map(drop)
    }

    pub async fn uncheck(&mut self, by: By) -> Result<(), BrowserError> {
        self.on_element(Action::Uncheck, &by, None).await.map(drop)
    }

    /// Puts a file in; only its name is recorded.
    pub async fn upload(&mut self, by: By, path: &str) -> Result<(), BrowserError> {
        self.on_element(Action::Upload, &by, Some(path)).await.map(drop)
    }

    /// Presses a key chord in an element.
    pub async fn press_in(&mut self, by: By, chord: &str) -> Result<(), BrowserError> {
        self.on_element(Action::Press, &by, Some(chord)).await.map(drop)
    }

    /// Reads an element's text, which is recorded and answered.
    pub async fn extract(&mut self, by: By) -> Result<String, BrowserError> {
        Ok(self.on_element(Action::Extract, &by, None).await?.unwrap_or_default())
    }

    /// Presses a key chord wherever the focus is.
    pub async fn press(&mut self, chord: &str) -> Result<(), BrowserError> {
        let mut prior = self.prior(Action::Press).await?;
        prior.step.value = Some(Value::Text(chord.to_owned()));
        let done = self.page.press(None, chord, Instant::now() + FIND).await;
        self.record(prior, done).await
    }

    /// Types an address into the address bar: a URL, or a path on the site in front.
    pub async fn navigate(&mut self, url: &str) -> Result<(), BrowserError> {
        let mut prior = self.prior(Action::Navigate).await?;
        let whole = if url.starts_with('/') {
            let here = url::Url::parse(&prior.step.page.url).ok();
            here.and_then(|here| here.join(url).ok()).map_or_else(|| url.to_owned(), |url| url.to_string())
        } else {
            url.to_owned()
        };
        prior.step.value = Some(Value::Text(whole.clone()));
        let done = self.page.navigate(&whole).await;
        self.record(prior, done).await
    }

    pub async fn back(&mut self) -> Result<(), BrowserError> {
        let prior = self.prior(Action::Back).await?;
        let done = self.page.go(-1).await;
        self.record(prior, done).await
    }

    pub async fn reload(&mut self) -> Result<(), BrowserError> {
        let prior = self.prior(Action::Reload).await?;
        let done = self.page.reload().await;
        self.record(prior, done).await
    }

    /// Goes to another tab, by number or a part of its address or title.
    pub async fn switch_tab(&mut self, which: &str) -> Result<(), BrowserError> {
        let mut prior = self.prior(Action::SwitchTab).await?;
        prior.step.value = Some(Value::Text(which.to_owned()));
        let done = self.page.switch_tab(which).await;
        self.record(prior, done).await
    }

    pub async fn scroll(&mut self, amount: &str) -> Result<(), BrowserError> {
        let mut prior = self.prior(Action::Scroll).await?;
        prior.step.value = Some(Value::Text(amount.to_owned()));
        let done = self.page.scroll(None, Some(amount)).await;
        self.record(prior, done).await
    }

    /// Answers the next dialog: `accept`, `dismiss`, or the text for a prompt. Not a step: the dialog is a signal
    /// of the action that opens it.
    pub fn answer_dialog(&mut self, answer: &str) -> &mut Self {
        self.page.plan_dialog(answer);
        self
    }

    /// The answer to the task.
    pub async fn answer(&mut self, text: &str) -> Result<(), BrowserError> {
        let mut prior = self.prior(Action::Answer).await?;
        prior.step.value = Some(Value::Text(text.to_owned()));
        self.record(prior, Ok(())).await
    }

    /// Ends the recording.
    pub fn finish(self, outcome: Outcome, id: TrajectoryId, recorded_at: i64) -> Trajectory {
        Trajectory {
            schema: SCHEMA,
            id,
            source: Source::Recorded,
            task: self.task,
            start_url: self.start_url,
            recorded_at,
            outcome,
            steps: self.steps,
            raw: None,
        }
    }

    async fn prior(&mut self, action: Action) -> Result<Prior, BrowserError> {
        let shown: Shown = self.page.shown().await?;
        let mut place = self.page.as_recorded().await?;
        place.url = shown.url;
        place.title = shown.title;
        let mut step = Step::new(place, action);
        step.reasoning = self.reasoning.take();
        Ok(Prior { step, texts: shown.texts, before: self.page.before()? })
    }

    /// Finds the element, notes all its identities, uses it, and records the step. A step that failed is recorded
    /// with its error.
    async fn on_element(
        &mut self,
        action: Action,
        by: &By,
        value: Option<&str>,
    ) -> Result<Option<String>, BrowserError> {
        let until = Instant::now() + FIND;
        let found = self.find(by, until).await;
        let mut prior = self.prior(action).await?;
        let (chosen, about) = match found {
            Ok(chosen) => {
                let about = self.page.about(&chosen).await?;
                (chosen, about)
            }
            Err(error) => {
                prior.step.error = Some(error.to_string());
                prior.step.value = value.map(|text| Value::Text(text.to_owned()));
                self.record(prior, Err(error.clone())).await?;
                return Err(error);
            }
        };
        prior.step.frame_path.clone_from(&about.target.frame_path);
        prior.step.value = value.map(|text| recorded_value(action, text, &about));
        prior.step.target = Some(about.target);
        let text = value.unwrap_or_default();
        let mut read = None;
        let page = self.page.clone();
        let done = match action {
            Action::Click => page.click(&chosen, 1, until).await,
            Action::DoubleClick => page.click(&chosen, 2, until).await,
            Action::Hover => page.hover(&chosen, until).await,
            Action::Fill => page.fill(&chosen, text, false, until).await.map(drop),
            Action::Type => page.type_keys(&chosen, text, until).await,
            Action::Press => page.press(Some(&chosen), text, until).await,
            Action::Select => page.select(&chosen, text, until).await.map(|label| {
                prior.step.value = Some(Value::Text(label));
            }),
            Action::Check => page.set_checked(&chosen, true, until).await,
            Action::Uncheck => page.set_checked(&chosen, false, until).await,
            Action::Upload => page.upload(&chosen, text, until).await.map(drop),
            Action::Extract => page.read(&chosen).await.map(|text| {
                prior.step.value = Some(Value::Text(text.clone()));
                read = Some(text);
            }),
            other => Err(BrowserError::Unsupported(format!("`{}` is not recorded this way", other.name()))),
        };
        self.record(prior, done).await?;
        Ok(read)
    }

    async fn find(&self, by: &By, until: Instant) -> Result<Chosen, BrowserError> {
        loop {
            let mut found = self.page.query(&json!(by)).await?;
            if let Some(nth) = by.nth {
                found = found.into_iter().skip(nth as usize).take(1).collect();
            }
            let error = match found.len() {
                0 => BrowserError::NotFound { target: by.words(), candidates: Vec::new() },
                1 => return Ok(found.remove(0)),
                _ => return Err(ambiguous(&by.words(), &found)),
            };
            if Instant::now() + LOOK >= until {
                return Err(error);
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Waits for what the action set off, and records the step with it.
    async fn record(&mut self, prior: Prior, done: Result<(), BrowserError>) -> Result<(), BrowserError> {
        let Prior { mut step, texts, before } = prior;
        let settled = match &done {
            Ok(()) if may_set_off(step.action) => self.page.settle(&before, Patience::RECORD).await,
            _ => Ok(()),
        };
        let result = done.and(settled);
        if let Err(error) = &result {
            step.error = Some(error.to_string());
        }
        {
            let journal = lock(&self.page.session.journal);
            step.requests = journal.requests_since(before.mark);
            step.signals = journal.signals_since(before.mark);
        }
        if let Ok(shown) = self.page.shown().await {
            let known: std::collections::HashSet<&str> = texts.iter().map(String::as_str).collect();
            let appeared = shown.texts.into_iter().filter(|text| !known.contains(text.as_str()));
            step.after = Snapshot {
                url: shown.url,
                title: shown.title,
                picture: None,
                appeared: appeared.take(APPEARED).collect(),
            };
        }
        self.steps.push(step);
        result
    }
}

const fn may_set_off(action: Action) -> bool {
    !matches!(action, Action::Extract | Action::Answer | Action::Back | Action::Reload | Action::SwitchTab)
}

/// The value as it may be stored: secrets by reference, files by name.
fn recorded_value(action: Action, text: &str, about: &About) -> Value {
    if action == Action::Upload {
        let name = text.rsplit(['/', '\\']).next().unwrap_or(text);
        return Value::File(name.to_owned());
    }
    match &about.secret {
        Some(kind) if matches!(action, Action::Fill | Action::Type) => {
            Value::Secret(format!("{kind}/{}", secret_name(&about.target)))
        }
        _ => Value::Text(text.to_owned()),
    }
}

fn secret_name(target: &Target) -> String {
    let named = target.attributes.get("name").or(target.name.as_ref()).map_or("field", String::as_str);
    named.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about(secret: Option<&str>) -> About {
        About {
            target: Target {
                attributes: [("name".to_owned(), "pass word".to_owned())].into(),
                ..Target::default()
            },
            secret: secret.map(str::to_owned),
        }
    }

    #[test]
    fn secrets_and_folders_are_not_recorded() {
        assert_eq!(
            recorded_value(Action::Fill, "hunter2", &about(Some("password"))),
            Value::Secret("password/pass_word".into())
        );
        assert_eq!(
            recorded_value(Action::Upload, "/home/me/cat.png", &about(None)),
            Value::File("cat.png".into())
        );
        assert_eq!(recorded_value(Action::Fill, "tea", &about(None)), Value::Text("tea".into()));
    }

    #[test]
    fn short_descriptions_read_well() {
        assert_eq!(
            By::role("link", "books").within("A row").words(),
            "role “link”, name “books”, within “A row”"
        );
    }
}
