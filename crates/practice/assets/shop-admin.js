// Widgets of the back office: calendar, ticking rows, editing in the grid, rich text.
"use strict";

const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
// The shop stands still on this day.
const TODAY = new Date(Date.UTC(2026, 5, 15));

const iso = (date) => date.toISOString().slice(0, 10);
const parse = (text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? new Date(`${text}T00:00:00Z`) : null);

const element = (name, attributes = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

// Calendar.
document.querySelectorAll("[data-datepicker]").forEach((box) => {
  const input = box.querySelector("input");
  const opener = box.querySelector("button");
  let month = null;
  let panel = null;

  const close = () => {
    panel?.remove();
    panel = null;
    opener.setAttribute("aria-expanded", "false");
  };

  const choose = (date) => {
    input.value = iso(date);
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
    close();
    input.focus();
  };

  const turn = (by) => {
    month = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + by, 1));
    draw();
  };

  const draw = () => {
    const chosen = input.value;
    const back = element("button", { type: "button", "aria-label": "Previous month" }, "‹");
    const on = element("button", { type: "button", "aria-label": "Next month" }, "›");
    back.addEventListener("click", () => turn(-1));
    on.addEventListener("click", () => turn(1));
    const title = element("span", { "aria-live": "polite" }, `${MONTHS[month.getUTCMonth()]} ${month.getUTCFullYear()}`);
    const head = element("tr", {}, ...["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"].map((day) => element("th", {}, day)));
    const body = element("tbody");
    const first = (month.getUTCDay() + 6) % 7;
    const days = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();
    for (let cell = 0; cell < first + days; cell += 1) {
      if (cell % 7 === 0) body.append(element("tr"));
      const data = element("td");
      if (cell >= first) {
        const date = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth(), cell - first + 1));
        const label = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
        const button = element("button", { type: "button", "data-date": iso(date), "aria-label": label, "aria-pressed": String(iso(date) === chosen) }, String(date.getUTCDate()));
        button.addEventListener("click", () => choose(date));
        data.append(button);
      }
      body.lastChild.append(data);
    }
    const fresh = element("div", { class: "calendar", role: "dialog", "aria-label": "Choose a date" }, element("div", { class: "calendar__head" }, back, title, on), element("table", {}, element("thead", {}, head), body));
    if (panel) panel.replaceWith(fresh); else box.append(fresh);
    panel = fresh;
  };

  const open = () => {
    const start = parse(input.value) ?? TODAY;
    month = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), 1));
    draw();
    opener.setAttribute("aria-expanded", "true");
  };

  opener.addEventListener("click", () => (panel ? close() : open()));
  box.addEventListener("keydown", (event) => { if (event.key === "Escape" && panel) { close(); opener.focus(); } });
  // A click redraws the panel, so its target may be gone from the page by the time this runs.
  document.addEventListener("click", (event) => { if (panel && !event.composedPath().includes(box)) close(); });
});

// Ticking rows.
document.querySelectorAll("[data-bulk]").forEach((form) => {
  // Not `form.id`: the boxes are called `id`, and a form hands out its controls by name.
  const boxes = [...document.querySelectorAll(`input[form="${form.getAttribute("id")}"][name=id]`)];
  const all = document.querySelector("[data-select-all]");
  const counter = form.querySelector("[data-selected]");
  const update = () => {
    const ticked = boxes.filter((box) => box.checked).length;
    counter.textContent = `${ticked} selected`;
    all.checked = boxes.length > 0 && ticked === boxes.length;
    all.indeterminate = ticked > 0 && ticked < boxes.length;
  };
  all.addEventListener("change", () => { boxes.forEach((box) => { box.checked = all.checked; }); update(); });
  boxes.forEach((box) => box.addEventListener("change", update));
  update();
});

// Editing a cell of the product grid.
document.querySelectorAll("[data-inline-grid]").forEach((grid) => {
  const start = (cell) => {
    if (cell.querySelector("input")) return;
    const text = cell.querySelector(".editable__text");
    const pen = cell.querySelector(".editable__pen");
    const input = element("input", { type: "text", "aria-label": `New ${cell.dataset.label}`, name: cell.dataset.col });
    input.value = cell.dataset.raw;
    text.hidden = true;
    pen.hidden = true;
    cell.classList.remove("is-saved");
    cell.querySelector(".editable__error")?.remove();
    cell.append(input);
    input.focus();
    input.select();
    let done = false;

    const leave = () => {
      done = true;
      input.remove();
      text.hidden = false;
      pen.hidden = false;
    };

    const save = async () => {
      if (done) return;
      if (input.value === cell.dataset.raw) return leave();
      done = true;
      const reply = await fetch(`/admin/products/${cell.closest("tr").dataset.productId}/cell`, {
        method: "POST",
        headers: { "X-Requested-With": "fetch" },
        body: new URLSearchParams({ field: cell.dataset.col, value: input.value }),
      });
      const answer = await reply.json();
      cell.querySelector(".editable__error")?.remove();
      if (!reply.ok) {
        done = false;
        cell.append(element("span", { class: "editable__error", role: "alert" }, answer.error));
        input.focus();
        return;
      }
      text.textContent = answer.text;
      cell.dataset.raw = answer.raw;
      leave();
      cell.classList.add("is-saved");
    };

    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") { event.preventDefault(); save(); }
      if (event.key === "Escape") { cell.querySelector(".editable__error")?.remove(); leave(); }
    });
    input.addEventListener("blur", save);
  };

  grid.addEventListener("dblclick", (event) => {
    const cell = event.target.closest(".editable");
    if (cell) start(cell);
  });
  grid.addEventListener("click", (event) => {
    const pen = event.target.closest(".editable__pen");
    if (pen) start(pen.closest(".editable"));
  });
});

// Rich text: commands act on the selection; what is sent is the hidden text area.
document.querySelectorAll("[data-rich]").forEach((rich) => {
  const text = rich.querySelector("[contenteditable]");
  const sent = rich.querySelector("textarea");
  const keep = () => { sent.value = text.innerHTML; };
  rich.querySelectorAll("[data-command]").forEach((button) => {
    // Keeps the selection: a button would take the focus.
    button.addEventListener("mousedown", (event) => event.preventDefault());
    button.addEventListener("click", () => {
      text.focus();
      document.execCommand(button.dataset.command);
      keep();
    });
  });
  text.addEventListener("paste", (event) => {
    event.preventDefault();
    document.execCommand("insertText", false, event.clipboardData.getData("text/plain"));
  });
  text.addEventListener("input", keep);
  rich.closest("form").addEventListener("submit", keep);
});
