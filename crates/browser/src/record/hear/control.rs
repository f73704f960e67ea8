//! What the person does about the steps.

use atelier_core::ipc::RecordControl;
use atelier_core::secrets::MASK;
use atelier_core::trajectory::Value;
use serde_json::{Value as Json, json};

use super::Hear;
use crate::record::LiveEvent;
use crate::record::draft::Draft;
use crate::record::merge::Change;
use crate::record::words;

impl Hear {
    pub(super) async fn control(&mut self, control: RecordControl) {
        match control {
            RecordControl::Pause => self.pause(true).await,
            RecordControl::Resume => self.pause(false).await,
            RecordControl::Drop { step } => {
                if self.merger.remove(step) {
                    self.tell_change(Change::Gone(step));
                }
            }
            RecordControl::Parameter { step, name } => {
                if let Some(draft) = self.merger.draft_mut(step)
                    && draft.step.value.is_some()
                {
                    draft.step.parameter = name.map(|name| words::plain(&name));
                    self.tell_change(Change::Changed(step));
                }
            }
            RecordControl::Secret { step, name } => {
                let was = self.merger.draft_mut(step).and_then(|draft| draft.make_secret(name));
                if let Some(was) = was.filter(|was| !was.trim().is_empty()) {
                    for draft in self.merger.drafts_mut() {
                        forget(draft, &was);
                    }
                }
                self.tell_change(Change::Changed(step));
            }
            RecordControl::Rename { step, label } => {
                if let Some(draft) = self.merger.draft_mut(step) {
                    let label = label.trim().to_owned();
                    draft.step.label = (!label.is_empty()).then_some(label);
                    self.tell_change(Change::Changed(step));
                }
            }
        }
    }

    async fn pause(&mut self, paused: bool) {
        if paused && !self.paused {
            self.flush().await;
        }
        for (session, context) in self.targets.worlds(None) {
            let params = json!({
                "expression": format!("globalThis.atelierRecorder && atelierRecorder.pause({paused})"),
                "contextId": context,
            });
            drop(self.cdp.send(Some(&session), "Runtime.evaluate", params));
        }
        self.paused = paused;
        self.say(LiveEvent::Paused(paused));
    }
}

/// Takes a text that turned out to be a secret out of a step.
fn forget(draft: &mut Draft, secret: &str) {
    let step = &mut draft.step;
    if let Some(Value::Text(text)) = &mut step.value {
        *text = text.replace(secret, MASK);
    }
    for snapshot in [&mut step.before, &mut step.after] {
        snapshot.appeared.retain(|text| !text.contains(secret));
        snapshot.title = snapshot.title.replace(secret, MASK);
        snapshot.url = snapshot.url.replace(secret, MASK);
    }
    step.page.url = step.page.url.replace(secret, MASK);
    let hide = |text: &str| Ok::<_, ()>(text.replace(secret, MASK));
    for target in [&mut step.target, &mut step.destination].into_iter().flatten() {
        if let Ok(clean) = target.map_strings(hide) {
            *target = clean;
        }
    }
    if let Some(Ok(clean)) = step.compound.as_ref().map(|compound| compound.map_strings(hide)) {
        step.compound = Some(clean);
    }
    for one in &mut draft.raw {
        let text = one.to_string();
        if text.contains(secret) {
            *one = Json::Null;
        }
    }
}
