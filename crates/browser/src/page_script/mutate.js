// Changes a page the way a redesign does, with a seed, and takes everything back again. Loaded on demand.

(() => {
  const undo = [];
  let marked = null;

  const REWORDED = {
    "log in": ["Sign in"], "sign in": ["Log in"], "log out": ["Sign out"], "sign out": ["Log out"],
    "sign up": ["Register"], register: ["Sign up"], search: ["Find"], submit: ["Send"], send: ["Submit"],
    save: ["Update"], update: ["Save"], "save changes": ["Apply"], delete: ["Remove"], remove: ["Delete"],
    edit: ["Modify", "Change"], change: ["Edit"], create: ["New"], cancel: ["Never mind"], close: ["Dismiss"],
    cart: ["Basket"], "shopping cart": ["Basket"], "add to cart": ["Add to basket"], checkout: ["Check out"],
    "proceed to checkout": ["Go to checkout"], "wish list": ["Saved items"], subscribe: ["Follow", "Join"],
    unsubscribe: ["Unfollow", "Leave"], upvote: ["Like"], downvote: ["Dislike"], comment: ["Reply", "Remark"],
    comments: ["Responses", "Replies"], reply: ["Respond"], message: ["Note"], messages: ["Inbox"],
    forum: ["Board"], forums: ["Boards", "Communities"], post: ["Publish"], profile: ["About me"],
    biography: ["Bio"], settings: ["Preferences"], preferences: ["Settings"], account: ["My account"],
    email: ["Mail address"], "email address": ["Mail address"], "e-mail address": ["Email address"],
    title: ["Headline"], body: ["Text"], quantity: ["Qty", "Amount"], review: ["Rating"], reviews: ["Ratings"],
    next: ["Continue"], previous: ["Back"], home: ["Start page"], help: ["Support"], "contact us": ["Get in touch"],
    view: ["Show"], "view all": ["See all"], history: ["Past changes"], block: ["Ignore"], report: ["Flag"],
    wiki: ["Knowledge base"], url: ["Web address"], city: ["Town"], "zip code": ["Postcode"], phone: ["Telephone"],
    address: ["Street address"], hot: ["Trending"], newest: ["Latest"], top: ["Best"], compare: ["Comparison"],
    newsletter: ["Mailing list"], "user name": ["Username"], username: ["User name"], confirm: ["OK"],
    "place order": ["Order now"], "add comment": ["Leave a comment"], "create account": ["Register"],
  };

  function random(seed) {
    let state = seed >>> 0;
    return () => {
      state = (state + 0x6d2b79f5) >>> 0;
      let t = state;
      t = Math.imul(t ^ (t >>> 15), t | 1);
      t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
      return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
  }

  function put(el, name, value) {
    const before = el.getAttribute(name);
    undo.push(() => (before === null ? el.removeAttribute(name) : el.setAttribute(name, before)));
    el.setAttribute(name, value);
  }

  const everyElement = () => Array.from(document.body.querySelectorAll("*"));

  // Every class gets another name, in the style sheets too, so that the page looks the same.
  function classes(next) {
    const names = new Map();
    const named = (word) => {
      if (!names.has(word)) names.set(word, "k" + Math.floor(next() * 1e9).toString(36));
      return names.get(word);
    };
    for (const el of [document.body, ...everyElement()]) {
      if (el.classList && el.classList.length) put(el, "class", Array.from(el.classList, named).join(" "));
    }
    const visit = (rules) => {
      for (const rule of rules) {
        if (rule.cssRules && rule.cssRules.length) visit(rule.cssRules);
        if (!rule.selectorText || !rule.selectorText.includes(".")) continue;
        const before = rule.selectorText;
        const after = before.replace(/\.([A-Za-z_-][\w-]*)/g, (_, word) => "." + named(word));
        if (after === before) continue;
        rule.selectorText = after;
        undo.push(() => (rule.selectorText = before));
      }
    };
    for (const sheet of document.styleSheets) {
      try {
        visit(sheet.cssRules);
      } catch {
        // A sheet of another origin stays as it is.
      }
    }
    return names.size;
  }

  function ids(next) {
    let count = 0;
    for (const el of everyElement()) {
      if (!el.id || !/\d/.test(el.id)) continue;
      const before = el.id;
      const after = "g" + Math.floor(next() * 1e9).toString(36);
      put(el, "id", after);
      for (const name of ["for", "aria-labelledby", "aria-describedby", "aria-controls", "form", "list"]) {
        for (const other of document.querySelectorAll(`[${name}~="${CSS.escape(before)}"]`)) {
          put(other, name, other.getAttribute(name).split(/\s+/).map((id) => (id === before ? after : id)).join(" "));
        }
      }
      count++;
    }
    return count;
  }

  // Siblings of one kind change places among each other.
  function order(next) {
    let count = 0;
    for (const parent of [document.body, ...everyElement()]) {
      if (/^(SELECT|OPTGROUP|DATALIST|TR|svg)$/.test(parent.tagName) || parent.closest("svg")) continue;
      const kinds = new Map();
      for (const child of parent.children) {
        if (/^(SCRIPT|STYLE|OPTION|LEGEND|SUMMARY|THEAD|TFOOT|CAPTION)$/.test(child.tagName)) continue;
        kinds.set(child.tagName, [...(kinds.get(child.tagName) || []), child]);
      }
      for (const same of kinds.values()) {
        if (same.length < 2) continue;
        const places = same.map((child) => {
          const place = document.createComment("");
          child.replaceWith(place);
          return place;
        });
        const shuffled = same.slice();
        for (let i = shuffled.length - 1; i > 0; i--) {
          const j = Math.floor(next() * (i + 1));
          [shuffled[i], shuffled[j]] = [shuffled[j], shuffled[i]];
        }
        places.forEach((place, i) => place.replaceWith(shuffled[i]));
        undo.push(() => {
          const back = shuffled.map((child) => {
            const place = document.createComment("");
            child.replaceWith(place);
            return place;
          });
          back.forEach((place, i) => place.replaceWith(same[i]));
        });
        count++;
      }
    }
    return count;
  }

  function wrappers(next) {
    const FIXED = /^(TR|TD|TH|TBODY|THEAD|TFOOT|LI|DT|DD|OPTION|OPTGROUP|LEGEND|SUMMARY|CAPTION|COL|SCRIPT|STYLE|BODY|SOURCE|svg)$/;
    let count = 0;
    for (const el of everyElement()) {
      if (FIXED.test(el.tagName) || el.closest("svg,select") || next() > 0.4) continue;
      const phrasing = /^(A|BUTTON|INPUT|SELECT|TEXTAREA|LABEL|SPAN|B|I|EM|STRONG|IMG|TIME|SMALL|CODE)$/.test(el.tagName);
      const wrapper = document.createElement(phrasing ? "span" : "div");
      wrapper.style.display = "contents";
      el.replaceWith(wrapper);
      wrapper.append(el);
      undo.push(() => wrapper.replaceWith(el));
      count++;
    }
    return count;
  }

  function reworded(text, next) {
    const bare = text.trim();
    if (!bare || bare.length > 60) return text;
    const phrases = Object.keys(REWORDED).sort((a, b) => b.length - a.length);
    for (const phrase of phrases) {
      const at = bare.toLowerCase().search(new RegExp(`(?<![\\p{L}\\p{N}])${phrase}(?![\\p{L}\\p{N}])`, "u"));
      if (at < 0) continue;
      const all = REWORDED[phrase];
      let word = all[Math.floor(next() * all.length)];
      const was = bare.slice(at, at + phrase.length);
      if (was[0] === was[0].toLowerCase()) word = word[0].toLowerCase() + word.slice(1);
      return text.replace(was, word);
    }
    return text;
  }

  function labels(next) {
    let count = 0;
    const texts = (el) => {
      const walker = document.createTreeWalker(el, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.parentElement.closest("textarea,option,script,style")) continue;
        const before = node.nodeValue;
        const after = reworded(before, next);
        if (after === before) continue;
        node.nodeValue = after;
        undo.push(() => (node.nodeValue = before));
        count++;
      }
    };
    const seen = new Set();
    for (const el of document.querySelectorAll("button,a,label,summary,legend,th,dt,h1,h2,h3,h4,[role=button],[role=tab]")) {
      if (Array.from(seen).some((other) => other.contains(el))) continue;
      seen.add(el);
      texts(el);
    }
    for (const el of everyElement()) {
      for (const name of ["placeholder", "aria-label", "title", "alt"]) {
        const before = el.getAttribute(name);
        const after = before === null ? before : reworded(before, next);
        if (after !== before) {
          put(el, name, after);
          count++;
        }
      }
      if (el.tagName === "INPUT" && /^(submit|button|reset)$/.test(el.type) && el.hasAttribute("value")) {
        const after = reworded(el.getAttribute("value"), next);
        if (after !== el.getAttribute("value")) put(el, "value", after);
      }
    }
    return count;
  }

  Object.assign(globalThis.atelier.jobs, {
    mutate: ({ seed, kinds }) => {
      const next = random(seed);
      const all = { classes, ids, order, wrappers, labels };
      return { changes: kinds.map((kind) => all[kind](next)).reduce((sum, n) => sum + n, 0) };
    },
    restore: () => {
      while (undo.length) undo.pop()();
      return { ok: true };
    },
    tag: ({ handle: id }) => {
      marked = globalThis.atelier.node(id);
      return { ok: Boolean(marked) };
    },
    // Two links to one place are one; so are a text and what stands around nothing but it.
    tagged: ({ handle: id }) => {
      const el = globalThis.atelier.node(id);
      if (!el || !marked) return { ok: false };
      const link = el.tagName === "A" && marked.tagName === "A" && el.href === marked.href;
      const nested = el.contains(marked) || marked.contains(el);
      const text = nested && el.textContent.trim() === marked.textContent.trim() && !marked.matches("input,select,textarea,button");
      return { ok: el === marked || link || text };
    },
  });
})();
