// Describing an element: every identity by which it may be found again.

const TEST_IDS = ["data-testid", "data-test-id", "data-test", "data-cy", "data-qa"];
const LASTING = ["id", "name", "type", "href", "itemprop", "value", "for", "rel", "autocomplete", "data-action", "data-role"];

function testId(el) {
  for (const name of TEST_IDS) {
    const value = attr(el, name);
    if (value) return value;
  }
  return null;
}

// Ids and classes that a program made up, or that hold a number of one record.
function generated(word) {
  return (
    !word ||
    word.length > 40 ||
    /\d{2,}|[:]|[_-]\d+$|[a-z]\d[a-z]|__[A-Za-z0-9]{5,}$/i.test(word) ||
    /^(ember|react-|mui-|radix-|headlessui|popover|css-|sc-|jss|svelte-|astro-)/i.test(word)
  );
}

function classesOf(el) {
  return Array.from(el.classList).filter(
    (word) => !generated(word) && !/^(active|current|selected|open|hover|focus|disabled|is-|has-|js-)/.test(word),
  );
}

// A URL without its origin where it stays on the page's own.
function localUrl(value, base) {
  try {
    const url = new URL(value, base.baseURI);
    return url.origin === base.defaultView.location.origin ? url.pathname + url.search : url.href;
  } catch {
    return value;
  }
}

function attributesOf(el) {
  const out = {};
  for (const name of LASTING) {
    const value = attr(el, name);
    if (value === null || value === "" || value.length > 300) continue;
    if (name === "id" && generated(value)) continue;
    if (name === "for" && generated(value)) continue;
    if (name === "value" && !(el.tagName === "BUTTON" || /^(radio|checkbox)$/.test(el.type))) continue;
    if (name === "href") {
      if (/^(#|javascript:)/i.test(value)) continue;
      out[name] = localUrl(value, el.ownerDocument);
      continue;
    }
    out[name] = value;
  }
  return out;
}

function escapeCss(word) {
  return CSS.escape(word);
}

function quoteCss(value) {
  return '"' + value.replace(/\\/g, "\\\\").replace(/"/g, '\\"') + '"';
}

function unique(root, css, el) {
  try {
    const found = root.querySelectorAll(css);
    return found.length === 1 && found[0] === el;
  } catch {
    return false;
  }
}

function lastingCss(el) {
  const tag = el.tagName.toLowerCase();
  const out = [];
  for (const name of TEST_IDS) {
    const value = attr(el, name);
    if (value) out.push(`[${name}=${quoteCss(value)}]`);
  }
  const id = attr(el, "id");
  if (id && !generated(id)) out.push("#" + escapeCss(id));
  for (const name of ["name", "itemprop", "href", "aria-label", "placeholder"]) {
    const value = attr(el, name);
    if (value && value.length <= 120) out.push(`${tag}[${name}=${quoteCss(value)}]`);
  }
  const type = attr(el, "type");
  if (type && (tag === "input" || tag === "button")) out.push(`${tag}[type=${quoteCss(type)}]`);
  const classes = classesOf(el);
  if (classes.length) out.push(tag + classes.slice(0, 2).map((word) => "." + escapeCss(word)).join(""));
  return out;
}

function stepCss(el) {
  const tag = el.tagName.toLowerCase();
  const up = el.parentElement;
  if (!up) return tag;
  const same = Array.from(up.children).filter((other) => other.tagName === el.tagName);
  return same.length > 1 ? `${tag}:nth-of-type(${same.indexOf(el) + 1})` : tag;
}

function cssOf(el) {
  const root = el.getRootNode();
  const out = [];
  for (const css of lastingCss(el)) {
    if (unique(root, css, el)) {
      out.push(css);
      break;
    }
  }
  let path = stepCss(el);
  let at = el.parentElement;
  while (at && !unique(root, path, el)) {
    const anchor = lastingCss(at).find((css) => unique(root, css, at));
    if (anchor) {
      path = `${anchor} > ${path}`;
      break;
    }
    path = `${stepCss(at)} > ${path}`;
    at = at.parentElement;
  }
  if (unique(root, path, el) && !out.includes(path)) out.push(path);
  return out;
}

function xpathOf(el) {
  if (el.getRootNode().nodeType !== 9) return [];
  let path = "";
  for (let at = el; at && at.nodeType === 1; at = at.parentElement) {
    const id = attr(at, "id");
    if (id && !generated(id) && !id.includes('"') && unique(at.ownerDocument, "#" + escapeCss(id), at)) {
      return [`//*[@id="${id}"]${path}`];
    }
    const tag = at.tagName.toLowerCase();
    const up = at.parentElement;
    const same = up ? Array.from(up.children).filter((other) => other.tagName === at.tagName) : [];
    path = `/${tag}${same.length > 1 ? `[${same.indexOf(at) + 1}]` : ""}${path}`;
  }
  return [path];
}

function bestCss(el) {
  return cssOf(el)[0] || stepCss(el);
}

function shadowPath(el) {
  const out = [];
  for (let root = el.getRootNode(); root && root.host; root = root.host.getRootNode()) {
    out.unshift(bestCss(root.host));
  }
  return out;
}

function framePath(el) {
  const out = [];
  for (let frame = frameOf.get(el.ownerDocument); frame; frame = frameOf.get(frame.ownerDocument)) {
    out.unshift(bestCss(frame));
  }
  return out;
}

function neighboursOf(el) {
  const out = [];
  const near = (start, next) => {
    for (let at = start, n = 0; at && n < 3; at = next(at), n++) {
      const text =
        at.nodeType === 3
          ? collapse(at.nodeValue)
          : at.nodeType === 1 && !SILENT.has(at.tagName) && rendered(at)
            ? textOf(at)
            : "";
      if (text) {
        if (text.length <= 80) out.push(text);
        return true;
      }
    }
    return false;
  };
  const back = (at) => at.previousSibling;
  const on = (at) => at.nextSibling;
  if (!near(el.previousSibling, back) && el.parentElement) near(el.parentElement.previousSibling, back);
  if (!near(el.nextSibling, on) && el.parentElement) near(el.parentElement.nextSibling, on);
  return out;
}

function signature(el) {
  const words = Array.from(el.classList);
  const lasting = words.filter((word) => !generated(word));
  return el.tagName + "." + (lasting.length ? lasting : words).sort()[0];
}

// What stands around nothing but the element is a part of it: the outermost such wrapper.
function shell(el) {
  let at = el;
  while (at.parentElement && at.parentElement !== document.body && at.parentElement.childElementCount === 1 && bare(at.parentElement)) {
    at = at.parentElement;
  }
  return at;
}

// And what is inside of wrappers: the first element that is more than one.
function core(el) {
  let at = el;
  while (at.childElementCount === 1 && bare(at)) at = at.firstElementChild;
  return at;
}

// A wrapper without a meaning of its own.
function bare(el) {
  return /^(DIV|SPAN)$/.test(el.tagName) && !el.classList.length && !el.id && !el.hasAttribute("role");
}

function alike(el) {
  const outer = shell(el);
  const up = outer.parentElement;
  if (!up) return 0;
  const mine = el.className && typeof el.className === "string" ? signature(el) : null;
  let count = 0;
  for (const child of up.children) {
    if (child === outer) continue;
    const other = child.tagName === el.tagName && !bare(child) ? child : core(child);
    if (other.tagName !== el.tagName) continue;
    if (/^(LI|TR|ARTICLE)$/.test(el.tagName) || (mine && signature(other) === mine)) count++;
  }
  return count;
}

// 2: a row, list item or article, or one of several alike blocks; 0: nothing that repeats.
function repeated(el) {
  let known = memo.repeated.get(el);
  if (known !== undefined) return known;
  known = 0;
  const tag = el.tagName;
  if (/^(LI|TR|ARTICLE)$/.test(tag)) known = 2;
  else if (/^(row|listitem|article)$/.test(attr(el, "role") || "")) known = 2;
  else if (/^(DIV|SECTION|FIELDSET|DETAILS|DL|TBODY)$/.test(tag) && el.classList.length && alike(el) > 0) known = 2;
  memo.repeated.set(el, known);
  return known;
}

// The repeated containers around an element, the nearest first.
function containersOf(el, max = 6) {
  const out = [];
  for (let at = parentOf(el); at && out.length < max; at = parentOf(at)) if (repeated(at)) out.push(at);
  return out;
}

function telling(el, container) {
  const out = [];
  const add = (other) => {
    if (other === el || el.contains(other) || !rendered(other)) return;
    const text = textOf(other);
    if (text && text.length <= 160) out.push(text);
  };
  for (const css of ["h1,h2,h3,h4,h5,h6,th,caption,legend,[role=heading],[role=rowheader]", "a[href]", "strong,b,label,dt", "td,span,p,div,time"]) {
    const found = container.querySelectorAll(css);
    for (let i = 0; i < found.length && i < 24; i++) add(found[i]);
  }
  return out;
}

function primaryText(container) {
  const head = container.querySelector("h1,h2,h3,h4,h5,h6,[role=heading],th") || container.querySelector("a[href]");
  return head ? fold(textOf(head)) : "";
}

// A text that only the nearest repeated container of the element holds.
function withinOf(el) {
  const own = new Set([fold(nameOf(el)), fold(textOf(el)), fold(labelOf(el))].filter(Boolean));
  const form = el.form || el.closest("form");
  for (const container of containersOf(el, 4)) {
    if (form && form !== container && form.contains(container)) continue;
    if (!alike(container) && !/^(row|listitem|article)$/.test(attr(container, "role") || "")) continue;
    if (own.has(primaryText(container))) return null;
    const parent = container.parentElement;
    const plain = [];
    for (const text of telling(el, container)) {
      if (own.has(fold(text))) continue;
      if (/^[\d\s.,:/+$€£%-]*$/.test(text) || /\b(ago|yesterday|today)\b/i.test(text)) continue;
      plain.push(text);
    }
    for (const text of plain.slice(0, 12)) {
      let alone = true;
      for (const hit of elementsWithText(text).keys()) {
        if (!composedContains(container, hit) && parent && composedContains(parent, hit)) {
          alone = false;
          break;
        }
      }
      if (alone) return clip(text);
    }
  }
  return null;
}

function twins(el, role, name) {
  const out = [];
  for (const other of everything()) {
    if (roleOf(other) === role && nameOf(other) === name && (other === el || visible(other))) out.push(other);
  }
  return out;
}

function describe(el) {
  const out = { tag: el.tagName.toLowerCase() };
  const put = (key, value) => {
    if (value) out[key] = value;
  };
  put("test_id", testId(el));
  const role = roleOf(el);
  const name = nameOf(el);
  put("role", role);
  put("name", name);
  if (role && name) {
    const same = twins(el, role, name);
    if (same.length > 1) out.index = same.indexOf(el);
  }
  put("label", labelOf(el) && clip(labelOf(el)));
  put("placeholder", collapse(attr(el, "placeholder")));
  put("alt", collapse(attr(el, "alt")));
  put("title", collapse(attr(el, "title")));
  out.attributes = attributesOf(el);
  if (!/^(INPUT|SELECT|TEXTAREA)$/.test(el.tagName) || buttonLike(el)) put("text", clip(textOf(el)));
  out.css = cssOf(el);
  out.xpath = xpathOf(el);
  out.shadow_path = shadowPath(el);
  out.frame_path = framePath(el);
  put("within", withinOf(el));
  out.neighbours = neighboursOf(el);
  const box = el.getBoundingClientRect();
  const view = el.ownerDocument.defaultView;
  out.box = {
    x: Math.round(box.x + view.scrollX),
    y: Math.round(box.y + view.scrollY),
    width: Math.round(box.width),
    height: Math.round(box.height),
  };
  return out;
}

// A line for people: what the element is.
function sketch(el) {
  const role = roleOf(el) || el.tagName.toLowerCase();
  const name = nameOf(el) || clip(textOf(el), 60);
  return name ? `${role} “${clip(name, 80)}”` : role;
}
