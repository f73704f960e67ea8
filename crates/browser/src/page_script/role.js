// Accessible role and name: the part of the recommendations that ordinary pages need.

const FROM_CONTENT = new Set([
  "button", "link", "heading", "cell", "gridcell", "columnheader", "rowheader", "option", "menuitem",
  "menuitemcheckbox", "menuitemradio", "tab", "treeitem", "checkbox", "radio", "switch", "tooltip", "row",
]);
const WIDGETS = new Set([
  "button", "link", "textbox", "searchbox", "combobox", "listbox", "option", "checkbox", "radio", "switch",
  "slider", "spinbutton", "menuitem", "menuitemcheckbox", "menuitemradio", "tab", "treeitem", "gridcell",
]);
const BY_TAG = {
  ARTICLE: "article", ASIDE: "complementary", BUTTON: "button", DATALIST: "listbox", DD: "definition",
  DETAILS: "group", DIALOG: "dialog", DT: "term", FIELDSET: "group", FIGURE: "figure", FORM: "form",
  H1: "heading", H2: "heading", H3: "heading", H4: "heading", H5: "heading", H6: "heading", HR: "separator",
  LI: "listitem", MAIN: "main", MENU: "list", METER: "meter", NAV: "navigation", OL: "list", OPTION: "option",
  OUTPUT: "status", P: "paragraph", PROGRESS: "progressbar", SUMMARY: "button", TABLE: "table", TBODY: "rowgroup",
  TD: "cell", TEXTAREA: "textbox", TFOOT: "rowgroup", THEAD: "rowgroup", TR: "row", UL: "list",
};

function roleOf(el) {
  const given = attr(el, "role");
  if (given) {
    const first = given.trim().toLowerCase().split(/\s+/)[0];
    if (first && first !== "none" && first !== "presentation") return first;
    if (first) return "";
  }
  const tag = el.tagName;
  switch (tag) {
    case "A":
    case "AREA":
      return el.hasAttribute("href") ? "link" : "";
    case "INPUT":
      return inputRole(el);
    case "SELECT":
      return el.multiple || el.size > 1 ? "listbox" : "combobox";
    case "IMG":
      return attr(el, "alt") === "" ? "" : "img";
    case "SVG":
    case "svg":
      return el.hasAttribute("aria-label") ? "img" : "";
    case "TH":
      return attr(el, "scope") === "row" ? "rowheader" : "columnheader";
    case "SECTION":
      return el.hasAttribute("aria-label") || el.hasAttribute("aria-labelledby") ? "region" : "";
    case "HEADER":
      return el.closest("article,aside,main,nav,section") ? "" : "banner";
    case "FOOTER":
      return el.closest("article,aside,main,nav,section") ? "" : "contentinfo";
    default:
      if (BY_TAG[tag]) return BY_TAG[tag];
      return editableHost(el) ? "textbox" : "";
  }
}

function editableHost(el) {
  const value = attr(el, "contenteditable");
  return value !== null && value.toLowerCase() !== "false";
}

function inputRole(el) {
  switch (el.type) {
    case "hidden":
      return "";
    case "button":
    case "submit":
    case "reset":
    case "image":
    case "file":
      return "button";
    case "checkbox":
    case "radio":
      return el.type;
    case "range":
      return "slider";
    case "number":
      return "spinbutton";
    case "search":
      return el.hasAttribute("list") ? "combobox" : "searchbox";
    default:
      return el.hasAttribute("list") ? "combobox" : "textbox";
  }
}

// Text for a name: as the visible text, but pictures speak by their alternative text.
function spoken(el, depth = 0) {
  const said = collapse(attr(el, "aria-label"));
  if (said && depth > 0) return said;
  if (el.tagName === "IMG") return collapse(attr(el, "alt"));
  if (!el.querySelector || !el.querySelector("img[alt],svg,[aria-label],[aria-hidden='true'],input,select,textarea")) return textOf(el);
  let out = "";
  for (const child of childrenOf(el)) {
    if (child.nodeType === 3) out += child.nodeValue;
    else if (child.nodeType === 1 && !SILENT.has(child.tagName) && attr(child, "aria-hidden") !== "true") {
      if (child.tagName === "BR") {
        out += " ";
        continue;
      }
      if (!rendered(child)) continue;
      if (child.tagName === "svg") {
        const title = child.querySelector("title");
        out += collapse(attr(child, "aria-label")) || (title ? collapse(title.textContent) : "");
        continue;
      }
      if (child.tagName === "SELECT" || (child.tagName === "INPUT" && !buttonLike(child))) continue;
      const inner = spoken(child, depth + 1);
      out += INLINE.has(child.tagName) && flowsInline(child, undefined) ? inner : " " + inner + " ";
      if (INLINE.has(child.tagName) && /\s$/.test(rawText(child))) out += " ";
    }
  }
  return collapse(out);
}

function byIds(el, list) {
  const root = el.getRootNode();
  return collapse(
    list
      .trim()
      .split(/\s+/)
      .map((id) => {
        const other = root.getElementById ? root.getElementById(id) : null;
        return other ? collapse(attr(other, "aria-label")) || spoken(other) || collapse(other.textContent) : "";
      })
      .join(" "),
  );
}

function labelOf(el) {
  const labels = el.labels;
  if (!labels || !labels.length) return "";
  return collapse(Array.from(labels, (label) => spoken(label)).join(" "));
}

function nameOf(el) {
  let known = memo.name.get(el);
  if (known !== undefined) return known;
  known = clip(nameFor(el));
  memo.name.set(el, known);
  return known;
}

function nameFor(el) {
  const by = attr(el, "aria-labelledby");
  if (by) {
    const name = byIds(el, by);
    if (name) return name;
  }
  const said = collapse(attr(el, "aria-label"));
  if (said) return said;
  const tag = el.tagName;
  let name = "";
  if (tag === "INPUT") {
    if (buttonLike(el)) name = collapse(buttonText(el));
    else if (el.type === "image") name = collapse(attr(el, "alt") || attr(el, "value") || "Submit");
    else name = labelOf(el);
  } else if (tag === "SELECT" || tag === "TEXTAREA" || tag === "METER" || tag === "PROGRESS" || tag === "OUTPUT") {
    name = labelOf(el);
  } else if (tag === "IMG" || tag === "AREA") {
    name = collapse(attr(el, "alt"));
  } else if (tag === "FIELDSET") {
    const legend = el.querySelector(":scope > legend");
    name = legend ? textOf(legend) : "";
  } else if (tag === "TABLE") {
    name = el.caption ? textOf(el.caption) : "";
  } else if (tag === "FIGURE") {
    const caption = el.querySelector("figcaption");
    name = caption ? textOf(caption) : "";
  } else if (FROM_CONTENT.has(roleOf(el))) {
    name = spoken(el);
    if (!name && tag === "BUTTON") name = labelOf(el);
  }
  return name || collapse(attr(el, "title")) || collapse(attr(el, "placeholder"));
}

function interactive(el) {
  const tag = el.tagName;
  if (tag === "A" || tag === "AREA") return el.hasAttribute("href") || WIDGETS.has(attr(el, "role"));
  if (tag === "INPUT") return el.type !== "hidden";
  if (tag === "BUTTON" || tag === "SELECT" || tag === "TEXTAREA" || tag === "SUMMARY") return true;
  if (WIDGETS.has(attr(el, "role"))) return true;
  return editableHost(el) || el.hasAttribute("onclick");
}

// The control that a click on this element is meant for.
function retarget(el) {
  let at = el;
  for (let up = 0; at && up <= 6; up++) {
    if (interactive(at)) return at;
    if (at.tagName === "LABEL" && at.control) return at.control;
    at = parentOf(at);
  }
  return el;
}
