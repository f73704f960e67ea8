//! How telling each word is: the fewer intents of the log have it, the more two that share it are alike.

use std::collections::{BTreeMap, BTreeSet};

use atelier_core::intent::{Token, mask_of};

/// Words of any wish, whatever it is about: they count half and never alone.
const FUNCTION_WORDS: &[&str] = &[
    "a", "an", "the", "to", "of", "in", "on", "at", "by", "for", "from", "with", "and", "or", "is", "are",
    "was", "were", "be", "it", "its", "this", "that", "my", "me", "i", "you", "your", "do", "does", "did",
    "what", "which", "who", "how", "when", "where", "there", "their", "they", "he", "she", "his", "her",
    "him", "our", "we", "us", "all", "any", "some", "as", "into", "about", "if", "not", "no", "than", "then",
    "so", "please", "can", "could", "would", "will", "should", "have", "has", "had", "show", "tell", "give",
    "find", "get", "list", "want",
];

/// Intents that every log is thought to have besides its own: in a short one, no word is common.
const PRIOR: usize = 100;

/// The words of a log by number.
#[derive(Debug, Default)]
pub(super) struct Lexicon {
    ids: BTreeMap<String, u32>,
    words: Vec<String>,
}

impl Lexicon {
    pub(super) fn ids(&mut self, tokens: &[Token]) -> Vec<u32> {
        tokens.iter().map(|token| self.id(&token.form)).collect()
    }

    fn id(&mut self, word: &str) -> u32 {
        if let Some(id) = self.ids.get(word) {
            return *id;
        }
        let id = u32::try_from(self.words.len()).unwrap_or(u32::MAX);
        self.ids.insert(word.to_owned(), id);
        self.words.push(word.to_owned());
        id
    }

    pub(super) fn text(&self, form: &[u32]) -> String {
        let words: Vec<&str> =
            form.iter().filter_map(|id| self.words.get(*id as usize)).map(String::as_str).collect();
        words.join(" ")
    }

    /// Weights over the distinct forms. Numbers every mask, so that forms may be given one they lacked.
    pub(super) fn weights(&mut self, forms: &[Vec<u32>]) -> Weights {
        use atelier_core::intent::{LIST, NUMBER, VALUE};
        let masks = [VALUE, NUMBER, LIST].map(|mask| self.id(mask));
        let distinct: BTreeSet<&[u32]> = forms.iter().map(Vec::as_slice).collect();
        let mut found = vec![0_usize; self.words.len()];
        for form in &distinct {
            let once: BTreeSet<u32> = form.iter().copied().collect();
            once.into_iter().for_each(|id| found[id as usize] += 1);
        }
        let words = self.words.iter().zip(found).map(|(word, found)| {
            let mask = mask_of(word);
            let function = FUNCTION_WORDS.contains(&word.as_str());
            let rarity = ((distinct.len() + PRIOR) as f64 / found.max(1) as f64).ln();
            let weight = if mask.is_some() { 0.0 } else { rarity * if function { 0.5 } else { 1.0 } };
            Word { weight, mask, content: mask.is_none() && !function }
        });
        Weights { words: words.collect(), masks }
    }
}

#[derive(Clone, Copy, Debug)]
struct Word {
    weight: f64,
    mask: Option<&'static str>,
    content: bool,
}

/// What is known of each word.
#[derive(Debug)]
pub(super) struct Weights {
    words: Vec<Word>,
    /// Numbers of value, number and list.
    masks: [u32; 3],
}

impl Weights {
    /// 0 for masks.
    pub(super) fn of(&self, id: u32) -> f64 {
        self.words[id as usize].weight
    }

    pub(super) fn mask(&self, id: u32) -> Option<&'static str> {
        self.words[id as usize].mask
    }

    /// Neither mask nor function word.
    pub(super) fn is_content(&self, id: u32) -> bool {
        self.words[id as usize].content
    }

    pub(super) const fn value(&self) -> u32 {
        self.masks[0]
    }

    pub(super) const fn list(&self) -> u32 {
        self.masks[2]
    }
}
