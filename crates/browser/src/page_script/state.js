// Whether a person could use an element now, and where to press it.

// Resolves at the next frame with true, or with false where none came for a while (busy machine, hidden tab).
function nextFrame() {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), 50);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}

function disabled(el) {
  if (el.matches(":disabled")) return true;
  for (let at = el; at; at = parentOf(at)) if (attr(at, "aria-disabled") === "true") return true;
  return false;
}

// Custom elements that are not there yet, and what says of itself that it is busy.
function unfinished(el) {
  if (attr(el, "aria-busy") === "true") return true;
  for (let at = el, up = 0; at && up < 12; at = parentOf(at), up++) {
    if (at.localName.includes("-") && at.matches(":not(:defined)") && at.ownerDocument.readyState !== "complete") return true;
  }
  return false;
}

function boxKey(el) {
  const box = el.getBoundingClientRect();
  return `${box.x},${box.y},${box.width},${box.height}`;
}

// Offset of an element's document within the top viewport.
function frameOffset(el) {
  let x = 0;
  let y = 0;
  for (let frame = frameOf.get(el.ownerDocument); frame; frame = frameOf.get(frame.ownerDocument)) {
    const box = frame.getBoundingClientRect();
    const style = frame.ownerDocument.defaultView.getComputedStyle(frame);
    x += box.x + frame.clientLeft + (parseFloat(style.paddingLeft) || 0);
    y += box.y + frame.clientTop + (parseFloat(style.paddingTop) || 0);
  }
  return { x, y };
}

// The element that a press at this point of the top viewport reaches, through frames and shadow roots.
function hitAt(x, y) {
  let root = document;
  let hit = root.elementFromPoint(x, y);
  for (let depth = 0; hit && depth < 20; depth++) {
    const root = shadowOf(hit);
    if (root) {
      const inner = root.elementFromPoint(x, y);
      if (!inner || inner === hit) break;
      hit = inner;
    } else if (isFrame(hit)) {
      const doc = frameDocument(hit);
      if (!doc) break;
      const box = hit.getBoundingClientRect();
      const style = hit.ownerDocument.defaultView.getComputedStyle(hit);
      x -= box.x + hit.clientLeft + (parseFloat(style.paddingLeft) || 0);
      y -= box.y + hit.clientTop + (parseFloat(style.paddingTop) || 0);
      const inner = doc.elementFromPoint(x, y);
      if (!inner) break;
      hit = inner;
    } else {
      break;
    }
  }
  return hit;
}

function reaches(el, hit) {
  if (!hit) return false;
  if (composedContains(el, hit)) return true;
  const label = hit.closest ? hit.closest("label") : null;
  return Boolean(label && label.control === el);
}

function pointsOf(el) {
  const out = [];
  const rects = Array.from(el.getClientRects()).filter((r) => r.width > 0 && r.height > 0);
  if (!rects.length) rects.push(el.getBoundingClientRect());
  const view = el.ownerDocument.defaultView;
  for (const r of rects.slice(0, 3)) {
    const left = Math.max(r.left, 0);
    const top = Math.max(r.top, 0);
    const right = Math.min(r.right, view.innerWidth);
    const bottom = Math.min(r.bottom, view.innerHeight);
    if (right - left < 1 || bottom - top < 1) continue;
    const w = right - left;
    const h = bottom - top;
    for (const [fx, fy] of [[0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.5, 0.2], [0.5, 0.8]]) {
      out.push([left + w * fx, top + h * fy]);
    }
  }
  return out;
}

function inView(el) {
  const box = el.getBoundingClientRect();
  const view = el.ownerDocument.defaultView;
  return box.top >= 0 && box.left >= 0 && box.bottom <= view.innerHeight && box.right <= view.innerWidth;
}

function animating(el) {
  for (let at = el, up = 0; at && up < 12; at = parentOf(at), up++) {
    if (at.getAnimations && at.getAnimations().some((a) => a.playState === "running")) return true;
  }
  return false;
}

// From a point in a frame's own viewport to one in the viewport of this engine's page; the frame is brought into
// view. `ok` is false where something covers the frame there.
function frameAt({ handle: id, x, y }) {
  const frame = node(id);
  if (!frame) return { ok: false, reason: "gone" };
  const view = frame.ownerDocument.defaultView;
  const place = () => {
    const box = frame.getBoundingClientRect();
    const style = view.getComputedStyle(frame);
    return {
      x: box.x + frame.clientLeft + (parseFloat(style.paddingLeft) || 0) + x,
      y: box.y + frame.clientTop + (parseFloat(style.paddingTop) || 0) + y,
    };
  };
  const inside = (at) => at.x >= 0 && at.y >= 0 && at.x < view.innerWidth && at.y < view.innerHeight;
  if (!inside(place())) frame.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  if (!inside(place())) {
    const at = place();
    view.scrollBy({ left: at.x - view.innerWidth / 2, top: at.y - view.innerHeight / 2, behavior: "instant" });
  }
  everything();
  const offset = frameOffset(frame);
  const at = place();
  const point = { x: at.x + offset.x, y: at.y + offset.y };
  const reached = hitAt(point.x, point.y);
  if (reached === frame) return { ok: true, ...point };
  return { ok: false, reason: reached ? "covered" : "outside", by: reached ? reached.tagName.toLowerCase() : null };
}

// CSS of a frame from the top of this engine's page inwards.
function frameCss({ handle: id }) {
  const frame = node(id);
  everything();
  return frame ? [...framePath(frame), bestCss(frame)] : [];
}

// Nothing has changed for several frames and nothing is animated: the box is the same in the next frame too.
function atRest(el) {
  return el.getRootNode() === document && performance.now() - changedAt > 60 && document.getAnimations().length === 0;
}

const ALIGN = ["center", "end", "start", "nearest"];

// Waits until the element can be used, at most `budget` milliseconds; says why not otherwise.
async function ready({ handle: id, hit = true, stable = true, editable = false, unseen = false, budget = 3000 }) {
  const end = performance.now() + budget;
  mark();
  let last = { ok: false, reason: "gone" };
  let round = 0;
  for (;;) {
    forget();
    const el = node(id);
    if (!el) return { ok: false, reason: "gone" };
    last = await attempt(el, { hit, stable, editable, unseen }, round++);
    if (last.ok || performance.now() >= end) return last;
    if (last.reason === "readonly") return last;
    await nextFrame();
  }
}

async function attempt(el, { hit, stable, editable, unseen }, round) {
  everything();
  if (!unseen && !visible(el)) return { ok: false, reason: "hidden" };
  if (disabled(el)) return { ok: false, reason: "disabled" };
  if (unfinished(el)) return { ok: false, reason: "loading" };
  if (editable && (el.readOnly || attr(el, "aria-readonly") === "true")) return { ok: false, reason: "readonly" };
  if (!hit && !stable) return { ok: true, x: 0, y: 0 };
  let scrolled = false;
  if (round > 0 || !inView(el)) {
    scrolled = true;
    if (!inView(el) || round % 4 === 3) {
      el.scrollIntoView({ block: ALIGN[(round >> 2) % ALIGN.length], inline: "nearest", behavior: "instant" });
    }
    for (let frame = frameOf.get(el.ownerDocument); frame; frame = frameOf.get(frame.ownerDocument)) {
      if (!inView(frame)) frame.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    }
  }
  if (stable && (scrolled || !atRest(el))) {
    // An animation moves with the frames only: as long as one runs, two real frames are compared.
    const moves = animating(el);
    const before = boxKey(el);
    for (let frames = 0; frames < (moves ? 2 : 1); frames++) {
      const real = await nextFrame();
      if (!el.isConnected) return { ok: false, reason: "gone" };
      if (boxKey(el) !== before || (moves && !real)) return { ok: false, reason: "moving" };
    }
    forget();
    everything();
  }
  const offset = frameOffset(el);
  let cover = null;
  for (const [x, y] of pointsOf(el)) {
    const at = { x: x + offset.x, y: y + offset.y };
    if (!hit) return { ok: true, ...at };
    const reached = hitAt(at.x, at.y);
    if (reaches(el, reached)) return { ok: true, ...at };
    cover = cover || reached;
  }
  if (!cover) return { ok: false, reason: "outside" };
  const marks = [cover.tagName.toLowerCase()];
  if (cover.id) marks.push("#" + cover.id);
  for (const word of Array.from(cover.classList).slice(0, 2)) marks.push("." + word);
  return { ok: false, reason: "covered", by: marks.join("") };
}

// What a page is up to: whether a navigation was begun since the last mark, and how long it has been still.
let begun = null;
let moved = false;
let opening = null;
let changedAt = performance.now();
if (globalThis.navigation) {
  navigation.addEventListener("navigate", (event) => {
    if (event.destination.sameDocument) moved = true;
    else begun = { event, over: false };
  });
  const over = () => {
    if (begun) begun.over = true;
  };
  navigation.addEventListener("navigatesuccess", over);
  navigation.addEventListener("navigateerror", over);
}
// A click or a form that asks for another window; whether the page lets it is known once the event is over.
for (const kind of ["click", "submit"]) {
  addEventListener(
    kind,
    (event) => {
      const from = event.composedPath()[0];
      const source = kind === "submit" ? event.submitter || from : from.closest ? from.closest("a[href],area[href]") : null;
      const frame = source && (attr(source, "formtarget") || attr(kind === "submit" && source.form ? source.form : source, "target"));
      if (frame && !/^_(self|top|parent)$/i.test(frame)) opening = event;
    },
    true,
  );
}
new MutationObserver(() => {
  changedAt = performance.now();
}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });

function mark() {
  begun = null;
  moved = false;
  opening = null;
}

async function settle({ grace }) {
  await new Promise((resolve) => setTimeout(resolve, grace));
  let move = null;
  if (begun && !begun.over && !begun.event.defaultPrevented) {
    const event = begun.event;
    move = { download: event.downloadRequest !== null };
  }
  return {
    begun: move,
    moved,
    opens_tab: Boolean(opening && !opening.defaultPrevented),
    url: location.href,
    ready_state: document.readyState,
    still_ms: Math.round(performance.now() - changedAt),
  };
}
