// How alike two short texts are: words that mean the same on a control count as the same word.

// Groups of words and phrases that name one thing on pages. Opposites never share a group.
const SAME_WORDS = [
  "log in|sign in|login|signin|log on|logon", "log out|sign out|logout|signout|log off",
  "sign up|register|create account|create an account|join now|signup", "search|find|look up|look for|search for",
  "submit|send|post|publish|go", "save|apply|update|save changes|store", "delete|remove|erase|discard|trash",
  "edit|change|modify|amend", "add|insert|include", "create|new|make|compose", "cancel|abort|never mind",
  "close|dismiss|hide this", "cart|basket|bag|shopping cart|trolley", "buy|purchase|order now|buy now",
  "checkout|check out|proceed to checkout|go to checkout|pay now", "wish list|wishlist|favourites|favorites|saved items",
  "subscribe|follow|join", "unsubscribe|unfollow|leave", "upvote|vote up|like", "downvote|vote down|dislike",
  "comment|reply|respond|remark", "comments|replies|responses|remarks", "message|note|direct message",
  "messages|inbox|mail|mailbox", "forum|board|community|group", "forums|boards|communities|groups",
  "post|article|thread|topic|submission", "posts|articles|threads|topics|submissions",
  "profile|my profile|bio|biography|about me", "settings|preferences|options|configuration",
  "account|my account|user account", "email|e mail|mail address|email address|e mail address",
  "password|passphrase|pass word", "user name|username|login name|user id|user", "name|full name|your name",
  "title|headline|heading|subject", "body|text|content|description|details", "address|street address|street",
  "postcode|zip|zip code|postal code", "city|town", "phone|telephone|phone number|mobile",
  "quantity|qty|amount|number of items", "size|dimension", "colour|color|shade", "price|cost",
  "review|rating|feedback", "reviews|ratings|testimonials", "next|continue|proceed|forward", "previous|back|go back",
  "home|front page|start page|main page|start", "help|support|faq|assistance", "contact|contact us|get in touch",
  "more|show more|see more|load more|view more", "all|everything|view all|see all|show all",
  "sort|order by|sort by|arrange", "filter|narrow|refine", "view|show|open|see|display", "history|log|past changes",
  "block|ban|ignore", "unblock|unban", "report|flag", "share|forward to", "upload|attach|add file|choose file",
  "download|get file|save file", "confirm|ok|yes|agree|accept", "decline|reject|refuse|no", "start|begin|launch",
  "accept all|allow all|agree to all", "wiki|knowledge base|encyclopedia", "page|document", "pages|documents",
  "url|link|web address|address of the page", "newest|latest|most recent|recent", "top|best|most popular|popular",
  "menu|navigation", "category|section|department", "categories|sections|departments", "hot|trending",
  "product|item|article of trade", "products|items", "compare|comparison", "track|trace|follow up",
  "coupon|voucher|discount code|promo code", "gift card|gift voucher", "newsletter|mailing list|news by mail",
];
const IDLE_WORDS = new Set(["a", "an", "the", "to", "of", "your", "my", "this", "that", "please", "for", "in", "on", "with", "and", "it"]);

const groupOf = new Map();
for (const group of SAME_WORDS) {
  const phrases = group.split("|");
  for (const phrase of phrases) if (!groupOf.has(phrase)) groupOf.set(phrase, phrases[0].replace(/ /g, "_"));
}
const PHRASE = new RegExp(
  "(?<![\\p{L}\\p{N}_])(" + Array.from(groupOf.keys()).sort((a, b) => b.length - a.length).join("|") + ")(?![\\p{L}\\p{N}_])",
  "gu",
);
const tokensOf = new Map();

function tokens(text) {
  let known = tokensOf.get(text);
  if (known) return known;
  const plain = fold(text).replace(/[’']/g, "").replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  const spoken = plain.replace(PHRASE, (phrase) => groupOf.get(phrase));
  const all = spoken.split(" ").filter(Boolean);
  const telling = all.filter((word) => !IDLE_WORDS.has(word));
  known = telling.length ? telling : all;
  if (tokensOf.size > 5000) tokensOf.clear();
  tokensOf.set(text, known);
  return known;
}

// 0 to 1. Texts that name different numbers are different, however alike their words.
function similar(a, b) {
  if (!a || !b || a.length > 160 || b.length > 160) return 0;
  const x = tokens(a);
  const y = tokens(b);
  if (!x.length || !y.length) return 0;
  const numbers = (list) => list.filter((word) => /\d/.test(word)).sort().join(" ");
  if (numbers(x) !== numbers(y)) return 0;
  const rest = y.slice();
  let shared = 0;
  for (const word of x) {
    const at = rest.indexOf(word);
    if (at >= 0) {
      rest.splice(at, 1);
      shared++;
    }
  }
  return (2 * shared) / (x.length + y.length);
}

const ALIKE = 0.66;

// The share of an identity's weight that a near match of its text is worth; 0 where it is none. The same said with
// other words is worth more than a part of it: what is left out or added may be what counts.
function nearness(have, want) {
  const like = similar(have, want);
  if (like < ALIKE) return 0;
  return like === 1 ? 0.75 : 0.5 * like;
}

const KIN = [
  new Set(["button", "link", "menuitem", "tab", "summary"]),
  new Set(["textbox", "searchbox", "combobox", "spinbutton"]),
  new Set(["combobox", "listbox", "button"]),
  new Set(["checkbox", "switch", "menuitemcheckbox"]),
  new Set(["option", "menuitem", "menuitemradio", "radio"]),
];

// Roles that one control may have in two designs of a page.
function kin(a, b) {
  return KIN.some((set) => set.has(a) && set.has(b));
}
