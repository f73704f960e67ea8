//! Acting on elements the way a person does, and waiting for what that sets off.

use std::time::{Duration, Instant};

use futures::future::try_join_all;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::CALL_LIMIT;
use crate::engine::{CheckState, Choice, Ready};
use crate::error::BrowserError;
use crate::locate::Chosen;
use crate::page::{DialogAnswer, Frame, Page, Tab};

mod choice;
mod day;
mod drag;
mod fill;
mod keys;
mod settle;
mod tabs;
mod upload;

pub(crate) use keys::Chord;
pub(crate) use settle::{Before, Patience};

/// What a person needs of an element before they use it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Need {
    pub hit: bool,
    pub stable: bool,
    pub unseen: bool,
}

const PRESS: Need = Need { hit: true, stable: true, unseen: false };

impl Page {
    /// Waits until the element can be used and tells the point to press, within the time left.
    async fn ready(&self, chosen: &Chosen, need: Need, until: Instant) -> Result<(f64, f64), BrowserError> {
        let tab = self.session.tab()?;
        let budget = until.saturating_duration_since(Instant::now()).min(Duration::from_secs(5));
        let argument = json!({
            "handle": chosen.handle,
            "hit": need.hit,
            "stable": need.stable,
            "unseen": need.unseen,
            "budget": u64::try_from(budget.as_millis()).unwrap_or(5000),
        });
        let mut ready: Ready =
            tab.run_in(&chosen.frame, "ready", argument, budget + Duration::from_secs(3)).await?;
        for (depth, (id, owner)) in chosen.frame.owners.iter().enumerate().rev() {
            if !ready.ok || !need.hit {
                break;
            }
            let outer = Frame::of(id.clone(), &chosen.frame.owners[..depth]);
            let argument = json!({ "handle": owner, "x": ready.x, "y": ready.y });
            ready = tab.run_in(&outer, "frameAt", argument, CALL_LIMIT).await?;
        }
        if ready.ok {
            Ok((ready.x, ready.y))
        } else {
            Err(refusal(chosen, &ready.reason, ready.by.as_deref()))
        }
    }

    async fn job<T: DeserializeOwned>(
        &self,
        chosen: &Chosen,
        job: &str,
        argument: Value,
    ) -> Result<T, BrowserError> {
        self.session.tab()?.run_in(&chosen.frame, job, argument, CALL_LIMIT).await
    }

    pub(crate) async fn click(&self, chosen: &Chosen, count: u8, until: Instant) -> Result<(), BrowserError> {
        let (x, y) = self.ready(chosen, PRESS, until).await?;
        let tab = self.session.tab()?;
        let mut events = vec![mouse("mouseMoved", x, y, 0, 0)];
        for n in 1..=count {
            events.push(mouse("mousePressed", x, y, 1, n));
            events.push(mouse("mouseReleased", x, y, 0, n));
        }
        dispatch(&tab, "Input.dispatchMouseEvent", events).await
    }

    pub(crate) async fn hover(&self, chosen: &Chosen, until: Instant) -> Result<(), BrowserError> {
        let (x, y) = self.ready(chosen, PRESS, until).await?;
        let tab = self.session.tab()?;
        dispatch(&tab, "Input.dispatchMouseEvent", vec![mouse("mouseMoved", x, y, 0, 0)]).await
    }

    /// Types key by key, after what the field already holds.
    pub(crate) async fn type_keys(
        &self,
        chosen: &Chosen,
        text: &str,
        until: Instant,
    ) -> Result<(), BrowserError> {
        self.focus(chosen, until).await?;
        let tab = self.session.tab()?;
        let events: Vec<Value> = text.chars().flat_map(keys::typing).collect();
        for part in events.chunks(64) {
            dispatch(&tab, "Input.dispatchKeyEvent", part.to_vec()).await?;
        }
        Ok(())
    }

    async fn focus(&self, chosen: &Chosen, until: Instant) -> Result<(), BrowserError> {
        self.ready(chosen, Need { hit: false, stable: false, unseen: false }, until).await?;
        self.ask::<Value>(chosen, "focus").await.map(drop)
    }

    pub(crate) async fn press(
        &self,
        chosen: Option<&Chosen>,
        chord: &str,
        until: Instant,
    ) -> Result<(), BrowserError> {
        let events = Chord::parse(chord)?.events();
        let tab = self.session.tab()?;
        match chosen {
            Some(chosen) => self.focus(chosen, until).await?,
            None => lenient(tab.run::<Value>("mark", json!({})).await.map(drop))?,
        }
        dispatch(&tab, "Input.dispatchKeyEvent", events).await
    }

    /// Chooses by label, or else by value.
    pub(crate) async fn select(
        &self,
        chosen: &Chosen,
        wanted: &str,
        until: Instant,
    ) -> Result<String, BrowserError> {
        self.ready(chosen, Need { hit: false, stable: false, unseen: true }, until).await?;
        let tab = self.session.tab()?;
        let argument = json!({ "handle": chosen.handle, "value": wanted });
        tab.touch();
        loop {
            let choice: Choice = match self.job(chosen, "choose", argument.clone()).await {
                // The choice itself sent the page away.
                Err(BrowserError::Replaced { .. }) => return Ok(wanted.to_owned()),
                other => other?,
            };
            if let Some(label) = choice.chosen {
                return Ok(label);
            }
            let refused = match choice {
                Choice { gone: true, .. } => refusal(chosen, "gone", None),
                Choice { fixed: true, .. } => refusal(chosen, "fixed list", None),
                Choice { disabled: true, .. } => refusal(chosen, "disabled", None),
                Choice { options, .. } => BrowserError::NoSuchOption {
                    target: chosen.target.clone(),
                    wanted: wanted.to_owned(),
                    options: options.unwrap_or_default(),
                },
            };
            // Lists are often filled a moment after the page is there.
            let retry = matches!(refused, BrowserError::NoSuchOption { .. })
                && Instant::now() + Duration::from_millis(500) < until
                && tab.peek().in_flight.iter().next().is_some();
            if !retry {
                return Err(refused);
            }
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    pub(crate) async fn set_checked(
        &self,
        chosen: &Chosen,
        wanted: bool,
        until: Instant,
    ) -> Result<(), BrowserError> {
        let state: CheckState = self.ask(chosen, "checkState").await?;
        if state.gone {
            return Err(refusal(chosen, "gone", None));
        }
        if !state.can {
            return Err(refusal(chosen, "fixed box", None));
        }
        if state.checked == wanted {
            return Ok(());
        }
        if state.kind == "radio" && !wanted {
            return Err(BrowserError::Unsupported(format!(
                "`{}` is a radio button, which is only left by choosing another one",
                chosen.target
            )));
        }
        let press = Chosen { handle: state.press, ..chosen.clone() };
        self.click(&press, 1, until).await?;
        match self.ask::<CheckState>(chosen, "checkState").await {
            Ok(now) if !now.gone && now.checked != wanted => Err(BrowserError::NotActionable {
                target: chosen.target.clone(),
                why: "a click did not change it".into(),
            }),
            Ok(_) | Err(BrowserError::Replaced { .. }) => Ok(()),
            Err(other) => Err(other),
        }
    }

    /// `down`, `up`, `top`, `bottom`, or `x,y` in pixels; with an element, into its view.
    pub(crate) async fn scroll(
        &self,
        chosen: Option<&Chosen>,
        amount: Option<&str>,
    ) -> Result<(), BrowserError> {
        let tab = self.session.tab()?;
        if let (Some(chosen), None) = (chosen, amount) {
            return self.ask::<Value>(chosen, "scrollTo").await.map(drop);
        }
        let (x, y) = match amount.map(str::trim).unwrap_or("down") {
            "down" => (0.0, 600.0),
            "up" => (0.0, -600.0),
            "top" => (0.0, -1e7),
            "bottom" => (0.0, 1e7),
            text => {
                let (x, y) = text.split_once(',').unwrap_or(("0", text));
                match (x.trim().parse::<f64>(), y.trim().parse::<f64>()) {
                    (Ok(x), Ok(y)) if x.is_finite() && y.is_finite() => (x, y),
                    _ => {
                        return Err(BrowserError::Unsupported(format!(
                            "`{text}` is no distance to scroll; write `down`, `up`, `top`, `bottom` or `0,600`"
                        )));
                    }
                }
            }
        };
        tab.run::<Value>("scrollPage", json!({ "x": x, "y": y })).await.map(drop)
    }

    /// Text of an element, or the value of a field.
    pub(crate) async fn read(&self, chosen: &Chosen) -> Result<String, BrowserError> {
        let read: Value = self.ask(chosen, "read").await?;
        Ok(read["text"].as_str().unwrap_or_default().to_owned())
    }

    /// Names and values that the form around an element would send.
    pub(crate) async fn form_fields(&self, chosen: &Chosen) -> Result<Vec<(String, String)>, BrowserError> {
        self.ask(chosen, "fields").await
    }

    /// Plans the answer to the next dialog: `accept`, `dismiss`, or the text for a prompt.
    pub(crate) fn plan_dialog(&self, answer: &str) {
        let answer = match answer.trim() {
            "dismiss" | "cancel" | "no" => DialogAnswer { accept: false, text: None },
            "accept" | "ok" | "yes" | "" => DialogAnswer { accept: true, text: None },
            text => DialogAnswer { accept: true, text: Some(text.to_owned()) },
        };
        self.session.plan_dialog(Some(answer));
    }
}

/// A press may replace or close the page it is for; what became of it is for the settling to find out.
fn lenient(done: Result<(), BrowserError>) -> Result<(), BrowserError> {
    match done {
        Err(BrowserError::Replaced { .. }) => Ok(()),
        other => other,
    }
}

/// Sends events one after the other without waiting in between.
async fn dispatch(tab: &Tab, method: &'static str, events: Vec<Value>) -> Result<(), BrowserError> {
    let presses = |event: &Value| {
        matches!(event["type"].as_str(), Some("mousePressed" | "keyDown" | "rawKeyDown" | "drop"))
    };
    if events.iter().any(presses) {
        tab.touch();
    }
    let sent = try_join_all(events.into_iter().map(|event| tab.call(method, event))).await;
    match sent {
        // The press itself closed the tab.
        Err(BrowserError::PageGone { .. }) if settle::closed_itself(tab).await => Ok(()),
        other => lenient(other.map(drop)),
    }
}

fn mouse(kind: &str, x: f64, y: f64, buttons: u8, count: u8) -> Value {
    let button = if kind == "mouseMoved" && buttons == 0 { "none" } else { "left" };
    json!({ "type": kind, "x": x, "y": y, "button": button, "buttons": buttons, "clickCount": count })
}

/// Why an element could not be used, in words.
fn refusal(chosen: &Chosen, reason: &str, detail: Option<&str>) -> BrowserError {
    let why = match (reason, detail) {
        ("hidden", _) => "it is not visible".to_owned(),
        ("disabled", _) => "it is disabled".to_owned(),
        ("loading", _) => "it is still loading".to_owned(),
        ("readonly", _) => "it is read-only".to_owned(),
        ("moving", _) => "it does not come to rest".to_owned(),
        ("covered", Some(by)) => format!("`{by}` covers it"),
        ("covered" | "outside", _) => "it is outside of what can be scrolled into view".to_owned(),
        ("gone", _) => "it vanished".to_owned(),
        ("select", _) => "it is a list; use `select` for it".to_owned(),
        ("malformed", Some(text)) => format!("`{text}` is not of the form it takes"),
        ("fixed list", _) => "it is no list of choices".to_owned(),
        ("fixed box", _) => "it is neither a check box nor a radio button".to_owned(),
        ("fixed file", _) => "it takes no file".to_owned(),
        ("fixed", _) => "it takes no text".to_owned(),
        (other, _) => format!("it is a {other} and takes no text"),
    };
    BrowserError::NotActionable { target: chosen.target.clone(), why }
}
