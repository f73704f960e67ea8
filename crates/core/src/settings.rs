//! What the user can set. Every selection figure carries its published default.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::ids::SkillId;
use crate::model::{ModelProfile, ProfileFault};

/// Figures of the offline selection (domain rules, "Quality filter" and "Usage-likelihood filter").
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Selection {
    /// Cosine similarity to a centroid from which a docstring joins its cluster (AutoTailor: 0.75).
    pub cluster: f64,
    /// Cosine similarity above which a pair goes to the duplicate judge (AutoTailor: 0.80).
    pub duplicate: f64,
    /// Keep a rating of 4 when the extra steps can be cut.
    pub trim: bool,
    /// Likelihood rating from which a skill is in (AutoTailor: 4).
    pub likely: u8,
    /// Rating from which the best of an otherwise absent cluster is in (AutoTailor: 3).
    pub cluster_best: u8,
    /// Skills offered at one page (WebXSkill: 20).
    pub page_skills: usize,
    /// Neighbours shown to the extraction judge (WebXSkill: 20).
    pub neighbours: usize,
    /// Jaccard similarity of name tokens from which a name is the same (WebXSkill: 0.8).
    pub same_name: f64,
}

impl Default for Selection {
    fn default() -> Self {
        Self {
            cluster: 0.75,
            duplicate: 0.80,
            trim: true,
            likely: 4,
            cluster_best: 3,
            page_skills: 20,
            neighbours: 20,
            same_name: 0.8,
        }
    }
}

/// Colours of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    #[default]
    System,
    Light,
    Dark,
}

/// The browser that Atelier records and acts in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum BrowserInUse {
    /// Atelier's own, in the profile of an identity. What is signed in to there stays so, and other identities do not
    /// see it.
    Own { identity: String },
    /// The user's own, by their choice, where it allows remote debugging. The address is a port of this machine or the
    /// socket's (`ws://127.0.0.1:…`); an empty one is looked for.
    Users { address: String },
}

impl BrowserInUse {
    /// Name of the identity that is there from the start.
    pub const FIRST_IDENTITY: &str = "main";

    /// What is wrong with the name of an identity, as it becomes a folder's.
    ///
    /// # Errors
    /// A sentence that names the rule.
    pub fn check_identity(name: &str) -> Result<(), String> {
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
        if (1..=30).contains(&name.len()) && name.chars().all(fits) {
            return Ok(());
        }
        Err(format!("`{name}` is no name of an identity: use 1 to 30 of a to z, 0 to 9, - and _"))
    }
}

impl Default for BrowserInUse {
    fn default() -> Self {
        Self::Own { identity: Self::FIRST_IDENTITY.to_owned() }
    }
}

/// All settings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    pub selection: Selection,
    pub theme: Theme,
    /// The introduction was seen or skipped.
    pub introduced: bool,
    /// Path of the Chromium program; found by itself where none is set.
    pub browser: Option<String>,
    pub browser_in_use: BrowserInUse,
    /// Show the browser window while a task runs.
    pub show_browser: bool,
    /// Skills whose effects the user allowed once and for all.
    pub always_allowed: BTreeSet<SkillId>,
    /// Model profiles, in the order the user gave them. Keys are in the keychain, under the names they hold.
    pub models: Vec<ModelProfile>,
    /// Name of the profile in use; the local planner and judge where none is set.
    pub model: Option<String>,
}

impl Settings {
    /// The profile of this name.
    pub fn profile(&self, name: &str) -> Option<&ModelProfile> {
        self.models.iter().find(|profile| profile.name == name)
    }

    /// Adds a profile, or replaces the one of its name in its place.
    ///
    /// # Errors
    /// Why it cannot be used; the settings are as they were then.
    pub fn put_profile(&mut self, profile: ModelProfile) -> Result<(), ProfileFault> {
        profile.check()?;
        match self.models.iter_mut().find(|known| known.name == profile.name) {
            Some(known) => *known = profile,
            None => self.models.push(profile),
        }
        Ok(())
    }

    /// Takes a profile away; where it was in use, none is. Returns it, so that its key can be deleted.
    pub fn remove_profile(&mut self, name: &str) -> Option<ModelProfile> {
        let at = self.models.iter().position(|profile| profile.name == name)?;
        if self.model.as_deref() == Some(name) {
            self.model = None;
        }
        Some(self.models.remove(at))
    }
}
