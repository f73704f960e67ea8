//! The value of a step: its template filled, addresses on the live site, secrets from the keychain.

use atelier_core::skill::{ParameterKind, SkillStep};
use atelier_core::template::{self, Bindings};
use atelier_core::trajectory::Action;
use zeroize::Zeroizing;

use super::runner::Runner;
use super::step::unbound;
use crate::error::BrowserError;
use crate::secret::{Secret, VEILED};

/// What a step types, chooses or goes to.
#[derive(Clone, Debug)]
pub(super) enum Worth {
    Plain(String),
    Hidden(Secret),
}

impl Worth {
    pub fn reveal(&self) -> &str {
        match self {
            Self::Plain(text) => text,
            Self::Hidden(secret) => secret.reveal(),
        }
    }

    pub const fn is_secret(&self) -> bool {
        matches!(self, Self::Hidden(_))
    }

    /// As a report may hold it.
    pub fn shown(&self) -> String {
        match self {
            Self::Plain(text) => text.clone(),
            Self::Hidden(_) => VEILED.to_owned(),
        }
    }
}

impl Runner<'_> {
    pub async fn worth(&mut self, step: &SkillStep) -> Result<Option<Worth>, BrowserError> {
        let Some(raw) = &step.value else {
            return Ok(None);
        };
        let secret = template::placeholders(raw).find(|name| {
            let of = self.skill.parameters.iter().find(|p| p.name == *name);
            of.is_some_and(|p| p.kind == ParameterKind::Secret)
        });
        if let Some(name) = secret.map(str::to_owned) {
            return self.hidden(step, raw, &name).await.map(Some);
        }
        let text = match step.action {
            Action::Extract => raw.clone(),
            Action::Navigate | Action::NewTab => {
                let alone = raw.trim().starts_with("{{")
                    && raw.trim().ends_with("}}")
                    && template::placeholders(raw).count() == 1
                    && raw.trim().matches("{{").count() == 1;
                let url = if alone {
                    template::render(raw, &self.bindings)
                } else {
                    template::render_url(raw, &self.bindings)
                }
                .map_err(unbound)?;
                if url.is_empty() && step.action == Action::NewTab {
                    return Ok(None);
                }
                self.sites.live(&self.skill.site, &url).ok_or_else(|| BrowserError::Navigation {
                    url: url.clone(),
                    reason: format!("it is neither a path on `{}` nor a web address", self.skill.site),
                })?
            }
            _ => template::render(raw, &self.bindings).map_err(unbound)?,
        };
        Ok(Some(Worth::Plain(text)))
    }

    /// A value with a secret in it: fetched now, and kept only to be kept out of what is told.
    async fn hidden(&mut self, step: &SkillStep, raw: &str, name: &str) -> Result<Worth, BrowserError> {
        if !matches!(step.action, Action::Fill | Action::Type) {
            return Err(BrowserError::Secret {
                name: name.to_owned(),
                reason: format!("a secret is only typed into fields, not used to `{}`", step.action.name()),
            });
        }
        let entry = self.bindings.get(name).cloned().unwrap_or_else(|| name.to_owned());
        let failed = |reason: String| BrowserError::Secret { name: entry.clone(), reason };
        let source = self.watch.secrets().ok_or_else(|| failed("no keychain is open to this run".into()))?;
        let found = source.get(&entry).await.map_err(|fault| failed(fault.to_string()))?;
        self.secrets.push(found.clone());
        if raw.trim() == format!("{{{{{name}}}}}") {
            return Ok(Worth::Hidden(found));
        }
        let mut bindings: Bindings = self.bindings.clone();
        bindings.insert(name.to_owned(), found.reveal().to_owned());
        let whole = Zeroizing::new(template::render(raw, &bindings).map_err(unbound)?);
        if let Some(text) = bindings.get_mut(name) {
            zeroize::Zeroize::zeroize(text);
        }
        Ok(Worth::Hidden(Secret::new(whole.as_str())))
    }
}
