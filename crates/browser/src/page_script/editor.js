// Rich editors: their text line by line, and what stands around the caret.

function isBlock(el) {
  const flow = el.ownerDocument.defaultView.getComputedStyle(el).display;
  return flow !== "none" && !flow.startsWith("inline") && flow !== "contents";
}

// The text as a person wrote it: a line for each block and each break, however far apart the page draws them.
// What cannot be edited in it (gutters, marks, placeholders) is the editor's own.
function linesOf(host) {
  const lines = [];
  let line = null;
  const end = () => {
    if (line !== null) lines.push(line);
    line = null;
  };
  const walk = (node, pre) => {
    if (node.nodeType === 3) {
      const text = node.data.replace(/[\u200b\ufeff]/g, "");
      const parts = pre ? text.split("\n") : [text.replace(/[\t\n\r ]+/g, " ")];
      if (!pre && !parts[0].trim() && line === null) return;
      parts.forEach((part, at) => {
        if (at) end();
        line = (line || "") + part;
      });
      return;
    }
    if (node.nodeType !== 1 || (node !== host && attr(node, "contenteditable") === "false")) return;
    if (node.tagName === "BR") {
      line = line || "";
      end();
      return;
    }
    const style = node.ownerDocument.defaultView.getComputedStyle(node);
    if (style.display === "none") return;
    const block = node !== host && isBlock(node);
    if (block) end();
    const before = lines.length;
    for (const child of node.childNodes) walk(child, /^(pre|break)/.test(style.whiteSpace));
    if (!block) return;
    // A block that holds nothing, or other blocks only, has no line of its own beside theirs.
    if (line === null && lines.length === before && !node.firstElementChild) line = "";
    end();
  };
  walk(host, false);
  end();
  return lines.join("\n").replace(/\u00a0/g, " ");
}

// The text of the caret's line before it and after it; nothing where something is selected.
function caret({ handle: id }) {
  const el = node(id);
  const nothing = { before: "", after: "" };
  if (!el) return nothing;
  const root = el.getRootNode();
  const selection = root.getSelection ? root.getSelection() : el.ownerDocument.getSelection();
  if (!selection || !selection.rangeCount || !selection.isCollapsed) return nothing;
  const { focusNode, focusOffset } = selection;
  const host = fieldOf(el);
  let line = focusNode.nodeType === 1 ? focusNode : focusNode.parentNode;
  if (!host.contains(line)) return nothing;
  while (line !== host && !isBlock(line)) line = line.parentNode;
  const range = el.ownerDocument.createRange();
  range.selectNodeContents(line);
  range.setEnd(focusNode, focusOffset);
  const before = range.toString();
  range.selectNodeContents(line);
  range.setStart(focusNode, focusOffset);
  return { before, after: range.toString() };
}
