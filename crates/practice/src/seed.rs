//! Deterministic material shared by both sites: numbers, choices, dates and words from a seed.

pub mod dates;
pub mod words;

pub use dates::{DAY, HOUR, MINUTE, NOW};

/// splitmix64: small, fast and the same everywhere. Not for secrets.
#[derive(Debug, Clone)]
pub struct Dice {
    state: u64,
}

impl Dice {
    /// A stream for one purpose: different names give independent streams of one seed, so that adding
    /// material in one place does not change another.
    #[must_use]
    pub fn new(seed: u64, purpose: &str) -> Self {
        let mut state = seed ^ 0x9e37_79b9_7f4a_7c15;
        for byte in purpose.bytes() {
            state = (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Self { state }
    }

    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number in `0..bound`; 0 when the bound is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = bound.max(1) as u64;
        usize::try_from(self.next_u64() % bound).unwrap_or_default()
    }

    /// A number in `low..=high`.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        let span = high.saturating_sub(low).unsigned_abs().saturating_add(1);
        low.saturating_add(i64::try_from(self.next_u64() % span.max(1)).unwrap_or_default())
    }

    /// True in `percent` of 100 cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of the items. Panics never; an empty slice is a fault of the caller and gives `default`.
    pub fn pick<'a, T: ?Sized>(&mut self, items: &[&'a T]) -> &'a T
    where
        &'a T: Default,
    {
        items.get(self.below(items.len())).copied().unwrap_or_default()
    }

    /// An index with a strong lean to small ones, as votes and fame have.
    pub fn skewed(&mut self, bound: usize) -> usize {
        self.below(bound).min(self.below(bound)).min(self.below(bound))
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

/// Address part made of a title: lower case letters, digits and single dashes, 60 characters at most.
#[must_use]
pub fn slug(title: &str) -> String {
    let mut out = String::new();
    for c in title.chars().flat_map(char::to_lowercase) {
        if c.is_ascii_alphanumeric() {
            out.push(c);
        } else if c != '\'' && c != '’' && !out.ends_with('-') && !out.is_empty() {
            out.push('-');
        }
        if out.len() >= 60 {
            break;
        }
    }
    let out = out.trim_end_matches('-').to_owned();
    if out.is_empty() { "untitled".to_owned() } else { out }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_repeat_and_purposes_differ() {
        let roll = |seed, purpose| {
            (0..8)
                .map(|_| 0)
                .scan(Dice::new(seed, purpose), |d, _: i32| Some(d.next_u64()))
                .collect::<Vec<_>>()
        };
        assert_eq!(roll(1, "a"), roll(1, "a"));
        assert_ne!(roll(1, "a"), roll(1, "b"));
        assert_ne!(roll(1, "a"), roll(2, "a"));
        assert_eq!(Dice::new(1, "x").below(0), 0);
    }

    #[test]
    fn slugs_are_plain() {
        assert_eq!(slug("What’s your  favourite — really?"), "whats-your-favourite-really");
        assert_eq!(slug("???"), "untitled");
        assert!(slug(&"long ".repeat(50)).len() <= 60);
    }
}
