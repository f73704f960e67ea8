//! Compounds: a widget that a person uses in several moves (open, search, pick), done as one typed step.
//!
//! The step's own target is the field or the button that shows the chosen value; its value is what was chosen:
//! a day as `YYYY-MM-DD`, an option by its text. What is here says how the widget takes it. The action beside it
//! is `fill` for dates and autocompletes and `select` for choices, so that who knows no compounds still reads
//! the step right. An upload is an action of its own.

use serde::{Deserialize, Serialize};

use crate::target::Target;
use crate::template::{self, Bindings, Unbound};

/// How a widget takes the value of its step. Strings may hold placeholders in a skill.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Compound {
    /// A day: typed as the field shows it, or picked in the calendar.
    Date {
        /// How the field shows a day, in the tokens of [`crate::day::Day::write`]; none where it is not known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        format: Option<String>,
        /// What opens the calendar, where that is not the field itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        opener: Option<Target>,
    },
    /// Text that brings up options, one of which is taken.
    Autocomplete {
        /// What is typed to bring the option up, where that is not the option's text.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        typed: Option<String>,
        /// The option that is taken.
        option: Target,
    },
    /// A list that is no native one: opened, and an option taken by its text.
    Choice { option: Target },
}

impl Compound {
    /// Lower-case name, as in files.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Date { .. } => "date",
            Self::Autocomplete { .. } => "autocomplete",
            Self::Choice { .. } => "choice",
        }
    }

    /// The targets it holds beside the step's own.
    pub fn targets(&self) -> impl Iterator<Item = &Target> {
        match self {
            Self::Date { opener, .. } => opener.as_ref(),
            Self::Autocomplete { option, .. } | Self::Choice { option } => Some(option),
        }
        .into_iter()
    }

    /// Every string that may hold placeholders.
    pub fn strings(&self) -> impl Iterator<Item = &String> {
        let typed = match self {
            Self::Autocomplete { typed, .. } => typed.as_ref(),
            Self::Date { .. } | Self::Choice { .. } => None,
        };
        typed.into_iter().chain(self.targets().flat_map(Target::strings))
    }

    /// The same with every string passed through `f`.
    pub fn map_strings<E>(&self, mut f: impl FnMut(&str) -> Result<String, E>) -> Result<Self, E> {
        Ok(match self {
            Self::Date { format, opener } => Self::Date {
                format: format.clone(),
                opener: opener.as_ref().map(|target| target.map_strings(&mut f)).transpose()?,
            },
            Self::Autocomplete { typed, option } => Self::Autocomplete {
                typed: typed.as_deref().map(&mut f).transpose()?,
                option: option.map_strings(f)?,
            },
            Self::Choice { option } => Self::Choice { option: option.map_strings(f)? },
        })
    }

    /// Fills the placeholders.
    ///
    /// # Errors
    /// [`Unbound`] names a placeholder without a value.
    pub fn render(&self, bindings: &Bindings) -> Result<Self, Unbound> {
        self.map_strings(|text| template::render(text, bindings))
    }

    /// The same for another value: an option is known by its text, so whatever says `was` says `value` (a
    /// template, for example), and what pins the one option that was taken (place, position, ids) goes.
    #[must_use]
    pub fn for_value(&self, was: &str, value: &str) -> Self {
        let same = |text: &str| text.trim().to_lowercase() == was.trim().to_lowercase();
        let option_for = |option: &Target| {
            let text = |text: &Option<String>| {
                let text = text.as_deref().filter(|text| same(text));
                text.map(|_| value.to_owned())
            };
            let (name, shown) = (text(&option.name), text(&option.text));
            let unnamed = name.is_none() && shown.is_none();
            Target {
                tag: option.tag.clone(),
                role: option.role.clone(),
                name,
                text: if unnamed { Some(value.to_owned()) } else { shown },
                shadow_path: option.shadow_path.clone(),
                frame_path: option.frame_path.clone(),
                ..Target::default()
            }
        };
        match self {
            Self::Date { .. } => self.clone(),
            Self::Autocomplete { typed, option } => {
                // A beginning of the old value says nothing about a new one.
                let typed = typed.clone().filter(|typed| {
                    value == was || !was.to_lowercase().starts_with(&typed.trim().to_lowercase())
                });
                let typed = typed.filter(|_| !template::is_template(value));
                Self::Autocomplete { typed, option: option_for(option) }
            }
            Self::Choice { option } => Self::Choice { option: option_for(option) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option() -> Target {
        Target {
            tag: Some("li".into()),
            role: Some("option".into()),
            name: Some("Berlin".into()),
            text: Some("Berlin, Germany".into()),
            index: Some(3),
            css: vec!["#opt-3".into()],
            ..Target::default()
        }
    }

    #[test]
    fn another_value_changes_the_text_and_drops_the_place() {
        let taken = Compound::Autocomplete { typed: Some("ber".into()), option: option() };
        let Compound::Autocomplete { typed, option } = taken.for_value("Berlin", "{{city}}") else {
            panic!("the kind stays");
        };
        assert_eq!(typed, None, "a beginning of the old value is none of the new one");
        assert_eq!(option.name.as_deref(), Some("{{city}}"));
        assert_eq!((option.text, option.index, option.css.len()), (None, None, 0));
        assert_eq!(option.role.as_deref(), Some("option"));
    }

    #[test]
    fn files_name_the_kind() {
        let date = Compound::Date { format: Some("MM/DD/YYYY".into()), opener: None };
        let json = serde_json::to_value(&date).unwrap();
        assert_eq!(json, serde_json::json!({ "kind": "date", "format": "MM/DD/YYYY" }));
        assert_eq!(serde_json::from_value::<Compound>(json).unwrap(), date);
    }

    #[test]
    fn rendering_reaches_the_option() {
        let choice = Compound::Choice { option: option() }.for_value("Berlin", "{{city}}");
        assert!(choice.render(&Bindings::new()).is_err());
        let done = choice.render(&[("city".to_owned(), "Oslo".to_owned())].into()).unwrap();
        let Compound::Choice { option } = done else { panic!("the kind stays") };
        assert_eq!(option.name.as_deref(), Some("Oslo"));
    }
}
