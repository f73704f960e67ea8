//! Widgets that take several moves for one value.

use atelier_core::compound::Compound;
use atelier_core::day::Day;
use atelier_core::target::Target;
use atelier_core::trajectory::{Action, Value};

use super::{Change, Merger};
use crate::record::draft::Idle;
use crate::record::told::{Choose, Seen};

impl Merger {
    /// An option was taken: what opened the list and what was typed to find the option belong to it.
    pub(super) fn choose(&mut self, seen: Seen, choose: Choose, changes: &mut Vec<Change>) {
        let mut raw = Vec::new();
        let mut typed = None;
        let mut owner = None;
        while let Some(last) = self.drafts.last() {
            let key = last.key.as_str();
            let part = last.document == seen.document
                && (last.same(&seen.document, &seen.key)
                    || choose.via.as_deref() == Some(key)
                    || choose.option_key == key)
                && matches!(last.step.action, Action::Click | Action::Fill | Action::Press)
                && last.step.compound.is_none();
            if !part {
                break;
            }
            if last.is(Action::Fill) {
                typed = typed.or_else(|| last.step.text().map(str::to_owned));
            }
            if last.same(&seen.document, &seen.key) {
                owner.clone_from(&last.step.target);
            }
            self.absorb_last(&mut raw, changes);
        }
        let typed = typed.filter(|text| !text.is_empty());
        // Chosen again in the same widget: only the last choice counts.
        let again = self.drafts.last().is_some_and(|last| {
            last.same(&seen.document, &seen.key)
                && last.step.compound.is_some()
                && last.step.requests.is_empty()
                && !matches!(seen.target.as_ref().and_then(|t| t.role.as_deref()), Some("listbox"))
                && choose.kept.is_some()
        });
        if again {
            self.absorb_last(&mut raw, changes);
        }
        let (action, compound) = match (&typed, choose.input) {
            (Some(text), true) => {
                let typed = Some(text.clone()).filter(|text| *text != choose.text);
                (Action::Fill, Compound::Autocomplete { typed, option: choose.option })
            }
            _ => (Action::Select, Compound::Choice { option: choose.option }),
        };
        let value = choose.kept.clone().unwrap_or(choose.text);
        let at = self.add(seen, action, Some(Value::Text(value)), raw, changes);
        let draft = &mut self.drafts[at];
        if let Some(owner) = owner {
            draft.step.target = Some(owner);
        }
        draft.step.compound = Some(compound);
    }

    /// What the field holds after an option was taken tells an autocomplete from a list with a search field.
    pub(super) fn kept(&mut self, seen: &Seen, value: &str, changes: &mut Vec<Change>) {
        let Some(draft) = self
            .drafts
            .iter_mut()
            .rev()
            .take(3)
            .find(|draft| draft.same(&seen.document, &seen.key) && draft.step.compound.is_some())
        else {
            return;
        };
        let Some(Compound::Autocomplete { option, .. }) = &draft.step.compound else {
            return;
        };
        let chosen = draft.step.text().unwrap_or_default().to_lowercase();
        let held = value.trim().to_lowercase();
        if held.is_empty() || !(chosen.contains(&held) || held.contains(&chosen)) {
            draft.step.compound = Some(Compound::Choice { option: option.clone() });
            draft.step.action = Action::Select;
            changes.push(Change::Changed(draft.id));
        }
    }

    /// A calendar set a field: the field, what opened the calendar and every move in it become one day.
    pub(super) fn day(
        &mut self,
        seen: Seen,
        shown: &str,
        cell: &str,
        hints: &[String],
        header: &str,
        changes: &mut Vec<Change>,
    ) {
        let Some(day) = which_day(shown, cell, hints, header) else {
            // Not understood: the clicks stay what they are.
            return;
        };
        let mut raw = Vec::new();
        let mut opener: Option<Target> = None;
        let mut in_calendar = false;
        let mut owner = None;
        while let Some(last) = self.drafts.last() {
            if last.document != seen.document {
                break;
            }
            let own = last.same(&seen.document, &seen.key);
            let moves = last.calendar && last.is(Action::Click)
                || own && matches!(last.step.action, Action::Click | Action::Fill | Action::Press)
                || in_calendar && last.is(Action::Press);
            let opens = in_calendar
                && opener.is_none()
                && last.is(Action::Click)
                && !own
                && last.step.signals.is_empty()
                && last.idle != Idle::Field;
            if !moves && !opens {
                break;
            }
            in_calendar |= last.calendar;
            if own {
                owner.clone_from(&last.step.target);
            } else if opens && !moves {
                opener.clone_from(&last.step.target);
            }
            let done = opens && !moves || own && last.is(Action::Click) && in_calendar;
            self.absorb_last(&mut raw, changes);
            if done {
                break;
            }
        }
        let format = day.format_of(shown).map(str::to_owned);
        let at = self.add(seen, Action::Fill, Some(Value::Text(day.to_string())), raw, changes);
        let step = &mut self.drafts[at].step;
        if let Some(owner) = owner {
            step.target = Some(owner);
        }
        step.compound = Some(Compound::Date { format, opener });
    }
}

/// The day that was picked: by what the day's own element says, else by what the field shows.
pub(super) fn which_day(shown: &str, cell: &str, hints: &[String], header: &str) -> Option<Day> {
    let number: u8 = cell.trim().parse().ok()?;
    let readings: Vec<Day> = Day::readings(shown).into_iter().map(|(_, day)| day).collect();
    let fits = |day: &Day| day.day == number;
    let hinted = hints.iter().find_map(|hint| {
        let iso = hint.get(..10).and_then(Day::iso);
        iso.or_else(|| Day::readings(hint).into_iter().map(|(_, day)| day).find(fits))
    });
    if let Some(day) = hinted.filter(fits)
        && (readings.is_empty() || readings.contains(&day))
    {
        return Some(day);
    }
    let mut possible: Vec<Day> = readings.into_iter().filter(fits).collect();
    possible.dedup();
    if possible.len() > 1 {
        let header = header.to_lowercase();
        let named = |day: &&Day| {
            let month = day.month_name().to_lowercase();
            header.contains(&month) || header.contains(&month[..3])
        };
        if let Some(day) = possible.iter().find(named) {
            return Some(*day);
        }
    }
    possible.first().copied()
}
