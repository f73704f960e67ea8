// Begins to listen, and answers what is asked from outside.

function frameSelector(frame) {
  forget();
  everything();
  return bestCss(frame);
}

function sketchOf(el) {
  forget();
  return sketch(el);
}

globalThis.atelierRecorder = {
  frameSelector,
  sketchOf,
  secretShown,
  flush: () => flushFields(),
  costs: () => costs,
  pause: (on) => {
    flushFields();
    paused = on;
  },
};

watch(document);
tell("hello", { state: document.readyState });
const begin = () => expectChange();
if (document.readyState === "loading") addEventListener("DOMContentLoaded", begin, { once: true });
else begin();
addEventListener("load", begin, { once: true });
addEventListener("pageshow", (event) => {
  if (event.persisted) {
    known = null;
    tell("hello", { state: document.readyState, again: true });
    begin();
  }
});
