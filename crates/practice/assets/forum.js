// Commons: what the pages do beyond plain forms. Every form also works without this script.
(() => {
  "use strict";

  // Menus: one open at a time, closed by Escape or a click elsewhere.
  const setMenu = (root, open) => {
    const toggle = root.querySelector(".dropdown__toggle");
    const menu = root.querySelector(".dropdown__menu");
    toggle.setAttribute("aria-expanded", String(open));
    menu.hidden = !open;
  };
  const closeMenus = (except) => {
    for (const root of document.querySelectorAll("[data-dropdown]")) if (root !== except) setMenu(root, false);
  };
  document.addEventListener("click", (event) => {
    const toggle = event.target.closest(".dropdown__toggle");
    const root = event.target.closest("[data-dropdown]");
    closeMenus(root);
    if (toggle && root) setMenu(root, toggle.getAttribute("aria-expanded") !== "true");
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") closeMenus(null);
  });

  // Messages can be dismissed.
  for (const button of document.querySelectorAll(".flash__close")) {
    button.addEventListener("click", () => button.closest("[data-flash]").remove());
  }

  // Questions before what cannot be undone.
  document.addEventListener("submit", (event) => {
    const question = event.target.dataset.confirm;
    if (question && !window.confirm(question)) event.preventDefault();
  });

  // Votes without leaving the page.
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.matches("[data-vote]") || event.defaultPrevented) return;
    event.preventDefault();
    const pressed = event.submitter;
    const body = new URLSearchParams({ choice: pressed ? pressed.value : "0" });
    form.setAttribute("aria-busy", "true");
    try {
      const reply = await fetch(form.action, { method: "POST", body, headers: { "X-Requested-With": "fetch" } });
      if (reply.status === 401) {
        location.href = "/login?return=" + encodeURIComponent(location.pathname + location.search);
        return;
      }
      if (!reply.ok) throw new Error(String(reply.status));
      const { score, choice } = await reply.json();
      form.querySelector(".vote__score").textContent = String(score);
      for (const [selector, value, name] of [[".vote__upvote", 1, "Upvote"], [".vote__downvote", -1, "Downvote"]]) {
        const button = form.querySelector(selector);
        const on = choice === value;
        button.setAttribute("aria-pressed", String(on));
        button.value = on ? "0" : String(value);
        button.title = on ? "Retract vote" : name;
      }
    } catch {
      form.querySelector(".vote__score").title = "The vote was not counted. Please reload the page.";
    } finally {
      form.removeAttribute("aria-busy");
    }
  });

  // Answers: a form appears below the comment.
  const template = document.getElementById("reply-template");
  if (template) {
    let made = 0;
    document.addEventListener("click", (event) => {
      const link = event.target.closest("[data-reply]");
      if (link) {
        event.preventDefault();
        const main = link.closest(".comment__main");
        const present = main.querySelector(".comment-form");
        if (present) {
          present.querySelector("textarea").focus();
          return;
        }
        made += 1;
        const form = template.content.firstElementChild.cloneNode(true);
        const area = form.querySelector("textarea");
        area.id = `reply_to_comment_${link.dataset.reply}_${made}`;
        form.querySelector("label").htmlFor = area.id;
        form.querySelector("[name=parent]").value = link.dataset.reply;
        main.append(form);
        area.focus();
      }
      const cancel = event.target.closest("[data-cancel]");
      if (cancel) cancel.closest("form").remove();
    });
  }

  // Threads fold.
  document.addEventListener("click", (event) => {
    const toggle = event.target.closest("[data-collapse]");
    if (!toggle) return;
    const comment = toggle.closest(".comment");
    const open = toggle.getAttribute("aria-expanded") !== "true";
    toggle.setAttribute("aria-expanded", String(open));
    toggle.textContent = open ? "−" : "+";
    toggle.setAttribute("aria-label", toggle.getAttribute("aria-label").replace(/^(Collapse|Expand)/, open ? "Collapse" : "Expand"));
    comment.classList.toggle("comment--folded", !open);
  });

  // Filters that apply at once.
  for (const form of document.querySelectorAll("[data-submit-on-change]")) {
    for (const select of form.querySelectorAll("select")) select.addEventListener("change", () => form.requestSubmit());
  }

  // The kind of a submission decides which fields it has.
  const kinds = document.querySelectorAll(".submit-form [name=kind]");
  const showKinds = () => {
    const chosen = document.querySelector(".submit-form [name=kind]:checked");
    if (!chosen) return;
    for (const part of document.querySelectorAll("[data-kinds]")) part.hidden = !part.dataset.kinds.split(" ").includes(chosen.value);
  };
  for (const kind of kinds) kind.addEventListener("change", showKinds);
  showKinds();

  // A long choice becomes a box that one can type in.
  const combobox = (select) => {
    const label = document.querySelector(`label[for="${select.id}"]`);
    const id = `combo-${select.id}-${Math.random().toString(36).slice(2, 8)}`;
    const box = document.createElement("div");
    box.className = "combobox";
    box.innerHTML = `<button type="button" class="combobox__value" role="combobox" aria-haspopup="listbox" aria-expanded="false"></button>
      <div class="combobox__panel" hidden><input type="search" class="combobox__search" autocomplete="off" aria-label="Filter the list">
      <ul class="combobox__list" role="listbox"></ul></div>`;
    const [value, panel] = box.children;
    const search = panel.querySelector("input");
    const list = panel.querySelector("ul");
    list.id = id;
    value.setAttribute("aria-controls", id);
    if (select.getAttribute("aria-invalid")) value.setAttribute("aria-invalid", "true");
    search.setAttribute("aria-controls", id);
    if (label) {
      label.id ||= `${select.id}_label`;
      value.id = `${select.id}_value`;
      value.setAttribute("aria-labelledby", `${label.id} ${value.id}`);
      list.setAttribute("aria-labelledby", label.id);
      label.addEventListener("click", (event) => { event.preventDefault(); open(true); });
    }
    let active = 0;
    const show = () => {
      const chosen = select.selectedOptions[0];
      value.textContent = chosen && chosen.value ? chosen.textContent : select.dataset.placeholder;
      value.classList.toggle("is-empty", !(chosen && chosen.value));
    };
    const options = () => [...list.children].filter((item) => item.getAttribute("role") === "option");
    const mark = (at) => {
      const items = options();
      active = Math.max(0, Math.min(at, items.length - 1));
      items.forEach((item, n) => item.classList.toggle("is-active", n === active));
      if (items[active]) {
        search.setAttribute("aria-activedescendant", items[active].id);
        items[active].scrollIntoView({ block: "nearest" });
      }
    };
    const fill = () => {
      const words = search.value.trim().toLowerCase();
      list.replaceChildren();
      for (const option of select.options) {
        if (!option.value || !option.textContent.toLowerCase().includes(words)) continue;
        const item = document.createElement("li");
        item.id = `${id}-${option.index}`;
        item.setAttribute("role", "option");
        item.setAttribute("aria-selected", String(option.selected));
        item.dataset.value = option.value;
        item.textContent = option.textContent;
        list.append(item);
      }
      if (!list.children.length) {
        const none = document.createElement("li");
        none.className = "combobox__none";
        none.textContent = "No results found";
        list.append(none);
      }
      mark(0);
    };
    const open = (on) => {
      panel.hidden = !on;
      value.setAttribute("aria-expanded", String(on));
      if (on) {
        search.value = "";
        fill();
        search.focus();
      }
    };
    const choose = (item) => {
      if (!item) return;
      select.value = item.dataset.value;
      select.dispatchEvent(new Event("change", { bubbles: true }));
      show();
      open(false);
      value.focus();
    };
    value.addEventListener("click", () => open(panel.hidden));
    value.addEventListener("keydown", (event) => { if (event.key === "ArrowDown") { event.preventDefault(); open(true); } });
    search.addEventListener("input", fill);
    search.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown" || event.key === "ArrowUp") { event.preventDefault(); mark(active + (event.key === "ArrowDown" ? 1 : -1)); }
      if (event.key === "Enter") { event.preventDefault(); choose(options()[active]); }
      if (event.key === "Escape") { open(false); value.focus(); }
    });
    list.addEventListener("click", (event) => choose(event.target.closest("[role=option]")));
    document.addEventListener("click", (event) => { if (!panel.hidden && event.target.isConnected && !box.contains(event.target) && event.target !== label) open(false); });
    select.classList.add("is-enhanced");
    select.tabIndex = -1;
    select.setAttribute("aria-hidden", "true");
    select.after(box);
    show();
  };
  for (const select of document.querySelectorAll("select[data-combobox]")) combobox(select);
})();
