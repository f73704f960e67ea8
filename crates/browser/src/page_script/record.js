// Recording: what every listener shares. Runs in a world of its own, which the page cannot reach; only what the
// browser itself calls the person's doing is told (`isTrusted`), and secrets stay in here.

const DOCUMENT = Math.random().toString(36).slice(2, 12);
// What could not be told yet: the way out may open a moment after the document.
let waiting = [];
let sequence = 0;
// Milliseconds that the listeners took, one number an event.
const costs = [];
const COSTS_MAX = 20000;
let paused = false;

function listen(kinds, take, where = globalThis) {
  for (const kind of kinds.split(" ")) {
    where.addEventListener(
      kind,
      (event) => {
        const from = performance.now();
        try {
          take(event);
        } catch (error) {
          tell("fault", { during: kind, reason: String(error && error.message) }, false);
        }
        if (costs.length < COSTS_MAX) costs.push(performance.now() - from);
      },
      { capture: true, passive: true },
    );
  }
}

// The element an event is really about: inside open shadow roots too.
function origin(event) {
  const at = event.composedPath()[0];
  const el = at && at.nodeType === 1 ? at : at && at.nodeType === 3 ? at.parentElement : null;
  return el || document.documentElement;
}

function keyOf(el) {
  return `${DOCUMENT}:${handle(el)}`;
}

function send(text) {
  const out = globalThis[CONFIG.binding];
  if (typeof out !== "function") {
    waiting.push(text);
    if (waiting.length === 1) setTimeout(() => waiting.splice(0).forEach(send), 50);
    return;
  }
  out(text);
}

// Secrets ------------------------------------------------------------------------------------------------------

// Values of secret fields of this document; they never leave it.
const secrets = new Set();

function hasWord(text, word) {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const letter = (c) => Boolean(c) && /\p{L}/u.test(c);
    if (!letter(text[at - 1]) && !letter(text[at + word.length])) return true;
  }
  return false;
}

function isCard(text) {
  if (!/^[\d -]+$/.test(text)) return false;
  const digits = text.replace(/\D/g, "");
  if (digits.length < 13 || digits.length > 19 || /^0+$/.test(digits)) return false;
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at]);
    sum += at % 2 === 0 ? digit : digit * 2 > 9 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0;
}

function looksSecret(raw) {
  const text = raw.trim();
  if (isCard(text)) return "card";
  if (text.includes("-----BEGIN ")) return "key";
  for (const [prefix, least] of CONFIG.tokens) {
    if (!text.startsWith(prefix)) continue;
    const rest = text.slice(prefix.length);
    if (!/^[A-Za-z0-9\-_.]+$/.test(rest)) continue;
    if (prefix === "AKIA" ? rest.length === least : prefix === "eyJ" ? rest.length >= least && rest.split(".").length === 3 : rest.length >= least) {
      return "token";
    }
  }
  return null;
}

const kinds = new WeakMap();

// What kind of secret a field holds. A field that was one stays one: "show password" changes its type.
function secretField(el) {
  let kind = kinds.get(el);
  if (kind) return kind;
  kind = secretKind(el);
  if (!kind && isField(el)) {
    const words = [nameOf(el), labelOf(el), attr(el, "placeholder"), attr(el, "title"), testId(el), attr(el, "name"), attr(el, "id"), attr(el, "autocomplete")];
    const text = words.filter(Boolean).join("\n").toLowerCase().replace(/_/g, " ");
    const word = CONFIG.words.find((one) => hasWord(text, one));
    if (word) kind = /c[vsc]c|card|cc-/.test(word) ? "card" : /otp|one-?time|code/.test(word) ? "code" : /key|secret/.test(word) ? "token" : "password";
  }
  if (kind) kinds.set(el, kind);
  return kind;
}

function keepSecret(value) {
  const text = String(value);
  for (const one of [text, text.trim()]) if (one.length >= 3) secrets.add(one);
}

// The text without any secret of this document.
function scrub(text) {
  if (!secrets.size) return text;
  for (const secret of Array.from(secrets).sort((a, b) => b.length - a.length)) {
    for (const form of [secret, encodeURIComponent(secret), secret.replace(/ /g, "+")]) {
      if (text.includes(form)) text = text.split(form).join("***");
    }
  }
  return text;
}

function clean(value) {
  if (typeof value === "string") return scrub(value);
  if (Array.isArray(value)) return value.map(clean);
  if (value && typeof value === "object") {
    const out = {};
    for (const key of Object.keys(value)) out[key] = clean(value[key]);
    return out;
  }
  return value;
}

// True while a secret field of this document holds text.
function secretShown() {
  for (const el of document.querySelectorAll("input,textarea")) if (el.value && kinds.get(el)) return true;
  for (const el of document.querySelectorAll("input[type=password],input[autocomplete*='one-time-code'],input[autocomplete*='cc-']")) if (el.value) return true;
  return false;
}

// Telling ------------------------------------------------------------------------------------------------------

function tell(kind, body, first = true) {
  if (first) flushFields();
  if (paused) return 0;
  const seq = ++sequence;
  const message = { kind, seq, document: DOCUMENT, top: window === window.parent, at: Math.round(performance.timeOrigin + performance.now()), url: location.href, title: document.title, ...body };
  send(JSON.stringify(secrets.size ? clean(message) : message));
  return seq;
}

// An action on an element. The page has until it is still again to show what came of it.
function act(kind, portrait, body) {
  settleBefore();
  const seq = tell(kind, { key: portrait.key, target: portrait.target, found: check(portrait).found, ...body }, kind !== "fill");
  // What was seen until now is from before this.
  lastActAt = performance.now();
  expectChange();
  return seq;
}

// Describing ---------------------------------------------------------------------------------------------------

let last = null;

const HAS = {
  test_id: (t) => t.test_id,
  role_name: (t) => t.role && t.name,
  label: (t) => t.label,
  placeholder: (t) => t.placeholder,
  alt: (t) => t.alt,
  title: (t) => t.title,
  text: (t) => t.text,
  within: (t) => t.within,
  attributes: (t) => t.attributes && Object.keys(t.attributes).length,
  index: (t) => t.index !== undefined,
  neighbours: (t) => t.neighbours && t.neighbours.length,
  role: (t) => t.role,
  tag: (t) => t.tag,
  css: (t) => t.css && t.css.length,
  xpath: (t) => t.xpath && t.xpath.length,
  bounds: (t) => t.box,
};

function weightsOf(target) {
  const out = {};
  for (const [name, weight] of Object.entries(CONFIG.weights)) if (HAS[name] && HAS[name](target)) out[name] = weight;
  return out;
}

// Every identity of an element, as it is now. Kept for as long as the page does not change.
function portrait(el) {
  if (last && last.el === el && changedAt <= last.at) return last;
  forget();
  everything();
  const target = describe(el);
  // What a person writes in it is no identity of a field.
  if (editableHost(el)) delete target.text;
  last = { el, key: keyOf(el), target, at: performance.now(), found: null };
  return last;
}

// What a replay would find for the portrait now, best first.
function check(one) {
  if (one.found || !one.el.isConnected) return one;
  forget();
  const { frame_path, ...target } = one.target;
  const answer = candidates({ target, weights: weightsOf(target), accept: CONFIG.accept, margin: CONFIG.margin, limit: 12, unseen: false });
  const own = handle(one.el);
  one.found = answer.found.map((other) => ({ carried: other.carried, near: other.near, own: other.handle === own }));
  return one;
}

// The element a person means by pressing here: a control, or the block that behaves like one.
function meant(el) {
  const control = retarget(el);
  if (control !== el || interactive(el)) return control;
  if (el.tagName === "CANVAS") return el;
  let pointed = null;
  for (let at = el, up = 0; at && up <= 6; at = parentOf(at), up++) {
    if (at.tagName === "BODY" || at.tagName === "HTML") break;
    if (at.hasAttribute("tabindex") || attr(at, "role") || testId(at)) return at;
    if (at.ownerDocument.defaultView.getComputedStyle(at).cursor === "pointer") pointed = at;
    else if (pointed) break;
  }
  return pointed || el;
}

// A place in an element's box, as shares of its size.
function spotIn(el, x, y) {
  const box = el.getBoundingClientRect();
  const share = (part, whole) => (whole > 0 ? Math.round((Math.min(Math.max(part / whole, 0), 1)) * 10000) / 10000 : 0.5);
  return { x: share(x - box.x, box.width), y: share(y - box.y, box.height) };
}

function raw(event) {
  const out = { type: event.type, at: Math.round(event.timeStamp) };
  if (event.clientX !== undefined) Object.assign(out, { x: Math.round(event.clientX), y: Math.round(event.clientY) });
  if (event.button) out.button = event.button;
  if (event.detail > 1) out.detail = event.detail;
  if (event.inputType) out.input = event.inputType;
  return out;
}
