//! Joining forms, the most alike first.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use super::align::{Alignment, align};
use super::weight::Weights;

/// Likeness from which two forms are one wish with other values.
const ALIKE: f64 = 0.65;
/// Content words that two forms must share.
const CONTENT: usize = 2;
/// Forms are aligned only where the words they share weigh this part of one of them.
const WORTH_ALIGNING: f64 = 0.3;

/// The common form of each one's group, in the order given.
pub(super) fn join(forms: &[Vec<u32>], weights: &Weights) -> Vec<Vec<u32>> {
    let mut groups = Groups::new(weights);
    let mut group_of: BTreeMap<&[u32], usize> = BTreeMap::new();
    for form in forms {
        group_of.entry(form).or_insert_with(|| groups.add(form.clone()));
    }
    groups.join_all();
    let common = |form: &Vec<u32>| {
        let mut at = group_of[form.as_slice()];
        while let Some(next) = groups.joined[at] {
            at = next;
        }
        groups.forms[at].clone()
    };
    forms.iter().map(common).collect()
}

/// A proposal: likeness in millionths, then the two, the earlier first.
type Proposal = (u32, Reverse<usize>, Reverse<usize>);

struct Groups<'a> {
    weights: &'a Weights,
    forms: Vec<Vec<u32>>,
    /// The group that took it in.
    joined: Vec<Option<usize>>,
    /// Groups that have a word.
    having: BTreeMap<u32, Vec<usize>>,
    proposals: BinaryHeap<Proposal>,
}

impl<'a> Groups<'a> {
    const fn new(weights: &'a Weights) -> Self {
        Self {
            weights,
            forms: Vec::new(),
            joined: Vec::new(),
            having: BTreeMap::new(),
            proposals: BinaryHeap::new(),
        }
    }

    fn words(&self, at: usize) -> BTreeSet<u32> {
        self.forms[at].iter().copied().filter(|id| self.weights.mask(*id).is_none()).collect()
    }

    /// Adds a form and proposes to join it with the earlier ones like it.
    fn add(&mut self, form: Vec<u32>) -> usize {
        let at = self.forms.len();
        self.forms.push(form);
        self.joined.push(None);
        let words = self.words(at);
        let mut overlap: BTreeMap<usize, f64> = BTreeMap::new();
        for word in &words {
            for other in self.having.get(word).into_iter().flatten() {
                if self.joined[*other].is_none() {
                    *overlap.entry(*other).or_default() += self.weights.of(*word);
                }
            }
        }
        let whole = |words: &BTreeSet<u32>| words.iter().map(|id| self.weights.of(*id)).sum::<f64>();
        let mine = whole(&words);
        for (other, overlap) in overlap {
            if overlap < WORTH_ALIGNING * mine.min(whole(&self.words(other))) {
                continue;
            }
            if let Some(found) = self.alike(other, at) {
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // likeness is 0 to 1
                let millionths = (found.likeness * 1e6).round() as u32;
                self.proposals.push((millionths, Reverse(other), Reverse(at)));
            }
        }
        for word in words {
            self.having.entry(word).or_default().push(at);
        }
        at
    }

    fn alike(&self, a: usize, b: usize) -> Option<Alignment> {
        align(&self.forms[a], &self.forms[b], self.weights)
            .filter(|found| found.likeness >= ALIKE && found.content >= CONTENT)
    }

    fn join_all(&mut self) {
        while let Some((_, Reverse(a), Reverse(b))) = self.proposals.pop() {
            if self.joined[a].is_some() || self.joined[b].is_some() {
                continue;
            }
            let Some(found) = self.alike(a, b) else {
                continue;
            };
            (self.joined[a], self.joined[b]) = (Some(self.forms.len()), Some(self.forms.len()));
            self.add(found.form);
        }
    }
}
