//! Days as values (`YYYY-MM-DD`) and as fields and calendars show them. English month names only; the proleptic
//! Gregorian calendar; no clock, no time zones.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Full names of the months.
pub const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const WEEKDAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// Formats that fields are known to use, the usual ones first.
pub const FORMATS: [&str; 22] = [
    "YYYY-MM-DD",
    "MM/DD/YYYY",
    "DD/MM/YYYY",
    "M/D/YYYY",
    "D/M/YYYY",
    "DD.MM.YYYY",
    "D.M.YYYY",
    "DD-MM-YYYY",
    "MM-DD-YYYY",
    "YYYY/MM/DD",
    "YYYY.MM.DD",
    "MMM D, YYYY",
    "MMMM D, YYYY",
    "D MMM YYYY",
    "DD MMM YYYY",
    "D MMMM YYYY",
    "MMM DD, YYYY",
    "DDD, MMM D, YYYY",
    "MM/DD/YY",
    "DD/MM/YY",
    "DD.MM.YY",
    "YYYYMMDD",
];

/// One day of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Day {
    pub year: u16,
    /// 1 to 12.
    pub month: u8,
    /// 1 to 31.
    pub day: u8,
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl Day {
    /// A day that exists.
    pub fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let last = match month {
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            4 | 6 | 9 | 11 => 30,
            2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
            2 => 28,
            _ => return None,
        };
        (1..=last).contains(&day).then_some(Self { year, month, day })
    }

    /// Reads `YYYY-MM-DD`.
    pub fn iso(text: &str) -> Option<Self> {
        Self::read(text.trim(), "YYYY-MM-DD")
    }

    /// Full English name of the month.
    pub fn month_name(self) -> &'static str {
        MONTHS[usize::from(self.month - 1) % 12]
    }

    /// Full English name of the weekday.
    pub fn weekday(self) -> &'static str {
        // Sakamoto's method; 0 is Sunday.
        const SHIFT: [u32; 12] = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4];
        let month = usize::from(self.month - 1) % 12;
        let year = u32::from(self.year) + 400 - u32::from(self.month < 3);
        let n = (year + year / 4 - year / 100 + year / 400 + SHIFT[month] + u32::from(self.day)) % 7;
        WEEKDAYS[(n as usize + 6) % 7]
    }

    /// The day in a format. Tokens: `YYYY` `YY`; `MMMM` `MMM` `MM` `M`; `DDDD` `DDD` (weekday) `DD` `D`. Anything
    /// else stands as it is.
    pub fn write(self, format: &str) -> String {
        let mut out = String::new();
        for part in parts(format) {
            match part {
                Part::Year4 => out.push_str(&format!("{:04}", self.year)),
                Part::Year2 => out.push_str(&format!("{:02}", self.year % 100)),
                Part::MonthName => out.push_str(self.month_name()),
                Part::MonthShort => out.push_str(&self.month_name()[..3]),
                Part::Month2 => out.push_str(&format!("{:02}", self.month)),
                Part::Month1 => out.push_str(&self.month.to_string()),
                Part::WeekdayName => out.push_str(self.weekday()),
                Part::WeekdayShort => out.push_str(&self.weekday()[..3]),
                Part::Day2 => out.push_str(&format!("{:02}", self.day)),
                Part::Day1 => out.push_str(&self.day.to_string()),
                Part::Other(c) => out.push(c),
            }
        }
        out
    }

    /// Reads a text of exactly this format.
    pub fn read(text: &str, format: &str) -> Option<Self> {
        let mut rest = text.trim();
        let (mut year, mut month, mut day) = (None, None, None);
        let number = |rest: &mut &str, least: usize, most: usize| -> Option<u16> {
            let length = rest.bytes().take(most).take_while(u8::is_ascii_digit).count();
            if length < least {
                return None;
            }
            let (digits, after) = rest.split_at(length);
            *rest = after;
            digits.parse().ok()
        };
        for part in parts(format) {
            match part {
                Part::Year4 => year = Some(number(&mut rest, 4, 4)?),
                Part::Year2 => year = Some(2000 + number(&mut rest, 2, 2)?),
                Part::Month2 => month = u8::try_from(number(&mut rest, 2, 2)?).ok(),
                Part::Month1 => month = u8::try_from(number(&mut rest, 1, 2)?).ok(),
                Part::Day2 => day = u8::try_from(number(&mut rest, 2, 2)?).ok(),
                Part::Day1 => day = u8::try_from(number(&mut rest, 1, 2)?).ok(),
                Part::MonthName => month = Some(word(&mut rest, &MONTHS, None)?),
                Part::MonthShort => month = Some(word(&mut rest, &MONTHS, Some(3))?),
                Part::WeekdayName => drop(word(&mut rest, &WEEKDAYS, None)?),
                Part::WeekdayShort => drop(word(&mut rest, &WEEKDAYS, Some(3))?),
                Part::Other(c) => rest = rest.strip_prefix(c)?,
            }
        }
        if !rest.is_empty() {
            return None;
        }
        Self::new(year?, month?, day?)
    }

    /// Every reading of a shown text in [`FORMATS`], the usual first: `03/04/2026` has two.
    pub fn readings(text: &str) -> Vec<(&'static str, Self)> {
        FORMATS.iter().filter_map(|format| Some((*format, Self::read(text, format)?))).collect()
    }

    /// The format in which a text shows this very day.
    pub fn format_of(self, text: &str) -> Option<&'static str> {
        let exact = FORMATS.iter().copied().find(|format| self.write(format) == text.trim());
        exact.or_else(|| FORMATS.iter().copied().find(|format| Self::read(text, format) == Some(self)))
    }

    /// Months from this day's to the other's; negative where the other is earlier.
    pub fn months_to(self, other: Self) -> i32 {
        (i32::from(other.year) - i32::from(self.year)) * 12 + i32::from(other.month) - i32::from(self.month)
    }
}

/// Takes one of the words off the front; its number from 1. `short` is the number of letters that count.
fn word(rest: &mut &str, words: &[&str], short: Option<usize>) -> Option<u8> {
    for (at, word) in words.iter().enumerate() {
        let word = short.map_or(*word, |letters| &word[..letters]);
        if let Some(front) = rest.get(..word.len())
            && front.eq_ignore_ascii_case(word)
        {
            *rest = &rest[word.len()..];
            return u8::try_from(at + 1).ok();
        }
    }
    None
}

enum Part {
    Year4,
    Year2,
    MonthName,
    MonthShort,
    Month2,
    Month1,
    WeekdayName,
    WeekdayShort,
    Day2,
    Day1,
    Other(char),
}

fn parts(format: &str) -> impl Iterator<Item = Part> {
    let mut rest = format;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let run = rest.chars().take_while(|c| *c == first).count();
        let (part, taken) = match (first, run) {
            ('Y', 4..) => (Part::Year4, 4),
            ('Y', 2..) => (Part::Year2, 2),
            ('M', 4..) => (Part::MonthName, 4),
            ('M', 3) => (Part::MonthShort, 3),
            ('M', 2) => (Part::Month2, 2),
            ('M', 1) => (Part::Month1, 1),
            ('D', 4..) => (Part::WeekdayName, 4),
            ('D', 3) => (Part::WeekdayShort, 3),
            ('D', 2) => (Part::Day2, 2),
            ('D', 1) => (Part::Day1, 1),
            (other, _) => (Part::Other(other), other.len_utf8()),
        };
        rest = &rest[taken..];
        Some(part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn days_that_do_not_exist_are_none() {
        assert!(Day::iso("2026-02-29").is_none());
        assert!(Day::iso("2024-02-29").is_some());
        assert!(Day::iso("1900-02-29").is_none());
        assert!(Day::iso("2026-13-01").is_none());
        assert!(Day::iso("26-1-1").is_none());
    }

    #[test]
    fn days_are_shown_as_fields_show_them() {
        let day = Day::iso("2026-03-04").unwrap();
        assert_eq!(day.write("MM/DD/YYYY"), "03/04/2026");
        assert_eq!(day.write("DDDD, MMMM D, YYYY"), "Wednesday, March 4, 2026");
        assert_eq!(day.format_of("Mar 4, 2026"), Some("MMM D, YYYY"));
        assert_eq!(day.format_of("04.03.2026"), Some("DD.MM.YYYY"));
        assert_eq!(day.format_of("whenever"), None);
        let both: Vec<_> = Day::readings("03/04/2026").into_iter().map(|(_, day)| day.to_string()).collect();
        assert_eq!(both, ["2026-03-04", "2026-04-03", "2026-03-04", "2026-04-03"]);
    }

    #[test]
    fn weekdays_and_months_are_counted() {
        let weekday = |text: &str| Day::iso(text).unwrap().weekday();
        assert_eq!((weekday("2000-01-01"), weekday("2026-12-01")), ("Saturday", "Tuesday"));
        let months = |a: &str, b: &str| Day::iso(a).unwrap().months_to(Day::iso(b).unwrap());
        assert_eq!((months("2026-11-30", "2027-02-01"), months("2026-03-01", "2025-12-31")), (3, -3));
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(year in 2000u16..2100, month in 1u8..=12, day in 1u8..=28) {
            let it = Day::new(year, month, day).unwrap();
            for format in FORMATS {
                prop_assert_eq!(Day::read(&it.write(format), format), Some(it), "{}", format);
            }
        }

        #[test]
        fn reading_never_panics(text in ".{0,24}") {
            let _ = Day::readings(&text);
        }
    }
}
