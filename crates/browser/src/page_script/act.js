// Form fields: what cannot be done by mouse and keyboard alone.

const TYPED = new Set(["text", "search", "email", "password", "tel", "url", "number", ""]);

function fire(el, kind) {
  const view = el.ownerDocument.defaultView;
  el.dispatchEvent(new view.Event(kind, { bubbles: true, composed: kind === "input" }));
}

function setValue(el, value) {
  const view = el.ownerDocument.defaultView;
  const proto = el.tagName === "TEXTAREA" ? view.HTMLTextAreaElement.prototype : view.HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(proto, "value").set.call(el, value);
}

function isField(el) {
  return el.tagName === "INPUT" || el.tagName === "TEXTAREA";
}

function selectAll(el) {
  el.focus({ preventScroll: true });
  if (isField(el)) {
    el.select();
    return;
  }
  const view = el.ownerDocument.defaultView;
  const range = el.ownerDocument.createRange();
  range.selectNodeContents(el);
  const selection = view.getSelection();
  selection.removeAllRanges();
  selection.addRange(range);
}

// The editable element meant: itself, the control of a label, or the one field inside.
function fieldOf(el) {
  if (isField(el) || el.isContentEditable || el.tagName === "SELECT") return el;
  if (el.tagName === "LABEL" && el.control) return el.control;
  const inner = el.querySelectorAll("input:not([type=hidden]),textarea,[contenteditable]");
  return inner.length === 1 ? inner[0] : el;
}

// Sets the whole value of a field. `mode`: `done`; `type` where the text is selected and real keys are needed
// after all; `refused` or `gone` otherwise.
async function fill({ handle: id, value, budget, secret: given_secret }) {
  const state = await ready({ handle: id, hit: false, stable: false, budget });
  const given = node(id);
  if (!given) return { mode: "gone" };
  if (!state.ok) return { mode: "refused", why: state.reason };
  const el = fieldOf(given);
  if (given_secret) secretFields.add(el);
  const secret = hasSecret(el);
  if (disabled(el)) return { mode: "refused", why: "disabled" };
  if (el.readOnly) return { mode: "refused", why: "readonly" };
  if (el.tagName === "SELECT") return { mode: "refused", why: "select" };
  if (el.tagName === "INPUT" && !TYPED.has(el.type)) {
    if (/^(checkbox|radio|file|submit|button|reset|image)$/.test(el.type)) return { mode: "refused", why: el.type };
    el.focus({ preventScroll: true });
    setValue(el, value);
    if (el.value !== value && !(el.type === "color" || el.type === "range")) {
      return { mode: "refused", why: "malformed" };
    }
    fire(el, "input");
    fire(el, "change");
    return { mode: "done", secret };
  }
  if (!isField(el) && !el.isContentEditable) return { mode: "refused", why: "fixed" };
  if (!isField(el) && isEditor(el, value)) return { mode: "editor", handle: handle(el), secret };
  selectAll(el);
  const empty = isField(el) ? el.value === "" : !textOf(el);
  if ((value || !empty) && typeOver(el, value)) {
    if (isField(el)) endFill({ handle: handle(el) });
    return { mode: "done", secret };
  }
  if (!value && empty) return { mode: "done", secret };
  selectAll(el);
  return { mode: "type", handle: handle(el), secret };
}

// Editors that mirror their document into the page; and any editable text of several lines.
function isEditor(el, value) {
  if (value.includes("\n")) return true;
  const marks = ".ProseMirror,.ql-editor,.cm-content,.DraftEditor-root,.public-DraftEditor-content,.ck-editor__editable,[data-lexical-editor],[data-slate-editor]";
  return Boolean(el.closest(marks)) || /editor/i.test(typeof el.className === "string" ? el.className : "");
}

// Types over what is selected, as the editing commands of the page do: `beforeinput` and `input` are real, and
// keys are reported around them for pages that wait for `keyup`. False where the page did not take it.
function typeOver(el, value) {
  const doc = el.ownerDocument;
  const view = doc.defaultView;
  const key = value ? Array.from(value).pop() : "Delete";
  const press = (kind) =>
    el.dispatchEvent(new view.KeyboardEvent(kind, { key: key === "\n" ? "Enter" : key, bubbles: true, composed: true, cancelable: true }));
  press("keydown");
  if (!el.isConnected) return true;
  const done = value ? doc.execCommand("insertText", false, value) : doc.execCommand("delete");
  if (!done) return false;
  press("keyup");
  if (!isField(el) || !el.isConnected) return true;
  return el.value !== "" || value === "";
}

// Pages that only listen for `change` hear of the new value at once, and not again when the field is left.
function endFill({ handle: id }) {
  const el = node(id);
  if (!el) return { value: null };
  if (!isField(el)) return { value: textOf(el) };
  const value = el.value;
  fire(el, "change");
  const view = el.ownerDocument.defaultView;
  const mute = (event) => {
    if (event.target !== el || !event.isTrusted) return;
    stop();
    if (el.value === value) event.stopImmediatePropagation();
  };
  const again = (event) => {
    if (event.target === el && event.isTrusted) stop();
  };
  const stop = () => {
    view.removeEventListener("change", mute, true);
    view.removeEventListener("input", again, true);
  };
  if (el.isConnected) {
    view.addEventListener("change", mute, true);
    view.addEventListener("input", again, true);
  }
  return { value };
}

function choose({ handle: id, value }) {
  mark();
  const given = node(id);
  if (!given) return { gone: true };
  const el = fieldOf(given);
  const list = el.tagName === "SELECT" ? el : el.querySelector && el.querySelector("select");
  if (!list) return { fixed: true };
  if (disabled(list)) return { disabled: true };
  const options = Array.from(list.options);
  const label = (o) => collapse(o.label || o.text);
  const want = collapse(value);
  const option =
    options.find((o) => label(o) === want) ||
    options.find((o) => o.value === value) ||
    options.find((o) => fold(label(o)) === fold(want) || fold(o.value) === fold(want));
  if (!option) return { options: options.map(label) };
  if (option.disabled) return { disabled: true };
  list.focus({ preventScroll: true });
  if (list.multiple) {
    option.selected = true;
  } else {
    list.selectedIndex = options.indexOf(option);
  }
  fire(list, "input");
  fire(list, "change");
  return { chosen: label(option) };
}

function checkState({ handle: id }) {
  const el = node(id);
  if (!el) return { gone: true };
  const box = el.tagName === "INPUT" ? el : el.tagName === "LABEL" && el.control ? el.control : el;
  const checked = typeof box.checked === "boolean" ? box.checked : attr(box, "aria-checked") === "true";
  const kind = box.type === "radio" || attr(box, "role") === "radio" ? "radio" : "checkbox";
  const can = typeof box.checked === "boolean" || box.hasAttribute("aria-checked");
  let press = box;
  forget();
  if (!visible(box) && box.labels && box.labels.length) press = box.labels[0];
  return { checked, kind, can, press: handle(press) };
}

// What an extract step reads.
function read({ handle: id }) {
  const el = node(id);
  if (!el) return { text: null };
  if (el.tagName === "INPUT" && /^(checkbox|radio)$/.test(el.type)) return { text: String(el.checked) };
  if (hasSecret(el)) return { text: "" };
  if (isField(el)) return { text: el.value };
  if (el.tagName === "IMG") return { text: collapse(attr(el, "alt")) || el.src };
  return { text: textOf(el) };
}

// Time of the page's own, in which its timers run too.
function hold({ ms }) {
  return new Promise((done) => setTimeout(() => done({ ok: true }), ms));
}

function focus({ handle: id }) {
  mark();
  const el = node(id);
  if (!el) return { ok: false };
  fieldOf(el).focus({ preventScroll: false });
  return { ok: true };
}

function secretKind(el) {
  if (el.tagName !== "INPUT") return null;
  const auto = attr(el, "autocomplete") || "";
  if (el.type === "password") return "password";
  if (/one-time-code/.test(auto)) return "code";
  return /\bcc-/.test(auto) ? "card" : null;
}

// Names and values of the form around an element, or of what stands around it; secrets masked, tokens left out.
function fields({ handle: id }) {
  const el = node(id);
  if (!el) return [];
  const form = el.form || el.closest("form");
  const around = form || el.closest("[role=dialog],dialog,[role=form],fieldset") || document.body;
  const all = form
    ? Array.from(form.elements)
    : under(around).filter((one) => /^(INPUT|SELECT|TEXTAREA)$/.test(one.tagName) || editableHost(one));
  const out = [];
  for (const one of all) {
    if (one.disabled || (form && !one.name && !labelOf(one)) || one.tagName === "FIELDSET") continue;
    if (/^(hidden|submit|button|reset|image)$/.test(one.type || "") || one.tagName === "BUTTON") continue;
    if (!form && !visible(one)) continue;
    if (/^(checkbox|radio)$/.test(one.type) && !one.checked) continue;
    const name = nameOf(one) || one.name || attr(one, "id") || roleOf(one);
    if (hasSecret(one)) {
      if (one.value) out.push([name, "•••"]);
      continue;
    }
    const value =
      one.tagName === "SELECT" || !isField(one) ? textOf(one) : one.type === "file" ? Array.from(one.files, (f) => f.name).join(", ") : one.value;
    out.push([name, clip(value || "", 500)]);
  }
  return out.slice(0, 60);
}

function about({ handle: id }) {
  const el = node(id);
  if (!el) return null;
  return { target: describe(el), secret: secretKind(el) };
}

function control({ handle: id }) {
  const el = node(id);
  return el ? { handle: handle(retarget(el)) } : null;
}

// The file field that a button or label stands for.
function fileField({ handle: id }) {
  mark();
  const el = node(id);
  if (!el) return null;
  const isFile = (one) => one && one.tagName === "INPUT" && one.type === "file";
  if (isFile(el)) return { handle: handle(el), multiple: el.multiple };
  const around = [el.control, ...el.querySelectorAll("input[type=file]")];
  const form = el.form || el.closest("form");
  if (form) around.push(...form.querySelectorAll("input[type=file]"));
  const found = around.find(isFile);
  return found ? { handle: handle(found), multiple: found.multiple } : null;
}
