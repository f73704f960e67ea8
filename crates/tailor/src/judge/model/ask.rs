//! Asking: one request for several items, its answers kept, its failure put where it belongs.

use atelier_core::model::ModelProfile;
use atelier_llm::structured::Refused;
use atelier_llm::{ChatRequest, Form, LlmError, Message, usage};
use serde::Deserialize;
use serde_json::Value;

use super::kinds::{ANSWER_TOKENS, Item, Kind};
use super::{ModelJudge, State};
use crate::error::TailorError;
use crate::judge::answers::Open;

/// After so many requests in a row without a sign of life the rest is not tried.
const SILENCES: u32 = 3;

#[derive(Deserialize)]
struct Entries {
    items: Vec<Value>,
}

pub(super) fn request(kind: Kind, items: &[Item], profile: &ModelProfile) -> ChatRequest {
    let mut text = String::new();
    for (n, item) in items.iter().enumerate() {
        text.push_str(&format!("<item number=\"{}\">\n{}</item>\n", n + 1, item.text));
    }
    text.push_str(&format!("Judge the {} item(s).", items.len()));
    ChatRequest {
        purpose: kind.purpose().into(),
        stable: kind.rules(),
        messages: vec![Message::user(text)],
        form: Form::Json { name: "verdicts".into(), schema: kind.schema() },
        answer_tokens: Some(answer_tokens(items.len(), profile)),
        temperature: Some(0.0),
        seed: Some(1),
        ..ChatRequest::default()
    }
}

/// Room for thinking, as the profile has it, and for each entry.
fn answer_tokens(items: usize, profile: &ModelProfile) -> u32 {
    let entries = u32::try_from(items as u64 * ANSWER_TOKENS).unwrap_or(u32::MAX);
    profile.budgets.answer_tokens.max(entries)
}

pub(super) fn fits(kind: Kind, items: &[Item], profile: &ModelProfile) -> bool {
    let request = request(kind, items, profile);
    let tokens = usage::of_request(&request) + u64::from(answer_tokens(items.len(), profile));
    tokens <= u64::from(profile.context)
}

impl ModelJudge {
    /// Asks for these items and keeps the answers. None come back where the model gave nothing to use; an item
    /// that was asked alone is noted then, items of a larger batch are left to be asked alone.
    ///
    /// # Errors
    /// [`TailorError::Judge`] where asking on makes no sense: no server, no key, no model.
    pub(super) async fn batch(&self, kind: Kind, items: &[Item]) -> Result<Vec<Value>, TailorError> {
        let profile = self.model.profile();
        let asked = request(kind, items, profile);
        let check = |entries: &Entries| usable(kind, &entries.items, items).map(|_| ());
        let answer = match atelier_llm::ask::<Entries>(self.model.as_ref(), &asked, &check).await {
            Ok(answer) => answer,
            Err(refused) => return self.refused(kind, items, &refused),
        };
        self.charge(answer.requests, answer.usage);
        let entries = usable(kind, &answer.value.items, items).unwrap_or_default();
        for (item, entry) in items.iter().zip(&entries) {
            self.answers.put(&item.key, &entry.to_string()).await?;
        }
        let mut state = self.state();
        state.silences = 0;
        state.account.answered += entries.len();
        Ok(entries)
    }

    fn charge(&self, requests: u32, tokens: atelier_core::model::Usage) {
        let price = self.model.profile().price;
        let State { account, .. } = &mut *self.state();
        account.requests += requests;
        account.tokens = account.tokens.plus(tokens);
        account.cost = price.map(|price| price.of(account.tokens));
    }

    fn refused(&self, kind: Kind, items: &[Item], refused: &Refused) -> Result<Vec<Value>, TailorError> {
        self.charge(refused.requests, refused.usage);
        let what = format!("{}; {}", refused.error, refused.error.hint());
        let mut state = self.state();
        let silent = matches!(refused.error, LlmError::Silent { .. } | LlmError::TooSlow { .. });
        state.silences = if silent { state.silences + 1 } else { 0 };
        if !refused.error.is_about_the_question() || state.silences >= SILENCES {
            let skill = items.iter().map(|item| item.name.as_str()).collect::<Vec<_>>().join(", ");
            let judge = self.model.profile().name.clone();
            return Err(TailorError::Judge { judge, skill, what });
        }
        if let [item] = items {
            state.open.insert(item.key.clone(), what.clone());
            state.account.undecided.push(Open { skill: item.name.clone(), rule: kind.rule(), what });
        }
        Ok(Vec::new())
    }
}

/// The entries in the order of the items, where there is exactly one usable entry for each.
fn usable(kind: Kind, entries: &[Value], items: &[Item]) -> Result<Vec<Value>, String> {
    let mut out = Vec::new();
    for (n, item) in items.iter().enumerate() {
        let number = n as u64 + 1;
        let mut mine = entries.iter().filter(|entry| entry["item"].as_u64() == Some(number));
        let entry = match (mine.next(), mine.next()) {
            (Some(entry), None) => entry,
            (None, _) if items.len() == 1 && entries.len() == 1 => &entries[0],
            (None, _) => return Err(format!("item {number} has no entry")),
            (Some(_), Some(_)) => return Err(format!("item {number} has two entries")),
        };
        kind.check(entry, item).map_err(|what| format!("item {number}: {what}"))?;
        let mut entry = entry.clone();
        if let Some(fields) = entry.as_object_mut() {
            fields.remove("item");
        }
        out.push(entry);
    }
    if entries.len() > items.len() {
        return Err(format!("there are {} entries for {} items", entries.len(), items.len()));
    }
    Ok(out)
}
