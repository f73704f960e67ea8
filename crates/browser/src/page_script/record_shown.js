// What the page shows once it is still after an action: new texts, what is visible, scrolling that brought
// something.

const STILL = 180;
const LONGEST = 2500;
let mutations = 0;
let added = 0;
let mutatedAt = performance.now();
let looking = 0;
let expectedAt = 0;
let mutationsThen = 0;
let known = null;
// Everything that was visible when the page was last still, and when that was.
let visibleThen = new WeakSet();
let visibleAt = 0;
let pointerAt = 0;
const watched = new WeakSet();

function onMutations(list) {
  mutations += list.length;
  mutatedAt = performance.now();
  changedAt = mutatedAt;
  for (const one of list) for (const child of one.addedNodes) if (child.nodeType === 1) added++;
  if (!looking && mutatedAt - pointerAt > 400) look();
}

function watch(root) {
  if (watched.has(root)) return;
  watched.add(root);
  new MutationObserver(onMutations).observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
}

function expectChange() {
  expectedAt = performance.now();
  mutationsThen = mutations;
  if (looking) clearTimeout(looking);
  looking = setTimeout(look, STILL);
}

function look() {
  const now = performance.now();
  const still = now - Math.max(mutatedAt, expectedAt) >= STILL && document.readyState !== "loading";
  if (!still && now - expectedAt < LONGEST) {
    looking = setTimeout(look, 90);
    return;
  }
  looking = 0;
  show();
}

// What was there before the first action is none of its effects.
function settleBefore() {
  if (known === null && document.readyState !== "loading") show();
}

function top() {
  return window === window.parent;
}

function show() {
  forget();
  // A frame that its page can read into is told about by the page.
  if (!top() && reachesParent()) {
    seeAll();
    tell("shown", { frame: true, texts: [], whole: false, mutated: mutations - mutationsThen, veiled: secretShown() });
    return;
  }
  const texts = visibleTexts();
  const fresh = known ? texts.filter((text) => !known.has(text)) : texts;
  const whole = known === null;
  known = new Set(texts);
  seeAll();
  tell("shown", { frame: !top(), texts: fresh, whole, mutated: mutations - mutationsThen, veiled: secretShown() });
}

function seeAll() {
  const now = new WeakSet();
  for (const el of under(document)) if (rendered(el)) now.add(el);
  visibleThen = now;
  visibleAt = performance.now();
}

// Scrolling ----------------------------------------------------------------------------------------------------

let scroll = null;

listen("wheel keydown touchmove", (event) => {
  if (event.isTrusted) pushedAt = performance.now();
});
let pushedAt = -1e9;

listen("scroll", (event) => {
  const now = performance.now();
  if (now - pushedAt > 1500) return;
  const inner = event.target.nodeType === 1 && event.target !== document.documentElement ? event.target : null;
  const at = inner || document.scrollingElement || document.documentElement;
  if (!scroll || scroll.at !== at) {
    scroll = { at, inner, from: scrolledBefore.get(at) || [0, 0], added, timer: 0 };
  }
  clearTimeout(scroll.timer);
  const one = scroll;
  one.timer = setTimeout(() => endScroll(one), 350);
});
const scrolledBefore = new WeakMap();

// Only scrolling after which the page brought something new is worth a step.
function endScroll(one) {
  if (scroll === one) scroll = null;
  const to = [Math.round(one.at.scrollLeft), Math.round(one.at.scrollTop)];
  const by = [to[0] - one.from[0], to[1] - one.from[1]];
  scrolledBefore.set(one.at, to);
  if (added === one.added || (!by[0] && !by[1])) return;
  const value = `${by[0]},${by[1]}`;
  if (one.inner) act("scroll", portrait(one.inner), { value });
  else {
    tell("scroll", { value });
    expectChange();
  }
}
