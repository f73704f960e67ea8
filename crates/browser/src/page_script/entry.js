// The one way in: `run(job, argument)` answers with JSON text.

const JOBS = {
  candidates,
  each: ({ targets }) => targets.map((one) => candidates(one)),
  query,
  closedHosts,
  about,
  control,
  ready,
  mark,
  settle,
  fill,
  endFill,
  choose,
  checkState,
  read,
  focus,
  fields,
  caret,
  hold,
  frameAt,
  frameCss,
  fileField,
  noteChoices,
  findChoice,
  seekChoice,
  shownChoice,
  calendar,
  dayField,
  leave,
  veil,
  unveil,
  hide,
  outline,
  observe,
  optionsOf,
  snapshot,
  contains,
  where,
  scrollPage,
  scrollTo,
};

function run(job, argument) {
  forget();
  const answer = JOBS[job](argument || {});
  if (answer && typeof answer.then === "function") return answer.then((value) => JSON.stringify(value ?? null));
  return JSON.stringify(answer ?? null);
}

forget();
everything();
globalThis.atelier = { run, node, jobs: JOBS, adopt };
