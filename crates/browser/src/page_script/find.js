// Finding a target: which elements carry at least one of its identities.

function sameText(have, want) {
  const level = likeness(have, want, want.toLowerCase());
  if (level) return level;
  const loose = (text) => text.toLowerCase().replace(/\d+/g, "#");
  return /\d/.test(want) && /\p{L}{2}/u.test(want) && loose(have) === loose(want) ? 1 : 0;
}

function decoded(text) {
  try {
    return decodeURIComponent(text.replace(/\+/g, " "));
  } catch {
    return text;
  }
}

// Paths and queries decide; the host counts only where both name one other than the page's.
function sameUrl(have, want, doc) {
  const a = localUrl(have, doc);
  let b = localUrl(want, doc);
  if (a === b || decoded(a) === decoded(b)) return true;
  if (a.startsWith("/") && !b.startsWith("/")) {
    try {
      const url = new URL(b);
      b = url.pathname + url.search;
    } catch {
      return false;
    }
    return decoded(a) === decoded(b);
  }
  return false;
}

const ATTRIBUTE_WEIGHT = { id: 3, name: 3, href: 3, action: 3, itemprop: 2, value: 2, type: 1 };

// The share of the wanted attributes, by weight, that the element has with the same value.
function attributesShare(el, wanted) {
  let all = 0;
  let got = 0;
  for (const [name, value] of Object.entries(wanted)) {
    const weight = ATTRIBUTE_WEIGHT[name] || 1;
    all += weight;
    const have = attr(el, name);
    if (have === null) continue;
    const urlish = name === "href" || name === "action" || name === "src";
    if (urlish ? sameUrl(have, value, el.ownerDocument) : collapse(have) === collapse(value)) got += weight;
  }
  return all > 0 ? got / all : 0;
}

// The selector without what a redesign changes: classes, ids, places among siblings, directness of descent.
function relaxed(selector) {
  const steps = selector
    .replace(/\s*>\s*/g, " ")
    .replace(/\.(?:\\.|[\w-])+|#(?:\\.|[\w-])+|:nth-[a-z-]+\([^)]*\)/g, "")
    .split(/ +(?![^[]*\])/)
    .filter(Boolean);
  return steps.length > 1 || steps.some((step) => step.includes("[")) ? steps.join(" ") : null;
}

function bySelectors(docs, css, xpath) {
  const cssHits = new Set();
  const xpathHits = new Set();
  const nearHits = new Set();
  const loose = new Set(css.map(relaxed).filter(Boolean));
  for (const doc of docs) {
    const roots = [doc];
    for (const el of everything()) if (shadowOf(el) && el.ownerDocument === doc) roots.push(shadowOf(el));
    for (const selector of css) {
      for (const root of roots) {
        try {
          const found = root.querySelectorAll(selector);
          if (found.length <= 20) for (const el of found) cssHits.add(el);
        } catch {
          break;
        }
      }
    }
    for (const selector of loose) {
      for (const root of roots) {
        try {
          const found = root.querySelectorAll(selector);
          if (found.length <= 200) for (const el of found) nearHits.add(el);
        } catch {
          break;
        }
      }
    }
    for (const path of xpath) {
      try {
        const found = doc.evaluate(path, doc, null, 7, null);
        for (let i = 0; i < found.snapshotLength && i < 20; i++) xpathHits.add(found.snapshotItem(i));
      } catch {
        // An expression that is none matches nothing.
      }
    }
  }
  return [cssHits, xpathHits, nearHits];
}

// The document a frame path leads to; `beyond` where it leads on through a frame of another site; all documents
// where it leads nowhere.
function documentsAt(path) {
  let doc = document;
  const steps = path || [];
  for (let i = 0; i < steps.length; i++) {
    let frame = null;
    try {
      frame = doc.querySelector(steps[i]);
    } catch {
      frame = null;
    }
    if (!frame || !isFrame(frame)) return { docs: null };
    const inner = frameDocument(frame);
    if (!inner) return { beyond: { handle: handle(frame), rest: steps.slice(i + 1) } };
    doc = inner;
  }
  return { docs: [doc] };
}

function holders(want) {
  const out = new Map();
  for (const [hit, level] of elementsWithText(want)) {
    for (let at = hit; at; at = parentOf(at)) if ((out.get(at) || 0) < level) out.set(at, level);
  }
  return out;
}

function candidates({ target: t, weights, accept, margin, limit, unseen }) {
  const whole = Object.values(weights).reduce((sum, one) => sum + one, 0);
  const { docs, beyond } = documentsAt(t.frame_path);
  if (beyond) return { hidden: false, found: [], beyond };
  // A path that leads nowhere: the frame may have moved, so frames of other sites are to be asked too.
  const lost = !docs ? closedFrames() : [];
  const inDocs = (el) => !docs || docs.includes(el.ownerDocument);
  const allDocs = docs || Array.from(new Set(everything().map((el) => el.ownerDocument)));
  const [cssHits, xpathHits, nearHits] = bySelectors(allDocs, t.css || [], t.xpath || []);
  const textHits = t.text ? elementsWithText(t.text) : new Map();
  const holding = t.within ? holders(t.within) : null;
  const tag = t.tag ? t.tag.toLowerCase() : null;
  const name = t.name ? collapse(t.name) : null;
  const wantedAttributes = t.attributes && Object.keys(t.attributes).length ? t.attributes : null;
  const neighbours = (t.neighbours || []).map(fold);

  const levelsOf = (el, role, near) => {
    const levels = {};
    const sameTag = tag && el.tagName.toLowerCase() === tag;
    if (t.test_id && testId(el) === t.test_id) levels.test_id = 3;
    if (t.role && role === t.role) levels.role = 3;
    if (sameTag) levels.tag = 3;
    if (cssHits.has(el)) levels.css = 3;
    else if (nearHits.has(el) && sameTag) near.css = 0.35;
    if (xpathHits.has(el)) levels.xpath = 3;
    if (wantedAttributes) {
      const share = attributesShare(el, wantedAttributes);
      if (share >= 0.6) levels.attributes = 3;
      else if (share >= 0.3) near.attributes = share;
    }
    for (const key of ["placeholder", "alt", "title"]) {
      if (!t[key]) continue;
      const have = collapse(attr(el, key));
      const level = sameText(have, collapse(t[key]));
      if (level > 1) levels[key] = level;
      else if (have) near[key] = nearness(have, collapse(t[key]));
    }
    let inside = 0;
    if (holding) {
      const around = containersOf(el);
      for (let hops = 0; hops < around.length; hops++) {
        const level = holding.get(around[hops]);
        if (level) {
          inside = level * 10 - hops;
          break;
        }
      }
      if (inside) levels.within = inside;
    }
    if (t.role && name && (levels.role || kin(role, t.role))) {
      const have = nameOf(el);
      const level = sameText(have, name);
      if (levels.role && (level > 1 || (level && inside))) levels.role_name = level;
      else if (level > 1) near.role_name = 0.9;
      else if (have) near.role_name = nearness(have, name);
    }
    if (t.label) {
      const have = clip(labelOf(el));
      const level = sameText(have, collapse(t.label));
      if (level > 1) levels.label = level;
      else if (have) near.label = nearness(have, collapse(t.label));
    }
    if (t.text) {
      let level = textHits.get(el) || 0;
      if (!level && inside && levels.tag) level = sameText(clip(textOf(el)), clip(collapse(t.text)));
      if (level) levels.text = level;
      else if (sameTag || levels.role || kin(role, t.role)) near.text = nearness(clip(textOf(el)), clip(collapse(t.text)));
    }
    for (const key of Object.keys(near)) if (!near[key]) delete near[key];
    return levels;
  };
  const scoreOf = (levels, near) => {
    let got = 0;
    for (const key of Object.keys(levels)) got += weights[key] || 0;
    for (const key of Object.keys(near)) if (!levels[key]) got += (weights[key] || 0) * near[key];
    return whole ? got / whole : 0;
  };
  const WEAK = new Set(["role", "tag", "within", "neighbours", "index", "bounds"]);

  const gather = (fits) => {
    const out = [];
    for (const el of everything()) {
      if (!fits(el)) continue;
      const role = t.role ? roleOf(el) : "";
      const near = {};
      const levels = levelsOf(el, role, near);
      const idle = Object.keys(near).length === 0 && Object.keys(levels).every((key) => WEAK.has(key));
      if (idle && scoreOf(levels, near) < accept / 2) continue;
      out.push({ el, levels, near, role });
    }
    return out;
  };
  const finish = (list) => {
    const counted = new Map();
    for (const one of list) {
      one.visible = visible(one.el);
      if (t.index !== undefined && t.index !== null && one.levels.role_name) {
        const key = `${roleOf(one.el)}\u0000${nameOf(one.el)}`;
        if (!counted.has(key)) counted.set(key, twins(one.el, roleOf(one.el), nameOf(one.el)));
        if (counted.get(key).indexOf(one.el) === t.index) one.levels.index = 3;
      }
      if (neighbours.length) {
        const have = neighboursOf(one.el).map(fold);
        const shared = neighbours.filter((text) => have.includes(text)).length;
        const alike = neighbours.filter((text) => have.some((other) => other === text || similar(other, text) >= ALIKE)).length;
        if (shared * 2 >= neighbours.length) one.levels.neighbours = 3;
        else if (alike) one.near.neighbours = alike / neighbours.length;
      }
      if (t.box) {
        const box = one.el.getBoundingClientRect();
        const view = one.el.ownerDocument.defaultView;
        const off = Math.max(
          Math.abs(box.x + view.scrollX - t.box.x),
          Math.abs(box.y + view.scrollY - t.box.y),
          Math.abs(box.width - t.box.width),
          Math.abs(box.height - t.box.height),
        );
        if (off <= 8) one.levels.bounds = 3;
      }
      one.score = scoreOf(one.levels, one.near);
    }
    return list;
  };

  const likely = (el) =>
    inDocs(el) &&
    ((tag && el.tagName.toLowerCase() === tag) ||
      (t.role && roleOf(el) === t.role) ||
      cssHits.has(el) ||
      textHits.has(el) ||
      (t.test_id && testId(el) === t.test_id) ||
      (!tag && !t.role && interactive(el)));
  const enough = (list) => list.some((one) => (one.visible || unseen) && one.score >= accept);
  let found = finish(gather(likely));
  if (!enough(found)) found = finish(gather((el) => interactive(el) || likely(el) || (wantedAttributes !== null && el.attributes.length > 0)));
  if (!enough(found) && docs) found = finish(gather((el) => interactive(el) || textHits.has(el)));

  const seen = unseen ? found : found.filter((one) => one.visible);
  // Only where no visible element will do are hidden ones told, so that the caller can say so.
  const hidden = !enough(found) && found.some((one) => !one.visible && one.score >= accept);
  const list = tell(hidden ? found.filter((one) => !one.visible) : seen, { weights, margin, scoreOf });
  return {
    hidden,
    lost,
    found: list.slice(0, limit).map((one) => ({
      handle: handle(one.el),
      description: sketch(one.el),
      carried: Object.keys(one.levels).filter((key) => key in weights),
      near: Object.fromEntries(Object.entries(one.near).filter(([key]) => key in weights && !one.levels[key])),
      visible: one.visible,
    })),
  };
}

// Among candidates that score alike, the closer likeness decides; links to one place are one.
function tell(list, { weights, margin, scoreOf }) {
  const sort = () => list.sort((a, b) => b.score - a.score);
  sort();
  if (list.length < 2) return list;
  const near = () => list.filter((one) => list[0].score - one.score < margin);
  for (const key of Object.keys(weights).sort((a, b) => weights[b] - weights[a])) {
    const top = near();
    if (top.length < 2) return list;
    const best = Math.max(...top.map((one) => one.levels[key] || 0));
    let changed = false;
    for (const one of top) {
      if (one.levels[key] && one.levels[key] < best) {
        delete one.levels[key];
        one.score = scoreOf(one.levels, one.near);
        changed = true;
      }
    }
    if (changed) sort();
  }
  const top = near();
  const drop = new Set();
  for (const a of top) {
    for (const b of top) {
      if (a === b || drop.has(a) || drop.has(b)) continue;
      if (a.el !== b.el && composedContains(a.el, b.el)) {
        drop.add(interactive(a.el) && !interactive(b.el) ? b : a);
      } else if (a.el.tagName === "A" && b.el.tagName === "A" && a.el.href && a.el.href === b.el.href && roleOf(a.el) === "link") {
        drop.add(a.score >= b.score ? b : a);
      }
    }
  }
  return list.filter((one) => !drop.has(one));
}

// Elements by a short description, for scripts that drive the page.
function query({ css, role, name, text, label, placeholder, test_id, within }) {
  const holding = within ? holders(within) : null;
  const textHits = text ? elementsWithText(text) : null;
  const cssHits = css ? bySelectors(Array.from(new Set(everything().map((el) => el.ownerDocument))), [css], [])[0] : null;
  const out = [];
  for (const el of everything()) {
    if (cssHits && !cssHits.has(el)) continue;
    if (role && roleOf(el) !== role) continue;
    if (textHits && !textHits.has(el)) continue;
    if (name && !(likeness(nameOf(el), collapse(name), fold(name)) > 1)) continue;
    if (label && !(likeness(clip(labelOf(el)) || nameOf(el), collapse(label), fold(label)) > 1 && interactive(el))) continue;
    if (placeholder && collapse(attr(el, "placeholder")) !== collapse(placeholder)) continue;
    if (test_id && testId(el) !== test_id) continue;
    if (SILENT.has(el.tagName)) continue;
    let hops = 0;
    if (holding) {
      const around = containersOf(el);
      hops = around.findIndex((container) => holding.has(container));
      if (hops < 0) continue;
    }
    const fileInput = el.tagName === "INPUT" && el.type === "file";
    if (!fileInput && !visible(el)) continue;
    out.push({ el, hops });
  }
  const least = Math.min(...out.map((one) => one.hops));
  let list = out.filter((one) => one.hops === least).map((one) => one.el);
  const exact = list.filter((el) => (!name || nameOf(el) === collapse(name)) && (!text || textHits.get(el) === 3));
  if (exact.length) list = exact;
  if (text && !css && !role) {
    list = list.filter((el) => !list.some((other) => other !== el && composedContains(el, other) && !interactive(el)));
    list = list.filter((el) => !list.some((other) => other !== el && composedContains(other, el)));
  }
  return {
    found: list.slice(0, 200).map((el) => ({ handle: handle(el), description: sketch(el) })),
    frames: closedFrames(),
  };
}
