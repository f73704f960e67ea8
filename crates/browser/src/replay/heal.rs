//! Healings during a replay: the new target is made from the element that is tried, and has to find it again on
//! the spot, alone and surely, before anything is done.

use atelier_core::healing::{Healing, generalised};
use atelier_core::skill::SkillStep;
use atelier_core::target::{Choice, Target, Weak};

use super::runner::Runner;
use crate::error::BrowserError;
use crate::locate::Chosen;

impl Runner<'_> {
    /// Makes the proposal, still without proof.
    ///
    /// # Errors
    /// [`BrowserError::NotFound`] where no new target finds the element surely: what cannot be kept is not tried.
    pub async fn propose(
        &mut self,
        index: usize,
        step: &SkillStep,
        target: &Target,
        chosen: &Chosen,
        weak: Weak,
    ) -> Result<Healing, BrowserError> {
        let seen = self.page.about(chosen).await?.target;
        let old = step.target.clone().unwrap_or_default();
        let lean = generalised(&old, &seen, &self.bindings);
        let mut full = lean.clone();
        full.css.clone_from(&seen.css);
        full.index = seen.index;
        if full.within.is_none() {
            full.within.clone_from(&seen.within);
        }
        let mut new = None;
        for candidate in [lean, full] {
            if self.finds(&candidate, chosen).await? {
                new = Some(candidate);
                break;
            }
        }
        let Some(new) = new else {
            let located = self.page.locate(target).await?;
            return Err(BrowserError::NotFound { target: target.describe(), candidates: located.candidates });
        };
        let picture = if self.unveilable {
            None
        } else {
            self.page.picture(Some(chosen), &self.secrets).await.ok().flatten()
        };
        let picture = match picture {
            Some(jpeg) => self.watch.keep_picture(jpeg).await,
            None => None,
        };
        Ok(Healing {
            skill: self.skill.id,
            version: self.skill.version,
            step: index,
            guidance: step.guidance.clone(),
            old,
            new,
            score: weak.score,
            lead: weak.lead,
            carried: chosen.matched.clone(),
            picture,
            proof: Vec::new(),
        })
    }

    async fn finds(&self, target: &Target, chosen: &Chosen) -> Result<bool, BrowserError> {
        let Ok(rendered) = target.render(&self.bindings) else {
            return Ok(false);
        };
        let located = self.page.locate(&rendered).await?;
        let one = matches!(located.choice, Choice::One { .. });
        Ok(one && located.best_handle() == Some(chosen.handle))
    }
}
