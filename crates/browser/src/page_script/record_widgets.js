// Widgets that take several moves for one value: lists that are no native ones, autocompletes, calendars.

function inRoot(el, id) {
  const root = el.getRootNode();
  return id && root.getElementById ? root.getElementById(id) : null;
}

function optionAt(el) {
  for (let at = el, up = 0; at && up <= 6; at = parentOf(at), up++) if (roleOf(at) === "option" && at.tagName !== "OPTION") return at;
  return null;
}

function listOf(option) {
  for (let at = parentOf(option), up = 0; at && up <= 8; at = parentOf(at), up++) if (roleOf(at) === "listbox") return at;
  return null;
}

// The field or button that a list of options belongs to.
function ownerOf(list, option, before) {
  const ids = [list && list.id, option.id].filter(Boolean);
  const named = (el) => ["aria-controls", "aria-owns", "aria-activedescendant"].some((name) => (attr(el, name) || "").split(/\s+/).some((id) => ids.includes(id)));
  forget();
  const all = everything();
  const owner = ids.length ? all.find((el) => named(el) && el !== list) : null;
  if (owner) {
    // A wrapper may be the combobox by its role, and the field in it the one that is used.
    const inner = owner.tagName !== "INPUT" && owner.querySelector ? owner.querySelector("input:not([type=hidden]),[role=combobox]") : null;
    return inner && visible(inner) ? inner : owner;
  }
  const active = option.ownerDocument.activeElement;
  const opens = (el) => el && el !== list && (/^(listbox|true)$/.test(attr(el, "aria-haspopup") || "") || attr(el, "aria-expanded") === "true" || roleOf(el) === "combobox");
  if (opens(active)) return active;
  if (before && before.control.isConnected && opens(before.control)) return before.control;
  return null;
}

function activeOption(el) {
  const option = inRoot(el, attr(el, "aria-activedescendant"));
  return option && roleOf(option) === "option" ? option : null;
}

let owned = null;

// A click on an option of a list that belongs to something. False where it is a click like any other.
function tellChoice(control, before, body) {
  const option = optionAt(control);
  if (option) return tellOption(option, null, { ...body, before });
  // Suggestions without roles: what was typed last is looked at again once the page took the choice.
  const field = owned && owned.field.isConnected && performance.now() - owned.at < 30000 ? owned.field : null;
  if (field && !composedContains(control, field) && !visibleAtTyping(control)) {
    const typed = valueOfField(field);
    const said = textOf(control);
    const one = portrait(control);
    for (const wait of [0, 60, 250]) setTimeout(() => tookOver(field, typed, said, one), wait);
  }
  return false;
}

function visibleAtTyping(el) {
  return owned.visible.has(el);
}

function tookOver(field, typed, said, option) {
  if (!owned || !field.isConnected) return;
  const value = valueOfField(field);
  if (value === typed || !value || secretField(field)) return;
  const a = fold(value);
  const b = fold(said);
  if (!a || !b || (!b.includes(a) && !a.includes(b))) return;
  owned = null;
  told.set(field, { value, told: true });
  const one = fieldPortrait(field);
  act("choose", one, { value: said.length <= 200 ? said : value, option: option.target, option_key: option.key, kept: value, typed: true });
}

// Remembers the field that is typed in and what could be seen before it offered anything.
listen("input", (event) => {
  if (!event.isTrusted) return;
  const field = textField(origin(event));
  if (!field || secretField(field)) return;
  if (!owned || owned.field !== field) owned = { field, visible: visibleThen, at: 0 };
  owned.at = performance.now();
});

function tellOption(option, by, body) {
  const list = listOf(option);
  const owner = by || ownerOf(list, option, body.before);
  if (!owner) return false;
  const taken = portrait(option);
  const said = nameOf(option) || textOf(option);
  const one = isField(owner) ? fieldPortrait(owner) : portrait(owner);
  const { before, ...rest } = body;
  const near = before && !composedContains(list || option, before.el) && related(before.el, owner) ? before.key : null;
  owned = null;
  const seq = act("choose", one, {
    ...rest,
    value: clip(said),
    option: taken.target,
    option_key: taken.key,
    via: near,
    input: isField(owner),
  });
  if (isField(owner)) {
    const tellKept = () => {
      if (!owner.isConnected || secretField(owner)) return;
      const value = valueOfField(owner);
      dirty.delete(owner);
      told.set(owner, { value, told: true });
      tell("kept", { of: seq, key: one.key, value });
    };
    setTimeout(tellKept, 80);
  }
  lastActAt = performance.now();
  return true;
}

// Parts of one widget: its box, its arrow, its label.
function related(a, b) {
  if (composedContains(a, b) || composedContains(b, a)) return true;
  const label = a.closest ? a.closest("label") : null;
  if (label && label.control === b) return true;
  for (let at = parentOf(b), up = 0; at && up < 4; at = parentOf(at), up++) {
    if (composedContains(at, a)) return at.querySelectorAll("input:not([type=hidden]),select,textarea,[role=combobox]").length <= 1;
  }
  return false;
}

// Calendars ----------------------------------------------------------------------------------------------------

const DAY_CELLS = "td,[role=gridcell],button,span,div,a";

function isDay(el) {
  return /^(0?[1-9]|[12]\d|3[01])$/.test((el.textContent || "").trim());
}

// The calendar around an element: the nearest block with the days of a month in it.
function calendarOf(el) {
  for (let at = el, up = 0; at && up <= 9 && at.tagName !== "BODY"; at = parentOf(at), up++) {
    if (!at.querySelectorAll) continue;
    const cells = at.querySelectorAll(DAY_CELLS);
    if (cells.length < 20) continue;
    if (cells.length > 700) return null;
    const days = new Set();
    for (const cell of cells) if (!cell.firstElementChild && isDay(cell)) days.add(Number(cell.textContent.trim()));
    if (days.size >= 20) return at;
  }
  return null;
}

// A day made of parts that take keys: what holds just the parts, and the group that the page makes of it.
function dayParts(el) {
  const section = el.closest ? el.closest("[role=spinbutton]") : null;
  for (let at = section || el, up = 0; at && up <= 5 && at.tagName !== "BODY"; at = parentOf(at), up++) {
    const sections = at.querySelectorAll ? at.querySelectorAll("[role=spinbutton]:not(input)") : [];
    const parts = {};
    for (const one of sections) {
      const part = fold(nameOf(one) || attr(one, "data-type") || attr(one, "data-segment") || "").match(/year|month|day/);
      if (part) parts[part[0]] = one;
    }
    if (!parts.year || !parts.month || !parts.day) continue;
    let group = at;
    for (let outer = at, more = 0; outer && more <= 2; outer = parentOf(outer), more++) {
      if (roleOf(outer) === "group") {
        group = outer;
        break;
      }
    }
    return { box: at, group, parts };
  }
  return null;
}

// The day that the parts hold together; none while one of them is open.
function dayOf({ parts }) {
  const number = (el) => Number(attr(el, "aria-valuenow") || (textOf(el).match(/^\d+$/) || [0])[0]);
  const [year, month, day] = [number(parts.year), number(parts.month), number(parts.day)];
  if (year < 1000 || year > 9999 || month < 1 || month > 12 || day < 1 || day > 31) return null;
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

// What the parts show is no identity of their group.
function partsPortrait({ group }) {
  const one = fieldPortrait(group);
  delete one.target.text;
  return one;
}

// A click inside of a calendar. The field that shows another day afterwards is the one that is set.
function tellDay(control, el, body) {
  const calendar = calendarOf(el);
  if (!calendar) return false;
  const fields = Array.from(document.querySelectorAll("input:not([type=hidden])"), (field) => [field, field.value]);
  const one = lastClick.portrait;
  const cell = (el.textContent || "").trim();
  // Around the day: whoever holds the machine-readable date.
  const hints = [];
  for (let at = el, up = 0; at && up < 4 && at !== calendar; at = parentOf(at), up++) {
    for (const name of ["datetime", "data-date", "data-day", "data-value", "aria-label", "title", "data-iso", "data-timestamp"]) {
      const value = attr(at, name);
      if (value) hints.push(value);
    }
  }
  const header = clip(textOf(calendar), 120);
  act("click", one, { ...body, calendar: true });
  if (!isDay(el)) return true;
  let done = false;
  const look = () => {
    if (done) return;
    for (const [field, before] of fields) {
      if (!field.isConnected || field.value === before || !field.value || secretField(field)) continue;
      done = true;
      told.set(field, { value: field.value, told: true });
      dirty.delete(field);
      const parts = dayParts(field);
      act("day", parts ? partsPortrait(parts) : fieldPortrait(field), { value: field.value, cell, hints, header, raw: [] });
      return;
    }
  };
  for (const wait of [0, 40, 150, 400]) setTimeout(look, wait);
  return true;
}
