//! Changing a live page the way redesigns do, to measure how well targets hold: the element that a target means
//! is tagged, the page is changed with a seed, and the target is looked for again. Everything is taken back.

use serde_json::{Value, json};

use crate::error::BrowserError;
use crate::locate::Located;
use crate::page::Page;

const SOURCE: &str = include_str!("page_script/mutate.js");

/// One kind of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutation {
    /// Every class gets another name, in the page and in its style sheets.
    Classes,
    /// Ids that hold a number get other ones.
    Ids,
    /// Siblings of one kind change places.
    Order,
    /// Elements get another element around them.
    Wrappers,
    /// Labels, names and headings are said with another word.
    Labels,
}

impl Mutation {
    /// All kinds.
    pub const ALL: [Self; 5] = [Self::Classes, Self::Ids, Self::Order, Self::Wrappers, Self::Labels];

    /// Lower-case name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Classes => "classes",
            Self::Ids => "ids",
            Self::Order => "order",
            Self::Wrappers => "wrappers",
            Self::Labels => "labels",
        }
    }
}

impl Page {
    /// Tags the element that was chosen. False where none was.
    pub async fn tag(&self, located: &Located) -> Result<bool, BrowserError> {
        match located.best_handle() {
            Some(handle) => self.mutation("tag", json!({ "handle": handle })).await,
            None => Ok(false),
        }
    }

    /// True where the candidate at a position is the tagged element.
    pub async fn is_tagged(&self, located: &Located, at: usize) -> Result<bool, BrowserError> {
        match located.handles.get(at) {
            Some(handle) => self.mutation("tagged", json!({ "handle": handle })).await,
            None => Ok(false),
        }
    }

    /// Changes the page in the top frame; tells how many changes were made.
    pub async fn mutate(&self, kinds: &[Mutation], seed: u32) -> Result<u64, BrowserError> {
        let kinds: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
        let tab = self.session.tab()?;
        tab.install(SOURCE, "mutate").await?;
        let done: Value = tab.run("mutate", json!({ "seed": seed, "kinds": kinds })).await?;
        Ok(done["changes"].as_u64().unwrap_or(0))
    }

    /// Takes every change back.
    pub async fn restore(&self) -> Result<(), BrowserError> {
        self.mutation("restore", json!({})).await.map(drop)
    }

    async fn mutation(&self, job: &str, argument: Value) -> Result<bool, BrowserError> {
        let tab = self.session.tab()?;
        tab.install(SOURCE, job).await?;
        let done: Value = tab.run(job, argument).await?;
        Ok(done["ok"].as_bool().unwrap_or(false))
    }
}
