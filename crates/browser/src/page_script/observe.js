// What a page shows, short enough to be read by a model: controls, headings, and messages.

function statesOf(el, role) {
  const out = [];
  if (disabled(el)) out.push("disabled");
  const checked = typeof el.checked === "boolean" && /^(checkbox|radio|switch)$/.test(role) ? el.checked : attr(el, "aria-checked") === "true";
  if (checked) out.push("checked");
  if (attr(el, "aria-selected") === "true") out.push("selected");
  const open = attr(el, "aria-expanded");
  if (open) out.push(open === "true" ? "expanded" : "collapsed");
  if (attr(el, "aria-pressed") === "true") out.push("pressed");
  if (attr(el, "aria-current") && attr(el, "aria-current") !== "false") out.push("current");
  if (el.required) out.push("required");
  if (el.readOnly) out.push("read-only");
  if (attr(el, "aria-invalid") === "true") out.push("invalid");
  if (el === el.ownerDocument.activeElement && el !== el.ownerDocument.body) out.push("focused");
  return out;
}

function valueOf(el, role) {
  if (hasSecret(el)) return el.value || textOf(el) ? "•••" : "";
  if (el.tagName === "SELECT") return textOf(el);
  if (isField(el) && !/^(checkbox|radio|submit|button|reset|image|file)$/.test(el.type)) return clip(el.value);
  if (role === "textbox") return clip(textOf(el));
  return "";
}

function observe() {
  const nodes = [];
  for (const el of everything()) {
    if (SILENT.has(el.tagName) || el.tagName === "OPTION") continue;
    const role = roleOf(el);
    const wanted = interactive(el) || role === "heading" || role === "alert" || role === "status";
    if (!wanted || !visible(el)) continue;
    if (role !== "heading" && !interactive(el) && !textOf(el)) continue;
    const one = { ref: handle(el), role: role || "clickable", name: nameOf(el) || clip(textOf(el), 120) };
    const value = valueOf(el, role);
    if (value) one.value = value;
    const states = statesOf(el, role);
    if (states.length) one.states = states;
    if (role === "heading") one.level = Number(attr(el, "aria-level")) || Number(el.tagName[1]) || 2;
    nodes.push(one);
  }
  return { url: location.href, title: document.title, nodes, frames: closedFrames() };
}

function optionsOf({ handle: id }) {
  const el = node(id);
  const list = el ? (el.tagName === "SELECT" ? el : el.querySelector("select")) : null;
  if (list) return Array.from(list.options, (o) => collapse(o.label || o.text));
  return el ? Array.from(el.querySelectorAll("a[href],[role=option],button,[role=menuitem]"), (o) => textOf(o)).filter(Boolean).slice(0, 200) : [];
}

function snapshot() {
  return { url: location.href, title: document.title, texts: visibleTexts(), frames: closedFrames() };
}

function contains({ texts }) {
  const all = pageText().toLowerCase();
  return { held: texts.map((text) => all.includes(fold(text))), frames: closedFrames() };
}

function where() {
  const entry = performance.getEntriesByType("navigation")[0];
  return { url: location.href, title: document.title, status: entry ? entry.responseStatus || null : null };
}

function scrollPage({ x, y }) {
  window.scrollBy({ left: x, top: y, behavior: "instant" });
  return { x: window.scrollX, y: window.scrollY };
}

function scrollTo({ handle: id }) {
  const el = node(id);
  if (el) el.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  return { ok: Boolean(el) };
}
