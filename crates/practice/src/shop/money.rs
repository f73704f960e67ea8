//! Money as whole cents. Nothing in the shop ever holds a price as a float.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Sub};

/// An amount in cents of the shop's one currency (dollars).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cents(pub i64);

/// Prices above this are refused everywhere: a typing slip, not a price.
pub const MOST: Cents = Cents(10_000_000);

impl Cents {
    pub const ZERO: Self = Self(0);

    /// `quantity` times this amount.
    #[must_use]
    pub const fn times(self, quantity: u32) -> Self {
        Self(self.0.saturating_mul(quantity as i64))
    }

    /// A share of the amount in basis points (1/100 of a per cent), rounded half away from zero.
    #[must_use]
    pub const fn share(self, basis_points: i64) -> Self {
        let product = self.0.saturating_mul(basis_points);
        let half = if product < 0 { -5_000 } else { 5_000 };
        Self((product + half) / 10_000)
    }

    /// The amount without the currency sign and thousands separators, as a form field holds it: `1234.50`.
    pub fn plain(self) -> String {
        let sign = if self.0 < 0 { "-" } else { "" };
        let cents = self.0.unsigned_abs();
        format!("{sign}{}.{:02}", cents / 100, cents % 100)
    }

    /// Reads `12`, `12.5`, `12.50`, `$1,234.50`. `None` for anything else, for negative amounts and for more
    /// than [`MOST`].
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let text = text.strip_prefix('$').unwrap_or(text).trim_start();
        let text = text.replace(',', "");
        let (whole, rest) = text.split_once('.').unwrap_or((&text, ""));
        let digits = |part: &str| part.len() <= 9 && part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !digits(whole) || !digits(rest) || rest.len() > 2 {
            return None;
        }
        let whole: i64 = whole.parse().ok()?;
        let rest: i64 = match rest.len() {
            0 => 0,
            1 => rest.parse::<i64>().ok()? * 10,
            _ => rest.parse().ok()?,
        };
        let amount = Self(whole * 100 + rest);
        (amount <= MOST).then_some(amount)
    }
}

impl fmt::Display for Cents {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let cents = self.0.unsigned_abs();
        let whole = (cents / 100).to_string();
        let mut grouped = String::with_capacity(whole.len() + 4);
        for (index, digit) in whole.chars().enumerate() {
            if index > 0 && (whole.len() - index).is_multiple_of(3) {
                grouped.push(',');
            }
            grouped.push(digit);
        }
        write!(out, "{sign}${grouped}.{:02}", cents % 100)
    }
}

impl Add for Cents {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sub for Cents {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Sum for Cents {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_read_as_written() {
        assert_eq!(Cents(0).to_string(), "$0.00");
        assert_eq!(Cents(5).to_string(), "$0.05");
        assert_eq!(Cents(123_456).to_string(), "$1,234.56");
        assert_eq!(Cents(123_456_789).to_string(), "$1,234,567.89");
        assert_eq!(Cents(-1_050).to_string(), "-$10.50");
        assert_eq!(Cents(123_456).plain(), "1234.56");
    }

    #[test]
    fn every_price_survives_a_round_trip_through_text() {
        for cents in (0..2_000_000).step_by(37) {
            let amount = Cents(cents);
            assert_eq!(Cents::parse(&amount.plain()), Some(amount));
            assert_eq!(Cents::parse(&amount.to_string()), Some(amount));
        }
    }

    #[test]
    fn what_is_no_price_is_refused() {
        for text in
            ["", ".", ".50", "-3", "1.234", "12.3.4", "1e3", "NaN", "twelve", "99999999999", "$", "100000.01"]
        {
            assert_eq!(Cents::parse(text), None, "{text}");
        }
        assert_eq!(Cents::parse("12.5"), Some(Cents(1_250)));
        assert_eq!(Cents::parse(" $ 12. "), Some(Cents(1_200)));
    }

    #[test]
    fn shares_round_half_away_from_zero() {
        assert_eq!(Cents(1_000).share(1_000), Cents(100));
        assert_eq!(Cents(5).share(1_000), Cents(1));
        assert_eq!(Cents(4).share(1_000), Cents(0));
        assert_eq!(Cents(-5).share(1_000), Cents(-1));
    }
}
