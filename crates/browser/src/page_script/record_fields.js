// Typing, choosing, ticking, uploading, and keys.

// Fields with text that was not told yet, each with what was seen.
const dirty = new Map();
const told = new WeakMap();
const portraits = new WeakMap();

// The editing host around an element, if it stands in one.
function editing(el) {
  let host = null;
  for (let at = el; at && at.nodeType === 1; at = parentOf(at)) {
    if (editableHost(at)) host = at;
    else if (host && !at.isContentEditable) break;
  }
  return host;
}

// The field whose text an event changes; none where there is no text.
function textField(el) {
  if (el.tagName === "TEXTAREA") return el;
  if (el.tagName === "INPUT") return /^(checkbox|radio|file|submit|button|reset|image|hidden)$/.test(el.type) ? null : el;
  return editing(el);
}

function valueOfField(el) {
  return isField(el) ? el.value : linesOf(el).replace(/\n+$/, "");
}

// Taken before anything is typed: labels inside of fields move or go away.
function fieldPortrait(el) {
  let one = portraits.get(el);
  if (!one || !one.el.isConnected) {
    one = portrait(el);
    portraits.set(el, one);
  }
  return one;
}

listen("focusin", (event) => {
  const el = textField(origin(event));
  if (!el || portraits.has(el)) return;
  forget();
  secretField(el);
  setTimeout(() => {
    if (el.isConnected && !portraits.has(el)) check(fieldPortrait(el));
  }, 0);
});

listen("beforeinput", (event) => {
  if (!event.isTrusted) return;
  const el = textField(origin(event));
  if (el && !told.has(el)) told.set(el, { value: valueOfField(el) });
});

listen("input", (event) => {
  if (!event.isTrusted) return;
  const el = textField(origin(event));
  if (!el) return;
  note(el, raw(event));
});

function note(el, what) {
  let one = dirty.get(el);
  if (!one) {
    one = { raw: [], timer: 0 };
    dirty.set(el, one);
  }
  if (secretField(el)) keepSecret(valueOfField(el));
  if (one.raw.length < 40) one.raw.push(what);
  clearTimeout(one.timer);
  one.timer = setTimeout(() => flush(el), 400);
  lastActAt = performance.now();
}

function flushFields() {
  for (const el of Array.from(dirty.keys())) flush(el);
}

const NATIVE_DAYS = /^(date)$/;

function flush(el) {
  const one = dirty.get(el);
  if (!one) return;
  dirty.delete(el);
  clearTimeout(one.timer);
  const value = valueOfField(el);
  const before = told.get(el);
  if (before && before.told && before.value === value) return;
  told.set(el, { value, told: true });
  forget();
  const kind = secretField(el) || looksSecret(value) || (secrets.has(value) ? "password" : null);
  const parts = dayParts(el);
  const mine = parts ? partsPortrait(parts) : fieldPortrait(el);
  const body = { raw: one.raw };
  if (kind) {
    keepSecret(value);
    body.secret = kind;
    body.empty = value === "";
  } else if (parts) {
    const day = dayOf(parts);
    body.value = day || collapse(textOf(parts.box));
    if (day) body.day = "parts";
  } else {
    body.value = value;
    if (el.tagName === "INPUT" && NATIVE_DAYS.test(el.type)) body.day = "native";
    if (el.tagName === "INPUT" && el.type === "range") body.slider = true;
  }
  act("fill", mine, body);
}

listen("change", (event) => changed(event));

const attended = new WeakSet();
const seenChanges = new WeakSet();

// Changes stay inside of the shadow root where they happen.
function attend(root) {
  watch(root);
  if (attended.has(root)) return;
  attended.add(root);
  listen("change", changed, root);
}

function changed(event) {
  // From a slot it comes by the shadow root and by the document.
  if (seenChanges.has(event)) return;
  seenChanges.add(event);
  const el = origin(event);
  if (el.tagName === "INPUT" && el.type === "file") {
    const values = Array.from(el.files || [], (file) => file.name);
    if (values.length) {
      flushFields();
      act("upload", portrait(el), { values, via: opensFiles.get(el) || null, raw: [raw(event)] });
    }
    return;
  }
  if (!event.isTrusted) return;
  if (el.tagName === "SELECT") {
    flushFields();
    const chosen = Array.from(el.selectedOptions, (option) => collapse(option.label || option.text));
    const before = selectedBefore.get(el) || [];
    selectedBefore.set(el, chosen);
    const fresh = el.multiple ? chosen.filter((label) => !before.includes(label)) : chosen;
    // A list's visible text is the choice: it is no identity of the list.
    for (const value of fresh) act("select", portrait(el), { value, raw: [raw(event)] });
    return;
  }
  if (el.tagName === "INPUT" && /^(checkbox|radio)$/.test(el.type)) {
    act(el.checked ? "check" : "uncheck", portrait(el), { raw: [raw(event)] });
    return;
  }
  const field = textField(el);
  if (!field) return;
  const before = told.get(field);
  const value = valueOfField(field);
  if (dirty.has(field)) flush(field);
  else if (value !== (before ? before.value : "") && (value || before)) {
    // Filled in by the browser, not by keys.
    note(field, raw(event));
    flush(field);
  }
}

const selectedBefore = new WeakMap();

listen("focusin", (event) => {
  const el = origin(event);
  if (el.tagName === "SELECT" && !selectedBefore.has(el)) selectedBefore.set(el, Array.from(el.selectedOptions, (option) => collapse(option.label || option.text)));
});

listen("focusout submit", () => flushFields());
listen("pagehide", () => flushFields());

// Keys ---------------------------------------------------------------------------------------------------------

const EDITING = new Set(["a", "c", "v", "x", "z", "y"]);

listen("keydown", (event) => {
  if (!event.isTrusted || event.isComposing || event.repeat) return;
  const key = event.key;
  if (/^(Control|Shift|Alt|Meta|AltGraph|CapsLock|Dead|Process|Unidentified|Tab)$/.test(key)) return;
  const el = origin(event);
  const field = textField(el);
  const combo = field && (roleOf(el) === "combobox" || attr(el, "aria-autocomplete") || attr(el, "aria-activedescendant") || attr(el, "aria-expanded") === "true");
  const chord = event.ctrlKey || event.metaKey || (event.altKey && !field);
  const mark = { type: "keydown", at: Math.round(event.timeStamp) };
  if (chord) {
    if (event.ctrlKey && event.altKey && key.length === 1) return;
    if (key.length === 1 && EDITING.has(key.toLowerCase()) && field && !event.altKey) return;
    if (/^(F5|r)$/i.test(key) && !event.altKey && !event.shiftKey && key !== "r") return;
    press(event, el, field, mark);
    return;
  }
  if (key === "Enter") {
    lastEnter = { el, at: performance.now() };
    const active = combo && activeOption(el);
    if (active) {
      flushFields();
      if (tellOption(active, el, { raw: [mark], by_key: true })) return;
    }
    // In running text it is a part of the text; on a control the click that it makes is told.
    if (field && (field.tagName === "TEXTAREA" || !isField(field)) && !combo) return submitsOnEnter(event, el, field, mark);
    if (!field && (interactive(el) || el.tagName === "SUMMARY") && el.tagName !== "INPUT") return;
    press(event, el, field, mark);
    return;
  }
  if (key === "Escape" || /^F([1-4]|[6-9]|1\d)$/.test(key)) {
    press(event, el, field, mark);
    return;
  }
  if (field) {
    if (combo && /^Arrow(Up|Down)$/.test(key)) press(event, el, field, mark);
    return;
  }
  if (el.tagName === "SELECT" || (isField(el) && /^(radio|range|checkbox)$/.test(el.type))) return;
  if (/^Arrow/.test(key)) {
    // Where it only scrolls, it is no step.
    if (el !== document.body && el !== document.documentElement) press(event, el, null, mark);
    return;
  }
  if (/^(Delete|Backspace)$/.test(key)) press(event, el, null, mark);
  else if (key.length === 1 && key !== " " && !secretField(el)) press(event, el, null, mark);
});

// Chats send on Enter: the text is gone a moment later.
function submitsOnEnter(event, el, field, mark) {
  if (event.shiftKey) return;
  flushFields();
  const before = valueOfField(field);
  if (!before.trim()) return;
  const one = fieldPortrait(field);
  setTimeout(() => {
    if (field.isConnected && valueOfField(field).trim() === "") {
      dirty.delete(field);
      told.delete(field);
      act("press", one, { value: "Enter", raw: [mark] });
    }
  }, 0);
}

function press(event, el, field, mark) {
  flushFields();
  const parts = [];
  if (event.ctrlKey) parts.push("Control");
  if (event.altKey) parts.push("Alt");
  if (event.metaKey) parts.push("Meta");
  const key = event.key === " " ? "Space" : event.key;
  if (event.shiftKey && (parts.length || key.length > 1)) parts.push("Shift");
  parts.push(key);
  const value = parts.join("+");
  const body = { value, raw: [{ ...mark, key: value }] };
  if (el === document.body || el === document.documentElement) {
    tell("press", body);
    expectChange();
  } else {
    act("press", field ? fieldPortrait(field) : portrait(el), body);
  }
  lastActAt = performance.now();
}
