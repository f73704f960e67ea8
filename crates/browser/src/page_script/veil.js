// Pictures without secrets, and with the element that is meant outlined.

// Fields that were filled with a secret, whatever kind of field they are.
const secretFields = new WeakSet();
const veiled = [];

// Marks a field as one that holds a secret.
function hide({ handle: id }) {
  const el = node(id);
  if (el) secretFields.add(fieldOf(el));
  return { ok: Boolean(el) };
}

function hasSecret(el) {
  return Boolean(secretKind(el)) || secretFields.has(el);
}

// Makes secret fields unreadable. `clear` is false where one of the texts can be read on the page all the same.
function veil({ texts }) {
  unveil();
  for (const el of everything()) {
    if (!(isField(el) || secretFields.has(el)) || !hasSecret(el) || el.type === "password") continue;
    const style = el.style;
    const before = [style.getPropertyValue("-webkit-text-security"), style.getPropertyPriority("-webkit-text-security")];
    style.setProperty("-webkit-text-security", "disc", "important");
    veiled.push(() => (before[0] ? style.setProperty("-webkit-text-security", ...before) : style.removeProperty("-webkit-text-security")));
  }
  let clear = true;
  if (texts.length) {
    const plain = pageText();
    const fields = everything().filter((el) => isField(el) && el.type !== "password" && !hasSecret(el) && visible(el));
    clear = !texts.some((text) => plain.includes(collapse(text)) || fields.some((el) => el.value.includes(text)));
  }
  return { clear };
}

function unveil() {
  while (veiled.length) veiled.pop()();
  return { ok: true };
}

// Draws a line around an element until the picture is taken.
function outline({ handle: id }) {
  const el = node(id);
  if (!el) return { ok: false };
  const before = el.style.getPropertyValue("outline");
  el.style.setProperty("outline", "3px solid #d4380d", "important");
  veiled.push(() => (before ? el.style.setProperty("outline", before) : el.style.removeProperty("outline")));
  el.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  return { ok: true };
}
