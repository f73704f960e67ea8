//! Normal forms of a whole log of intents (AutoTailor A.4), without a model.
//!
//! `core::intent` masks what one intent shows to be a value. The log shows the rest: intents that are alike
//! but for some words differ in values. Forms are aligned and joined, the most alike first, and where the
//! members of a group differ stands one mask.
//!
//! | module | does |
//! |---|---|
//! | `weight` | how telling each word is, from its frequency in the log |
//! | `align` | two forms beside each other: what they share, what it costs, their common form |
//! | `group` | joins forms as long as that costs little |
//!
//! Invariants
//! - Members of a group have the same form; every word of it stands in each of them, in that order.
//! - The leading verb is never masked: *upvote* and *downvote* stay apart however long the rest.
//! - The same log gives the same forms.

mod align;
mod group;
mod weight;

use atelier_core::intent::{self, Slot, Token, mask_of};

/// One intent of the log in its normal form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Normalised {
    pub form: String,
    /// What stands in place of each mask, in order; empty where this intent has nothing there.
    pub slots: Vec<Slot>,
}

/// The normal forms of a log, in its order.
pub fn normalise(log: &[&str]) -> Vec<Normalised> {
    let tokens: Vec<Vec<Token>> = log.iter().map(|intent| intent::tokens(intent)).collect();
    let mut lexicon = weight::Lexicon::default();
    let forms: Vec<Vec<u32>> = tokens.iter().map(|t| lexicon.ids(t)).collect();
    let weights = lexicon.weights(&forms);
    let common = group::join(&forms, &weights);
    log.iter()
        .zip(&tokens)
        .zip(forms.iter().zip(&common))
        .map(|((intent, tokens), (own, common))| Normalised {
            form: lexicon.text(common),
            slots: slots(intent, tokens, own, common, &weights),
        })
        .collect()
}

/// What an intent has at each mask of its group's form.
fn slots(
    intent: &str,
    tokens: &[Token],
    own: &[u32],
    common: &[u32],
    weights: &weight::Weights,
) -> Vec<Slot> {
    let shared = align::shared(common, own, weights);
    let mut out = Vec::new();
    let (mut c, mut o) = (0, 0);
    let ends = std::iter::once((common.len(), own.len()));
    for (to_c, to_o) in shared.into_iter().chain(ends) {
        if let Some(mask) = common[c..to_c].iter().find_map(|id| weights.mask(*id)) {
            let text = match (tokens.get(o), tokens[..to_o].last()) {
                (Some(first), Some(last)) if o < to_o => {
                    let text = &intent[first.from..last.to];
                    if mask_of(&first.form).is_some() { intent::unquoted(text) } else { text }
                }
                _ => "",
            };
            out.push(Slot { mask, text: text.to_owned() });
        }
        (c, o) = (to_c + 1, to_o + 1);
    }
    out
}

#[cfg(test)]
mod tests;
