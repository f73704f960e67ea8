//! Day fields: typed as the field shows days, or walked to in the calendar.

use std::time::{Duration, Instant};

use atelier_core::day::{Day, MONTHS};
use serde::Deserialize;
use serde_json::{Value, json};

use super::refusal;
use crate::engine::Handle;
use crate::error::BrowserError;
use crate::locate::Chosen;
use crate::page::Page;

/// Time between two looks at a calendar.
const LOOK: Duration = Duration::from_millis(40);
/// How long a calendar may take to open or to turn a page.
const TURN: Duration = Duration::from_millis(1500);
/// Pages that are turned at most: thirty years.
const PAGES: usize = 360;

#[derive(Debug, Deserialize)]
struct DayField {
    kind: String,
    value: String,
    sections: Vec<Section>,
    #[serde(default)]
    placeholder: String,
}

#[derive(Debug, Deserialize)]
struct Section {
    part: String,
    handle: Handle,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
struct Calendar {
    open: bool,
    year: u16,
    month: u8,
    days: Vec<Cell>,
    next: Option<Handle>,
    previous: Option<Handle>,
    month_list: Option<Handle>,
    year_list: Option<Handle>,
    year_field: Option<Handle>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
struct Cell {
    handle: Handle,
    day: u8,
    date: String,
    disabled: bool,
}

impl Calendar {
    fn shows(&self) -> Option<Day> {
        Day::new(self.year, self.month, 1)
    }

    fn cell(&self, day: Day) -> Option<&Cell> {
        self.days.iter().find(|cell| Day::iso(&cell.date) == Some(day) && cell.day == day.day)
    }
}

impl Page {
    /// Types the day where the field takes text. None where it does not, or did not take this one.
    pub(crate) async fn type_day(
        &self,
        chosen: &Chosen,
        day: Day,
        format: Option<&str>,
        until: Instant,
    ) -> Result<Option<String>, BrowserError> {
        let field: DayField = self.job(chosen, "dayField", json!({ "handle": chosen.handle })).await?;
        let native = match field.kind.as_str() {
            "gone" => return Err(refusal(chosen, "gone", None)),
            "date" => Some(day.to_string()),
            "month" => Some(day.write("YYYY-MM")),
            "datetime-local" => {
                let time = field.value.split_once('T').map_or("00:00", |(_, time)| time);
                Some(format!("{day}T{time}"))
            }
            _ => None,
        };
        if let Some(text) = native {
            self.fill(chosen, &text, false, until).await?;
            return Ok(Some("set in the date field".into()));
        }
        if field.kind == "sections" {
            for section in &field.sections {
                let digits = match section.part.as_str() {
                    "year" => day.write("YYYY"),
                    "month" => day.write("MM"),
                    _ => day.write("DD"),
                };
                self.type_section(chosen, section.handle, &digits).await?;
            }
            return Ok(Some("typed part by part".into()));
        }
        if field.kind != "text" {
            return Ok(None);
        }
        let Some(format) = format_for(format, &field) else {
            return Ok(None);
        };
        self.fill(chosen, &day.write(&format), false, until).await?;
        // What the field made of it shows when it is left.
        let left: Value = self.job(chosen, "leave", json!({ "handle": chosen.handle })).await?;
        let shown = left["value"].as_str().unwrap_or_default().trim().to_owned();
        let taken = Day::read(&shown, &format) == Some(day) || day.format_of(&shown).is_some();
        Ok(taken.then(|| format!("typed as {shown}")))
    }

    /// Opens the calendar and goes to the day: by the lists of months and years, else page by page.
    pub(crate) async fn walk_calendar(
        &self,
        field: &Chosen,
        opener: &Chosen,
        day: Day,
        until: Instant,
    ) -> Result<String, BrowserError> {
        let mut seen = self.calendar(field).await?;
        if !seen.open {
            self.click(opener, 1, until).await?;
            seen = self.turned(field, &Calendar::default(), until).await?;
        }
        if !seen.open {
            return Err(fault(field, "no calendar opens for it"));
        }
        let mut turned = 0;
        loop {
            if let Some(cell) = seen.cell(day) {
                if cell.disabled {
                    return Err(fault(field, &format!("the day {day} cannot be chosen in its calendar")));
                }
                let cell = Chosen { handle: cell.handle, ..field.clone() };
                self.click(&cell, 1, until).await?;
                return Ok(format!("picked in the calendar after {turned} turns"));
            }
            let Some(shown) = seen.shows() else {
                return Err(fault(field, "its calendar does not say which month it shows"));
            };
            let away = shown.months_to(day);
            if away == 0 || turned >= PAGES || Instant::now() >= until {
                return Err(fault(field, &format!("its calendar does not lead to {day}")));
            }
            let before = seen.clone();
            if !self.jump(field, &seen, day, until).await? {
                let way = if away > 0 { seen.next } else { seen.previous };
                let Some(way) = way else {
                    return Err(fault(field, &format!("its calendar has no way on to {day}")));
                };
                self.click(&Chosen { handle: way, ..field.clone() }, 1, until).await?;
            }
            seen = self.turned(field, &before, until).await?;
            if seen == before {
                return Err(fault(field, &format!("its calendar stops before {day}")));
            }
            turned += 1;
        }
    }

    async fn calendar(&self, field: &Chosen) -> Result<Calendar, BrowserError> {
        self.job(field, "calendar", json!({ "field": field.handle })).await
    }

    /// Waits until the calendar shows another page than before.
    async fn turned(
        &self,
        field: &Chosen,
        before: &Calendar,
        until: Instant,
    ) -> Result<Calendar, BrowserError> {
        let end = (Instant::now() + TURN).min(until);
        loop {
            let seen = self.calendar(field).await?;
            let other = (seen.year, seen.month) != (before.year, before.month) || !before.open;
            if seen.open && other || Instant::now() >= end {
                return Ok(seen);
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Sets month and year directly where the calendar has lists for them. True where something was set.
    async fn jump(
        &self,
        field: &Chosen,
        seen: &Calendar,
        day: Day,
        until: Instant,
    ) -> Result<bool, BrowserError> {
        let at = |handle: Handle| Chosen { handle, ..field.clone() };
        if seen.year != day.year {
            if let Some(list) = seen.year_list {
                return Ok(self.select(&at(list), &day.year.to_string(), until).await.is_ok());
            }
            if let Some(input) = seen.year_field {
                return Ok(self.fill(&at(input), &day.year.to_string(), false, until).await.is_ok());
            }
            return Ok(false);
        }
        let Some(list) = seen.month_list else {
            return Ok(false);
        };
        let name = MONTHS[usize::from(day.month - 1) % 12];
        for label in [name, &name[..3]] {
            if self.select(&at(list), label, until).await.is_ok() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The recorded format, else what the field shows now, else what its placeholder says.
fn format_for(recorded: Option<&str>, field: &DayField) -> Option<String> {
    if let Some(format) = recorded {
        return Some(format.to_owned());
    }
    let readings = Day::readings(&field.value);
    if let Some((format, _)) = readings.first() {
        return Some((*format).to_owned());
    }
    let hint = field.placeholder.trim().to_uppercase();
    let plain = hint.chars().all(|c| "YMD/.- ".contains(c));
    let whole = hint.contains("YY") && hint.contains('M') && hint.contains('D');
    (plain && whole).then_some(hint)
}

fn fault(field: &Chosen, why: &str) -> BrowserError {
    BrowserError::NotActionable { target: field.target.clone(), why: why.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(value: &str, placeholder: &str) -> DayField {
        DayField {
            kind: "text".into(),
            value: value.into(),
            sections: Vec::new(),
            placeholder: placeholder.into(),
        }
    }

    #[test]
    fn the_format_is_the_recorded_one_or_what_the_field_says() {
        let of = |recorded, value, placeholder| format_for(recorded, &field(value, placeholder));
        assert_eq!(of(Some("D MMM YYYY"), "2026-01-02", "").as_deref(), Some("D MMM YYYY"));
        assert_eq!(of(None, "14.03.2026", "").as_deref(), Some("DD.MM.YYYY"));
        assert_eq!(of(None, "", "mm/dd/yyyy").as_deref(), Some("MM/DD/YYYY"));
        assert_eq!(of(None, "", "Pick a day"), None);
    }
}
