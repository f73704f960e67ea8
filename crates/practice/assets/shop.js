// The shop's own widgets. Everything works without this file; it only makes things quicker.
"use strict";

const each = (selector, act, root = document) => root.querySelectorAll(selector).forEach(act);

// Message at the top: can be put away.
each("[data-flash]", (flash) => {
  flash.querySelector("button").addEventListener("click", () => flash.remove());
});

// Suggestions under the search field.
each("[data-suggest]", (form) => {
  const input = form.querySelector("input[type=search]");
  const box = form.querySelector("[role=listbox]");
  let asked = 0;
  let timer = 0;
  let at = -1;

  const close = () => {
    box.hidden = true;
    box.replaceChildren();
    at = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };

  const mark = (index) => {
    const rows = [...box.children];
    at = (index + rows.length) % rows.length;
    rows.forEach((row, here) => row.setAttribute("aria-selected", String(here === at)));
    input.setAttribute("aria-activedescendant", rows[at].id);
  };

  const ask = async () => {
    const mine = ++asked;
    const typed = input.value.trim();
    if (typed.length < 2) return close();
    const reply = await fetch(`/suggest?q=${encodeURIComponent(typed)}`);
    if (!reply.ok || mine !== asked) return;
    const { suggestions } = await reply.json();
    close();
    if (suggestions.length === 0 || document.activeElement !== input) return;
    suggestions.forEach((suggestion, index) => {
      const row = document.createElement("a");
      row.id = `suggestion-${index}`;
      row.href = suggestion.href;
      row.setAttribute("role", "option");
      row.setAttribute("aria-selected", "false");
      row.setAttribute("aria-label", suggestion.name);
      const price = document.createElement("span");
      price.textContent = suggestion.price;
      row.append(suggestion.name, price);
      box.append(row);
    });
    box.hidden = false;
    input.setAttribute("aria-expanded", "true");
  };

  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(ask, 150);
  });
  input.addEventListener("keydown", (event) => {
    if (box.hidden) return;
    if (event.key === "ArrowDown") { event.preventDefault(); mark(at + 1); }
    if (event.key === "ArrowUp") { event.preventDefault(); mark(at < 0 ? -1 : at - 1); }
    if (event.key === "Enter" && at >= 0) { event.preventDefault(); box.children[at].click(); }
    if (event.key === "Escape") close();
  });
  form.addEventListener("submit", () => { asked += 1; clearTimeout(timer); close(); });
  document.addEventListener("pointerdown", (event) => { if (!form.contains(event.target)) close(); });
});

// A drop-down that sends its form at once.
each("[data-autosubmit]", (form) => form.addEventListener("change", () => form.submit()));

// Plus and minus beside a quantity.
each("[data-stepper]", (stepper) => {
  const input = stepper.querySelector("input");
  each("[data-step]", (button) => {
    button.addEventListener("click", () => {
      const next = Number(input.value || 0) + Number(button.dataset.step);
      input.value = String(Math.min(Number(input.max), Math.max(Number(input.min), next)));
      input.dispatchEvent(new Event("change", { bubbles: true }));
    });
  }, stepper);
});

// The name of the chosen swatch beside the heading.
each("[data-swatches]", (group) => {
  const name = group.querySelector("[data-chosen]");
  group.addEventListener("change", (event) => { name.textContent = event.target.value; });
});

// Tabs: without script both panels show.
each("[data-tabs]", (tabs) => {
  const buttons = [...tabs.querySelectorAll("[role=tab]")];
  const open = (wanted) => buttons.forEach((button) => {
    const on = button === wanted;
    button.setAttribute("aria-selected", String(on));
    button.tabIndex = on ? 0 : -1;
    document.getElementById(button.getAttribute("aria-controls")).hidden = !on;
  });
  buttons.forEach((button, index) => {
    button.addEventListener("click", () => open(button));
    button.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = buttons[(index + step + buttons.length) % buttons.length];
      open(next);
      next.focus();
    });
  });
  open(buttons[0]);
});

// The fields of a new address show only when that is chosen.
each("[data-address-choice]", (form) => {
  const fields = form.querySelector("[data-new-address]");
  const update = () => {
    const chosen = form.querySelector("input[name=address]:checked");
    const fresh = chosen !== null && chosen.value === "0";
    fields.hidden = !fresh;
    each("input, select", (input) => { input.disabled = !fresh; }, fields);
  };
  form.addEventListener("change", update);
  update();
});

// A question before what cannot be undone.
document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-confirm]");
  if (button && !window.confirm(button.dataset.confirm)) event.preventDefault();
});
document.addEventListener("submit", (event) => {
  const question = event.target.dataset.confirm;
  if (question && !window.confirm(question)) event.preventDefault();
});
