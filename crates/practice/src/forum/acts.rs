//! Everything a member can do, with its rules. Pages call these; nothing else changes the state.
//!
//! - [`posts`]: submissions, comments, votes
//! - [`forums`]: forums, subscriptions, moderation
//! - [`people`]: profile, settings, messages, blocks, registration
//! - [`wiki`]: the wiki

pub mod forums;
pub mod people;
pub mod posts;
pub mod wiki;

/// What is wrong with a form: the field's name and a sentence for its author.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Complaints(Vec<(&'static str, String)>);

impl Complaints {
    pub fn one(field: &'static str, message: impl Into<String>) -> Self {
        Self(vec![(field, message.into())])
    }

    pub fn add(&mut self, field: &'static str, message: impl Into<String>) {
        self.0.push((field, message.into()));
    }

    pub fn on(&self, field: &str) -> Option<&str> {
        self.0.iter().find(|(name, _)| *name == field).map(|(_, message)| message.as_str())
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn count(&self) -> usize {
        self.0.len()
    }

    fn or<T>(self, value: T) -> Result<T, Self> {
        if self.is_empty() { Ok(value) } else { Err(self) }
    }

    /// Complains unless the text has between `low` and `high` characters.
    fn length(&mut self, field: &'static str, text: &str, low: usize, high: usize) {
        let length = text.chars().count();
        if length == 0 && low > 0 {
            self.add(field, "This field must not be empty.");
        } else if length < low {
            self.add(field, format!("Please write at least {low} characters."));
        } else if length > high {
            self.add(field, format!("Please write at most {high} characters; there are {length}."));
        }
    }
}

/// Letters, digits and underscores, 3 to 25 of them.
fn is_plain_name(name: &str) -> bool {
    (3..=25).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}
