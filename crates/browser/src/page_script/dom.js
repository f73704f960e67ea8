// Walking the page: open shadow roots, frames, what is rendered, and its text.

const TEXT_MAX = 200;
const SILENT = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "HEAD", "TITLE", "META", "LINK", "DATALIST"]);
const INLINE = new Set([
  "A", "ABBR", "B", "BDI", "BDO", "CITE", "CODE", "DATA", "DEL", "DFN", "EM", "FONT", "I", "INS", "KBD", "LABEL",
  "MARK", "Q", "S", "SAMP", "SMALL", "SLOT", "SPAN", "STRONG", "SUB", "SUP", "TIME", "U", "VAR", "WBR",
]);

// What one call works out is kept for that call only: the page may change between two calls.
let memo = null;
function forget() {
  memo = { text: new Map(), name: new Map(), shown: new Map(), repeated: new Map(), all: null, frames: new Map() };
}

const frameOf = new WeakMap();
const handles = new Map();
const handleOf = new WeakMap();
// Worlds of frames from other sites count from elsewhere, so that numbers on one page differ.
let nextHandle = reachesParent() ? 1 : 1000000 * (1 + Math.floor(Math.random() * 1000));

function reachesParent() {
  try {
    return window === window.parent || Boolean(window.parent.document);
  } catch {
    return false;
  }
}

function handle(el) {
  let id = handleOf.get(el);
  if (id === undefined) {
    id = nextHandle++;
    handleOf.set(el, id);
    handles.set(id, new WeakRef(el));
  }
  return id;
}

function node(id) {
  const ref = handles.get(id);
  const el = ref ? ref.deref() : undefined;
  return el && el.isConnected ? el : null;
}

function collapse(text) {
  return text ? text.replace(/[\s\u200b\ufeff]+/g, " ").trim() : "";
}

function fold(text) {
  return collapse(text).toLowerCase();
}

function clip(text, max = TEXT_MAX) {
  return text.length > max ? text.slice(0, max).trimEnd() : text;
}

function attr(el, name) {
  return el.getAttribute ? el.getAttribute(name) : null;
}

function parentOf(el) {
  if (el.assignedSlot) return el.assignedSlot;
  if (el.parentElement) return el.parentElement;
  const root = el.getRootNode();
  return root && root.host ? root.host : null;
}

function frameDocument(frame) {
  try {
    const doc = frame.contentDocument;
    if (doc && doc.documentElement) frameOf.set(doc, frame);
    return doc && doc.documentElement ? doc : null;
  } catch {
    return null;
  }
}

function isFrame(el) {
  return el.tagName === "IFRAME" || el.tagName === "FRAME";
}

// Closed shadow roots that were handed in over the protocol, by host.
const closedRoots = new WeakMap();

function shadowOf(el) {
  return el.shadowRoot || closedRoots.get(el) || null;
}

// Every element below a root, those of shadow roots right after their host.
function under(root, out = []) {
  const found = root.querySelectorAll("*");
  for (const el of found) {
    out.push(el);
    const root = shadowOf(el);
    if (root) under(root, out);
  }
  return out;
}

function everything() {
  if (memo.all) return memo.all;
  const out = [];
  const visit = (doc) => {
    const from = out.length;
    under(doc, out);
    for (let i = from, end = out.length; i < end; i++) {
      if (isFrame(out[i])) {
        const inner = frameDocument(out[i]);
        if (inner) visit(inner);
      }
    }
  };
  visit(document);
  memo.all = out;
  return out;
}

// Visible frames whose document only an engine of their own can read.
function closedFrames() {
  return everything()
    .filter((el) => isFrame(el) && !frameDocument(el) && visible(el))
    .map(handle);
}

// Elements that may hide a closed shadow root: custom ones without an open one.
function closedHosts() {
  return everything()
    .filter((el) => el.localName.includes("-") && !shadowOf(el) && rendered(el))
    .slice(0, 60)
    .map(handle);
}

// Takes in the closed shadow root of an element.
function adopt(root) {
  if (root && root.host) closedRoots.set(root.host, root);
}

function composedContains(outer, inner) {
  for (let at = inner; at; at = parentOf(at)) if (at === outer) return true;
  return false;
}

// Rendered at all, whatever its size.
function rendered(el) {
  let known = memo.shown.get(el);
  if (known !== undefined) return known;
  if (el.checkVisibility) {
    known = el.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: false });
    if (!known && el.isConnected) {
      const style = el.ownerDocument.defaultView.getComputedStyle(el);
      if (style.display === "contents") {
        const up = parentOf(el);
        known = up ? rendered(up) : true;
      }
    }
  } else {
    known = el.getClientRects().length > 0;
  }
  memo.shown.set(el, known);
  return known;
}

function sized(el) {
  const box = el.getBoundingClientRect();
  if (box.width > 0 && box.height > 0) return true;
  for (const child of el.children) {
    const inner = child.getBoundingClientRect();
    if (inner.width > 0 && inner.height > 0) return true;
  }
  return false;
}

function visible(el) {
  if (!rendered(el) || !sized(el)) return false;
  const frame = frameOf.get(el.ownerDocument);
  return frame ? visible(frame) : true;
}

function childrenOf(el) {
  const inner = shadowOf(el);
  if (inner) return inner.childNodes;
  if (el.tagName === "SLOT") {
    const assigned = el.assignedNodes();
    if (assigned.length) return assigned;
  }
  return el.childNodes;
}

function buttonLike(el) {
  return el.tagName === "INPUT" && /^(submit|button|reset)$/.test(el.type);
}

function buttonText(el) {
  if (el.value) return el.value;
  return el.type === "submit" ? "Submit" : el.type === "reset" ? "Reset" : "";
}

// Visible text of an element, white space not yet collapsed at its ends.
function rawText(el) {
  let known = memo.text.get(el);
  if (known !== undefined) return known;
  let out = "";
  const tag = el.tagName;
  if (tag === "INPUT") {
    out = buttonLike(el) ? buttonText(el) : "";
  } else if (tag === "SELECT") {
    out = Array.from(el.selectedOptions, (o) => o.label || o.text).join(" ");
  } else if (tag !== "TEXTAREA" && tag !== "IFRAME") {
    for (const child of childrenOf(el)) {
      if (child.nodeType === 3) {
        out += child.nodeValue;
      } else if (child.nodeType === 1 && !SILENT.has(child.tagName)) {
        if (child.tagName === "BR") {
          out += " ";
          continue;
        }
        if (!rendered(child)) continue;
        const inner = rawText(child);
        if (!inner) continue;
        if (!INLINE.has(child.tagName)) {
          out += " " + inner + " ";
        } else if (/\S$/.test(out) && /^\S/.test(inner) && !flowsInline(child)) {
          out += " " + inner;
        } else {
          out += flowsInline(child, inner) ? inner : inner + " ";
        }
      }
    }
    out = out.replace(/[\s\u200b\ufeff]+/g, " ");
  }
  memo.text.set(el, out);
  return out;
}

function flowsInline(el, inner) {
  if (inner !== undefined && /\s$/.test(inner)) return true;
  const display = el.ownerDocument.defaultView.getComputedStyle(el).display;
  return display.startsWith("inline") || display === "contents";
}

function textOf(el) {
  return rawText(el).trim();
}

// All visible text of the page and its frames, collapsed.
function pageText() {
  let out = document.body ? textOf(document.body) : "";
  for (const el of everything()) {
    if (isFrame(el) && rendered(el)) {
      const inner = frameDocument(el);
      if (inner && inner.body) out += " " + textOf(inner.body);
    }
  }
  return out;
}

// The visible texts of the page, block by block, without repetitions.
function visibleTexts(max = 4000) {
  const seen = new Set();
  for (const el of everything()) {
    if (seen.size >= max) break;
    if (SILENT.has(el.tagName) || el.tagName === "OPTION") continue;
    let own = buttonLike(el);
    if (!own) {
      for (const child of el.childNodes) {
        if (child.nodeType === 3 && child.nodeValue.trim()) {
          own = true;
          break;
        }
      }
    }
    if (!own || !rendered(el)) continue;
    const text = clip(textOf(el));
    if (text) seen.add(text);
  }
  return Array.from(seen);
}

// 3: equal, 2: equal but for case, 0: neither.
function likeness(have, want, folded) {
  if (have === want) return 3;
  return have && have.length === want.length && have.toLowerCase() === folded ? 2 : 0;
}

// Elements whose whole visible text is the given one, with the likeness.
function elementsWithText(want) {
  const wanted = collapse(want);
  const found = new Map();
  if (!wanted) return found;
  const folded = wanted.toLowerCase();
  const long = wanted.length >= TEXT_MAX - 1;
  const roots = new Set();
  for (const el of everything()) {
    if (el.parentNode && el.parentNode.nodeType !== 1) roots.add(el.parentNode);
    if (buttonLike(el) && rendered(el)) {
      const level = likeness(collapse(buttonText(el)), wanted, folded);
      if (level) found.set(el, level);
    }
  }
  for (const root of roots) {
    const owner = root.nodeType === 9 ? root : root.ownerDocument;
    const walker = owner.createTreeWalker(root, 4);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const part = collapse(text.nodeValue).toLowerCase();
      if (!part || !(folded.startsWith(part) || (long && part.startsWith(folded)))) continue;
      let el = text.parentElement || parentOf(text);
      while (el && !SILENT.has(el.tagName) && !found.has(el)) {
        if (!rendered(el)) break;
        const whole = textOf(el);
        if (!long && whole.length > wanted.length) break;
        const level = likeness(long ? clip(whole) : whole, wanted, folded);
        if (level) found.set(el, level);
        else if (long && whole.length > 4 * wanted.length) break;
        el = parentOf(el);
      }
    }
  }
  return found;
}
