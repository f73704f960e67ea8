//! The calendar of the practice sites. Times are Unix milliseconds, shown in UTC.

/// The present of both sites: 2026-06-15 12:00 UTC, a Monday.
pub const NOW: i64 = 1_781_524_800_000;
pub const MINUTE: i64 = 60_000;
pub const HOUR: i64 = 60 * MINUTE;
pub const DAY: i64 = 24 * HOUR;

const MONTHS: [&str; 12] = [
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

/// Year, month (1–12) and day (1–31) of a moment.
#[must_use]
pub fn civil(ms: i64) -> (i64, i64, i64) {
    // Days since 0000-03-01, in 400-year eras; the year is taken to begin in March.
    let days = ms.div_euclid(DAY) + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    (year, month, day_of_year - (153 * shifted + 2) / 5 + 1)
}

/// `2026-06-15`.
#[must_use]
pub fn iso_date(ms: i64) -> String {
    let (year, month, day) = civil(ms);
    format!("{year:04}-{month:02}-{day:02}")
}

/// `2026-06-15T12:00:00Z`, for `datetime` attributes.
#[must_use]
pub fn iso_time(ms: i64) -> String {
    let second = ms.rem_euclid(DAY) / 1000;
    format!("{}T{:02}:{:02}:{:02}Z", iso_date(ms), second / 3600, second / 60 % 60, second % 60)
}

/// `15 June 2026`.
#[must_use]
pub fn long_date(ms: i64) -> String {
    let (year, month, day) = civil(ms);
    let name = usize::try_from(month - 1).ok().and_then(|at| MONTHS.get(at)).copied().unwrap_or_default();
    format!("{day} {name} {year}")
}

/// `3 hours ago`, seen from [`NOW`].
#[must_use]
pub fn ago(ms: i64) -> String {
    let past = (NOW - ms).max(0);
    let (n, unit) = match past {
        p if p < MINUTE => return "just now".to_owned(),
        p if p < HOUR => (p / MINUTE, "minute"),
        p if p < DAY => (p / HOUR, "hour"),
        p if p < 31 * DAY => (p / DAY, "day"),
        p if p < 365 * DAY => (p / (30 * DAY), "month"),
        p => (p / (365 * DAY), "year"),
    };
    let plural = if n == 1 { "" } else { "s" };
    format!("{n} {unit}{plural} ago")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(iso_time(NOW), "2026-06-15T12:00:00Z");
        assert_eq!(iso_date(0), "1970-01-01");
        assert_eq!(iso_date(951_782_400_000), "2000-02-29");
        assert_eq!(long_date(NOW - 15 * DAY), "31 May 2026");
        assert_eq!(iso_date(-DAY), "1969-12-31");
    }

    #[test]
    fn distances_read_well() {
        assert_eq!(ago(NOW + DAY), "just now");
        assert_eq!(ago(NOW - HOUR), "1 hour ago");
        assert_eq!(ago(NOW - 45 * DAY), "1 month ago");
        assert_eq!(ago(NOW - 800 * DAY), "2 years ago");
    }
}
