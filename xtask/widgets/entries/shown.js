// The one place where a page says what its widget holds, for tests to read: lines with a stroke between them.

export function show(value) {
  document.querySelector("#value").textContent = value.split("\n").join(" / ");
}
