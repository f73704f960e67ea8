// Clicks, double clicks, drags, and the hovering that a click needed.

let down = null;
let dragging = null;
let lastClick = null;
let lastActAt = 0;
let lastEnter = null;
let muteClick = 0;
// Presses of buttons and keys so far: what the browser clicks by itself for one of them belongs to it.
let presses = 0;
// Elements the pointer came over, the newest last.
let hovered = [];

listen("pointerover", (event) => {
  if (!event.isTrusted) return;
  pointerAt = performance.now();
  hovered.push({ el: origin(event), at: pointerAt });
  if (hovered.length > 60) hovered = hovered.slice(-40);
});

listen("pointerdown keydown", (event) => {
  if (event.isTrusted) presses++;
});

// What happens in shadow roots does not all come out of them.
listen("pointerdown focusin", (event) => {
  for (const at of event.composedPath()) if (at instanceof ShadowRoot) attend(at);
});

listen("pointerdown", (event) => {
  if (!event.isTrusted) return;
  const el = origin(event);
  const control = meant(el);
  down = { x: event.clientX, y: event.clientY, el, control, mutations, moved: false, portrait: null };
  const mine = down;
  // Before the press is over, so that the click itself finds it done.
  setTimeout(() => {
    if (down === mine && control.isConnected) check((mine.portrait = portrait(control)));
  }, 0);
  if (closable(control)) {
    tell("probe", { key: keyOf(control), handle: handle(control), point: { x: event.clientX, y: event.clientY } });
  }
});

// Only such an element may hide a closed shadow root.
function closable(el) {
  return !el.shadowRoot && (el.tagName.includes("-") || (/^(DIV|SPAN|SECTION|ARTICLE|MAIN|ASIDE|HEADER|FOOTER|NAV|P|H[1-6]|BLOCKQUOTE)$/.test(el.tagName) && !el.firstElementChild));
}

listen("pointermove", (event) => {
  if (!event.isTrusted) return;
  pointerAt = performance.now();
  if (!down || down.moved) return;
  if (Math.hypot(event.clientX - down.x, event.clientY - down.y) < 8) return;
  down.moved = true;
  if (!down.portrait && down.el.isConnected) down.portrait = portrait(down.control);
});

listen("pointerup", (event) => {
  if (!event.isTrusted || !down) return;
  const one = down;
  down = null;
  const pressed = one.el;
  if (!one.moved || !one.portrait || event.button !== 0) return;
  if (isField(pressed) || pressed.tagName === "SELECT" || editing(pressed)) return;
  const canvas = pressed.tagName === "CANVAS";
  const selection = getSelection();
  const selects = selection && selection.type === "Range";
  if (!canvas && (selects || mutations === one.mutations)) return;
  muteClick = performance.now();
  tellDrag(one, event, canvas);
});

function tellDrag(one, event, canvas) {
  const source = one.control;
  let place = null;
  if (!canvas) {
    place = document.elementsFromPoint(event.clientX, event.clientY).find((el) => !composedContains(source, el) && el.tagName !== "HTML" && el.tagName !== "BODY");
  }
  const destination = place || source.parentElement || source;
  const onto = canvas ? source : landing(destination);
    act("drag", one.portrait, {
    spot: spotOf(one),
    destination: canvas ? one.portrait.target : describeNow(onto),
    destination_spot: spotIn(onto, event.clientX, event.clientY),
    canvas,
    raw: [{ type: "pointerdown", x: Math.round(one.x), y: Math.round(one.y) }, raw(event)],
  });
  lastActAt = performance.now();
}

// As shares of the box the source had when it was taken up.
function spotOf(one) {
  const box = one.portrait.target.box;
  if (!box || !box.width || !box.height) return { x: 0.5, y: 0.5 };
  const clamp = (share) => Math.round(Math.min(Math.max(share, 0), 1) * 10000) / 10000;
  return { x: clamp((one.x + scrollX - box.x) / box.width), y: clamp((one.y + scrollY - box.y) / box.height) };
}

// Where something is put down: the nearest element that can be named.
function landing(el) {
  for (let at = el, up = 0; at && up < 6 && at.tagName !== "BODY" && at.tagName !== "HTML"; at = parentOf(at), up++) {
    if (testId(at) || roleOf(at) || (attr(at, "id") && !generated(attr(at, "id"))) || attr(at, "aria-label")) return at;
  }
  return el;
}

function describeNow(el) {
  forget();
  everything();
  return describe(el);
}

listen("dragstart", (event) => {
  if (!event.isTrusted) return;
  const el = origin(event);
  const at = el.closest && el.closest("[draggable=true]") ? el.closest("[draggable=true]") : el;
  const one = portrait(at);
  dragging = { control: at, portrait: one, x: event.clientX, y: event.clientY };
  down = null;
});

listen("drop", (event) => {
  if (!event.isTrusted) return;
  const files = event.dataTransfer ? Array.from(event.dataTransfer.files || [], (file) => file.name) : [];
  if (!dragging) {
    if (files.length) act("upload", portrait(landing(origin(event))), { values: files, raw: [raw(event)] });
    return;
  }
  const one = dragging;
  dragging = null;
  muteClick = performance.now();
  const onto = landing(origin(event));
  act("drag", one.portrait, {
    spot: spotOf(one),
    destination: describeNow(onto),
    destination_spot: spotIn(onto, event.clientX, event.clientY),
    native: true,
    raw: [raw(event)],
  });
  lastActAt = performance.now();
});

listen("dragend", (event) => {
  if (event.isTrusted) dragging = null;
});

listen("click", (event) => {
  const el = origin(event);
  if (!event.isTrusted) {
    // A button that opens the file dialog for a hidden field.
    if (el.tagName === "INPUT" && el.type === "file" && lastClick) opensFiles.set(el, lastClick.key);
    return;
  }
  const pressed = down;
  if (!event.detail || !pressed || pressed.el !== el) down = null;
  const now = performance.now();
  if (now - muteClick < 60) return;
  const control = meant(el);
  if (lastClick && lastClick.control === control && el === control && lastClick.press === presses && lastClick.el !== el) return;
  if (el.tagName === "OPTION" || control.tagName === "SELECT" || control.tagName === "HTML" || control.tagName === "BODY") return;
  if (control.tagName === "INPUT" && /^(range|file|color)$/.test(control.type)) {
    if (control.type === "file") opensFiles.set(control, null);
    return;
  }
  if (event.detail === 0 && !event.pointerType && lastEnter && now - lastEnter.at < 400 && !composedContains(control, lastEnter.el)) {
    // The browser presses the form's button for an Enter in a field: the key was told already.
    return;
  }
  clicked(event, el, control);
});

const opensFiles = new WeakMap();

function clicked(event, el, control) {
  flushFields();
  const parts = !interactive(control) || roleOf(control) === "spinbutton" ? dayParts(el) : null;
  if (parts) control = parts.group;
  const one = parts ? partsPortrait(parts) : last && last.el === control && last.at > performance.now() - 1500 && last.found ? last : portrait(control);
  const before = lastClick;
  lastClick = { el, control, key: one.key, at: performance.now(), press: presses, portrait: one };
  hoverBefore(control, before);
  const body = { raw: [raw(event)], detail: event.detail };
  if (control.tagName === "CANVAS" || closable(control)) {
    body.spot = spotIn(control, event.clientX, event.clientY);
    body.canvas = control.tagName === "CANVAS";
    if (closable(control)) body.suspect = true;
  }
  const modifiers = ["Control", "Meta", "Alt", "Shift"].filter((name) => event[{ Control: "ctrlKey", Meta: "metaKey", Alt: "altKey", Shift: "shiftKey" }[name]]);
  if (modifiers.length) body.modifiers = modifiers;
  const role = roleOf(control);
  lastActAt = performance.now();
  if (tellChoice(control, before, body)) return;
  if (tellDay(control, el, body)) return;
  if (isField(control) && /^(checkbox|radio)$/.test(control.type)) body.toggles = true;
  else if (isField(control) || editing(control) || parts) body.field = true;
  else if (/^(checkbox|switch|menuitemcheckbox|radio|menuitemradio)$/.test(role) && control.hasAttribute("aria-checked")) {
    const on = attr(control, "aria-checked") === "true";
    act(on && !/radio/.test(role) ? "uncheck" : "check", one, body);
    return;
  } else if (!interactive(control) && !body.canvas && !plainControl(control)) body.idle = true;
  if (body.field && (attr(control, "aria-haspopup") || attr(control, "aria-expanded") || role === "combobox")) body.opens = true;
  act("click", one, body);
}

function plainControl(el) {
  return el.hasAttribute("tabindex") || Boolean(attr(el, "role")) || el.ownerDocument.defaultView.getComputedStyle(el).cursor === "pointer";
}

listen("dblclick", (event) => {
  if (!event.isTrusted) return;
  const control = meant(origin(event));
  // In text it selects a word.
  if (isField(control) || editing(control) || control.tagName === "HTML" || control.tagName === "BODY") return;
  const body = { raw: [raw(event)] };
  if (control.tagName === "CANVAS") {
    body.canvas = true;
    body.spot = spotIn(control, event.clientX, event.clientY);
  }
  act("double_click", portrait(control), body);
  lastActAt = performance.now();
});

listen("auxclick", (event) => {
  if (!event.isTrusted || event.button !== 1) return;
  const control = meant(origin(event));
  if (control.tagName !== "A") return;
  act("click", portrait(control), { raw: [raw(event)], modifiers: ["Control"] });
  lastActAt = performance.now();
});

// The hovering without which the control would not have been there: what the pointer was last on among the things
// that could be seen before.
function hoverBefore(control, before) {
  if (visibleAt < lastActAt || !visibleAt || visibleThen.has(control)) return;
  const at = hovered.findLastIndex((one) => one.at > visibleAt - 50 && visibleThen.has(one.el) && !composedContains(one.el, control) && one.el !== document.body && one.el !== document.documentElement);
  const around = hovered.findLastIndex((one) => one.at > visibleAt - 50 && visibleThen.has(one.el) && one.el !== document.body && one.el !== document.documentElement);
  const first = at >= 0 ? at : around;
  if (first < 0) return;
  // What the pointer pressed there brought it, not that it was over it.
  if (before && composedContains(before.control, hovered[first].el)) return;
  const chain = [hovered[first].el];
  for (const one of hovered.slice(first + 1)) {
    // Menus inside of menus: their items appeared too, and lead on to the control.
    const item = meant(one.el);
    const beside = parentOf(item);
    if (!visibleThen.has(one.el) && item !== control && !composedContains(control, item) && !chain.includes(item) && beside && composedContains(beside, control) && beside !== parentOf(control)) chain.push(item);
  }
  for (const el of chain) {
    if (!el.isConnected) continue;
    const control = meant(el);
    act("hover", portrait(visibleThen.has(control) || chain.indexOf(el) > 0 ? control : el), {});
  }
}
