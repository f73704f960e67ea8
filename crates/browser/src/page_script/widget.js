// Widgets of several moves: lists that are no native ones, and calendars.

const CHOICES = new Set(["option", "menuitem", "menuitemradio", "menuitemcheckbox", "treeitem", "gridcell", "radio", "row"]);
const POPUP = "[role=listbox],[role=menu],[role=tree],[role=grid],[role=dialog],[popover],dialog,[role=presentation],[role=tooltip]";

// Elements that showed a text before the list was opened, so that the option is told from the chosen value.
let shownBefore = new WeakSet();
let boxesBefore = new WeakSet();

function noteChoices({ text }) {
  mark();
  shownBefore = new WeakSet();
  boxesBefore = new WeakSet();
  for (const el of elementsWithText(text).keys()) if (visible(el)) shownBefore.add(el);
  for (const el of everything()) if (visible(el)) boxesBefore.add(el);
  return { ok: true };
}

function referenced(field) {
  const out = [];
  for (let at = field, up = 0; at && up < 4; at = parentOf(at), up++) {
    for (const name of ["aria-controls", "aria-owns", "list"]) {
      for (const id of (attr(at, name) || "").split(/\s+/).filter(Boolean)) {
        const root = at.getRootNode();
        const other = root.getElementById ? root.getElementById(id) : null;
        if (other) out.push(other);
      }
    }
  }
  return out;
}

// How much an element is a choice of the list that was opened for a field.
function choiceRank(el, field, owned) {
  let rank = 0;
  const role = roleOf(el);
  if (CHOICES.has(role)) rank += 4;
  if (owned.some((list) => composedContains(list, el))) rank += 4;
  for (let at = el, up = 0; at && up < 8; at = parentOf(at), up++) {
    if (at.matches && at.matches(POPUP)) {
      rank += 2;
      break;
    }
  }
  if (!boxesBefore.has(el)) rank += 3;
  if (/^(LI|OPTION)$/.test(el.tagName) || interactive(el)) rank += 1;
  return rank;
}

function choiceOf(el) {
  for (let at = el, up = 0; at && up < 4; at = parentOf(at), up++) if (CHOICES.has(roleOf(at)) || at.tagName === "LI") return at;
  return el;
}

// The choice with a text in what is open. `loose`: a longer text that begins with the wanted one will do, if it
// is the only one.
function findChoice({ field: id, texts, loose }) {
  const field = id ? node(id) : null;
  const owned = field ? referenced(field) : [];
  const own = (el) => field && (el === field || composedContains(el, field)) && !CHOICES.has(roleOf(el));
  const inside = (el) => field && composedContains(field, el) && !CHOICES.has(roleOf(choiceOf(el)));
  const hits = new Map();
  const consider = (el) => {
    if (!visible(el) || own(el) || inside(el)) return;
    const choice = choiceOf(el);
    if (own(choice) || !visible(choice)) return;
    const rank = choiceRank(choice, field, owned);
    // What stood there before and is nothing one chooses from is the page's own text.
    if (rank < 3) return;
    if (!hits.has(choice) || hits.get(choice) < rank) hits.set(choice, rank);
  };
  for (const text of texts) {
    for (const el of elementsWithText(text).keys()) consider(el);
    if (!hits.size) {
      for (const el of everything()) {
        if (CHOICES.has(roleOf(el)) && likeness(nameOf(el), collapse(text), fold(text)) > 1) consider(el);
      }
    }
    if (hits.size) break;
  }
  let how = "text";
  if (!hits.size && loose) {
    how = "beginning of the text";
    for (const text of texts) {
      const want = fold(text);
      for (const el of everything()) {
        if (!CHOICES.has(roleOf(el)) && el.tagName !== "LI") continue;
        const have = fold(textOf(el));
        if (have.startsWith(want) && !/[\p{L}\p{N}]/u.test(have[want.length] || " ")) consider(el);
      }
      if (hits.size) break;
    }
  }
  if (hits.size) {
    const best = Math.max(...hits.values());
    let top = Array.from(hits.keys()).filter((el) => hits.get(el) === best);
    top = top.filter((el) => !top.some((other) => other !== el && composedContains(other, el)));
    if (top.length === 1 || (how === "text" && top.every((el) => textOf(el) === textOf(top[0]) && roleOf(el) !== "option"))) {
      const el = top[top.length - 1];
      return { handle: handle(el), disabled: disabled(el), how };
    }
    return { several: top.map(sketch) };
  }
  const offered = everything().filter((el) => CHOICES.has(roleOf(el)) && visible(el) && !boxesBefore.has(el));
  return { offered: offered.slice(0, 40).map((el) => clip(textOf(el) || nameOf(el), 80)).filter(Boolean) };
}

// The box of the open list that scrolls, if one does.
function scroller(field) {
  const owned = field ? referenced(field) : [];
  const lists = [...owned, ...everything().filter((el) => el.matches(POPUP) || (!boxesBefore.has(el) && el.children.length > 2))];
  for (const list of lists) {
    if (!visible(list)) continue;
    for (const el of [list, ...list.querySelectorAll("*")]) {
      if (el.scrollHeight > el.clientHeight + 4 && el.clientHeight > 20) {
        const flow = el.ownerDocument.defaultView.getComputedStyle(el).overflowY;
        if (flow === "auto" || flow === "scroll") return el;
      }
    }
    for (let at = list.parentElement; at && at !== document.body && !boxesBefore.has(at); at = at.parentElement) {
      if (at.scrollHeight > at.clientHeight + 4 && at.clientHeight > 20) return at;
    }
  }
  return null;
}

// Scrolls through the open list from its top until the choice is drawn.
async function seekChoice({ field, texts, budget }) {
  const box = scroller(field ? node(field) : null);
  if (!box) return {};
  const end = performance.now() + budget;
  box.scrollTop = 0;
  for (;;) {
    await nextFrame();
    forget();
    let found = findChoice({ field, texts, loose: false });
    if (found.handle) return found;
    const before = box.scrollTop;
    box.scrollTop = before + Math.max(20, box.clientHeight * 0.9);
    if (box.scrollTop <= before + 1) {
      await nextFrame();
      forget();
      found = findChoice({ field, texts, loose: false });
      // The end may grow as it is reached.
      if (found.handle || box.scrollTop + box.clientHeight >= box.scrollHeight - 1) return found.handle ? found : {};
    }
    if (performance.now() > end) return {};
  }
}

// What a widget shows as chosen, and whether its list is open.
function shownChoice({ handle: id }) {
  const el = node(id);
  if (!el) return { gone: true, texts: [], open: false, active: null };
  const field = fieldOf(el);
  // What was typed into a field is no choice yet.
  const texts = isField(field) ? [] : [textOf(el)];
  for (let at = parentOf(el), up = 0; at && up < 3; at = parentOf(at), up++) {
    const text = textOf(at);
    if (text.length <= 200) texts.push(text);
  }
  const open = attr(field, "aria-expanded") === "true" || referenced(field).some(visible);
  const root = field.getRootNode();
  const activeId = attr(field, "aria-activedescendant");
  let active = activeId && root.getElementById ? root.getElementById(activeId) : null;
  if (!active) {
    active = everything().find(
      (other) => CHOICES.has(roleOf(other)) && !boxesBefore.has(other) && visible(other) && (other.matches(":focus") || attr(other, "aria-selected") === "true"),
    );
  }
  return { gone: false, typed: isField(field), texts: texts.map((text) => collapse(text)).filter(Boolean), open, active: active ? textOf(active) : null };
}

const MONTH_NAMES = [
  "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
];
const pad = (n) => String(n).padStart(2, "0");
const isoOf = (year, month, day) => `${year}-${pad(month)}-${pad(day)}`;

// A month of the year in a text: 1 to 12, 0 for none.
function monthIn(text) {
  const low = text.toLowerCase();
  for (let i = 0; i < 12; i++) {
    const name = MONTH_NAMES[i];
    if (new RegExp(`(?<!\\p{L})(${name}|${name.slice(0, 3)}|${name.slice(0, 4)})\\.?(?!\\p{L})`, "u").test(low)) return i + 1;
  }
  return 0;
}

// The day that a text or an attribute says, as YYYY-MM-DD; empty for none.
function dayIn(text) {
  if (!text) return "";
  const iso = text.match(/(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/);
  if (iso) return isoOf(iso[1], iso[2], iso[3]);
  const month = monthIn(text);
  if (!month) return "";
  const year = text.match(/(?<!\d)(\d{4})(?!\d)/);
  const day = text.replace(/(?<!\d)\d{4}(?!\d)/, " ").match(/(?<!\d)(\d{1,2})(?:st|nd|rd|th)?(?!\d)/);
  return year && day ? isoOf(year[1], month, day[1]) : "";
}

function cellDate(cell) {
  for (let at = cell, up = 0; at && up < 3; at = at.parentElement, up++) {
    for (const name of ["data-date", "data-day", "data-iso", "datetime", "data-value", "aria-label", "title"]) {
      const day = dayIn(attr(at, name));
      if (day) return day;
    }
    const stamp = attr(at, "data-timestamp") || attr(at, "data-time");
    if (stamp && /^-?\d{11,14}$/.test(stamp)) {
      const date = new Date(Number(stamp));
      return isoOf(date.getFullYear(), date.getMonth() + 1, date.getDate());
    }
    const year = attr(at, "data-year");
    const month = attr(at, "data-month");
    const number = attr(cell, "data-date") || textOf(cell);
    if (year && month && /^\d{1,2}$/.test(number)) return isoOf(year, Number(month) + 1, number);
  }
  const time = cell.querySelector ? cell.querySelector("time[datetime]") : null;
  return time ? dayIn(attr(time, "datetime")) : "";
}

function dayCells() {
  const out = [];
  for (const el of everything()) {
    if (el.childElementCount > 3 || /^(OPTION|SELECT|INPUT|SCRIPT|STYLE)$/.test(el.tagName)) continue;
    const text = el.textContent.trim();
    if (!/^\d{1,2}$/.test(text) || Number(text) < 1 || Number(text) > 31) continue;
    if (Array.from(el.children).some((child) => child.textContent.trim() === text)) continue;
    if (!visible(el)) continue;
    let cell = el;
    for (let at = el, up = 0; at && up < 3 && at.textContent.trim() === text; at = at.parentElement, up++) {
      if (at.tagName === "BUTTON" || attr(at, "role") === "gridcell" || attr(at, "role") === "button" || at.hasAttribute("data-date")) {
        cell = at;
        break;
      }
      if (at.tagName === "TD") cell = at;
    }
    out.push({ el: cell, day: Number(text) });
  }
  return out;
}

// The calendars that are open: their days, what leads to other months, and the month shown.
function calendar({ field: id }) {
  const field = id ? node(id) : null;
  const cells = dayCells();
  let root = null;
  const count = (el) => cells.filter((cell) => composedContains(el, cell.el)).length;
  for (const cell of cells) {
    let up = 0;
    for (let at = parentOf(cell.el); at && at !== document.body && up < 8; at = parentOf(at), up++) {
      if (count(at) >= 27) {
        root = at;
        break;
      }
    }
    if (root) break;
  }
  if (!root) return { open: false };
  const head = (el) => monthIn(textOf(el)) > 0 || el.querySelector("select,input");
  for (let up = 0; up < 4 && !(head(root) && controlsOf(root).next); up++) {
    const parent = parentOf(root);
    if (!parent || parent === document.body || (field && composedContains(parent, field) && head(root))) break;
    if (parent.tagName === "FORM" || parent.tagName === "MAIN") break;
    root = parent;
  }
  const inside = cells.filter((cell) => composedContains(root, cell.el));
  const controls = controlsOf(root);
  const shown = shownMonth(root, controls);
  let run = 0;
  let last = 99;
  const days = inside.map((cell) => {
    if (cell.day <= last && (cell.day === 1 || run === 0)) run += cell.day === 1 || run > 0 ? 1 : 0;
    last = cell.day;
    const dim = disabled(cell.el) || cell.el.closest(".disabled,[aria-disabled=true]") !== null;
    let date = cellDate(cell.el);
    // Without a date of its own, a day of the month shown is one after the first 1 and before the second.
    if (!date && shown.year && shown.month && run === 1) date = isoOf(shown.year, shown.month, cell.day);
    return { handle: handle(cell.el), day: cell.day, date, disabled: dim };
  });
  const outer = (day) => {
    const el = node(day.handle);
    return /(^|[-_\s])(other|outside|prev(ious)?|next|adjacent|muted)/i.test(typeof el.className === "string" ? el.className.replace(/(hover|focus)\S*/gi, "") : "");
  };
  days.sort((a, b) => Number(outer(a)) - Number(outer(b)));
  return {
    open: true,
    year: shown.year,
    month: shown.month,
    days,
    next: controls.next ? handle(controls.next) : null,
    previous: controls.previous ? handle(controls.previous) : null,
    month_list: controls.monthList ? handle(controls.monthList) : null,
    year_list: controls.yearList ? handle(controls.yearList) : null,
    year_field: controls.yearField ? handle(controls.yearField) : null,
  };
}

function controlsOf(root) {
  const out = { next: null, previous: null, monthList: null, yearList: null, yearField: null };
  const name = (el) => `${nameOf(el)} ${typeof el.className === "string" ? el.className : ""} ${attr(el, "data-testid") || ""} ${attr(el, "data-action") || ""}`;
  const forward = /(^|[\s_-])next|[›»→>]|forward|chevronright|arrowright/i;
  const back = /(^|[\s_-])(prev|previous)([\s_-]|$)|prev-?month|previous month|[‹«←<]|(^|\s)back\b|chevronleft|arrowleft/i;
  for (const el of under(root)) {
    if (!visible(el)) continue;
    if (el.tagName === "SELECT") {
      const labels = Array.from(el.options, (o) => collapse(o.text));
      if (labels.length >= 12 && labels.filter((text) => monthIn(text)).length >= 12) out.monthList = el;
      else if (labels.filter((text) => /^\d{4}$/.test(text)).length > 1) out.yearList = el;
      continue;
    }
    if (el.tagName === "INPUT" && /^\d{4}$/.test(el.value)) {
      out.yearField = el;
      continue;
    }
    const clickable = interactive(el) || /(^|[-_\s])(prev|next)([-_\s]|$)/i.test(typeof el.className === "string" ? el.className : "");
    if (!clickable || el.tagName === "svg" || el.closest("svg")) continue;
    const said = name(el);
    if (/year|decade/i.test(said) && !/month/i.test(said)) continue;
    if (/^\d{1,2}$/.test(textOf(el))) continue;
    if (forward.test(said) && !back.test(said)) out.next = out.next && /month/i.test(name(out.next)) ? out.next : el;
    else if (back.test(said)) out.previous = out.previous && /month/i.test(name(out.previous)) ? out.previous : el;
  }
  return out;
}

function shownMonth(root, controls) {
  let month = 0;
  let year = 0;
  if (controls.monthList) month = monthIn(collapse(controls.monthList.selectedOptions[0] ? controls.monthList.selectedOptions[0].text : ""));
  if (controls.yearList) year = Number(collapse(controls.yearList.selectedOptions[0] ? controls.yearList.selectedOptions[0].text : "")) || 0;
  if (controls.yearField) year = Number(controls.yearField.value) || 0;
  if (month && year) return { month, year };
  for (const el of under(root)) {
    if (el.tagName === "SELECT" || el.tagName === "OPTION" || !rendered(el)) continue;
    const text = clip(textOf(el), 60);
    if (text.length > 40 || /^\d{1,2}$/.test(text)) continue;
    if (!month) month = monthIn(text);
    const found = text.match(/(?<!\d)(19|20|21)\d{2}(?!\d)/);
    if (!year && found) year = Number(found[0]);
    if (month && year) break;
  }
  return { month, year };
}

// How a day field takes its value: `native`, `sections`, `text`, or only by the calendar.
function dayField({ handle: id }) {
  const el = node(id);
  if (!el) return { kind: "gone", value: "", sections: [] };
  const field = fieldOf(el);
  const scope = isField(el) ? parentOf(el) : el;
  const sections = [];
  for (const one of scope ? under(scope) : []) {
    if (roleOf(one) !== "spinbutton" || one.tagName === "INPUT") continue;
    const label = fold(nameOf(one) || attr(one, "data-type") || attr(one, "data-segment") || "");
    const part = /year/.test(label) ? "year" : /month/.test(label) ? "month" : /day/.test(label) ? "day" : null;
    if (part) sections.push({ part, handle: handle(one) });
  }
  if (sections.length >= 3) return { kind: "sections", value: textOf(scope), sections };
  if (!isField(field)) return { kind: "calendar", value: textOf(el), sections: [] };
  if (/^(date|month|week|datetime-local)$/.test(field.type)) return { kind: field.type, value: field.value, sections: [] };
  if (field.readOnly || disabled(field)) return { kind: "calendar", value: field.value, sections: [] };
  return { kind: "text", value: field.value, sections: [], placeholder: attr(field, "placeholder") || "" };
}

// Leaves a field, as a person does with the Tab key, without moving on to the next one.
function leave({ handle: id }) {
  const el = node(id);
  const field = el ? fieldOf(el) : null;
  if (field && field.blur) field.blur();
  return { value: field && isField(field) ? field.value : el ? textOf(el) : "" };
}
