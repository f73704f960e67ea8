//! The judge with a model (AutoTailor A.1 to A.3, WebXSkill §3.1).
//!
//! Questions of one kind are asked several at once; each answer is kept by content as soon as it is there. An
//! answer that is no JSON, leaves an item out or contradicts itself goes back once; then each of its items is
//! asked alone, and one that fails alone is left undecided. Nothing is guessed.

mod ask;
mod kinds;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use atelier_core::site::Site;
use atelier_core::skill::Skill;
use atelier_core::trajectory::Trajectory;
use atelier_llm::ChatModel;
use serde_json::Value;

use super::answers::{Account, Answers, Forecast};
use super::{Judge, Judgement, Novelty, Question, Rating, Usage};
use crate::error::TailorError;
use kinds::{Item, Kind};

/// Questions in one request.
const AT_ONCE: usize = 8;

/// A judge that asks a model.
pub struct ModelJudge {
    model: Arc<dyn ChatModel>,
    answers: Arc<dyn Answers>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    account: Account,
    /// Keys that got no answer in this run, with the reason.
    open: BTreeMap<String, String>,
    /// Requests in a row that nobody answered.
    silences: u32,
}

impl fmt::Debug for ModelJudge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ModelJudge").field("model", &self.model.profile().name).finish_non_exhaustive()
    }
}

impl ModelJudge {
    /// A judge for one run.
    pub fn new(model: Arc<dyn ChatModel>, answers: Arc<dyn Answers>) -> Self {
        Self { model, answers, state: Mutex::default() }
    }

    /// What asking came to so far.
    pub fn account(&self) -> Account {
        self.state().account.clone()
    }

    /// What these questions will take at most.
    pub async fn forecast(&self, questions: &[Question<'_>]) -> Result<Forecast, TailorError> {
        let mut forecast = Forecast { questions: questions.len(), ..Forecast::default() };
        forecast.tokens.estimated = true;
        for (kind, items) in kinds::sorted(questions, self.model.profile()) {
            let open = self.unanswered(items).await?;
            forecast.known += questions.iter().filter(|q| q.kind() == kind).count() - open.len();
            for batch in self.batches(kind, open) {
                let request = ask::request(kind, &batch, self.model.profile());
                forecast.requests += 1;
                forecast.tokens.request += atelier_llm::usage::of_request(&request);
                forecast.tokens.completion += batch.len() as u64 * kinds::ANSWER_TOKENS;
            }
        }
        forecast.cost = self.model.profile().price.map(|price| price.of(forecast.tokens));
        Ok(forecast)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The answer to one question, kept, asked or refused.
    async fn one(&self, question: Question<'_>) -> Result<Value, TailorError> {
        let kind = question.kind();
        let item = Item::of(&question, self.model.profile());
        if let Some(kept) = self.kept(kind, &item).await? {
            self.state().account.known += 1;
            return Ok(kept);
        }
        if let Some(what) = self.state().open.get(&item.key).cloned() {
            return Err(self.undecided(&item, what));
        }
        let mut answers = self.batch(kind, std::slice::from_ref(&item)).await?;
        match answers.pop() {
            Some(answer) => Ok(answer),
            None => {
                let what = self.state().open.get(&item.key).cloned().unwrap_or_default();
                Err(self.undecided(&item, what))
            }
        }
    }

    fn undecided(&self, item: &Item, what: String) -> TailorError {
        TailorError::Undecided { judge: self.model.profile().name.clone(), skill: item.name.clone(), what }
    }

    /// A kept answer that still passes the checks.
    async fn kept(&self, kind: Kind, item: &Item) -> Result<Option<Value>, TailorError> {
        let Some(text) = self.answers.get(&item.key).await? else {
            return Ok(None);
        };
        let value = serde_json::from_str::<Value>(&text).ok();
        Ok(value.filter(|value| kind.check(value, item).is_ok()))
    }

    async fn unanswered(&self, items: Vec<Item>) -> Result<Vec<Item>, TailorError> {
        let mut open: Vec<Item> = Vec::new();
        for item in items {
            let twice = open.iter().any(|other| other.key == item.key);
            if !twice && self.answers.get(&item.key).await?.is_none() {
                open.push(item);
            }
        }
        Ok(open)
    }

    /// As many items together as the context has room for.
    fn batches(&self, kind: Kind, items: Vec<Item>) -> Vec<Vec<Item>> {
        let profile = self.model.profile();
        let mut out: Vec<Vec<Item>> = Vec::new();
        for item in items {
            let fits = out.last_mut().filter(|batch| {
                let mut more: Vec<Item> = batch.to_vec();
                more.push(item.clone());
                more.len() <= AT_ONCE && ask::fits(kind, &more, profile)
            });
            match fits {
                Some(batch) => batch.push(item),
                None => out.push(vec![item]),
            }
        }
        out
    }
}

#[async_trait]
impl Judge for ModelJudge {
    fn name(&self) -> &str {
        &self.model.profile().name
    }

    async fn prepare(
        &self,
        questions: &[Question<'_>],
        stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<(), TailorError> {
        for (kind, items) in kinds::sorted(questions, self.model.profile()) {
            let open = self.unanswered(items).await?;
            for batch in self.batches(kind, open) {
                tokio::select! {
                    biased;
                    () = until(stopped) => return Err(TailorError::Stopped),
                    done = self.batch(kind, &batch) => done?,
                };
            }
        }
        Ok(())
    }

    async fn granularity(&self, skill: &Skill, trajectory: &Trajectory) -> Result<Rating, TailorError> {
        let answer = self.one(Question::Granularity { skill, trajectory }).await?;
        Ok(kinds::granularity(&answer))
    }

    async fn duplicate(&self, a: &Skill, b: &Skill, similarity: f64) -> Result<Judgement, TailorError> {
        let answer = self.one(Question::Duplicate { a, b, similarity }).await?;
        Ok(kinds::judgement(&answer))
    }

    async fn likelihood(
        &self,
        skill: &Skill,
        site: Option<&Site>,
        usage: Usage,
    ) -> Result<Rating, TailorError> {
        let answer = self.one(Question::Likelihood { skill, site, usage }).await?;
        Ok(kinds::rating(&answer))
    }

    async fn novelty(&self, skill: &Skill, neighbours: &[&Skill]) -> Result<Option<Novelty>, TailorError> {
        let answer = self.one(Question::Novelty { skill, neighbours }).await?;
        Ok(Some(kinds::novelty(&answer)))
    }
}

/// Ends when somebody says stop.
pub(crate) async fn until(stopped: &(dyn Fn() -> bool + Sync)) {
    let mut look = tokio::time::interval(std::time::Duration::from_millis(100));
    loop {
        look.tick().await;
        if stopped() {
            return;
        }
    }
}

#[cfg(test)]
pub(crate) mod tests;
